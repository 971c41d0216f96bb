Programs with templates of classes. Each begins with its title; `answer` is asked for 0 to 3.

//// a vector of fixed length
template <class T, int N = 4> struct Vec {
  T v[N];
  __device__ T &operator[](int i) { return v[i]; }
  __device__ const T &operator[](int i) const { return v[i]; }
  __device__ Vec operator+(const Vec &o) const { Vec r; for (int i = 0; i < N; ++i) r.v[i] = v[i] + o.v[i]; return r; }
  __device__ Vec &operator*=(T s) { for (int i = 0; i < N; ++i) v[i] *= s; return *this; }
  __device__ T dot(const Vec &o) const { T s = 0; for (int i = 0; i < N; ++i) s += v[i] * o[i]; return s; }
};
__device__ int answer(int x) { Vec<float> a = {{1, 2, 3, 4}}; Vec<int, 3> b{{x, 1, 2}}; b *= 2; Vec<int, 3> c = b + b; a[x] += 10; return (int)a.dot(a) * 100 + c.dot(b) + c[0]; }
//// arguments of a class told by a call
template <class T, int N> struct Arr { T v[N]; static constexpr int size = N; };
template <class T, int N> __device__ T sum(const Arr<T, N> &a) { T s = 0; for (int i = 0; i < N; ++i) s += a.v[i]; return s; }
template <int N> __device__ int first(Arr<int, N> a) { return a.v[0] * N; }
template <class A> __device__ int len(const A &) { return A::size; }
__device__ int answer(int x) { Arr<int, 3> a{{x, 2, 3}}; Arr<float, 2> b{{0.5f, 1.5f}}; return sum(a) * 1000 + (int)(sum(b) * 10) + first(a) + len(a) * 7 + Arr<char, 5>::size; }
//// functions of a template defined behind it
template <typename T, int N> class Stack { T data[N]; int n; public: __device__ Stack(); __device__ void push(const T &x); __device__ T pop(); __device__ bool empty() const; static __device__ int room(); };
template <typename T, int N> __device__ Stack<T, N>::Stack() : n(0) {}
template <typename T, int N> __device__ void Stack<T, N>::push(const T &x) { data[n++] = x; }
template <typename U, int M> __device__ U Stack<U, M>::pop() { return data[--n]; }
template <typename T, int N> __device__ bool Stack<T, N>::empty() const { return n == 0; }
template <typename T, int N> __device__ int Stack<T, N>::room() { return N * sizeof(T); }
__device__ int answer(int x) { Stack<int, 8> s; for (int i = 0; i <= x; ++i) s.push(i * i + 1); int r = 0; while (!s.empty()) r = r * 10 + s.pop(); return r * 100 + Stack<short, 4>::room(); }
//// specialisations of a trait
template <class T> struct Traits { static constexpr int id = 0; typedef int wide; };
template <> struct Traits<float> { static constexpr int id = 1; typedef double wide; };
template <class T> struct Traits<T *> { static constexpr int id = 10 + Traits<T>::id; typedef long wide; };
template <class A, class B> struct is_same { static constexpr bool value = false; };
template <class A> struct is_same<A, A> { static constexpr bool value = true; };
template <class T> __device__ int which(T) { typename Traits<T>::wide w = 3; return Traits<T>::id * 100 + sizeof(w) + w; }
__device__ int answer(int x) { int z = x; float f = 1; return which(z) + which(f) * 2 + which(&f) * 3 + is_same<int, int>::value * 5000 + is_same<int, unsigned>::value * 9000 + is_same<Traits<float>::wide, double>::value; }
//// numbers computed by templates
template <int N> struct Fact { static constexpr int value = N * Fact<N - 1>::value; };
template <> struct Fact<0> { static constexpr int value = 1; };
template <unsigned N> struct Log2 { enum { value = 1 + Log2<N / 2>::value }; };
template <> struct Log2<1> { enum { value = 0 }; };
__device__ int answer(int x) { int z[Fact<4>::value]; z[x] = Fact<5>::value; return z[x] + (int)sizeof(z) + Log2<256>::value * 1000 + x; }
//// constructors, conversions and operators behind a class
template <class T> struct Complex {
  T re, im;
  __device__ Complex(T r = 0, T i = 0) : re(r), im(i) {}
  __device__ Complex conj() const { return Complex(re, -im); }
  __device__ explicit operator bool() const { return re != 0; }
};
template <class T> __device__ Complex<T> operator+(const Complex<T> &a, const Complex<T> &b) { return Complex<T>(a.re + b.re, a.im + b.im); }
template <class T> __device__ Complex<T> operator*(const Complex<T> &a, const Complex<T> &b) { return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re}; }
template <class T> __device__ bool operator==(const Complex<T> &a, const Complex<T> &b) { return a.re == b.re && a.im == b.im; }
__device__ int answer(int x) { Complex<int> a(x, 2), b = 3; auto c = a * b + a.conj(); Complex<float> d{1.5f}; return c.re * 100 + c.im * 10 + (c == a) + (a ? 5 : 7) + (int)(d.re * 2); }
//// a matrix tile with a static shape
template <class T, int R, int C> struct Tile {
  static constexpr int rows = R, cols = C, count = R * C;
  T data[R][C];
  __device__ void fill(T x) { for (int i = 0; i < R; ++i) for (int j = 0; j < C; ++j) data[i][j] = x + i * C + j; }
  __device__ T &operator()(int i, int j) { return data[i][j]; }
  __device__ T operator()(int i, int j) const { return data[i][j]; }
  __device__ Tile<T, C, R> transposed() const { Tile<T, C, R> t; for (int i = 0; i < R; ++i) for (int j = 0; j < C; ++j) t(j, i) = (*this)(i, j); return t; }
};
template <class T, int M, int K, int N> __device__ Tile<T, M, N> mul(const Tile<T, M, K> &a, const Tile<T, K, N> &b) {
  Tile<T, M, N> c; for (int i = 0; i < M; ++i) for (int j = 0; j < N; ++j) { T s = 0; for (int k = 0; k < K; ++k) s += a(i, k) * b(k, j); c(i, j) = s; } return c;
}
__device__ int answer(int x) { Tile<int, 2, 3> a; a.fill(x); auto t = a.transposed(); auto p = mul(a, t); return p(0, 1) * 100 + p(1, 1) + t.rows * 1000 + Tile<float, 4, 4>::count; }
//// functors passed to a reduction
template <class T> struct Plus { __device__ T operator()(T a, T b) const { return a + b; } static __device__ T identity() { return T(0); } };
template <class T> struct Most { __device__ T operator()(T a, T b) const { return a > b ? a : b; } static __device__ T identity() { return T(-1000); } };
template <class T, class F = Plus<T>> struct Reduce { F f; __device__ T operator()(const T *v, int n) const { T r = F::identity(); for (int i = 0; i < n; ++i) r = f(r, v[i]); return r; } };
template <class Op, class T> __device__ T fold(const T *v, int n, Op op) { T r = Op::identity(); for (int i = 0; i < n; ++i) r = op(r, v[i]); return r; }
__device__ int answer(int x) { int v[4] = {3, x, 8, 1}; float w[3] = {0.5f, 2, 1}; Reduce<int> s{}; Reduce<float, Most<float>> m{}; return s(v, 4) * 100 + (int)(m(w, 3) * 10) + fold(v, 3, Most<int>()) + (int)fold(w, 3, Plus<float>{}); }
//// views of arrays in shared memory
template <class T> struct View { T *p; int n; __device__ View(T *q, int m) : p(q), n(m) {} __device__ T &operator[](int i) const { return p[i]; } __device__ int size() const { return n; } };
template <class T> __device__ T total(const View<T> &v) { T s = 0; for (int i = 0; i < v.size(); ++i) s += v[i] + v.p[i]; return s; }
__device__ int answer(int x) { int s[4]; View<int> v(s, 4); for (int i = 0; i < v.size(); ++i) v[i] = i + x; int z[2] = {5, x}; View<int> w(z, 2); w[0] += 1; return total(v) * 100 + total(w); }
//// iterators
template <class T> struct Strided { T *at; int step; using value_type = T; __device__ T &operator*() const { return *at; } __device__ Strided &operator++() { at += step; return *this; } __device__ bool operator!=(const Strided &o) const { return at != o.at; } };
template <class I> __device__ typename I::value_type add(I from, I to) { typename I::value_type s = 0; for (; from != to; ++from) s += *from; return s; }
__device__ int answer(int x) { int v[9]; for (int i = 0; i < 9; ++i) v[i] = i * x + 1; Strided<int> a{v, 3}, b{v + 9, 3}; Strided<int>::value_type q = 4; return add(a, b) * 10 + q; }
//// types in classes, and templates of names of types
template <class K, class V> struct Pair { using first_type = K; using second_type = V; K first; V second; };
template <class T> using Twin = Pair<T, T>;
template <class T, int N> struct Box { typedef T value_type; struct Cell { T value; int at; __device__ int sum() const { return value + at; } }; Cell cells[N]; __device__ Cell &best() { int b = 0; for (int i = 1; i < N; ++i) if (cells[i].value > cells[b].value) b = i; return cells[b]; } };
using Ints = Box<int, 3>;
__device__ int answer(int x) { Twin<int> t{x, 4}; Pair<short, float> p{3, 2.5f}; Ints box = {{{1, 0}, {x + 1, 1}, {2, 2}}}; Ints::value_type z = box.best().sum(); Box<int, 3>::Cell c = box.cells[1]; typename Twin<float>::first_type f = 1.5f; return t.first * 1000 + t.second * 100 + (int)(p.second * p.first) + z * 10 + c.sum() + (int)(f * 2); }
//// templates of functions in classes
struct Sink { int n; template <class T> __device__ Sink &operator<<(const T &x) { n = n * 10 + (int)x; return *this; } template <class T> __device__ T as() const { return (T)n; } };
template <class T> struct Cell { T v; template <class U> __device__ Cell<U> to() const { return Cell<U>{(U)v}; } template <class U> __device__ void add(const Cell<U> &o) { v += (T)o.v; } template <class F> __device__ T apply(F f) const { return f(v); } };
struct Sq { __device__ int operator()(int a) const { return a * a; } };
__device__ int answer(int x) { Sink s{1}; s << x << 2.5f << true; Cell<float> a{x + 0.75f}; Cell<int> b = a.to<int>(); b.add(a); return s.n * 100 + b.v * 10 + b.apply(Sq()) + (int)(s.as<float>() / 4); }
//// values of members and constants that depend on each other
template <int B, int R> struct Config { static constexpr int block = B; static constexpr int per = R; static constexpr int tile = B * R; static const bool even = tile % 2 == 0; int used = tile - 1; int left{per}; };
template <class C> __device__ int run(int x) { C c; constexpr int n = C::tile; int v[n]; for (int i = 0; i < C::tile; ++i) v[i] = i * x; return v[n - 1] + C::block * 1000 + c.used * 10 + c.left + (C::even ? 500 : 0); }
__device__ int answer(int x) { return run<Config<4, 2>>(x) + run<Config<3, 1>>(x); }
//// partial specialisations, the more special first
template <class T, int N, bool P> struct Op { static __device__ int f() { return 1; } };
template <class T, int N> struct Op<T, N, true> { static __device__ int f() { return 2 + N; } };
template <class T> struct Op<T, 4, true> { static __device__ int f() { return 30; } };
template <int N> struct Op<float, N, false> { static __device__ int f(); };
template <int N> __device__ int Op<float, N, false>::f() { return 400 + N; }
template <> struct Op<char, 1, true> { static __device__ int f() { return 5000; } };
__device__ int answer(int x) { return Op<int, 2, false>::f() + Op<int, 2, true>::f() + Op<int, 4, true>::f() + Op<float, 7, false>::f() + Op<char, 1, true>::f() + x; }
//// classes in classes as arguments
template <class T> struct Wrap { T in; __device__ T get() const { return in; } };
template <class T> __device__ int deep(const Wrap<T> &w) { return 1; }
template <class T> __device__ int deep(const Wrap<Wrap<T>> &w) { return 1 + deep(w.in); }
__device__ int answer(int x) { Wrap<Wrap<Wrap<int>>> w{{{x}}}; Wrap<Wrap<int>> v = w.get(); return deep(w) * 100 + deep(v) * 10 + w.get().get().get(); }
//// a class that names itself
template <class T> struct Node { T value; Node *next; __device__ Node(T v, Node<T> *n = nullptr) : value(v), next(n) {} __device__ Node &self() { return *this; } };
template <class T, int N> struct Ring { T v[N]; int head = 0; __device__ Ring &put(T x) { v[head] = x; head = (head + 1) % N; return *this; } __device__ int sum() const { int s = 0; for (const auto &e : v) s = s * 3 + e; return s; } };
__device__ int answer(int x) { Node<int> a(x), b(3); Ring<int, 3> r{}; r.put(1).put(x).put(2).put(4); return a.self().value * 1000 + b.value * 100 + r.sum(); }
//// a policy chosen by a template
enum class Kind { SUM, MAX };
template <Kind K> struct Policy;
template <> struct Policy<Kind::SUM> { static __device__ int start() { return 0; } static __device__ int step(int a, int b) { return a + b; } };
template <> struct Policy<Kind::MAX> { static __device__ int start() { return -1; } static __device__ int step(int a, int b) { return a > b ? a : b; } };
template <Kind K> __device__ int reduce(const int *v, int n) { using P = Policy<K>; int r = P::start(); for (int i = 0; i < n; ++i) r = P::step(r, v[i]); return r; }
__device__ int answer(int x) { int v[4] = {2, x, 5, 1}; return reduce<Kind::SUM>(v, 4) * 10 + reduce<Kind::MAX>(v, 3); }
//// enable_if chooses between functions
template <bool B, class T = void> struct enable_if {};
template <class T> struct enable_if<true, T> { typedef T type; };
template <class T> struct is_float { static constexpr bool value = false; };
template <> struct is_float<float> { static constexpr bool value = true; };
template <class T> __device__ typename enable_if<is_float<T>::value, int>::type kind(T x) { return (int)(x * 100); }
template <class T> __device__ typename enable_if<!is_float<T>::value, int>::type kind(T x) { return (int)x; }
__device__ int answer(int x) { return kind(x) + kind(x + 0.5f); }
//// namespaces, and classes of other namespaces
namespace math { template <class T> struct Range { T lo, hi; __device__ Range(T a, T b) : lo(a), hi(b) {} __device__ bool has(T x) const { return x >= lo && x < hi; } __device__ T width() const; }; template <class T> __device__ T Range<T>::width() const { return hi - lo; } template <class T> __device__ Range<T> hull(const Range<T> &a, const Range<T> &b) { return Range<T>(a.lo < b.lo ? a.lo : b.lo, a.hi > b.hi ? a.hi : b.hi); } }
__device__ int answer(int x) { math::Range<int> a(0, 2), b{x, 5}; auto h = hull(a, b); using math::Range; Range<float> f(0.5f, 2); return h.width() * 100 + a.has(x) * 10 + b.has(1) + (int)(f.width() * 2000); }
//// static functions and constants by objects and types
template <class T> struct Limits { static __device__ T most() { return (T)7; } static constexpr T least = (T)-3; };
template <> struct Limits<unsigned> { static __device__ unsigned most() { return 40; } static constexpr unsigned least = 0; };
template <class T> __device__ T clampTo(T v) { return v > Limits<T>::most() ? Limits<T>::most() : v < Limits<T>::least ? Limits<T>::least : v; }
__device__ int answer(int x) { Limits<int> l; return clampTo(x * 5 - 6) * 100 + clampTo((unsigned)x * 30) + l.most() + l.least; }
//// names of types in a class, arguments that are computed
template <class T> struct A { using V = T; V v; __device__ V get() const { V r = v; return r; } static constexpr V zero = V(0); };
template <class T, int N> struct L { T v[N]; };
template <int N> struct K { static constexpr __device__ int size() { return N * 2; } };
__device__ int answer(int x) { A<int>::V q = 3; A<float> f{1.5f}; const A<int> c{x}; L<L<int, 2>, (4 >> 1)> a = {}; a.v[1].v[0] = x >> 1; int v[K<3>::size()]; v[x] = 1; return q * 100 + (int)(f.get() * 2) + c.get() + A<int>::zero + a.v[1].v[0] * 1000 + (int)sizeof(L<L<char, 3>, 2>) + (int)sizeof(v) + v[x]; }
//// members of a type that is an argument
struct Cfg { static constexpr int N = 5; typedef float T; static __device__ int id() { return 7; } enum { W = 3 }; };
template <class Op> __device__ int r() { typename Op::T f = 1.5f; return Op::id() * 100 + Op::N + (int)(f * 2) + Op::W; }
__device__ int answer(int x) { using C = Cfg; C::T f = x + 0.5f; return r<Cfg>() * 10 + C::N + (int)(f * 2); }
//// templates of functions told apart by what classes they take
template <class T> struct W { T t; };
template <class T, int N> struct V { T v[N]; };
template <class T> __device__ int d(W<T>) { return 2; }
template <class T> __device__ int d(W<T *>) { return 4; }
template <class T> __device__ int e(const W<T> &) { return 1; }
template <class T> __device__ int e(const W<const T> &) { return 3; }
template <class T, int N> __device__ int n(V<T, N>) { return 5; }
template <class T> __device__ int n(V<T, 3>) { return 6; }
template <class T, int N> __device__ int n(V<T *, N>) { return 7; }
template <class T> __device__ int p(T, float2) { return 10; }
template <class T> __device__ int p(T, float4) { return 20; }
__device__ int answer(int x) { W<int> w{x}; W<int *> wp{&x}; W<const int> wc{x}; V<int, 2> a{}; V<int, 3> b{}; V<int *, 2> c{}; return d(w) + d(wp) * 10 + e(w) * 100 + e(wc) * 1000 + n(a) * 10000 + n(b) * 100000 + n(c) * 1000000 + p(x, make_float4(0, 0, 0, 0)) + x; }
//// classes without members have a byte
struct E {};
template <class T> struct F { T t; int x; };
__device__ int answer(int x) { E e; E a[3]; F<E> f{}; f.x = x; auto l = [](int i) { return i * 2; }; return sizeof(e) + sizeof(a) * 10 + sizeof(f) * 100 + sizeof(l) * 1000 + l(f.x); }
//// lists of arguments that end together, and comparisons in them
template <class T> struct Tr { typedef T type; static constexpr int n = sizeof(T); __device__ static int get() { return n + 1; } };
template <class T> struct Tr<Tr<T>> { typedef Tr<T> type; static constexpr int n = 10 + Tr<T>::n; __device__ static int get() { return n + 2; } };
template <class T, bool B> struct Sel { static constexpr int v = B ? 1 : 2; };
template <int N> struct Big { static constexpr bool v = (N > 2); };
__device__ int answer(int x) { Tr<Tr<int>>::type z; Tr<Tr<char> >::type y; int a = x >> 1, b = x>>1; return Tr<Tr<int>>::n + Tr<Tr<char>>::get() * 100 + z.n * 1000 + y.n * 10000 + Sel<int, (3 > 2)>::v * 100000 + Sel<int, (sizeof(char) >= 2)>::v * 1000000 + Big<3>::v + a + b; }
//// static functions that are templates, by the class and by an object
struct B { template <class T> __device__ static int s(T a, int n) { return sizeof(T) * 10 + n + (int)a; } template <class T> __device__ static int z() { return sizeof(T); } template <class T> __device__ int own(T a) { return s(a, 1) + z<short>(); } };
template <int N> struct Un { template <class F> __device__ static int run(F f) { return f(N) + N; } };
__device__ int answer(int x) { B b; return B::s(1.0, x) + B::s<short>(3, 4) * 100 + b.s('a', 1) + B::z<double>() + b.z<int>() + Un<4>::run([=](int i) { return i * x; }) + b.own(x); }
//// the type of an expression as an argument
template <class F> struct H { F f; __device__ int go(int i) { return f(i) + 1; } };
template <class T, int N> struct A { T v[N]; static constexpr int n = N * (int)sizeof(T); };
template <class T> __device__ A<decltype(T() + 1), 2> twice(T v) { A<decltype(T() + 1), 2> a{{v + 1, v + 2}}; return a; }
__device__ int answer(int x) { auto l = [=](int i) { return i * 3 + x; }; H<decltype(l)> h{l}; char c = 1; A<decltype(c), 3> a{}; return h.go(2) + a.n * 100 + A<decltype(x), 2>::n * 1000 + twice(c).v[1] + twice(c).n; }
//// values of instances at the beginning of parentheses
template <class T, int N = 1> struct A { T v; __device__ A(T x = 3) : v(x) {} __device__ T f() const { return v * N; } __device__ T operator()(T a) const { return a + v; } };
template <class T> struct Tr { typedef A<T, 2> type; static constexpr int n = 7; };
__device__ int answer(int x) { return (A<int, 2>(x).f()) + (A<int>()(4)) * 10 + 2 * (A<int>(x)(1) + 1) + (A<int, 5>(2).v) + (Tr<int>::n + (Tr<int>::type(4).f())) + (int)sizeof(A<int>) + (A<int>{5}.f()); }
//// parameters by themselves that leave a function out
template <bool B, class T = void> struct enable_if {};
template <class T> struct enable_if<true, T> { typedef T type; };
template <bool B, class T = void> using enable_if_t = typename enable_if<B, T>::type;
template <class T, enable_if_t<(sizeof(T) > 2), int> = 0> __device__ int w(T) { return 1; }
template <class T, enable_if_t<(sizeof(T) <= 2), int> = 0> __device__ int w(T) { return 2; }
template <class T, typename enable_if<(sizeof(T) > 4), int>::type = 0> __device__ int u(T) { return 1; }
template <class T, typename enable_if<(sizeof(T) <= 4), int>::type = 0> __device__ int u(T) { return 2; }
template <class T, class = typename enable_if<(sizeof(T) == 1)>::type> __device__ int t(T) { return 1; }
__device__ int t(double) { return 2; }
__device__ int answer(int x) { char c = x; short s = x; double d = x; return w(x) + w(c) * 10 + w(s) * 100 + w(d) * 1000 + u(x) * 10000 + u(d) * 100000 + t(c) * 1000000 + t(s) * 10000000; }
//// functions as arguments
__device__ int square(int x) { return x * x; }
__device__ int minus(int x) { return -x; }
__device__ int both(int x, int y) { return x * 10 + y; }
template <int (*op)(int), typename T> __device__ T apply(T x) { return (T)op((int)x); }
template <int (*op)(int)> struct U { __device__ static int go(int x) { return op(x) + 1; } };
template <int (*f)(int), int (*g)(int, int), int N = 2> __device__ int join(int x) { int r = 0; for (int i = 0; i < N; i++) r = g(r, f(x + i)); return r; }
template <auto f> __device__ int twice(int x) { return f(f(x)); }
__device__ int answer(int x) { return apply<square, short>(x) + apply<minus>(x) * 10 + U<square>::go(x) * 100 + U<&minus>::go(x) * 1000 + join<square, both>(x) + join<minus, both, 3>(1) * 10000 + twice<square>(x + 1); }
//// what C++'s headers say of types and numbers
#include <limits>
#include <type_traits>
#include <utility>
template <class T, typename std::enable_if<std::is_integral<T>::value, int>::type = 0> __device__ int kind(T) { return 1; }
template <class T, typename std::enable_if<std::is_floating_point<T>::value, int>::type = 0> __device__ int kind(T) { return 2; }
template <class T> __device__ T least() { return std::numeric_limits<T>::lowest(); }
template <class T> struct Wide { using type = std::conditional_t<(sizeof(T) < 4), int, T>; };
__device__ int answer(int x) { int a = x, b = 5; std::swap(a, b); auto p = std::make_pair(a, 2.5f); std::pair<int, int> q{1, 2}; float big = std::numeric_limits<float>::max(), inf = std::numeric_limits<float>::infinity(); static_assert(std::is_same<std::remove_const<const int>::type, int>::value, ""); static_assert(std::is_unsigned<unsigned char>::value && !std::is_signed<unsigned>::value && std::is_pointer<int *>::value, ""); std::make_unsigned<int>::type u = -1; typename Wide<short>::type w = 70000; return kind(x) + kind(2.0) * 10 + (least<int>() == -2147483647 - 1) * 100 + (std::numeric_limits<unsigned>::max() == 4294967295u) * 1000 + a * 10000 + b + (int)p.second + q.second * 100000 + (big < inf) * 1000000 + (u > 5) * 2000000 + (w == 70000) * 4000000 + std::numeric_limits<short>::digits + (least<float>() < -1e38f) * 10000000; }
//// the size of the arguments of classes that are nested deep
template <class A, class B> struct P { int v; A a; };
template <int N> struct L { typedef P<typename L<N - 1>::type, typename L<N - 1>::type> type; };
template <> struct L<0> { typedef int type; };
template <bool B, class T> struct Z { static constexpr int v = 0; };
template <bool B, class T> struct Z<B, T *> { static constexpr int v = 2; };
template <class T> struct Z<true, T *> { static constexpr int v = 1; };
__device__ int answer(int x) { L<12>::type t{}; t.a.a.v = x; return t.a.a.v + (int)sizeof(t) + Z<true, int *>::v * 1000 + Z<false, int *>::v * 10000; }
//// functions of the namespace std beside a header's
#include <cmath>
#include <limits>
#include <utility>
__device__ int answer(int x) { float m = -std::numeric_limits<float>::infinity(); for (int i = 0; i < 4; i++) m = std::fmax(m, (float)(i * x)); int a = x, b = 9; std::swap(a, b); return (int)(std::fabs(-m) * 10) + a * 1000 + b; }

