//! What lambdas capture, what they cannot, and how often they are looked at. (What they do: `oracle`.)

use alloc::{format, string::String};

use super::template_errors::check;
use super::{cuda_ints, front};
use crate::document::Limits;
use crate::files::Files;
use crate::lang::{check as checker, names::Names, parser, preproc, report::Report, token::Dialect};

/// What is wrong in a body of a kernel.
#[track_caller]
fn wrong(body: &str, code: &str, place: &str, said: &str) {
    check("", body, code, place, &[said]);
}

#[test]
fn what_cannot_be_captured() {
    let (code, nothing) = ("type::capture", "There is no variable");
    wrong("auto f = [zzz] { return 1; }; a[0] = f();", code, "zzz", nothing);
    wrong("auto f = [&zzz] { return 1; }; a[0] = f();", code, "zzz", nothing);
    wrong("auto f = [=, &zzz] { return 1; }; a[0] = f();", code, "zzz", nothing);
    wrong("auto f = [this] { return 1; }; a[0] = f();", code, "this", "There is no object");
    wrong("auto f = [*this] { return 1; }; a[0] = f();", code, "this", "There is no object");
    let other = "is not a variable of one work-item";
    wrong("enum { five = 5 }; auto f = [five] { return 1; }; a[0] = f();", code, "five", other);
    wrong("__shared__ int s[2]; auto f = [s] { return 1; }; a[0] = f();", code, "s", other);
    check("__device__ int count;", "auto f = [&count] { return 1; }; a[0] = f();", code, "count", &[other]);
    check("__device__ int g() { return 1; }", "auto f = [g] { return 1; }; a[0] = f();", code, "g", &[other]);
    // What stands in another function, or behind the lambda.
    check("__device__ int g(int b) { return b; }", "auto f = [b] { return 1; };", code, "b", &[nothing]);
    wrong("auto f = [b] { return 1; }; int b = 1; a[b] = f();", code, "b", nothing);
}

#[test]
fn what_is_captured_twice() {
    let code = "name::redefined";
    let twice = "`b` is captured twice";
    wrong("int b = 1; auto f = [b, b] { return b; }; a[0] = f();", code, "b", twice);
    wrong("int b = 1; auto f = [b, &b] { return b; }; a[0] = f();", code, "b", twice);
    wrong("int b = 1; auto f = [b = 2, b] { return b; }; a[b] = f();", code, "b", twice);
    wrong("int b = 1; auto f = [&, b, c = 3, b = 4] { return b; }; a[b] = f();", code, "b", twice);
    let param = "no parameter can have this name";
    wrong("int b = 1; auto f = [b](int b) { return b; }; a[b] = f(2);", code, "b", param);
    wrong("auto f = [b = 1](int b) { return b; }; a[0] = f(2);", code, "b", param);
    check(
        "struct S { int v; __device__ int f() { auto g = [this, this] { return v; }; return g(); } };",
        "S s{1}; a[0] = s.f();",
        code,
        "this",
        &["`this` is captured twice"],
    );
}

#[test]
fn brackets_that_make_no_sense() {
    let code = "parse::expected";
    wrong("int b = 1; auto f = [*b] { return 1; }; a[b] = f();", code, "b", "`this`");
    wrong("int b = 1; auto f = [b, =] { return 1; }; a[b] = f();", code, "=", "the name of a variable");
    wrong("int b = 1; auto f = [=, &] { return 1; }; a[b] = f();", code, "]", "the name of a variable");
}

/// A lambda has what it captures, and nothing that the functions around have beside it.
#[test]
fn what_is_not_captured() {
    let (code, not) = ("type::capture", "does not capture `b`");
    let body = |lambda: &str| format!("int b = 1; {lambda} a[b] = f(3);");
    wrong(&body("auto f = [](int c) { return c + b; };"), code, "b", not);
    wrong(&body("auto f = [](int c) { auto g = [&] { return b; }; return g(); };"), code, "b", not);
    wrong(&body("auto f = [&](int c) { auto g = [] { return b; }; return g(); };"), code, "b", not);
    wrong(&body("auto f = [=](int c) { auto g = [c] { return b; }; return g(); };"), code, "b", not);
    // The length of an array is a value, also where only the type of the array matters.
    wrong(&body("auto f = [](int c) { return (int)sizeof(int[b]); };"), code, "b", not);
    wrong(
        &body("auto f = [&](int c) { return (int)sizeof(int[b]); };"),
        "type::constant",
        "b",
        "must be an integer constant",
    );
    let parameters = "parameters of a lambda cannot use what it captures";
    wrong("int b = 1; auto f = [c = b](decltype(c) d) { return d; }; a[b] = 1;", code, "c", parameters);
    let object = "struct S { int v; __device__ int f() { auto g = [] { return v; }; return g(); } };";
    check(object, "S s{1}; a[0] = s.f();", code, "v", &["does not capture `this`"]);
}

/// Copies stay as `const` as what they are copies of; new variables are not.
#[test]
fn copies_that_cannot_be_changed() {
    let change = |brackets: &str| {
        format!("const int b = threadIdx.x; auto f = [{brackets}]() mutable {{ b = 2; }}; f();")
    };
    for brackets in ["b", "=", "&b", "&"] {
        wrong(&change(brackets), "type::const", "b", "nothing can be assigned to it");
    }
    let source = format!("__global__ void k(float *a) {{ {} }}", change("b = b"));
    assert!(!super::front(&source).has_errors());
}

