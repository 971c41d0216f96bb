Programs with lambdas. Each begins with its title; `answer` is asked for 0 to 3.

//// variables by value and by reference
__device__ int answer(int x) { int a = x + 1, b = 2; auto f = [=](int y) { return a * 10 + y; }; auto g = [&](int y) { b += y; return a + b; }; a = 7; int r = f(3) * 1000 + g(4) * 10; return r + b; }
//// captures one by one, with values
__device__ int answer(int x) { int a = x, b = 3; float c = 0.5f; auto f = [a, &b, d = c * 4 + x](int y) { b = y; return a * 100 + (int)d; }; a = 9; return f(5) + b * 1000 + a; }
//// passed to a template of functions
template <class F> __device__ void each(int n, F f) { for (int i = 0; i < n; ++i) f(i); }
template <class F> __device__ int apply(const F &f, int x) { return f(x) + f(x + 1); }
__device__ int answer(int x) { int v[5] = {}; int sum = 0; each(5, [&](int i) { v[i] = i * x; sum += v[i]; }); return sum * 100 + v[3] + apply([x](int y) { return y * x; }, 4) * 1000; }
//// a lambda that changes its copies
__device__ int answer(int x) { int n = x; auto next = [n]() mutable { n += 2; return n * n; }; int a = next(), b = next(); auto copy = next; return a * 10000 + b * 100 + copy() + n; }
//// called where it is written, with a result that it says
__device__ int answer(int x) { const int k = [&] { int s = 0; for (int i = 0; i <= x; ++i) s += i; return s; }(); auto half = [](int a) -> float { return a / 2.0f; }; return k * 100 + (int)(half(x + 3) * 10); }
//// lambdas in functions of a class
struct Acc { int total; int scale; __device__ int add(int x) { auto f = [this](int y) { total += y * scale; return total; }; f(x); return f(1); } __device__ int peek(int x) const { auto g = [=](int y) { return total + scale * y + x; }; return g(2); } };
__device__ int answer(int x) { Acc a{1, 3}; int r = a.add(x); return r * 100 + a.peek(5) + a.total; }
//// lambdas in lambdas
__device__ int answer(int x) { int a = 1; auto outer = [&](int y) { int b = y; auto inner = [&](int z) { a += z; b *= 2; return b + x; }; return inner(3) + inner(1) * 10; }; int r = outer(x + 2); return r * 10 + a; }
//// pointers and arrays that are captured
template <class T, class F> __device__ void transform(T *v, int n, F f) { for (int i = 0; i < n; ++i) v[i] = f(v[i]); }
__device__ int answer(int x) { int v[4] = {1, 2, 3, 4}; int *p = v; auto at = [p](int i) -> int & { return p[i]; }; at(1) = x + 10; transform(v, 4, [=](int a) { return a * p[0] + x; }); auto total = [&]() { int s = 0; for (int i = 0; i < 4; ++i) s = s * 2 + v[i] + p[i]; return s; }; return total(); }
//// a reduction with an operation
template <class T, class Op> __device__ T reduce(const T *v, int n, T r, Op op) { for (int i = 0; i < n; ++i) r = op(r, v[i]); return r; }
__device__ int answer(int x) { int v[5] = {3, 1, x, 4, 2}; int limit = 3; int sum = reduce(v, 5, 0, [](int a, int b) { return a + b; }); int most = reduce(v, 5, -1, [](int a, int b) { return a > b ? a : b; }); int few = reduce(v, 5, 0, [limit](int a, int b) { return a + (b < limit); }); return sum * 100 + most * 10 + few; }
//// names that hide others
__device__ int answer(int x) { int y = 4; auto f = [=](int x) { int y = x * 2; { int x = 1; y += x; } return y; }; auto g = [y = x](int z) { return y * 10 + z; }; return f(x + 1) * 100 + g(y); }
//// lambdas in instances of templates
template <class T, int N> struct Tile { T v[N]; template <class F> __device__ void fill(F f) { for (int i = 0; i < N; ++i) v[i] = f(i); } __device__ T sum() const { T s = 0; auto add = [&](T a) { s += a; }; for (int i = 0; i < N; ++i) add(v[i]); return s; } };
template <class T> __device__ T twice(T x) { auto f = [x](T y) { return x + y; }; return f(x) * f(T(1)); }
__device__ int answer(int x) { Tile<int, 3> a; Tile<float, 2> b; a.fill([x](int i) { return i + x; }); b.fill([](int i) { return i + 0.5f; }); return a.sum() * 1000 + (int)(b.sum() * 10) + twice(x) + (int)(twice(x + 0.5f) * 10); }
//// structs that are captured
struct P { int x, y; __device__ int sum() const { return x + y; } };
__device__ int answer(int x) { P p{x, 2}; auto f = [p] { return p.sum() * 10 + p.x; }; auto g = [&p](int d) { p.x += d; return p.sum(); }; int a = g(5); return f() * 100 + a + p.x; }
//// copies of constants are constants, also where a lambda may change them
struct S { int a; __device__ int f() { return 1; } __device__ int f() const { return 2; } };
__device__ int answer(int x) { const S c{x}; S s{x}; auto m = [=]() mutable { return c.f() * 10 + s.f(); }; auto n = [=] { return c.f() * 10 + s.f(); }; auto r = [&] { return c.f() * 10 + s.f(); }; return m() * 10000 + n() * 100 + r() + x; }
