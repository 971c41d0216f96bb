// Walks over a matrix column by column and says a turn before which element it will read; beyond the end there is nothing to bring.
// lanescope: global 64
// lanescope: local 32
// lanescope: arg m [512] iota
// lanescope: arg sums [64] zeros
// lanescope: arg asked [64] zeros
int row_of(__global const int *m, int row, int turn)
{
    prefetch(m + row + (turn + 1) * 64, 1);
    return m[row + turn * 64];
}

__kernel void ahead(__global const int *m, __global int *sums, __global int *asked)
{
    __local int near[4];
    int i = get_global_id(0), sum = 0, times = 0;
    for (int turn = 0; turn < 8; turn++)
        sum += row_of(m, i, turn) * (turn + 1);
    // What stands in a hint is worked out as anywhere else.
    prefetch(&m[times++], (size_t)(times + 1));
    __builtin_prefetch((__global const char *)m - 4096);
    __builtin_prefetch(&sums[i], 1, 3);
    prefetch((__global const float4 *)m + i % 4, 2);
    __builtin_prefetch(&near[i % 4]);
    sums[i] = sum;
    asked[i] = times;
}
