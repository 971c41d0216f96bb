// Each warp writes what it keeps next to each other: a ballot tells ranks, one lane reserves the room.
// lanescope: global 128
// lanescope: local 64
// lanescope: arg in [128] random(153, 0, 99)
// lanescope: arg out [128] fill(-1)
// lanescope: arg per_warp [4]
__global__ void ballot_compact(const int *in, int *out, int *per_warp)
{
    const unsigned lane = threadIdx.x & 31u;
    const int i = blockIdx.x * blockDim.x + threadIdx.x, warp = i >> 5;
    const int value = in[i];
    const bool keep = value % 3 == 1;
    const unsigned votes = __ballot_sync(0xffffffffu, keep);
    const unsigned rank = __popc(votes & ((1u << lane) - 1u));
    if (keep)
        out[warp * 32 + rank] = value;
    if (lane == 31)
        per_warp[warp] = rank + keep;
}
