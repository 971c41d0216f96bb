// What C makes of small numbers in expressions: promotions, signs in comparisons, narrowing in assignments.
// lanescope: global 64
// lanescope: local 32
// lanescope: arg a [64] random(301, -128, 127)
// lanescope: arg b [64] random(302, -128, 127)
// lanescope: arg out [64*12]
__kernel void promotions(__global const char *a, __global const char *b, __global int *out)
{
    const int i = get_global_id(0);
    const char c = a[i], d = b[i];
    const uchar u = c, v = d;
    const short s = c * d;
    const ushort w = c;
    __global int *o = out + i * 12;
    o[0] = c + u;
    o[1] = u * v << 1;
    o[2] = -u;
    o[3] = ~v >> 2;
    o[4] = (c < u) + 2 * (c == (char)u) + 4 * ((uint)c < (uint)u) + 8 * (c < (int)w);
    o[5] = (uchar)(u + v) + (uchar)(u - v);
    o[6] = s / (d | 1);
    o[7] = (w >> 3) - (s >> 3);
    o[8] = -1 < (uint)u ? 1 : 2;
    o[9] = sizeof(c + d) + sizeof(c) * 10 + sizeof(s + 1L) * 100;
    o[10] = (char)(c + d) < c ? -1 : (short)(s + 30000);
    o[11] = (i & 1 ? c : u) + !c + !!d;
}
