/* Atomic objects: CUDA's cuda/atomic. Orders and scopes say how little others need to see: here they see all. */
namespace cuda {

enum thread_scope { thread_scope_system, thread_scope_device, thread_scope_block, thread_scope_thread };
enum memory_order { memory_order_relaxed, memory_order_consume, memory_order_acquire, memory_order_release, memory_order_acq_rel, memory_order_seq_cst };
namespace std {
enum memory_order { memory_order_relaxed, memory_order_consume, memory_order_acquire, memory_order_release, memory_order_acq_rel, memory_order_seq_cst };
}

/* An object that others made, changed at once. */
template <class T, thread_scope S = thread_scope_system> class atomic_ref {
    T *at;
public:
    __device__ explicit atomic_ref(T &x) : at(&x) {}
    __device__ T load(int order = 0) const { return *(volatile T *)at; }
    __device__ void store(T x, int order = 0) const { *(volatile T *)at = x; }
    __device__ operator T() const { return *(volatile T *)at; }
    __device__ T exchange(T x, int order = 0) const { return atomicExch(at, x); }
    __device__ bool compare_exchange_strong(T &expected, T x, int order = 0, int failed = 0) const {
        T wanted = expected, old = atomicCAS(at, wanted, x);
        expected = old;
        return old == wanted;
    }
    __device__ bool compare_exchange_weak(T &expected, T x, int order = 0, int failed = 0) const { return compare_exchange_strong(expected, x); }
    __device__ T fetch_add(T x, int order = 0) const { return atomicAdd(at, x); }
    __device__ T fetch_sub(T x, int order = 0) const { return atomicSub(at, x); }
    __device__ T fetch_and(T x, int order = 0) const { return atomicAnd(at, x); }
    __device__ T fetch_or(T x, int order = 0) const { return atomicOr(at, x); }
    __device__ T fetch_xor(T x, int order = 0) const { return atomicXor(at, x); }
    __device__ T fetch_min(T x, int order = 0) const { return atomicMin(at, x); }
    __device__ T fetch_max(T x, int order = 0) const { return atomicMax(at, x); }
    __device__ T operator++() const { return atomicAdd(at, (T)1) + (T)1; }
    __device__ T operator++(int) const { return atomicAdd(at, (T)1); }
    __device__ T operator+=(T x) const { return atomicAdd(at, x) + x; }
    __device__ T operator--() const { return atomicSub(at, (T)1) - (T)1; }
    __device__ T operator--(int) const { return atomicSub(at, (T)1); }
    __device__ T operator-=(T x) const { return atomicSub(at, x) - x; }
    __device__ T operator&=(T x) const { return atomicAnd(at, x) & x; }
    __device__ T operator|=(T x) const { return atomicOr(at, x) | x; }
    __device__ T operator^=(T x) const { return atomicXor(at, x) ^ x; }
};

/* An object that is changed at once by all who see it. */
template <class T, thread_scope S = thread_scope_system> class atomic {
    T value;
public:
    __device__ T load(int order = 0) { return *(volatile T *)&value; }
    __device__ operator T() { return *(volatile T *)&value; }
    __device__ void store(T x, int order = 0) { *(volatile T *)&value = x; }
    __device__ T exchange(T x, int order = 0) { return atomicExch(&value, x); }
    __device__ bool compare_exchange_strong(T &expected, T x, int order = 0, int failed = 0) {
        T wanted = expected, old = atomicCAS(&value, wanted, x);
        expected = old;
        return old == wanted;
    }
    __device__ bool compare_exchange_weak(T &expected, T x, int order = 0, int failed = 0) { return compare_exchange_strong(expected, x); }
    __device__ T fetch_add(T x, int order = 0) { return atomicAdd(&value, x); }
    __device__ T fetch_sub(T x, int order = 0) { return atomicSub(&value, x); }
    __device__ T fetch_and(T x, int order = 0) { return atomicAnd(&value, x); }
    __device__ T fetch_or(T x, int order = 0) { return atomicOr(&value, x); }
    __device__ T fetch_xor(T x, int order = 0) { return atomicXor(&value, x); }
    __device__ T fetch_min(T x, int order = 0) { return atomicMin(&value, x); }
    __device__ T fetch_max(T x, int order = 0) { return atomicMax(&value, x); }
    __device__ T operator++() { return atomicAdd(&value, (T)1) + (T)1; }
    __device__ T operator++(int) { return atomicAdd(&value, (T)1); }
    __device__ T operator+=(T x) { return atomicAdd(&value, x) + x; }
    __device__ T operator--() { return atomicSub(&value, (T)1) - (T)1; }
    __device__ T operator--(int) { return atomicSub(&value, (T)1); }
    __device__ T operator-=(T x) { return atomicSub(&value, x) - x; }
    __device__ T operator&=(T x) { return atomicAnd(&value, x) & x; }
    __device__ T operator|=(T x) { return atomicOr(&value, x) | x; }
    __device__ T operator^=(T x) { return atomicXor(&value, x) ^ x; }
};

}
