// Two kernels over a matrix whose sizes are macros.
#define NX 128
#define NY 128
__global__ void atax_kernel1(float *A, float *x, float *tmp)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < NX) {
        tmp[i] = 0;
        for (int j = 0; j < NY; j++) tmp[i] += A[i * NY + j] * x[j];
    }
}
__global__ void atax_kernel2(float *A, float *y, float *tmp)
{
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    if (j < NY) {
        y[j] = 0;
        for (int i = 0; i < NX; i++) y[j] += A[i * NY + j] * tmp[i];
    }
}
