// Ordered dithering to one bit, eight pixels of a row packed in a byte.
// lanescope: global 4 16
// lanescope: local 4 4
// lanescope: arg grey [512] random(13, 0, 255)
// lanescope: arg bits [64]
constant uchar bayer[4][4] = { { 0, 8, 2, 10 }, { 12, 4, 14, 6 }, { 3, 11, 1, 9 }, { 15, 7, 13, 5 } };

__kernel void dither(__global const uchar8 *grey, __global uchar *bits)
{
    const uint bx = get_global_id(0), y = get_global_id(1), at = y * get_global_size(0) + bx;
    uchar8 p = grey[at];
    uchar8 limit;
    limit.lo = vload4(y & 3, &bayer[0][0]);
    limit.hi = limit.lo;
    limit = limit * (uchar)16 + (uchar)8;
    char8 on = p > limit;
    uchar packed = 0;
    packed |= on.s0 & 1;
    packed |= on.s1 & 2;
    packed |= on.s2 & 4;
    packed |= on.s3 & 8;
    packed |= on.s4 & 16;
    packed |= on.s5 & 32;
    packed |= on.s6 & 64;
    packed |= on.s7 & 128;
    bits[at] = packed;
}
