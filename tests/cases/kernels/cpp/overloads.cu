// One name for many functions: by type, by const, by reference, by namespace, with default arguments.
// lanescope: global 32
// lanescope: local 32
// lanescope: arg out [512]
namespace geo {
struct P { int x, y; };
__device__ int size(const P &p) { return p.x * 10 + p.y; }
__device__ P operator+(P a, P b) { return {a.x + b.x, a.y + b.y}; }
namespace deep { __device__ int f(int x) { return x + 1000; } }
}
namespace { __device__ int f(int x) { return x + 1; } }
inline namespace v2 { __device__ int g(short) { return 2; } }
__device__ int g(long long) { return 8; }
__device__ int g(double) { return 80; }
__device__ int g(char) { return 1; }
__device__ int g(unsigned) { return 5; }
__device__ int way(int &) { return 1; }
__device__ int way(const int &) { return 2; }
__device__ int way(const int *) { return 3; }
__device__ int many(int a, int b = 20, int c = 300) { return a + b + c; }
struct Box {
    int n;
    __device__ int get() { return n; }
    __device__ int get() const { return -n; }
    __device__ int operator()(int a) const { return n * a; }
    __device__ int operator()(int a, int b) const { return n * a + b; }
    __device__ operator float() const { return n + 0.5f; }
};
__device__ float scaled(float x) { return x * 2; }

__global__ void overloads(int *out)
{
    const int i = threadIdx.x;
    int *r = out + 16 * i, k = i;
    const int c = i;
    geo::P p{i, 2};
    Box box{i + 1};
    const Box &fixed = box;
    r[0] = size(p + geo::P{1, 1});
    r[1] = f(i) + geo::deep::f(i) * 2;
    { using geo::deep::f; r[2] = f(i); }
    { namespace gd = geo::deep; using namespace gd; r[3] = gd::f(i) + ::f(i); }
    r[4] = g('a') * 10000 + g((short)1) * 1000 + g(1u) * 100 + g(1LL);
    r[5] = g(2.0f) + g(true ? 'x' : 'y');
    r[6] = way(k) * 100 + way(c) * 10 + way(&k);
    r[7] = many(i) + many(i, 1) + many(i, 1, 2);
    r[8] = box.get() * 1000 + fixed.get();
    r[9] = fixed(2) + fixed(3, 4);
    r[10] = (int)scaled(box);
    r[11] = box + 1.0f > i + 2.4f;
    r[12] = geo::size({i, i});
    r[13] = max(i, 7) + std::min<int>(i, 7L) * 100;
    r[14] = way(3) + way(k + 0) * 10;
    r[15] = sizeof(box) + sizeof(geo::P) * 10;
}
