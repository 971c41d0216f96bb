// Work-group memory as arguments: the host says how much.
// lanescope: global 64
// lanescope: local 16
// lanescope: arg in [64] random(9, 0, 1000)
// lanescope: arg out [64]
// lanescope: arg row [18]
// lanescope: arg flags [16]
__kernel void local_arguments(__global const int *in, __global int *out, __local int *row, __local uchar *flags)
{
    int g = get_global_id(0), l = get_local_id(0), n = get_local_size(0);
    row[l + 1] = in[g];
    if (l == 0) row[0] = g > 0 ? in[g - 1] : 0;
    if (l == n - 1) row[n + 1] = g + 1 < (int)get_global_size(0) ? in[g + 1] : 0;
    flags[n - 1 - l] = in[g] & 1;
    barrier(CLK_LOCAL_MEM_FENCE);
    out[g] = row[l] + row[l + 2] - 2 * row[l + 1] + 10000 * flags[l];
}
