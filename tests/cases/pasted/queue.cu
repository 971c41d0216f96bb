// Atomics as people use them: a counter hands out places, maximum and compare-and-swap.
__device__ int classify(int v)
{
    return v < 0 ? -1 : (v > 50 ? 1 : 0);
}

__global__ void filter_count(const int *in, int *count, int *highest, unsigned int *seen, int n)
{
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i < n && classify(in[i]) > 0) {
        atomicAdd(count, 1);
        atomicMax(highest, in[i]);
        atomicOr(&seen[in[i] / 32], 1u << (in[i] % 32));
    }
}
