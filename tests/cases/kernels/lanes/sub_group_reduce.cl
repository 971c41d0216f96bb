// Sums, minima and maxima by sub-groups of eight, and what one lane tells the others.
// lanescope: global 64
// lanescope: local 32
// lanescope: arg x [64] random(156, -50, 50)
// lanescope: arg sums [8]
// lanescope: arg smallest [8]
// lanescope: arg rotated [64]
// lanescope: arg where [64]
#pragma OPENCL EXTENSION cl_khr_subgroups : enable

__attribute__((intel_reqd_sub_group_size(8)))
__kernel void sub_group_reduce(__global const int *x, __global int *sums, __global float *smallest,
                               __global int *rotated, __global int *where)
{
    const uint i = get_global_id(0), lane = get_sub_group_local_id();
    const uint group = get_group_id(0) * get_num_sub_groups() + get_sub_group_id();
    const int sum = sub_group_reduce_add(x[i]);
    const float least = sub_group_reduce_min((float)x[i] * 0.25f);
    if (lane == 0) {
        sums[group] = sum;
        smallest[group] = least;
    }
    rotated[i] = sub_group_shuffle(x[i], (lane + 3) % get_sub_group_size()) + sub_group_broadcast(x[i], 2);
    where[i] = sub_group_any(x[i] == sum) | sub_group_all(x[i] > -51) << 1 | get_max_sub_group_size() << 2;
}
