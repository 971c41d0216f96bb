// Sums, minima and maxima of floats so far, whose order the language fixes, on sub-groups of four.
// lanescope: global 32
// lanescope: local 16
// lanescope: arg x [32] random(330, -1, 1)
// lanescope: arg sum [32]
// lanescope: arg lowest [32]
// lanescope: arg highest [32]
__attribute__((intel_reqd_sub_group_size(4)))
__kernel void float_scans(__global const float *x, __global float *sum, __global float *lowest, __global float *highest)
{
    const size_t i = get_global_id(0);
    sum[i] = sub_group_scan_inclusive_add(x[i]);
    lowest[i] = sub_group_scan_inclusive_min(x[i]);
    const float h = sub_group_scan_exclusive_max(x[i]);
    highest[i] = get_sub_group_local_id() == 0 ? -2.0f : h;
    sub_group_barrier(CLK_LOCAL_MEM_FENCE);
}
