/* The groups of CUDA's cooperative_groups.h: the block, its tiles, the lanes that are here, and the places of the grid. */
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

/* N neighbours of a warp, from a multiple of N on: N is a power of two, at most 32. */
template <unsigned N, class Parent = thread_block> class thread_block_tile {
    __device__ static unsigned first() { return thread_block::thread_rank() & 31 & ~(N - 1); }
    __device__ static unsigned lanes() { return (N == 32 ? ~0u : (1u << N % 32) - 1) << first(); }
    /* Which of the groups that its parent was parted into, and how many there are. */
    unsigned group, groups;
public:
    __device__ thread_block_tile(unsigned rank, unsigned threads) : group(rank / N), groups((threads + N - 1) / N) {
        static_assert(N == 1 || N == 2 || N == 4 || N == 8 || N == 16 || N == 32, "a tile has 1, 2, 4, 8, 16 or 32 threads here");
    }
    template <class P> __device__ thread_block_tile(const thread_block_tile<N, P> &other)
        : group(other.meta_group_rank()), groups(other.meta_group_size()) {}
    __device__ static unsigned thread_rank() { return thread_block::thread_rank() & N - 1; }
    __device__ static constexpr unsigned num_threads() { return N; }
    __device__ static constexpr unsigned size() { return N; }
    __device__ unsigned meta_group_rank() const { return group; }
    __device__ unsigned meta_group_size() const { return groups; }
    __device__ static void sync() { __syncwarp(lanes()); }
    template <class T> __device__ T shfl(T x, unsigned rank) const { return __shfl_sync(lanes(), x, (int)rank, (int)N); }
    template <class T> __device__ T shfl_up(T x, unsigned by) const { return __shfl_up_sync(lanes(), x, by, (int)N); }
    template <class T> __device__ T shfl_down(T x, unsigned by) const { return __shfl_down_sync(lanes(), x, by, (int)N); }
    template <class T> __device__ T shfl_xor(T x, unsigned by) const { return __shfl_xor_sync(lanes(), x, (int)by, (int)N); }
    __device__ int any(int predicate) const { return __any_sync(lanes(), predicate); }
    __device__ int all(int predicate) const { return __all_sync(lanes(), predicate); }
    __device__ unsigned ballot(int predicate) const { return __ballot_sync(lanes(), predicate) >> first(); }
    template <class T> __device__ unsigned match_any(T x) const { return __match_any_sync(lanes(), x) >> first(); }
    template <class T> __device__ unsigned match_all(T x, int &same) const { return __match_all_sync(lanes(), x, &same) >> first(); }
};

/* The block or a tile of it, which only the run tells. */
class thread_group {
    unsigned width;
    __device__ bool whole() const { return width == 0; }
public:
    __device__ thread_group(const thread_block &) : width(0) {}
    template <unsigned N, class P> __device__ thread_group(const thread_block_tile<N, P> &) : width(N) {}
    __device__ explicit thread_group(unsigned n) : width(n) {}
    __device__ unsigned thread_rank() const { return whole() ? thread_block::thread_rank() : thread_block::thread_rank() & width - 1; }
    __device__ unsigned num_threads() const { return whole() ? thread_block::num_threads() : width; }
    __device__ unsigned size() const { return num_threads(); }
    __device__ void sync() const {
        if (whole()) __syncthreads();
        else __syncwarp((width == 32 ? ~0u : (1u << width % 32) - 1) << (thread_block::thread_rank() & 31 & ~(width - 1)));
    }
};

template <unsigned N> __device__ thread_block_tile<N> tiled_partition(const thread_block &parent) {
    return thread_block_tile<N>(parent.thread_rank(), parent.num_threads());
}
template <unsigned N, unsigned M, class P> __device__ thread_block_tile<N, thread_block_tile<M, P>> tiled_partition(const thread_block_tile<M, P> &parent) {
    static_assert(N <= M, "a tile has no tiles that are larger");
    return thread_block_tile<N, thread_block_tile<M, P>>(parent.thread_rank(), parent.num_threads());
}
template <unsigned N> __device__ int tiled_partition(const coalesced_group &) {
    static_assert(N == 0, "the lanes that are here are not parted into tiles: use their `shfl`");
    return 0;
}
__device__ inline thread_group tiled_partition(const thread_group &, unsigned n) { return thread_group(n); }
__device__ inline void sync(const thread_block &) { __syncthreads(); }
__device__ inline void sync(const coalesced_group &group) { group.sync(); }
__device__ inline void sync(const thread_group &group) { group.sync(); }
template <unsigned N, class P> __device__ void sync(const thread_block_tile<N, P> &group) { group.sync(); }

}
