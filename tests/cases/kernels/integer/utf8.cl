// UTF-8: numbers of characters become one to four bytes, and bytes become numbers again.
// lanescope: global 64
// lanescope: local 32
// lanescope: arg codes [64] random(138, 0, 0x10ffff)
// lanescope: arg bytes [64]
// lanescope: arg back [64]
int encode(uint code, uchar *out)
{
    if (code < 0x80)
        return out[0] = code, 1;
    if (code < 0x800)
        return out[0] = 0xc0 | code >> 6, out[1] = 0x80 | (code & 0x3f), 2;
    if (code < 0x10000)
        return out[0] = 0xe0 | code >> 12, out[1] = 0x80 | (code >> 6 & 0x3f), out[2] = 0x80 | (code & 0x3f), 3;
    out[0] = 0xf0 | code >> 18;
    out[1] = 0x80 | (code >> 12 & 0x3f);
    out[2] = 0x80 | (code >> 6 & 0x3f);
    out[3] = 0x80 | (code & 0x3f);
    return 4;
}

__kernel void utf8(__global const uint *codes, __global uchar4 *bytes, __global uint *back)
{
    const size_t i = get_global_id(0);
    uchar b[4] = { 0, 0, 0, 0 };
    const int n = encode(codes[i] >> (i % 4 * 5), b);
    bytes[i] = (uchar4)(b[0], b[1], b[2], b[3]);
    const int lead = clz((uchar)~b[0]);
    uint code = lead == 0 ? b[0] : b[0] & (0xff >> (lead + 1));
    for (int k = 1; k < n; k++)
        code = code << 6 | (b[k] & 0x3f);
    back[i] = lead == 0 || lead == n ? code : 0xffffffff;
}
