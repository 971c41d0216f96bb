// A union of a word, its halves and bytes; byte order turned; numbers written as bytes and read as words.
// lanescope: global 64
// lanescope: local 32
// lanescope: arg in [64] random(16, -2147483648, 2147483647)
// lanescope: arg bytes [256]
// lanescope: arg out [128]
typedef union {
    uint word;
    ushort half_word[2];
    uchar byte[4];
    struct { uchar low; uchar rest[3]; } split;
} view;

__kernel void unions_of_views(__global const uint *in, __global uchar *bytes, __global uint *out)
{
    int i = get_global_id(0);
    view v, w;
    v.word = in[i];
    for (int k = 0; k < 4; k++)
        w.byte[k] = v.byte[3 - k];
    out[2 * i] = w.word;
    w.half_word[1] += v.half_word[0];
    w.split.low ^= v.split.rest[i % 3];
    out[2 * i + 1] = w.word;
    __global view *all = (__global view *)bytes;
    all[i] = w;
    all[i].byte[1] = 0xee;
    ((__global short *)bytes)[2 * i + 1] += 1;
}
