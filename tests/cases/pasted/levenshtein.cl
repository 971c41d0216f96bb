// Edit distance by diagonals: three rows of local memory that change their parts each turn.
// lanescope: global 16
// lanescope: local 16
// lanescope: arg a [16] random(1, 97, 100)
// lanescope: arg b [16] random(2, 97, 100)
// lanescope: arg out [1]
__kernel void lev(__global const uchar *a, __global const uchar *b, __global int *out)
{
    __local int d[3][18];
    int t = get_local_id(0), n = get_local_size(0);
    for (int diag = 0; diag <= 2 * n; diag++) {
        __local int *cur = d[diag % 3], *p1 = d[(diag + 2) % 3], *p2 = d[(diag + 1) % 3];
        for (int i = t; i <= n; i += n) {
            int j = diag - i;
            if (j >= 0 && j <= n) {
                int v;
                if (i == 0 || j == 0) v = i + j;
                else {
                    v = min(p1[i] + 1, p1[i - 1] + 1);
                    v = min(v, p2[i - 1] + (a[i - 1] != b[j - 1]));
                }
                cur[i] = v;
            }
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (t == 0) out[0] = d[(2 * n) % 3][n];
}
