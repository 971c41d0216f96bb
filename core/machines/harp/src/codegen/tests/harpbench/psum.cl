// Sums of blocks: a tree over the lanes of each group, in work-group memory.
__kernel void psum(__global int *sums, __global const int *a, int n, __local int *part) {
    int l = get_local_id(0), i = get_global_id(0), w = get_group_id(0);
    part[l] = i < n ? a[i] : 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int s = 8; s > 0; s >>= 1) {
        if (l < s) part[l] += part[l + s];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (l == 0) {
        if (w * 16 < n) sums[w] = part[0];
    }
}
