// The largest eigenvalue of a symmetric matrix by repeated products, with a norm by all work-items.
// lanescope: global 16
// lanescope: local 16
// lanescope: arg m [256] random(25, 0, 1)
// lanescope: arg vector [16]
// lanescope: arg value [1]
// lanescope: arg steps 20
#define N 16
float total(__local float *tmp, float v)
{
    const int l = get_local_id(0);
    barrier(CLK_LOCAL_MEM_FENCE);
    tmp[l] = v;
    barrier(CLK_LOCAL_MEM_FENCE);
    float s = 0;
    for (int k = 0; k < N; k++)
        s += tmp[k];
    return s;
}

__kernel void power_iteration(__global const float *m, __global float *vector, __global float *value, int steps)
{
    __local float v[N], tmp[N];
    const int l = get_local_id(0);
    float mine = 1.0f, lambda = 0;
    while (steps-- > 0) {
        v[l] = mine;
        barrier(CLK_LOCAL_MEM_FENCE);
        float s = 0;
        for (int k = 0; k < N; k++)
            s += 0.5f * (m[l * N + k] + m[k * N + l]) * v[k];
        lambda = sqrt(total(tmp, s * s));
        mine = s / lambda;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    vector[l] = mine;
    if (l == 0)
        *value = lambda;
}
