// PCG32: 64 bits of state, 32 bits out; each work-item has a stream of its own.
// lanescope: global 64
// lanescope: local 16
// lanescope: arg numbers [64*8]
// lanescope: arg dice [64]
// lanescope: arg seed 42
typedef struct {
    ulong state, inc;
} pcg_t;

uint pcg_next(pcg_t *rng)
{
    ulong old = rng->state;
    rng->state = old * 6364136223846793005UL + rng->inc;
    uint shifted = (uint)(((old >> 18) ^ old) >> 27);
    return rotate(shifted, -(uint)(old >> 59));
}

void pcg_seed(pcg_t *rng, ulong seed, ulong stream)
{
    rng->state = 0;
    rng->inc = stream << 1 | 1;
    pcg_next(rng);
    rng->state += seed;
    pcg_next(rng);
}

uint pcg_below(pcg_t *rng, uint bound)
{
    uint threshold = -bound % bound;
    for (;;) {
        uint r = pcg_next(rng);
        if (r >= threshold)
            return r % bound;
    }
}

__kernel void pcg32(__global uint *numbers, __global uchar *dice, ulong seed)
{
    size_t id = get_global_id(0);
    pcg_t rng;
    pcg_seed(&rng, seed, id);
    for (int k = 0; k < 8; k++)
        numbers[k * get_global_size(0) + id] = pcg_next(&rng);
    dice[id] = 1 + pcg_below(&rng, 6);
}
