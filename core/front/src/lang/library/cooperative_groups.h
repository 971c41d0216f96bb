/* The groups of CUDA's cooperative_groups.h that need no template of classes: the block, and the places of the grid. */
namespace cooperative_groups {

class thread_block {
public:
    __device__ static void sync() { __syncthreads(); }
    __device__ static unsigned thread_rank() { return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z); }
    __device__ static unsigned num_threads() { return blockDim.x * blockDim.y * blockDim.z; }
    __device__ static unsigned size() { return num_threads(); }
    __device__ static dim3 group_index() { return blockIdx; }
    __device__ static dim3 thread_index() { return threadIdx; }
    __device__ static dim3 group_dim() { return blockDim; }
    __device__ static dim3 dim_threads() { return blockDim; }
};

class grid_group {
public:
    __device__ static unsigned long long num_blocks() { return (unsigned long long)gridDim.x * gridDim.y * gridDim.z; }
    __device__ static unsigned long long block_rank() {
        return blockIdx.x + (unsigned long long)gridDim.x * (blockIdx.y + (unsigned long long)gridDim.y * blockIdx.z);
    }
    __device__ static unsigned long long num_threads() { return num_blocks() * thread_block::num_threads(); }
    __device__ static unsigned long long size() { return num_threads(); }
    __device__ static unsigned long long thread_rank() { return block_rank() * thread_block::num_threads() + thread_block::thread_rank(); }
    __device__ static dim3 group_dim() { return gridDim; }
    __device__ static dim3 dim_blocks() { return gridDim; }
    __device__ static dim3 block_index() { return blockIdx; }
    __device__ static bool is_valid() { return false; }
};

/* The lanes of a warp that are here, as they are when the group is made. */
class coalesced_group {
public:
    unsigned lanes;
    __device__ unsigned thread_rank() const {
        unsigned own = thread_block::thread_rank() & 31;
        return __popc(lanes & (1u << own) - 1);
    }
    __device__ unsigned num_threads() const { return __popc(lanes); }
    __device__ unsigned size() const { return __popc(lanes); }
    __device__ void sync() const { __syncwarp(lanes); }
    __device__ int any(int predicate) const { return __any_sync(lanes, predicate); }
    __device__ int all(int predicate) const { return __all_sync(lanes, predicate); }
    __device__ unsigned place(unsigned rank) const {
        unsigned rest = lanes;
        for (unsigned at = 0; at < rank; at++) rest &= rest - 1;
        return __ffs((int)rest) - 1;
    }
    __device__ int shfl(int x, unsigned rank) const { return __shfl_sync(lanes, x, (int)place(rank)); }
    __device__ unsigned shfl(unsigned x, unsigned rank) const { return __shfl_sync(lanes, x, (int)place(rank)); }
    __device__ float shfl(float x, unsigned rank) const { return __shfl_sync(lanes, x, (int)place(rank)); }
};

__device__ inline thread_block this_thread_block() { return thread_block(); }
__device__ inline grid_group this_grid() { return grid_group(); }
__device__ inline coalesced_group coalesced_threads() { coalesced_group here; here.lanes = __activemask(); return here; }
template <unsigned N, class G> __device__ int tiled_partition(const G &) {
    static_assert(N == 0, "tiles of cooperative groups are not supported: use `__shfl_sync` and its like");
    return 0;
}
__device__ inline void sync(const thread_block &) { __syncthreads(); }
__device__ inline void sync(const coalesced_group &group) { group.sync(); }

}
