// lanescope: title The largest of nine, every second place
// lanescope: look Neighbours share a column of what they read: a cache serves it, or a scratchpad that was filled before.
// lanescope: machine simt/teaching
// lanescope: global 31 15
// lanescope: local 31 1
// lanescope: arg in [63*31] random(5, -1, 1)
// lanescope: arg out [31*15]
__kernel void max_pool(__global const float *in, __global float *out)
{
    int x = get_global_id(0), y = get_global_id(1), width = 2 * get_global_size(0) + 1;
    float most = -INFINITY;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            most = fmax(most, in[(2 * y + i) * width + 2 * x + j]);
    out[y * get_global_size(0) + x] = most;
}
