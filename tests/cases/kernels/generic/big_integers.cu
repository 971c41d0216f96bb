// Integers of many words with carries, sums and products, shifts, comparisons and a remainder by a small number.
// lanescope: arg a [128] random(3, -2147483648, 2147483647)
// lanescope: arg b [128] random(4, -2147483648, 2147483647)
// lanescope: arg out [448]
template <int N> struct Big {
    unsigned w[N];

    __device__ static Big load(const unsigned *p)
    {
        Big b;
        #pragma unroll
        for (int k = 0; k < N; k++) b.w[k] = p[k];
        return b;
    }
    __device__ Big operator+(const Big &o) const
    {
        Big r;
        unsigned carry = 0;
        for (int k = 0; k < N; k++) {
            unsigned s = w[k] + o.w[k], c = s < w[k];
            r.w[k] = s + carry;
            carry = c | (r.w[k] < s);
        }
        return r;
    }
    template <int M> __device__ Big<N + M> operator*(const Big<M> &o) const
    {
        Big<N + M> r = {};
        for (int i = 0; i < N; i++) {
            unsigned long long carry = 0;
            for (int j = 0; j < M; j++) {
                carry += (unsigned long long)w[i] * o.w[j] + r.w[i + j];
                r.w[i + j] = (unsigned)carry;
                carry >>= 32;
            }
            r.w[i + M] = (unsigned)carry;
        }
        return r;
    }
    __device__ bool operator<(const Big &o) const
    {
        for (int k = N - 1; k >= 0; k--)
            if (w[k] != o.w[k]) return w[k] < o.w[k];
        return false;
    }
    __device__ Big operator>>(int s) const
    {
        Big r;
        for (int k = 0; k < N; k++) {
            unsigned hi = k + s / 32 + 1 < N ? w[k + s / 32 + 1] : 0, lo = k + s / 32 < N ? w[k + s / 32] : 0;
            r.w[k] = __funnelshift_r(lo, hi, s % 32);
        }
        return r;
    }
    __device__ unsigned operator%(unsigned m) const
    {
        unsigned long long r = 0;
        for (int k = N; k-- > 0;)
            r = (r << 32 | w[k]) % m;
        return (unsigned)r;
    }
};

__global__ void big(const unsigned *a, const unsigned *b, unsigned *out)
{
    int i = threadIdx.x;
    auto x = Big<4>::load(a + 4 * i), y = Big<4>::load(b + 4 * i);
    auto sum = x + y;
    auto product = x * Big<2>::load(b + 4 * i);
    unsigned *r = out + 14 * i;
    for (int k = 0; k < 4; k++) *r++ = sum.w[k];
    for (unsigned w : product.w) *r++ = w;
    auto shifted = product >> (i * 5 % 64);
    *r++ = shifted.w[0] ^ shifted.w[5];
    *r++ = x < y;
    *r++ = i % 4 == 0 ? product % 1000003u : 0;
    *r = sizeof(product);
}

void go(unsigned *a, unsigned *b, unsigned *o) { big<<<1, 32>>>(a, b, o); }
