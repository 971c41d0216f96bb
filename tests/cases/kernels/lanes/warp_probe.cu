// A warp looks for a key in a table together: 32 slots at once, until a lane finds it or an empty slot.
// lanescope: global 64
// lanescope: local 32
// lanescope: arg table [128] permutation(325)
// lanescope: arg queries [16] random(326, 0, 160)
// lanescope: arg place [16]
__global__ void warp_probe(const int *table, const int *queries, int *place)
{
    const int lane = threadIdx.x & 31, warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    for (int q = warp; q < 16; q += 2) {
        const int key = queries[q];
        int found = -1;
        for (int base = 0; base < 128; base += 32) {
            const unsigned hits = __ballot_sync(0xffffffff, table[base + lane] == key);
            if (hits) {
                found = base + __ffs(hits) - 1;
                break;
            }
        }
        if (lane == 0)
            place[q] = found;
    }
}
