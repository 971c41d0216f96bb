// Darts at a square, with xorshift for the places; hits counted by group and then for all.
// lanescope: global 64
// lanescope: local 32
// lanescope: arg seed [64] iota(12345, 7919)
// lanescope: arg hits [1]
// lanescope: arg darts 40
uint next(uint *state)
{
    uint x = *state;
    x ^= x << 13;
    x ^= x >> 17;
    x ^= x << 5;
    return *state = x;
}

__kernel void pi_by_darts(__global uint *seed, __global uint *hits, int darts)
{
    __local uint inside;
    uint state = seed[get_global_id(0)], mine = 0;
    if (get_local_id(0) == 0)
        inside = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    while (darts-- > 0) {
        uint x = next(&state) >> 17, y = next(&state) >> 17;
        mine += x * x + y * y < 1u << 30;
    }
    atomic_add(&inside, mine);
    seed[get_global_id(0)] = state;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (get_local_id(0) == 0)
        atomic_add(hits, inside);
}
