// OpenCL's functions of integers, on all widths and on vectors.
// lanescope: global 64
// lanescope: local 32
// lanescope: arg a [64] random(364, -2147483648, 2147483647)
// lanescope: arg b [64] random(365, -2147483648, 2147483647)
// lanescope: arg words [128]
// lanescope: arg shorts [64]
// lanescope: arg longs [64]
__kernel void opencl_builtins(__global const int *a, __global const int *b, __global int8 *words, __global short8 *shorts,
                              __global ulong4 *longs)
{
    const int i = get_global_id(0), x = a[i], y = b[i];
    words[2 * i] = (int8)(mul24(x >> 8, y >> 8), mad24(x >> 8, y >> 8, x), mul_hi(x, y), mad_hi(x, y, 7), clz(x), ctz(x | 1 << 31),
                          hadd(x, y), rhadd(x, y));
    words[2 * i + 1] = (int8)(add_sat(x, y), sub_sat(x, y), (int)abs(x), (int)abs_diff(x, y), clamp(x, -1000, 1000000),
                              rotate(x, y & 31), bitselect(x, y, 0x00ffff00), mad_sat(x >> 8, y >> 12, x));
    const short8 v = as_short8((int4)(x, y, x + y, x ^ y)), w = v.s76543210;
    short8 r = select(v, w, v < w);
    r.s0246 += mul_hi(v.even, w.odd);
    r.odd = min(r.odd, (short)1000) | (short4)(popcount(v.lo));
    shorts[i] = r;
    longs[i] = (ulong4)(mul_hi((ulong)a[i], (ulong)b[i]), upsample((uint)x, (uint)y), clz((long)x), abs_diff((long)x << 20, (long)y << 20));
}
