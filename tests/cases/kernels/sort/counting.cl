// A counting sort of small numbers: counts by atomics in local memory, and each work-item writes a run.
// lanescope: global 64
// lanescope: local 32
// lanescope: arg input [512] random(47, 0, 31)
// lanescope: arg output [512]
#define RANGE 32
#define CHUNK 256

__kernel void counting(__global const uchar *input, __global uchar *output)
{
    __local int count[RANGE];
    __local int *slot = count + get_local_id(0);
    const int lid = get_local_id(0), begin = get_group_id(0) * CHUNK;
    *slot = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = lid; i < CHUNK; i += RANGE)
        atomic_inc(&count[input[begin + i]]);
    barrier(CLK_LOCAL_MEM_FENCE);
    int at = begin;
    for (int i = 0; i < lid; i++)
        at += count[i];
    for (int n = *slot; n--;)
        output[at++] = lid;
}
