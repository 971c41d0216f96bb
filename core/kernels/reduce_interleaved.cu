// lanescope: title Reduction, interleaved addressing
// lanescope: look Each round halves the number of working lanes, but they stay spread over all warps, and their
// lanescope: look addresses fall into the same banks.
// lanescope: machine simt/teaching
// lanescope: global 64
// lanescope: local 32
// lanescope: arg in [64] iota(1, 1)
// lanescope: arg sums [2]
__global__ void reduce_interleaved(const int *in, int *sums)
{
    __shared__ int part[32];
    unsigned int t = threadIdx.x;
    part[t] = in[blockIdx.x * blockDim.x + t];
    __syncthreads();
    for (unsigned int s = 1; s < blockDim.x; s *= 2) {
        if (t % (2 * s) == 0)
            part[t] += part[t + s];
        __syncthreads();
    }
    if (t == 0)
        sums[blockIdx.x] = part[0];
}
