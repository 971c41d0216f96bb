// A scan in one pass: each block waits for the sum of the block before it, and hands its own on.
// lanescope: global 128
// lanescope: local 32
// lanescope: arg data [128] random(68, 1, 5)
// lanescope: arg handed [5] fill(0)
// lanescope: arg order [1] fill(0)
#define READY 0x80000000u

__global__ void lookback(unsigned *data, volatile unsigned *handed, unsigned *order)
{
    __shared__ unsigned s[32], block, prefix;
    const unsigned t = threadIdx.x;
    if (t == 0)
        block = atomicAdd(order, 1u);
    __syncthreads();
    const unsigned at = block * 32 + t;
    s[t] = data[at];
    for (unsigned by = 1; by < 32; by *= 2) {
        __syncthreads();
        unsigned other = t >= by ? s[t - by] : 0;
        __syncthreads();
        s[t] += other;
    }
    __syncthreads();
    if (t == 0) {
        unsigned before = READY;
        if (block > 0)
            while (((before = handed[block - 1]) & READY) == 0)
                ;
        prefix = before & ~READY;
        handed[block] = (prefix + s[31]) | READY;
        __threadfence();
    }
    __syncthreads();
    data[at] = s[t] + prefix;
}
