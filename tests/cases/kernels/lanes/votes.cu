// Votes of whole warps and of the lanes of a mask, counted as bits.
// lanescope: global 96
// lanescope: local 48
// lanescope: arg x [96] random(158, 0, 9)
// lanescope: arg out [96]
__global__ void votes(const int *x, unsigned *out)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    // The last warp of a block of 48 has 16 lanes.
    const unsigned there = threadIdx.x < 32 ? 0xffffffffu : 0xffffu;
    unsigned bits = 0;
    bits |= __all_sync(there, x[i] < 9) << 0;
    bits |= __any_sync(there, x[i] == 4) << 1;
    bits |= __uni_sync(there, threadIdx.x / 32) << 2;
    bits |= __popc(__ballot_sync(there, x[i] & 1)) << 8;
    out[i] = bits;
}
