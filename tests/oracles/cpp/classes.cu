Programs with classes. Each begins with its title; `answer` is asked for 0 to 3.

//// functions of a struct see all its members
struct V { int x, y; __device__ int sum() const { return x + y + later(); } __device__ void grow(int n) { x += n; this->y *= n; } __device__ int later() const { return z * 10; } int z; };
__device__ int answer(int x) { V v = {1, 2, x}; v.grow(3); V *p = &v; p->grow(2); return v.sum() * 100 + p->later(); }
//// functions defined behind the class
namespace n { struct S { int a; __device__ int f(int b) const; __device__ static int twice(int b); __device__ int f(float b) const; }; }
__device__ int n::S::f(int b) const { return a * 10 + twice(b); }
__device__ int n::S::f(float b) const { return (int)(b * 2) + a; }
__device__ int n::S::twice(int b) { return 2 * b; }
__device__ int answer(int x) { n::S s{x}; int r = s.f(4); return r * 100 + s.f(1.5f) * 10 + n::S::twice(x) + s.twice(1); }
//// overloads for objects that are const
struct A { int v[3]; __device__ int &at(int i) { return v[i]; } __device__ int at(int i) const { return v[i] * 2; } };
__device__ int look(const A &a) { return a.at(1); }
__device__ int answer(int x) { A a = {{1, 2, 3}}; a.at(1) = x + 5; return a.at(1) * 100 + look(a); }
//// members hide outer names, locals hide members
constexpr int n = 3;
__device__ int size() { return 40; }
struct B { int n; __device__ int f(int size) { return n * 100 + size; } __device__ int g() { int n = 2; return n + ::n + this->n + ::size(); } __device__ int size() { return n; } __device__ int h() { return size(); } };
__device__ int answer(int x) { B b{x}; return b.f(5) * 1000 + b.g() * 10 + b.h(); }
//// static constants, types and enumerations of a class
class Grid { public: static constexpr int W = 4; static const int H = W / 2; using Cell = int; typedef float Real; enum Kind { EMPTY, FULL = 5 }; enum class Way : char { UP, DOWN }; Cell cells[W * H]; __device__ Cell &at(int x, int y) { return cells[y * W + x]; } __device__ Kind kind(int i) const { return cells[i] ? FULL : EMPTY; } };
__device__ int answer(int x) { Grid g = {}; g.at(x, 1) = Grid::H; Grid::Cell c = g.cells[4 + x]; Grid::Real r = 0.5; return c * 1000 + g.kind(4 + x) * 100 + g.kind(0) * 10 + (int)(r * 4) + Grid::FULL + g.W + (int)Grid::Way::DOWN; }
//// operators that are members
struct C { int re, im; __device__ C operator+(const C &o) const { return C{re + o.re, im + o.im}; } __device__ C operator-() const { return {-re, -im}; } __device__ C &operator+=(C o) { re += o.re; im += o.im; return *this; } __device__ bool operator==(const C &o) const { return re == o.re && im == o.im; } __device__ C operator*(int s) const { return C{re * s, im * s}; } __device__ bool operator<(const C &o) const { return re < o.re; } __device__ bool operator!() const { return re == 0; } };
__device__ C operator*(int s, const C &c) { return c * s; }
__device__ int answer(int x) { C a{1, x}, b{2, 3}; C c = a + b * 2 + -a + 3 * b; (c += a) += b; return c.re * 1000 + c.im * 10 + (a == a) + (a < b) * 2 + !a + !C{0, 1} * 4; }
//// subscripts and calls
struct Row { float v[4]; __device__ float &operator[](int i) { return v[i]; } __device__ float operator[](int i) const { return v[i]; } };
struct Poly { int a, b; __device__ int operator()(int x) const { return a * x + b; } __device__ int operator()(int x, int y) const { return (*this)(x) * y; } };
__device__ float first(const Row &r) { return r[0] + r[3]; }
__device__ int answer(int x) { Row r = {{1, 2, 3, 4}}; r[x] += 10; r[0]++; Poly p{2, 1}; return (int)first(r) * 1000 + p(x) * 10 + p(x, 2) + Poly{1, 1}(5); }
//// steps forward and back
struct It { int at; __device__ It &operator++() { ++at; return *this; } __device__ It operator++(int) { It old = *this; ++*this; return old; } __device__ It &operator--() { at -= 1; return *this; } __device__ bool operator!=(const It &o) const { return at != o.at; } __device__ int operator*() const { return at * at; } };
__device__ int answer(int x) { int sum = 0; for (It i{0}, end{x + 2}; i != end; ++i) sum += *i; It j{x}; It k = j++; return sum * 1000 + k.at * 100 + j.at * 10 + (--j).at; }
//// functors as arguments of templates
struct Add { __device__ int operator()(int a, int b) const { return a + b; } };
struct Max { int least; __device__ int operator()(int a, int b) const { return a > b ? a : b > least ? b : least; } };
template <typename F> __device__ int fold(const int *v, int n, F f, int r) { for (int i = 0; i < n; ++i) r = f(r, v[i]); return r; }
__device__ int answer(int x) { int v[4] = {3, 1, x, 2}; return fold(v, 4, Add(), 0) * 100 + fold(v, 4, Max{x}, 0) * 10 + fold(v, 2, Add{}, 1); }
//// constructors with lists of members and default arguments
struct P { int x, y; const int z; __device__ P(int a, int b = 2) : x(a), y{b * x}, z(y + 1) { x += 10; } __device__ P() : P(7) { y = 1; } };
__device__ P make(int x) { if (x > 1) return P(x); return {x, 5}; }
__device__ int answer(int x) { P a(x), b{x, 3}, c, d = P(1, 1), e = make(x); return a.x + a.y * 10 + b.y + b.z * 100 + c.x * 1000 + c.y + c.z + d.z + e.x * 7 + e.y * 13; }
//// values that members have by themselves
struct D { int a = 3; int b = a + 1; int c[2] = {5, 6}; float f{0.5f}; __device__ D() {} __device__ explicit D(int x) : a(x) {} };
struct E { int a = 4, b; int c = 2; };
__device__ int answer(int x) { D d, e(x); E f{1}; E g = {x, 2, 3}; E h{}; return d.a + d.b * 10 + d.c[1] * 100 + (int)(d.f * 2) * 1000 + e.b * 10000 + f.a + f.b + f.c + g.a + g.c + h.a * 7 + h.b; }
//// conversions by constructors and by functions
struct F { float v; __device__ F(float x) : v(x) {} __device__ operator float() const { return v; } };
struct G { int v; __device__ explicit G(int x) : v(x) {} __device__ explicit operator bool() const { return v > 1; } };
__device__ int twice(F f) { return (int)(f.v * 2); }
__device__ int which(const F &) { return 1; }
__device__ int which(int *) { return 2; }
__device__ F half(float x) { return x / 2; }
__device__ int answer(int x) { F f = 1.5f; G g(x), h = G(2); float y = f; float s = f + 1; int t = (int)(f * 2.0f); return twice(2.5f) * 1000 + which(x + 0.5f) * 100 + (int)(y + s) * 10 + t + (g ? 50 : 60) + (h && !g) + (int)(half(3) * 2) + (int)static_cast<float>(f); }
//// arrays of objects
struct Q { int v; __device__ Q() : v(9) {} __device__ Q(int x) : v(x * x) {} };
struct W { Q a, b[2]; int c; __device__ W(int n) : a(n), c(n) {} };
__device__ int answer(int x) { Q q[4] = {1, Q(2), x}; W w(x); Q z[2]; int sum = 0; for (int i = 0; i < 4; ++i) sum = sum * 10 + q[i].v; return sum * 100 + w.a.v + w.b[1].v + w.c + z[1].v; }
//// constructors that are templates' types
struct K { int v; __device__ K(int x) : v(x) {} __device__ K operator+(K o) const { return K(v + o.v); } };
template <typename T> __device__ T sum(T a, T b) { T r = a; r = r + b; return r + T(1); }
__device__ int answer(int x) { return sum(K(x), K(2)).v * 10 + sum(x, 3) + sum<K>(x, 5).v; }
//// assignment of other things
struct L { int v; __device__ L &operator=(int x) { v = x * 2; return *this; } __device__ L &operator=(const L &o) { v = o.v + 1; return *this; } };
struct M { int v; __device__ M &operator=(int x) { v = x; return *this; } };
__device__ int answer(int x) { L a{1}, b{2}; a = x; b = a; (a = 5) = b; M m{1}, k{0}; m = 4; k = m; return a.v * 100 + b.v * 10 + k.v; }
//// unions without a name inside of classes
struct U { union { int v[3]; struct { int x, y, z; }; }; __device__ int sum() const { return x + y * 10 + v[2] * 100; } __device__ int &operator[](int i) { return v[i]; } };
__device__ int answer(int x) { U u; u[0] = 1; u.y = x; u[2] = 3; return u.sum(); }
//// functions of values, chains of calls
struct N { int v; __device__ N add(int x) const { return N{v + x}; } __device__ N &times(int x) { v *= x; return *this; } __device__ N next() { v++; return *this; } };
__device__ N start(int x) { return N{x}; }
__device__ int answer(int x) { N n{1}; n.times(2).times(3).v += x; return start(x).add(1).next().times(5).v * 100 + n.v; }
//// objects inside of objects
struct In { int v; __device__ int f() const { return v * 2; } __device__ void set(int x) { v = x; } };
struct Out { In in[2]; __device__ int f() const { return in[0].f() + in[1].f() * 10; } __device__ void set(int x) { in[1].set(x); In *p = &in[1]; p->v += 1; p->set(p->f()); } };
__device__ int answer(int x) { Out o = {}; o.in[0].v = 1; o.set(x); return o.f(); }
//// operators and constructors defined behind the class
struct R { int v; __device__ R(int x); __device__ R operator+(const R &o) const; __device__ operator int() const; __device__ int &operator[](int); };
__device__ R::R(int x) : v(x + 1) {}
__device__ R R::operator+(const R &o) const { return R(v + o.v); }
__device__ R::operator int() const { return v * 3; }
__device__ int &R::operator[](int) { return v; }
__device__ int answer(int x) { R a(x), b = a + R(1); b[0] += 1; int c = b; return c * 10 + a; }
//// a class in a class
struct T { struct I { int v; __device__ int f() const { return v + K; } static constexpr int K = 5; }; I i; __device__ int f() const { return i.f() + I::K; } __device__ I make(int x) const { return I{x}; } };
__device__ int answer(int x) { T t{{x}}; T::I i = t.make(2); return t.f() * 100 + i.f(); }
//// private members and class
class Counter { int n_ = 0; __device__ void bump() { n_++; } public: __device__ Counter() = default; __device__ Counter(int n) : n_(n) {} __device__ void add() { bump(); bump(); } __device__ int get() const { return n_; } };
__device__ int answer(int x) { Counter a, b(x); a.add(); b.add(); return a.get() * 10 + b.get(); }
//// objects of a list, where nothing makes the others
struct X { int v; __device__ X(int x) : v(x + 1) {} };
struct Y { X a; int b = 5; int c[2] = {6, 7}; };
__device__ int answer(int x) { X q[3] = {1, x, X(3)}; Y y = {x}, z{2, 1, {4}}; return q[0].v + q[1].v * 10 + q[2].v * 100 + y.a.v * 1000 + y.b + y.c[1] + z.b + z.c[0] + z.c[1]; }
//// operators of a class do not hide others
struct S2 { int v; };
__device__ int operator*(S2 a, S2 b) { return a.v * b.v; }
namespace q { __device__ int operator*(int a, S2 b) { return a + b.v; } struct Z { int v; __device__ Z(S2 s) : v(s.v) {} __device__ int operator*(const Z &o) const { return -1; } __device__ int f(S2 s) const { return s * s * 10 + 3 * s; } }; }
__device__ int answer(int x) { return q::Z(S2{x}).f(S2{x + 1}); }
//// members of objects that are const
struct Leaf { int v; __device__ int f() { return 1; } __device__ int f() const { return 2; } };
struct Tree { Leaf s; Leaf z[2]; __device__ int q() const { return s.f() * 10 + z[1].f(); } __device__ int q() { return s.f() * 10 + z[1].f(); } };
template <class T> __device__ int plain(T &t) { return t.f(); }
__device__ int answer(int x) { Tree w{}; const Tree &k = w; auto &a = k; const auto &d = w; const Tree *p = &w; int r = 0; switch (x) { case 0: return w.q() * 100 + k.q(); case 1: return k.s.f() * 1000 + a.s.f() * 100 + d.z[0].f() * 10 + p->s.f(); case 2: for (auto &y : k.z) r = r * 10 + y.f(); for (const auto &y : w.z) r = r * 10 + y.f(); for (auto y : k.z) r = r * 10 + y.f(); return r; default: return plain(w.s) * 100 + plain(k.s) * 10 + plain(p->z[0]); } }
//// objects that hold pointers, by reference and by pointer
struct Two { int *a; int *b; int n; __device__ int get(int i) const { return a[i] * 10 + b[i]; } __device__ void set(int i, int v) { a[i] = v; } };
struct Pack { Two two; const int *c; };
__device__ int look(const Two &v) { int s = 0; for (int i = 0; i < v.n; ++i) s += v.get(i) + v.a[i]; return s; }
__device__ int both(const Pack *p) { return look(p->two) * 10 + p->c[1]; }
__device__ Two make(int *a, int *b) { Two t{a, b, 2}; return t; }
__device__ int answer(int x) { int z[2] = {x, 3}, y[2] = {1, 2}; Two v = make(y, z); v.set(1, 5); const Two &r = v; const Two *p = &r; Pack k{*p, z}; Pack l = k; int *q = &z[1], **qq = &q; **qq += 1; int *list[2] = {y, z}; return look(r) * 1000 + both(&l) + p->b[1] + *list[1] + list[x & 1][1]; }
//// operators called by their names
struct N { int v; __device__ int operator()(int a) const { return v + a; } __device__ N operator+(const N &o) const { return N{v + o.v}; } __device__ int operator[](int i) const { return v * i; } };
__device__ N operator-(const N &a, const N &b) { return N{a.v - b.v}; }
__device__ int answer(int x) { N a{x}, b{2}; const N *p = &a; return a.operator()(4) * 100 + p->operator+(b).v * 10 + operator-(a, b).v + a.operator[](3) * 1000; }
//// a reference to a constant is no way
struct S { int v; };
template <class T> struct W { T t; };
template <class T> __device__ int f(T) { return 1; }
__device__ int f(const S &) { return 2; }
template <class T> __device__ int g(T) { return 1; }
template <class T> __device__ int g(const W<T> &) { return 3; }
__device__ int h(S, float) { return 4; }
__device__ int h(const S &, int) { return 5; }
__device__ int i(S &) { return 6; }
__device__ int i(const S &) { return 7; }
template <class T> __device__ int p(const T &) { return 8; }
template <class T> __device__ int p(T *) { return 9; }
__device__ int answer(int x) { S a{x}; const S c{x}; W<int> w{x}; return f(a) + g(w) * 10 + h(a, 1) * 100 + i(a) * 1000 + i(c) * 10000 + p(&x) * 100000 + p(x) * 1000000 + f(x) * 10000000; }
//// names of types bring their const along
struct A { int v; __device__ int f() { return 1; } __device__ int f() const { return 2; } };
typedef const A CA;
using UA = const A;
template <class T> using Con = const T;
template <class T> struct add_const { typedef const T type; };
template <class T> struct is_const { static constexpr int v = 0; };
template <class T> struct is_const<const T> { static constexpr int v = 1; };
using Q = const int;
__device__ int par(CA x) { return x.f(); }
__device__ int ref(CA &x) { return x.f(); }
struct H { CA a; UA b; A c; };
__device__ int answer(int x) {
  CA a{x}; UA b{x}; Con<A> c{x}; add_const<A>::type d{x}; const A e{x}; decltype(e) g{x}; A h{x}, list[2] = {{1}, {2}};
  A *va = list; const auto *pa = va; auto *pb = va; typedef A *PA; const PA pc = va; H k{{1}, {2}, {3}};
  Q n = 4; int room[n]; room[x] = 1;
  int r = a.f() + b.f() * 10 + c.f() * 100 + d.f() * 1000 + g.f() * 10000 + h.f() * 100000 + par(h) * 1000000 + ref(h) * 10000000;
  int s = pa[1].f() + (pa + 1)->f() * 10 + pb->f() * 100 + pc->f() * 1000 + k.a.f() * 10000 + k.b.f() * 100000 + k.c.f() * 1000000;
  return r + s * 3 + is_const<Q>::v * 5 + is_const<int>::v * 7 + is_const<Con<int>>::v * 11 + is_const<add_const<int>::type>::v * 13 + is_const<CA>::v * 17 + sizeof(room) + room[x];
}
//// variables that become objects for references to constants
struct C { int v; __device__ C(int x) : v(x * 2) {} };
struct V3 { float x, y, z; __device__ V3(float a, float b, float c) : x(a), y(b), z(c) {} __device__ V3(float a) : x(a), y(a), z(a) {} };
__device__ V3 operator*(const V3 &a, const V3 &b) { return V3(a.x * b.x, a.y * b.y, a.z * b.z); }
struct D { int n; __device__ operator C() const { return C(n + 5); } };
__device__ int f(const C &c) { return c.v; }
__device__ int at(const int *const &p, int i) { return p[i]; }
__device__ int answer(int x) { int i = x + 3; float s = 2.5f; V3 a(1, 2, 3); V3 b = a * s; V3 c = s * b; D d{x}; int t[3] = {4, 5, 6}; return f(i) + (int)(b.y * 10) + (int)(c.z * 100) + f(d) + at(t, 1); }
//// objects of inner classes, and functions that throw nothing
struct A { struct Sum { int n = 1; __device__ int operator()(int a, int b) const noexcept { return a + b + n; } }; enum Kind { one = 1, two }; struct P { int v; __device__ P(int x) : v(x * 2) {} }; __device__ int h(int x) { return Sum()(x, x) + Sum{}(1, x) + P(x).v; } };
__device__ int f(int x) noexcept { return x; }
__device__ int g(int x) noexcept(true);
__device__ int g(int x) noexcept(true) { return x + 1; }
__device__ int answer(int x) { A a; return a.h(x) + f(x) * 10 + g(x) * 100 + A::Sum()(1, 2) * 1000 + A::P(x).v * 10000 + A::Kind(2) * 100000; }

