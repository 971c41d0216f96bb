//! No input makes the front end panic, hang or grow without bound.

use alloc::{format, string::String, vec::Vec};

use super::front;
use crate::base::rng::Rng;
use crate::document::{CompileOptions, Language, Limits};
use crate::ir::verify::verify;
use crate::lang::compile;

const SAMPLES: [&str; 14] = [
    include_str!("../../../../kernels/matmul_tiled.cu"),
    include_str!("../../../../kernels/histogram.cl"),
    include_str!("../../../../kernels/mandelbrot.cl"),
    "#define F(a, ...) a##__VA_ARGS__ #a\n#if defined(X) && (1 + 2 << 3) / 0\n#else\n#define Y(x) F(x, Y(x))\n#endif\ntypedef struct S { int a[3]; struct { float f; } b; } S;\n__constant S t[] = {{{1, 2}, {3}}, [1] = {.a = {4}}};\n__kernel void k(__global S *s, __local float *l, S v) { switch (s->a[0]) { case 1: do { l[0] += Y(1); } while (l[0] < 3 && v.b.f); break; default: ; } for (;;) { if (s == 0) break; else continue; } }",
    "extern \"C\" { __constant__ float c[4]; }\n__device__ int f(int &x, const float *p) { auto q = p; return x++ + (int)q[0]; }\n__global__ void k(float *a) { extern __shared__ float s[]; int i = threadIdx.x; s[i] = a[i]; __syncthreads(); a[f(i, s)] = c[i] ? static_cast<float>(i) : sizeof(float); }\nint main() { k<<<dim3(2, 2), 64, 4 * 64>>>(p); }",
    "enum E { A, B = A + 2 }; union U { int i; float f; }; int g(int n, int *p) { union U u = {3}; u.f = n ? p[n, 1] : -~!*p; return u.i; }\n__kernel __attribute__((reqd_work_group_size(4, 1, 1))) void k(__global int *o) { int a[2][2] = {{1}, 2, 3}; bool b = o[0] || o[1] && a[1][1]; o[b] = g(a[0][1], a[1]) << 2 >> 1 % 3; goto x; }",
    "typedef struct { float3 a; uchar4 b[2]; } S; __constant int4 t[] = {(int4)(1, 2, 3, 4), {5, 6, 7, 8}}; float4 f(float4 v, S s) { v.xy = v.yx; v.lo.y += s.a.z; s.b[1].w++; return (float4)(v.hi, s.a.xy) * 2; }\n__kernel void k(__global float4 *a, __global half *h, S s, int3 n) { float4 v = f(a[n.x], s), w = {1, v.xyz}; int4 m = v < w && !t[1]; a[0] = any(m) ? select(v, w, m) : m ? v : w; v[n.y] = dot(v, w) + vec_step(v) + vec_step(int3); vstore_half4_rtp(v, n.z, h); vstore3(convert_float3_rtz(as_int3(m)), 0, (__global float *)a); (*a).odd = shuffle(v, as_uint2(as_long(n.xy))); }",
    "__device__ float4 operator+(const float4 &a, float4 b) { return make_float4(a.x + b.x, a.y, a.z, b.w); } __device__ float4 &operator+=(float4 &a, float4 b) { a = a + b; return a; } __device__ int operator==(dim3 a, uint3 b) { return a.x == b.z; }\n__global__ void k(float4 *a, float3 f) { dim3 d(1, threadIdx.y), e = blockIdx; uint3 t = threadIdx; float4 v = {1, 2}, w{f.x, 3}; (v += w + a[t.x]).y = d == t; auto u = make_uchar2(1, 2); u.x += e.z; a[dim3(u.y).x] = __ldg(a + 1) + reinterpret_cast<float4 *>(&v)[0]; float x(v.w), y(-1); a->z = x * y; }",
    "__kernel void k(__global double16 *a, __global char2 *c, ulong8 u) { double16 v = a[1]; v.s0123456789abcdef = v.sFEDCBA9876543210; v.even *= v.odd; v.hi = (double8)(v.lo.lo, v.s01, 1.5, 2); a[0] = fma(v, v, -v) / (v + 1); u = (u << 3) ^ u.s76543210 % 7; c[0] = convert_char2_sat(u.s0f.yx) + (char2)(~c[1].x, upsample(c[0], as_uchar2(c[1])).x); a[2].s3 = length(v.s012) + normalize(v.lo.lo).w; a->s4 = fract(v, &v).s5; }",
    "template <typename T, int N = 4> __device__ T f(const T *p, T (&q)[N]); template <class T> __device__ int g(T x) { if constexpr (sizeof(T) > 4) return g((int)x) >> 1; else return x < 3 ? 1 : g<T>(x - 1); }\ntemplate <typename T, int N> __device__ T f(const T *p, T (&q)[N]) { static_assert(N > 0, \"n\"); T s = T(0); for (int i = 0; i < N; ++i) s += p[i] * q[i]; return s; }\ntemplate <> __device__ int g<float>(float) { return 2; }\ntemplate <int B, bool F = (B > 2)> __global__ void k(float *a) { float v[B]; a[0] = f<float, B>(a, v) + g(a[1]) + g<double>(F); }\ntemplate __global__ void k<3>(float *);\nint main() { k<5, (2 > 1)><<<1, 2>>>(0); }",
    "struct V { union { int v[2]; struct { int x, y; }; }; static constexpr int N = 2; using T = int; int z = 3; __device__ V(int a, int b = 2) : z{a} { x = a; this->y = b; } __device__ explicit V() : V(1) {} V(const V &) = default; __device__ T f() const { return x + g(); } __device__ static int g() { return N; } __device__ int f(float); __device__ V operator+(const V &o) const { return V(x + o.x); } __device__ V &operator++() { ++x; return *this; } __device__ int &operator[](int i) { return v[i]; } __device__ operator int() const { return z; } ~V() = default; void host(); }; class W { V a, b[2]; int c = 1; public: __device__ W(int n) : a(n), c{n} {} __device__ int operator()(int i) const { return a.f() + c + i; } __device__ W(W &&) = delete; };\n__device__ int V::f(float s) { return (int)s + V::g(); }\n__global__ void k(int *o) { V v(1), w{1, 2}, u; u = v + w; ++u; o[u[0]] = W(3)(v) + u.f() + u.f(1.5f) + V::N + (w + 1); }",
    "const sampler_t s = CLK_FILTER_LINEAR | 1; float4 f(read_only image2d_t m, sampler_t t, float2 c) { return read_imagef(m, t, c); }\n__kernel void k(__read_only image2d_t a, write_only image2d_t b, image1d_buffer_t r, sampler_t u) { int2 c = get_image_dim(a); image2d_t d = a; write_imagef(b, c, f(d, u, (float2)(1)) + read_imagef(r, 3) + f(b, s, (float2)(c.x, 2))); write_imagei(b, c, read_imagei(a, c)); }",
    "struct T { cudaTextureObject_t t; int n; }; __device__ float f(const T &v, float x) { return tex2D<float>(v.t, x, 1); } texture<float, 2> g;\n__global__ void k(T v, cudaTextureObject_t t, uchar4 *o) { cudaTextureObject_t u = t; o[0] = tex1Dfetch<uchar4>(u, v.n); o[1].x = f(v, 1); }\n__global__ void l(cudaTextureObject_t t, float *o) { o[0] = tex2D(g, 1, 2) + tex3D<float>(t, 1, 2, 3); }",
    "struct S { int v; __device__ int f(int x) { auto g = [this, x]() { return v + x; }; auto h = [*this]() mutable { v++; return this->v; }; return g() + h() + [=] { return v; }(); } int n = [] { return 3; }(); };\ntemplate <class T> __device__ int d(T a, int b = [](T c) { return (int)sizeof(c); }(T(1))) { return b; }\ntemplate <class F> __device__ int twice(const F &f) { return f(1) + f(2); }\n__global__ void k(int *o) { __shared__ int s[4]; int a = 1, v[2] = {}; const int c = 2; const short e = o[0]; S t{3}; auto f = [a, &v, y = a + c](int x) mutable -> int { v[0] = x; y += d(x); return a + y; }; auto g = [=, &v](int a) { auto h = [&](int z) { v[1] += z; return a + e + sizeof(t) + s[z]; }; return h(2) + twice([] (int q) { decltype(a) r = q; return r + c; }); }; auto i = [r = 1](int x) -> decltype(r) { return x + r; }; o[0] = f(1) + g(2) + t.f(3) + d('c') + d(1.0) + twice(g) + [](int p) { return sizeof(int[c]) + p; }(4); }",
];

