#define BLOCK 32
__global__ void softmax(const float *x, float *y, int cols)
{
    __shared__ float red[BLOCK];
    const float *row = x + blockIdx.x * cols;
    float mx = -1e20f;
    for (int c = threadIdx.x; c < cols; c += BLOCK) mx = max(mx, row[c]);
    red[threadIdx.x] = mx; __syncthreads();
    for (int s = BLOCK >> 1; s; s >>= 1) { if (threadIdx.x < s) red[threadIdx.x] = fmaxf(red[threadIdx.x], red[threadIdx.x + s]); __syncthreads(); }
    mx = red[0]; __syncthreads();
    float sum = 0;
    for (int c = threadIdx.x; c < cols; c += BLOCK) sum += expf(row[c] - mx);
    red[threadIdx.x] = sum; __syncthreads();
    for (int s = BLOCK >> 1; s; s >>= 1) { if (threadIdx.x < s) red[threadIdx.x] += red[threadIdx.x + s]; __syncthreads(); }
    sum = red[0];
    for (int c = threadIdx.x; c < cols; c += BLOCK) y[blockIdx.x * cols + c] = __expf(row[c] - mx) / sum;
}
void run(float *x, float *y) { softmax<<<4, BLOCK>>>(x, y, 50); }
