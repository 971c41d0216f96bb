// lanescope: title Prefix sum
// lanescope: look Doubling distances: in round d every item adds what stands d places before it. Two halves of
// lanescope: look work-group memory take turns.
// lanescope: machine simt/teaching
// lanescope: global 32
// lanescope: local 16
// lanescope: arg in [32] fill(1)
// lanescope: arg out [32]
// lanescope: arg temp [32]
__kernel void prefix_sum(__global const int *in, __global int *out, __local int *temp)
{
    int t = get_local_id(0);
    int n = get_local_size(0);
    int base = get_group_id(0) * n;
    int from = 0, to = 1;
    temp[t] = in[base + t];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int d = 1; d < n; d *= 2) {
        if (t >= d)
            temp[to * n + t] = temp[from * n + t] + temp[from * n + t - d];
        else
            temp[to * n + t] = temp[from * n + t];
        from = to;
        to = 1 - to;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    out[base + t] = temp[from * n + t];
}
