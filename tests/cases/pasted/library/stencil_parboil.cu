#include "common.h"
#define Index3D(_nx, _ny, _i, _j, _k) ((_i) + _nx * ((_j) + _ny * (_k)))
template <int BX, int BY> __global__ void block2D_hybrid(float c0, float c1, float *A0, float *Anext) { __shared__ float sh[BX * BY]; }
__global__ void naive_kernel(float c0, float c1, float *A0, float *Anext, int nx, int ny, int nz)
{
    int i = threadIdx.x;
    int j = blockIdx.x + 1;
    int k = blockIdx.y + 1;
    if (i > 0 && i < nx - 1) {
        Anext[Index3D(nx, ny, i, j, k)] =
            (A0[Index3D(nx, ny, i, j, k + 1)] + A0[Index3D(nx, ny, i, j, k - 1)] + A0[Index3D(nx, ny, i + 1, j, k)] + A0[Index3D(nx, ny, i - 1, j, k)]) * c1
            - A0[Index3D(nx, ny, i, j, k)] * c0;
    }
}
void run(void) {
    int nx = 32, ny = 8, nz = 6;
    float c0 = 1.0f / 6.0f, c1 = 1.0f / 6.0f / 6.0f;
    int size = nx * ny * nz;
    float *d_A0, *d_Anext;
    cudaMalloc((void **)&d_A0, size * sizeof(float));
    cudaMalloc((void **)&d_Anext, size * sizeof(float));
    dim3 grid(ny - 2, nz - 2, 1);
    naive_kernel<<<grid, nx>>>(c0, c1, d_A0, d_Anext, nx, ny, nz);
}
