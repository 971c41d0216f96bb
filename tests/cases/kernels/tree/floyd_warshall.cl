// All shortest ways by Floyd and Warshall, a group of 16 x 16 that works in place.
// lanescope: global 16 2
// lanescope: local 16 2
// lanescope: arg d [256] random(97, 1, 100)
// lanescope: arg via [256] fill(-1)
// lanescope: arg n 16
__kernel void floyd_warshall(__global int *d, __global int *via, const int n)
{
    const int x = get_local_id(0);
    for (int k = 0; k < n; ++k) {
        for (int y = get_local_id(1); y < n; y += get_local_size(1)) {
            const int old = d[y * n + x], way = x == k || y == k ? old : d[y * n + k] + d[k * n + x];
            if (way < old) {
                d[y * n + x] = way;
                via[y * n + x] = k;
            }
        }
        barrier(CLK_GLOBAL_MEM_FENCE);
    }
}
