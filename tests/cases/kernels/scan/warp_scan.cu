// A scan of a block by warps: shuffles in each, the warps' sums by the first one.
// lanescope: global 256
// lanescope: local 128
// lanescope: arg data [256] random(63, -100, 100)
// lanescope: arg totals [2]
#define FULL_MASK 0xffffffff

__inline__ __device__ int warp_inclusive(int val)
{
    const int lane = threadIdx.x & (warpSize - 1);
    for (int offset = 1; offset < warpSize; offset <<= 1) {
        const int n = __shfl_up_sync(FULL_MASK, val, offset);
        if (lane >= offset)
            val += n;
    }
    return val;
}

__global__ void warp_scan(int *data, int *totals)
{
    __shared__ int sums[4];
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int lane = threadIdx.x % 32, wid = threadIdx.x / 32;
    int val = warp_inclusive(data[i]);
    if (lane == 31)
        sums[wid] = val;
    __syncthreads();
    if (wid == 0) {
        int sum = lane < 4 ? sums[lane] : 0;
        sum = warp_inclusive(sum);
        if (lane < 4)
            sums[lane] = sum;
    }
    __syncthreads();
    if (wid > 0)
        val += sums[wid - 1];
    data[i] = val;
    if (threadIdx.x == blockDim.x - 1)
        totals[blockIdx.x] = val;
}
