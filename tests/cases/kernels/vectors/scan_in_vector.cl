// Prefix sums of sixteen numbers inside of a vector: each step adds the vector moved up by 1, 2, 4, 8.
// lanescope: global 24
// lanescope: local 8
// lanescope: arg x [384] random(15, 0, 65535)
// lanescope: arg y [384]
__kernel void scan_in_vector(__global const ushort *x, __global ushort *y)
{
    const int i = get_global_id(0);
    ushort16 v = vload16(i, x);
    v += (ushort16)(0, v.s0123, v.s456789ab, v.scde);
    v += (ushort16)((ushort2)(0), v.s01, v.s23456789, v.sabcd);
    v += (ushort16)(0, 0, 0, 0, v.lo, v.s89ab);
    v += (ushort16)((ushort8)(0), v.lo);
    vstore16(v, i, y);
}
