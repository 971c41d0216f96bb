// A radix sort of one group, four bits in a pass: each work-item counts its four keys, a scan gives the places.
// lanescope: global 32
// lanescope: local 32
// lanescope: arg keys [128] random(45, 0, 0xffff)
#define N 128
#define ITEMS 32
#define PER 4
#define BITS 4
#define RADIX (1 << BITS)
#define DIGIT(k, shift) (((k) >> (shift)) & (RADIX - 1))

__kernel void radix_local(__global uint *keys)
{
    __local uint count[RADIX * ITEMS];
    __local uint box[N];
    __local uint total[RADIX];
    const uint lid = get_local_id(0);
    uint mine[PER];
    for (uint j = 0; j < PER; ++j)
        mine[j] = keys[lid * PER + j];
    for (uint shift = 0; shift < 16; shift += BITS) {
        for (uint d = 0; d < RADIX; ++d)
            count[d * ITEMS + lid] = 0;
        for (uint j = 0; j < PER; ++j)
            count[DIGIT(mine[j], shift) * ITEMS + lid]++;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (lid < RADIX) {
            uint sum = 0;
            for (uint i = 0; i < ITEMS; ++i) {
                const uint c = count[lid * ITEMS + i];
                count[lid * ITEMS + i] = sum;
                sum += c;
            }
            total[lid] = sum;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        for (uint j = 0; j < PER; ++j) {
            const uint d = DIGIT(mine[j], shift);
            uint at = count[d * ITEMS + lid]++;
            for (uint smaller = 0; smaller < d; ++smaller)
                at += total[smaller];
            box[at] = mine[j];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        for (uint j = 0; j < PER; ++j)
            mine[j] = box[lid * PER + j];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    for (uint j = 0; j < PER; ++j)
        keys[lid * PER + j] = mine[j];
}
