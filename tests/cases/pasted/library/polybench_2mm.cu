#include <stdio.h>
#include <unistd.h>
#include "../../common/polybenchUtilFuncts.h"
#define PERCENT_DIFF_ERROR_THRESHOLD 0.05
#define GPU_DEVICE 0
#define NI 32
#define NJ 32
#define NK 32
#define DIM_THREAD_BLOCK_X 16
#define DIM_THREAD_BLOCK_Y 4
typedef float DATA_TYPE;
void init_array(DATA_TYPE *A, DATA_TYPE *B) { int i, j; for (i = 0; i < NI; i++) for (j = 0; j < NK; j++) A[i * NI + j] = ((DATA_TYPE)i * j) / NI; }
__global__ void mm2_kernel1(DATA_TYPE *A, DATA_TYPE *B, DATA_TYPE *C)
{
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  if ((i < NI) && (j < NJ)) {
    int k;
    DATA_TYPE sum = 0;
    for (k = 0; k < NK; k++) sum += A[i * NK + k] * B[k * NJ + j];
    C[i * NJ + j] = sum;
  }
}
void mm2Cuda(DATA_TYPE *A, DATA_TYPE *B, DATA_TYPE *C)
{
  DATA_TYPE *A_gpu; DATA_TYPE *B_gpu; DATA_TYPE *C_gpu;
  cudaMalloc((void **)&A_gpu, sizeof(DATA_TYPE) * NI * NK);
  cudaMalloc((void **)&B_gpu, sizeof(DATA_TYPE) * NK * NJ);
  cudaMalloc((void **)&C_gpu, sizeof(DATA_TYPE) * NI * NJ);
  dim3 block(DIM_THREAD_BLOCK_X, DIM_THREAD_BLOCK_Y);
  dim3 grid1((size_t)ceil(((float)NJ) / ((float)block.x)), (size_t)ceil(((float)NI) / ((float)block.y)));
  mm2_kernel1<<<grid1, block>>>(A_gpu, B_gpu, C_gpu);
  cudaDeviceSynchronize();
}
int main(int argc, char **argv) { mm2Cuda(0, 0, 0); return 0; }
