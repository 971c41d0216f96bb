// A histogram with one atomic for each value of a warp: lanes with the same bin find each other.
// lanescope: global 128
// lanescope: local 32
// lanescope: arg data [128] random(154, 0, 15)
// lanescope: arg bins [16]
// lanescope: arg leaders [1]
__global__ void match_histogram(const unsigned char *data, unsigned *bins, unsigned *leaders)
{
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    const unsigned bin = data[i];
    const unsigned peers = __match_any_sync(0xffffffff, bin);
    if ((threadIdx.x & 31) == __ffs(peers) - 1) {
        atomicAdd(bins + bin, __popc(peers));
        atomicAdd(leaders, 1u);
    }
}
