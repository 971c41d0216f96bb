// Values, references, lists and conversions. Each program is judged by a compiler for the host: see collect.py.

//// members with an assignment of their own
struct M { int v; __device__ M &operator=(const M &o) { v = o.v + 100; return *this; } };
struct S { M m; int k; M a[2]; };
__device__ int answer(int i) { S x{{i}, 2, {{1},{2}}}, y{{5}, 6, {{3},{4}}}; x = y; return x.m.v + x.k * 1000 + x.a[1].v * 10000; }

//// functions that take values or places
__device__ int f(int &&x) { x += 1; return x; }
__device__ int f(const int &x) { return 100 + x; }
__device__ int answer(int i) { return f(i) + 1000 * f(i + 1); }

//// lambdas by a reference to anything
template <class F> __device__ int each(int n, F &&f) { int s = 0; for (int i = 0; i < n; i++) s += f(i); return s; }
__device__ int answer(int i) { int k = 3; auto g = [&](int j) { return j * k; }; return each(4, g) + each(i, [&](int j) { return j + k; }); }

//// numbers by a reference to anything
template <class T> __device__ int inc(T &&x) { x += 1; return x; }
__device__ int answer(int i) { int a = i; int r = inc(a); return a * 10 + r + inc(5); }

//// what is given on stays a value
#include <utility>
struct A { int v; };
__device__ int g(A &a) { return 1; }
__device__ int g(A &&a) { return 2; }
template <class T> __device__ int call(T &&x) { return g(std::forward<T>(x)); }
__device__ int answer(int i) { A a{1}; return call(a) * 10 + call(A{2}); }

//// what is given up
#include <utility>
struct A { int v; };
__device__ int steal(A &&a) { int r = a.v; a.v = -1; return r; }
__device__ int steal(const A &a) { return a.v + 100; }
template <class T> struct Rm { static constexpr int k = 0; };
template <class T> struct Rm<T &> { static constexpr int k = 1; };
template <class T> __device__ int kind(T &&x) { T y = x; y.v += 5; return Rm<T>::k * 10 + x.v; }
__device__ int answer(int i) { A a{i}, b{i + 1}; int r = steal(std::move(a)); int q = steal(b); auto &&z = b; z.v += 3; auto &&w = i + 2; w++; return r + 10 * a.v + 100 * q + 100000 * kind(b) + 10000000 * kind(A{1}) + w + b.v; }

//// references that are given on
#include <utility>
template <class F, class... A> struct X;
template <class F> __device__ void run(int n, F &&f) { for (int k = 0; k < n; k++) f(k); }
template <class F> __device__ void outer(int n, F &&f) { run(n, std::forward<F>(f)); }
struct Acc { int s; __device__ void operator()(int k) { s += k + 1; } };
__device__ int answer(int i) { int t = 0; outer(i, [&](int k) { t += k; }); Acc a{0}; outer(3, a); const auto l = [&t](int k) { t += 10; }; outer(2, l); return t + 1000 * a.s; }

//// lists in braces as arguments
struct V { int a, b; };
__device__ int f(V v) { return v.a * 10 + v.b; }
__device__ int g(const V &v, int k = 1) { return v.a * 10 + v.b + k; }
struct C { int x; __device__ C(int a, int b) : x(a * b) {} __device__ int m(V v) const { return x + v.b; } };
__device__ int h(C c) { return c.x; }
__device__ V mk(int i) { return {i, 3}; }
__device__ int answer(int i) { C c{2, 3}; return f({i, 2}) + g({1, i}) + h({i, 3}) + f(mk(i)) + c.m({1, i}) + f({}); }

//// lists in braces for constructors, members and defaults
struct P { int x, y; };
struct Q { P p; int k[3]; };
template <class T> __device__ T first(T a, P p) { return a + p.x; }
struct V { int s; __device__ V(P a, P b = {7, 8}) : s(a.x * b.y) {} __device__ void add(P p) { s += p.x; } __device__ V &operator=(P p) { s = p.y; return *this; } };
__device__ int f(const Q &q, P d = {1, 2}) { return q.p.x + q.k[2] + d.y; }
__device__ int g(int a) { return a; }
__device__ int g(P p) { return 100 + p.x; }
__device__ int answer(int i) { V v({i, 1}, {2, 3}); v.add({4, 5}); V w({1, 1}); int r = f({{i, 2}, {1, 2, 3}}) + f({{1}}, {3, 4}) + first(2, {i, 1}) + g({i, 2}) + g({3}); v = {1, i}; return r + 1000 * v.s + 10000 * w.s; }

