// Root mean square normalisation: a thread to each row, which it keeps in registers.
// lanescope: arg x [256] random(5, -2, 2)
// lanescope: arg w [16] random(6, 0.5, 2)
// lanescope: arg y [256]
template <int D>
__global__ void rms_norm(const float *__restrict__ x, const float *__restrict__ w, float *__restrict__ y, float eps)
{
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    float v[D], ss = 0.0f;
    #pragma unroll
    for (int i = 0; i < D; i++) {
        v[i] = x[row * D + i];
        ss += v[i] * v[i];
    }
    const float scale = 1.0f / sqrtf(ss / D + eps);
    #pragma unroll
    for (int i = 0; i < D; i++)
        y[row * D + i] = v[i] * scale * w[i];
}

void run(float *x, float *w, float *y) { rms_norm<16><<<2, 8>>>(x, w, y, 1e-6f); }