//// long and long long are two types
__device__ int f(long) { return 1; }
__device__ int f(long long) { return 2; }
__device__ int answer(int i) { long a = 1; long long b = 2; return f(a) + 10 * f(b); }

//// three types of characters
__device__ int f(char) { return 1; }
__device__ int f(signed char) { return 2; }
__device__ int f(unsigned char) { return 3; }
__device__ int answer(int i) { char a = 1; signed char b = 2; return f(a) + 10 * f(b); }

//// specialisations for each type of integers
template <class T> struct N { static constexpr int v = 0; };
template <> struct N<long> { static constexpr int v = 1; };
template <> struct N<long long> { static constexpr int v = 2; };
template <> struct N<char> { static constexpr int v = 3; };
template <> struct N<signed char> { static constexpr int v = 4; };
template <> struct N<unsigned long long> { static constexpr int v = 5; };
template <> struct N<unsigned long> { static constexpr int v = 6; };
__device__ int answer(int i) { return N<long>::v + 10 * N<long long>::v + 100 * N<char>::v + 1000 * N<signed char>::v; }

//// constants that tell types
#include <type_traits>
template <class T> __device__ int f(T x) { if constexpr (std::is_same_v<T, float>) return 1; else if constexpr (std::is_integral_v<T>) return 2; else return 3; }
__device__ int answer(int i) { return f(1.0f) + 10 * f(1) + 100 * f(1.0); }

