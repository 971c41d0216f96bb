// A sum in one launch: the block that comes last adds up what the others have left.
// lanescope: global 128
// lanescope: local 32
// lanescope: arg data [400] random(178, -1000, 1000)
// lanescope: arg partial [4]
// lanescope: arg result [1]
// lanescope: arg n 400
__device__ unsigned int count = 0;

__global__ void last_block(const int *data, volatile int *partial, int *result, int n)
{
    __shared__ int s[32];
    __shared__ bool is_last;
    const int t = threadIdx.x;
    int sum = 0;
    for (int i = blockIdx.x * blockDim.x + t; i < n; i += gridDim.x * blockDim.x)
        sum += data[i];
    s[t] = sum;
    __syncthreads();
    for (int by = 16; by; by >>= 1) {
        if (t < by)
            s[t] += s[t + by];
        __syncthreads();
    }
    if (t == 0) {
        partial[blockIdx.x] = s[0];
        __threadfence();
        const unsigned ticket = atomicInc(&count, gridDim.x);
        is_last = (ticket == gridDim.x - 1);
    }
    __syncthreads();
    if (is_last && t == 0) {
        int total = 0;
        for (unsigned b = 0; b < gridDim.x; ++b)
            total += partial[b];
        *result = total;
        count = 0;
    }
}
