// Layer normalisation with gain and bias; mean and variance in one pass by Welford, joined in work-group memory.
// lanescope: global 128
// lanescope: local 16
// lanescope: arg x [512] random(2, -3, 5)
// lanescope: arg gamma [64] random(3, 0.5, 1.5)
// lanescope: arg beta [64] random(4, -1, 1)
// lanescope: arg y [512]
// lanescope: arg n 64
// lanescope: arg eps 1e-5
typedef struct { float mean, m2, count; } moments;

moments join(moments a, moments b)
{
    moments r;
    float delta = b.mean - a.mean;
    r.count = a.count + b.count;
    r.mean = a.mean + delta * (b.count / r.count);
    r.m2 = a.m2 + b.m2 + delta * delta * (a.count * b.count / r.count);
    return r;
}

__kernel void layer_norm(__global const float *x, __constant float *gamma, __constant float *beta, __global float *y,
                         int n, float eps)
{
    __local moments part[16];
    const int l = get_local_id(0), lanes = get_local_size(0);
    __global const float *row = x + get_group_id(0) * n;
    moments mine = { 0, 0, 0 };
    for (int i = l; i < n; i += lanes) {
        float d = row[i] - mine.mean;
        mine.count += 1.0f;
        mine.mean += d / mine.count;
        mine.m2 += d * (row[i] - mine.mean);
    }
    part[l] = mine;
    for (int s = lanes / 2; s; s /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (l < s)
            part[l] = join(part[l], part[l + s]);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    const float scale = rsqrt(part[0].m2 / n + eps);
    for (int i = l; i < n; i += lanes)
        y[get_group_id(0) * n + i] = (row[i] - part[0].mean) * scale * gamma[i] + beta[i];
}
