// Small integers: promotion, wrap-around, signs, shifts, casts, ternaries, comma, compound assignment.
__kernel void bytes(__global const uchar *in, __global char *a, __global ushort *b, __global short *c, __global uint *hash)
{
    int i = get_global_id(0);
    uchar u = in[i];
    char s = (char)u;
    a[i] = s + 100;
    b[i] = (ushort)(u << 7) ^ (ushort)~u;
    short k = -1;
    k *= u, k >>= 2;
    c[i] = k;
    uint h = 2166136261u;
    for (int n = 0; n < 4; ++n) {
        h ^= (uint)(u + n);
        h *= 16777619u;
        h = rotate(h, 5u);
    }
    hash[i] = h + (s < 0 ? popcount(h) : clz(h)) + (uint)mul24(i, 3);
}
