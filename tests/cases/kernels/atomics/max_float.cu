// The largest float by compare-and-swap on its bits, after a reduction in each block.
// lanescope: global 128
// lanescope: local 32
// lanescope: arg x [128] random(172, -5, 5)
// lanescope: arg largest [1] fill(-1000)
// lanescope: arg smallest [1] fill(1000)
__device__ float atomic_max_float(float *address, float value)
{
    int *as_int = (int *)address;
    int old = *as_int, assumed;
    do {
        assumed = old;
        old = atomicCAS(as_int, assumed, __float_as_int(fmaxf(value, __int_as_float(assumed))));
    } while (assumed != old);
    return __int_as_float(old);
}

__device__ void atomic_min_float(float *address, float value)
{
    // Bits of positive floats sort like integers, those of negative ones the other way round.
    if (value >= 0)
        atomicMin((int *)address, __float_as_int(value));
    else
        atomicMax((unsigned *)address, __float_as_uint(value));
}

__global__ void max_float(const float *x, float *largest, float *smallest)
{
    __shared__ float block_largest;
    if (threadIdx.x == 0)
        block_largest = -INFINITY;
    __syncthreads();
    const float v = x[blockIdx.x * blockDim.x + threadIdx.x];
    atomic_max_float(&block_largest, v);
    __syncthreads();
    if (threadIdx.x == 0)
        atomic_max_float(largest, block_largest);
    atomic_min_float(smallest, v);
}
