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
//// a default argument is a lambda of each instance
template <class T> __device__ int g(T a, int b = [] { return (int)sizeof(T); }()) { return b; }
template <class T, int N> __device__ int h(T a, int b = [](T y) { auto z = [y] { return y * N; }; return (int)z(); }(T(2.5))) { return b; }
__device__ int both(int x) { return g((char)1) * 100 + g(1) * 10 + g(1.0) + g('a') + x; }
__device__ int answer(int x) { int r = g((char)x) + g(x) * 10 + g((double)x) * 100 + g((short)x) * 1000; auto d = h<int, 3>(x); auto e = h<float, 3>(1) + h<int, 4>(1) * 100 + h<int, 3>(2); return r + both(x) * 10000 + d * 3 + e * 7; }
//// the value of a member is a lambda of each instance
template <class T> struct M { int n = [] { return (int)sizeof(T); }(); T v = [](int k) { T s = 0; for (int i = 0; i < k; ++i) s += T(0.75); return s; }(4); };
template <class T, int N> struct K { int n; int m = [](int a) { return a * N + (int)sizeof(T); }(2); __device__ K(int a) : n(a) {} };
struct O { M<char> a; M<short> b; int c = [] { return 9; }(); };
__device__ int answer(int x) { M<char> a; M<int> b; M<double> c; K<char, 2> d(x); K<double, 2> e(1); K<char, 3> f(x); O o; M<double> more[2]; return a.n + b.n * 10 + c.n * 100 + (int)c.v * 1000 + (int)a.v + d.m * 7 + e.m * 11 + f.m * 13 + f.n + o.a.n + o.b.n * 3 + o.c * 5 + more[1].n + (int)more[0].v; }
//// what hides a variable of the function around
struct P { int a; };
__device__ int answer(int x) { int a[3] = {1, 2, 3}; int b; auto f = [=](int a) { return a + 1; }; auto g = [=](int b) { return b * 2; }; auto h = [=]() { P p{}; p.a = x; int s = 0; for (int a = 0; a < 3; a++) s += a; { int b = 4; s += b; } return s + p.a; }; auto k = [=] { struct Q { int b; }; Q q{5}; return q.b; }; b = 3; return f(4) + a[1] * 10 + g(b) * 100 + h() * 1000 + k() * 10000; }
//// the size of a lambda is that of what it captures
__device__ int answer(int x) { int a = x, b = 2; double d = 1; const int n = 4; char c = 1; auto e = [=] { return n; }; auto f = [=] { return a; }; auto g = [&] { return a + b; }; auto h = [=] { struct Q { int b; }; Q q{5}; return q.b; }; auto i = [=] { return c + d + a; }; auto j = [a, b] { return 1; }; auto k = [=](int a) { return a + x; }; auto l = [n] { return n; }; auto m = [b, x, y = c] { return 1; }; return sizeof(e) + 2 * sizeof(f) + 5 * sizeof(g) + 11 * sizeof(h) + 23 * sizeof(i) + 47 * sizeof(j) + 97 * sizeof(k) + 197 * sizeof(l) + 397 * sizeof(m) + x; }
//// where only the type of a variable matters it is not captured
struct S { int v; double w; __device__ int f() { auto g = [] { return sizeof(w) + sizeof(v); }; return (int)g(); } };
__device__ int answer(int x) { int q = 3; double w[3] = {}; const short c = x; S s{1, 2}; auto f = [] { return sizeof(q) + sizeof(w) * 10; }; auto g = [](int y) { decltype(q) z = y; decltype(c) u = 2; return z + u + (int)sizeof(c + z); }; auto h = [=] { auto i = [] { return sizeof(w[0] + q); }; return i() + sizeof(q); }; auto j = [r = 2.5](int y) -> decltype(q) { auto k = [] { return sizeof(r); }; return k() + r * y; }; auto k = [&] { auto m = [] { decltype(q) t = 4; return t; }; return m() + (int)sizeof(s.w); }; return f() + g(x) * 10 + h() * 1000 + sizeof(h) * 100000 + j(x) + k() + s.f() + sizeof(k); }
//// structs of which only the type matters, and enumerations
__device__ int answer(int x) { struct P { int q; }; enum { five = 5 }; int q = x; P p{7}; auto f = [](P p) { return p.q; }; auto g = [q](int z) { return q + z; }; auto h = [] { return five; }; auto i = [] { decltype(p) r{3}; return r.q + (int)sizeof(p.q); }; return f(p) + g(1) * 10 + h() * 100 + i() * 1000; }
//// a new variable in the brackets is not const
struct S { int a; __device__ int f() { return 1; } __device__ int f() const { return 2; } };
__device__ int answer(int x) { const int c = 5; const int k = x; const S s{x}; auto f = [x = c]() mutable { x += 2; return x; }; auto g = [k = k + 0, j = k]() mutable { k++; j *= 3; return k * 10 + j; }; auto h = [s, t = s]() mutable { return s.f() * 10 + t.f(); }; auto i = [s, t = s] { return s.f() * 10 + t.f(); }; auto j = [&r = x, y = x](int d) { r += d; return r * 10 + y; }; int a = f(); return a + f() * 10 + g() * 100 + h() * 10000 + i() * 1000000 + j(4) + x; }
//// variables of functions that are further out
template <class F> __device__ int twice(F f) { return f(1) + f(2); }
__device__ int answer(int x) { int a = 1, b = x, c = 3; auto f = [=, &a](int y) { auto g = [=, &a](int z) { a += z; auto h = [&] { a += b; return a; }; return h() + y + z; }; int x = 2; return g(x) + twice([&](int k) { a += x; return k * b; }) + c; }; auto o = [&b](int y) { return twice([=, &b](int z) { b += z; return b + y; }); }; int r = f(4); return r + a * 100 + o(x) * 1000 + b * 100000; }
//// an object in lambdas of lambdas
struct S { int v; int w[2]; __device__ int f(int x) { auto g = [&] { auto h = [=](int y) { v += y; w[1] += v; return v + x; }; return h(2) + h(x); }; int r = g(); auto c = [*this]() mutable { v += 100; return v + w[1]; }; auto d = [this, x] { return [=] { return this->v * 10 + x; }(); }; return r + c() * 100 + d() * 3 + v; } };
__device__ int answer(int x) { S s{x, {1, 2}}; int r = s.f(3); return r + s.v * 7 + s.w[1]; }
//// shared memory needs no capture
template <class T> __device__ void over(T f) { for (int i = 0; i < 3; i++) f(i); }
__device__ int answer(int x) { __shared__ int s[4]; auto f = [](int i) { s[i] = i + 1; }; over(f); auto g = [] { auto h = [](int i) { return s[i] * 2; }; return h(1) + s[2]; }; s[3] = x; return g() * 10 + [] { return s[3] + (int)sizeof(s); }(); }
//// lambdas that are returned by lambdas
template <class T> __device__ auto adder(T a) { return [a](T b) { return a + b; }; }
__device__ int answer(int x) { auto f = adder(x); auto g = adder(2.5f); auto h = [](int k) { return [=](int z) { return k * z; }; }; int a = 1; auto m = [&a] { a += 2; return [&a](int k) { a += k; return a; }; }; auto n = m(); return f(4) + (int)(g(1.0f) * 10) * 10 + h(3)(x) * 1000 + n(5) + a; }
//// static functions need no object in a lambda
struct S { int v; __device__ static int h() { return 4; } __device__ static int h(int a) { return a; } __device__ int f(int x) { auto g = [] { return h() + h(3) + S::h(); }; auto i = [&] { return h() + k() + v; }; return g() + i(); } __device__ int k() { return v * 2; } };
__device__ int answer(int x) { S s{x}; return s.f(1); }
//// lambdas in constructors and in values of members
struct A { int v; int w; int z = [this] { return v + 1; }(); __device__ A(int a) : v(a), w([this] { return v * 10; }()) { auto f = [&] { v++; w += z; }; f(); } };
__device__ int answer(int x) { A a(x); return a.v + a.w * 100 + a.z * 10000; }
//// lambdas in loops
__device__ int answer(int x) { int s = 0; for (int i = 0; i < 3; i++) { auto f = [&, i] { for (int j = 0; j < i; j++) s += [=] { int i = j; return i + x; }(); }; f(); } int v[3] = {1, 2, x}; auto g = [&] { int t = 0; for (int e : v) t = t * 3 + e; for (int &e : v) e++; return t; }; int r = g(); return r * 1000 + s * 10 + v[2]; }
//// lambdas in functions of instances
template <int N> struct T { int v[N]; template <class F> __device__ int each(F f) { int s = 0; for (int i = 0; i < N; i++) s += f(v[i]); return s; } __device__ int sum(int k) { return each([=](int a) { return a * k + N; }) + each([this](int a) { return a + v[0]; }); } };
__device__ int answer(int x) { T<3> t{{1, x, 3}}; T<2> u{{x, 2}}; return t.sum(2) * 100 + u.sum(x); }
//// references and pointers that are captured
__device__ int answer(int x) { int a = x; int &r = a; const int &c = a; int *p = &a; auto f = [r, c, p] { return r + c * 10 + *p * 100; }; auto g = [&r, p]() { r += 2; *p += 1; return r; }; auto h = [=]() mutable { r += 5; return r; }; a = 7; int i = f(); int j = g(); return i + j * 1000 + h() * 100000 + h() * 1000000 + (int)sizeof(h); }
//// default arguments of templates and of lambdas
template <class T> __device__ T make(T a, T b = [](T z) { if (sizeof(T) > 4) return z + T(1); return z; }(T(2))) { auto f = [=](T c = T(3)) { return a + b + c; }; return f(1); }
__device__ int answer(int x) { return make(x) + (int)(make(x + 0.5) * 10) + make((long long)x) * 100; }
//// structs that are captured and returned
__device__ int answer(int x) { struct P { int a, b; } p{x, 2}; auto f = [p]() mutable { p.a += 3; return p; }; P q = f(); P r = f(); auto g = [&p, q](P s) { p = s; return q.a; }; int i = g(r); return p.a + i * 10 + r.b * 100; }
//// lambdas of blocks in blocks
__device__ int answer(int x) { int y = 1; { int y = x; auto f = [=] { return y; }; y = 9; { auto y = f(); auto g = [y, f] { return y + f(); }; return g() * 10 + [y = y + 1] { return y; }(); } } }
//// generic lambdas
__device__ int answer(int x) { auto f = [](auto a, auto b) { return a + b; }; auto g = [&](auto a) { return a * x; }; return f(1, 2) + (int)f(1.5f, 2) * 10 + (int)g(2.5f) * 100 + g(3); }
//// generic lambdas that are given to templates
template <class F> __device__ int each(int n, F f) { int s = 0; for (int i = 0; i < n; i++) s += f(i, 1.0f * i); return s; }
__device__ int answer(int x) { return each(4, [=](auto i, auto v) { return (int)(i * v) + x; }) + each(2, [](const auto &a, auto &&b) { return a; }); }
//// generic lambdas with if constexpr
template <class T> struct is_f { static constexpr bool v = false; };
template <> struct is_f<float> { static constexpr bool v = true; };
__device__ int answer(int x) { auto f = [](auto a) { if constexpr (is_f<decltype(a)>::v) return 1; else return 2; }; return f(1.0f) * 10 + f(x); }
//// generic lambdas capture what they name
struct P { int a, b; __device__ P operator+(P o) const { return {a + o.a, b + o.b}; } };
template <class T, int N, class F> __device__ T fold(const T (&v)[N], T s, F f) { for (int i = 0; i < N; i++) s = f(s, v[i]); return s; }
struct Q { int k; __device__ int run(int x) { int n = 3; auto f = [=](auto v) { return v * k + n; }; auto g = [&](auto &v) { v += n; n++; k++; }; float y = 1.5f; g(y); g(x); return f(x) * 100 + (int)(f(y) * 2) + n * 10000 + k * 100000; } };
__device__ int answer(int x) { const int c = 7; int m = 2, unused = 1; P p[2] = {{1, x}, {3, 4}}; int v[3] = {x, 2, 3}; float w[2] = {0.5f, 2.5f};
  auto add = [=](auto a, auto b) { return a + b; }; auto mad = [m, q = x + 1](auto a, auto b) mutable { q++; return a * m + b * q + c; };
  P s = fold(p, P{0, 0}, add); Q o{2}; return s.a + s.b * 10 + fold(v, 0, add) * 100 + (int)(fold(w, 0.0f, add) * 1000) + fold(v, 1, mad) * 7 + (int)mad(1.5f, 2) + o.run(x); }
