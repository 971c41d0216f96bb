// Odd-even transposition: neighbours change places as often as there are elements.
// lanescope: global 32
// lanescope: local 32
// lanescope: arg a [64] random(43, -1, 1)
// lanescope: arg rounds [1]
__kernel void odd_even(__global float *a, __global int *rounds)
{
    const int n = 2 * get_local_size(0);
    const int lid = get_local_id(0);
    __local int changed;
    int round = 0;
    do {
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
        if (lid == 0)
            changed = 0;
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int phase = 0; phase < 2; phase++) {
            const int i = 2 * lid + phase;
            if (i + 1 < n && a[i] > a[i + 1]) {
                const float t = a[i];
                a[i] = a[i + 1];
                a[i + 1] = t;
                changed = 1;
            }
            barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
        }
        round++;
    } while (changed);
    if (lid == 0)
        *rounds = round;
}
