// Bits counted in five ways, which have to agree.
// lanescope: global 64
// lanescope: local 32
// lanescope: arg x [64] random(111, 0, 0xffffffff)
// lanescope: arg counts [320]
__constant uchar nibble[16] = { 0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4 };

uint by_nibbles(uint x)
{
    uint n = 0;
    for (; x; x >>= 4)
        n += nibble[x & 0xf];
    return n;
}

uint by_adding(uint x)
{
    x -= (x >> 1) & 0x55555555;
    x = (x & 0x33333333) + ((x >> 2) & 0x33333333);
    x = (x + (x >> 4)) & 0x0f0f0f0f;
    return x * 0x01010101 >> 24;
}

uint by_clearing(uint x)
{
    uint n;
    for (n = 0; x; n++)
        x &= x - 1;
    return n;
}

__kernel void popcounts(__global const uint *x, __global uint *counts)
{
    const int i = get_global_id(0);
    const uint v = x[i];
    const uchar4 bytes = popcount(as_uchar4(v));
    __global uint *out = counts + 5 * i;
    *out++ = popcount(v);
    *out++ = by_nibbles(v);
    *out++ = by_adding(v);
    *out++ = by_clearing(v);
    *out++ = bytes.x + bytes.y + bytes.z + bytes.w;
}
