// Lower and upper bounds of keys in a sorted table, without a branch in the loop.
// lanescope: global 128
// lanescope: local 32
// lanescope: arg table [100] iota(-60, 3)
// lanescope: arg keys [128] random(25, -90, 290)
// lanescope: arg lower [128]
// lanescope: arg upper [128]
// lanescope: arg n 100
int bound(__global const int *table, int n, int key, int or_equal)
{
    int base = 0;
    while (n > 0) {
        const int half_n = n >> 1;
        const int below = table[base + half_n] < key + or_equal;
        base = below ? base + half_n + 1 : base;
        n = below ? n - half_n - 1 : half_n;
    }
    return base;
}

kernel void bounds(global const int *restrict table, global const int *restrict keys,
                   global int *restrict lower, global int *restrict upper, const int n)
{
    const int i = get_global_id(0);
    lower[i] = bound(table, n, keys[i], false);
    upper[i] = bound(table, n, keys[i], true);
}
