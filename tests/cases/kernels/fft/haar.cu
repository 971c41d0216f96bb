// Haar's wavelet, all levels: means and differences; and back again, exactly, in integers with lifting.
// lanescope: arg in [256] random(7, -1000, 1000)
// lanescope: arg out [256]
// lanescope: arg back [256]
__device__ void forward(int *v, int *tmp, int n, int t)
{
    for (int len = n; len > 1; len /= 2) {
        for (int k = t; k < len / 2; k += blockDim.x) {
            int d = v[2 * k + 1] - v[2 * k];
            tmp[k] = v[2 * k] + (d >> 1);
            tmp[len / 2 + k] = d;
        }
        __syncthreads();
        for (int k = t; k < len; k += blockDim.x)
            v[k] = tmp[k];
        __syncthreads();
    }
}

__device__ void inverse(int *v, int *tmp, int n, int t)
{
    for (int len = 2; len <= n; len *= 2) {
        for (int k = t; k < len / 2; k += blockDim.x) {
            int d = v[len / 2 + k], even = v[k] - (d >> 1);
            tmp[2 * k] = even;
            tmp[2 * k + 1] = even + d;
        }
        __syncthreads();
        for (int k = t; k < len; k += blockDim.x)
            v[k] = tmp[k];
        __syncthreads();
    }
}

__global__ void haar(const int *in, int *out, int *back, int n)
{
    extern __shared__ int memory[];
    int *v = memory, *tmp = &memory[n];
    const int base = blockIdx.x * n;
    for (int k = threadIdx.x; k < n; k += blockDim.x)
        v[k] = in[base + k];
    __syncthreads();
    forward(v, tmp, n, threadIdx.x);
    for (int k = threadIdx.x; k < n; k += blockDim.x)
        out[base + k] = v[k];
    __syncthreads();
    inverse(v, tmp, n, threadIdx.x);
    for (int k = threadIdx.x; k < n; k += blockDim.x)
        back[base + k] = v[k];
}

void go(int *i, int *o, int *b)
{
    const int n = 128;
    haar<<<2, 16, 2 * n * sizeof(int)>>>(i, o, b, n);
}
