// Between all widths of integers and floats, with saturation and with every rounding.
// lanescope: global 64
// lanescope: local 32
// lanescope: arg f [64] random(140, -400, 400)
// lanescope: arg n [64] random(141, -70000, 70000)
// lanescope: arg bytes [64]
// lanescope: arg shorts [64]
// lanescope: arg ints [64]
// lanescope: arg longs [64]
__kernel void conversions(__global const float *f, __global const int *n, __global uchar4 *bytes, __global short4 *shorts,
                          __global int4 *ints, __global ulong2 *longs)
{
    const size_t i = get_global_id(0);
    const float x = f[i];
    const int v = n[i];
    bytes[i] = (uchar4)(convert_uchar_sat(x), convert_uchar_sat(v), convert_uchar(v), (uchar)convert_char_sat(v));
    shorts[i] = (short4)(convert_short_sat(v), convert_short(v), convert_short_rte(x), (short)x);
    ints[i] = (int4)(convert_int_rte(x), convert_int_rtz(x), convert_int_rtp(x), convert_int_rtn(x));
    longs[i] = (ulong2)(convert_ulong_sat(v), (ulong)v);
}
