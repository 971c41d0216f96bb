#define TILE 8

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
