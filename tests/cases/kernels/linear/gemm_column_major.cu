// C = alpha op(A) B + beta C as in BLAS: column after column, with leading dimensions.
// lanescope: arg A [80] random(7, -1, 1)
// lanescope: arg B [72] random(8, -1, 1)
// lanescope: arg C [63] random(9, -1, 1)
#define AT(m, i, j, ld) ((m)[(j) * (ld) + (i)])

enum Op { N = 'N', TR = 'T' };

template <Op op>
__device__ __forceinline__ float fetch(const float *m, int i, int j, int ld)
{
    return op == N ? AT(m, i, j, ld) : AT(m, j, i, ld);
}

template <Op opA>
__global__ void gemm(int m, int n, int k, float alpha, const float *A, int lda, const float *B, int ldb, float beta,
                     float *C, int ldc)
{
    for (int j = blockIdx.y; j < n; j += gridDim.y)
        for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < m; i += gridDim.x * blockDim.x) {
            float sum = 0;
            for (int p = 0; p < k; ++p)
                sum += fetch<opA>(A, i, p, lda) * AT(B, p, j, ldb);
            AT(C, i, j, ldc) = alpha * sum + beta * AT(C, i, j, ldc);
        }
}

void host(float *a, float *b, float *c)
{
    gemm<TR><<<dim3(1, 3), 4>>>(7, 6, 9, 2.0f, a, 10, b, 12, 0.25f, c, 9);
}
