// A long signal with a filter in constant memory; each block loads its part and what lies beside it.
// lanescope: arg x [200] random(9, -100, 100)
// lanescope: arg filter [9] list(1, -2, 3, 0, 7, 5, -1, 2, 4)
// lanescope: arg y [200]
#define RADIUS 4
__constant__ int filter[2 * RADIUS + 1];

__global__ void convolve(const int *x, int *y, int n)
{
    extern __shared__ int part[];
    const int i = blockIdx.x * blockDim.x + threadIdx.x, l = threadIdx.x + RADIUS;
    part[l] = i < n ? x[i] : 0;
    if (threadIdx.x < RADIUS) {
        part[l - RADIUS] = i >= RADIUS ? x[i - RADIUS] : 0;
        const unsigned after = i + blockDim.x;
        part[l + blockDim.x] = after < n ? x[after] : 0;
    }
    __syncthreads();
    if (i >= n) return;
    int s = 0;
#pragma unroll
    for (int k = -RADIUS; k <= RADIUS; k++)
        s += part[l - k] * filter[k + RADIUS];
    y[i] = s;
}

int main()
{
    int n = 200, block = 32;
    convolve<<<(n + block - 1) / block, block, (block + 2 * RADIUS) * sizeof(int)>>>(nullptr, nullptr, n);
}
