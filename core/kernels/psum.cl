// lanescope: title Partial sums by a tree
// lanescope: look Each group adds its elements in pairs, then pairs of pairs: half of the work-items stop in every round, by their place.
// lanescope: machine harp/harp32
// lanescope: global 64
// lanescope: local 16
// lanescope: arg sums [4]
// lanescope: arg a [64] iota(1, 2)
// lanescope: arg n 50
// lanescope: arg part [16]
__kernel void psum(__global int *sums, __global const int *a, int n, __local int *part)
{
    int lane = get_local_id(0), i = get_global_id(0);
    part[lane] = i < n ? a[i] : 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int width = 8; width > 0; width /= 2) {
        if (lane < width)
            part[lane] += part[lane + width];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (lane == 0)
        sums[get_group_id(0)] = part[0];
}
