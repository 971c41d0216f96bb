// Each element is repeated as often as its count says: a scan of counts, and a bisection for each place.
// lanescope: global 64
// lanescope: local 32
// lanescope: arg counts [32] random(255, 0, 7)
// lanescope: arg out [256] fill(-1)
// lanescope: arg total [1]
__device__ int upper_bound(const int *sorted, int n, int value)
{
    int low = 0;
    while (n) {
        const int half = n / 2;
        if (sorted[low + half] <= value) {
            low += half + 1;
            n -= half + 1;
        } else
            n = half;
    }
    return low;
}

__global__ void expand(const int *counts, short2 *out, int *total)
{
    __shared__ int ends[32];
    int sum = 0;
    for (int k = 0; k <= (int)threadIdx.x; ++k)
        sum += counts[k];
    ends[threadIdx.x] = sum;
    __syncthreads();
    for (int at = blockIdx.x * blockDim.x + threadIdx.x; at < ends[31]; at += blockDim.x * gridDim.x) {
        const int from = upper_bound(ends, 32, at);
        out[at] = make_short2(from, at - (from ? ends[from - 1] : 0));
    }
    if (blockIdx.x + threadIdx.x == 0)
        *total = ends[31];
}
