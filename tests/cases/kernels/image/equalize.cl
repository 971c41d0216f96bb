// Histogram equalisation in one group: counts, their running sums, and the table that follows from them.
// lanescope: global 32
// lanescope: local 32
// lanescope: arg in [512] random(8, 100, 163)
// lanescope: arg out [512]
// lanescope: arg n 512
#define LEVELS 256
__kernel void equalize(__global const uchar *in, __global uchar *out, int n)
{
    __local int count[LEVELS];
    __local uchar table[LEVELS];
    __local int first;
    const int l = get_local_id(0), lanes = get_local_size(0);
    for (int k = l; k < LEVELS; k += lanes)
        count[k] = 0;
    if (l == 0) first = INT_MAX;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = l; k < n; k += lanes)
        atomic_inc(&count[in[k]]);
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int step = 1; step < LEVELS; step *= 2) {
        int sums[LEVELS / 32];
        for (int k = 0; k < LEVELS / 32; k++) {
            int at = k * 32 + l;
            sums[k] = count[at] + (at >= step ? count[at - step] : 0);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int k = 0; k < LEVELS / 32; k++)
            count[k * 32 + l] = sums[k];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    for (int k = l; k < LEVELS; k += lanes)
        if (count[k] > 0)
            atomic_min(&first, count[k]);
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = l; k < LEVELS; k += lanes)
        table[k] = count[k] == 0 ? 0 : (uchar)((count[k] - first) * 255 / (n - first));
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = l; k < n; k += lanes)
        out[k] = table[in[k]];
}
