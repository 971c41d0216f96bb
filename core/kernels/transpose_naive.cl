// lanescope: title Matrix transpose, naive
// lanescope: look Rows are read in one piece, columns are written in as many pieces as there are lanes.
// lanescope: machine simt/teaching
// lanescope: global 16 16
// lanescope: local 8 4
// lanescope: arg in [256] iota(0, 1)
// lanescope: arg out [256]
// lanescope: arg width 16
// lanescope: arg height 16
__kernel void transpose_naive(__global const float *in, __global float *out, int width, int height)
{
    int x = get_global_id(0);
    int y = get_global_id(1);
    if (x < width && y < height)
        out[x * height + y] = in[y * width + x];
}
