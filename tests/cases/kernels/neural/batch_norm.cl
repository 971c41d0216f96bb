// Batch normalisation of channels: one group to each, sums of integers in longs, running averages kept.
// lanescope: global 64
// lanescope: local 16
// lanescope: arg x [384] random(21, -100, 100)
// lanescope: arg y [384]
// lanescope: arg running [8] fill(1)
// lanescope: arg momentum 0.1
#define C 4
#define HW 24
#define BATCH 4

__kernel void batch_norm(__global const int *x, __global float *y, __global float2 *running, float momentum)
{
    __local long sums[16][2];
    const int c = get_group_id(0), l = get_local_id(0), m = BATCH * HW;
    long s = 0, q = 0;
    for (int k = l; k < m; k += get_local_size(0)) {
        long v = x[(k / HW * C + c) * HW + k % HW];
        s += v;
        q += v * v;
    }
    sums[l][0] = s;
    sums[l][1] = q;
    for (int d = 8; d >= 1; d /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (l < d)
            for (int k = 0; k < 2; k++)
                sums[l][k] += sums[l + d][k];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    float mean = (float)sums[0][0] / m, variance = (float)(sums[0][1] * m - sums[0][0] * sums[0][0]) / (m * m);
    for (int k = l; k < m; k += get_local_size(0)) {
        int at = (k / HW * C + c) * HW + k % HW;
        y[at] = (x[at] - mean) / sqrt(variance + 1e-5f);
    }
    if (l == 0)
        running[c] = mix(running[c], (float2)(mean, variance), momentum);
}
