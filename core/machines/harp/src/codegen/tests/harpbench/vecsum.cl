// Sums of two vectors whose length is no multiple of the warps: the last warps part or have nothing to do.
__kernel void vecsum(__global int *c, __global const int *a, __global const int *b, int n) {
    int w = get_group_id(0), l = get_local_id(0), i = get_global_id(0);
    if (w * 16 < n) {
        if (i < n) {
            c[i] = a[i] + b[i];
            if (l == 0) c[i] += 1;
        }
    }
}
