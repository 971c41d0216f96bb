__kernel void early_break(__global const int *data, __global int *found, int n)
{
    int i = get_global_id(0);
    int at = -1;
    for (int k = 0; k < n; k++) {
        int v = data[i * n + k];
        if (v == 0)
            continue;
        if (v == 1) {
            at = k;
            break;
        }
    }
    found[i] = at;
}
