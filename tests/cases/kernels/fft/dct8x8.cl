// The cosine transform of blocks of 8 x 8: rows, then columns, through work-group memory.
// lanescope: global 16 16
// lanescope: local 8 2
// lanescope: arg in [256] random(6, -128, 127)
// lanescope: arg out [256]
#define S 0.3535533905932738f
float coefficient(int u, int x) { return u == 0 ? S : 0.5f * cospi((2 * x + 1) * u / 16.0f); }

__kernel __attribute__((reqd_work_group_size(8, 2, 1)))
void dct8x8(__global const float *in, __global float *out)
{
    __local float rows[8][8], c[8][8];
    const int u = get_local_id(0), ly = get_local_id(1), w = get_global_size(0), by = get_group_id(1) / 4 * 8;
    if (get_group_id(1) % 4 != 0)
        return;
    for (int x = ly; x < 8; x += 2)
        c[u][x] = coefficient(u, x);
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int y = ly; y < 8; y += 2) {
        float s = 0;
        for (int x = 0; x < 8; x++)
            s += in[(by + y) * w + get_group_id(0) * 8 + x] * c[u][x];
        rows[y][u] = s;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int v = ly; v < 8; v += 2) {
        float s = 0;
        for (int y = 0; y < 8; y++)
            s += rows[y][u] * c[v][y];
        out[(by + v) * w + get_group_id(0) * 8 + u] = s;
    }
}