/// Compiles, and holds what comes out against the verifier.
fn survives(source: &str) {
    for language in [Language::OpenCl, Language::Cuda] {
        let limits = Limits { ir_instructions: 20_000, ..Limits::default() };
        let front = compile(source, language, &CompileOptions::default(), &limits);
        for kernel in &front.kernels {
            verify(kernel).unwrap_or_else(|error| panic!("{error}\n{source}"));
        }
        for diagnostic in &front.diagnostics {
            for label in diagnostic.labels.iter().filter(|label| !label.span.is_none()) {
                assert!(
                    label.span.start <= label.span.end && label.span.end as usize <= source.len(),
                    "{diagnostic:?}"
                );
            }
        }
    }
}

#[test]
fn samples_and_all_their_beginnings() {
    for sample in SAMPLES {
        for end in (0..=sample.len()).filter(|end| sample.is_char_boundary(*end)) {
            survives(&sample[..end]);
        }
    }
}

/// Tokens taken out, doubled, swapped, and replaced by others.
#[test]
fn mutated_samples() {
    const SPICE: [&str; 47] = [
        "(",
        ")",
        "{",
        "}",
        "[",
        "]",
        ";",
        ",",
        "*",
        "&",
        "->",
        ".",
        "=",
        "==",
        "?",
        ":",
        "<<<",
        ">>>",
        "#",
        "##",
        "\n#if 1\n",
        "\n#endif\n",
        "\n#define k(x) k(x x)\n",
        "struct",
        "typedef",
        "int",
        "float4",
        "(int3)",
        ".xyz",
        ".s3",
        ".hi",
        "make_float4",
        "operator+",
        "dim3",
        "__local",
        "__shared__",
        "__global__",
        "__device__",
        "return",
        "case 1:",
        "sizeof",
        "0x",
        "'",
        "\"",
        "/*",
        "\\\n",
        "µ",
    ];
    let mut rng = Rng::new(7);
    for round in 0..3000 {
        let sample = SAMPLES[round % SAMPLES.len()];
        let mut pieces: Vec<&str> =
            sample.split_inclusive([' ', '(', ')', ';', ',', '\n', '[', ']', '{', '}']).collect();
        for _ in 0..=rng.below(4) {
            let (at, other) =
                (rng.below(pieces.len() as u64) as usize, rng.below(pieces.len() as u64) as usize);
            match rng.below(4) {
                0 => drop(pieces.remove(at)),
                1 => pieces.insert(at, pieces[other]),
                2 => pieces.swap(at, other),
                _ => pieces.insert(at, SPICE[rng.below(SPICE.len() as u64) as usize]),
            }
            if pieces.is_empty() {
                break;
            }
        }
        survives(&pieces.concat());
    }
}

