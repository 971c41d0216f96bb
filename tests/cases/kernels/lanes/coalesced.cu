// Those who come together take one number from a counter for all of them.
// lanescope: global 128
// lanescope: local 32
// lanescope: arg data [128] random(157, -9, 9)
// lanescope: arg counter [1]
// lanescope: arg slots [128]
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__device__ int aggregated_inc(int *counter)
{
    const cg::coalesced_group active = cg::coalesced_threads();
    int base;
    if (active.thread_rank() == 0)
        base = atomicAdd(counter, (int)active.size());
    base = active.shfl(base, 0);
    return base + active.thread_rank();
}

__global__ void coalesced(const int *data, int *counter, int *slots)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (data[i] > 0)
        slots[aggregated_inc(counter)] = 1;
}
