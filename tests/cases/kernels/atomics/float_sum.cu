// Weighted histograms: floats added by atomics in shared memory and in global memory.
// lanescope: global 128
// lanescope: local 32
// lanescope: arg bin [128] random(181, 0, 7)
// lanescope: arg weight [128] random(182, 0, 64)
// lanescope: arg histogram [8]
// lanescope: arg inner [8]
__global__ void float_sum(const unsigned char *bin, const unsigned short *weight, float *histogram, float *inner)
{
    extern __shared__ float s[];
    const int t = threadIdx.x;
    if (t < 8)
        s[t] = 0.0f;
    __syncthreads();
    const int i = blockIdx.x * blockDim.x + t;
    // Eighths of small numbers: every sum is exact.
    const float w = weight[i] * 0.125f;
    atomicAdd_block(&s[bin[i]], w);
    __syncthreads();
    if (t < 8) {
        atomicAdd(&histogram[t], s[t]);
        if (blockIdx.x == gridDim.x - 1)
            inner[t] = s[t];
    }
}

void host()
{
    float_sum<<<4, 32, 8 * sizeof(float)>>>(nullptr, nullptr, nullptr, nullptr);
}