//// friends in a class
struct S { int v; friend __device__ S operator+(S a, S b) { return {a.v + b.v}; } friend __device__ int get(const S &s); friend class Q; };
__device__ int get(const S &s) { return s.v; }
template <class T> struct W { T v; friend __device__ W operator*(const W &a, const W &b) { return W{a.v * b.v}; } friend __device__ bool operator==(W a, T b) { return a.v == b; } template <class U> friend struct X; friend struct Y; };
__device__ int answer(int i) { S a{i}, b{2}; W<int> w{i}, x{3}; W<float> f{2.5f}; return get(a + b) + 10 * (w * x).v + 1000 * (w == i) + int((f * f).v * 10000); }

//// bases
struct Base { int a; __device__ int f() const { return a * 2; } __device__ void set(int x) { a = x; } static constexpr int K = 5; typedef int T; };
struct D : Base { int b; __device__ int g() const { return f() + b + a; } };
struct E : public D { __device__ E(int x) { a = x; b = 3; } };
__device__ int h(const Base &x) { return x.a; }
__device__ int answer(int i) { D d; d.set(i); d.b = 4; E e(i); return d.g() + 100 * e.f() + D::K + h(d); }

//// bases that are templates
template <class T> struct Plus { __device__ T operator()(T a, T b) const { return a + b; } };
struct IntPlus : Plus<int> {};
template <class T, int N> struct Arr { T v[N]; __device__ T &operator[](int i) { return v[i]; } };
template <class T> struct Vec3 : public Arr<T, 3> { __device__ T sum() const { return this->v[0] + this->v[1] + this->v[2]; } };
__device__ int answer(int i) { IntPlus p; Vec3<int> v; v[0] = i; v[1] = 2; v[2] = 3; return p(i, 2) + 10 * v.sum(); }

