// Compound assignments and increments of small numbers in memory, and in fields.
// lanescope: global 64
// lanescope: local 32
// lanescope: arg bytes [64] random(303, 0, 255)
// lanescope: arg shorts [64] random(304, -32768, 32767)
// lanescope: arg longs [64] random(305, -1000000, 1000000)
// lanescope: arg trace [64*4]
__kernel void compound(__global uchar *bytes, __global short *shorts, __global long *longs, __global int *trace)
{
    const size_t i = get_global_id(0);
    __global uchar *b = &bytes[i];
    __global short *s = shorts + i;
    const uchar was = (*b)++;
    trace[4 * i] = was * 1000 + ++*b;
    trace[4 * i + 1] = (*s)--;
    trace[4 * i + 1] -= --*s;
    *b += 300;
    *b *= 3;
    *b <<= 1;
    *b |= 1;
    *b ^= (uchar)~*b >> 4;
    *s -= 40000;
    *s >>= 2;
    *s *= *b;
    *s %= 1000;
    *s /= -7;
    longs[i] += *s;
    longs[i] *= 1.5f;
    longs[i] -= 0.5;
    longs[i] &= ~0xffL;
    longs[i] /= 3u;
    struct {
        uchar x;
        short y[2];
    } t = { *b, { *s, 7 } };
    t.x -= t.y[1] *= t.y[0] += 5;
    trace[4 * i + 2] = t.x;
    trace[4 * i + 3] = t.y[1];
}
