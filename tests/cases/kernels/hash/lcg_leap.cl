// A linear congruential generator that leaps: the map of 2^k steps is built by squaring.
// lanescope: global 64
// lanescope: local 32
// lanescope: arg inside [64]
// lanescope: arg state [64]
// lanescope: arg seed 20240229
#define A 6364136223846793005UL
#define C 1442695040888963407UL

ulong leap(ulong s, ulong steps)
{
    ulong a = A, c = C;
    while (steps) {
        if (steps & 1)
            s = s * a + c;
        c *= a + 1;
        a *= a;
        steps >>= 1;
    }
    return s;
}

__kernel void lcg_leap(__global uint *inside, __global ulong *state, ulong seed)
{
    const size_t id = get_global_id(0);
    ulong s = leap(seed, id * 16);
    uint count = 0;
    for (int k = 0; k < 8; k++) {
        s = s * A + C;
        const uint x = s >> 48;
        s = s * A + C;
        const uint y = s >> 48;
        count += (ulong)x * x + (ulong)y * y < 1UL << 32;
    }
    inside[id] = count;
    state[id] = s;
}
