//! Classes: what is refused, each by one message at its place. What they do is compared with a compiler of C++ ([`super::oracle`]).

use alloc::{format, string::String, vec::Vec};

use super::front;

/// Code and place of each error of a text whose kernel has this body.
fn errors(classes: &str, body: &str) -> Vec<(String, String)> {
    let source = format!("{classes}\n__global__ void k(int *out) {{ {body} }}");
    let errors = front(&source).diagnostics.into_iter().filter(|found| found.is_error());
    errors
        .map(|error| {
            let span = error.span();
            (error.code.clone().into_owned(), source[span.start as usize..span.end as usize].into())
        })
        .collect()
}

#[test]
fn each_mistake_is_one_message() {
    let point = "struct P { int x; __device__ P(int a) : x(a) {} __device__ int f(int n) { return x + n; } __device__ int g() const { return x; } __device__ static int h() { return 1; } };";
    for (classes, body, code, place) in [
        (point, "P p(1); out[0] = p.q(1);", "name::unknown", "q"),
        (point, "P p(1); out[0] = p.f(out);", "type::arguments", "p.f"),
        (point, "const P p(1); out[0] = p.f(1);", "type::arguments", "p.f"),
        (point, "P p;", "type::arguments", "p"),
        (point, "P p(1, 2);", "type::arguments", "(1, 2)"),
        (point, "out[0] = P::g();", "type::object", "P::g"),
        (point, "out[0] = P::x;", "type::object", "P::x"),
        (point, "P p(1); p();", "type::call", "p"),
        (point, "out[0] = this->x;", "name::unknown", "this"),
        (point, "__shared__ P p;", "type::constructor", "p"),
        (
            "struct S { int x; __device__ int f() const { x = 1; return x; } };",
            "S s; out[0] = s.f();",
            "type::const",
            "x",
        ),
        (
            "struct S { int x; __device__ static int f() { return x; } };",
            "out[0] = S::f();",
            "type::object",
            "x",
        ),
        (
            "struct S { int x; __device__ int f() = delete; };",
            "S s; out[0] = s.f();",
            "type::deleted",
            "s.f()",
        ),
        ("struct S { int x; __device__ S(int a) : y(a) {} };", "S s(1);", "name::unknown", "y"),
        ("struct S { int x; __device__ S(int a) { return 1; } };", "S s(1);", "type::return", "1"),
        ("struct S { int x; __device__ explicit S(int a) : x(a) {} };", "S s = 1;", "type::mismatch", "1"),
        ("struct S { int a = S().a; };", "S s;", "limit::member-values", "S()"),
    ] {
        assert_eq!(errors(classes, body), [(String::from(code), String::from(place))], "{classes} {body}");
    }
}

#[test]
fn what_classes_cannot_have_is_named() {
    for (member, place) in [
        ("virtual __device__ int f() { return 1; }", "virtual"),
        ("__device__ ~S() { x = 1; }", "~"),
        ("template <class T> __device__ int f(T t) { return 1; }", "template"),
        ("__device__ S(const S &o) : x(o.x) {}", "S"),
        ("friend __device__ int f(S s) { return 1; }", "friend"),
    ] {
        let found = errors(&format!("struct S {{ int x; {member} }};"), "S s; out[0] = s.x;");
        let named = (String::from("unsupported::class"), String::from(place));
        assert!(found.contains(&named), "{member} {found:?}");
    }
}