//// templates of constants
template <class T> constexpr T pi = T(3.14159265358979);
template <int N> __device__ constexpr int sq = N * N;
template <class T, int N> inline constexpr int words = sizeof(T) * N / 4;
__device__ int answer(int i) { return int(pi<float> * 1000) + sq<3> * i + pi<int> + words<double, 4>; }

//// specialisations of templates of constants
template <class T> constexpr int rank_v = 0;
template <> constexpr int rank_v<float> = 1;
template <class T> constexpr int rank_v<T *> = 2 + rank_v<T>;
template <int N> constexpr long fact = N * fact<N - 1>;
template <> constexpr long fact<0> = 1;
namespace n { template <class T, T... > struct Z; template <class T> constexpr bool is_small = sizeof(T) < 4; }
template <class T> __device__ int pick() { if constexpr (n::is_small<T>) return 1; else return 2; }
__device__ int answer(int i) { return rank_v<int> + 10 * rank_v<float> + 100 * rank_v<float **> + 1000 * int(fact<4>) + pick<char>() * 100000 + pick<double>() * 1000000; }

//// templates of constructors
template <class T> struct Box { T v; __device__ Box(T x) : v(x) {} template <class U> __device__ Box(const Box<U> &o) : v(o.v + 1) {} template <class U> __device__ Box &operator=(const Box<U> &o) { v = o.v + 2; return *this; } };
__device__ int f(Box<int> b) { return b.v; }
__device__ int answer(int i) { Box<float> f1(i + 0.5f); Box<int> b(f1); Box<int> c = f1; Box<int> d = c; d = f1; return b.v + 10 * c.v + 100 * d.v + 1000 * f(f1); }

