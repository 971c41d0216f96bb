// Groups as objects: a sum over the block whose helper takes the group, ranks in three dimensions.
// lanescope: arg in [96] random(16, -100, 100)
// lanescope: arg out [96]
// lanescope: arg info [12]
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__device__ int block_sum(cg::thread_block g, int v, int *scratch)
{
    scratch[g.thread_rank()] = v;
    for (int s = g.size() / 2; s > 0; s /= 2) {
        g.sync();
        if (g.thread_rank() < s)
            scratch[g.thread_rank()] += scratch[g.thread_rank() + s];
    }
    cg::sync(g);
    return scratch[0];
}

__global__ void cooperative(const int *in, int *out, unsigned *info)
{
    __shared__ int scratch[32];
    auto block = cg::this_thread_block();
    cg::grid_group grid = cg::this_grid();
    int at = block.group_index().x * block.size() + block.thread_rank();
    out[at] = block_sum(block, in[at], scratch) - in[at];
    if (block.thread_rank() == 19) {
        unsigned *r = info + 4 * block.group_index().x;
        r[0] = block.thread_index().x * 100 + block.thread_index().y * 10 + block.thread_index().z;
        r[1] = grid.thread_rank();
        r[2] = grid.size();
        r[3] = block.group_dim().y * 10 + block.num_threads();
    }
}

void go(int *i, int *o, unsigned *n) { cooperative<<<3, dim3(4, 4, 2)>>>(i, o, n); }
