// A whole program as people keep it in one file: the kernel is found, host code is skipped, the launch is read from it.
#include <stdio.h>
#include <cuda_runtime.h>

#define N 96
#define CHECK(call) do { cudaError_t e = (call); if (e != cudaSuccess) { fprintf(stderr, "%s\n", cudaGetErrorString(e)); exit(1); } } while (0)

__global__ void vectorAdd(const float *A, const float *B, float *C, int numElements)
{
    int i = blockDim.x * blockIdx.x + threadIdx.x;

    if (i < numElements)
    {
        C[i] = A[i] + B[i] + 0.0f;
    }
}

static float *make(int n)
{
    float *p = (float *)malloc(n * sizeof(float));
    for (int i = 0; i < n; ++i)
        p[i] = rand() / (float)RAND_MAX;
    return p;
}

int main(void)
{
    float *hA = make(N), *hB = make(N);
    float *dA = NULL, *dB = NULL, *dC = NULL;
    CHECK(cudaMalloc((void **)&dA, N * sizeof(float)));
    CHECK(cudaMalloc((void **)&dB, N * sizeof(float)));
    CHECK(cudaMalloc((void **)&dC, N * sizeof(float)));
    cudaMemcpy(dA, hA, N * sizeof(float), cudaMemcpyHostToDevice);
    int threadsPerBlock = 32;
    int blocksPerGrid = (N + threadsPerBlock - 1) / threadsPerBlock;
    vectorAdd<<<blocksPerGrid, threadsPerBlock>>>(dA, dB, dC, N);
    CHECK(cudaDeviceSynchronize());
    printf("done\n");
    return 0;
}
