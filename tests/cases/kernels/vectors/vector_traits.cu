// A traits class that leads from a type and a width to the vector of it.
// lanescope: arg a [128] random(24, -20, 20)
// lanescope: arg b [128] random(25, -20, 20)
// lanescope: arg out [128]
template <typename T, int N> struct Packed;
template <> struct Packed<int, 2> { using type = int2; };
template <> struct Packed<int, 4> { using type = int4; };
template <> struct Packed<float, 4> { typedef float4 type; };
template <typename T, int N> using packed_t = typename Packed<T, N>::type;

template <typename T, int N>
union Lanes {
    packed_t<T, N> whole;
    T part[N];
};

template <typename T, int N, typename Op>
__device__ packed_t<T, N> zip(packed_t<T, N> a, packed_t<T, N> b, Op op)
{
    Lanes<T, N> x, y;
    x.whole = a;
    y.whole = b;
    #pragma unroll
    for (int k = 0; k < N; k++)
        x.part[k] = op(x.part[k], y.part[k]);
    return x.whole;
}

struct Farther { template <class T> __device__ T operator()(T a, T b) const { return abs(a) > abs(b) ? a : b; } };

template <typename T, int N>
__global__ void zipped(const T *a, const T *b, T *out)
{
    using V = packed_t<T, N>;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    reinterpret_cast<V *>(out)[i] = zip<T, N>(((const V *)a)[i], ((const V *)b)[i], Farther());
}

int main() { zipped<int, 4><<<2, 16>>>(nullptr, nullptr, nullptr); }