//// objects where numbers are asked for
struct I { int v; __device__ operator int() const { return v; } };
__device__ int answer(int i) { I x{i}; int a[4] = {5, 6, 7, 8}; int r = a[x]; switch (x) { case 1: r += 100; break; default: r += 200; } return r + (i ? x : 3) * 1000 + (x ? 10000 : 20000); }

//// operators that give places
struct S { int v; __device__ int &operator[](int i) { return v; } __device__ int &operator()(int i, int j) { return v; } };
__device__ int &operator<<(S &s, int k) { s.v += k; return s.v; }
__device__ int &operator+(S &s, int k) { s.v += k; return s.v; }
__device__ int answer(int i) { S s{1}; (s << 3) = 5; int a = s.v; (s + 2) += i; s[1] = s[1] + 1; s(1, 2) *= 2; return a + 10 * s.v; }

//// the nearer of two conversions of an object
struct C { int v; __device__ C(int x) : v(x) {} __device__ operator float() const { return v; } };
__device__ int f(float) { return 1; }
__device__ int f(char) { return 3; }
__device__ int g(int) { return 1; }
__device__ int g(double) { return 2; }
__device__ int h(long long) { return 1; }
__device__ int h(bool) { return 3; }
__device__ int answer(int i) { int arr[3]; return f(C(3)) + 10 * g(C(i)) + 100 * h(arr); }

//// pointers to arrays by casts
__device__ int answer(int i) { int buf[32]; for (int k = 0; k < 32; k++) buf[k] = k * k; int (*m)[8] = (int (*)[8])buf; auto q = reinterpret_cast<int (*)[4]>(buf); return m[i][2] + q[i][1]; }

//// rows of an array by other names
__device__ int answer(int i) { typedef int Row[4]; int b[16]; for (int k = 0; k < 16; k++) b[k] = k; Row *r = (Row *)b; const int (*c)[4] = reinterpret_cast<const int (*)[4]>(b); unsigned (*u)[2] = (unsigned (*)[2])b; return r[i][1] + 100 * c[1][i] + 10000 * u[i][1]; }

//// values of members that use other members
struct S { int a = 3; int b = a * 2; int c = b + a; };
struct D { int n; int m = n + 1; __device__ D(int k) : n(k) {} };
__device__ int answer(int i) { S s; S t{i}; D d(i); return s.c + 100 * t.c + 10000 * d.m; }

//// loops over objects with begin and end
struct R { int a, b; struct It { int v; __device__ int operator*() const { return v; } __device__ It &operator++() { v++; return *this; } __device__ bool operator!=(const It &o) const { return v != o.v; } }; __device__ It begin() const { return {a}; } __device__ It end() const { return {b}; } };
template <class T> struct Span { T *p; int n; __device__ T *begin() const { return p; } __device__ T *end() const { return p + n; } };
__device__ R range(int a, int b) { return {a, b}; }
__device__ int answer(int i) { int s = 0; for (int x : range(1, i + 2)) for (auto y : range(0, x)) s += x * y + 1; int v[3] = {1, 2, 3}; for (int &x : Span<int>{v, 3}) x += i; for (const auto &x : Span<int>{v, 2}) s += 100 * x; return s; }

//// other names for enumerations
enum class Mode { A, B, C };
using M = Mode; typedef Mode M2;
enum E { X, Y };
using F = E;
__device__ int answer(int i) { M m = M::B; M2 n = M2::C; return int(m) + 10 * int(n) + 100 * (m == Mode::B) + F::Y; }

//// the operator for pragmas
__device__ int answer(int i) { int s = 0; _Pragma("unroll") for (int k = 0; k < 4; k++) s += k * i; return s; }

