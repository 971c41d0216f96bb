// An inclusive scan in two buffers that change places; the blocks' sums go out for a second step.
// lanescope: global 128
// lanescope: local 32
// lanescope: arg in [128] random(61, -9, 9)
// lanescope: arg out [128]
// lanescope: arg sums [4]
// lanescope: arg b [32]
// lanescope: arg c [32]
#define SWAP(a, b) { __local int *tmp = a; a = b; b = tmp; }

__kernel void hillis_steele(__global const int *in, __global int *out, __global int *sums, __local int *b, __local int *c)
{
    const uint gid = get_global_id(0), lid = get_local_id(0), gs = get_local_size(0);
    c[lid] = b[lid] = in[gid];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint s = 1; s < gs; s <<= 1) {
        if (lid > s - 1)
            c[lid] = b[lid] + b[lid - s];
        else
            c[lid] = b[lid];
        barrier(CLK_LOCAL_MEM_FENCE);
        SWAP(b, c);
    }
    out[gid] = b[lid];
    if (lid == gs - 1)
        sums[get_group_id(0)] = b[lid];
}
