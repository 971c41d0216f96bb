// A stack of cells that is changed by compare-and-exchange alone: all push, then all pop.
// lanescope: global 32
// lanescope: local 32
// lanescope: arg x [32] random(344, 1, 1000)
// lanescope: arg sums [2]
// lanescope: arg popped [32]
__kernel void treiber(__global const int *x, __global int *sums, __global int *popped)
{
    __local int next[32];
    volatile __local int head;
    const int lid = get_local_id(0);
    if (lid == 0)
        head = -1;
    barrier(CLK_LOCAL_MEM_FENCE);
    int seen;
    do {
        seen = head;
        next[lid] = seen;
    } while (atomic_cmpxchg(&head, seen, lid) != seen);
    barrier(CLK_LOCAL_MEM_FENCE);
    int top;
    do
        top = head;
    while (atomic_cmpxchg(&head, top, next[top]) != top);
    atomic_add(&sums[0], x[top]);
    atomic_inc(&popped[top]);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (lid == 0)
        sums[1] = head;
}
