// The five largest of each work-item's share, then of the whole group by merging lists in local memory.
// lanescope: global 64
// lanescope: local 32
// lanescope: arg scores [512] random(215, -30000, 30000)
// lanescope: arg best [10]
#define K 5
#define PER 8

void offer(short *list, short x)
{
    for (int k = 0; k < K; k++) {
        const short t = max(list[k], x);
        x = min(list[k], x);
        list[k] = t;
    }
}

__kernel void top_k(__global const short *scores, __global short *best)
{
    __local short lists[32][K];
    const int lid = get_local_id(0), base = get_group_id(0) * 32 * PER;
    short mine[K];
    for (int k = 0; k < K; mine[k++] = SHRT_MIN)
        ;
    for (int i = 0; i < PER; ++i)
        offer(mine, scores[base + i * 32 + lid]);
    for (int width = 16; width > 0; width >>= 1) {
        for (int k = 0; k < K; ++k)
            lists[lid][k] = mine[k];
        barrier(CLK_LOCAL_MEM_FENCE);
        if (lid < width)
            for (int k = 0; k < K; ++k)
                offer(mine, lists[lid + width][k]);
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (lid == 0)
        for (int k = 0; k < K; ++k)
            best[get_group_id(0) * K + k] = mine[k];
}
