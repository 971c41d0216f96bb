// A histogram with private bins in shared memory.
#define BINS 64
__global__ void hist(const unsigned char *in, int n, unsigned int *out)
{
    __shared__ unsigned int temp[BINS];
    for (int b = threadIdx.x; b < BINS; b += blockDim.x) temp[b] = 0;
    __syncthreads();
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    int stride = blockDim.x * gridDim.x;
    while (i < n) {
        atomicAdd(&temp[in[i] % BINS], 1);
        i += stride;
    }
    __syncthreads();
    for (int b = threadIdx.x; b < BINS; b += blockDim.x) atomicAdd(&out[b], temp[b]);
}