/// How many functions a text has, those of lambdas among them.
fn functions(source: &str) -> usize {
    let (mut names, mut report) = (Names::new(), Report::default());
    let tokens = preproc::preprocess(&Files::one(source), Dialect::Cuda, &[], &mut names, &mut report);
    let parsed = parser::parse(tokens, Dialect::Cuda, &mut names, &mut report);
    let program = checker::check((&parsed, source, Dialect::Cuda), &names, &Limits::default(), &mut report);
    assert_eq!(report.errors(), 0, "{source}\n{:#?}", super::front(source).diagnostics);
    program.functions.len()
}

/// Each body is looked at once, however deep lambdas stand in others and however often their values are asked for.
#[test]
fn bodies_are_looked_at_once() {
    let deep = 15;
    let begin: String = (0..deep).map(|at| format!("auto f{at} = [&] {{ ")).collect();
    let end: String = (0..deep).rev().map(|at| format!("return a[0]; }}; auto r{at} = f{at}(); ")).collect();
    assert_eq!(functions(&format!("__global__ void k(float *a) {{ {begin}{end} }}")), 1 + deep);
    let object = "struct M { int n = [] { return 3; }(); };";
    assert_eq!(functions(&format!("{object}\n__global__ void k(float *a) {{ M m[50], o; a[0] = o.n; }}")), 2);
    // One for each instance that is used by a function.
    let given =
        "template <class T> __device__ int g(T x, int b = [] { return (int)sizeof(T); }()) { return b; }";
    let body = "a[0] = g(1) + g(2) + g(1.0f); auto b = g(3.0f) + g('c'); a[1] = b;";
    assert_eq!(functions(&format!("{given}\n__global__ void k(float *a) {{ {body} }}")), 1 + 3 + 3);
    // Each function around asks for its own, a default argument in a default argument too.
    let chain: String = (1..deep)
        .map(|at| {
            format!(
                "__device__ int g{at}(int b = [] {{ auto c = g{}(); return c; }}()) {{ return b; }}\n",
                at - 1
            )
        })
        .collect();
    let text = format!(
        "__device__ int g0(int b = 1) {{ return b; }}\n{chain}__global__ void k(float *a) {{ a[0] = g{}(); }}",
        deep - 1
    );
    assert_eq!(functions(&text), 1 + deep + deep - 1);
}

/// A default argument that asks for itself has an end.
#[test]
fn default_arguments_that_ask_for_themselves() {
    let code = "limit::default-arguments";
    for value in ["g(T())", "[] { return g(T()); }()", "[x = g(T())] { return x; }()"] {
        let source = format!(
            "template <class T> __device__ int g(T a, int b = {value}) {{ return b; }}
            __global__ void k(float *a) {{ a[0] = g(1); }}"
        );
        let front = super::front(&source);
        assert!(
            front.diagnostics.iter().any(|found| found.code == code),
            "{source}\n{:#?}",
            front.diagnostics
        );
    }
    // Each asks twice for the one before it.
    let chain: String = (1..40)
        .map(|at| format!("__device__ int g{at}(int b = g{0}() + g{0}()) {{ return b; }}\n", at - 1))
        .collect();
    let first = "__device__ int g0(int b = 1) { return b; }";
    let front = super::front(&format!("{first}\n{chain}__global__ void k(float *a) {{ a[0] = g39(); }}"));
    assert!(front.diagnostics.iter().any(|found| found.code == code), "{:#?}", front.diagnostics);
}

/// C++17 11.3.6: default arguments of lambdas, and of functions of classes in functions, see constants and no variables. The values are
/// clang's.
#[test]
fn functions_in_functions_have_default_arguments() {
    let text = "constexpr int G = 5; __device__ int g(int x) { return x + 1; } template <class F> __device__ int call(F f) { return f(1) + f(1, 2) * 100; } template <class T> __device__ T tt(T v) { auto f = [](T x, T y = T(3)) { return x + y; }; return f(v); }
        struct S { int k = 2; static __device__ int s() { return 6; } static constexpr int C = 3; __device__ int f() { auto l = [this](int x = s(), int y = C) { return k * 100 + x * 10 + y; }; return l() + l(1) * 1000; } };";
    let body = "auto f = [](int x, int y = 3) { return x * 10 + y; }; out[0] = f(1) * 100 + f(1, 2); auto h = [=](int x = G, int y = g(4)) mutable { return x * 10 + y; }; out[1] = h() * 10000 + h(1) * 100 + h(1, 2);
        auto k = [](auto x, int y = 7) { return x * 10 + y; }; out[2] = k(2) * 100 + k(2.5f, 1); const int n = 6; auto l = [](int x = n) { return x; }; { const int n = 5; auto l2 = [](int x = n) { return x; }; out[3] = l() * 10 + l2(); }
        struct P { int x, y; }; auto m = [](P p = {1, 2}) { return p.x * 10 + p.y; }; out[4] = m() * 100 + m({3, 4}); int z = 3; auto w = [&z](int a = 2) { z += a; return z; }; out[5] = w(); out[6] = w(5);
        out[7] = call([](int a, int b = 8) { return a * 10 + b; }); out[8] = tt(4) * 100 + (int)(tt(1.5f) * 2); S s; out[9] = s.f(); struct M { int v; __device__ M(int a = 2) : v(a) {} __device__ int g(int x = n) const { return v * x; } } q, r(4); out[10] = q.g() * 100 + r.g(1);";
    assert_eq!(cuda_ints(text, body, 11), [1312, 551512, 2726, 65, 1234, 5, 10, 1218, 709, 213263, 1204]);
    let found = front(
        "__device__ int n; __global__ void k(int *out) { int n = 4; auto l = [](int x = n) { return x; }; out[0] = l(); }",
    );
    assert_eq!(found.diagnostics[0].code, "type::capture");
}
