// Shifts of every width by amounts that are numbers, variables and vectors.
// lanescope: global 64
// lanescope: local 32
// lanescope: arg x [64] random(306, -4611686018427387904, 4611686018427387904)
// lanescope: arg bytes [64]
// lanescope: arg words [64]
// lanescope: arg longs [64]
__kernel void shift_widths(__global const long *x, __global char8 *bytes, __global int8 *words, __global ulong4 *longs)
{
    const int i = get_global_id(0);
    const long v = x[i];
    const char8 b = as_char8(v);
    const uchar8 by = (uchar8)(i & 7, 1, 2, 3, 4, 5, 6, 7);
    bytes[i] = (char8)((b.lo << (char4)(3)) ^ (b.hi >> (char4)(2)), convert_char4(as_uchar4(b.hi) >> by.lo));
    const int lo = (int)v;
    words[i] = (int8)(lo << (i & 31), lo >> (i & 31), (int)((uint)lo >> (i & 31)), lo << 31 - (i & 31) >> 31 - (i & 31),
                      (short)lo >> (i & 15), (ushort)lo << (i & 15), (uchar)lo >> (i & 7), 1 << (lo & 31));
    longs[i] = (ulong4)(v << i, v >> i, (ulong)v >> i, rotate((ulong)v, (ulong)i));
}
