// Hamming's code of seven bits in vectors of bytes: one bit is turned over, found and mended.
// lanescope: global 16
// lanescope: local 16
// lanescope: arg nibbles [16] random(316, 0, 15)
// lanescope: arg noise [16] random(317, 0, 7)
// lanescope: arg sent [16]
// lanescope: arg mended [16]
// lanescope: arg where [16]
uchar4 bit(uchar4 v, uchar n) { return v >> n & (uchar4)1; }

uchar4 encode(uchar4 d)
{
    const uchar4 d0 = bit(d, 0), d1 = bit(d, 1), d2 = bit(d, 2), d3 = bit(d, 3);
    return (d0 ^ d1 ^ d3) | (d0 ^ d2 ^ d3) << (uchar4)1 | d0 << (uchar4)2 | (d1 ^ d2 ^ d3) << (uchar4)3 | d1 << (uchar4)4 |
           d2 << (uchar4)5 | d3 << (uchar4)6;
}

uchar4 syndrome(uchar4 c)
{
    uchar4 s = 0;
    for (uchar k = 1; k < 8; k++)
        s ^= bit(c, k - 1) * k;
    return s;
}

__kernel void error_code(__global const uchar4 *nibbles, __global const uchar4 *noise, __global uchar4 *sent,
                         __global uchar4 *mended, __global uchar4 *where)
{
    const int i = get_global_id(0);
    const uchar4 code = encode(nibbles[i]), n = noise[i];
    uchar4 got = code ^ (uchar4)1 << n >> (uchar4)1;
    const uchar4 s = syndrome(got);
    got ^= s != (uchar4)0 ? (uchar4)1 << s - (uchar)1 : (uchar4)0;
    sent[i] = code;
    where[i] = s;
    mended[i] = bit(got, 2) | bit(got, 4) << (uchar)1 | bit(got, 5) << (uchar)2 | bit(got, 6) << (uchar)3;
}
