// Binary search with 64-bit places; an early return, `continue` and `break`.
// lanescope: global 64
// lanescope: local 32
// lanescope: arg hay [128] iota(0, 3)
// lanescope: arg needle [64] random(6, 0, 400)
// lanescope: arg pos [64]
// lanescope: arg n 128
__device__ long long mid(long long a, long long b) { return a + (b - a) / 2; }
__global__ void search(const int *hay, const int *needle, long long *pos, int n)
{
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    long long lo = 0, hi = n;
    while (lo < hi) {
        long long m = mid(lo, hi);
        if (hay[m] < needle[i]) lo = m + 1; else hi = m;
    }
    if (lo < n && hay[lo] == needle[i]) { pos[i] = lo; return; }
    pos[i] = -lo - 1;
    for (int k = 0; k < 3; k++) { if (k == (i % 4)) continue; pos[i] += k * (i % 3 == 0 ? 5 : -2) / 4; if (pos[i] > 100) break; }
}
