// The builtins of integers on vectors of bytes, shorts and words.
// lanescope: global 64
// lanescope: local 32
// lanescope: arg a [64] random(16, 0, 255)
// lanescope: arg b [64] random(17, 0, 255)
// lanescope: arg bytes [256]
// lanescope: arg words [512]
__kernel void integer_builtins(__global const uchar4 *a, __global const uchar4 *b, __global uchar4 *bytes, __global uint *words)
{
    int i = get_global_id(0);
    uchar4 x = a[i], y = b[i];
    bytes[4 * i] = add_sat(x, y);
    bytes[4 * i + 1] = sub_sat(x, y);
    bytes[4 * i + 2] = hadd(x, y) ^ rhadd(x, y);
    bytes[4 * i + 3] = rotate(x, y & (uchar)7) + abs_diff(x, y);
    ushort4 s = upsample(x, y);
    words[8 * i] = upsample(s.y, s.x);
    words[8 * i + 1] = clz(x).x + 100 * clz(s).y + 10000 * popcount(s.z);
    words[8 * i + 2] = mul_hi(s.x, s.y) | mad_hi(s.z, s.w, (ushort)3) << 16;
    char4 sx = as_char4(x), sy = as_char4(y);
    words[8 * i + 3] = as_uint(add_sat(sx, sy));
    words[8 * i + 4] = as_uint(sub_sat(sx, sy));
    words[8 * i + 5] = as_uint(mul_hi(sx, sy));
    words[8 * i + 6] = as_uint(max(min(sx, sy), (char)-50)) + as_uint(abs(sx));
    words[8 * i + 7] = as_uint(bitselect(x, y, (uchar4)(0x0f, 0xf0, 0x55, 0xff)));
}
