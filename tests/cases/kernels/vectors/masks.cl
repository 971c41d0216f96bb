// Comparisons of vectors are 0 or -1: counted, combined and used as masks.
// lanescope: global 40
// lanescope: local 20
// lanescope: arg a [40] random(6, -3, 3)
// lanescope: arg b [40] random(7, -3, 3)
// lanescope: arg r [40]
// lanescope: arg flags [40]
__kernel void masks(__global const short4 *a, __global const short4 *b, __global short4 *r, __global int *flags)
{
    int i = get_global_id(0);
    short4 x = a[i], y = b[i];
    short4 less = x < y, same = x == y;
    short4 count = -(less + same);
    short4 big = (x & less) | (y & ~less);
    r[i] = same ? (short4)(77) : select(big, count, less && !(y > (short)1));
    int f = 0;
    if (any(less)) f |= 1;
    if (all(x <= y)) f |= 2;
    if (all(less || same || x > y)) f |= 4;
    if (any(!x)) f |= 8;
    flags[i] = f;
}
