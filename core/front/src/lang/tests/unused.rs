//! What a kernel does not use does not keep it from running.

use alloc::{format, string::String, vec::Vec};

use super::{define, front};
use crate::document::{CompileOptions, Language, Limits};
use crate::lang::compile;
use crate::source::{Diagnostic, Severity};

/// Things at the outermost level that cannot be compiled, in OpenCL C.
const OPENCL: &[&str] = &[
    "typedef float4 real4;",
    "typedef struct { float4 a; int b; } pair_t;",
    "struct vec { float4 a; };",
    "typedef struct { char a; int b; } __attribute__((packed)) packed_t;",
    "typedef struct { unsigned low : 4; unsigned high : 4; } nibbles;",
    "union bits { float f; float4 v; };",
    "enum { A = unknown_macro, B };",
    "float table[4] = { 1, 2, 3, 4 };",
    "__constant float4 weights[2] = { (float4)(0.0f), (float4)(1.0f) };",
    "__constant sampler_t smp = CLK_NORMALIZED_COORDS_FALSE | CLK_FILTER_NEAREST;",
    "float4 load4(__global const float *p) { return vload4(0, p); }",
    "inline float unused(float x) { return missing(x) + also_missing; }",
    "float half_written(float x) { return x + ; }",
    "int deep(int n) { return n ? deep(n - 1) : 0; }",
    "int jump(int n) { if (n) goto *n; n = 1; out: return n; }",
    "void callback(int (*f)(int)) { f(1); }",
    "void strange(int x) { @ x; \u{201c}quote\u{201d}; }",
    "__kernel void bad(__global float4 *a) { a[0] = (float4)(0.0f); }",
    "__kernel void image(__read_only image3d_t i, __global float *a) { a[0] = read_imagef(i, s, 0).x; }",
    "__kernel int result(__global float *a) { return 1; }",
    "bool operator_like(real x) { return x < 0; }",
];

/// The same in CUDA.
const CUDA: &[&str] = &[
    "template <typename T> __device__ T square(T x) { return x * x; }",
    "template <typename T, int N = 4>\n__global__ void generic(T *a) { for (int i = 0; i < N; i++) a[i] = T(); }",
    "template <typename T> __device__ T wrong(T x) { return x * nothing; }",
    "template <typename... Ts> __device__ int pack(Ts... x) { return sizeof...(x); }",
    "template <template <class> class F> __device__ int higher() { return 1; }",
    "__device__ int packed() { auto f = [](auto... x) { return 1; }; return f(1); }",
    "template <typename T> using Pointer = T *;",
    "template <typename T> constexpr T pi = T(3.14);",
    "template <class T> struct Traits { static const int n = 4; __device__ T get() { return T(); } };",
    "class Ray { public: __device__ Ray(float x) : x(x) {} float x; };",
    "struct Op { __device__ float operator()(float a, float b) const { return a + b; } };",
    "namespace detail { template <typename T> __device__ T id(T x) { return x; } struct S { int f() { return 1; } }; }",
    "namespace a::b { __device__ float4 zero() { return make_float4(0, 0, 0, 0); } }",
    "__device__ float warp_sum(float v) { for (int o = 16; o > 0; o /= 2) v += __shfl_rotate_sync(~0u, v, o); return v; }",
    "__device__ void lambda(float *a) { auto f = [=] __device__ (int i) { return a[i]; }; a[0] = f(1); }",
    "__device__ inline void async(int *a) { asm volatile(\"cp.async.wait_all;\\n\" ::); }",
    "__device__ int many(int n = 4, std::pair<int, int> p = {1, 2}) { return n; }",
    "texture<float, 2, cudaReadModeElementType> tex;",
    "__device__ float fetch(int i) { return tex2D(tex, i, i); }",
    "__constant__ float4 planes[6];",
    "static __device__ __forceinline__ half2 pack(float a, float b) { return __floats2half2_rn(a, b); }",
    "#pragma once\nusing real4 = float4;",
    "auto scale = [] __device__ (float x) { return x * 2; };",
    "extern \"C\" { __device__ void c_style(FILE *f) { fprintf(f, \"x\"); } }",
];

