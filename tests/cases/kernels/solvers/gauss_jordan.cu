// An inverse by Gauss and Jordan with a search for the pivot: a block holds the matrix with the unit matrix beside it.
// lanescope: arg a [64] random(3, -1, 1)
// lanescope: arg inverse [64]
template <int N>
__global__ void invert(const float *a, float *inverse)
{
    __shared__ float m[N][2 * N + 1];
    __shared__ int pivot;
    const int c = threadIdx.x;
    for (int r = 0; r < N; ++r)
        m[r][c] = c < N ? a[r * N + c] : (float)(c - N == r);
    for (int k = 0; k < N; ++k) {
        __syncthreads();
        if (c == 0) {
            pivot = k;
            for (int r = k + 1; r < N; ++r)
                if (fabsf(m[r][k]) > fabsf(m[pivot][k])) pivot = r;
        }
        __syncthreads();
        float t = m[pivot][c];
        m[pivot][c] = m[k][c];
        m[k][c] = t;
        __syncthreads();
        float top = m[k][c] / m[k][k], factor[N];
        for (int r = 0; r < N; ++r)
            factor[r] = m[r][k];
        __syncthreads();
        for (int r = 0; r < N; ++r)
            m[r][c] = r == k ? top : m[r][c] - factor[r] * top;
    }
    __syncthreads();
    if (c >= N)
        for (int r = 0; r < N; ++r)
            inverse[r * N + c - N] = m[r][c];
}

void go(float *a, float *i) { invert<8><<<1, 16>>>(a, i); }
