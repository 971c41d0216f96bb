// A shell sort written with jumps, as an old program was carried over.
// lanescope: global 32
// lanescope: local 32
// lanescope: arg rows [32*13] random(53, -50, 50)
extern "C" __global__ void shell_goto(int *rows)
{
    int *v = &rows[13 * threadIdx.x];
    int gap = 13, i, j, t;
L10:
    gap /= 2;
    if (gap == 0)
        goto L90;
    i = gap;
L20:
    if (i >= 13)
        goto L10;
    t = v[i];
    j = i;
L30:
    if (j < gap || v[j - gap] <= t)
        goto L40;
    v[j] = v[j - gap];
    j -= gap;
    goto L30;
L40:
    v[j] = t;
    ++i;
    goto L20;
L90:
    return;
}
