// lanescope: title Matrix transpose with a padded tile
// lanescope: look The tile turns in work-group memory, so that reads and writes of global memory are both in one
// lanescope: look piece. A column of padding keeps the banks apart if a row is as wide as a warp. Here a warp has two rows,
// lanescope: look and the padding lets them meet: take it away and look at the passes.
// lanescope: machine simt/teaching
// lanescope: global 16 16
// lanescope: local 4 4
// lanescope: arg in [256] iota(0, 1)
// lanescope: arg out [256]
// lanescope: arg width 16
// lanescope: arg height 16
#define TILE 4

__kernel void transpose_tiled(__global const float *in, __global float *out, int width, int height)
{
    __local float tile[TILE][TILE + 1];
    int tx = get_local_id(0), ty = get_local_id(1);
    int x = get_group_id(0) * TILE + tx;
    int y = get_group_id(1) * TILE + ty;
    tile[ty][tx] = in[y * width + x];
    barrier(CLK_LOCAL_MEM_FENCE);
    x = get_group_id(1) * TILE + tx;
    y = get_group_id(0) * TILE + ty;
    out[y * height + x] = tile[tx][ty];
}