//// generic lambdas in each other and in templates
template <class T> __device__ T twice(T x) { T k = 3; auto f = [k](auto a) { auto g = [=](auto b) { return a + b * k; }; return g(2) + (int)g(1.5f); }; return (T)f(x) + (T)f(2.5f); }
template <class F, class G> __device__ auto compose(F f, G g) { return [=](auto x) { return f(g(x)); }; }
__device__ int answer(int x) { auto h = compose([](auto a) { return a * 2; }, [x](auto a) { return a + x; }); return twice(x) * 10 + (int)twice(1.5f) + h(3) * 1000 + (int)h(0.25f) * 100000; }
//// generic lambdas with results and references
__device__ int answer(int x) { auto inc = [](auto &a) -> int & { a += 1; return a; }; auto id = [](auto a) -> decltype(a) { return a; }; auto arr = [](const auto *p, int n) { decltype(p[0] + 0) s = 0; for (int i = 0; i < n; i++) s += p[i]; return s; }; auto sz = [](auto a) { return (int)sizeof(a); }; unsigned char b[3] = {250, 5, 6}; int y = x; inc(y) += 10; auto mv = [](auto &&a) { a++; return a; }; return y + id(2.5f) * 10 + arr(b, 3) * 100 + sz('a') * 100000 + sz(1.0) * 1000000 + mv(y) + y; }
//// generic lambdas and shared memory
__shared__ int s[4];
template <class F> __device__ void fill(F f) { for (int i = 0; i < 4; i++) f(i, (short)(i * 2)); }
__device__ int answer(int x) { __shared__ int t[4]; fill([&](auto i, auto v) { s[i] = v + x; t[i] = s[i] * (int)sizeof(v); }); auto f = [](auto i) { return s[i]; }; return s[0] + s[3] * 10 + t[2] * 100 + f(1) * 10000; }
//// references to constants that a lambda changes
template <class F> __device__ int call(F f, const int &v) { return f(v); }
__device__ int answer(int n) { int x = n, y = n; auto l = [&](const int &v) { x = 44; return v; }; auto m = [&](const auto &v) { y = 5; return v; }; auto k = [=](const int &v) mutable { x = 3; return v + x; }; int r = l(x); return r + x * 100 + m(y) * 10000 + k(y) * 1000000 + call([&](const int &v) { y = 1; return v; }, y); }
