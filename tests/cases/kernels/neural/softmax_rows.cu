// Softmax of rows: a warp-sized block to a row, maximum and sum as trees in shared memory.
// lanescope: arg x [384] random(1, -8, 8)
// lanescope: arg y [384]
#include <cuda_runtime.h>
#include <cfloat>

template <typename Op>
__device__ float block_reduce(float v, float *scratch, Op op)
{
    int t = threadIdx.x;
    scratch[t] = v;
    __syncthreads();
    for (int s = blockDim.x / 2; s > 0; s >>= 1) {
        if (t < s)
            scratch[t] = op(scratch[t], scratch[t + s]);
        __syncthreads();
    }
    float r = scratch[0];
    __syncthreads();
    return r;
}

__global__ void softmax(const float *x, float *y, int cols)
{
    extern __shared__ float scratch[];
    const float *row = x + blockIdx.x * cols;
    float m = -FLT_MAX;
    for (int c = threadIdx.x; c < cols; c += blockDim.x)
        m = fmaxf(m, row[c]);
    m = block_reduce(m, scratch, [](float a, float b) { return fmaxf(a, b); });
    float sum = 0.f;
    for (int c = threadIdx.x; c < cols; c += blockDim.x) {
        float e = expf(row[c] - m);
        y[blockIdx.x * cols + c] = e;
        sum += e;
    }
    sum = block_reduce(sum, scratch, [](float a, float b) { return a + b; });
    float inv = 1.f / sum;
    for (int c = threadIdx.x; c < cols; c += blockDim.x)
        y[blockIdx.x * cols + c] *= inv;
}

void launch(const float *x, float *y) { softmax<<<8, 32, 32 * sizeof(float)>>>(x, y, 48); }