#[test]
fn arbitrary_bytes() {
    let mut rng = Rng::new(11);
    for _ in 0..2000 {
        let bytes: Vec<u8> = (0..rng.below(200)).map(|_| rng.next_u64() as u8).collect();
        survives(&String::from_utf8_lossy(&bytes));
        let ascii: String = (0..rng.below(200)).map(|_| (32 + rng.below(95)) as u8 as char).collect();
        survives(&ascii);
    }
}

/// The code of the first message.
fn first(source: &str) -> String {
    front(source).diagnostics.first().map_or(String::new(), |diagnostic| diagnostic.code.clone().into_owned())
}

fn kernel_with(body: &str) -> String {
    format!("__kernel void k(__global int *a) {{ {body} }}")
}

#[test]
fn nesting_is_limited() {
    let deep = 50_000;
    for (open, close) in [
        ("(", ")"),
        ("-", ""),
        ("!", ""),
        ("*", ""),
        ("a[", "]"),
        ("1 + (", ")"),
        ("a[0] ? 1 : ", ""),
        ("(int)", ""),
        ("sizeof ", ""),
        ("f(", ")"),
    ] {
        let text = kernel_with(&format!("a[0] = {}1{};", open.repeat(deep), close.repeat(deep)));
        assert_eq!(first(&text), "limit::nesting-depth", "{open}");
    }
    for (open, close) in [
        ("{", "}"),
        ("if (a[0]) ", ";"),
        ("for (;;) ", ";"),
        ("if (1) ; else ", ";"),
        ("do ", "; while (0);"),
    ] {
        let text = kernel_with(&format!(
            "{}{}",
            open.repeat(deep),
            close.repeat(if close.len() > 1 || close == "}" { deep } else { 1 })
        ));
        assert_eq!(first(&text), "limit::nesting-depth", "{open}");
    }
    for text in [
        kernel_with(&format!("a[0]{};", " = a[0]".repeat(deep))),
        kernel_with(&format!("int {}p;", "*".repeat(deep))),
        kernel_with(&format!("int {}p{};", "(".repeat(deep), ")".repeat(deep))),
        kernel_with(&format!("int p{};", "[1]".repeat(deep))),
        kernel_with(&format!("int p = {}1{};", "{".repeat(deep), "}".repeat(deep))),
        kernel_with(&format!("a{};", "[0]".repeat(deep))),
        format!("{}int a;{}", "struct { ".repeat(deep), "}".repeat(deep)),
    ] {
        assert_eq!(first(&text), "limit::nesting-depth", "{}", &text[..60]);
    }
}

