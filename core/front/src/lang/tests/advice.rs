//! What messages advise about names of C++'s library, and about classes and templates: each must be what helps.

use super::*;

/// Code and advice of the first error.
fn first(functions: &str, body: &str) -> (String, String) {
    let source = alloc::format!("{functions}\n__global__ void k(int *y) {{ {body} }}");
    let found = front(&source).diagnostics;
    let error = found.iter().find(|found| found.is_error()).unwrap_or_else(|| panic!("{source}"));
    (error.code.clone().into_owned(), error.help.clone().unwrap_or_default())
}

#[test]
fn names_of_the_library_tell_their_header() {
    for (body, header) in [
        ("int a = 1, b = 2; std::swap(a, b); y[0] = a;", "utility"),
        ("int a = 1; y[0] = std::move(a);", "utility"),
        ("y[0] = std::clamp(y[0], 0, 3);", "algorithm"),
        ("std::array<int, 3> a; y[0] = a[0];", "array"),
        ("y[0] = std::is_same<int, float>::value;", "type_traits"),
        ("y[0] = std::is_same_v<int, float>;", "type_traits"),
        ("y[0] = std::numeric_limits<int>::max();", "limits"),
    ] {
        let (code, help) = first("", body);
        assert_eq!(
            (code.as_str(), help),
            ("name::unknown", alloc::format!("Write `#include <{header}>` in front."))
        );
        let with = alloc::format!("#include <{header}>\n__global__ void k(int *y) {{ {body} }}");
        assert!(!front(&with).has_errors(), "{with}\n{:#?}", front(&with).diagnostics);
    }
    for body in ["__missing();", "y[0] = std::find_if(3u);"] {
        assert!(first("", body).1.starts_with("The language page"), "{body}");
    }
}

#[test]
fn what_cannot_be_read_of_classes_is_named() {
    for (functions, body, code) in [
        ("typedef float (*fn)(float);", "fn f = 0; y[0] = 1;", "unsupported::function-pointer"),
        (
            "struct A { int a; }; struct B { int b; }; struct C : A, B {};",
            "C c; y[0] = c.a;",
            "unsupported::class",
        ),
        ("struct A; struct B : A { int b; };", "B b; y[0] = b.b;", "type::incomplete"),
        ("struct B : virtual A { int b; };", "B b; y[0] = b.b;", "unsupported::class"),
        ("struct S { int a, b; };", "S s{1, 2}; auto [x] = s; y[0] = x;", "type::binding"),
        ("", "int a[2] = {1, 2}; auto [x, z] = a; y[0] = x + z;", "type::binding"),
        (
            "struct S { __device__ int f(int x) const; }; __device__ int S::f(int x) { return x; }",
            "y[0] = S{}.f(1);",
            "name::undeclared",
        ),
        (
            "__device__ int f(int x); __device__ float f(int x) { return x; }",
            "y[0] = f(1);",
            "name::redefined",
        ),
        (
            "template <class T> struct A { int v = 1; }; __device__ int g() { return A<int>().v; } template <> struct A<int> { int v = 2; };",
            "y[0] = g();",
            "name::redefined",
        ),
        ("__device__ void f(int &&x) {}", "int a = 1; f(a);", "type::reference"),
        ("", "int a = 1; struct L { __device__ int f() { return a; } }; y[0] = L().f();", "type::capture"),
        (
            "",
            "int n = y[0]; struct L { __device__ int f(int x = n) { return x; } }; y[0] = L().f();",
            "type::capture",
        ),
        ("", "auto x = {1, 2}; y[0] = 1;", "type::auto"),
        ("", "printf(\"%d\", {1});", "type::list"),
        ("", "auto f = [] { return {1}; }; y[0] = 1;", "type::list"),
        ("", "y[0] = min({1}, {2});", "type::list"),
        ("", "__syncthreads({1});", "type::arguments"),
    ] {
        assert_eq!(first(functions, body).0, code, "{functions} {body}");
    }
}

/// The members of an object that a template of kernels is launched with.
#[test]
fn launches_tell_classes() {
    let source = |arg: &str| {
        alloc::format!(
            "struct Add {{ int a; __device__ int operator()(int x) const {{ return x + a; }} }};
            template <class Op> __global__ void k(int *y, Op op) {{ y[0] = op(y[0]); }}
            int main() {{ int *y; Add own{{3}}; k<<<1, 1>>>(y, {arg}); }}"
        )
    };
    for arg in ["own", "Add{3}", "Add(own)"] {
        let found = front(&source(arg));
        assert!(!found.has_errors(), "{arg} {:#?}", found.diagnostics);
        let names: Vec<&str> = found.signatures[0].params.iter().map(|param| param.name.as_str()).collect();
        assert_eq!((found.signatures[0].name.as_str(), names), ("k<Add>", vec!["y", "op.a"]));
    }
}

#[test]
fn words_that_are_no_types() {
    let (code, help) = first("", "DO_IT y[0] = 1;");
    assert_eq!(code, "name::unknown");
    assert!(help.starts_with("If it is a macro"), "{help}");
    let found = front("__kernel void k(__global int *y) { class b; y[0] = 1; }").diagnostics;
    let unknown = found.iter().find(|found| found.code == "name::unknown").expect("no type `class`");
    assert!(
        unknown.help.as_ref().is_some_and(|help| help.starts_with("OpenCL C has no classes")),
        "{found:#?}"
    );
}
