// Pointers to pointers, to arrays, to elements in turn; differences and comparisons of them.
// lanescope: global 64
// lanescope: local 16
// lanescope: arg m [512] random(14, -20, 20)
// lanescope: arg out [256]
int sum_row(__global const int (*rows)[8], int r)
{
    int s = 0;
    for (__global const int *p = rows[r], *end = p + 8; p < end; ++p)
        s += *p;
    return s;
}

void order(int **a, int **b)
{
    if (**b < **a) {
        int *t = *a;
        *a = *b;
        *b = t;
    }
}

__kernel void pointer_walk(__global const int *m, __global int *out)
{
    int i = get_global_id(0);
    __global const int (*rows)[8] = (__global const int (*)[8])m;
    int x = rows[i][0], y = rows[i][3], z = (*(rows + i))[7];
    int *a = &x, *b = &y, *c = &z, **last = &c;
    order(&a, &b);
    order(&b, last);
    order(&a, &b);
    *a -= 100;
    out[4 * i] = sum_row(rows, i);
    out[4 * i + 1] = x * 10000 + y * 100 + z;
    out[4 * i + 2] = *b * 100 + **last;
    __global const int *lo = rows[i], *hi = lo + 7;
    while (lo < hi) {
        if (*lo + *hi > 0)
            hi--;
        else
            lo++;
    }
    out[4 * i + 3] = (int)(lo - m) * 10 + (hi == lo);
}
