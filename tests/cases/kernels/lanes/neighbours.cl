// Differences between neighbours of a sub-group, by shuffles up and down, and a smoothed row.
// lanescope: global 64
// lanescope: local 32
// lanescope: arg x [64] random(329, -100, 100)
// lanescope: arg left [64]
// lanescope: arg right [64]
// lanescope: arg smooth [64]
__kernel __attribute__((intel_reqd_sub_group_size(32)))
void neighbours(__global const int *x, __global int *left, __global int *right, __global float *smooth)
{
    const int i = get_global_id(0), lane = get_sub_group_local_id(), last = get_sub_group_size() - 1;
    const int mine = x[i];
    const int up = sub_group_shuffle_up(mine, 1u), down = sub_group_shuffle_down(mine, 1u);
    left[i] = lane == 0 ? 0 : mine - up;
    right[i] = lane == last ? 0 : down - mine;
    float s = (float)mine;
    for (uint by = 1; by < 4; by <<= 1)
        s = 0.5f * (s + sub_group_shuffle_xor(s, by));
    smooth[i] = s;
}
