// Triples in any order; sums of integers do not care.
#include <cuda_runtime.h>
// lanescope: arg ri [200] random(26, 0, 23)
// lanescope: arg ci [200] random(27, 0, 31)
// lanescope: arg v [200] random(28, -1000, 1000)
// lanescope: arg x [32] random(29, -1000, 1000)
// lanescope: arg y [24] iota
__global__ void spmv_coo(const unsigned short *ri, const unsigned short *ci, const int *v, const int *x, int *y, unsigned nnz)
{
    for (unsigned e = blockIdx.x * blockDim.x + threadIdx.x; e < nnz; e += blockDim.x * gridDim.x)
        atomicAdd(&y[ri[e]], v[e] * x[ci[e]]);
}

int main()
{
    unsigned nnz = 190;
    spmv_coo<<<3, 32>>>(nullptr, nullptr, nullptr, nullptr, nullptr, nnz);
}
