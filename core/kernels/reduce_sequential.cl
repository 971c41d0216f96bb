// lanescope: title Reduction, sequential addressing
// lanescope: look The same sum with the working lanes side by side: whole warps drop out and the banks do not
// lanescope: look collide. Compare with the interleaved form.
// lanescope: machine simt/teaching
// lanescope: global 64
// lanescope: local 32
// lanescope: arg in [64] iota(1, 1)
// lanescope: arg sums [2]
// lanescope: arg part [32]
__kernel void reduce_sequential(__global const int *in, __global int *sums, __local int *part)
{
    uint t = get_local_id(0);
    part[t] = in[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint s = get_local_size(0) / 2; s > 0; s >>= 1) {
        if (t < s)
            part[t] += part[t + s];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (t == 0)
        sums[get_group_id(0)] = part[0];
}
