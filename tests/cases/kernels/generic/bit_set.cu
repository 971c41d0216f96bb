// Sets of small numbers: a class with a proxy for single bits, set operations, iteration over the members.
// lanescope: arg in [320] random(15, 0, 95)
// lanescope: arg out [128]
template <int N> class BitSet {
    static constexpr int words = (N + 31) / 32;
    unsigned w[words] = {};

public:
    class Bit {
        unsigned *word, mask;

    public:
        __device__ Bit(unsigned *w, int k) : word(w), mask(1u << k) {}
        __device__ operator bool() const { return (*word & mask) != 0; }
        __device__ Bit &operator=(bool on) { *word = on ? *word | mask : *word & ~mask; return *this; }
        __device__ void flip() { *word ^= mask; }
    };
    __device__ Bit operator[](int k) { return Bit(&w[k / 32], k % 32); }
    __device__ bool test(int k) const { return w[k / 32] >> k % 32 & 1; }
    __device__ BitSet operator&(const BitSet &o) const { BitSet r; for (int k = 0; k < words; k++) r.w[k] = w[k] & o.w[k]; return r; }
    __device__ BitSet operator|(const BitSet &o) const { BitSet r; for (int k = 0; k < words; k++) r.w[k] = w[k] | o.w[k]; return r; }
    __device__ int count() const { int n = 0; for (unsigned x : w) n += __popc(x); return n; }
    template <typename F> __device__ void each(F f) const
    {
        for (int k = 0; k < words; k++)
            for (unsigned left = w[k]; left; left &= left - 1)
                f(32 * k + __ffs(left) - 1);
    }
};

__global__ void bit_set(const unsigned char *in, int *out)
{
    const int i = threadIdx.x;
    const unsigned char *mine = in + 10 * i;
    BitSet<96> a, b;
    for (int k = 0; k < 5; k++) {
        a[mine[k]] = true;
        b[mine[k + 5]] = true;
        b[mine[k]].flip();
    }
    a[mine[0]] = false;
    BitSet<96> both = a & b, any = a | b;
    int sum = 0, last = -1;
    any.each([&](int k) { sum += k * (both.test(k) ? 100 : 1); last = k; });
    out[4 * i] = a.count() * 100 + b.count();
    out[4 * i + 1] = sum;
    out[4 * i + 2] = last;
    out[4 * i + 3] = a[mine[1]] ? 1 : a[mine[0]] ? 2 : 3;
}

void go(unsigned char *i, int *o) { bit_set<<<1, 32>>>(i, o); }
