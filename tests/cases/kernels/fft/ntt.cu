// The number-theoretic transform modulo 998244353: multiplication of polynomials without roundings.
// lanescope: arg a [8] random(4, 0, 998244352)
// lanescope: arg b [8] random(5, 0, 998244352)
// lanescope: arg c [16]
typedef unsigned int u32;
typedef unsigned long long u64;
constexpr u32 P = 998244353, G = 3;

__host__ __device__ constexpr u32 mul(u32 a, u32 b) { return (u32)((u64)a * b % P); }
__host__ __device__ constexpr u32 power(u32 b, u32 e)
{
    u32 r = 1;
    while (e) {
        if (e & 1) r = mul(r, b);
        b = mul(b, b);
        e >>= 1;
    }
    return r;
}

template <int LOG, bool INVERSE>
__device__ void ntt(u32 *v, int t)
{
    constexpr int N = 1 << LOG;
    constexpr u32 root = INVERSE ? power(power(G, (P - 1) / N), P - 2) : power(G, (P - 1) / N);
    __shared__ u32 turns[N / 2];
    for (int k = t; k < N / 2; k += blockDim.x)
        turns[k] = power(root, k);
    for (int k = t; k < N; k += blockDim.x) {
        int r = __brev(k) >> (32 - LOG);
        if (k < r) {
            u32 s = v[k];
            v[k] = v[r];
            v[r] = s;
        }
    }
    __syncthreads();
    for (int half = 1; half < N; half <<= 1) {
        for (int j = t; j < N / 2; j += blockDim.x) {
            int k = j % half, at = j / half * 2 * half + k;
            u32 w = turns[N / 2 / half * k], x = v[at], y = mul(v[at + half], w);
            v[at] = x + y >= P ? x + y - P : x + y;
            v[at + half] = x >= y ? x - y : x + P - y;
        }
        __syncthreads();
    }
    constexpr u32 shrink = power(N, P - 2);
    if (INVERSE)
        for (int k = t; k < N; k += blockDim.x)
            v[k] = mul(v[k], shrink);
}

__global__ void multiply(const u32 *a, const u32 *b, u32 *c)
{
    __shared__ u32 x[16], y[16];
    const int t = threadIdx.x;
    for (int k = t; k < 16; k += blockDim.x) {
        x[k] = k < 8 ? a[blockIdx.x * 8 + k] : 0;
        y[k] = k < 8 ? b[blockIdx.x * 8 + k] : 0;
    }
    __syncthreads();
    ntt<4, false>(x, t);
    ntt<4, false>(y, t);
    __syncthreads();
    for (int k = t; k < 16; k += blockDim.x)
        x[k] = mul(x[k], y[k]);
    __syncthreads();
    ntt<4, true>(x, t);
    __syncthreads();
    for (int k = t; k < 16; k += blockDim.x)
        c[blockIdx.x * 16 + k] = x[k];
}

void go(u32 *a, u32 *b, u32 *c) { multiply<<<1, 8>>>(a, b, c); }
