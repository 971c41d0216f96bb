// In a divergent branch one leader for each value works for all that have it, and tells them the result.
// lanescope: global 64
// lanescope: local 32
// lanescope: arg x [64] random(331, 0, 7)
// lanescope: arg out [64]
// lanescope: arg worked [1]
__global__ void leader(const unsigned *x, unsigned *out, unsigned *worked)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const unsigned v = x[i], lane = threadIdx.x & 31;
    unsigned result = 0xffff;
    const unsigned odd = __ballot_sync(0xffffffffu, v & 1);
    if (v & 1) {
        const unsigned mask = __match_any_sync(odd, v);
        const int first = __ffs(mask) - 1;
        if (lane == (unsigned)first) {
            result = 1;
            for (unsigned k = 0; k < v; ++k)
                result = result * 7 % 1009;
            atomicAdd(worked, 1);
        }
        result = __shfl_sync(mask, result, first);
    }
    out[i] = result;
}
