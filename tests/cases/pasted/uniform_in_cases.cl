// A value that is the same in all work-items stays so where a case of the switch around it leads them apart: the barrier
// that it decides about is one that all come to.
// lanescope: global 48
// lanescope: local 24
// lanescope: arg x [48]
// lanescope: arg rounds 9
__kernel void uniform_in_cases(__global int *x, const int rounds)
{
    __local int tile[24];
    const int i = get_local_id(0);
    int steps = 0;
    tile[i] = i;
    for (int round = 0; round < rounds; round++) {
        switch (round & 3) {
        case 0: steps = steps + 1; break;
        case 1: if (i & 1) tile[i] += 3; break;
        case 2: if (i > 7) { if (i < 20) tile[i] *= 2; else tile[i] -= 1; } else steps = steps; break;
        default: break;
        }
        if (steps > 1) {
            barrier(CLK_LOCAL_MEM_FENCE);
            const int other = tile[(i + steps) % 24];
            barrier(CLK_LOCAL_MEM_FENCE);
            tile[i] += other & 15;
        }
    }
    x[get_global_id(0)] = tile[i];
}
