// Maxwell's equations in two dimensions: magnetic and electric fields by turns in one group.
// lanescope: global 12
// lanescope: local 12
// lanescope: arg ez [144]
// lanescope: arg hx [144]
// lanescope: arg hy [144]
// lanescope: arg steps 8
#define N 12
__kernel void fdtd(__global float *ez, __global float *hx, __global float *hy, int steps)
{
    const int x = get_local_id(0);
    for (int t = 0; t < steps; t++) {
        for (int y = 0; y < N - 1; y++) {
            hx[y * N + x] -= 0.5f * (ez[(y + 1) * N + x] - ez[y * N + x]);
            if (x < N - 1)
                hy[y * N + x] += 0.5f * (ez[y * N + x + 1] - ez[y * N + x]);
        }
        barrier(CLK_GLOBAL_MEM_FENCE);
        if (x > 0 && x < N - 1)
            for (int y = 1; y < N - 1; y++)
                ez[y * N + x] += 0.5f * (hy[y * N + x] - hy[y * N + x - 1] - hx[y * N + x] + hx[(y - 1) * N + x]);
        if (x == N / 2)
            ez[N / 2 * N + x] += 1.0f / (1 + t * t);
        barrier(CLK_GLOBAL_MEM_FENCE);
    }
}
