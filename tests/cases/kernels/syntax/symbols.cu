// Variables of the device: counters, tables that the kernel writes, a struct of constants that the host copies.
// lanescope: arg in [96] random(11, -20, 20)
// lanescope: arg out [96]
// lanescope: arg weights [3] list(5, -3, 2)
#include <cstdio>
struct Limits { int low, high; };
__constant__ Limits limits = {-10, 12};
__constant__ int weights[3];
__device__ unsigned int blocks_done = 0;
__device__ int per_block[3] = {100, 200, 300};
__device__ long long total;

__global__ void symbols(const int *in, int *out)
{
    __shared__ int sum;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (threadIdx.x == 0)
        sum = per_block[blockIdx.x];
    __syncthreads();
    int v = min(max(in[i], limits.low), limits.high) * weights[i % 3];
    atomicAdd(&sum, v);
    out[i] = v;
    __syncthreads();
    if (threadIdx.x == blockDim.x - 1) {
        per_block[blockIdx.x] = sum;
        atomicAdd((unsigned long long *)&total, (unsigned long long)(long long)sum);
        __threadfence();
        atomicInc(&blocks_done, 1000u);
    }
}

int main()
{
    int host[3] = {5, -3, 2};
    cudaMemcpyToSymbol(weights, host, sizeof(host));
    symbols<<<3, 32>>>(nullptr, nullptr);
    printf("ok\n");
}
