// One level of Strassen's product on blocks of 4 x 4: seven products by seven groups of lanes, then four sums.
// lanescope: global 128
// lanescope: local 32
// lanescope: arg a [256] random(21, -9, 9)
// lanescope: arg b [256] random(22, -9, 9)
// lanescope: arg c [256]
#define Q(m, i, j) m[((i) * 4 + y) * 8 + (j) * 4 + x]
int part(__local const int *m, int which, int y, int x)
{
    switch (which) {
    case 0: return Q(m, 0, 0) + Q(m, 1, 1);
    case 1: return Q(m, 1, 0) + Q(m, 1, 1);
    case 2: return Q(m, 0, 0);
    case 3: return Q(m, 1, 1);
    case 4: return Q(m, 0, 0) + Q(m, 0, 1);
    case 5: return Q(m, 1, 0) - Q(m, 0, 0);
    case 6: return Q(m, 0, 1) - Q(m, 1, 1);
    case 7: return Q(m, 0, 1) - Q(m, 1, 1);
    case 8: return Q(m, 1, 0) - Q(m, 0, 0);
    case 9: return Q(m, 0, 0) + Q(m, 0, 1);
    default: return Q(m, 1, 0) + Q(m, 1, 1);
    }
}
__constant uchar left[7] = { 0, 1, 2, 3, 4, 5, 6 }, right[7] = { 0, 2, 7, 8, 3, 9, 10 };

__kernel void strassen(__global const int *a, __global const int *b, __global int *c)
{
    __local int ma[64], mb[64], p[7][16];
    const int l = get_local_id(0), base = get_group_id(0) * 64;
    for (int k = l; k < 64; k += 32) {
        ma[k] = a[base + k];
        mb[k] = b[base + k];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = l; k < 7 * 16; k += 32) {
        int s = 0;
        for (int j = 0; j < 4; j++)
            s += part(ma, left[k / 16], k / 4 % 4, j) * part(mb, right[k / 16], j, k % 4);
        p[k / 16][k % 16] = s;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l >= 16)
        return;
    const int y = l / 4, x = l % 4;
    __global int *to = c + base;
    Q(to, 0, 0) = p[0][l] + p[3][l] - p[4][l] + p[6][l];
    Q(to, 0, 1) = p[2][l] + p[4][l];
    Q(to, 1, 0) = p[1][l] + p[3][l];
    Q(to, 1, 1) = p[0][l] - p[1][l] + p[2][l] + p[5][l];
}
