//! Templates of functions: what is meant, and what it computes. Values are those of C++17.

use alloc::{format, vec, vec::Vec};

use super::{Arg, cuda_ints, front, kernel, run};

/// The names of the kernels that can run.
fn kernels(source: &str) -> Vec<alloc::string::String> {
    let front = front(source);
    let wrong: Vec<_> = front.diagnostics.iter().filter(|found| found.is_error()).collect();
    assert!(wrong.is_empty(), "{source}\n{wrong:#?}");
    front.kernels.into_iter().map(|kernel| kernel.name).collect()
}

#[test]
fn arguments_are_deduced_or_written() {
    let functions = "
        template <typename T> __device__ T square(T x) { return x * x; }
        template <typename T, int N> __device__ T times(T x) { return x * N; }
        template <class T> __device__ T at(const T *p, int i) { return p[i]; }
        template <class T> __device__ void put(T *p, T value) { *p = value; }
        template <class T> __device__ void twice(T &x) { x += x; }
        template <class T> __device__ int bytes(T) { return sizeof(T); }
        template <class T, class U> __device__ T as(U x) { return (T)x; }
        template <class T, int N> __device__ int length(T (&a)[N]) { int s = 0; for (int i = 0; i < N; i++) s += a[i]; return s * 100 + N; }
        template <class T> __device__ T largest(T a, T b) { return a > b ? a : b; }";
    let body = "
        out[0] = square(7);
        out[1] = (int)(square(1.5f) * 100);
        out[2] = times<int, 6>(7);
        out[3] = times<float, 3>(1) * 2;
        int v[3] = { 4, 5, 6 };
        out[4] = at(v, 1);
        put(&v[2], 9); out[5] = v[2];
        put<int>(out + 6, 2.9f);
        twice(v[0]); out[7] = v[0];
        out[8] = bytes('a') + 10 * bytes(1.0) + 100 * bytes(v) + 1000 * bytes((short)1);
        out[9] = as<int>(3.9f); out[10] = (int)as<unsigned char>(300);
        out[11] = length(v);
        out[12] = largest<double>(2, 2.5) * 2;
        const int *p = v; out[13] = at(p, 2);
        out[14] = largest(v[0], v[1]);";
    let expected = [49, 225, 42, 6, 5, 9, 2, 8, 1 + 80 + 800 + 2000, 3, 44, 2203, 5, 9, 8];
    assert_eq!(cuda_ints(functions, body, 15), expected);
}

#[test]
fn constants_of_a_template_are_constants() {
    let functions = "
        enum { FOUR = 4 };
        const int SIX = 6;
        template <int N, unsigned B, bool F> __device__ int all(int x) {
            int a[N * 2];
            #pragma unroll
            for (int i = 0; i < N * 2; ++i) a[i] = x + i;
            int s = 0;
            #pragma unroll N
            for (int i = 0; i < N * 2; ++i) s += a[i];
            if (F) s += B; else s -= B;
            switch (x) { case N: s += 1000; break; default: break; }
            return s;
        }
        template <char C, long L, size_t S> __device__ int wide() { return sizeof(C) + (L > 5000000000 ? 10 : 0) + (S == 3) * 100 + C; }";
    let body = "
        out[0] = all<2, 5, true>(1);
        out[1] = all<FOUR, (8 > 4), false>(4);
        out[2] = all<SIX - 5, 7u, (1 < 2)>(0);
        out[3] = wide<'a', 6000000000, 3>();";
    assert_eq!(cuda_ints(functions, body, 4), [10 + 5, 60 - 1 + 1000, 1 + 7, 1 + 10 + 100 + 97]);
}

#[test]
fn default_arguments_and_declarations() {
    let functions = "
        template <typename T = int, int N = sizeof(T)> __device__ int size();
        template <typename T, int M> __device__ int size() { return M * 10 + sizeof(T); }
        template <int N = 3, class T> __device__ T scaled(T x);
        template <int K, class U> __device__ U scaled(U x) { return x * K; }
        __device__ int before() { return scaled(2) + scaled<5>(2); }";
    let body = "out[0] = size(); out[1] = size<double>(); out[2] = size<char, 7>(); out[3] = before(); out[4] = size<>();";
    assert_eq!(cuda_ints(functions, body, 5), [44, 88, 71, 16, 44]);
}

