// Quotients and remainders of every width, signed and unsigned, by numbers that are not constant.
// lanescope: global 64
// lanescope: local 32
// lanescope: arg a [64] random(131, -2147483648, 2147483647)
// lanescope: arg b [64] random(132, 1, 300)
// lanescope: arg c8 [64]
// lanescope: arg s16 [64]
// lanescope: arg i32 [64]
// lanescope: arg l64 [64]
__kernel void divisions(__global const int *a, __global const int *b, __global char2 *c8, __global ushort2 *s16,
                        __global int4 *i32, __global long2 *l64)
{
    const int i = get_global_id(0), sign = i & 1 ? -1 : 1;
    const int x = a[i], y = b[i] * sign;
    const char xc = x, yc = (char)(y | 1);
    c8[i] = (char2)(xc / yc, xc % yc);
    const ushort xs = x, ys = y | 1;
    s16[i] = (ushort2)(xs / ys, xs % ys);
    i32[i] = (int4)(x / y, x % y, (uint)x / (uint)b[i], (uint)x % (uint)b[i]);
    const long xl = (long)x * 1000003, yl = (long)y * 77;
    l64[i] = (long2)(xl / yl, xl % yl);
}
