// Every atomic operation, in both memories, where the order does not show.
// lanescope: global 256
// lanescope: local 64
// lanescope: arg a [256] random(8, -1000, 1000)
// lanescope: arg total [16] iota
// lanescope: arg groups [64] zeros
// lanescope: arg seen [256] zeros
__global__ void atomics(const int *a, int *total, int *groups, int *seen)
{
    __shared__ int own[12];
    int i = blockIdx.x * blockDim.x + threadIdx.x, t = threadIdx.x;
    if (t < 12) own[t] = t == 5 ? -1 : 0;
    __syncthreads();
    int x = a[i];
    atomicAdd(&own[0], x);
    atomicSub(&own[1], x);
    atomicMin(&own[2], x);
    atomicMax(&own[3], x);
    atomicOr(&own[4], 1 << (x & 31));
    atomicAnd(&own[5], ~(1 << (x & 15)));
    atomicXor(&own[6], x);
    atomicInc((unsigned int *)&own[7], 9u);
    atomicDec((unsigned int *)&own[8], 6u);
    int place = atomicAdd(&own[9], 1);
    int old = own[10], expected;
    do {
        expected = old;
        old = atomicCAS(&own[10], expected, expected + (x & 7));
    } while (old != expected);
    __syncthreads();
    if (t < 12) groups[blockIdx.x * 16 + t] = own[t];
    seen[blockIdx.x * 64 + place] = 1;
    atomicAdd(&total[0], x);
    atomicSub(&total[1], x);
    atomicMin(&total[2], x);
    atomicMax(&total[3], x);
    atomicOr(&total[4], 1 << (x & 31));
    atomicAnd(&total[5], ~(1 << (x & 15)));
    atomicXor(&total[6], x);
    atomicInc((unsigned int *)&total[7], 100u);
    atomicDec((unsigned int *)&total[8], 50u);
    atomicAdd((unsigned int *)&total[9], (unsigned int)(x * x));
    atomicMin((unsigned int *)&total[10], (unsigned int)x);
    atomicMax((unsigned int *)&total[11], (unsigned int)x);
    if (t == 63) atomicExch(&total[12], 77);
}