fn kernel_of(language: &str) -> &'static str {
    match language {
        "cuda" => "__global__ void good(float *y, int n) { int i = threadIdx.x; if (i < n) y[i] = 2.0f; }",
        _ => {
            "__kernel void good(__global float *y, int n) { int i = get_global_id(0); if (i < n) y[i] = 2.0f; }"
        }
    }
}

/// What there is to say when the kernel `good` of this text is chosen.
fn seen(source: &str) -> Vec<Diagnostic> {
    let front = front(source);
    let at = front.signatures.iter().position(|signature| signature.name == "good");
    let at = at.unwrap_or_else(|| panic!("{source}\n{:#?}", front.diagnostics));
    assert!(front.kernels.iter().any(|kernel| kernel.name == "good"), "{source}\n{:#?}", front.diagnostics);
    front.findings.seen_from(at)
}

#[test]
fn each_unused_thing_is_at_most_a_note() {
    for (language, items) in [("opencl", OPENCL), ("cuda", CUDA)] {
        for item in items {
            for source in
                [format!("{item}\n{}", kernel_of(language)), format!("{}\n{item}", kernel_of(language))]
            {
                let said = seen(&source);
                let only_notes = said.iter().all(|diagnostic| diagnostic.severity == Severity::Note);
                assert!(only_notes && said.len() <= 1, "{source}\n{said:#?}");
                let named =
                    said.iter().all(|diagnostic| diagnostic.message.starts_with("Not used by `good`: "));
                assert!(named, "{source}\n{said:#?}");
            }
        }
    }
}

#[test]
fn all_unused_things_together_do_not_matter() {
    for (language, items) in [("opencl", OPENCL), ("cuda", CUDA)] {
        let said = seen(&format!("{}\n{}\n", items.join("\n"), kernel_of(language)));
        assert!(said.iter().all(|diagnostic| diagnostic.severity == Severity::Note), "{said:#?}");
        assert!(said.len() <= 9, "{said:#?}");
        assert_eq!(said.iter().filter(|diagnostic| diagnostic.code == "lang::unused").count(), 1);
    }
}

/// The errors when `good` does use it.
fn errors(source: &str) -> Vec<String> {
    let front = front(source);
    assert!(!front.kernels.iter().any(|kernel| kernel.name == "good"), "{source}");
    let at = front.signatures.iter().position(|signature| signature.name == "good");
    let said = at.map_or_else(|| front.diagnostics.clone(), |at| front.findings.seen_from(at));
    said.iter().filter(|found| found.is_error()).map(|found| found.code.clone().into_owned()).collect()
}

#[test]
fn what_is_used_is_an_error_as_before() {
    let cases = [
        ("typedef image3d_t picture;", "picture v; y[0] = 1;", "unsupported::image"),
        ("struct vec { image3d_t a; };", "struct vec v; y[0] = 1;", "unsupported::image"),
        (
            "typedef image3d_t picture; typedef struct { picture a; } two;",
            "two t; y[0] = 1;",
            "unsupported::image",
        ),
        (
            "float f(float x) { return nothing; } float g(float x) { return f(x); }",
            "y[0] = g(1);",
            "name::unknown",
        ),
        ("enum { A = unknown_macro };", "y[0] = A;", "name::unknown"),
        ("float table[4] = { 1, 2, 3, 4 };", "y[0] = table[1];", "type::address-space"),
        ("int deep(int n) { return n ? deep(n - 1) : 0; }", "y[0] = deep(3);", "unsupported::recursion"),
    ];
    for (item, body, code) in cases {
        let source = format!("{item}\n__kernel void good(__global float *y) {{ {body} }}");
        assert_eq!(errors(&source), [code], "{source}");
    }
    let cuda = [
        ("template <typename T> __device__ T square(T x) { return x * y; }", "square(2.0f)", "name::unknown"),
        (
            "template <class T> struct A { __device__ int f() { return 1; } }; template <> __device__ int A<int>::f() { return 2; }",
            "A<int>().f()",
            "unsupported::template",
        ),
        (
            "template <template <class> class T> struct Pair { int a, b; __device__ int sum() { return a + b; } };",
            "sizeof(Pair<int>)",
            "unsupported::template",
        ),
        ("struct H { std::string s; };", "sizeof(H)", "name::unread"),
        (
            "struct Base {}; class Ray : virtual public Base { public: __device__ Ray(float x) : x(x) {} float x; };",
            "sizeof(Ray)",
            "unsupported::class",
        ),
    ];
    for (item, value, code) in cuda {
        let source = format!("{item}\n__global__ void good(float *y) {{ y[0] = {value}; }}");
        let found = errors(&source);
        assert!(found.iter().any(|found| found == code), "{source}\n{found:?}");
    }
}

