// Programs about what names mean in C++17, each behind a line that begins with `////`. `results.txt` holds what `answer`
// returns for 0 to 3 when a compiler for the host builds it; `collect.py` writes it.
//// a name of a namespace beside an outermost one
__device__ int f(int x) { return x + 1; }
namespace n { __device__ int f(int x) { return x + 10; } }
__device__ int answer(int x) { return f(x) * 1000 + n::f(x) * 10 + ::f(x); }
//// a local name hides a namespace's, a path does not see it
namespace n { const int K = 5; }
__device__ int answer(int x) { int K = x; return K * 100 + n::K; }
//// the outermost name behind a local one
const int K = 7;
__device__ int answer(int x) { int K = x; { int K = 3; x = K + ::K; } return x * 100 + K + ::K; }
//// an inner namespace hides the outer functions whole
namespace a {
__device__ int f(double) { return 1; }
namespace b {
__device__ int f(char) { return 2; }
__device__ int g(double d) { return f(d); }
}
__device__ int h(double d) { return f(d); }
}
__device__ int answer(int x) { return a::b::g(x) * 10 + a::h(x); }
//// a function of a namespace called as a builtin
namespace n {
__device__ int abs(int x) { return x * 7; }
__device__ int use(int x) { return abs(x); }
}
__device__ int answer(int x) { return n::use(x) * 100 + n::abs(-x) + abs(-x); }
//// a directive shows functions beside the outermost ones
namespace n { __device__ int f(double) { return 1; } }
__device__ int f(int) { return 2; }
using namespace n;
__device__ int answer(int x) { return f(x) * 10 + f(x + 0.5); }
//// a directive in an inner namespace hides outer names
__device__ int f(int) { return 1; }
namespace m { __device__ int f(int) { return 2; } }
namespace a { namespace c { namespace m { __device__ int f(int) { return 4; } } using namespace m; __device__ int g(int x) { return f(x); } } }
__device__ int answer(int x) { return a::c::g(x) * 10 + f(x); }
//// directives are followed
namespace a { __device__ int f(int x) { return x + 3; } }
namespace b { using namespace a; }
namespace c { using namespace b; }
__device__ int answer(int x) { using namespace c; return f(x) * 10 + c::f(x); }
//// a path looks into directives only where the namespace has nothing
namespace a { __device__ int f(int) { return 1; } __device__ int g(int) { return 5; } }
namespace b { using namespace a; __device__ int f(int) { return 2; } }
__device__ int answer(int x) { return b::f(x) * 10 + b::g(x); }
//// a directive of a block ends with it
__device__ int f(long) { return 1; }
namespace n { __device__ int f(int) { return 2; } }
__device__ int answer(int x) { int y; { using namespace n; y = f(x); } return y * 10 + f(x); }
//// a using-declaration of a block hides outer overloads
__device__ int f(int) { return 1; }
namespace n { __device__ int f(double) { return 2; } }
__device__ int answer(int x) { int before = f(x); using n::f; return before * 10 + f(x); }
//// two using-declarations of a block are overloads
namespace a { __device__ int f(int) { return 1; } }
namespace b { __device__ int f(float) { return 2; } }
__device__ int answer(int x) { using a::f; using b::f; return f(x) * 10 + f(1.5f); }
//// a using-declaration outside adds overloads
namespace n { __device__ int f(double) { return 2; } }
__device__ int f(int) { return 1; }
using n::f;
__device__ int answer(int x) { return f(x) * 10 + f(0.5); }
//// a using-declaration of a namespace is a name of it
namespace a { __device__ int f(int x) { return x + 4; } struct S { int v; }; const int K = 9; }
namespace b { using a::f; using a::S; using a::K; }
__device__ int answer(int x) { b::S s; s.v = b::K; return b::f(x) * 100 + s.v; }
//// a namespace by another name
namespace first::second { __device__ int f(int x) { return x * 2; } }
namespace fs = first::second;
namespace f1 = first;
__device__ int answer(int x) { namespace local = f1::second; return fs::f(x) * 100 + f1::second::f(1) * 10 + local::f(2); }
//// an inline namespace
namespace lib { inline namespace v2 { __device__ int f(int) { return 2; } struct S { int a; }; } namespace v1 { __device__ int f(int) { return 1; } } }
__device__ int answer(int x) { lib::S s = {x}; return lib::f(0) * 100 + lib::v1::f(0) * 10 + lib::v2::f(0) + s.a; }
//// overloads of a namespace and of its inline one
namespace lib { __device__ int f(int) { return 1; } inline namespace v2 { __device__ int f(float) { return 2; } } }
__device__ int answer(int x) { return lib::f(x) * 10 + lib::f(1.0f); }
//// an unnamed namespace
namespace { __device__ int f(int x) { return x + 6; } const int K = 2; }
__device__ int answer(int x) { return f(x) * 10 + ::K + ::f(1); }
//// an unnamed namespace within another
namespace n { namespace { __device__ int f(int x) { return x + 8; } } __device__ int g(int x) { return f(x); } }
__device__ int answer(int x) { return n::g(x) * 100 + n::f(x); }
//// namespaces are opened again
namespace n { __device__ int f(int) { return 1; } }
namespace n { __device__ int f(float) { return 2; } __device__ int g(int x) { return f(x) * 10 + f(1.0f); } }
__device__ int answer(int x) { return n::g(x); }
//// only what is declared above is seen
__device__ int f(float) { return 1; }
__device__ int early(int x) { return f(x); }
__device__ int f(int) { return 2; }
__device__ int answer(int x) { return early(x) * 10 + f(x); }
//// only what a directive shows so far is seen
namespace n { __device__ int f(float) { return 1; } }
using namespace n;
__device__ int early(int x) { return f(x); }
namespace n { __device__ int f(int) { return 2; } }
__device__ int answer(int x) { return early(x) * 10 + f(x); }
//// functions of the argument's namespace
namespace n { struct S { int v; }; __device__ int f(S s) { return s.v + 50; } }
__device__ int answer(int x) { n::S s; s.v = x; return f(s); }
//// functions of the argument's namespace beside those that are seen
namespace n { struct S { int v; }; __device__ int f(S s, int) { return s.v + 50; } }
namespace m { __device__ int f(n::S s, double) { return s.v + 70; } __device__ int g(int x) { n::S s; s.v = x; return f(s, 1) * 100 + f(s, 1.0); } }
__device__ int answer(int x) { return m::g(x); }
//// behind pointers and references, too
namespace n { struct S { int v; }; __device__ int f(const S *s) { return s->v + 1; } __device__ int g(const S &s) { return s.v + 2; } }
__device__ int answer(int x) { n::S s; s.v = x; n::S many[2]; many[0].v = 30; return f(&s) * 10000 + g(s) * 100 + f(many); }
//// parentheses and paths leave the argument's namespace out
namespace n { struct S { int v; }; __device__ int f(S) { return 1; } }
__device__ int f(const n::S &, int y = 0) { return 2 + y; }
__device__ int answer(int x) { n::S s; s.v = x; return ::f(s, x) * 10 + (f)(s, 1); }
//// a local variable leaves the argument's namespace out
namespace n { struct S { int v; }; __device__ int weight(S s) { return s.v * 3; } }
__device__ int answer(int x) { n::S s; s.v = x; int a = weight(s); { int weight = 5; a = a * 10 + weight; } return a; }
//// operators of the operands' namespace
namespace n { struct V { int a; }; __device__ V operator+(V p, V q) { V r; r.a = p.a + q.a + 100; return r; } }
__device__ int answer(int x) { n::V v; v.a = x; n::V w; w.a = 2; return (v + w).a; }
//// operators that a directive shows
namespace ops { __device__ float4 operator*(float4 a, float b) { return make_float4(a.x * b, a.y * b, a.z * b, a.w * b); } }
__device__ int answer(int x) { using namespace ops; float4 v = make_float4(x, 1, 2, 3); float4 w = v * 10.0f; return (int)(w.x + w.w); }
//// an inner operator hides an outer one
struct V { int a; };
__device__ int operator-(V a, V b) { return a.a - b.a; }
namespace n { struct W { int a; }; __device__ int operator-(W a, W b) { return b.a - a.a; } __device__ int g(int x) { V v = {x}, w = {1}; return v - w; } }
__device__ int answer(int x) { n::W v = {x}, w = {1}; return n::g(x) * 10 + (v - w); }
//// a function declared inside and defined outside
namespace n { const int K = 4; __device__ int f(int x); }
const int K = 1;
__device__ int n::f(int x) { return x * 10 + K; }
__device__ int answer(int x) { return n::f(x) * 10 + K; }
//// a type of a namespace and one outside
typedef int T;
namespace n { typedef float T; __device__ T half_of(T x) { return x / 2; } }
__device__ int answer(int x) { T a = 5; n::T b = 5; return (a / 2) * 100 + (int)(b / 2 * 10) + (int)n::half_of(x * 10); }
//// a struct of a namespace and one outside
struct P { int v; };
namespace n { struct P { int u, v; }; __device__ int f(P p) { return p.u * 10 + p.v; } }
__device__ int f(P p) { return p.v; }
__device__ int answer(int x) { P p = {x}; n::P q = {x, 2}; return f(p) * 1000 + f(q) * 10 + (int)(sizeof(n::P) / sizeof(P)); }
//// constants of enumerations
enum E { A, B = 5, C };
namespace n { enum E { A = 10, B }; enum class F { A = 20, B }; }
__device__ int answer(int x) { return A + B * 2 + n::A * 3 + E::C + n::E::B + (int)n::F::B + x; }
//// a scoped enumeration leaves its names alone
const int Red = 3;
enum class Colour : unsigned char { Red = 7, Green };
__device__ int answer(int x) { Colour c = x > 1 ? Colour::Green : Colour::Red; return Red * 100 + (int)c * 10 + (int)sizeof(Colour); }
//// an enumeration of a block
__device__ int answer(int x) { enum { N = 4 }; enum class M { N = 6 }; int a = N; { enum { N = 9 }; a = a * 10 + N; } return a * 10 + (int)M::N + x; }
//// templates of namespaces
template <typename T> __device__ T twice(T x) { return x * 2; }
namespace n { template <typename T> __device__ T twice(T x) { return x * 20; } template <int N> __device__ int plus(int x) { return x + N; } }
__device__ int answer(int x) { using n::plus; return twice(x) + n::twice<int>(x) + plus<3>(x) * 1000 + ::twice(x); }
//// a template sees what stands above it, and what its arguments bring
namespace lib { template <typename T> __device__ int describe(T x) { return weight(x); } }
namespace mine { struct S { int v; }; __device__ int weight(S s) { return s.v + 40; } }
__device__ int answer(int x) { mine::S s; s.v = x; return lib::describe(s); }
//// a template keeps to the functions above it
__device__ int f(double) { return 1; }
template <typename T> __device__ int g(T x) { return f(x); }
__device__ int f(int) { return 2; }
__device__ int answer(int x) { return g(x) * 10 + f(x); }
//// a template of a namespace prefers its own functions
__device__ int f(int) { return 1; }
namespace n { __device__ int f(double) { return 2; } template <typename T> __device__ int g(T x) { return f(x); } }
__device__ int answer(int x) { return n::g(x) * 10 + f(x); }
//// a parameter hides a function and a type
__device__ int size(int x) { return x; }
struct width { int v; };
__device__ int f(int size, int width) { return size * 10 + width; }
__device__ int answer(int x) { struct width w; w.v = 3; return f(size(x), w.v); }
//// the name of a parameter of a template hides outer ones
struct T { int a[4]; };
template <typename T> __device__ int bytes(T x) { return (int)sizeof(T) + (int)x; }
__device__ int answer(int x) { return bytes(x) * 100 + (int)sizeof(T); }
//// variables of a loop and of a condition
const int i = 100;
__device__ int answer(int x) { int sum = 0; for (int i = 0; i < 3; i++) { { int i = 5; sum += i; } } if (int i = x) sum += i * 50; return sum * 1000 + i; }
//// a name is seen from its declarator on
const int x = 5;
__device__ int answer(int y) { const int n = x; { int x = 1; return y + n * 10 + x; } }
//// a global constant hidden by a parameter
const int n = 8;
__device__ int f(int n) { return n * 10 + ::n; }
__device__ int answer(int x) { return f(x); }
//// typedefs and aliases of namespaces
namespace math { typedef unsigned int word; using real = float; using namespace_free = int; }
__device__ int answer(int x) { math::word w = x - 1; math::real r = 2.5; using math::real; real q = r * 2; return (w > 10u) * 1000 + (int)(r * q) + (math::namespace_free)3.9; }
//// casts to types of namespaces
namespace n { using small = signed char; struct S { int v; }; }
__device__ int answer(int x) { int big = 300 + x; n::S s = n::S{big}; n::S *p = &s; return (n::small)big + n::small(big) * 10 + static_cast<n::small>(s.v) * 100 + ((n::S *)p)->v * 1000; }
//// the same name at three depths
namespace a { __device__ int f() { return 1; } namespace a { __device__ int f() { return 2; } namespace a { __device__ int f() { return 3; } __device__ int g() { return f() + a::f() * 10 + ::a::f() * 100; } } } }
__device__ int answer(int x) { return a::a::a::g() + x; }
//// members of structs are names of their own
namespace n { const int v = 5; struct S { int v; }; __device__ int get(const S &s) { return s.v * 10 + v; } }
__device__ int answer(int x) { n::S s{x}; return get(s); }
//// types inside of structs
namespace n { struct Outer { struct Inner { int v; }; enum Mode { Off, On = 6 }; Inner in; Mode mode; }; }
__device__ int answer(int x) { n::Outer o; n::Outer::Inner i = {x}; o.in = i; o.mode = n::Outer::On; return o.in.v * 10 + o.mode; }
//// overloads by const and reference across namespaces
namespace a { __device__ int f(int &) { return 1; } }
namespace b { __device__ int f(const int &) { return 2; } }
using namespace a; using namespace b;
__device__ int answer(int x) { const int c = x; return f(x) * 10 + f(c); }
//// nested namespaces in one line, opened in pieces
namespace p::q::r { __device__ int f(int x) { return x + 1; } }
namespace p { namespace q { __device__ int g(int x) { return r::f(x) * 2; } } __device__ int h(int x) { return q::g(x) + q::r::f(x); } }
__device__ int answer(int x) { return p::h(x); }
//// a nearer namespace stops the search for one in front of a path
namespace n { __device__ int f() { return 1; } }
namespace m { namespace n { __device__ int f() { return 2; } } __device__ int g() { return n::f() * 10 + ::n::f(); } }
__device__ int answer(int x) { return m::g() + x; }
//// ns::operator-(r, s)
namespace ns { struct S { int v; }; __device__ S operator-(S a, S b) { return S{a.v - b.v}; } __device__ S operator-(S a) { return S{-a.v}; } __device__ bool operator==(S a, S b) { return a.v == b.v; } }
__device__ int answer(int x) { ns::S r{10}, s{x}; return ns::operator-(r, s).v * 10 + ns::operator-(s).v + ns::operator==(r, s); }
//// ::operator
struct S { int v; }; __device__ S operator-(S a, S b) { return S{a.v - b.v}; }
__device__ int answer(int x) { S r{10}, s{x}; return ::operator-(r, s).v * 10 + operator-(r, s).v; }
//// nested namespace operator template
namespace a { namespace b { struct S { int v; }; template <class T> __device__ int operator<<(S s, T t) { return s.v + (int)t; } } }
__device__ int answer(int x) { a::b::S s{4}; return a::b::operator<<(s, x); }
//// ::sqrtf where a local has that name
#include <cmath>
__device__ int answer(int x) { float sqrtf = 4.0f; return (int)(::sqrtf(sqrtf) * 10) + x; }
//// ::abs ::min
__device__ int answer(int x) { int abs = -4; return ::abs(abs) + x; }
//// std:: where a local has that name
#include <cmath>
__device__ int answer(int x) { float sqrt = 4.0f; return (int)(std::sqrt(sqrt) * 10) + x; }
//// a builtin by :: where a parameter has its name
#include <cmath>
__device__ float root(float sqrtf) { return ::sqrtf(sqrtf); }
__device__ int answer(int x) { return (int)root(16.0f) + x; }
//// a builtin by :: in functions of its name
#include <cmath>
struct S { float v; __device__ float sqrtf() const { return ::sqrtf(v); } __device__ float fabsf(float a) const { return ::fabsf(a); } };
__device__ int answer(int x) { S s{9.0f}; return (int)s.sqrtf() * 10 + (int)s.fabsf(-2.0f) + x; }
//// a type of a block hides a class in front of its members
template <class T, int N> struct vec { static constexpr int count = N; __device__ static int f(T a) { return a * N; } };
struct one { static constexpr int count = 1; };
template <class one> __device__ int g() { return one::count; }
template <int N> __device__ int h(int x) { using vec = vec<int, N>; using one = vec; return vec::f(x) * 10 + one::count + vec::count; }
__device__ int answer(int x) { return h<3>(x) + g<vec<int, 7>>() * 1000 + ::one::count * 10000; }