//// what is likely, and what cannot be
__device__ int answer(int i) { if (__builtin_expect(i == 2, 0)) return 5; switch (i) { case 0: return 1; case 1: return 3; case 3: return 4; default: __builtin_unreachable(); } }

//// what may be taken for granted
__device__ int answer(int i) { __builtin_assume(i >= 0); return i; }

//// the type of a minimum
#include <algorithm>
using std::max; using std::min;
__device__ int answer(int i) { return max<int>(i, 2u) + int(10 * min<float>(i, 1.5)); }

//// arrays and algorithms of the library
#include <algorithm>
#include <array>
__device__ int answer(int i) { int a = std::max(i, 2), b = std::min(i, 1); std::swap(a, b); std::array<int, 4> v{1, 2, 3, 4}; v[1] = 7; int s = 0; for (int x : v) s += x; return a + 10 * b + 100 * std::clamp(i, 1, 2) + 1000 * v[i] + 10000 * v.size() + 100000 * s; }

//// limits of integers and floats
#include <cstdint>
#include <climits>
#include <cfloat>
__device__ int answer(int i) { return (INT64_MAX > 0) + (UINT64_MAX > 5) + (INT8_MIN < 0) * INT8_MIN + UINT16_MAX + INT16_MAX + INT16_MIN + (DBL_MAX > 1) + FLT_DIG + DBL_DIG + CHAR_BIT + SCHAR_MIN + UCHAR_MAX + SHRT_MAX + USHRT_MAX + (LLONG_MAX > 0) + (ULLONG_MAX > 0) + (INT64_MIN < 0) + UINT8_MAX + INT8_MAX + (LONG_MIN < 0) + (FLT_MIN > 0) + DBL_MANT_DIG + FLT_MANT_DIG + (DBL_EPSILON < 1) + (INTPTR_MAX > 0) + FLT_MAX_EXP + FLT_RADIX + (PTRDIFF_MAX > 0) + (int_fast32_t(1) + int_least16_t(2)) + (intmax_t)1 + (uintptr_t)3; }

//// functions of a float and an integer
#include <cmath>
using namespace std;
__device__ int answer(int i) { float x = i; return sizeof(pow(x, 2)) + 10 * sizeof(std::pow(x, 2.0f)) + 100 * sizeof(std::fmod(x, 2)) + 1000 * sizeof(pow(2, x)); }

//// names for the members of a value
struct S { int a; float b; };
__device__ S mk(int i) { return S{i, i * 2.0f}; }
__device__ int answer(int i) { auto [a, b] = mk(i); S s{1, 2}; auto &[c, d] = s; c += 5; int v[2] = {3, 4}; const auto &[e, f] = v; return a + b + s.a + d + e * f; }

//// names for the parts of objects
struct S { int a; float b; };
template <class T> struct Pair { T first; const T second; };
__device__ S mk(int i) { return S{i, i * 2.0f}; }
__device__ int answer(int i) { auto [a, b] = mk(i); S s{1, 2}; auto &[c, d] = s; c += 5; auto [x, y] = s; x = 100; int v[2] = {3, 4}; auto &[e, f] = v; e += i; const auto &[p, q] = Pair<int>{i, 7}; a += 1; S t[2] = {{1, 2}, {3, 4}}; int u = 0; for (int k = 0; k < 2; k++) { auto [m, n] = t[k]; u += m * int(n); } return a + int(b) + s.a + int(d) + v[0] * f + p * q + x + u * 1000; }

