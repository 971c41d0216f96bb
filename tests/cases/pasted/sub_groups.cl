// Prefix sums of a work-group by sub-groups of 8, and the largest element of each.
// lanescope: global 128
// lanescope: local 32
// lanescope: arg in [128] random(1, 0, 100)
// lanescope: arg out [128]
// lanescope: arg most [16]
#pragma OPENCL EXTENSION cl_khr_subgroups : enable

__attribute__((intel_reqd_sub_group_size(8)))
__kernel void scan(__global const int *in, __global int *out, __global int *most)
{
    __local int sums[32];
    size_t i = get_global_id(0);
    int v = in[i];
    int up_to = sub_group_scan_inclusive_add(v);
    if (get_sub_group_local_id() == get_sub_group_size() - 1)
        sums[get_sub_group_id()] = up_to;
    barrier(CLK_LOCAL_MEM_FENCE);
    int before = 0;
    for (uint s = 0; s < get_sub_group_id(); s++) before += sums[s];
    out[i] = before + up_to;
    int largest = sub_group_reduce_max(v);
    if (get_sub_group_local_id() == 0) most[i / 8] = largest;
}
