// lanescope: title Bitonic sort
// lanescope: look A fixed net of comparisons, the distance changes from round to round: look how the bank
// lanescope: look conflicts and the branches change with it.
// lanescope: machine simt/teaching
// lanescope: global 32
// lanescope: local 32
// lanescope: arg data [32] random(61, 0, 999)
// lanescope: arg part [32]
__kernel void bitonic_sort(__global int *data, __local int *part)
{
    uint t = get_local_id(0);
    uint n = get_local_size(0);
    uint base = get_group_id(0) * n;
    part[t] = data[base + t];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint k = 2; k <= n; k *= 2) {
        for (uint j = k / 2; j > 0; j /= 2) {
            uint other = t ^ j;
            if (other > t) {
                int a = part[t], b = part[other];
                int up = (t & k) == 0;
                if ((a > b) == up) {
                    part[t] = b;
                    part[other] = a;
                }
            }
            barrier(CLK_LOCAL_MEM_FENCE);
        }
    }
    data[base + t] = part[t];
}
