// Inclusive sums of the elements that a flag lets in, over the lanes of a group; what is negative counts double.
__kernel void scan(__global int *out, __global const int *a, __global const int *flags, __local int *part) {
    int l = get_local_id(0), i = get_global_id(0), v = 0;
    if (flags[i] > 0) {
        if (a[i] < 0) v = 2 * a[i];
        else v = a[i];
    }
    part[l] = v;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int d = 1; d < 16; d <<= 1) {
        int left = 0;
        if (l >= d) left = part[l - d];
        barrier(CLK_LOCAL_MEM_FENCE);
        part[l] += left;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (flags[i] != 0) out[i] = part[l];
}
