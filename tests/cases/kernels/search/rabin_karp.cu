// Rabin-Karp: each thread rolls a hash along its piece of the text and looks closer where it fits.
// lanescope: global 64
// lanescope: local 32
// lanescope: arg text [1032] random(22, 97, 98)
// lanescope: arg pattern [6] list(97, 98, 98, 97, 98, 97)
// lanescope: arg hits [64]
// lanescope: arg m 6
// lanescope: arg n 1032
constexpr unsigned BASE = 257, PRIME = 65521;

constexpr __host__ __device__ unsigned power(unsigned base, unsigned exponent)
{
    return exponent == 0 ? 1u : base * power(base, exponent - 1) % PRIME;
}

__device__ bool same(const char *a, const char *b, int m)
{
    int k = 0;
    while (k < m && a[k] == b[k])
        ++k;
    return k == m;
}

__global__ void rabin_karp(const char *text, const char *pattern, int *hits, int m, int n)
{
    const int piece = 16;
    const int tid = threadIdx.x + blockDim.x * blockIdx.x;
    const int begin = tid * piece;
    constexpr unsigned high = power(BASE, 5);
    unsigned wanted = 0, rolling = 0;
    for (int k = 0; k < m; ++k) {
        wanted = (wanted * BASE + pattern[k]) % PRIME;
        rolling = (rolling * BASE + text[begin + k]) % PRIME;
    }
    int found = 0;
    for (int at = begin; at < begin + piece && at + m <= n; ++at) {
        found += rolling == wanted && same(text + at, pattern, m);
        if (at + m < n) {
            rolling = (rolling + PRIME * BASE - text[at] * high) % PRIME;
            rolling = (rolling * BASE + text[at + m]) % PRIME;
        }
    }
    hits[tid] = found;
}
