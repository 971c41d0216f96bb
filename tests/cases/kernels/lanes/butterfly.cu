// All lanes come to know the sum, the smallest and the largest by exchanges along a butterfly.
// lanescope: global 64
// lanescope: local 32
// lanescope: arg x [64] random(152, -1000, 1000)
// lanescope: arg out [192]
template <class F>
__device__ int all_reduce(int v, F join)
{
#pragma unroll
    for (int mask = 16; mask; mask >>= 1)
        v = join(v, __shfl_xor_sync(~0u, v, mask));
    return v;
}

__global__ void butterfly(const int *x, int *out)
{
    const int i = threadIdx.x + blockIdx.x * 32;
    const int v = x[i];
    out[3 * i] = all_reduce(v, [](int a, int b) { return a + b; });
    out[3 * i + 1] = all_reduce(v, [](int a, int b) { return min(a, b); });
    out[3 * i + 2] = all_reduce(v, [](int a, int b) { return max(a, b); });
}