/// C++17 16.3.3: plain functions win when equal, then more special templates.
#[test]
fn overloads_of_templates_and_functions() {
    let functions = "
        template <class T> __device__ int f(T) { return 1; }
        template <class T> __device__ int f(T *) { return 2; }
        template <class T> __device__ int f(const T *) { return 3; }
        __device__ int f(int) { return 4; }
        __device__ int f(double *) { return 5; }
        template <class T> __device__ int g(T, T) { return 1; }
        template <class T, class U> __device__ int g(T, U) { return 2; }
        __device__ int g(float, int) { return 3; }
        template <class T> __device__ int h(T, int) { return 1; }
        template <class T> __device__ int h(T *, int) { return 2; }
        struct P { int x; };
        template <class T> __device__ P operator*(P a, T b) { P c; c.x = a.x * (int)b; return c; }";
    let body = "
        int v[1]; const int *c = v; double d[1]; unsigned u = 1; short s = 1;
        out[0] = f(1); out[1] = f(1.0f); out[2] = f(v); out[3] = f(c); out[4] = f(d); out[5] = f<int>(1);
        out[6] = f(u); out[7] = f(s);
        out[8] = g(1, 2); out[9] = g(1, 2.0f); out[10] = g(1.0f, 2); out[11] = g(1.0f, 2.0f);
        out[12] = h(1.0f, 2); out[13] = h(v, 2); out[14] = h(d, 'a');
        P p; p.x = 6; out[15] = (p * 7.5f).x;";
    assert_eq!(cuda_ints(functions, body, 16), [4, 1, 2, 3, 5, 1, 1, 1, 1, 2, 3, 1, 1, 2, 2, 42]);
}

/// Sets of templates and functions made at random, with the choices of C++17.
#[test]
fn random_overloads_are_chosen_as_in_cpp() {
    let source = include_str!("overloads_of_templates.cu");
    let line = source.lines().nth(1).unwrap_or_default();
    let expected: Vec<u32> = line[2..].split_whitespace().filter_map(|word| word.parse().ok()).collect();
    assert!(expected.len() > 100);
    let out = run(&kernel(source), [1; 3], [1; 3], &[Arg::Words(vec![0; expected.len()])]);
    let wrong: Vec<usize> = (0..expected.len()).filter(|at| out[0][*at] != expected[*at]).collect();
    assert!(wrong.is_empty(), "{wrong:?}");
}

#[test]
fn templates_call_templates() {
    let functions = "
        template <class T> __device__ T add(T a, T b) { return a + b; }
        template <class T, int N> __device__ T sum(const T *p) { T s = T(0); for (int i = 0; i < N; ++i) s = add<T>(s, p[i]); return s; }
        template <class T> __device__ T both(const T *p) { return add(sum<T, 2>(p), sum<T, 3>(p)); }
        template <int N> __device__ int factorial() { if constexpr (N <= 1) return 1; else return N * factorial<N - 1>(); }
        template <int N> __device__ int fibonacci() { return fibonacci<N - 1>() + fibonacci<N - 2>(); }
        template <> __device__ int fibonacci<0>() { return 0; }
        template <> __device__ int fibonacci<1>() { return 1; }
        template <class T> __device__ T later(T x);
        template <class T> __device__ T early(T x) { return later(x) + 1; }
        template <class T> __device__ T later(T x) { return x * 2; }";
    let body = "
        int v[3] = { 1, 20, 300 };
        out[0] = both(v); out[1] = factorial<6>(); out[2] = fibonacci<10>(); out[3] = early(21);";
    assert_eq!(cuda_ints(functions, body, 4), [21 + 321, 720, 55, 43]);
}

/// C++17 17.6.4.2: what is declared behind a template is only seen through a struct.
#[test]
fn functions_behind_a_template_are_not_seen() {
    let functions = "
        struct S { int x; };
        __device__ int f(double) { return 1; }
        __device__ int f(S) { return 1; }
        template <class T> __device__ int g(T x) { return f(x); }
        __device__ int f(int) { return 2; }
        __device__ int f(S *) { return 3; }";
    let body = "S s; s.x = 0; out[0] = g(5); out[1] = g(s); out[2] = g(&s); out[3] = f(5);";
    assert_eq!(cuda_ints(functions, body, 4), [1, 1, 3, 2]);
}

