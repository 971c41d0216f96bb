// Indices are loaded and used as addresses, in both directions.
__kernel void gather_scatter(__global const uint *from, __global const uint *to, __global const float *src,
                             __global float *dst, uint count)
{
    uint i = get_global_id(0);
    if (i >= count) return;
    dst[to[i]] = src[from[i]] * 2.0f;
}
