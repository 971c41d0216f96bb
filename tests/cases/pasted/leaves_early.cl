// Work-items leave a loop that has a barrier in it: on a machine whose barrier waits for all that are left, they may.
// lanescope: global 48
// lanescope: local 24
// lanescope: arg out [48]
// lanescope: arg rounds 9
__kernel void leaves_early(__global int *out, const int rounds)
{
    const int i = get_global_id(0);
    int sum = 0;
    for (int round = 0; round < rounds; round++) {
        if (sum > 3 * i)
            return;
        barrier(CLK_GLOBAL_MEM_FENCE);
        sum += round + 1;
        out[i] = sum;
    }
}