/// Nested as deep as allowed: no stack overflows.
#[test]
fn what_is_allowed_fits_the_stack() {
    for text in [
        kernel_with(&format!("a[0] = {}1{};", "(a[0] + ".repeat(60), ")".repeat(60))),
        kernel_with(&format!("a[0] = a[1]{};", " + a[0]".repeat(180))),
        kernel_with(&format!("{}a[0] = 1;", "if (a[0]) ".repeat(150))),
        kernel_with(&format!("{}a[0] = 1;", "for (;;) ".repeat(150))),
        kernel_with(&format!("a[0] = {}1{};", "a[".repeat(45), "]".repeat(45))),
    ] {
        let found = front(&text);
        assert_eq!(found.diagnostics, [], "{}", &text[..60]);
        assert_eq!(found.kernels.len(), 1);
    }
    let mut text = String::from("int f0(int a) { return a; }\n");
    for at in 1..300 {
        text += &format!("int f{at}(int a) {{ if (a) {{ return f{}(a + 1); }} return 0; }}\n", at - 1);
    }
    let found = front(&format!("{text}{}", kernel_with("a[0] = f50(1); a[1] = f30(2);")));
    assert_eq!(found.diagnostics, []);
    assert_eq!(first(&format!("{text}{}", kernel_with("a[0] = f299(1);"))), "limit::inlining-depth");
}

/// Operators in a row are no nesting: as many as are written, with the value of so many additions.
#[test]
fn long_rows_of_operators_are_flat() {
    let many = 100_000;
    let row = |first: &str, next: &str| kernel_with(&format!("a[0] = {first}{};", next.repeat(many)));
    for text in [row("1", " + 1"), row("a[1]", ", 1"), row("2.5f", " + 1")] {
        let found = front(&text);
        assert_eq!(found.diagnostics, [], "{}", &text[..60]);
        verify(&found.kernels[0]).unwrap();
        assert!(!found.tree.is_empty());
    }
    for text in [
        row("a[1]", " + 1"),
        row("a[1]", " && a[2]"),
        row("a[1]", " || a[2] - 3"),
        row("a[1]", " < 7"),
        kernel_with(&format!("__global int *p = a{}; a[0] = *p;", " + 1".repeat(many))),
        format!("int f; int g = f{};", " + f".repeat(many)),
    ] {
        survives_rows(&text);
    }
    // A row at every level of nesting.
    let nested = format!("{}a[0]{}", "(".repeat(90), format!("{})", " + a[1]".repeat(40)).repeat(90));
    survives_rows(&kernel_with(&format!("a[0] = {nested};")));
}

