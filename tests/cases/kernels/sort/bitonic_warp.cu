// A bitonic sort of a warp's numbers in registers, by exchanges between lanes.
// lanescope: global 128
// lanescope: local 32
// lanescope: arg data [128] random(42, -500, 500)
__device__ __forceinline__ int exchange(int mine, int mask, bool keep_small)
{
    const int theirs = __shfl_xor_sync(0xffffffffu, mine, mask);
    return (mine < theirs) == keep_small ? mine : theirs;
}

__global__ void bitonic_warp(int *data)
{
    const unsigned lane = threadIdx.x % warpSize;
    const int at = blockIdx.x * blockDim.x + threadIdx.x;
    int x = data[at];
#pragma unroll
    for (int size = 2; size <= 32; size *= 2)
#pragma unroll
        for (int stride = size / 2; stride >= 1; stride /= 2)
            x = exchange(x, stride, ((lane & stride) == 0) == ((lane & size) == 0 || size == 32));
    data[at] = x;
}
