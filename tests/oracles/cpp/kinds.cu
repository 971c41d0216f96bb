Kinds of types and values: unions, enumerations, bases, references, specialisations, null pointers.
//// unions are copied with all their bytes
struct P2 { int a, b; };
union U { int i; P2 p; float f; };
union Bytes { unsigned char c; unsigned u; };
struct Pad { char c; int d; };
union W { Pad p; int w[2]; };
struct Tag { int kind; union { int i; P2 p; double d; }; };
__device__ U pass(U u) { u.p.a += 1; return u; }
__device__ int answer(int x) { U u; u.p.a = x; u.p.b = 4 + x; U v = u; U w[2] = {u, pass(u)}; v = pass(w[1]); Bytes b; b.u = 0x01020304 + x; Bytes c; c = b; W m; m.w[0] = 0x01020304; m.w[1] = x; W n = m; Tag t; t.kind = 1; t.p = v.p; Tag s = t; s.p.a++; return v.p.a + v.p.b * 10 + w[0].p.b * 100 + (int)(c.u & 0xffff) + n.w[0] % 1000 + n.w[1] + s.p.a * 3 + s.p.b * 5 + t.p.a; }
//// a pointer in a union is copied with it
struct Two { int *p; int n; };
union Any { long l; int *p; Two t; };
__device__ int answer(int x) { int own[4] = {1, 2, 3, x}; Any a; a.t.p = own + 1; a.t.n = x & 1; Any b = a; Any c[2] = {b, a}; c[0].p = own + 2; Any d; d.l = 1234567890123 + x; Any e = d; return *b.p + b.t.p[b.t.n] * 10 + *c[0].p * 100 + c[1].t.p[1] * 1000 + (int)(e.l % 1000); }
//// enumerations are types of their own
enum class F : unsigned { A = 1, B = 2, C = 4 };
__device__ constexpr F operator|(F a, F b) { return static_cast<F>(static_cast<unsigned>(a) | static_cast<unsigned>(b) | 8); }
__device__ F &operator|=(F &a, F b) { a = a | b; return a; }
__device__ bool operator!(F a) { return (unsigned)a == 1; }
__device__ F &operator++(F &a) { a = (F)((unsigned)a * 2); return a; }
enum G { GA = 1, GB = 2 };
__device__ G operator+(G, G) { return (G)99; }
__device__ int f(G) { return 1; }
__device__ int f(int) { return 2; }
__device__ int f(F) { return 3; }
enum class H : unsigned { X = 5 };
template <class T> __device__ int q(T) { return 1; }
template <> __device__ int q<H>(H) { return 2; }
template <class T> struct Z { static constexpr int v = 0; };
template <> struct Z<H> { static constexpr int v = 1; };
template <> struct Z<unsigned> { static constexpr int v = 2; };
template <F M> __device__ int mode(int x) { if (M == F::A) return x; switch (M) { case F::B: return x * 2; default: return x * 3; } }
__device__ int answer(int x) { F a = F::A; a |= F::B; ++a; int n = GA; int t[3] = {7, 8, 9}; F b = x & 1 ? F::A : F::C; return (int)(unsigned)a + (GA + GB) + f(GA) * 100 + f(3) * 1000 + f(F::A) * 10000 + !F::A + !F::B + q(H::X) * 20 + q(3u) * 40 + Z<H>::v + Z<unsigned>::v * 2 + mode<F::A>(x) + mode<F::B>(x) + mode<F::C>(x) + t[GB] + n + (int)b + (GB > GA) + (GB - GA) * 5 + (GA | 4); }
//// a temporary behind a reference to its base stays whole
template <class E> struct Ex { __device__ const E &self() const { return static_cast<const E &>(*this); } };
struct V : Ex<V> { int v[2]; __device__ V(int a, int b) { v[0] = a; v[1] = b; } __device__ int at(int i) const { return v[i]; } };
template <class A, class B> struct Add : Ex<Add<A, B>> { A a; B b; __device__ Add(const A &x, const B &y) : a(x), b(y) {} __device__ int at(int i) const { return a.at(i) + b.at(i); } };
template <class A> struct Mul : Ex<Mul<A>> { A a; int s; __device__ Mul(const A &x, int y) : a(x), s(y) {} __device__ int at(int i) const { return a.at(i) * s; } };
template <class A, class B> __device__ Add<A, B> operator+(const Ex<A> &a, const Ex<B> &b) { return Add<A, B>(a.self(), b.self()); }
template <class A> __device__ Mul<A> operator*(const Ex<A> &a, int s) { return Mul<A>(a.self(), s); }
template <class A> __device__ int sum(const Ex<A> &e) { return e.self().at(0) * 100 + e.self().at(1); }
struct B0 { int x; };
struct D0 : B0 { int y; __device__ D0(int a, int b) : B0{a}, y(b) {} };
__device__ int down(const B0 &b) { return static_cast<const D0 &>(b).y; }
__device__ int answer(int x) { V a(x, 2), b(3, x); const B0 &r = D0(x, 9); return sum(a + b * 3) + sum((a + b) * 2 + a) * 10000 + down(D0(1, x + 7)) + static_cast<const D0 &>(r).y; }
//// the nearest base is meant
struct A0 {}; struct A1 : A0 {}; struct A2 : A1 {}; struct A3 : A2 { int v = 5; };
__device__ int tb(const A0 &) { return 1; }
__device__ int tb(const A2 &) { return 2; }
__device__ int tp(const A1 *) { return 3; }
__device__ int tp(const void *) { return 4; }
__device__ int tv(A0) { return 5; }
__device__ int tv(A1) { return 6; }
__device__ int answer(int x) { A3 a; A1 b; return tb(a) + tb(b) * 10 + tp(&a) * 100 + tp(&x) * 1000 + tv(a) * 10000 + x; }
//// what is asked whether it is true
struct Bc { int v; __device__ explicit Bc(int x) : v(x) {} __device__ operator int() const { return v; } __device__ explicit operator bool() const { return v > 1; } };
__device__ int answer(int x) { Bc b(x); int n = 0; while (b) { n = 1; break; } return (b && true) + (true && b) * 10 + (b || false) * 100 + !b * 1000 + (b ? 10000 : 0) + n * 5 + (b + 1) * 100000; }
//// what is given up by a cast
__device__ int ov(int &) { return 1; }
__device__ int ov(int &&) { return 2; }
template <class T> __device__ int g(T &&x) { return ov(static_cast<T &&>(x)); }
struct Own { int v; __device__ int take() && { return v; } };
__device__ int answer(int x) { int i = x; return g(i) + g(3) * 10 + g(i + 1) * 100 + ov(static_cast<int &&>(i)) * 1000 + ov(i) * 10000; }
//// references to constant numbers see what is written
struct V3 { int x, y, z; __device__ V3 &operator/=(const int &s) { x /= s; y /= s; z /= s; return *this; } };
__device__ int both(const int &a, int &b) { b = 50; return a; }
template <class T> __device__ void replace(T *p, int n, const T &from, const T &to) { for (int i = 0; i < n; i++) if (p[i] == from) p[i] = to; }
__device__ int answer(int x) { V3 v{x + 2, 40, 60}; v /= v.x; int n = x; int y = both(n, n); int a[4] = {3, 1, 3, 3}; replace(a, 4, a[0], 9); int m = 8; const float &fr = m; const int &mr = m; const long &lr = m; m = x; return v.x + v.y * 2 + v.z * 3 + y * 10 + a[0] * 1000 + a[2] * 100 + a[3] + (int)fr * 7 + mr * 13 + (int)lr * 17; }
//// specialisations that a condition chooses
#include <type_traits>
template <class T, class E = void> struct Sel { static constexpr int v = 0; };
template <class T> struct Sel<T, typename std::enable_if<std::is_integral<T>::value>::type> { static constexpr int v = 1; };
template <class T> struct Sel<T, std::enable_if_t<std::is_floating_point<T>::value>> { static constexpr int v = 2; };
template <class T, class U, class E = void> struct Size { static constexpr int v = 0; };
template <class T, class U> struct Size<T, U, typename std::enable_if<(sizeof(T) > sizeof(U))>::type> { static constexpr int v = 1; };
template <class T> struct Size<T, T, void> { static constexpr int v = 2; };
template <class T> struct Own { typedef T type; };
template <class T, class U = int> struct Dflt { static constexpr int v = 0; };
template <class T> struct Dflt<T *> { static constexpr int v = 1; };
template <class T, class U> struct Same { static constexpr int v = 0; };
template <class T> struct Same<T, typename Own<T>::type> { static constexpr int v = 1; };
__device__ int answer(int x) { return Sel<int>::v + Sel<float>::v * 10 + Sel<int *>::v * 100 + Size<int, char>::v * 1000 + Size<int, int>::v * 10000 + Size<char, int>::v * 3 + Dflt<int *>::v * 100000 + Dflt<int *, char>::v * 5 + Dflt<int>::v + Same<int, int>::v * 7 + Same<int, char>::v * 11 + x; }
//// names for types in the forms of specialisations and parameters
template <class T, int N> struct V { T d[N]; };
template <class T> using V3 = V<T, 3>;
template <class T> using Ptr = T *;
template <class T> struct S { static constexpr int v = 0; };
template <class T> struct S<V3<T>> { static constexpr int v = 1; };
template <class T> struct S<Ptr<T>> { static constexpr int v = 2; };
template <class T> __device__ int f(V3<T>) { return 3; }
template <class T> __device__ int f(T) { return 1; }
__device__ int answer(int x) { return S<V<int, 3>>::v + S<V<int, 4>>::v * 10 + S<int *>::v * 100 + S<int>::v * 1000 + f(V<int, 3>{}) * 10000 + f(V<int, 2>{}) * 100000 + x; }
//// `const` in the arguments of specialisations
#include <type_traits>
template <class A, class B> struct S { static constexpr int v = 0; };
template <class U> struct S<int, U> { static constexpr int v = 5; };
template <class T> struct R { static constexpr int v = 0; };
template <> struct R<int> { static constexpr int v = 1; };
template <class T> struct Q { static constexpr int v = 0; };
template <class T> struct Q<const T> { static constexpr int v = 1; };
template <class T> struct Pp { static constexpr int v = 0; };
template <> struct Pp<int *> { static constexpr int v = 1; };
template <class T> struct Y { T v; };
template <class T> struct Z { static constexpr int v = 0; };
template <class T> struct Z<Y<T>> { static constexpr int v = 1; };
template <> struct Z<Y<int>> { static constexpr int v = 2; };
__device__ int answer(int x) { return S<const int, char>::v + S<int, char>::v * 10 + R<const int>::v * 100 + Q<const int>::v * 200 + Q<int>::v * 400 + Q<const int *>::v * 800 + Q<int *const>::v * 1600 + Pp<int *const>::v * 3200 + Pp<int *>::v * 10000 + Z<Y<const int>>::v * 20000 + Z<const Y<int>>::v * 80000 + Z<Y<int>>::v * 160000 + std::is_pointer<int *const>::value + x; }
//// null pointers beside others that a function returns
struct Table { int v[4]; __device__ int *find(int k) { for (int i = 0; i < 4; i++) { if (v[i] == k) return &v[i]; if (v[i] == 90) return nullptr; } return nullptr; } };
__device__ int *first(int *v, int k) { if (v[1] == k) return nullptr; return v + 1; }
__device__ int answer(int x) { Table t{{5, x, 2, 7}}; __shared__ int s[4]; for (int i = 0; i < 4; i++) s[i] = i + x; int *p = t.find(2), *n = t.find(55), *q = first(s, 3), *r = first(t.v, x); return (p ? *p : 0) + (n ? 100 : 200) + (q ? *q * 1000 : 5000) + (r ? 10000 : 20000); }
//// constants of classes whose types follow from their values, friends with words in front
struct C { static constexpr auto z = 5; static constexpr auto h = 2.5f; int v; __device__ friend C operator*(const C &a, int b) { return C{a.v * b}; } };
constexpr auto outside = 7u;
template <auto N> struct Val { static constexpr auto value = N; };
__device__ int answer(int x) { C c{x + 1}; return C::z + (int)(C::h * 2) * 10 + (c * 3).v * 100 + (int)outside * 1000 + Val<6>::value * 10000; }
//// the first object of a memory is not null
struct First { int v[4]; __device__ int *find(int k) { for (int i = 0; i < 4; i++) if (v[i] == k) return &v[i]; return nullptr; } };
__device__ int answer(int x) { First h{{x, 7, 8, 9}}; __shared__ int s[2]; s[0] = x; s[1] = 9; int *p = h.find(x), *n = h.find(50), *q = nullptr; if (x < 3) q = s; return (p ? *p + 1 : 100) + (n ? 2000 : 1000) + (q != nullptr ? *q * 10 + 5 : 50000) + !p * 7; }
//// conditionals of enumerations and numbers
enum E { A, B }; enum F : short { P = 1, Q };
__device__ int f(E) { return 1; } __device__ int f(int) { return 2; } __device__ int f(short) { return 3; } __device__ int f(F) { return 4; } __device__ int f(unsigned) { return 5; }
__device__ int answer(int n) { auto x = n > 0 ? A : n; auto y = n > 1 ? A : B; auto z = n > 1 ? P : Q; auto u = n > 1 ? A : P; short s = 1; auto v = n > 1 ? s : (short)2; return f(n > 0 ? A : 1) + f(x) * 10 + f(y) * 100 + f(z) * 1000 + f(u) * 10000 + f(v) * 100000 + (int)y; }
//// traits of references and arrays
template <class T> struct Id { typedef T type; };
template <class T> struct Is { static constexpr int v = 0; };
template <> struct Is<int> { static constexpr int v = 1; };
template <> struct Is<int &> { static constexpr int v = 2; };
template <class T, class = void> struct Q { static constexpr int v = 0; };
template <class T> struct Q<T, typename Id<void>::type> { static constexpr int v = Is<typename Id<T>::type>::v + 10; };
template <class T> __device__ int f(T &&) { return Q<T>::v; }
template <class T> struct V { T v[4]; using reference = T &; typedef const T &const_reference; __device__ reference at(int i) { return v[i]; } __device__ const_reference get(int i) const { return v[i]; } };
__device__ int answer(int n) { V<int> v; v.at(1) = n + 3; using R = int &; R r = v.v[2]; r = 4; return f(n) + f(3) * 100 + v.get(1) * 10000 + v.v[2] * 100000; }
//// aligned variables of functions
struct alignas(16) A { int a[3]; };
__device__ int answer(int n) { alignas(16) int a[4] = {1, 2, 3, 4}; alignas(8) char c = 3; return a[n] + c + (int)sizeof(A); }
//// null pointers are literals
enum E { Z };
__device__ int f(int *) { return 1; }
__device__ int f(long long) { return 2; }
__device__ int g(int *) { return 1; }
__device__ int g(float) { return 2; }
__device__ int answer(int n) { return f(Z) + g(Z) * 1000 + f(nullptr) * 10000; }
//// nullptr to a template
template <class T> __device__ int f(T) { return 1; }
__device__ int f(const int *) { return 2; }
__device__ int answer(int x) { const int *p = nullptr; return f(nullptr) * 100 + f(p) * 10 + f(0) + x; }
//// nullptr to a template of pointers
template <class T> __device__ int f(T *) { return 1; }
template <class T> __device__ int f(T) { return 2; }
__device__ int answer(int x) { return f(nullptr) + x; }
//// decltype(nullptr) auto
__device__ int f(int *p) { return p == nullptr; }
__device__ int answer(int x) { auto p = nullptr; return f(p) + x; }
//// nullptr for one of two parameters of a template
template <class A, class B> __device__ int f(A a, B b) { return sizeof(A) * 10 + sizeof(B); }
__device__ int answer(int x) { return f(nullptr, x); }
//// nullptr forwarded
template <class T> __device__ int g(T t) { return t == nullptr; }
template <class T> __device__ int f(T t) { int *p = t; return (p == nullptr) + g(t); }
__device__ int answer(int x) { return f(nullptr) + x; }
//// volatile types are types of their own
#include <type_traits>
__device__ int answer(int x) { return std::is_same<volatile int, int>::value * 100 + std::is_same<volatile int, volatile int>::value * 10 + std::is_same<const volatile int, const int>::value + x; }
//// volatile pointers
#include <type_traits>
__device__ int answer(int x) { return std::is_same<volatile int *, int *>::value * 100 + std::is_same<volatile int *, volatile int *>::value * 10 + x; }
//// remove_volatile and cv
#include <type_traits>
__device__ int answer(int x) { return std::is_same<std::remove_cv<const volatile int>::type, int>::value * 100 + std::is_same<std::remove_volatile_t<volatile int>, int>::value * 10 + std::is_volatile<volatile int>::value + x; }
//// overload by volatile pointer
__device__ int f(volatile int *) { return 1; }
__device__ int f(int *) { return 2; }
__device__ int answer(int x) { volatile int a = x; int b = x; return f(&a) * 10 + f(&b) + x; }
//// volatile is told to a template
template <class T> struct K { static constexpr int v = 1; };
template <class T> struct K<volatile T> { static constexpr int v = 2; };
template <class T> __device__ int f(T *) { return K<T>::v; }
__device__ int answer(int x) { volatile int a = x; int b = x; return f(&a) * 10 + f(&b) + x; }
