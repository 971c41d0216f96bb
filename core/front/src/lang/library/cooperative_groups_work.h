/* What the threads of a group do together: CUDA's cooperative_groups/reduce.h, scan.h and memcpy_async.h. */
#include <cooperative_groups.h>
namespace cooperative_groups {

template <class T> struct plus { __device__ T operator()(T a, T b) const { return a + b; } };
template <class T> struct less { __device__ T operator()(T a, T b) const { return b < a ? b : a; } };
template <class T> struct greater { __device__ T operator()(T a, T b) const { return a < b ? b : a; } };
template <class T> struct bit_and { __device__ T operator()(T a, T b) const { return a & b; } };
template <class T> struct bit_or { __device__ T operator()(T a, T b) const { return a | b; } };
template <class T> struct bit_xor { __device__ T operator()(T a, T b) const { return a ^ b; } };

/* In pairs, then in pairs of pairs: this is the order of a sum of floats. */
template <unsigned N, class P, class T, class F> __device__ T reduce(const thread_block_tile<N, P> &group, T x, F f) {
    for (unsigned by = N / 2; by > 0; by /= 2) x = f(x, group.shfl_xor(x, by));
    return x;
}
template <class T, class F> __device__ T reduce(const coalesced_group &group, T x, F f) {
    T r = group.shfl(x, 0);
    for (unsigned rank = 1; rank < group.size(); rank++) r = f(r, group.shfl(x, rank));
    return r;
}

template <unsigned N, class P, class T, class F> __device__ T inclusive_scan(const thread_block_tile<N, P> &group, T x, F f) {
    for (unsigned by = 1; by < N; by *= 2) {
        T before = group.shfl_up(x, by);
        if (group.thread_rank() >= by) x = f(before, x);
    }
    return x;
}
template <unsigned N, class P, class T> __device__ T inclusive_scan(const thread_block_tile<N, P> &group, T x) { return inclusive_scan(group, x, plus<T>()); }
/* The first one gets a zero. */
template <unsigned N, class P, class T, class F> __device__ T exclusive_scan(const thread_block_tile<N, P> &group, T x, F f) {
    T before = group.shfl_up(inclusive_scan(group, x, f), 1);
    return group.thread_rank() ? before : T();
}
template <unsigned N, class P, class T> __device__ T exclusive_scan(const thread_block_tile<N, P> &group, T x) { return exclusive_scan(group, x, plus<T>()); }

/* The copy is done when it is called: who waits for it waits for the group. */
template <class G, class T, class F> __device__ void memcpy_async(const G &group, T *to, const F *from, size_t bytes) {
    for (size_t i = group.thread_rank(); i < bytes / sizeof(T); i += group.size()) to[i] = from[i];
}
template <class G> __device__ void wait(const G &group) { group.sync(); }
template <unsigned N, class G> __device__ void wait_prior(const G &group) { group.sync(); }

}
