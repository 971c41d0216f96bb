// A histogram of bytes: one for each block in shared memory, added up in the end.
// lanescope: global 128
// lanescope: local 32
// lanescope: arg data [512] random(29, 0, 0xffffffff)
// lanescope: arg histogram [256]
// lanescope: arg words 512
#define BINS 256

typedef unsigned int uint;

__device__ inline void count(uint *bins, uint word)
{
    atomicAdd(bins + ((word >> 0) & 0xffU), 1);
    atomicAdd(bins + ((word >> 8) & 0xffU), 1);
    atomicAdd(bins + ((word >> 16) & 0xffU), 1);
    atomicAdd(bins + ((word >> 24) & 0xffU), 1);
}

__global__ void histogram256(const uint *data, uint *histogram, uint words)
{
    __shared__ uint bins[BINS];
    memset(bins + threadIdx.x * (BINS / 32), 0, BINS / 32 * sizeof(uint));
    __syncthreads();
    for (uint pos = blockIdx.x * blockDim.x + threadIdx.x; pos < words; pos += gridDim.x * blockDim.x)
        count(bins, data[pos]);
    __syncthreads();
    for (uint bin = threadIdx.x; bin < BINS; bin += blockDim.x)
        if (bins[bin])
            atomicAdd(&histogram[bin], bins[bin]);
}