//// constructors of bases
struct B { int a; __device__ B(int x) : a(x) {} };
struct D : B { int b; __device__ D(int x, int y) : B(x), b(y) {} };
struct F : B { using B::B; };
__device__ int answer(int i) { D d(i, 2); F f(4); return d.a + 10 * d.b + 100 * f.a; }

//// a base that knows its class
template <class D> struct Shape { __device__ int twice() const { return 2 * static_cast<const D *>(this)->area(); } };
struct Sq : Shape<Sq> { int s; __device__ int area() const { return s * s; } };
__device__ int answer(int i) { Sq q; q.s = i; return q.twice(); }

//// names of bases, and objects as their bases
struct B { int x; __device__ int f() const { return x; } __device__ int g(int) const { return 1; } static __device__ int s() { return 9; } enum { Q = 6 }; __device__ operator float() const { return x + 0.5f; } };
struct D : B { int x; __device__ int f() const { return B::f() * 10 + x; } __device__ int h() const { return g(1) + s() + Q + B::x; } };
struct E : D { int y = 4; };
__device__ int take(B b) { return b.x; }
__device__ int ptr(const B *b) { return b->x + b->f(); }
__device__ int ovl(const D &) { return 1; }
__device__ int pick(const B &) { return 2; }
__device__ int pick(int) { return 3; }
__device__ int answer(int i) { D d; d.x = i; d.B::x = 5; E e; e.x = 1; e.y += 2; static_cast<B &>(e).x = i; B &r = e; r.x += 10; B c = d; return d.f() + 100 * d.h() + take(d) * 10000 + ptr(&e) + e.y + c.x + pick(d) * 100000 + int(d + 1.0f); }

