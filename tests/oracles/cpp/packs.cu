// Programs with packs of parameters, each behind a line that begins with `////`. `results.txt` holds what `answer` returns for 0 to
// 3 when a compiler for the host builds it; `collect.py` writes it.
//// sums of packs by recursion
__device__ int sum() { return 0; }
template <class T, class... Ts> __device__ int sum(T first, Ts... rest) { return (int)first + 10 * sum(rest...); }
__device__ int answer(int x) { return sum(x, 2, 3.7f, (char)4) + sum() + sum(x); }
//// folds over sums, products and comparisons
template <class... Ts> __device__ int left(Ts... a) { return (... - a); }
template <class... Ts> __device__ int right(Ts... a) { return (a - ...); }
template <class... Ts> __device__ int from(Ts... a) { return (100 - ... - a); }
template <class... Ts> __device__ int to(Ts... a) { return (a - ... - 100); }
template <class... Ts> __device__ bool all(Ts... a) { return (... && (a > 0)); }
template <class... Ts> __device__ bool any(Ts... a) { return ((a == 3) || ...); }
__device__ int answer(int x) {
    return left(x, 2, 5) + 10 * right(x, 2, 5) + 100 * from(x, 7) + 1000 * to(x, 7) + 100000 * all(x, 1) + 200000 * any(1, x) + all() * 5 + any() * 3;
}
//// folds with commas happen from left to right
template <class... Ts> __device__ int digits(Ts... a) { int n = 0; ((n = n * 10 + (int)a), ...); return n; }
template <class... Ts> __device__ int back(Ts... a) { int n = 0; (..., (n = n * 10 + (int)a)); return n; }
__device__ int answer(int x) { return digits(x, 2, 3.5) * 1000 + back(1, x); }
//// how many elements
template <class... Ts> __device__ int count(Ts... a) { return sizeof...(Ts) * 10 + sizeof...(a); }
template <int... Ns> struct Row { static constexpr int size = sizeof...(Ns); static constexpr int sum = (0 + ... + Ns); };
__device__ int answer(int x) { return count() + count(x) * 100 + count(x, 2.0, 'c') * 10000 + Row<1, 2, 3>::size + Row<>::sum + Row<4, 5>::sum; }
//// packs in lists of values
template <class... Ts> __device__ int second(Ts... a) { int all[] = {a..., 9}; return all[1] * 100 + sizeof(all) / 4; }
template <class... Ts> __device__ int twice(Ts... a) { int all[] = {(a * 2)..., 1}; int n = 0; for (int v : all) n = n * 10 + v; return n; }
__device__ int answer(int x) { return second(x, x + 1, 3) + second(x) * 1000 + twice(x, 2); }
//// references and std::forward
#include <utility>
template <class... Ts> __device__ void reset(Ts &...a) { ((a = 7), ...); }
__device__ int take(int &a, int b) { a += 10; return a * 100 + b; }
template <class F, class... Ts> __device__ auto call(F f, Ts &&...a) { return f(std::forward<Ts>(a)...); }
__device__ int answer(int x) {
    int a = x, b = 2, c = 3;
    int n = call([](int &p, int q) { return take(p, q); }, a, b) + a;
    reset(b, c);
    return n * 100 + b * c;
}
//// patterns in calls of calls
template <class T> __device__ int scaled(T a, int by) { return (int)a * by; }
template <class... Ts> __device__ int sum(Ts... a) { return (0 + ... + (int)a); }
template <class... Ts> __device__ int all(int by, Ts... a) { return sum(scaled<Ts>(a, by)..., sum(a...)); }
template <class... Ts> __device__ int nested(int by, Ts... a) { return sum(scaled(sum(a..., 1), by + (int)a)...); }
__device__ int answer(int x) { return nested(2, x, 3, 4.5f) * 1000 + all(x, 3, 4.5f); }
//// values of packs and those that are told
template <int... Ns, class T> __device__ int at(T x) { int n = 0; ((n = n * 10 + (x == Ns)), ...); return n; }
template <class R, class... Ts> __device__ R made(Ts... a) { return R(((double)a + ...)); }
__device__ int answer(int x) { return at<0, 1, 2>(x) + 1000 * made<int>(x, 1.5, 2) + 100000 * made<float, int>(x) ; }
//// some elements are written and others told
template <class... Ts> __device__ int sizes(Ts... a) { int n = 0; ((n = n * 10 + (int)sizeof(a)), ...); return n; }
__device__ int answer(int x) { return sizes<char, double>(x, x, x) + sizes<>(x) * 1000; }
//// functions that are nearer than a pack
template <class T> __device__ int f(T a) { return 1; }
template <class T, class... Ts> __device__ int f(T a, Ts... b) { return 2; }
__device__ int f(int a, int b) { return 3; }
template <class A, class B, class... Ts> __device__ int f(A a, B b, Ts... c) { return 4; }
template <class... Ts> __device__ int g(Ts... a) { return 5; }
template <class T> __device__ int g(T a, T b) { return 6; }
template <class T> __device__ int g(T *a) { return 7; }
__device__ int answer(int x) { return f(x) + 10 * f(x, 1) + 100 * f(x, 1.0f) + 1000 * f(x, 1, 2) + 10000 * g(x) + 100000 * g(x, 1) + 1000000 * g(x, 'c') + 10000000 * g(&x); }
//// classes of packs, with specialisations
template <class... Ts> struct Size;
template <> struct Size<> { static constexpr int value = 0; };
template <class T, class... Ts> struct Size<T, Ts...> { static constexpr int value = sizeof(T) + 10 * Size<Ts...>::value; };
template <class T, class... Ts> struct Last { using type = typename Last<Ts...>::type; };
template <class T> struct Last<T> { using type = T; };
__device__ int answer(int x) { return Size<char, int, double>::value + Size<>::value + sizeof(Last<int, float, short>::type) * 10000 + x; }
//// a tuple of its own
template <class... Ts> struct Tuple;
template <> struct Tuple<> { };
template <class T, class... Ts> struct Tuple<T, Ts...> { T head; Tuple<Ts...> tail; __device__ Tuple(T a, Ts... b) : head(a), tail(b...) {} };
template <> struct Tuple<int> { int head; __device__ Tuple(int a) : head(a) {} };
template <int N, class T, class... Ts> __device__ auto get(const Tuple<T, Ts...> &t) { if constexpr (N == 0) { return t.head; } else { return get<N - 1>(t.tail); } }
__device__ int answer(int x) { Tuple<float, char, int> t(x + 0.5f, 'a', 3); return (int)(get<0>(t) * 2) + get<1>(t) * 100 + get<2>(t) * 100000; }
//// the elements of an argument's class
template <class... Ts> struct List { };
template <int... Ns> struct Seq { };
template <class T, class... Ts> __device__ int first(List<T, Ts...>) { return sizeof(T) * 10 + sizeof...(Ts); }
template <int... Ns> __device__ int joined(Seq<Ns...>, int x) { int n = x; ((n = n * 10 + Ns), ...); return n; }
__device__ int answer(int x) { return first(List<double, int, char>()) + 1000 * joined(Seq<1, 2, 3>(), x); }
//// sequences of indices
template <int... Is> struct Indices { };
template <int N, int... Is> struct Make : Make<N - 1, N - 1, Is...> { };
template <int... Is> struct Make<0, Is...> { using type = Indices<Is...>; };
template <int... Is> __device__ int dot(const int *a, const int *b, Indices<Is...>) { return (0 + ... + (a[Is] * b[Is])); }
__device__ int answer(int x) { int a[4] = {x, 2, 3, 4}, b[4] = {1, x, 10, 100}; return dot(a, b, Make<4>::type()) + dot(a, b, typename Make<2>::type{}) * 1000; }
//// constants of packs
#include <type_traits>
template <class T, class... Ts> constexpr bool is_any = (std::is_same<T, Ts>::value || ...);
template <class...> constexpr bool never = false;
template <class T> __device__ int kind(T a) {
    if constexpr (is_any<T, int, unsigned>) return 1;
    else if constexpr (is_any<T, float, double>) return 2;
    else { static_assert(!never<T>, "no"); return 3; }
}
__device__ int answer(int x) { return kind(x) + kind(1.5f) * 10 + kind('c') * 100 + kind(2u) * 1000 + is_any<int> * 5; }
//// other names for types with packs
template <class... Ts> struct List { static constexpr int size = sizeof...(Ts); };
template <class... Ts> using Also = List<Ts..., char>;
template <class T, class... Ts> using Head = T;
template <class...> using Nothing = void;
__device__ int answer(int x) { Head<int, float, char> n = x; return Also<int, float>::size * 10 + n + Also<>::size * 100; }
//// functions of a class that are templates of packs
struct Sum { int n; template <class... Ts> __device__ Sum(int a, Ts... b) : n((a + ... + b)) {} template <class... Ts> __device__ int with(Ts... a) const { return (n + ... + a); } };
template <class... Ts> struct Call { __device__ static int sum(Ts... a) { return (0 + ... + a); } int n; __device__ int operator()(Ts... a) const { return n * sum(a...); } };
__device__ int answer(int x) { Sum s(x, 2, 3), t(x); Call<int, short> c{3}; return s.with(1, x) + 100 * t.with() + 1000 * c(x, 2) + 100000 * Call<>::sum(); }
//// each element beside one of another pack
template <int... Ws, class... Ts> __device__ int weighted(Ts... a) { return (0 + ... + (Ws * (int)a)); }
__device__ int answer(int x) { return weighted<1, 10, 100>(x, 2.5f, (char)3); }
//// constexpr functions of packs
template <class T> constexpr T least(T a) { return a; }
template <class T, class... Ts> constexpr T least(T a, Ts... b) { T rest = least<T>(b...); return a < rest ? a : rest; }
template <int... Ns> constexpr int total() { return (0 + ... + Ns); }
__device__ int answer(int x) { int a[total<1, 2>()] = {x, 4, 5}; return least(x, 2, 1) * 10 + a[2] + sizeof(a); }
//// a pack of functions
typedef int (*op)(int);
template <op... Fs> __device__ int each(int x) { int n = 0; ((n = n * 10 + Fs(x)), ...); return n; }
__device__ int one(int x) { return x + 1; }
__device__ int two(int x) { return x * 2; }
__device__ int answer(int x) { return each<one, two, one>(x); }