//// results of what is given on
#include <utility>
struct A { int v; __device__ A(int x) : v(x) {} __device__ int f() { return v; } };
template <class T> __device__ T pass(T &&x) { return std::forward<T>(x); }
template <class T, class U> __device__ auto add(T &&a, U &&b) { return std::forward<T>(a) + std::forward<U>(b); }
template <class T> __device__ void bump(T &x, int k) { x += k; }
template <class F, class T> __device__ auto apply(F &&f, T &&x) -> decltype(f(x)) { return f(x); }
__device__ int id(int x) { return x; }
__device__ int answer(int i) { int a = i; const int b = 7; pass(a) += 1; int c = pass(b) + pass(3) + add(a, 2) + add(i, b); int s = 0; auto g = [&](int k) { s += k; return s; }; int d = apply(g, a); return a + 10 * c + 100 * d + 1000 * pass(A(i)).f(); }
//// const T& returned
__device__ const int &id(const int &a) { return a; }
__device__ int answer(int x) { int v = x; const int &r = id(v); v = 7; return r; }
//// const T& taken, lambda writes
template <class F> __device__ int f(const int &a, F g) { g(); return a; }
__device__ int answer(int x) { int v = x; return f(v, [&] { v = 5; }); }
//// const T& member function returns
struct S { int v; __device__ const int &get() const { return v; } };
__device__ int answer(int x) { S s; s.v = x; const int &r = s.get(); s.v = 9; return r; }
//// the larger of two by reference
template <class T> __device__ const T &mx(const T &a, const T &b) { return a < b ? b : a; }
__device__ int answer(int x) { int a = x, b = 2; const int &m = mx(a, b); a = 5; b = 6; return m; }
//// addresses of references to constants
__device__ bool same(const int &a, const int &b) { return &a == &b; }
__device__ int answer(int x) { int v = x; int w = x; return same(v, v) * 10 + same(v, w); }
//// a pointer to what a reference to a constant stands for
__device__ const int *at(const int &a) { return &a; }
__device__ int answer(int x) { int v = x; const int *p = at(v); v = 6; return *p; }
//// static_cast<D&&>(x) for a B&& parameter
struct B { int v; };
struct D : B { int w; };
__device__ int f(B &&b) { return b.v + 1; }
__device__ int f(const B &b) { return b.v + 100; }
__device__ int answer(int x) { D d; d.v = x; d.w = 1; return f(static_cast<D &&>(d)) * 1000 + f(d); }
//// move of derived
#include <utility>
struct B { int v; };
struct D : B { int w; };
__device__ int f(B &&b) { b.v += 5; return b.v; }
__device__ int answer(int x) { D d; d.v = x; int a = f(std::move(d)); return a * 10 + d.v + f(static_cast<B &&>(d)) + f(D{}); }
//// const S returned chooses const &
struct S { int v; };
__device__ const S give(int x) { return S{x}; }
__device__ S make(int x) { return S{x}; }
__device__ int f(S &&s) { return 1; }
__device__ int f(const S &s) { return 2; }
__device__ int answer(int x) { return f(give(x)) * 10 + f(make(x)) + x; }
//// const S returned, member of const
struct S { int v; __device__ int f() { return 1; } __device__ int f() const { return 2; } };
__device__ const S give(int x) { return S{x}; }
__device__ S make(int x) { return S{x}; }
__device__ int answer(int x) { return give(x).f() * 10 + make(x).f() + x; }
//// const int returned is an int
__device__ const int give(int x) { return x; }
__device__ int f(int &&s) { return 1; }
__device__ int f(const int &s) { return 2; }
__device__ int answer(int x) { return f(give(x)) * 10 + x; }
//// a condition of a variable and a constant in overloads
__device__ int f(int &) { return 1; }
__device__ int f(const int &) { return 2; }
__device__ int answer(int x) { int v = x; const int ci = 5; int w = 3; return f(x > 1 ? v : ci) * 10 + f(x > 1 ? v : w); }
//// a condition of an object and a constant one in overloads
struct S { int v; __device__ int f() { return 1; } __device__ int f() const { return 2; } };
__device__ int answer(int x) { S s{x}; const S cs{5}; S t{1}; return (x > 1 ? s : cs).f() * 10 + (x > 1 ? s : t).f(); }
//// a function of a condition of a const object and a value
struct S { int v; __device__ int m() const { return v; } };
__device__ S f(int x) { return S{x + 10}; }
__device__ int answer(int x) { const S c{3}; return (x > 1 ? c : f(x)).m() * 10 + (x > 1 ? f(x) : c).m(); }
//// a condition of a const object and a value is const
struct S { int v; __device__ int m() { return 1; } __device__ int m() const { return 2; } };
__device__ S f(int x) { return S{x + 10}; }
__device__ int answer(int x) { const S c{3}; S d{4}; return (x > 1 ? c : f(x)).m() * 10 + (x > 1 ? f(x) : d).m(); }
