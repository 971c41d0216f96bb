// Programs about constructs of C++17 that people's kernels contain; see `names.cu`.
//// enumerations of other types
enum Big : unsigned long long { Huge = 0xFFFFFFFF00000001ull };
enum Wide { Top = 0x80000000u, Next };
enum class Tiny : signed char { Low = -128, High = 127 };
__device__ int answer(int x) { return (int)(Huge >> 32 == 0xFFFFFFFFull) + (Next > 0) * 10 + (int)sizeof(Big) * 100 + (int)sizeof(Tiny) * 1000 + (int)Tiny::Low + x; }
//// values of an enumeration follow each other
enum Long { First = 0x7FFFFFFF, Second, Third = -1 };
__device__ int answer(int x) { long long a = Second; return (int)(a / 2) + (int)sizeof(Long) + Third + x; }
//// an enumeration of 64 bits in a switch
enum class Op : long long { Add = 1ll << 40, Sub };
__device__ int apply(Op op, int a, int b) { switch (op) { case Op::Add: return a + b; case Op::Sub: return a - b; } return 0; }
__device__ int answer(int x) { return apply(Op::Add, x, 5) * 10 + apply(Op::Sub, x, 5); }
//// initial values in parentheses and braces
__device__ int answer(int x) { int a(3); int b{4}; int c = {5}; float f{2.5f}; int many[3]{1, 2}; unsigned u(x); int z{}; return a * 1000 + b * 100 + c * 10 + (int)(f * 2) + many[1] + many[2] + (int)u + z; }
//// structs of the host's vector types in braces
__device__ int answer(int x) { float2 v{1, 2}; float4 w = {1, 2, 3}; float2 z{}; const float2 c{(float)x, 3}; return (int)(v.y * 100 + w.z * 10 + w.w + z.x + c.x + c.y); }
//// default arguments
__device__ int f(int a, int b = 10, int c = 100) { return a + b + c; }
__device__ int answer(int x) { return f(x) + f(x, 1) * 2 + f(x, 1, 2) * 3; }
//// default arguments that a declaration gives
const int base = 7;
__device__ int f(int a, int b = base * 2);
__device__ int f(int a, int b) { const int base = 1; return a * b + base; }
__device__ int answer(int x) { const int base = 100; return f(x) * 10 + base; }
//// default arguments among overloads and templates
__device__ int f(float a) { return 1; }
__device__ int f(int a, int b = 5) { return b; }
template <typename T, int N = 3> __device__ T g(T a, T b = T(2)) { return a + b * N; }
__device__ int answer(int x) { return f(x) * 100 + f(1.0f) * 10 + g(x) + g<int, 4>(x, 1); }
//// attributes in front of statements and names
[[nodiscard]] __device__ int f([[maybe_unused]] int x) { return x; }
__device__ int answer(int x) { [[maybe_unused]] int y = 3; switch (x) { case 0: y = 5; [[fallthrough]]; case 1: y += 2; break; default: y = 9; } if (x > 2) [[unlikely]] return 1; return y * 10 + f(x); }
//// unions and members without names
struct V { union { int i; unsigned u; }; struct { short lo, hi; } h; };
__device__ int answer(int x) { V v; v.i = x - 1; v.h.lo = 3; v.h.hi = 4; return (int)(v.u >> 28) * 100 + v.h.lo * 10 + v.h.hi + (int)sizeof(V); }
//// a struct without a name within a union
union Q { struct { unsigned char b0, b1, b2, b3; }; unsigned all; };
__device__ int answer(int x) { Q q; q.all = 0x04030201u; q.b1 = x; return q.b0 + q.b3 * 10 + (int)(q.all >> 8 & 255) * 100; }
//// static and inline functions and constants
static const int N = 4;
static __device__ inline int f(int x) { return x * N; }
static constexpr float F = 1.5f;
extern __device__ int g(int);
__device__ int answer(int x) { static const int table[3] = {1, 20, 300}; static constexpr int K = 7; return f(x) + g(x) + (int)(F * 2) + table[x % 3] * K; }
__device__ int g(int x) { return x - 1; }
//// assertions at compile time
static_assert(sizeof(int) == 4, "an int has four bytes");
namespace n { static_assert(sizeof(short) == 2); }
struct S { static_assert(1 + 1 == 2, "sums"); int v; };
__device__ int answer(int x) { static_assert(true); S s{x}; return s.v; }
//// auto
__device__ int answer(int x) { auto a = x; const auto b = 2.5f; auto c = 3u; auto *p = &a; auto &r = a; r += 2; const auto &k = a; auto d = x > 1 ? 1.5f : 2; *p += 1; return a * 100 + (int)(b * 2) + (c - 4u > 0) * 10 + k + (int)sizeof(d); }
//// auto of several names
__device__ int answer(int x) { auto a = 1, b = x; auto c [[maybe_unused]] = 7ll; for (auto i = 0u, n = 3u; i < n; ++i) a += i; return a * 10 + b + (int)sizeof(c); }
//// references as parameters
struct M { int v[3]; };
__device__ void swap_them(int &a, int &b) { int t = a; a = b; b = t; }
__device__ int total(const M &m) { return m.v[0] + m.v[1] * 10 + m.v[2] * 100; }
__device__ int &at(M &m, int i) { return m.v[i]; }
__device__ int first(const int (&a)[3]) { return a[0]; }
__device__ int keep(const int &a, const float &b) { return a + (int)b; }
__device__ int answer(int x) { M m = {{1, 2, 3}}; swap_them(m.v[0], m.v[2]); at(m, 1) = x; int &r = at(m, 2); r += 5; return total(m) * 10 + first(m.v) + keep(x + 1, 2); }
//// references to pointers and to what templates take
__device__ void advance(const int *&p) { ++p; }
template <typename T> __device__ void set(T &a, const T &b) { a = b; }
__device__ int answer(int x) { int a[3] = {4, 5, 6}; const int *p = a; advance(p); float f; set(f, 2.5f); int y; set(y, x); return *p * 100 + (int)(f * 2) + y; }
//// if constexpr
template <int N> __device__ int f(int x) { if constexpr (N == 0) return x; else if constexpr (N % 2 == 0) { return f<N / 2>(x) * 2; } else return f<N - 1>(x) + 1; }
template <typename T> __device__ int kind(T x) { if constexpr (sizeof(T) == 8) { return 8; } else { return x.a; } }
struct S { int a; };
__device__ int answer(int x) { S s{5}; return f<6>(x) * 100 + kind(2.0) * 10 + kind(s); }
//// range-for
struct P { int a, b; };
__device__ int answer(int x) { int a[4] = {1, 2, 3, 4}; int sum = 0; for (int v : a) sum += v; for (int &v : a) v *= 2; for (const auto &v : a) sum += v * 10; P ps[2] = {{1, x}, {3, 4}}; for (auto &p : ps) { if (p.a == 3) continue; p.a = 9; sum += p.b; } return sum + ps[0].a; }
//// conditions that declare
__device__ int answer(int x) { int r = 0; if (int y = x - 1) r += y * 10; else r = 5; if (int a = x, b = a + 1; b > 2) r += a * 100; switch (int k = x; k) { case 1: r += k; } int n = x; while (int m = n--) r += m * 1000; return r; }
//// commas and chains
__device__ int answer(int x) { int a = 1, b = 2; int c = (a++, b++, a + b); a = b = x; return a * 100 + b * 10 + c; }
//// pointers to members of arrays, and arrays of arrays
__device__ int answer(int x) { int m[2][3] = {{1, 2, 3}, {4, 5, 6}}; int (*row)[3] = m; row++; int *flat = &m[0][0]; auto last = m[1]; return (*row)[x % 3] * 100 + flat[4] * 10 + last[0] + (int)(sizeof(m) / sizeof(m[0])); }
//// numbers of C++
__device__ int answer(int x) { return 0b1011 * 10 + 1'000 + 0x1p3 + 'a' + 017 + (int)0x10u + (true + true) + x; }
//// alternative tokens
__device__ int answer(int x) { return (x > 1 and not (x == 3) or x == 0) * 10 + (x bitand 1) + (compl 0 xor -2); }
//// a struct in braces without its name
struct P { int a, b; };
__device__ P make(int x) { return {x, x + 1}; }
__device__ int sum(P p) { return p.a * 10 + p.b; }
__device__ int answer(int x) { P p; p = {x, 2}; P q = make(x); q = {}; return sum(make(x)) * 100 + sum(p) + q.b; }
//// decltype
__device__ float half_of(int x) { return x * 0.5f; }
__device__ int answer(int x) { decltype(x) a = 3; decltype(half_of(x)) f = 2.5; decltype(1 + 1.0) d = 0.5; decltype(a) &r = a; r = 9; decltype(a) b = 4; return a * 100 + b * 10 + (int)(f * 2) + (int)sizeof(d) + (int)sizeof(decltype(f)); }
//// auto and decltype as results
__device__ auto f(int x) { return x * 2.5f; }
__device__ auto g(int x) -> long long { return x; }
template <typename A, typename B> __device__ auto add(A a, B b) -> decltype(a + b) { return a + b; }
__device__ int answer(int x) { return (int)(f(x) * 2) + (int)sizeof(g(x)) * 100 + (int)(add(x, 0.5f) * 10); }
//// functions that constants are made of
__device__ constexpr int square(int x) { return x * x; }
constexpr int power(int b, int e) { int r = 1; for (int i = 0; i < e; ++i) r *= b; return r; }
constexpr int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
__device__ int answer(int x) { constexpr int n = square(3); int a[square(2)] = {1, 2, 3, 4}; constexpr int p = power(2, 5); static_assert(fib(10) == 55, ""); return n * 100 + a[x] * 10 + (int)sizeof(a) + p + fib(7); }
//// other names of types
using real = float;
using Row = int[4];
using Ptr = const int *;
using Pair = float[2];
using Pointer = int *;
__device__ int answer(int x) { Row r = {1, 2, 3, 4}; Ptr p = r + 1; Pair q = {1.5f, 2}; Pointer w = r; w[0] = 7; real f = 2.5; return *p * 1000 + (int)(q[0] * 2 + q[1]) * 100 + r[0] * 10 + (int)(f * 2) + x; }
//// values in parentheses that begin with a type
struct V { float x, y; __device__ V(float a, float b = 1) : x(a), y(b) {} };
template <class T, class R> __device__ T part(R r) { T v(T(r) / 2); return v; }
__device__ int answer(int i) { float a(float(i) / 2); V v(float(i), 2); V w(float(i) * 2, float(i) + 1); float b(float(i) + 1), c(float{2.5f}); unsigned u(unsigned(i) >> 1); V z(static_cast<float>(i)); float d((float)i), e(-i), g(i ? 1.5f : 2); return (int)(a * 2 + v.x * 10 + v.y + w.x * 3 + w.y * 5 + b * 7 + c * 2 + u * 100 + z.x + z.y + d + e + g * 1000 + part<int>(7.5f) * 10000) + (int)alignof(double) + (int)alignof(V); }
//// a choice by a constant, and copies of bytes
struct P { int a; short b; char c[2]; };
__device__ int answer(int x) { float f; int bits = 0x40490fdb + x; memcpy(&f, &bits, 4); char c[8]; memset(c, x + 1, sizeof(c)); int w; memcpy(&w, c + 2, 4); P p{x, 2, {3, 4}}, q; memcpy(&q, &p, sizeof p); int t[5]; memset(t, 0, sizeof(t)); memcpy(t + 1, &p, 8); int back; memcpy(&back, &f, sizeof(int)); const int *chosen = sizeof(int) == 4 ? t : (const int *)nullptr; return w / 3 + q.a + q.b * 10 + q.c[0] * 100 + q.c[1] * 1000 + chosen[1] + chosen[2] / 7 + (back == bits); }
//// functional casts
struct Flags { unsigned v; __device__ Flags(unsigned x) : v(x) {} };
enum class Mode { A, B = 5 };
typedef unsigned char u8;
template <class T> __device__ T conv(int x) { return T(x); }
__device__ int answer(int x) { Flags f = Flags(x + 3); return (int)f.v + (int)Mode(5) * 10 + u8(x + 255) * 100 + (int)conv<float>(x) * 1000 + int(conv<Mode>(1)) + unsigned(3.7f); }
//// functional casts of enumerations and pointers
enum Flags : unsigned { F0 = 1, F1 = 2 };
__device__ Flags operator|(Flags a, Flags b) { return Flags(unsigned(a) | unsigned(b)); }
using P = int *;
__device__ int answer(int x) { Flags f = F0 | F1; int y = x; P p = P(&y); *p += 2; return int(f) * 10 + y + (int)Flags(x); }
//// structured bindings in range-for
struct KV { int k; float v; };
__device__ int answer(int x) { KV t[3] = {{1, 2.f}, {x, 3.f}, {4, 5.f}}; int s = 0; for (auto [k, v] : t) s += k * (int)v; for (auto &[k, v] : t) { k += 1; } for (const auto &[k, v] : t) s = s * 10 + k; return s; }
//// structured bindings of pairs in range-for
template <class A, class B> struct Pr { A first; B second; };
__device__ int answer(int x) { Pr<int, short> t[2] = {{x, 2}, {3, 4}}; int s = 0; for (auto [a, b] : t) s += a * b; return s; }
//// untagged enums with operators
typedef enum { MA = 1, MB = 2, MC = 4 } M;
__device__ M operator|(M a, M b) { return (M)((int)a + (int)b + 100); }
__device__ int f(M m) { return m; }
__device__ int f(int m) { return -m; }
__device__ int answer(int x) { M m = MA | MB; return m * 1000 + (MB | MB) + f(MC) * 10 + f(3); }
//// untagged enumerations without a name
enum { N0 = 3, N1 };
struct S { enum { K = 4 }; };
__device__ int answer(int x) { int a[N1]; a[N0] = x; return a[3] + S::K * N0 + (N0 | N1); }
//// enumerations without a tag are types
typedef enum { A0, A1, A2 } A;
typedef enum : unsigned char { B0 = 200, B1 } B;
enum { C0 = 7 };
struct S { enum { N = 3 }; typedef enum { P, Q } R; };
template <class T> __device__ int kind(T) { return 0; }
__device__ int f(A) { return 1; } __device__ int f(B) { return 2; } __device__ int f(int) { return 3; } __device__ int f(S::R) { return 4; }
__device__ A &operator++(A &a) { a = (A)(((int)a + 1) % 3); return a; }
__device__ A operator~(A a) { return (A)(2 - (int)a); }
template <int N> struct I { static constexpr int v = N; };
template <A a> __device__ int of() { return a * 3; }
__device__ int answer(int x) { A a = (A)(x % 3); ++a; B b = B1; A c = ~a; switch (c) { case A0: c = A2; break; case A1: break; default: c = A0; } return f(a) + f(b) * 10 + f(C0) * 100 + f(S::Q) * 1000 + (int)a * 10000 + I<C0>::v + I<S::N>::v + of<A2>() + (int)sizeof(B) + (c == A1) + (b > 200) + c; }
//// operators of enumerations in a namespace
namespace n { typedef enum { F1 = 1, F2 = 2, F4 = 4 } Flags; __device__ inline Flags operator|(Flags a, Flags b) { return Flags(int(a) | int(b)); } __device__ inline Flags operator&(Flags a, Flags b) { return Flags(int(a) & int(b)); } __device__ inline Flags &operator|=(Flags &a, Flags b) { return a = a | b; } }
__device__ int answer(int x) { n::Flags f = n::F1 | n::F4; f |= n::Flags(x & 2); return f * 10 + ((f & n::F2) == n::F2); }
//// structured bindings of elements in all forms
struct P { int a; const int b; };
struct R { P *p; __device__ P *begin() const { return p; } __device__ P *end() const { return p + 2; } };
__device__ int answer(int x) { P p[2] = {{x, 2}, {3, 4}}; int s = 0; R r{p}; for (auto &&[a, b] : r) { a += b; s += a; } for (const auto [a, b] : p) s = s * 7 + a * b; for (auto [u, v] : r) { u = 100; s += u + v; } return s + p[0].a; }
//// auto with values in braces and parentheses
__device__ int answer(int x) { auto a{x}; auto b(x + 1.5f); const auto c{3u}; auto *p{&a}; *p += 2; return a + (int)(b * 2) * 10 + (int)c * 100; }
//// statement that begins with T{}
struct A { int *p; __device__ void run(int v) { *p += v; } };
__device__ int answer(int x) { int n = x; A{&n}.run(3); return n; }
//// statement T<int>{}
template <class T> struct A { __device__ void run(T &v) { v += 2; } };
namespace ns { struct Q { __device__ void run(int &v) { v += 2; } }; }
__device__ int answer(int x) { int n = x; A<int>{}.run(n); A<int>().run(n); ns::Q{}.run(n); ns::Q().run(n); return n; }
//// statement T{...}(x)
struct A { int k; __device__ void operator()(int &v) { v += k; } };
__device__ int answer(int x) { int n = x; A{5}(n); int{3}; float(2); return n; }
//// a pointer or nullptr
__device__ int answer(int x) { int a[2] = {x, 4}; const int *p = x > 1 ? a + 1 : nullptr; const int *q = x > 1 ? nullptr : (const int *)(a); return (p ? *p : -1) * 10 + (q ? *q : -2); }
//// a function whose value is not used
__device__ int f(int x) { return x + 1; }
namespace n { __device__ int g(int x) { return x + 2; } }
__device__ int answer(int x) { (void)f; (void)(n::g); return f(x); }
//// constant values only
template <class T> __device__ int f(const T &&a) { return 1; }
template <class T> __device__ int f(const T &a) { return 2; }
__device__ int g(const int &&a) { return 3; }
__device__ int g(int &a) { return 4; }
__device__ int answer(int x) { const int c = 5; return f(x) * 1000 + f(x + 1) * 100 + g(x) * 10 + g(7) + f(c) * 10000; }
//// values of types without arguments
template <class T> __device__ T zero() { return T() + T{}; }
__device__ int answer(int x) { int a = int() + x; float f = float(); return a + (int)f + zero<int>() + (bool() ? 7 : 0) + (unsigned)int(); }
//// min and max in constants
#include <algorithm>
template <class T> constexpr T least(T a, T b) { return std::min(a, b); }
template <int N> struct Buf { int a[N]; };
__device__ int answer(int x) { constexpr int n = least(6, 4); int a[std::max(2, 3)]; static_assert(least(-1, 2) == -1, ""); Buf<std::max(n, 5)> b; return sizeof(a) * 100 + sizeof(b) + x; }
//// arguments that are written need not be told, and are converted
template <class T> struct Vec { T v; __device__ Vec(T a) : v(a) {} };
template <class T> __device__ int f(Vec<T> a, T b) { return (int)(a.v * 10 + b); }
template <class T, int N> __device__ int g(const Vec<T> &a) { return (int)a.v + N; }
__device__ int answer(int x) { return f<float>(x, 2) + g<int, 100>(x) * 1000; }