//// constants and types of bases
template <bool V> struct bool_type { static constexpr bool value = V; typedef bool_type type; __device__ constexpr operator bool() const { return V; } };
template <class T> struct is_ptr : bool_type<false> {};
template <class T> struct is_ptr<T *> : bool_type<true> {};
template <class T> struct Id { typedef T type; };
template <class T> struct Wrap : Id<T> { using type = typename Id<T>::type; type v; };
__device__ int tag(bool_type<true>) { return 1; }
__device__ int tag(bool_type<false>) { return 2; }
__device__ int answer(int i) { Wrap<int> w; w.v = i; return is_ptr<int>::value + 10 * is_ptr<int *>::value + 100 * tag(is_ptr<float *>{}) + 1000 * tag(typename is_ptr<float>::type()) + w.v; }

//// arrays as bases
template <class T, int N> struct Array { T v[N]; static constexpr int kElements = N; __device__ T &operator[](int i) { return v[i]; } __device__ T const &operator[](int i) const { return v[i]; } __device__ void clear() { for (int i = 0; i < N; i++) v[i] = T(0); } };
template <class T> struct plus { __device__ T operator()(T const &a, T const &b) const { return a + b; } };
template <class T, int N> struct plus<Array<T, N>> { __device__ Array<T, N> operator()(Array<T, N> const &a, Array<T, N> const &b) const { Array<T, N> r; plus<T> op; for (int i = 0; i < N; i++) r[i] = op(a[i], b[i]); return r; } };
template <class T> struct Fragment : public Array<T, 4> { using Base = Array<T, 4>; int tag; __device__ Fragment(int t) : Base(), tag(t) { this->clear(); } __device__ T sum() const { T s = 0; for (int i = 0; i < Base::kElements; i++) s += (*this)[i]; return s; } };
template <class T, int N> __device__ T first(const Array<T, N> &a) { return a[0] + N; }
__device__ int answer(int i) { Fragment<int> f(2), g(3); f[0] = i; f[3] = 7; g[1] = 5; plus<Array<int, 4>> add; Array<int, 4> r = add(f, g); return f.sum() + 10 * r[1] + 100 * r[3] + 1000 * first(f) + f.tag + sizeof(Fragment<int>) * 10000; }

//// bases of bases, and bases without members
struct A { int a; __device__ A() : a(1) {} __device__ A(int x) : a(x) {} __device__ A &operator=(const A &o) { a = o.a + 1; return *this; } };
struct B : A { int b; __device__ B() : b(2) {} __device__ B(int x, int y) : A(x), b(y) {} };
struct C : B { int c = 3; using B::B; };
struct Empty {};
struct F : Empty, B { int d; __device__ F(int x) : Empty(), B(x, x + 1), d(x * 2) {} };
struct G : A { using A::A; using A::operator=; };
__device__ int answer(int i) { C c, d(i, 5); F f(i); B x(1, 1), y(i, 2); x = y; return c.a + 10 * c.b + 100 * c.c + 1000 * d.a + 10000 * d.b + 100000 * f.b + f.d + f.a + x.a * 7 + x.b + sizeof(F) + sizeof(Empty); }

//// constructors that copy member by member
struct V { float e[2]; int n; __device__ V() : n(0) {} __device__ V(int k) : n(k) {} };
struct P { float x, y; __device__ P() {} __device__ P(float a, float b) : x(a), y(b) {} __device__ P(const P &o) : x(o.x), y(o.y) {} __device__ P &operator=(const P &o) { x = o.x; y = o.y; return *this; } };
struct Q { int a; Q *next; __device__ Q(int k) : a(k), next(nullptr) {} __device__ Q(const Q &other) { this->a = other.a; next = other.next; } };
template <class T> struct B { T v; __device__ B(T x) : v(x) {} __device__ B(const B &b) : v{b.v} {} };
__device__ float f(P p) { p.x += 1; return p.x; }
__device__ int answer(int i) { P p(i, 2), q(p), r = p; r = q; Q a(i), b(a), c = b; B<int> d(3), e = d; return int(f(p)) + 10 * int(q.y) + 100 * c.a + 1000 * e.v + int(r.x); }

//// a class of a function
__device__ int answer(int i) { struct L { int k; __device__ int operator()(int x) const { return x * k; } __device__ int f() const { return k + 1; } __device__ static int g() { return 7; } __device__ L(int a) : k(a) {} }; L l(3); return l(i) + l.f() + L::g(); }

