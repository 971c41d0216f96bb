//! What texts of projects have beside the language: words of compilers, headers that bring others, macros that are missing.

use alloc::vec::Vec;

use super::front;
use crate::source::Diagnostic;

/// The messages of a text.
fn said(source: &str) -> Vec<Diagnostic> {
    front(source).diagnostics
}

#[track_caller]
fn compiles(source: &str) {
    let found = said(source);
    assert!(found.iter().all(|one| !one.is_error()), "{source}\n{found:#?}");
}

#[test]
fn words_of_compilers_that_change_nothing() {
    compiles(
        "typedef struct { unsigned char q[4]; __extension__ union { struct { short d, m; } data; int dm; }; } B;
         __global__ void k(const B *b, int *o) { __extension__ int x = b[threadIdx.x].dm; o[threadIdx.x] = x + b[0].q[1]; }",
    );
    compiles(
        "__attribute__((qcom_reqd_sub_group_size(\"half\"))) __kernel void k(__global int *o) { o[get_global_id(0)] = 1; }",
    );
    compiles("__global__ void k(int *o, int n) { if (n < 0) { __trap(); } o[threadIdx.x] = n; }");
}

#[test]
fn headers_that_bring_others() {
    for header in ["chrono", "random"] {
        compiles(&alloc::format!(
            "#include <{header}>\n#include <limits>\n__global__ void k(float *o) {{ o[threadIdx.x] = -std::numeric_limits<float>::infinity(); }}"
        ));
    }
    compiles(
        "__kernel void k(__read_only image1d_buffer_t b, __global float *o) { int i = get_global_id(0); half4 v = read_imageh(b, i); o[i] = v.x + v.w; }",
    );
}

#[test]
fn members_of_types_of_the_language_have_types() {
    compiles(
        "namespace detail { using t = decltype(dim3::x); using f = decltype(float4::w); }
         template <int> __device__ detail::t size();
         template <> inline __device__ detail::t size<0>() { return blockDim.x; }
         __global__ void k(unsigned *o, float *x) { o[threadIdx.x] = size<0>(); detail::f w = 0.5f; x[0] = w; }",
    );
}

#[test]
fn templates_of_constexpr_functions_are_for_both_sides() {
    compiles(
        "template <typename T> constexpr T least(T a, T b) { return a < b ? a : b; }
         template <typename T> constexpr __host__ T theirs(T a) { return std::missing(a); }
         __global__ void k(int *o, int n) { o[threadIdx.x] = least(n, 8) + least<int>(o[0], 3); }",
    );
}

#[test]
fn what_is_missing_is_said() {
    let block = said("__kernel void k(__global int *o, int n) { int v = 0; ({ v = n; }); o[0] = v; }");
    assert!(block[0].message.contains("Statements in parentheses"), "{block:#?}");
    let foreach = said("__global__ void k(int n, float *o) {\n  FOR_EACH(i, n) {\n    o[i] = 1;\n  }\n}");
    assert!(
        foreach.iter().any(|one| one.help.as_deref().unwrap_or_default().contains("macro")),
        "{foreach:#?}"
    );
}

/// An object in constant memory is not `const`: its functions need not say that they write nothing.
#[test]
fn objects_in_constant_memory_have_all_functions() {
    compiles(
        "struct S { float r; __device__ float hit(float x) { return x * r; } };
         __constant__ S s[4];
         __global__ void k(float *o) { o[threadIdx.x] = s[threadIdx.x & 3].hit(2.f); }",
    );
}
