// Numbers of several widths: a choice that all work-items make alike, between values wider than those around them, and
// more values alive at once than there are registers.
__kernel void choices(__global const short *a, __global const ushort *b, __global const char *c, __global int *out, __global short *last)
{
    int i = get_global_id(0);
    short x = a[i] - 30000;
    ushort y = b[i];
    for (int turn = 0; turn < 3; turn++)
        if (x & 1 && turn == 1) x += 3;
        else x |= (turn ? x : y) ^ 5;
    last[i] = x;
    short v0 = a[i], v1 = a[i + 1], v2 = a[i + 2], v3 = a[i + 3], v4 = a[i + 4], v5 = a[i + 5], v6 = a[i + 6], v7 = a[i + 7];
    short v8 = b[i], v9 = b[i + 1], va = b[i + 2], vb = b[i + 3], vc = b[i + 4], vd = b[i + 5], ve = b[i + 6], vf = b[i + 7];
    char w0 = c[i], w1 = c[i + 1], w2 = c[i + 2], w3 = c[i + 3], w4 = c[i + 4], w5 = c[i + 5], w6 = c[i + 6], w7 = c[i + 7];
    int up = v0 * w0 + v1 * w1 + v2 * w2 + v3 * w3 + v4 * w4 + v5 * w5 + v6 * w6 + v7 * w7;
    int down = v8 * w7 ^ v9 * w6 ^ va * w5 ^ vb * w4 ^ vc * w3 ^ vd * w2 ^ ve * w1 ^ vf * w0;
    int cross = v0 * v8 + v1 * v9 - v2 * va + v3 * vb - v4 * vc + v5 * vd - v6 * ve + v7 * vf;
    out[i] = up + down * 3 + cross;
}