//// a class of a function, given to a template
template <class F> __device__ int app(F f, int x) { return f(x); }
__device__ int answer(int i) { struct Add { int k; __device__ int operator()(int x) const { return x + k; } }; return app(Add{5}, i); }

//// classes of functions and of templates of them
template <class F, class T> __device__ T fold(F f, T a, int n) { for (int k = 0; k < n; k++) a = f(a, k); return a; }
template <class T> __device__ T twice(T x) { struct Op { T k; __device__ Op(T a) : k(a) {} __device__ T operator()(T y) const { return y * k; } __device__ operator T() const { return k; } }; Op o(2); return o(x) + T(o); }
__device__ int outer = 3;
__device__ int answer(int i) {
  struct Sum { __device__ int operator()(int a, int b) const { return a + b + step(); } static __device__ int step() { return 1; } };
  class Acc { int s; public: enum { K = 5 }; typedef int I; __device__ Acc() : s(0) {} __device__ Acc &add(I x) { s += x; return *this; } __device__ int get() const { return s + K; } __device__ Acc operator+(const Acc &o) const { Acc r; r.s = s + o.s; return r; } };
  Acc a, b; a.add(i).add(2); b.add(10); int r = 0; { struct Sum { int v; __device__ int operator()(int a, int b) const { return a * v + b; } }; r = fold(Sum{2}, 1, 3); }
  return fold(Sum(), 0, 4) + 10 * a.get() + 100 * (a + b).get() + 10000 * twice(i) + 100000 * r + int(twice(1.5f)) + [&] { struct In { int x; __device__ int f() { return x + 1; } }; return In{i}.f(); }();
}
//// friends of a CRTP base
template <class D> struct Cmp { friend __device__ bool operator!=(const D &a, const D &b) { return !(a == b); } friend __device__ bool operator>(const D &a, const D &b) { return b < a; } };
struct N : Cmp<N> { int v; __device__ N(int x) : v(x) {} friend __device__ bool operator==(const N &a, const N &b) { return a.v == b.v; } friend __device__ bool operator<(const N &a, const N &b) { return a.v < b.v; } };
__device__ int answer(int x) { N a(x), b(2); return (a != b) * 10 + (a > b); }
//// friend template instance functions
template <class T> struct V { T x; friend __device__ V operator+(V a, V b) { return V{a.x + b.x}; } friend __device__ T dot(const V &a, const V &b) { return a.x * b.x; } };
__device__ int answer(int x) { V<int> a{x}, b{3}; V<float> c{1.5f}, d{2}; return (a + b).x * 100 + dot(a, b) * 10 + (int)dot(c, d); }
//// members behind the last one of a base
struct A0 { A0() = default; int x; char c; };
struct B0 : A0 { char d; short e; };
struct C0 { int x; char c; };
struct C1 : C0 { char d; };
class E0 { int a; char b; public: __device__ void set(int x) { a = x; b = x + 1; } __device__ int get() const { return a * 10 + b; } };
class E1 : public E0 { public: char c; };
struct F0 { int x; char c = 3; };
struct F1 : F0 { char d; };
struct F2 : F1 { char e; short f; };
struct G0 { __device__ G0() {} double d; int i; };
struct G1 : G0 { int j; };
struct G2 { G1 g; int k; };
class H0 { public: int x; char c; __device__ void f() {} private: __device__ void g() {} };
struct H1 : H0 { char d; };
struct I0 { int x; char c; I0() = default; I0(const I0 &) = default; };
struct I1 : I0 { char d; };
struct J0 { int x; char c; ~J0() = default; };
struct J1 : J0 { char d; };
struct K0 { C0 m; char c; };
struct K1 : K0 { char d; };
struct L0 { A0 m; char c; };
struct L1 : L0 { char d; };
struct M0 { int x; char c; __device__ M0 &operator=(const M0 &) = default; };
struct M1 : M0 { char d; };
struct N0 { A0 a; };
struct N1 : N0 { char d; };
__device__ int answer(int x) { B0 b; b.x = x; b.c = 1; b.d = 2; b.e = 3; E1 e; e.c = 5; e.set(x); A0 &r = b; r.c = 9; A0 copy = b; G1 g; g.d = 2; g.i = 3; g.j = x; return b.x + b.c + b.d * 2 + b.e + e.c + e.get() + copy.c + g.j; }
//// sizes of classes with bases
struct A0 { A0() = default; int x; char c; };
struct B0 : A0 { char d; short e; };
struct C0 { int x; char c; };
struct C1 : C0 { char d; };
class E0 { int a; char b; public: __device__ void set(int x) { a = x; b = x + 1; } __device__ int get() const { return a * 10 + b; } };
class E1 : public E0 { public: char c; };
struct F0 { int x; char c = 3; };
struct F1 : F0 { char d; };
struct F2 : F1 { char e; short f; };
struct G0 { __device__ G0() {} double d; int i; };
struct G1 : G0 { int j; };
struct G2 { G1 g; int k; };
class H0 { public: int x; char c; __device__ void f() {} private: __device__ void g() {} };
struct H1 : H0 { char d; };
struct I0 { int x; char c; I0() = default; I0(const I0 &) = default; };
struct I1 : I0 { char d; };
struct J0 { int x; char c; ~J0() = default; };
struct J1 : J0 { char d; };
struct K0 { C0 m; char c; };
struct K1 : K0 { char d; };
struct L0 { A0 m; char c; };
struct L1 : L0 { char d; };
struct M0 { int x; char c; __device__ M0 &operator=(const M0 &) = default; };
struct M1 : M0 { char d; };
struct N0 { A0 a; };
struct N1 : N0 { char d; };
template <class T> struct Z { __device__ static int of() { return sizeof(T); } };
__device__ int answer(int x) { switch (x) { case 0: return sizeof(B0) + 100 * sizeof(C1) + 10000 * sizeof(E1) + 1000000 * sizeof(F1); case 1: return sizeof(F2) + 100 * sizeof(G1) + 10000 * sizeof(G2) + 1000000 * sizeof(H1); case 2: return sizeof(I1) + 100 * sizeof(J1) + 10000 * sizeof(K1) + 1000000 * sizeof(L1); default: return sizeof(M1) + 100 * sizeof(N1); } }
//// what is const is not given up to be changed
struct S { int v; };
__device__ int w(const S &) { return 4; }
__device__ int w(S &&s) { s.v = 9; return 5; }
__device__ int n(const int &) { return 1; }
__device__ int n(int &&x) { x = 7; return 2; }
__device__ int answer(int x) { const S cs{x}; S s{x}; const int c = 3; int r = w(static_cast<const S &&>(cs)) * 10 + cs.v; r += w(static_cast<S &&>(s)) * 100 + s.v; return r + n(static_cast<const int &&>(c)) * 1000 + n(5) * 10000; }
//// functions of objects that are given up
struct S { int v; __device__ int f() { return 1; } __device__ int f() const { return 2; } __device__ void set(int x) { v = x; } __device__ S &inc() { v++; return *this; } };
template <class T> __device__ int g(T &&s) { static_cast<T &&>(s).inc(); return s.v; }
__device__ int answer(int x) { S s{x}; const S c{5}; static_cast<S &&>(s).set(9); int r = static_cast<S &&>(s).f() + S{x}.f() * 10 + static_cast<const S &&>(c).f() * 100; return r + s.v * 1000 + g(s) * 10000 + g(S{3}) + s.v; }
//// no class becomes an enumeration
enum E { A, B };
struct T { int v; __device__ operator int() const { return v; } };
__device__ int f(E) { return 1; }
__device__ int f(double) { return 2; }
struct C { E e; int k; __device__ C(E x) : e(x), k(1) {} __device__ C(double x) : e(A), k(2) {} };
__device__ int g(C c) { return c.k; }
__device__ int answer(int n) { T t{n}; return f(t) * 10 + f(B) + g(C(n + 0.0)) * 100; }
//// assignment to the value of a function by an operator of its class
struct P { unsigned *w; int b; __device__ operator bool() const { return *w >> b & 1; } __device__ P &operator=(bool v) { *w = v ? *w | 1u << b : *w & ~(1u << b); return *this; } __device__ P &operator+=(int k) { *w += k; return *this; } };
struct Bits { unsigned w; __device__ P operator[](int i) { return {&w, i}; } };
__device__ P mk(unsigned *q) { return {q, 0}; }
__device__ int answer(int x) { unsigned z = 0; mk(&z) = true; Bits b{8}; b[x] = true; b[3] = false; mk(&z) += 4; return (int)z * 100 + (int)b.w + (b[x] ? 1000 : 0); }
//// bases that take and return the derived class
template <class D> struct Base { __device__ bool operator==(const D &o) const { return self().v == o.v; } __device__ D operator+(const D &o) const { D r = self(); r.v += o.v; return r; } __device__ D &operator+=(D o) { self().v += o.v; return self(); } __device__ D &self() { return *static_cast<D *>(this); } __device__ const D &self() const { return *static_cast<const D *>(this); } friend __device__ D operator-(const D &a, const D &b) { D r = a; r.v -= b.v; return r; } };
struct V : Base<V> { int v; };
template <class T> struct W : Base<W<T>> { T v; };
__device__ int answer(int n) { V x, y; x.v = n; y.v = 1; V z = x + y; z += x; W<float> w, u; w.v = 1.5f; u.v = n; return (x == y) + z.v * 10 + (z - y).v * 100 + (int)((w + u).v * 2) * 1000 + (int)((w - u).v * 2) * 10000; }
//// functions of bases by another name of theirs
template <class T> struct B { T v; __device__ T get() const { return v; } __device__ void set(T x) { v = x; } };
template <class T> struct D : B<T> { using Base = B<T>; typedef B<T> Super; __device__ T up() const { return Base::get() + Super::v; } __device__ void set(T x) { Base::set(x + 1); this->Super::v += 1; } };
__device__ int answer(int x) { D<int> d; d.set(x); return d.up(); }
//// auto methods
struct S { int k; __device__ auto f(int x) { return x + k; } __device__ auto operator()(float y) const { return y * 2; } };
__device__ int answer(int x) { S s{3}; return s.f(x) + (int)s(1.5f); }
//// auto void methods
struct S { int *k; __device__ auto operator()(int y) const { k[y] = 3; } };
__device__ int answer(int x) { int a[4] = {}; S s{a}; s(x); return a[0] * 10 + a[x]; }
//// auto methods with overloads and defaults
struct V { int k; __device__ auto f(int x, int y = 2) const { return g(x) + y; } __device__ auto f(float x) const { return x * 2; } __device__ int g(int x) const { return x * k; } static __device__ auto two() { return 2; } };
__device__ int answer(int x) { V s{3}; return s.f(x) + (int)s.f(1.5f) * 10 + V::two() * 100; }
//// constructors that set members of unions without a name
struct Q { union { float f; unsigned u; struct { unsigned short lo, hi; }; }; int k; __device__ Q(float x, int y) : f(x), k(y) {} __device__ Q(unsigned short a, unsigned short b) : lo(a), hi(b), k(3) {} };
struct R { struct { int x, y; unsigned z : 4; }; int w[2]; __device__ R(int a) : x(a), y{a + 1}, z(a + 14), w{3, 4} {} };
__device__ int answer(int x) { Q q(1.5f, x); Q p((unsigned short)3, (unsigned short)x); R r(x); return (int)(q.u >> 20) + q.k * 10000 + (int)p.u % 1000 + r.x + r.y * 7 + r.z * 100 + r.w[1]; }
//// conversions that hide those of a base
struct B { int a; __device__ operator int() const { return a; } __device__ operator float() const { return a + 0.5f; } };
struct D : B { int b; __device__ operator int() const { return b; } };
__device__ int answer(int x) { D d; d.a = x; d.b = 3; switch ((int)d) { case 3: break; default: return -1; } int v[5] = {1, 2, 3, 4, 5}; return (int)d * 10 + (int)(float)d; }
//// default argument, member function further down
__device__ int later() { return 1; }
struct S { __device__ int f(int x = later()) { return x; } __device__ static int later() { return 7; } };
__device__ int answer(int x) { S s; return s.f() + x; }
//// default argument, constant further down
const int n = 1;
struct S { __device__ int f(int x = n) { return x; } static constexpr int n = 5; };
__device__ int answer(int x) { S s; return s.f() + x; }
//// default argument, in a nested class sees the class around
const int n = 1;
struct S { struct In { __device__ int f(int x = n) { return x; } }; static constexpr int n = 5; };
__device__ int answer(int x) { S::In s; return s.f() + x; }
//// default argument of a constructor
__device__ int later() { return 1; }
struct S { int v; __device__ S(int a = later()) : v(a) {} __device__ static int later() { return 7; } };
__device__ int answer(int x) { S s; return s.v + x; }
//// default argument of a member template
__device__ int later() { return 1; }
struct S { template <class T> __device__ int f(T t, int x = later() + (int)sizeof(T)) { return x + (int)t; } __device__ static int later() { return 7; } };
__device__ int answer(int x) { S s; return s.f((char)x); }
//// default argument in a class template
__device__ int later() { return 1; }
template <class T> struct S { __device__ int f(T t = later()) { return (int)t; } __device__ static T later() { return T(7.5f); } };
__device__ int answer(int x) { S<float> s; return s.f() * 2 + x; }
//// default argument of a friend
__device__ int later() { return 1; }
struct S { int v; friend __device__ int get(S s, int x = later()) { return s.v + x; } __device__ static int later() { return 7; } };
__device__ int answer(int x) { S s{x}; return get(s); }
//// default argument in a class of a function, further down
const int n = 1;
__device__ int answer(int x) { struct S { __device__ int f(int y = n) { return y; } enum { n = 6 }; }; S s; return s.f() + x; }
//// default value in a class of a function
const int n = 1;
__device__ int answer(int x) { const int n = 5; struct S { int a = n; }; S s; return s.a + x; }
//// default value in a class of a function, further down
const int n = 1;
__device__ int answer(int x) { struct S { int a = n; enum { n = 6 }; }; S s; return s.a + x; }
//// default value in a class of a function, a function further down
__device__ int later() { return 1; }
__device__ int answer(int x) { struct S { int a = later(); __device__ int later() { return 8; } }; S s; return s.a + x; }
//// default value in a class in a class of a function
const int n = 1;
__device__ int answer(int x) { struct S { struct In { int a = n; __device__ int f(int b = n) { return b; } }; enum { n = 6 }; }; S::In s; return s.a * 10 + s.f() + x; }
//// default value in a class of a function with a type around
struct T { int a[3]; };
__device__ int answer(int x) { struct T { int a[5]; }; struct S { int a = sizeof(T); __device__ int f(int y = sizeof(T)) { return y; } }; S s; return s.a * 100 + s.f() + x; }
//// a default argument with commas and templates
template <class A, class B> struct P { static constexpr int v = sizeof(A) + sizeof(B); };
struct S { __device__ int f(int x = P<int, char>::v, int y = later(1, 2)) { return x * 10 + y; } __device__ static int later(int a, int b) { return a + b; } };
__device__ int answer(int x) { S s; return s.f() + x; }
//// a default argument that is a list
struct P { int a, b; };
struct S { __device__ int f(P p = {n, 2}) { return p.a * 10 + p.b; } static constexpr int n = 4; };
__device__ int answer(int x) { S s; return s.f() + x; }
//// operator() with a default argument
struct S { __device__ int operator()(int a, int b = k) const { return a * 10 + b; } static constexpr int k = 3; };
__device__ int answer(int x) { S s; return s(x); }
//// a default argument of a function that is defined behind its class
__device__ int later() { return 1; }
struct S { __device__ int f(int x = later()); __device__ static int later() { return 7; } };
__device__ int S::f(int x) { return x * 2; }
__device__ int answer(int x) { S s; return s.f() + x; }
//// default argument at the definition behind the class
struct S { __device__ int f(int x); static constexpr int n = 9; };
__device__ int S::f(int x = n) { return x * 2; }
__device__ int answer(int x) { S s; return s.f() + x; }
//// a template constructor fits better than the copy
struct A { int v; __device__ A() : v(0) {} template <class T> __device__ A(const T &t) : v(50 + t.w) {} };
struct H : A { int w; };
__device__ int answer(int x) { H h; h.w = x; A v = h; A u(h); return v.v * 100 + u.v; }
//// template constructor by value
struct A { int v; __device__ A() : v(0) {} template <class T> __device__ A(T t) : v(50 + t.w) {} };
struct H : A { int w; };
__device__ int answer(int x) { H h; h.w = x; A v = h; return v.v; }
//// template constructor T&&
struct A { int v; __device__ A() : v(0) {} template <class T> __device__ A(T &&t) : v(50 + t.w) {} };
struct H : A { int w; };
__device__ int answer(int x) { H h; h.w = x; A v = h; return v.v; }
//// template constructor explicit
struct A { int v; __device__ A() : v(0) {} template <class T> __device__ explicit A(const T &t) : v(50 + t.w) {} };
struct H : A { int w; };
__device__ int answer(int x) { H h; h.v = 3; h.w = x; A v = h; A u(h); return v.v * 100 + u.v; }
//// template constructor of pointer does not fit
struct A { int v; __device__ A() : v(0) {} template <class T> __device__ A(T *t) : v(50) {} };
struct H : A { int w; };
__device__ int answer(int x) { H h; h.v = 3; h.w = x; A v = h; A u(h); return v.v * 100 + u.v; }
//// an object of a derived class as an argument and a result, where a template of constructors fits better
struct A { int v; __device__ A() : v(0) {} template <class T> __device__ A(const T &t) : v(50 + t.w) {} };
struct H : A { int w; };
__device__ int take(A a) { return a.v; }
__device__ A give(H h) { return h; }
__device__ int answer(int x) { H h; h.w = x; return take(h) * 100 + give(h).v; }
//// casts of an object of a derived class, where a template of constructors fits better
struct A { int v; __device__ A() : v(0) {} template <class T> __device__ A(const T &t) : v(50 + t.w) {} };
struct H : A { int w; };
__device__ int answer(int x) { H h; h.w = x; return static_cast<A>(h).v * 100 + A(h).v + ((A)h).v + A{h}.v; }
//// an empty base's constructor
struct E { __device__ E() { } __device__ E(int *p) { *p += 5; } };
struct D : E { int v; __device__ D(int *p) : E(p), v(1) {} };
__device__ int answer(int x) { int n = x; D d(&n); return n * 10 + d.v; }
//// an empty base of an empty base
struct E { __device__ E(int &p) { p += 5; } };
struct F : E { __device__ F(int &p) : E(p) { p *= 2; } };
struct D : F { int v; __device__ D(int &p) : F(p), v(p) {} };
__device__ int answer(int x) { int n = x; D d(n); return n * 100 + d.v; }
//// order of bases
struct E { __device__ E(int &p) { p = p * 10 + 1; } };
struct M { int m; __device__ M(int &p) : m(p) { p = p * 10 + 2; } };
struct D : M, E { int v; __device__ D(int &p) : E(p), M(p), v(p) {} };
struct D2 : E, M { int v; __device__ D2(int &p) : M(p), E(p), v(p) {} };
__device__ int answer(int x) { int n = x; D d(n); int k = x; D2 e(k); return d.v * 10 + e.m; }
//// inherited constructor of an empty base
struct E { __device__ E(int &p) { p += 5; } };
struct D : E { using E::E; int v = 3; };
__device__ int answer(int x) { int n = x; D d(n); return n * 10 + d.v; }
//// aggregate with an empty base
struct E { __device__ E(int &p) { p += 5; } };
struct D : E { int v; };
__device__ int answer(int x) { int n = x; D d{E(n), 3}; return n * 10 + d.v; }
//// aggregate with an empty base, braces
struct E { __device__ E(int &p) { p += 5; } };
struct D : E { int v; };
__device__ int answer(int x) { int n = x; D d{{n}, 3}; return n * 10 + d.v; }
//// empty member's constructor
struct E { __device__ E(int &p) { p += 5; } };
struct D { E e; int v; __device__ D(int &p) : e(p), v(1) {} };
__device__ int answer(int x) { int n = x; D d(n); return n * 10 + d.v; }
//// default values that read members
struct S { int a = 3; int b = a + 1; int c = b * 2; };
__device__ int answer(int x) { S s; return s.c + x; }
//// a value of a member that reads a base
struct B { int a = 3; };
struct S : B { int b = a + 1; };
__device__ int answer(int x) { S s; return s.b + x; }
//// a value of a member by a function
struct S { int a = 3; int b = f(); __device__ int f() const { return a; } };
__device__ int answer(int x) { S s; return s.b + x; }
//// using B::operator=
struct B { int v; __device__ B &operator=(int a) { v = a * 2; return *this; } };
struct D : B { using B::operator=; int w; };
__device__ int answer(int x) { D d; d = x; d.w = 1; D e; e = d; return e.v * 10 + e.w; }
//// B::operator=(x) as a statement
struct B { int v; __device__ B &operator=(int a) { v = a * 2; return *this; } };
struct D : B { int w; __device__ D &operator=(int a) { B::operator=(a); w = a; return *this; } };
__device__ int answer(int x) { D d; d = x; return d.v * 10 + d.w; }
//// B::operator=(x) with a base's copy
struct B { int v; };
struct D : B { int w; __device__ D &operator=(const D &a) { B::operator=(a); w = a.w + 1; return *this; } };
__device__ int answer(int x) { D d, e; e.v = x; e.w = 2; d = e; return d.v * 10 + d.w; }
//// using B::operator() and operator[]
struct B { int v; __device__ int operator()(int a) const { return v + a; } __device__ int operator[](int i) const { return v * i; } };
struct D : B { using B::operator(); using B::operator[]; };
__device__ int answer(int x) { D d; d.v = 5; return d(x) * 100 + d[x]; }
//// using template B<T>::operator=
template <class T> struct B { T v; __device__ B &operator=(T a) { v = a * 2; return *this; } };
template <class T> struct D : B<T> { using B<T>::operator=; __device__ void set(T a) { B<T>::operator=(a); } };
__device__ int answer(int x) { D<int> d; d = x; int a = d.v; d.set(x + 1); return a * 10 + d.v; }
//// using conversion of base
struct B { int v; __device__ operator int() const { return v; } };
struct D : private B { using B::operator int; __device__ D(int a) { v = a; } };
__device__ int answer(int x) { D d(x); return d + 1; }
//// x.B::f()
struct B { int m; __device__ int f() const { return 1; } };
struct D : B { __device__ int f() const { return 2; } };
__device__ int answer(int x) { D d; D *p = &d; d.m = x; return d.B::f() * 100 + d.f() * 10 + p->B::f() + d.B::m; }
//// a base of a class of a function by its name
__device__ int answer(int x) { struct B { int m; __device__ int f() const { return m; } }; struct D : B { __device__ int f() const { return 2; } }; D d; d.m = x; return d.B::f() * 10 + d.f(); }
//// operator A() used for A t(h)
struct A { int v; __device__ A(int a) : v(a) {} __device__ A(int a, int b) : v(a + b) {} };
struct H { int w; __device__ operator A() const { return A(w * 2); } };
__device__ int answer(int x) { H h{x}; A t(h); A u = h; A w{h}; return t.v * 100 + u.v * 10 + w.v; }
//// two empty members of one type
struct E { };
struct D { E a, b; int c; };
__device__ int answer(int x) { D d; return (&d.a != &d.b) * 100 + sizeof(D) * 10 + x; }
//// constructors of one value keep the reference that they are given
struct R { const int *p; __device__ R(const int &x) : p(&x) {} __device__ int get() const { return *p; } };
__device__ int f(R r, int &x) { x += 7; return r.get(); }
__device__ int g(const R &r, int &x) { x += 8; return r.get(); }
__device__ R give(const int &x) { return x; }
__device__ int answer(int n) { int x = n, a[2] = {n, 9}; R r = x; int y = f(x, x) + 100 * g(x, x); x = 5; a[1] = 3 + n; R s = give(a[1]); a[1]++; return y + 10000 * r.get() + 100000 * s.get(); }
//// objects that become other objects on the way keep what they refer to
struct S { int v; __device__ S(int v) : v(v) {} };
struct Ref { const S *p; __device__ Ref(const S &s) : p(&s) {} __device__ int g() const { return p->v; } };
__device__ int set(S &s, const Ref &r, int v) { s.v = v; return r.g(); }
__device__ int answer(int n) { S s(3), t[2] = {1, 2}; Ref q = t[n & 1]; t[n & 1].v += 40; return set(s, s, n + 9) + 100 * set(s, Ref(s), n) + 1000 * q.g(); }
//// arrows of classes
struct P { int a, b; __device__ int sum() const { return a + b; } };
struct Ref { P *p; __device__ P *operator->() const { return p; } };
template <class T> struct Outer { T inner; __device__ T operator->() { return inner; } };
__device__ int answer(int x) { P p{x, 2}; Ref r{&p}; Outer<Ref> o{r}; r->a += 5; o->b = 7; return r->sum() * 100 + o->a + (*r.operator->()).b; }
//// member functions that take a class declared later
struct Later;
struct First { int a; __device__ int f(const Later &o) const; __device__ int g(Later o) const; };
struct Later { int b; };
__device__ int First::f(const Later &o) const { return a + o.b; }
__device__ int First::g(Later o) const { return a * o.b; }
__device__ int answer(int x) { First f{x}; Later l{5}; return f.f(l) * 10 + f.g(l); }
//// members that using makes public
struct Base { protected: int n; __device__ int f() const { return n * 2; } public: __device__ Base(int a) : n(a) {} using Also = int; };
struct D : Base { using Base::Base; using Base::n; using Base::f; using Base::Also; };
struct E : D { using Up = D; using Up::n; };
__device__ int answer(int x) { D d(x); d.n += 1; D::Also a = d.f(); E e{D(4)}; return a * 10 + e.n; }
//// a constructor that takes a reference converts
struct W { int *p; __device__ W(int &a) : p(&a) {} };
__device__ int set(W w, int v) { *w.p = v; return v; }
__device__ int answer(int x) { int a = x; int n = set(a, 4); W w = a; *w.p += n; return a; }
