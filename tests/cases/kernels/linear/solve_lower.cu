// L x = b for many right-hand sides: a thread for each, its vector in registers of its own.
// lanescope: arg L [64] random(14, 0.5, 1.5)
// lanescope: arg b [512] random(15, -4, 4)
// lanescope: arg x [512]
template <int N>
__global__ void trsm_lower(const float *__restrict__ L, const float *__restrict__ b, float *x, int columns)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    if (c >= columns)
        return;
    float own[N];
    #pragma unroll
    for (int r = 0; r < N; r++) {
        float v = b[r * columns + c];
        #pragma unroll
        for (int k = 0; k < r; k++)
            v -= L[r * N + k] * own[k];
        own[r] = v / L[r * N + r];
    }
    for (int r = 0; r < N; r++)
        x[r * columns + c] = own[r];
}

void host(float *l, float *b, float *x) { trsm_lower<8><<<2, 32>>>(l, b, x, 60); }
