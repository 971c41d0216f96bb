// A lambda of host code that the kernel is given, with numbers and a pointer that it copies.
// lanescope: arg out [64]
// lanescope: arg f.table [16] random(9, 0, 1000)
#include <cstdio>

template <typename F> __global__ void for_each_index(int n, int *out, F f)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        out[i] = f(i);
}

int main()
{
    int *out, *table;
    cudaMalloc(&out, 64 * sizeof(int));
    cudaMalloc(&table, 16 * sizeof(int));
    int scale = 3, offset = 40 + 2;
    auto f = [=] __device__(int i) { return table[i % 16] * scale + (i > 9 ? offset : -offset); };
    for_each_index<<<1, 32>>>(60, out, f);
    printf("%d\n", (int)cudaDeviceSynchronize());
}
