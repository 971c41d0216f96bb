// A pool of free cells: taken off a stack, used, and put back; in the end all are there again.
// lanescope: global 32
// lanescope: local 32
// lanescope: arg pool [32] iota
// lanescope: arg top [1] fill(32)
// lanescope: arg used [32]
// lanescope: arg returned [1]
__global__ void stack_pool(int *pool, int *top, int *used, int *returned)
{
    __shared__ int back;
    if (threadIdx.x == 0)
        back = 0;
    const int cell = pool[atomicSub(top, 1) - 1];
    atomicAdd(&used[cell], 1);
    __syncthreads();
    pool[atomicAdd(&back, 1)] = 31 - cell;
    __syncthreads();
    if (threadIdx.x == 0) {
        *top = back;
        *returned = atomicExch(&back, -5);
        // In order again, so that nothing tells who came first.
        for (int i = 0; i < 32; ++i)
            while (pool[i] != i) {
                const int other = pool[i], t = pool[other];
                pool[other] = other;
                pool[i] = t;
            }
    }
}
