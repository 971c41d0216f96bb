// The largest value and where it is: pairs go along, and of equal ones the first counts.
// lanescope: global 96
// lanescope: local 96
// lanescope: arg x [96] random(161, 0, 40)
// lanescope: arg value [1]
// lanescope: arg index [1]
struct Best {
    float value;
    int index;
    __device__ Best better(Best other) const
    {
        return other.value > value || (other.value == value && other.index < index) ? other : *this;
    }
};

__device__ Best warp_best(Best b)
{
    for (int by = 16; by > 0; by /= 2)
        b = b.better({ __shfl_down_sync(0xffffffff, b.value, by), __shfl_down_sync(0xffffffff, b.index, by) });
    return b;
}

__global__ void argmax(const int *x, float *value, int *index)
{
    __shared__ Best best[3];
    Best b{ (float)x[threadIdx.x], (int)threadIdx.x };
    b = warp_best(b);
    if (threadIdx.x % 32 == 0)
        best[threadIdx.x / 32] = b;
    __syncthreads();
    if (threadIdx.x == 0) {
        const Best all = best[0].better(best[1]).better(best[2]);
        *value = all.value;
        *index = all.index;
    }
}
