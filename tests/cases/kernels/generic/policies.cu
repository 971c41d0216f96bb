// A class put together of policies, tags that choose an overload, mixins; and functions as arguments of templates.
// lanescope: arg x [64] random(7, -300, 300)
// lanescope: arg out [384]
struct saturate_tag {};
struct wrap_tag {};
struct Saturating { using tag = saturate_tag; };
struct Wrapping { using tag = wrap_tag; };

__device__ int store(int v, saturate_tag) { return v < -128 ? -128 : v > 127 ? 127 : v; }
__device__ int store(int v, wrap_tag) { return (signed char)v; }

template <int N> struct ShiftBy { __device__ static int apply(int v) { return v >> N; } };
struct Keep { __device__ static int apply(int v) { return v; } };

template <class Overflow, class Scale = Keep, bool Negate = false>
struct Pipe : Scale {
    typedef typename Overflow::tag tag;
    __device__ int operator()(int v) const
    {
        v = Scale::apply(v);
        return store(Negate ? -v : v, tag());
    }
};

template <class Base> struct Counted : Base {
    int calls = 0;
    __device__ int operator()(int v)
    {
        ++calls;
        const Base &base = *this;
        return base(v) + calls;
    }
};

__device__ float half_of(float x) { return x * 0.5f; }
__device__ float square_of(float x) { return x * x; }
template <float (*f)(float), float (*g)(float)> __device__ float chain(float x) { return g(f(x)); }
typedef int (*binary)(int, int);
__device__ int add(int a, int b) { return a + b; }
struct Ops { __device__ static int sub(int a, int b) { return a - b; } };
template <binary op> __device__ int fold(const int *p, int n, int start)
{
    for (int k = 0; k < n; k++)
        start = op(start, p[k]);
    return start;
}

__global__ void policies(const int *x, int *out)
{
    const int i = threadIdx.x + blockIdx.x * blockDim.x;
    int *r = out + 6 * i;
    r[0] = Pipe<Saturating>()(x[i]);
    r[1] = Pipe<Wrapping, ShiftBy<1>, true>{}(x[i]);
    Counted<Pipe<Saturating, ShiftBy<2>>> counted;
    r[2] = counted(x[i]) * 1000 + counted(x[i]);
    r[3] = (int)chain<half_of, square_of>((float)x[i]) - (int)chain<square_of, half_of>(x[i]);
    r[4] = fold<add>(x, i % 8, 100);
    r[5] = fold<Ops::sub>(x + i % 8, 4, 0) * 10 + counted.calls;
}

void go(int *x, int *o) { policies<<<2, 32>>>(x, o); }
