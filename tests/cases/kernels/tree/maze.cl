// The shortest way through a maze: a wave goes over the grid until nothing changes.
// lanescope: global 16 4
// lanescope: local 16 4
// lanescope: arg cells [256] random(275, 0, 9)
// lanescope: arg steps [256]
// lanescope: arg waves [1]
#define N 16
#define IS_WALL(v) ((v) < 3)

__kernel void maze(__global const uchar *cells, __global int *steps, __global int *waves)
{
    __local short d[N + 2][N + 2];
    __local int again;
    const int x = get_local_id(0) + 1;
    for (int i = get_local_linear_id(); i < (N + 2) * (N + 2); i += 64)
        (&d[0][0])[i] = -1;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (x == 1 && get_local_id(1) == 0)
        d[1][1] = 0;
    int wave = 0;
    do {
        barrier(CLK_LOCAL_MEM_FENCE);
        again = 0;
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int y = get_local_id(1) + 1; y <= N; y += get_local_size(1)) {
            const bool free_cell = d[y][x] < 0 && !IS_WALL(cells[(y - 1) * N + x - 1]);
            if (free_cell && (d[y - 1][x] == wave || d[y + 1][x] == wave || d[y][x - 1] == wave || d[y][x + 1] == wave)) {
                d[y][x] = wave + 1;
                again = 1;
            }
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        ++wave;
    } while (again);
    for (int y = get_local_id(1); y < N; y += get_local_size(1))
        steps[y * N + x - 1] = d[y + 1][x];
    if (get_local_linear_id() == 0)
        *waves = wave;
}
