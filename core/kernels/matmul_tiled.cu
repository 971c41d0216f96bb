// lanescope: title Tiled matrix multiply
// lanescope: look Each group loads a tile of both matrices, waits at the barrier, and uses every element several
// lanescope: look times.
// lanescope: machine simt/teaching
// lanescope: global 8 8
// lanescope: local 4 4
// lanescope: arg a [64] random(21, -1, 1)
// lanescope: arg b [64] random(22, -1, 1)
// lanescope: arg c [64]
// lanescope: arg n 8
#define TILE 4

__global__ void matmul_tiled(const float *a, const float *b, float *c, int n)
{
    __shared__ float as[TILE][TILE];
    __shared__ float bs[TILE][TILE];
    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * TILE + ty;
    int col = blockIdx.x * TILE + tx;
    float sum = 0.0f;
    for (int t = 0; t < n / TILE; t++) {
        as[ty][tx] = a[row * n + t * TILE + tx];
        bs[ty][tx] = b[(t * TILE + ty) * n + col];
        __syncthreads();
        for (int k = 0; k < TILE; k++)
            sum += as[ty][k] * bs[k][tx];
        __syncthreads();
    }
    c[row * n + col] = sum;
}
