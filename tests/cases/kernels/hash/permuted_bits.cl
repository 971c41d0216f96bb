// Bits of 64 change places by a table, as the first step of an old cipher has it, and go back by another.
// lanescope: global 32
// lanescope: local 16
// lanescope: arg x [32] random(207, 0, 0x7fffffffffffffff)
// lanescope: arg permuted [32]
// lanescope: arg back [32]
__constant uchar ip[64] = {
    58, 50, 42, 34, 26, 18, 10, 2, 60, 52, 44, 36, 28, 20, 12, 4, 62, 54, 46, 38, 30, 22, 14, 6, 64, 56, 48, 40, 32, 24, 16, 8,
    57, 49, 41, 33, 25, 17, 9, 1, 59, 51, 43, 35, 27, 19, 11, 3, 61, 53, 45, 37, 29, 21, 13, 5, 63, 55, 47, 39, 31, 23, 15, 7,
};

ulong permute(ulong x, __constant uchar *table)
{
    ulong r = 0;
    for (int i = 0; i < 64; i++)
        r = r << 1 | (x >> (64 - table[i]) & 1);
    return r;
}

ulong undo(ulong x, __constant uchar *table)
{
    ulong r = 0;
    for (int i = 0; i < 64; i++)
        r |= (x >> (63 - i) & 1) << (64 - table[i]);
    return r;
}

__kernel void permuted_bits(__global const ulong *x, __global ulong *permuted, __global ulong *back)
{
    const size_t i = get_global_id(0);
    permuted[i] = permute(x[i], ip);
    back[i] = undo(permuted[i], ip);
}
