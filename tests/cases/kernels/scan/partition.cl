// A stable partition: elements below the pivot from the front, the others behind them.
// lanescope: global 32
// lanescope: local 32
// lanescope: arg in [32] random(67, 0, 100)
// lanescope: arg out [32]
// lanescope: arg split [1]
// lanescope: arg pivot 40
__kernel void partition(__global const ushort *in, __global ushort *out, __global uint *split, const ushort pivot)
{
    __local uchar below[33];
    const uint lid = get_local_id(0);
    const ushort value = in[lid];
    const bool is_below = value < pivot;
    if (!lid)
        below[0] = 0;
    below[lid + 1] = is_below;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (lid == 0)
        for (uint i = 1; i <= 32; ++i)
            below[i] += below[i - 1];
    barrier(CLK_LOCAL_MEM_FENCE);
    const uint before = below[lid];
    out[is_below ? before : below[32] + lid - before] = value;
    if (lid == 31)
        split[0] = below[32];
}
