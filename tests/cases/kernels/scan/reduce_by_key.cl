// Sums of runs of equal keys: the last of each run writes key and sum, at a place that a scan tells.
// lanescope: global 64
// lanescope: local 64
// lanescope: arg keys [64] random(253, 0, 1)
// lanescope: arg values [64] random(254, 1, 50)
// lanescope: arg out_keys [64]
// lanescope: arg out_sums [64]
// lanescope: arg runs [1]
__kernel void reduce_by_key(__global const uchar *keys, __global const short *values, __global uchar *out_keys,
                            __global int *out_sums, __global int *runs)
{
    __local int sum[64], run[64];
    const int i = get_local_id(0);
    const bool head = i == 0 || keys[i] != keys[i - 1];
    sum[i] = values[i];
    run[i] = head;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int by = 1; by < 64; by *= 2) {
        int s = 0, r = 0;
        if (i >= by) {
            r = run[i - by];
            s = sum[i - by];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        run[i] += r;
        sum[i] += s;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (i == 63 || keys[i + 1] != keys[i]) {
        int begin = i;
        while (begin > 0 && run[begin - 1] == run[i])
            --begin;
        out_keys[run[i] - 1] = keys[i];
        out_sums[run[i] - 1] = sum[i] - (begin ? sum[begin - 1] : 0);
    }
    if (i == 63)
        *runs = run[i];
}
