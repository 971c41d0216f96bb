// A counter that lets two blocks in at a time: nobody sees more than two, and all come through.
// lanescope: global 96
// lanescope: local 16
// lanescope: arg free_places [1] fill(2)
// lanescope: arg inside [1]
// lanescope: arg most [1]
// lanescope: arg through [1]
__device__ bool try_enter(int *places)
{
    const int now = atomicAdd(places, 0);
    return now > 0 && atomicCAS(places, now, now - 1) == now;
}

__global__ void semaphore(int *free_places, int *inside, int *most, int *through)
{
    __shared__ int ok;
    if (threadIdx.x == 0) {
        while (!try_enter(free_places)) {
        }
        const int here = atomicAdd(inside, 1) + 1;
        ok = here <= 2;
        atomicMax(most, ok ? 2 : 99);
    }
    __syncthreads();
    atomicAdd(through, ok);
    __syncthreads();
    if (threadIdx.x == 0) {
        atomicSub(inside, 1);
        __threadfence();
        atomicAdd(free_places, 1);
    }
}
