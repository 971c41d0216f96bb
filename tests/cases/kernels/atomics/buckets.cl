// Lists for buckets: each element becomes the head by an exchange; then a walk along each list sums it up.
// lanescope: global 64
// lanescope: local 64
// lanescope: arg x [64] random(180, 0, 1000)
// lanescope: arg sums [8]
// lanescope: arg lengths [8]
__kernel void buckets(__global const int *x, __global int *sums, __global int *lengths)
{
    __local int head[8];
    __local int next[64];
    const int lid = get_local_id(0);
    if (lid < 8)
        head[lid] = -1;
    barrier(CLK_LOCAL_MEM_FENCE);
    next[lid] = atomic_xchg(&head[x[lid] & 7], lid);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (lid < 8) {
        int sum = 0, length = 0;
        for (int at = head[lid]; at >= 0; at = next[at], ++length)
            sum += x[at];
        sums[lid] = sum;
        lengths[lid] = length;
    }
}
