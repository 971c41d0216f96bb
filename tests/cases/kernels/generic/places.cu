// Expressions that are places, references of every kind, values seen as other types.
// lanescope: arg in [64] random(11, -1000, 1000)
// lanescope: arg out [512]
__device__ int &larger(int &a, int &b) { return a < b ? b : a; }
#include <utility>
template <class F, class T> __device__ auto call(F &&f, T &&x) { return f(std::forward<T>(x)); }
struct Holder {
    int v[2];
    __device__ int &operator[](int k) { return v[k]; }
    __device__ Holder &set(int k, int x) { v[k] = x; return *this; }
    __device__ int sum() const { return v[0] + v[1]; }
};

__global__ void places(const int *in, int *out)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    int a = in[i], b = i, c = 0, *r = out + 8 * i;
    (a > 0 ? a : b) = 5;
    r[0] = a * 10000 + b;
    (c = 3) += b;
    ++(++c);
    (c++, b) -= 2;
    r[1] = c * 10000 + b;
    larger(b, c) = -1;
    int &alias = larger(b, c), *p = &(c = 9);
    alias += 1;
    *p += 100;
    r[2] = b * 1000 + c;
    float f = a * 0.25f;
    reinterpret_cast<int &>(f) ^= 0x80000000;
    r[3] = (int)(f * 8);
    (unsigned &)c |= 1u << 20;
    r[4] = c;
    Holder h{};
    h.set(0, a).set(1, i)[0] += 2;
    const Holder &look = h;
    h[1] *= 3;
    r[5] = look.sum();
    int x = i;
    r[6] = call([](int &y) { return y += 4; }, x) + x + call([](int y) { return y * 2; }, std::move(x));
    const int &temporary = a + 1;
    int m[2][3] = {{1, 2, 3}, {4, 5, 6}}, (*row)[3] = m + 1, &cell = row[-1][2];
    cell = temporary;
    r[7] = m[0][2] + (*row)[1] * 7;
}

void go(int *i, int *o) { places<<<2, 32>>>(i, o); }
