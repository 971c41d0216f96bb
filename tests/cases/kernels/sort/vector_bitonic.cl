// A bitonic sort of the sixteen components of a vector, by shuffles and selections alone.
// lanescope: global 32
// lanescope: local 16
// lanescope: arg v [32] random(236, -32768, 32767)
#define STEP(v, mask, keep) select(max(v, shuffle(v, mask)), min(v, shuffle(v, mask)), keep)
#define M1 ((ushort16)(1, 0, 3, 2, 5, 4, 7, 6, 9, 8, 11, 10, 13, 12, 15, 14))
#define M2 ((ushort16)(2, 3, 0, 1, 6, 7, 4, 5, 10, 11, 8, 9, 14, 15, 12, 13))
#define M4 ((ushort16)(4, 5, 6, 7, 0, 1, 2, 3, 12, 13, 14, 15, 8, 9, 10, 11))
#define M8 ((ushort16)(8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7))

short16 keeps(int size, int stride)
{
    const short16 i = (short16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    return ((i & (short)stride) == (short)0) == ((i & (short)size) == (short)0);
}

__kernel void vector_bitonic(__global short16 *v)
{
    const size_t id = get_global_id(0);
    short16 x = v[id];
    x = STEP(x, M1, keeps(2, 1));
    x = STEP(x, M2, keeps(4, 2));
    x = STEP(x, M1, keeps(4, 1));
    x = STEP(x, M4, keeps(8, 4));
    x = STEP(x, M2, keeps(8, 2));
    x = STEP(x, M1, keeps(8, 1));
    x = STEP(x, M8, keeps(16, 8));
    x = STEP(x, M4, keeps(16, 4));
    x = STEP(x, M2, keeps(16, 2));
    x = STEP(x, M1, keeps(16, 1));
    v[id] = x;
}