/// Either it compiles, or a limit is named, or it means nothing; the stack is no limit.
fn survives_rows(text: &str) {
    let found = front(text);
    found.kernels.iter().for_each(|kernel| verify(kernel).unwrap());
    let codes: Vec<&str> = found.diagnostics.iter().map(|diagnostic| &*diagnostic.code).collect();
    assert_eq!(codes.is_empty(), !found.kernels.is_empty(), "{codes:?}");
}

#[test]
fn pieces_of_a_row_add_up() {
    for count in [1, 15, 16, 17, 32, 33, 200] {
        let body =
            format!("out[0] = out[1]{}; out[1] = 0{};", " * 2 - 1".repeat(count), " + i".repeat(count));
        let body = format!("int i = get_global_id(0) + 3; {body}");
        // 0 * 2 - 1 * 2 - … - 1
        let count = count as i32;
        assert_eq!(super::ints("", &body, 2), [1 - 2 * count, 3 * count]);
    }
}

#[test]
fn explosions_are_limited() {
    let mut macros = String::from("#define M0 1 + 1\n");
    let mut functions = String::from("int f0(int a) { return a + 1; }\n");
    let mut types = String::from("struct T0 { int a, b; };\n");
    for at in 1..40 {
        let below = at - 1;
        macros += &format!("#define M{at} M{below} + M{below}\n");
        functions += &format!("int f{at}(int a) {{ return f{below}(a) + f{below}(a + 1); }}\n");
        types += &format!("struct T{at} {{ struct T{below} a, b; }};\n");
    }
    let small: String = types.lines().take(12).collect();
    assert_eq!(first(&format!("{macros}{}", kernel_with("a[0] = M39;"))), "limit::macro-expansion");
    assert_eq!(first(&format!("{functions}{}", kernel_with("a[0] = f39(1);"))), "limit::ir-instructions");
    assert!(
        first(&format!("{types}{}", kernel_with("struct T39 t; a[0] = t.a.a.a.a.a.b.b;")))
            .starts_with("limit::")
    );
    assert_eq!(
        first(&format!("{small}{}", kernel_with("struct T11 t, u; u = t; a[0] = sizeof(u);"))),
        "limit::struct-copy"
    );
    assert_eq!(first(&kernel_with("int v[1000000][1000000];")), "limit::bytes");
    assert_eq!(first(&kernel_with("int v[] = {[200000000] = 1};")), "limit::bytes");
    let chain: String = (0..5000).map(|at| format!("#define N{at} N{}\n", at + 1)).collect();
    assert_eq!(first(&format!("{chain}{}", kernel_with("a[0] = N0;"))), "limit::macro-nesting");
    let nested = format!(
        "#define I(x) x\n{}",
        kernel_with(&format!("a[0] = {}1{};", "I(".repeat(3000), ")".repeat(3000)))
    );
    assert_eq!(first(&nested), "limit::macro-depth");
    // Each turn doubles what stands in a token, or more.
    let doubling = |define: &str| {
        let calls = format!("a[0] = {}b{};", "D(".repeat(40), ")".repeat(40));
        first(&format!("{define}\n{}", kernel_with(&calls)))
    };
    assert_eq!(doubling("#define C(a, b) a##b\n#define D(x) C(x, x)"), "limit::macro-text");
    assert_eq!(doubling("#define S(x) #x\n#define D(x) S(x) S(x)"), "limit::macro-text");
    // A replacement that is cut off is no replacement: here nothing is expanded behind it.
    let many = format!("#define R(x) {}\n", "x ".repeat(3000));
    assert_eq!(
        first(&format!("{many}{}", kernel_with(&format!("R({});", "; ".repeat(1000))))),
        "limit::macro-expansion"
    );
    let pointers: String = (1..300).map(|at| format!("typedef P{} *P{at};\n", at - 1)).collect();
    assert!(!first(&format!("typedef int P0;\n{pointers}{}", kernel_with("P299 p; p = 1;"))).is_empty());
}

