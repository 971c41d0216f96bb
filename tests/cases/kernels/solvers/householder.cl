// QR of tall matrices of 6 x 3 by reflections, one to each work-item; R comes out and Q applied to a vector.
// lanescope: global 32
// lanescope: local 16
// lanescope: arg a [576] random(12, -1, 1)
// lanescope: arg r [192]
// lanescope: arg y [192] random(13, -1, 1)
#define M 6
#define N 3
__kernel void householder(__global const float *a, __global float *r, __global float *y)
{
    int id = get_global_id(0);
    float m[M][N], v[M], b[M];
    for (int i = 0; i < M * N; i++)
        m[i / N][i % N] = a[id * M * N + i];
    for (int i = 0; i < M; i++)
        b[i] = y[id * M + i];
    for (int k = 0; k < N; k++) {
        float norm = 0;
        for (int i = k; i < M; i++)
            norm += m[i][k] * m[i][k];
        norm = sqrt(norm);
        float vv = 0;
        for (int i = k; i < M; i++) {
            v[i] = m[i][k] + (i == k ? copysign(norm, m[k][k]) : 0.0f);
            vv += v[i] * v[i];
        }
        for (int c = k; c <= N; c++) {
            float dot = 0;
            for (int i = k; i < M; i++)
                dot += v[i] * (c < N ? m[i][c] : b[i]);
            dot *= 2.0f / vv;
            for (int i = k; i < M; i++)
                if (c < N)
                    m[i][c] -= dot * v[i];
                else
                    b[i] -= dot * v[i];
        }
    }
    for (int i = 0, at = 0; i < N; i++)
        for (int c = i; c < N; c++)
            r[id * 6 + at++] = m[i][c];
    for (int i = 0; i < M; i++)
        y[id * M + i] = b[i];
}
