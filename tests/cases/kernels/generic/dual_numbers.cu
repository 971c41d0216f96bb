// Derivatives carried along: one template evaluated with floats and with dual numbers, and Newton's method on it.
// lanescope: arg x [64] random(2, 0.5, 2)
// lanescope: arg out [192]
template <typename T> struct Dual {
    T v, d;
    __device__ Dual(T value, T slope = T(0)) : v(value), d(slope) {}
};
template <typename T> __device__ Dual<T> operator+(Dual<T> a, Dual<T> b) { return {a.v + b.v, a.d + b.d}; }
template <typename T> __device__ Dual<T> operator-(Dual<T> a, Dual<T> b) { return {a.v - b.v, a.d - b.d}; }
template <typename T> __device__ Dual<T> operator*(Dual<T> a, Dual<T> b) { return {a.v * b.v, a.v * b.d + a.d * b.v}; }
template <typename T> __device__ Dual<T> operator/(Dual<T> a, Dual<T> b) { return {a.v / b.v, (a.d * b.v - a.v * b.d) / (b.v * b.v)}; }
template <typename T> __device__ Dual<T> root(Dual<T> a) { T s = sqrtf(a.v); return {s, a.d / (T(2) * s)}; }
__device__ float root(float a) { return sqrtf(a); }

struct Curve {
    template <typename T> __device__ T operator()(T x) const
    {
        const T two(2.0f), three(3.0f);
        return x * x * x - two * x + three / root(x);
    }
};

template <class F> __device__ float newton(F f, float x, int steps)
{
    while (steps-- > 0) {
        Dual<float> y = f(Dual<float>{x, 1.0f});
        x -= (y.v - 3.0f) / y.d;
    }
    return x;
}

__global__ void derive(const float *x, float *out)
{
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    Curve f;
    auto y = f(Dual<float>(x[i], 1));
    out[3 * i] = y.v - f(x[i]);
    out[3 * i + 1] = y.d;
    out[3 * i + 2] = f(newton(f, 1.5f, 5));
}

void go(float *x, float *o) { derive<<<2, 32>>>(x, o); }
