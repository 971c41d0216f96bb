// A general transform and scan: host code hands lambdas with copies of its variables to a template of kernels.
#include <cuda_runtime.h>
#include <vector>
#include <iostream>

template <typename F>
__global__ void for_each_index(F f, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        f(i);
}

int main(int argc, char *argv[])
{
    const int n = 100, window = 5;
    std::vector<int> host(n);
    int *in, *out;
    cudaMalloc(&in, n * sizeof(int));
    cudaMalloc(&out, n * sizeof(int));
    for_each_index<<<(n + 31) / 32, 32>>>(
        [=] __device__(int i) {
            int sum = 0;
            for (int k = max(0, i - window + 1); k <= i; ++k)
                sum += in[k];
            out[i] = sum;
        },
        n);
    std::cout << "done" << std::endl;
}
// lanescope: arg f.in [100] random(351, -9, 9)
