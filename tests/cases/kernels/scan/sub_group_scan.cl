// Scans by the sub-group's own functions, of sub-groups of sixteen.
// lanescope: global 64
// lanescope: local 32
// lanescope: arg x [64] random(71, -20, 20)
// lanescope: arg sum [64]
// lanescope: arg below [64]
// lanescope: arg largest [64]
__kernel __attribute__((intel_reqd_sub_group_size(16)))
void sub_group_scan(__global const int *x, __global int *sum, __global uint *below, __global int *largest)
{
    const int i = get_global_id(0);
    sum[i] = sub_group_scan_inclusive_add(x[i]);
    below[i] = sub_group_scan_exclusive_add((uint)(x[i] < 0));
    largest[i] = sub_group_scan_inclusive_max(x[i]);
}
