// Ranks in a linked list by pointer jumping: each round doubles how far an element sees.
// lanescope: global 32
// lanescope: local 32
// lanescope: arg order [32] permutation(96)
// lanescope: arg rank [32]
__kernel void list_ranking(__global const int *order, __global int *rank)
{
    __local int next[32], far[32];
    const int lid = get_local_id(0);
    // Element order[i] is followed by order[i + 1], the last one by itself.
    next[order[lid]] = order[min(lid + 1, 31)];
    far[order[lid]] = lid < 31;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int round = 0; round < 5; round++) {
        const int jump = next[next[lid]], length = far[lid] + far[next[lid]];
        barrier(CLK_LOCAL_MEM_FENCE);
        next[lid] = jump;
        far[lid] = length;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    rank[lid] = far[lid];
}
