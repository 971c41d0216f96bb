// LU without pivots, all steps in one group: the matrix lies in work-group memory.
// lanescope: global 16
// lanescope: local 16
// lanescope: arg a [256] random(12, -1, 1)
// lanescope: arg lu [256]
#define N 16

__kernel void lu(__global const float *a, __global float *lu)
{
    __local float m[N][N];
    const int me = get_local_id(0);
    for (int c = 0; c < N; c++)
        m[me][c] = a[me * N + c] + (me == c ? (float)N : 0.0f);
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < N - 1; k++) {
        if (me > k) {
            const float f = m[me][k] / m[k][k];
            m[me][k] = f;
            for (int c = k + 1; c < N; c++)
                m[me][c] -= f * m[k][c];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    for (int c = 0; c < N; c++)
        lu[me * N + c] = m[me][c];
}
