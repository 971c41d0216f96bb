// The smallest value and where it is, by one atomic of 64 bits on both of them.
// lanescope: global 128
// lanescope: local 32
// lanescope: arg x [128] random(342, 10, 60)
// lanescope: arg best [2] fill(-1)
// lanescope: arg where [1]
__device__ unsigned long long pack(unsigned value, unsigned index) { return (unsigned long long)value << 32 | index; }

__global__ void packed_argmin(const unsigned *x, unsigned long long *best, unsigned *where)
{
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    __shared__ unsigned long long mine;
    if (threadIdx.x == 0)
        mine = ~0ull;
    __syncthreads();
    atomicMin(&mine, pack(x[i], i));
    __syncthreads();
    if (threadIdx.x == 0)
        atomicMin(best, mine);
    atomicMin(&best[1], pack(~x[i], i));
    if (threadIdx.x == 0 && mine == pack(x[(unsigned)mine], (unsigned)mine))
        atomicAdd(where, (unsigned)mine);
}
