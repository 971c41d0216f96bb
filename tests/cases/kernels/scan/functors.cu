// One scan for several operations: the operation and its neutral value are parameters of a template.
// lanescope: global 64
// lanescope: local 32
// lanescope: arg x [64] random(73, 1, 1000)
// lanescope: arg out [256]
template <class T>
struct Plus {
    static constexpr T neutral = 0;
    __device__ T operator()(T a, T b) const { return a + b; }
};
template <class T>
struct Max {
    static constexpr T neutral = 0;
    __device__ T operator()(T a, T b) const { return a > b ? a : b; }
};
template <class T>
struct And {
    static constexpr T neutral = ~T(0);
    __device__ T operator()(T a, T b) const { return a & b; }
};
template <class T>
struct Xor {
    static constexpr T neutral = 0;
    __device__ T operator()(T a, T b) const { return a ^ b; }
};

template <class Op, class T>
__device__ T exclusive_scan(T *shared, T value, Op op = Op())
{
    const unsigned t = threadIdx.x;
    shared[t] = value;
    __syncthreads();
    for (unsigned by = 1; by < blockDim.x; by *= 2) {
        const T other = t >= by ? shared[t - by] : Op::neutral;
        __syncthreads();
        shared[t] = op(other, shared[t]);
        __syncthreads();
    }
    const T before = t == 0 ? Op::neutral : shared[t - 1];
    __syncthreads();
    return before;
}

__global__ void functors(const unsigned *x, unsigned *out)
{
    __shared__ unsigned s[32];
    const unsigned i = threadIdx.x + blockIdx.x * blockDim.x, n = gridDim.x * blockDim.x;
    out[i] = exclusive_scan<Plus<unsigned>>(s, x[i]);
    out[n + i] = exclusive_scan<Max<unsigned>>(s, x[i]);
    out[2 * n + i] = exclusive_scan<And<unsigned>>(s, x[i]);
    out[3 * n + i] = exclusive_scan<Xor<unsigned>>(s, x[i]);
}
