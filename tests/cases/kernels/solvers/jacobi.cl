// Jacobi's method for a diagonally strong system: a group sweeps until the change is small or the sweeps are over.
// lanescope: global 32
// lanescope: local 32
// lanescope: arg a [1024] random(1, -1, 1)
// lanescope: arg b [32] random(2, -10, 10)
// lanescope: arg x [32]
// lanescope: arg sweeps [1]
// lanescope: arg eps 1e-4
#define N 32
__kernel void jacobi(__global const float *a, __global const float *b, __global float *x, __global int *sweeps, float eps)
{
    __local float now[N], change[N];
    const int r = get_local_id(0);
    now[r] = 0.0f;
    int s = 0;
    float worst;
    do {
        barrier(CLK_LOCAL_MEM_FENCE);
        float sum = b[r];
        for (int c = 0; c < N; c++)
            if (c != r)
                sum -= a[r * N + c] * now[c];
        float next = sum / (a[r * N + r] + 40.0f);
        change[r] = fabs(next - now[r]);
        barrier(CLK_LOCAL_MEM_FENCE);
        now[r] = next;
        worst = 0;
        for (int c = 0; c < N; c++)
            worst = fmax(worst, change[c]);
        s++;
    } while (worst > eps && s < 50);
    x[r] = now[r];
    if (r == 0) *sweeps = s;
}