#[test]
fn specialisations() {
    let functions = "
        template <class T> __device__ int kind(T) { return 0; }
        template <> __device__ int kind<float>(float) { return 1; }
        template <> __device__ int kind(double) { return 2; }
        template <class T> __device__ int kind(T *) { return 3; }
        template <> __device__ int kind(int *) { return 4; }
        template <class T, int N> __device__ T limit() { return N; }
        template <> __device__ float limit<float, 2>() { return 2.5f; }";
    let body = "
        int v[1]; float w[1];
        out[0] = kind(1); out[1] = kind(1.0f); out[2] = kind(1.0); out[3] = kind(w); out[4] = kind(v);
        out[5] = (int)(limit<float, 2>() * 10); out[6] = (int)(limit<float, 3>() * 10); out[7] = kind<float>(1);";
    assert_eq!(cuda_ints(functions, body, 8), [0, 1, 2, 3, 4, 25, 30, 1]);
}

#[test]
fn discarded_parts_need_not_mean_anything() {
    let functions = "
        struct Pair { int a, b; };
        template <class T, bool IsPair> __device__ int total(T x) {
            static_assert(sizeof(T) >= 4, \"too small\");
            static_assert(IsPair || sizeof(T) == 4);
            if constexpr (IsPair) { return x.a + x.b; }
            else if constexpr (sizeof(T) == 4) return x + 1;
            else return x.nothing;
        }";
    let body = "Pair p = { 3, 4 }; out[0] = total<Pair, true>(p); out[1] = total<int, false>(8);";
    assert_eq!(cuda_ints(functions, body, 2), [7, 9]);
}

#[test]
fn const_stays_with_a_type() {
    let functions = "
        template <class T> __device__ int first(T *p) { T x = p[0]; return x; }
        template <class T> __device__ int by(T &x) { return x; }";
    let body = "int v[1] = { 5 }; const int *c = v; const int k = 6; out[0] = first(c) + first(v); out[1] = by(k) + by(v[0]); out[2] = first<const int>(v);";
    assert_eq!(cuda_ints(functions, body, 3), [10, 11, 5]);
    let wrong = "template <class T> __device__ void set(T *p) { *p = 1; }
        __global__ void k(const int *a) { set(a); }";
    assert!(
        front(wrong).diagnostics.iter().any(|found| found.code == "type::const"),
        "{:#?}",
        front(wrong).diagnostics
    );
}

/// A variable hides a template of its name: `<` compares then.
#[test]
fn a_variable_hides_a_template() {
    let functions = "
        template <int N> __device__ int scale(int x) { return x * N; }
        __device__ int test_it(int scale) { return scale < 4 ? 1 : 2; }";
    assert_eq!(
        cuda_ints(
            functions,
            "int y = 3; out[0] = test_it(3); out[1] = scale<4>(y); out[2] = y < int(3.5f) ? 1 : 2;",
            3
        ),
        [1, 12, 2]
    );
}

#[test]
fn memories_are_told_apart_in_instances() {
    let source = "
        template <class T> __device__ T get(T *p, int i) { return p[i]; }
        template <class P> __device__ int take(P p) { return p[1]; }
        __global__ void test(int *out) {
            __shared__ int s[4]; int own[2] = { 7, 8 };
            s[threadIdx.x] = 40; s[1] = 41;
            out[0] = get(s, 0) + get(own, 1) + get(out, 1); out[1] = take(s) + take(own) + take(&out[0]);
        }";
    let out = run(&kernel(source), [1; 3], [1; 3], &[Arg::Words(vec![0, 5])]);
    assert_eq!(out[0], [53, 41 + 8 + 5]);
}

#[test]
fn host_code_launches_instances() {
    let source = "
        template <typename T, int BLOCK> __global__ void scale(T *a, T by) { a[blockIdx.x * BLOCK + threadIdx.x] *= by; }
        template <int N> __global__ void fill(int *a) { a[threadIdx.x] = N; }
        template <class T> __global__ void copy(T *a, const T *b) { a[threadIdx.x] = b[threadIdx.x]; }
        #define SIZE 64
        int main() {
            const int threads = 2 * SIZE;
            float *d; cudaMalloc(&d, 1024 * sizeof(float));
            scale<float, threads><<<8, threads>>>(d, 2.0f);
            scale<int, 32> <<<dim3(4), 32, 0>>>(0, 3);
            fill<SIZE><<<1, SIZE>>>(0);
            copy<unsigned int><<<1, 1>>>(0, 0);
            fill<SIZE><<<2, SIZE>>>(0);
            double *x, *y; copy<<<1, 5>>>(x, y);
            hipLaunchKernelGGL(HIP_KERNEL_NAME(fill<7>), dim3(1), dim3(7), 0, 0, d);
        }";
    let names = ["scale<float, 128>", "scale<int, 32>", "fill<64>", "copy<uint>", "copy<double>", "fill<7>"];
    assert_eq!(kernels(source), names);
    let launches: Vec<_> =
        front(source).launches.into_iter().map(|launch| (launch.kernel, launch.global)).collect();
    let expected = [(0, 1024), (1, 128), (2, 64), (3, 1), (2, 128), (4, 5), (5, 7)];
    let expected: Vec<_> =
        expected.iter().map(|(at, items)| (names[*at].into(), Some([*items, 1, 1]))).collect();
    assert_eq!(launches, expected);
}

/// What the arguments of a launch tell goes before what a template says itself.
#[test]
fn launches_tell_types_before_defaults() {
    let kernel = "template <typename T = float, int N = 2> __global__ void k(T *a) { a[0] = N; }";
    let launched = |body: &str| front(&format!("{kernel} int main(int n, char **v) {{ {body} }}"));
    let names =
        |body: &str| -> Vec<_> { launched(body).kernels.into_iter().map(|kernel| kernel.name).collect() };
    assert_eq!(names("int *p; k<<<1, 1>>>(p);"), ["k<int, 2>"]);
    assert_eq!(names("int *p; k<int, 3><<<1, 1>>>(p);"), ["k<int, 3>"]);
    assert_eq!(names("k<double><<<1, 1>>>(get());"), ["k<double, 2>"]);
    assert!(names("k<<<1, 1>>>(get());").is_empty());
    assert!(
        launched("k<<<1, 1>>>(get());").diagnostics.iter().any(|said| said.code == "type::template-kernel")
    );
}

#[test]
fn kernels_are_instantiated_and_specialised() {
    let source = "
        template <class T> __global__ void k(T *a) { a[0] = 1; }
        template __global__ void k<float>(float *);
        template __global__ void k(int *);
        template <> __global__ void k<double>(double *a) { a[0] = 2; }";
    assert_eq!(kernels(source), ["k<float>", "k<int>", "k<double>"]);
    let source = "
        template <class T> __global__ void k(T *a) { a[threadIdx.x] = T(1) / 2 + a[1]; }
        template __global__ void k<int>(int *a);";
    let out = run(&kernel(source), [1; 3], [1; 3], &[Arg::Words(vec![0, 5])]);
    assert_eq!(out[0], [5, 5]);
}

#[test]
fn names_show_in_listings() {
    let source = "
        template <class T, int N> __device__ T power(T x) { T y = 1; for (int i = 0; i < N; ++i) y *= x; return y; }
        __global__ void k(float *a) { a[0] = power<float, 4>(a[1]) + power<float, 4>(a[2]); }";
    let shown = crate::ir::text::print(&kernel(source));
    assert_eq!(shown.matches("power<float, 4>").count(), 1, "{shown}");
    let tree = front(source).tree;
    assert!(tree.contains("template\n  type T\n  constant N: int"), "{tree}");
}

#[test]
fn disambiguators_and_namespaces() {
    let functions = "
        namespace a { template <typename T> __device__ T id(T x) { return x; } namespace b { template <int N> __device__ int n() { return N; } } }
        template <typename T> __device__ T use(T x) { return a::template id<T>(x) + a::b::n<3>(); }";
    assert_eq!(cuda_ints(functions, "out[0] = use(4) + a::id<int>(1);", 1), [8]);
}

/// A pointer to nothing says no more than that its type makes sense.
#[test]
fn parameters_may_be_pointers_to_nothing() {
    let text = "#include <type_traits>
        template <class T, typename std::enable_if<std::is_integral<T>::value>::type * = nullptr> __device__ int kind(T) { return 1; }
        template <class T, typename std::enable_if<std::is_floating_point<T>::value>::type * = nullptr> __device__ int kind(T) { return 2; }
        template <class T, std::enable_if_t<sizeof(T) == 8, void *> = nullptr> __device__ int wide(T) { return 8; }
        template <class T, std::enable_if_t<sizeof(T) != 8, void *> = nullptr> __device__ int wide(T) { return 4; }";
    let body = "out[0] = kind(1); out[1] = kind(1.0f); out[2] = wide(1.0); out[3] = wide('a');";
    assert_eq!(cuda_ints(text, body, 4), [1, 2, 8, 4]);
}
