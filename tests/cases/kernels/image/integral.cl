// Sums of everything to the left and above, and from them boxes of any size with four loads.
// lanescope: global 16
// lanescope: local 16
// lanescope: arg in [256] random(10, -50, 50)
// lanescope: arg sums [289]
// lanescope: arg boxes [256]
__kernel void integral(__global const int *in, __global int *sums, __global int *boxes)
{
    const int n = 16, pitch = n + 1, me = get_local_id(0);
    int run = 0;
    for (int x = 0; x < n; x++) {
        run += in[me * n + x];
        sums[(me + 1) * pitch + x + 1] = run;
    }
    barrier(CLK_GLOBAL_MEM_FENCE);
    run = 0;
    for (int y = 1; y <= n; y++)
        sums[y * pitch + me + 1] = run += sums[y * pitch + me + 1];
    barrier(CLK_GLOBAL_MEM_FENCE);
    for (int y = 0; y < n; y++) {
        int x0 = max(me - 2, 0), x1 = min(me + 3, n), y0 = max(y - 1, 0), y1 = min(y + 2, n);
        boxes[y * n + me] = sums[y1 * pitch + x1] - sums[y0 * pitch + x1] - sums[y1 * pitch + x0] + sums[y0 * pitch + x0];
    }
}