//// default arguments of another declaration
template <class T, int N = 2> struct B;
template <class U, int M> struct B { static constexpr int v = M + sizeof(U); };
template <class T, int N> struct C { static constexpr int v = N; };
template <class T, int N = sizeof(T)> struct C;
__device__ int answer(int i) { return B<char>::v + 10 * C<short>::v; }
//// function pointer typedef as parameter
typedef void (*dq_t)(const void *vx, const int ib, const int iqs, float2 &v);
__device__ void dq4(const void *vx, const int ib, const int iqs, float2 &v) { const int *x = (const int *)vx; v.x = x[ib] + iqs; v.y = x[ib] * iqs; }
template <int qk, int qr, dq_t dequantize_kernel, typename T> __device__ void run(const void *vx, T *y, int i) { float2 v; dequantize_kernel(vx, i, qk / qr, v); y[0] = v.x; y[1] = v.y; }
__device__ int answer(int x) { int a[4] = {1, 2, 3, 4}; int y[2]; run<8, 2, dq4>(a, y, x); return y[0] * 100 + y[1]; }
//// function pointer alias as parameter with dependent type
template <typename T> using op_t = T (*)(T, T);
template <typename T> __device__ T add(T a, T b) { return a + b; }
__device__ int mul(int a, int b) { return a * b; }
template <typename T, op_t<T> f> __device__ T twice(T a) { return f(f(a, 2), 3); }
__device__ int answer(int x) { return twice<int, mul>(x) * 10 + twice<int, add<int>>(x); }
//// function type as parameter
using fn = float(float);
__device__ float sq(float x) { return x * x; }
template <fn *f> __device__ float ap(float x) { return f(x); }
template <fn f> __device__ float ap2(float x) { return f(x); }
__device__ int answer(int x) { return (int)(ap<sq>(x) + ap2<sq>(x + 1) + ap<&sq>(2)); }
//// static of a base that is a parameter
struct B1 { static __device__ int f() { return 7; } __device__ int g() const { return v; } int v; };
template <class B> struct D : B { __device__ int h() { return B::f() * 10 + B::g() + this->g() + B::v; } };
__device__ int answer(int x) { D<B1> d; d.v = x; return d.h(); }
//// a base that is a parameter beside its template
template <class T> struct Base { T v; __device__ T get() const { return v; } static __device__ int id() { return sizeof(T); } };
template <class T> struct Der : public Base<T> { __device__ T h() { return Base<T>::get() + Base<T>::id() + Base<T>::v; } };
__device__ int answer(int x) { Der<int> d; d.v = x; return d.h(); }
//// lvalue and rvalue templates
template <class T> __device__ int f(T &x) { return 1; }
template <class T> __device__ int f(T &&x) { return 2; }
template <class T> __device__ int g(const T &x) { return 1; }
template <class T> __device__ int g(T &&x) { return 2; }
__device__ int answer(int x) { int a = 1; const int b = 2; return f(a) * 1000 + f(3) * 100 + f(b) * 10 + g(a) + g(b) * 10000 + g(3) * 100000; }
//// deduction of Vec<T, 2>
template <class T, int N> struct Vec { T v[N]; };
template <class T> __device__ T sum(const Vec<T, 2> &a) { return a.v[0] + a.v[1]; }
template <class T> __device__ T sum(const Vec<T, 3> &a) { return a.v[0] * a.v[1] + a.v[2]; }
template <class T, int N> __device__ int first(Vec<T, N> a) { return a.v[0] + N; }
template <int N> __device__ int last(Vec<int, N> a) { return a.v[N - 1]; }
__device__ int answer(int x) { Vec<int, 2> a = {{x, 2}}; Vec<int, 3> b = {{x, 2, 5}}; return sum(a) * 1000 + sum(b) * 100 + first(a) + last(b); }
//// partial ordering of class arguments
template <class T, int N> struct Vec { T v[N]; };
template <class T, int N> __device__ int f(const Vec<T, N> &a) { return 1; }
template <class T> __device__ int f(const Vec<T, 2> &a) { return 2; }
template <int N> __device__ int f(const Vec<float, N> &a) { return 3; }
__device__ int answer(int x) { return f(Vec<int, 3>{}) * 100 + f(Vec<int, 2>{}) * 10 + f(Vec<float, 3>{}); }
//// functions that are passed on to other templates
typedef float (*op_t)(float, float);
__device__ float sub(float a, float b) { return a - b; }
__device__ float sub(float a, int b) { return a + b; }
struct S { static __device__ float mul(float a, float b) { return a * b; } };
template <class T> struct G { static __device__ T neg(T a, T b) { return -a - b; } };
template <op_t f> __device__ float inner(float x) { return f(x, 2.0f); }
template <op_t f, int N> __device__ float outer(float x) { return inner<f>(x) * N; }
template <int N, op_t f = sub> struct K { __device__ float operator()(float x) const { return f(x, N); } };
__device__ int answer(int x) { return (int)outer<sub, 10>(x) + (int)outer<&S::mul, 1000>(x) + (int)inner<G<float>::neg>(x) * 3 + (int)K<3>()(x) + (int)K<2, S::mul>()(x); }
//// functions of templates by their kind
template <typename T> using un = T (*)(T);
template <typename T> __device__ T sq(T x) { return x * x; }
template <typename T, un<T> f> struct Ap { static __device__ T of(T x) { return f(x) + f(1); } };
template <un<float> f> __device__ float g(float x) { return f(x) + 0.5f; }
__device__ int answer(int x) { return Ap<int, sq<int>>::of(x) * 100 + (int)(g<sq<float>>(x) * 2); }
//// members of bases by their class
struct A { int x; __device__ int get() const { return x; } __device__ void set(int v) { x = v; } };
struct B : A { int y; __device__ int get() const { return A::get() * 10 + y; } };
template <class T> struct C : T { __device__ void set(int v) { T::set(v + 1); T::y = v; } __device__ int get() const { auto f = [this] { return T::get(); }; return f() + T::x + this->T::y; } };
__device__ int answer(int x) { C<B> c; c.set(x); return c.get() * 100 + c.A::get() + c.B::get(); }
//// lvalues, rvalues and constants among templates
template <class T> __device__ int f(T &) { return 1; }
template <class T> __device__ int f(const T &) { return 2; }
template <class T> __device__ int f(T &&) { return 3; }
template <class T> __device__ int g(T *) { return 1; }
template <class T> __device__ int g(const T *) { return 2; }
template <class T> __device__ int g(T) { return 3; }
struct S { int v; };
__device__ int answer(int x) { int a = x; const int b = 2; S s{1}; const S t{2}; return f(a) + f(b) * 10 + f(3) * 100 + f(s) * 1000 + f(t) * 10000 + f(S{3}) * 100000 + g(&a) + g(&b) * 2 + g(a) * 3; }
//// specialisations for lengths and types in functions
template <class T, int N> struct V { T v[N]; };
template <class T> struct X { T a; };
template <class T, int N> __device__ int f(V<T, N>) { return N; }
template <class T> __device__ int f(V<T, 1>) { return 10; }
template <class T, int N> __device__ int f(V<X<T>, N>) { return 20 + N; }
template <class T> __device__ int f(V<X<T>, 1>) { return 30; }
template <class T> __device__ int f(T) { return 40; }
template <bool B> struct Q { };
template <bool B> __device__ int q(Q<B>) { return 1; }
__device__ int q(Q<true>) { return 2; }
__device__ int answer(int x) { return f(V<int, 2>{}) + f(V<int, 1>{}) * 2 + f(V<X<int>, 3>{}) * 100 + f(V<X<int>, 1>{}) * 1000 + f(x) * 10000 + q(Q<true>{}) + q(Q<false>{}); }
//// tag dispatch by traits
#include <type_traits>
__device__ int f(std::true_type) { return 1; }
__device__ int f(std::false_type) { return 2; }
template <class T> __device__ int g(T) { return f(std::is_integral<T>()) + f(typename std::is_pointer<T>::type{}) * 10 + (std::is_signed<T>() ? 100 : 200); }
__device__ int answer(int n) { return g(n) + g(1.f) * 1000 + g(&n) * 1000000 + std::is_same<int, int>{}() + std::integral_constant<int, 7>() + std::true_type::value; }
//// traits of references, arrays and constants
#include <type_traits>
template <class T, class = void> struct Q { static constexpr int v = 0; };
template <class T> struct Q<T, std::enable_if_t<std::is_integral<T>::value>> { static constexpr int v = 1; };
template <class T> __device__ int f(T &&) { return Q<T>::v; }
__device__ int answer(int n) { return f(n) + f(3) * 10 + std::is_same<std::decay_t<int[3]>, int *>::value * 100 + std::is_same<std::make_unsigned_t<const int>, const unsigned>::value * 1000 + std::is_same<std::decay_t<const int &>, int>::value * 10000 + std::is_array<int[2]>::value * 100000 + std::is_same_v<std::remove_extent_t<float[4]>, float> * 1000000; }
//// exchange and swap
#include <utility>
__device__ int answer(int n) { int a = n, b = 5; int c = std::exchange(a, 9); std::swap(a, b); int v[2] = {1, 2}; const int *p = v, *q = v + 1; std::swap(p, q); return a + b * 10 + c * 100 + *p * 1000; }
//// an outer function, not that of a base that depends on a parameter
__device__ int f() { return 1; }
template <class T> struct B { __device__ int f() { return 2; } };
template <class T> struct D : B<T> { __device__ int g() { return f() * 10 + this->f(); } };
__device__ int answer(int x) { D<int> d; return d.g() + x; }
//// an outer constant, not that of a base that depends on a parameter
__device__ const int n = 1;
template <class T> struct B { static constexpr int n = 2; int m; };
template <class T> struct D : B<T> { __device__ int g() { return n * 10 + this->n; } };
__device__ int answer(int x) { D<int> d; return d.g() + x; }
//// an outer type, not that of a base that depends on a parameter
typedef int type;
template <class T> struct B { typedef char type; };
template <class T> struct D : B<T> { __device__ int g() { return sizeof(type) * 10 + sizeof(typename B<T>::type); } };
__device__ int answer(int x) { D<int> d; return d.g() + x; }
//// a base that depends on no parameter is looked into
__device__ int f() { return 1; }
template <class T> struct B { int m; __device__ int f() { return 2; } };
template <class T> struct D : B<int> { __device__ int g() { return f() * 10 + m; } };
__device__ int answer(int x) { D<char> d; d.m = x; return d.g(); }
//// a using-declaration brings a name of a base that depends on a parameter
__device__ int f() { return 1; }
template <class T> struct B { int m; __device__ int f() { return 2; } };
template <class T> struct D : B<T> { using B<T>::f; using B<T>::m; __device__ int g() { return f() * 10 + m; } };
__device__ int answer(int x) { D<char> d; d.m = x; return d.g(); }
//// using a type of a dependent base
template <class T> struct B { using type = T; };
template <class T> struct D : B<T> { using type = typename B<T>::type; __device__ int g() { return sizeof(type); } };
__device__ int answer(int x) { D<char> d; return d.g() + x; }
//// a base that is a parameter of the template
__device__ int f() { return 1; }
struct B { __device__ int f() { return 2; } };
template <class T> struct D : T { __device__ int g() { return f() * 10 + this->f(); } };
__device__ int answer(int x) { D<B> d; return d.g() + x; }
//// the injected name of the class is not of the base
template <class T> struct B { int m; __device__ B(int a) : m(a) {} };
template <class T> struct D : B<T> { __device__ D(int a) : B<T>(a) {} __device__ int g() { return B<T>::m + this->m; } };
__device__ int answer(int x) { D<char> d(x); return d.g(); }
//// a function behind its class does not look into a base that depends on a parameter
__device__ int f() { return 1; }
template <class T> struct B { __device__ int f() { return 2; } };
template <class T> struct D : B<T> { __device__ int g(); };
template <class T> __device__ int D<T>::g() { return f(); }
__device__ int answer(int x) { D<int> d; return d.g() + x; }
//// a base of a base depends on a parameter
__device__ int f() { return 1; }
template <class T> struct A { __device__ int f() { return 2; } };
template <class T> struct B : A<T> { };
struct D : B<int> { __device__ int g() { return f(); } };
template <class T> struct E : D { __device__ int h() { return f(); } };
template <class T> struct F : B<T> { __device__ int h() { return f(); } };
__device__ int answer(int x) { D d; E<int> e; F<int> g; return d.g() * 100 + e.h() * 10 + g.h() + x; }
//// the base of a full specialisation depends on nothing
__device__ int f() { return 1; }
template <class T> struct B { __device__ int f() { return 2; } };
template <class T> struct D { };
template <> struct D<int> : B<int> { __device__ int g() { return f(); } };
__device__ int answer(int x) { D<int> d; return d.g() + x; }
//// a lambda does not look into a base that depends on a parameter
__device__ int f() { return 1; }
template <class T> struct B { int m; __device__ int f() { return 2; } };
template <class T> struct D : B<T> { __device__ int g() { auto l = [=] { return f() + this->f() * 10; }; return l(); } };
__device__ int answer(int x) { D<int> d; return d.g() + x; }
//// default arguments at the template's declaration
template <class T> __device__ T f(T a, int b = 7);
template <class T> __device__ T f(T a, int b) { return a + b; }
__device__ int answer(int x) { return f(x) + f(x, 1); }
//// named friend of class template
template <class T> struct S { T v; friend __device__ T get(const S &s) { return s.v * 3; } };
__device__ int answer(int x) { S<int> s{x}; S<float> f{1.5f}; return get(s) * 10 + (int)(get(f) * 2); }
//// friend with an extra parameter
template <class T> struct S { T v; friend __device__ T add(const S &a, T b) { return a.v + b; } friend __device__ T add(T b, const S &a) { return a.v * b; } };
__device__ int answer(int x) { S<int> s{x}; return add(s, 2) * 10 + add(3, s); }
//// friend swap
template <class T> class S { T v; public: __device__ S(T a) : v(a) {} __device__ T get() const { return v; } friend __device__ void swap(S &a, S &b) { T t = a.v; a.v = b.v; b.v = t; } };
__device__ int answer(int x) { S<int> a(x), b(7); swap(a, b); return a.get() * 10 + b.get(); }
//// friend template declared before
template <class T> class S;
template <class T> __device__ T get(const S<T> &s);
template <class T> class S { T v; public: __device__ S(T a) : v(a) {} friend __device__ T get<T>(const S<T> &s); };
template <class T> __device__ T get(const S<T> &s) { return s.v * 3; }
__device__ int answer(int x) { S<int> s(x); return get(s); }
//// friend get<>
template <class T> class S;
template <class T> __device__ T get(const S<T> &s);
template <class T> class S { T v; public: __device__ S(T a) : v(a) {} friend __device__ T get<>(const S<T> &s); };
template <class T> __device__ T get(const S<T> &s) { return s.v * 3; }
__device__ int answer(int x) { S<int> s(x); return get(s); }
//// friend template
template <class T> class S { T v; public: __device__ S(T a) : v(a) {} template <class U> friend __device__ U get(const S<U> &s); };
template <class T> __device__ T get(const S<T> &s) { return s.v * 3; }
__device__ int answer(int x) { S<int> s(x); return get(s); }
//// templates of constexpr functions for both sides
template <typename T> constexpr T least(T a, T b) { return a < b ? a : b; }
namespace deep { template <class T, int N> constexpr inline T scaled(T a) { return a * N + least(a, T(2)); } }
__device__ int answer(int n) { return least(n, 2) + 10 * least<int>(n, 1) + 100 * deep::scaled<int, 3>(n); }
//// objects of types of a parameter in front of a call
template <class T> struct Kit { struct Store { T *p; __device__ Store(T *q) : p(q) {} __device__ void put(T v) { *p = v; } }; };
template <class K> __device__ int f(int x) { int a = 1; typename K::Store(&a).put(x); typename K::Store{&a}.put(a + 1); return a; }
__device__ int answer(int x) { return f<Kit<int>>(x); }
//// names of an instance that is a base of a plain class
template <class T, T V> struct IC { static constexpr T value = V; using type = IC; using value_type = T; __device__ static int twice() { return V * 2; } };
struct D : IC<int, 3> { __device__ int g() { return value + D::value; } };
struct Yes : IC<bool, true> { };
__device__ int answer(int x) { D d; D::value_type n = D::value + D::twice(); return n * 100 + d.g() * 10 + Yes::value + x + d.value; }
//// using names of types of a base
template <class T> struct B { using type = T; int n = 3; };
template <class T> struct D : B<T> { using typename B<T>::type; using B<T>::n; __device__ type f(type x) { return x + n; } };
__device__ int answer(int x) { D<int> d; return d.f(x) * 10 + (int)sizeof(typename D<char>::type); }
//// a type that goes on in the next line
template <class T> struct Id { using type = T; struct In { T v; }; };
template <class T> __device__ typename Id<T>
    ::type twice(T a) { return a * 2; }
__device__ int answer(int x) { Id<Id<int>>::type
    ::type n = twice(x); typename Id<short>
    ::In s{3}; bool greater = n > ::twice(1); return n * 100 + s.v * 10 + greater; }
//// the layout of numbers and pointers
#include <type_traits>
template <class T> struct Cell { static_assert(std::is_standard_layout<T>::value, "no"); T v; };
__device__ int answer(int x) { Cell<const float> a{1.5f}; Cell<int *> b{&x}; return std::is_trivially_copyable<char>::value + std::is_standard_layout_v<int **> * 10 + (int)(a.v * 200) + *b.v; }
