// Transform and reduce by function objects, as libraries of parallel algorithms do it.
#include <cuda_runtime.h>
// lanescope: arg in [100] random(1, -50, 50)
// lanescope: arg out [100]
// lanescope: arg partial [4]
struct Square {
    template <typename T> __device__ T operator()(T x) const { return x * x; }
};

template <typename T>
struct AddMultiple {
    T factor;
    __host__ __device__ explicit AddMultiple(T f) : factor(f) {}
    __device__ T operator()(const T &a, const T &b) const { return a + factor * b; }
};

template <typename F, typename G>
struct Composed {
    F f;
    G g;
    template <typename T> __device__ auto operator()(T x) const { return f(g(x), x); }
};

template <typename F, typename G>
__device__ Composed<F, G> compose(F f, G g) { return Composed<F, G>{f, g}; }

template <typename It, typename T, typename Unary, typename Binary>
__device__ T transform_reduce(It first, It last, T init, Unary unary, Binary binary)
{
    for (; first != last; ++first)
        init = binary(init, unary(*first));
    return init;
}

__global__ void functors(const int *in, int *out, int *partial, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    auto op = compose(AddMultiple<int>(-3), Square());
    if (i < n)
        out[i] = op(in[i]);
    if (threadIdx.x == 0) {
        const int *end = in + min(n, (int)((blockIdx.x + 1) * blockDim.x));
        partial[blockIdx.x] = transform_reduce(in + i, end, 7, Square{}, [](int a, int b) { return a > b ? a : b; });
    }
}

int main() { functors<<<4, 32>>>(nullptr, nullptr, nullptr, 100); }
