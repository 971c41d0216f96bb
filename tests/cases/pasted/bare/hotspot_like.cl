// Temperature of a chip, one step, with a halo in work-group memory.
#define BS 8
__kernel void hot(__global const float *power, __global const float *src, __global float *dst, int cols, int rows,
                  float cap, float rx, float ry, float rz, float step)
{
    __local float t[BS + 2][BS + 2];
    int tx = get_local_id(0), ty = get_local_id(1);
    int x = get_group_id(0) * BS + tx, y = get_group_id(1) * BS + ty;
    t[ty + 1][tx + 1] = src[y * cols + x];
    if (tx == 0) t[ty + 1][0] = src[y * cols + max(x - 1, 0)];
    if (tx == BS - 1) t[ty + 1][BS + 1] = src[y * cols + min(x + 1, cols - 1)];
    if (ty == 0) t[0][tx + 1] = src[max(y - 1, 0) * cols + x];
    if (ty == BS - 1) t[BS + 1][tx + 1] = src[min(y + 1, rows - 1) * cols + x];
    barrier(CLK_LOCAL_MEM_FENCE);
    float c = t[ty + 1][tx + 1];
    dst[y * cols + x] = c + step / cap * (power[y * cols + x] + (t[ty][tx + 1] + t[ty + 2][tx + 1] - 2 * c) / ry +
        (t[ty + 1][tx] + t[ty + 1][tx + 2] - 2 * c) / rx + (80.0f - c) / rz);
}
