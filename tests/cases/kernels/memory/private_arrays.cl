// Arrays of one work-item: a stack, a table of two dimensions, one that a function fills, indices that are data.
// lanescope: global 64
// lanescope: local 16
// lanescope: arg in [512] random(18, 0, 9)
// lanescope: arg out [192]
void count_digits(__global const int *p, int n, int counts[10])
{
    for (int k = 0; k < 10; k++) counts[k] = 0;
    while (n--) counts[*p++]++;
}

__kernel void private_arrays(__global const int *in, __global int *out)
{
    const int i = get_global_id(0);
    __global const int *mine = in + 8 * i;
    int counts[10], stack[8], top = 0, grid[3][4] = { { 1, 2 }, { [2] = 5 }, { 0, 0, 0, 9 } };
    count_digits(mine, 8, counts);
    int mode = 0;
    for (int k = 1; k < 10; k++)
        if (counts[k] > counts[mode]) mode = k;
    for (int k = 0; k < 8; k++) {
        if (top && stack[top - 1] == mine[k])
            --top;
        else
            stack[top++] = mine[k];
        grid[mine[k] % 3][k % 4] += mine[k];
    }
    out[3 * i] = mode * 10 + counts[mode];
    int packed = top;
    while (top)
        packed = packed * 10 + stack[--top];
    out[3 * i + 1] = packed;
    int sum = 0;
    for (int k = 0; k < 12; k++)
        sum += (&grid[0][0])[k] * k;
    out[3 * i + 2] = sum;
}
