// Sets of numbers as bits: members come in by or, leave by and, and flip by exclusive or.
// lanescope: global 128
// lanescope: local 32
// lanescope: arg members [128] random(177, 0, 255)
// lanescope: arg in [8] zeros
// lanescope: arg out [8] fill(0xffffffff)
// lanescope: arg flipped [8] zeros
// lanescope: arg fresh [1]
#define WORD(n) ((n) >> 5)
#define BIT(n) (1u << ((n) & 31))

__kernel void bitset(__global const uchar *members, __global uint *in, __global uint *out, __global uint *flipped,
                     __global uint *fresh)
{
    const uchar m = members[get_global_id(0)];
    if (!(atomic_or(&in[WORD(m)], BIT(m)) & BIT(m)))
        atomic_inc(fresh);
    atomic_and(&out[WORD(m)], ~BIT(m));
    atomic_xor(&flipped[WORD(m)], BIT(m));
}
