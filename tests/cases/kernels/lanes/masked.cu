// Halves of a warp go their own ways and reduce among themselves, each with its mask.
// lanescope: global 64
// lanescope: local 32
// lanescope: arg x [64] random(159, 0, 1000)
// lanescope: arg out [64]
__global__ void masked(const unsigned *x, unsigned *out)
{
    const unsigned lane = threadIdx.x & 31, i = blockIdx.x * 32 + lane;
    const unsigned odd = 0xaaaaaaaau, v = x[i];
    unsigned r;
    if (lane & 1) {
        r = __reduce_add_sync(odd, v);
        r = r * 2 + (__ballot_sync(odd, v > 500) == odd);
    } else {
        r = __reduce_max_sync(~odd, v);
        r = __shfl_sync(~odd, r ^ lane, 30);
    }
    __syncwarp();
    out[i] = r;
}