#[test]
fn a_function_takes_the_place_of_a_template_of_its_name() {
    let source = "template <typename T> __device__ T twice(T x) { return x + x; }
        __device__ float twice(float x) { return x + x; }
        __global__ void good(float *y) { y[0] = twice(1.0f); }";
    assert!(seen(source).iter().all(|diagnostic| diagnostic.severity == Severity::Note));
}

#[test]
fn what_is_wrong_with_the_whole_text_stays_an_error() {
    for line in ["#error no", "#if 1", "}"] {
        let source = format!("{}\n{line}\n", kernel_of("opencl"));
        let found = front(&source).findings.seen_from(0);
        assert!(found.iter().any(Diagnostic::is_error), "{line}: {found:#?}");
    }
}

/// An error in a `-D` text points at the option and at nothing in the source.
#[test]
fn messages_about_options_name_the_option() {
    let said = |name: &str, value: &str| {
        let options = CompileOptions { defines: [define(name, value)].into(), ..CompileOptions::default() };
        let source = "__kernel void k(__global int *a) { a[0] = X; }";
        let front = compile(source, Language::Auto, &options, &Limits::default());
        let shown: Vec<(String, bool)> = front
            .diagnostics
            .iter()
            .filter(|found| found.is_error())
            .map(|found| (found.message.clone(), found.labels.is_empty()))
            .collect();
        shown
    };
    assert_eq!(
        said("X", "1 @"),
        [("In the option `-D X=1 @`: The character '@' has no meaning here.".into(), true)]
    );
    assert_eq!(
        said("X", "\"abc")[0],
        ("In the option `-D X=\"abc`: This string is never closed.".into(), true)
    );
    assert_eq!(
        said("X(a", "1")[0],
        ("In the option `-D X(a=1`: The parameter list of this macro is not complete.".into(), true)
    );
    assert_eq!(said("1x", "1")[0], ("In the option `-D 1x=1`: This does not name a macro.".into(), true));
    let broken = said("X", "1\nint y;");
    assert_eq!(
        broken[0],
        (
            "In the option `-D X=1 int y;`: A macro's text is one line: it cannot have a line break.".into(),
            true
        )
    );
    assert_eq!(said("X", "4 /* four */"), []);
    // What is wrong only where it is used is said there.
    assert_eq!(said("X", "nothing"), [("`nothing` is not declared.".into(), false)]);
}

#[test]
fn line_markers_are_read() {
    let source = "# 7 \"x.cl\" 1\n__kernel void k(__global int *a) {\n a[0] = __LINE__;\n#line 40\n a[1] = __LINE__; }";
    let front = front(source);
    assert_eq!(front.diagnostics, []);
    let kernel = &front.kernels[0];
    let out = super::run(kernel, [1; 3], [1; 3], &[super::Arg::Words([0, 0].into())]);
    assert_eq!(out[0], [8, 40]);
    let wrong = super::front("#line here\n__kernel void k(__global int *a) { a[0] = 1; }");
    assert_eq!(wrong.diagnostics[0].code, "preproc::expected");
}
