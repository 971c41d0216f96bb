//! Texts that C++ refuses: each gets one error at its place. Compilers of the host refuse all of them.

use alloc::{format, string::String, vec::Vec};

use super::front;

/// Code and place of each error of a text whose kernel has this body.
#[track_caller]
fn errors(before: &str, body: &str) -> Vec<(String, String)> {
    let source = format!("{before}\n__global__ void k(int *out, int x) {{ {body} }}");
    let errors = front(&source).diagnostics.into_iter().filter(|found| found.is_error());
    let place = |error: crate::source::Diagnostic| {
        let span = error.span();
        (error.code.clone().into_owned(), source[span.start as usize..span.end as usize].into())
    };
    errors.map(place).collect()
}

#[track_caller]
fn each(cases: &[(&str, &str, &str, &str)]) {
    for (before, body, code, place) in cases {
        let found = errors(before, body);
        assert_eq!(found, [(String::from(*code), String::from(*place))], "{before} {body}");
    }
}

#[test]
fn what_is_const_stays_as_it_is() {
    each(&[
        ("", "const int c = x; int *r = &c;", "type::const", "&c"),
        ("__device__ void f(int *p) { *p = 3; }", "const int c = x; f(&c);", "type::const", "&c"),
        ("__device__ int *f(const int *p) { return p; }", "out[0] = *f(out);", "type::const", "p"),
        ("struct S { const int v; };", "S s{x}, t{2}; s = t;", "type::const", "s"),
        ("", "const int c;", "type::initialiser", "c"),
        ("", "constexpr int c;", "type::initialiser", "c"),
        ("struct S { int v; };", "const S s;", "type::initialiser", "s"),
        ("__device__ void f(int *p) { *p = 3; }", "volatile int v = x; f(&v);", "type::const", "&v"),
        (
            "struct S { int v; }; __device__ const S give(int x) { return S{x}; } __device__ int f(S &&s) { return 1; }",
            "out[0] = f(give(x));",
            "type::const",
            "give(x)",
        ),
        (
            "struct S { int v; __device__ void set(int a) { v = a; } }; __device__ const S give(int x) { return S{x}; }",
            "give(x).set(3);",
            "type::arguments",
            "give(x).set",
        ),
    ]);
}

#[test]
fn types_do_not_become_others_by_themselves() {
    each(&[
        ("enum E { A, B };", "E e = x;", "type::mismatch", "x"),
        ("enum E { A, B };", "E e = A; e++;", "type::operands", "e++"),
        ("enum E { A, B };", "E e = A; e |= B;", "type::operands", "e |= B"),
        ("enum class E { A, B };", "int e = E::A;", "type::mismatch", "E::A"),
        ("enum class E { A, B };", "E e = E::A; if (e == 0) out[0] = 1;", "type::operands", "e == 0"),
        ("enum class E { A, B };", "out[0] = -(int)E::A + ~E::B;", "type::operands", "~E::B"),
        ("enum class E { A, B };", "if (E::A) out[0] = 1;", "type::mismatch", "E::A"),
        ("", "void *p = out; int *q = p;", "type::mismatch", "p"),
        ("", "bool b = true; b++;", "type::operands", "b++"),
        ("", "bool b = true; --b;", "type::operands", "--b"),
        ("", "auto a = 1, b = 2.5f;", "type::auto", "b"),
        (
            "__device__ auto f(int x) { if (x) return 1; return 2.5f; }",
            "out[0] = f(x);",
            "type::auto",
            "2.5f",
        ),
        ("", "char t[3] = \"abc\";", "type::too-many", "\"abc\""),
        ("", "switch (x) { case 1.5: break; }", "type::constant", "1.5"),
    ]);
}

#[test]
fn what_is_declared_twice_or_wrongly() {
    each(&[
        ("enum E { A }; enum E { B };", "out[0] = B;", "name::redefined", "enum E"),
        (
            "template <class T, class T> __device__ int f(T x) { return 1; }",
            "out[0] = f<int, int>(x);",
            "name::redefined",
            "T",
        ),
        ("", "switch (x) { case 0: int y = 3; out[0] = y; case 1: out[1] = y; }", "type::case", "y"),
        ("", "retrun x;", "name::unknown", "retrun"),
    ]);
}

#[test]
fn operators_have_the_operands_of_their_sign() {
    let class = "struct S { int v; __device__ int operator==(S a, S b) { return 1; } };";
    // Then the call has no function, either.
    let found = errors(class, "S s{x}; out[0] = s == s;");
    assert_eq!(found[0], ("type::operator".into(), "operator==".into()));
}

#[test]
fn a_base_that_depends_on_parameters_is_not_looked_into() {
    each(&[
        (
            "template <class T> struct B { int m; }; template <class T> struct D : B<T> { __device__ int g() { return m; } };",
            "D<int> d; d.m = 1; out[0] = d.g();",
            "name::unknown",
            "m",
        ),
        (
            "template <class T> struct B { __device__ int f() { return 2; } }; template <class T> struct D : B<T> { __device__ int g() { return f(); } };",
            "D<int> d; out[0] = d.g();",
            "name::unknown",
            "f",
        ),
    ]);
}

#[test]
fn functions_of_no_class_use_what_is_public() {
    let class = "class S { int v; __device__ int f() const { return v; } public: __device__ S(int a) : v(a) {} __device__ int get() const { return f(); } };";
    each(&[
        (class, "S s(x); out[0] = s.v;", "type::private", "v"),
        (class, "S s(x); out[0] = s.f();", "type::private", "s.f"),
        ("class S { int v; __device__ S(int a) : v(a) {} };", "S s(x);", "type::private", "(x)"),
    ]);
    let friends = "class S { int v; friend __device__ int get(const S &s); public: __device__ S(int a) : v(a) {} }; __device__ int get(const S &s) { return s.v; }";
    for (classes, body) in [(class, "S s(x); out[0] = s.get();"), (friends, "S s(x); out[0] = get(s);")] {
        assert_eq!(errors(classes, body), []);
    }
}
