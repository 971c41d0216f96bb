// A kernel template over an operation that host code makes, with members that become arguments.
// lanescope: arg in [100] random(8, -50, 50)
// lanescope: arg out [100] fill(-1)
// lanescope: arg op.a -7
// lanescope: arg op.b 13
#include <cuda_runtime.h>
#include <vector>

struct Affine {
    int a, b;
    __host__ __device__ int operator()(int x) const { return a * x + b; }
};

template <typename Op, typename T, int PerThread>
__global__ void map_strips(const T *in, T *out, int n, Op op)
{
    int base = (blockIdx.x * blockDim.x + threadIdx.x) * PerThread;
#pragma unroll
    for (int k = 0; k < PerThread; ++k)
        if (base + k < n)
            out[base + k] = op(in[base + k]);
}

int main(int argc, char **argv)
{
    const int n = 97, per = 3, block = 16;
    std::vector<int> host(n);
    int *in, *out;
    cudaMalloc(&in, n * sizeof(int));
    cudaMalloc(&out, n * sizeof(int));
    Affine op{-7, 13};
    int grid = (n + per * block - 1) / (per * block);
    map_strips<Affine, int, per><<<grid, block>>>(in, out, n, op);
    cudaMemcpy(host.data(), out, n * sizeof(int), cudaMemcpyDeviceToHost);
    return 0;
}