#[test]
fn seventeen_megabytes_are_refused_at_once() {
    let text = "a ".repeat(17 << 19);
    let front = front(&text);
    assert_eq!(front.diagnostics[0].code, "limit::source-bytes");
    assert!(front.diagnostics[0].message.contains("`source_bytes`"));
}

/// The largest texts that are read, of the kinds that could take long.
#[test]
fn large_texts_take_linear_time() {
    let size = 1 << 20;
    for piece in [
        "a ",
        "( ",
        "{ ",
        "} ",
        "int a; ",
        "#if 1\n",
        "\"x\" ",
        "@",
        "x(1) ",
        "/*",
        "#define A(x) x A(\n",
        "__kernel ",
        "__shared__ ",
        "struct ",
        "; ",
        "k<<<",
        "0x1p ",
    ] {
        let text = piece.repeat((size - 100) / piece.len());
        for language in [Language::OpenCl, Language::Cuda] {
            compile(&text, language, &CompileOptions::default(), &Limits::default());
        }
    }
    let line = "a[0] += a[1] * 3; ";
    let body = line.repeat(5000);
    let front = front(&kernel_with(&body));
    assert_eq!(front.diagnostics, []);
}

/// Namespaces, directives and paths in numbers that nobody writes.
#[test]
fn many_namespaces_end_soon() {
    let kernel = "__global__ void k(int *a) { a[0] = 1; }";
    let deep = format!("{}{kernel}{}", "namespace n { ".repeat(300), "}".repeat(300));
    assert_eq!(front(&deep).diagnostics[0].code, "limit::namespace-path");
    let many: String = (0..400)
        .map(|at| format!("namespace n{at} {{ const int x{at} = {at}; }} using namespace n{at};\n"))
        .collect();
    assert_eq!(front(&format!("{many}{kernel}")).diagnostics[0].code, "limit::using-directives");
    let each: String = (0..250)
        .map(|at| {
            format!("namespace n{at} {{ __device__ int f(int x) {{ return x; }} }} using namespace n{at};\n")
        })
        .collect();
    let front = front(&format!("{each}__global__ void k(int *a) {{ a[0] = f(1); }}"));
    assert_eq!(front.diagnostics[0].code, "type::ambiguous");
    for odd in [
        "namespace",
        "namespace {",
        "namespace n",
        "namespace a = ",
        "using",
        "using namespace",
        "using n::",
        "::",
        "a::",
        "a::b::",
        "namespace a { using a::a; }",
        "namespace a = a;",
        "namespace a { namespace b = a; } using namespace a::b;",
        "using namespace a; namespace a { using namespace a; }",
        "enum E : { A };",
        "enum class { A };",
        "enum E : int;",
        "enum : int { A }; __device__ int f(int x = A, int y) { return x; }",
        "struct S { struct S { int s; }; };",
        "__device__ auto f(int x); ",
        "__device__ auto f(int x) { return f(x); }",
        "constexpr int f(int x) { for (;;) {} }",
        "__device__ constexpr int f(int n) { return f(n + 1); } __device__ int a[f(0)];",
        "static_assert(",
        "static_assert(0);",
        "__device__ int operator",
        "__device__ int a::operator+(int x) { return 1; }",
        "[[",
        "__device__ int f([[x] int y) { return y; }",
        "__device__ void f() { for (int x : ) {} for (auto : 3) {} for (int x : 3) {} }",
        "__device__ decltype( f() {}",
        "__device__ auto f() -> ",
        "__device__ auto f() -> decltype(f()) { return 1; }",
        "__device__ int f() { return { { }; }",
        "__device__ int f() { if (int x) return 1; while (int y = ) {} switch (int z = 1; ) {} }",
    ] {
        let _ = super::front(&format!("{odd}\n{kernel}"));
        let _ = super::front(&format!("{kernel}\n{odd}"));
        let _ = super::front(&format!("namespace q {{ {odd}\n{kernel} }}"));
    }
}
