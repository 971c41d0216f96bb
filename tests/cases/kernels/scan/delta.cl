// Differences in zigzag form become values again: four to a work-item, vectors within, a scan between.
// lanescope: global 32
// lanescope: local 32
// lanescope: arg coded [32] random(75, 0, 200)
// lanescope: arg values [32]
__kernel void delta(__global const uchar4 *coded, __global int4 *values)
{
    __local int sums[32];
    const int lid = get_local_id(0);
    const int4 raw = convert_int4(coded[lid]);
    int4 d = (raw >> 1) ^ -(raw & 1);
    d.yw += d.xz;
    d.zw += d.y;
    sums[lid] = d.w;
    barrier(CLK_LOCAL_MEM_FENCE);
    int before = 0;
    for (int i = 0; i < lid; i++)
        before += sums[i];
    values[lid] = d + before;
}
