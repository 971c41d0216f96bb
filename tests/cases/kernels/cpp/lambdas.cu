// Lambdas with every way to capture, passed on, nested, generic and changing.
// lanescope: global 64
// lanescope: local 32
// lanescope: arg in [64] random(2, 0, 99)
// lanescope: arg out [384]
template <class F> __device__ int twice(F &&f, int x) { return f(f(x)); }
template <int N, class F> __device__ void repeat(F f) { for (int k = 0; k < N; ++k) f(k); }

struct Line {
    int slope, offset;
    __device__ int at(int x) const
    {
        auto here = [this](int v) { return slope * v + offset; };
        auto copy = [*this, x]() { return offset - x; };
        return here(x) + copy();
    }
};

__global__ void lambdas(const int *in, int *out)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    int x = in[i], sum = 0, product = 1;
    constexpr int step = 5;
    out[6 * i] = twice([=](int v) { return v + x + step; }, 1);
    repeat<4>([&](int k) {
        sum += x + k;
        product *= k + 1;
    });
    out[6 * i + 1] = sum * 100 + product;
    auto counter = [n = x % 3, &sum]() mutable { sum = n; return n++; };
    int first = counter(), second = counter();
    out[6 * i + 2] = first * 100 + second * 10 + sum;
    auto pick = [](auto a, auto b) { return a < b ? b : a; };
    out[6 * i + 3] = pick(x, 50) + (int)pick(1.5f, x * 0.5f);
    auto outer = [&, x](int a) {
        auto inner = [=, &product](int b) -> int { product += b; return a * b + x; };
        return inner(a + 1) + inner(a + 2);
    };
    out[6 * i + 4] = outer(x % 4) * 1000 + product;
    out[6 * i + 5] = Line{3, i}.at(x);
}
