// Numbers of blocks and grids as cooperative groups tell them, and a sum that a group synchronises.
// lanescope: global 8 8
// lanescope: local 4 8
// lanescope: arg x [64] iota(1, 1)
// lanescope: arg out [64]
// lanescope: arg ranks [64]
#include <cooperative_groups.h>
using namespace cooperative_groups;

__device__ int sum_of(const thread_block &block, int *shared, int v)
{
    shared[block.thread_rank()] = v;
    for (unsigned by = block.size() / 2; by > 0; by /= 2) {
        block.sync();
        if (block.thread_rank() < by)
            shared[block.thread_rank()] += shared[block.thread_rank() + by];
    }
    block.sync();
    return shared[0];
}

__global__ void block_groups(const int *x, int *out, unsigned long long *ranks)
{
    __shared__ int s[32];
    thread_block block = this_thread_block();
    grid_group grid = this_grid();
    const unsigned long long rank = grid.thread_rank();
    ranks[rank] = grid.size() * 1000 + block.group_index().x * 100 + block.thread_index().y * 10 + block.thread_index().x;
    out[rank] = sum_of(block, s, x[rank]);
    sync(block);
}
