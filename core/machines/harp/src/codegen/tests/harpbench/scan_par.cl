// The same sums by a function of warp, lane and value, as one kernel calls another.
int scan_warp(int w, int l, int v, __local int *part) {
    part[l] = v;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int d = 1; d < 16; d <<= 1) {
        int left = 0;
        if (l >= d) left = part[l - d];
        barrier(CLK_LOCAL_MEM_FENCE);
        part[l] += left;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    return part[l] + w;
}

__kernel void scan_par(__global int *out, __global const int *a, __local int *part) {
    int i = get_global_id(0), v = a[i];
    if (v > 50) v = 50;
    if ((v & 1) != 0) v = v * 3 + 1;
    out[i] = scan_warp(get_group_id(0), get_local_id(0), v, part);
}
