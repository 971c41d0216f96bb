// Brent and Kung's scan of one block: up the tree and down again, two elements for each thread.
// lanescope: kernel brent_kung<64>
// lanescope: global 32
// lanescope: local 32
// lanescope: arg x [60] random(251, -100, 100)
// lanescope: arg y [60]
// lanescope: arg n 60
template <int SECTION>
__global__ void brent_kung(const int *x, int *y, int n)
{
    __shared__ int s[SECTION];
    int i = 2 * blockIdx.x * blockDim.x + threadIdx.x;
    s[threadIdx.x] = i < n ? x[i] : 0;
    s[threadIdx.x + blockDim.x] = i + blockDim.x < n ? x[i + blockDim.x] : 0;
    for (unsigned stride = 1; stride <= blockDim.x; stride *= 2) {
        __syncthreads();
        unsigned index = (threadIdx.x + 1) * 2 * stride - 1;
        if (index < SECTION)
            s[index] += s[index - stride];
    }
    for (int stride = SECTION / 4; stride > 0; stride /= 2) {
        __syncthreads();
        unsigned index = (threadIdx.x + 1) * stride * 2 - 1;
        if (index + stride < SECTION)
            s[index + stride] += s[index];
    }
    __syncthreads();
    if (i < n) y[i] = s[threadIdx.x];
    if (i + blockDim.x < n) y[i + blockDim.x] = s[threadIdx.x + blockDim.x];
}

template __global__ void brent_kung<64>(const int *, int *, int);
