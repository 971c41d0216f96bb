// Each thread computes 2 x 2 elements of a block of 8 x 8, from strips in shared memory.
#include <cuda_runtime.h>

constexpr int BM = 8, BN = 8, BK = 4;

__global__ void sgemm_2x2(int M, int N, int K, const float *A, const float *B, float *C)
{
    __shared__ float sa[BK][BM];
    __shared__ float sb[BK][BN];
    const int tid = threadIdx.y * blockDim.x + threadIdx.x;
    const int row0 = blockIdx.y * BM, col0 = blockIdx.x * BN;
    float acc[2][2] = {};
    for (int k0 = 0; k0 < K; k0 += BK) {
        for (int i = tid; i < BM * BK; i += blockDim.x * blockDim.y) {
            sa[i % BK][i / BK] = A[(row0 + i / BK) * K + k0 + i % BK];
            sb[i / BN][i % BN] = B[(k0 + i / BN) * N + col0 + i % BN];
        }
        __syncthreads();
        for (int k = 0; k < BK; k++) {
            float ra[2], rb[2];
            for (int i = 0; i < 2; i++) {
                ra[i] = sa[k][threadIdx.y * 2 + i];
                rb[i] = sb[k][threadIdx.x * 2 + i];
            }
#pragma unroll
            for (int i = 0; i < 2; i++)
#pragma unroll
                for (int j = 0; j < 2; j++)
                    acc[i][j] += ra[i] * rb[j];
        }
        __syncthreads();
    }
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++)
            C[(row0 + threadIdx.y * 2 + i) * N + col0 + threadIdx.x * 2 + j] = acc[i][j];
}

int main()
{
    const int M = 16, N = 24, K = 12;
    float *dA, *dB, *dC;
    cudaMalloc(&dA, M * K * sizeof(float));
    cudaMalloc(&dB, K * N * sizeof(float));
    cudaMalloc(&dC, M * N * sizeof(float));
    dim3 block(BN / 2, BM / 2), grid(N / BN, M / BM);
    sgemm_2x2<<<grid, block>>>(M, N, K, dA, dB, dC);
    cudaFree(dA);
    return cudaDeviceSynchronize();
}
