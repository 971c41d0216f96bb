// lanescope: title Histogram with atomics
// lanescope: look Lanes that hit the same bin are served one after the other. A histogram of the group's own
// lanescope: look keeps most of them away from global memory.
// lanescope: machine simt/teaching
// lanescope: global 32
// lanescope: local 16
// lanescope: arg data [128] random(31, 0, 15)
// lanescope: arg bins [16]
// lanescope: arg n 128
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
