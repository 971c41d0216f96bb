#define BINS 16

__kernel void histogram(__global const uint *data, __global uint *bins, int n)
{
    __local uint part[BINS];
    uint t = get_local_id(0);
    if (t < BINS)
        part[t] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = get_global_id(0); i < n; i += get_global_size(0))
        atomic_inc(&part[data[i] % BINS]);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (t < BINS)
        atomic_add(&bins[t], part[t]);
}
