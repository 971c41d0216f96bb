// Shortest ways by Bellman and Ford: every edge is relaxed until nothing changes.
// lanescope: global 32
// lanescope: local 32
// lanescope: arg from [128] random(88, 0, 31)
// lanescope: arg to [128] random(89, 0, 31)
// lanescope: arg weight [128] random(90, 1, 20)
// lanescope: arg distance [32]
// lanescope: arg edges 128
#define FAR 0xffffffu

__kernel void sssp(__constant uchar *from, __constant uchar *to, __constant uchar *weight, __global uint *distance, int edges)
{
    __local uint d[32];
    __local int again;
    const int lid = get_local_id(0);
    d[lid] = lid == 0 ? 0 : FAR;
    for (int round = 0; round < 32; ++round) {
        if (lid == 0)
            again = 0;
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int e = lid; e < edges; e += get_local_size(0)) {
            const uint way = d[from[e]] + weight[e];
            if (way < atomic_min(&d[to[e]], way))
                atomic_or(&again, 1);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        if (!again)
            break;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    distance[lid] = d[lid];
}
