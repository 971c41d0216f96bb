// lanescope: title Sums by a function of the group
// lanescope: look The same sums, asked of a function that all work-items of a group call together, of values that data have changed before.
// lanescope: machine harp/harp32
// lanescope: global 32
// lanescope: local 16
// lanescope: arg out [32]
// lanescope: arg a [32] iota(7, 5)
// lanescope: arg part [16]
int sum_to(int group, int lane, int value, __local int *part)
{
    part[lane] = value;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int distance = 1; distance < 16; distance *= 2) {
        int before = lane >= distance ? part[lane - distance] : 0;
        barrier(CLK_LOCAL_MEM_FENCE);
        part[lane] += before;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    return part[lane] + group;
}

__kernel void scan_par(__global int *out, __global const int *a, __local int *part)
{
    int i = get_global_id(0), value = a[i];
    if (value > 100)
        value = 100;
    if (value & 1)
        value = value * 3 + 1;
    out[i] = sum_to(get_group_id(0), get_local_id(0), value, part);
}
