//! What is said of templates that cannot be used.

use alloc::{format, string::String, vec::Vec};

use super::front;
use crate::document::{CompileOptions, Language, Limits};
use crate::lang::compile;
use crate::source::Diagnostic;

/// The only error of a text: its code, the text at its place, and all that it says.
#[track_caller]
fn of(source: &str) -> (String, String, String) {
    let diagnostics = front(source).diagnostics;
    let errors: Vec<Diagnostic> = diagnostics.into_iter().filter(Diagnostic::is_error).collect();
    assert_eq!(errors.len(), 1, "{source}\n{errors:#?}");
    let (only, span) = (&errors[0], errors[0].span());
    let at = |start: u32, end: u32| source[start as usize..end as usize].into();
    let labels: Vec<String> = only
        .labels
        .iter()
        .map(|label| {
            format!("{} [{}]", label.text, &source[label.span.start as usize..label.span.end as usize])
        })
        .collect();
    let said = format!("{} {} {}", only.message, labels.join("; "), only.help.clone().unwrap_or_default());
    (only.code.clone().into_owned(), at(span.start, span.end), said)
}

#[track_caller]
pub(super) fn check(functions: &str, body: &str, code: &str, place: &str, said: &[&str]) {
    let source = format!("{functions}\n__global__ void k(float *a) {{ {body} }}");
    let (found, at, all) = of(&source);
    assert_eq!((found.as_str(), at.as_str()), (code, place), "{source}\n{all}");
    said.iter().for_each(|words| assert!(all.contains(words), "{source}\n{all}"));
}

#[test]
fn calls_that_no_template_fits() {
    let two = "template <class T> __device__ T least(T x, T y) { return x < y ? x : y; }";
    check(two, "a[0] = least(1, 2.0f);", "type::arguments", "least", &["`T` would be `int` and `float`"]);
    check(two, "a[0] = least(1);", "type::arguments", "least", &["takes 2 arguments"]);
    check(
        two,
        "a[0] = least<4>(1, 2);",
        "type::arguments",
        "least<4>",
        &["argument 1 in `<…>` must be a type"],
    );
    check(two, "a[0] = least<int, int>(1, 2);", "type::arguments", "least<int, int>", &["has 1 parameters"]);
    let none = "template <class T, int N> __device__ int n(T x) { return N; }";
    check(none, "a[0] = n(1);", "type::arguments", "n", &["`N` stands for is not told"]);
    check(
        none,
        "a[0] = n<int, float>(1);",
        "type::arguments",
        "n<int, float>",
        &["2 in `<…>` must be a constant"],
    );
    check(none, "int m = a[1]; a[0] = n<int, m>(1);", "type::constant", "m", &["integer constant"]);
    check(none, "a[0] = n<int, 2.5f + 1>(a);", "type::arguments", "n<int, 2.5f + 1>", &[]);
    let pointer = "template <class T> __device__ T first(T *p) { return *p; }";
    check(pointer, "a[0] = first(1.0f);", "type::arguments", "first", &["has not the form"]);
    check("", "a[0] = nothing<float>(1);", "name::unknown", "nothing", &["There is no template `nothing`"]);
    let same = "template <class T> __device__ int f(T, int) { return 1; } template <class T> __device__ int f(int, T) { return 2; }";
    check(same, "a[0] = f(1, 2);", "type::ambiguous", "f", &["equally well"]);
}

#[test]
fn errors_in_an_instance_name_it() {
    let inner = "template <class T> __device__ int f(T x) { return x.a; }
        template <class T, int N> __device__ int g(T x) { return f<T>(x) + N; }";
    check(
        inner,
        "a[0] = g<int, 3>(1);",
        "type::member",
        "a",
        &["`f<int>` is asked for here [f<T>]", "`g<int, 3>` is asked for here [g<int, 3>]"],
    );
    let asserts =
        "template <int N> __device__ int h() { static_assert(N % 2 == 0, \"even only\"); return N; }";
    check(asserts, "a[0] = h<2>() + h<3>();", "type::static-assert", "N % 2 == 0", &["even only", "`h<3>`"]);
    let fixed = "template <class T> __device__ int h(T x) { if constexpr (x > 1) return 1; return 2; }";
    check(fixed, "a[0] = h(1);", "type::constant", "x > 1", &["`if constexpr`", "`h<int>`"]);
    let array = "template <int N> __device__ int h() { int v[N]; return v[0]; }";
    check(array, "a[0] = h<0 - 1>();", "type::array-length", "N", &["-1 elements", "`h<-1>`"]);
    let memory = "template <class T> __device__ int h(T *p) { __shared__ T s[4]; p = s; return *p; }";
    check(memory, "a[0] = h(a);", "type::pointer-space", "p = s", &["`h<float>`"]);
    let head = "template <class T> __device__ int h(T x) { return 1; }";
    check(head, "a[0] = h<void>(1);", "type::void", "x", &["`h<void>`"]);
}

/// A kernel does not suffer from an instance that it does not use.
#[test]
fn a_wrong_instance_concerns_only_who_uses_it() {
    let source = "template <class T> __device__ int f(T x) { return x.a; } struct S { int a; };
        __global__ void good(int *y) { S s; s.a = 3; y[0] = f(s); }
        __global__ void bad(int *y) { y[0] = f(1); }";
    let front = front(source);
    let names: Vec<&str> = front.kernels.iter().map(|kernel| kernel.name.as_str()).collect();
    assert_eq!(names, ["good"]);
    assert!(front.findings.seen_from(0).iter().all(|found| !found.is_error()));
    assert!(front.findings.seen_from(1).iter().any(Diagnostic::is_error));
}

#[test]
fn recursion_ends() {
    let endless = "template <int N> __device__ int f() { return f<N + 1>(); }";
    check(
        endless,
        "a[0] = f<0>();",
        "limit::template-depth",
        "f<N + 1>",
        &["limit `template_depth`", "if constexpr"],
    );
    let itself = "template <class T> __device__ T f(T x) { return f(x); }";
    check(itself, "a[0] = f(1);", "unsupported::recursion", "f(x)", &["`f<int>` calls itself"]);
    let growing = "template <class T> __device__ int f(T x) { return f(&x); }";
    check(growing, "a[0] = f(1);", "limit::type-depth", "&x", &["limit type-depth"]);
    let classes = "template <class T> struct W { W<W<T> > w; };";
    let said = &["limit template-classes", "specialisation"];
    check(classes, "W<int> w; a[0] = sizeof(w);", "limit::template-classes", "W<T>", said);
    let tangled = "template <int N = sizeof(f())> __device__ int f() { return N; }";
    let source = format!("{tangled}\n__global__ void k(float *a) {{ a[0] = f(); }}");
    assert!(front(&source).has_errors());
    let tangled = "template <class T> __device__ int f(T x, int (&y)[sizeof(f(x, 1)) + sizeof(f(T(1), 2))]) { return 1; }";
    let source = format!("{tangled}\n__global__ void k(float *a) {{ a[0] = f(1, 1); }}");
    assert!(front(&source).has_errors());
    let wide = "template <int N, int M> __device__ int f() { if constexpr (N == 0) return M; else return f<N - 1, 2 * M>() + f<N - 1, 2 * M + 1>(); }";
    let source = format!("{wide}\n__global__ void k(float *a) {{ a[0] = f<12, 1>(); }}");
    let front = front(&source);
    assert!(front.diagnostics.iter().any(|found| found.code == "limit::template-instances"));
}

#[test]
fn kernels_need_an_instance() {
    let kernel = "template <class T, int N> __global__ void k(T *a) { a[0] = N; }";
    let (code, at, said) = of(kernel);
    assert_eq!((code.as_str(), at.as_str()), ("type::template-kernel", "k"));
    assert!(said.contains("`k<float, 4><<<grid, block>>>(…)`"), "{said}");
    assert_eq!(front(kernel).signatures.len(), 1);
    let unclear = format!("{kernel}\ntemplate <class T> void go(T *a) {{ k<T, 4><<<1, 1>>>(a); }}");
    assert!(of(&unclear).2.contains("this launch does not tell it [k<T, 4><<<1, 1>>>(a)]"));
    let reference =
        "template <class T> __global__ void k(T &a) { a = 1; }\ntemplate __global__ void k<int>(int &);";
    assert!(front(reference).diagnostics.iter().any(|found| found.code == "unsupported::reference"));
    assert!(front(reference).kernels.is_empty());
}

#[test]
fn specialisations_that_fit_nothing() {
    let primary = "template <class T> __device__ T f(T x) { return x; }";
    let none = format!("{primary} template <> __device__ int f<float>(int x) {{ return 1; }}");
    check(&none, "a[0] = 1;", "type::template", "f", &["No template `f`"]);
    let late = format!(
        "{primary} __device__ int g() {{ return f(1); }} template <> __device__ int f<int>(int x) {{ return 1; }}"
    );
    check(&late, "a[0] = g();", "name::redefined", "f", &["too late", "`f<int>`"]);
    let twice = format!("{primary} {primary}");
    check(&twice, "a[0] = 1;", "name::redefined", "f", &["defined twice"]);
    let undefined = "template <class T> __device__ T f(T x);";
    check(undefined, "a[0] = f(1);", "name::undefined", "f(1)", &["`f<int>` is declared but not defined"]);
}

#[test]
fn other_templates_are_refused_by_name() {
    let refused = |functions: &str, body: &str, words: &str| {
        let source = format!("{functions}\n__global__ void k(float *a) {{ {body} }}");
        let found = front(&source).diagnostics;
        let first = found.iter().find(|found| found.is_error()).expect("an error");
        assert_eq!(first.code, "unsupported::template", "{source}\n{found:#?}");
        assert!(first.message.contains(words) && first.help.is_some(), "{source}\n{found:#?}");
    };
    refused(
        "template <template <class> class F> struct S { int a; };",
        "S<int> s;",
        "templates that are templates",
    );
    refused(
        "template <template <class> class T> using P = int *;",
        "P<float> p = 0;",
        "templates that are templates",
    );
    refused(
        "template <class T> struct S { __device__ int f() { return 1; } }; template <> __device__ int S<int>::f() { return 2; }",
        "S<int> s; a[0] = s.f();",
        "single function of a class",
    );
    refused(
        "template <class T> __device__ T pi = T(3);",
        "a[0] = pi<float>;",
        "Templates of variables that are no constants",
    );
    refused(
        "template <class... T> __device__ int f(T... x) { auto g = [=](int n) { return (n + ... + x); }; return g(1); }",
        "a[0] = f(1, 2);",
        "A lambda cannot use the pack `x`",
    );
    refused(
        "",
        "auto f = [](auto... x) { return sizeof...(x); }; a[0] = f(1);",
        "Packs as parameters of lambdas",
    );
}

/// What packs cannot be, each at its place (C++17 17.5.3 and 17.6.3).
#[test]
fn packs_where_they_mean_nothing() {
    let sum = "template <class... T> __device__ int f(T... x) { return (0 + ... + x); }";
    let cases = [
        ("template <class... T> __device__ int f(T... x) { return x; }", "f(1)", "type::pack", "x"),
        ("template <class T> __device__ int f(T x) { return f(x...); }", "f(1)", "type::pack", "x..."),
        (
            "template <class... T> __device__ int f(T... x) { return (x + ...); }",
            "f()",
            "type::pack",
            "(x + ...)",
        ),
        (
            "template <class T> __device__ int f(T x) { return sizeof...(x); }",
            "f(1)",
            "type::pack",
            "sizeof...(x)",
        ),
        (
            "template <class... T> struct S { template <class... U> __device__ static int g(U... u) { return (0 + ... + (u * (int)sizeof(T))); } };",
            "S<int, char>::g(1)",
            "type::pack",
            "(0 + ... + (u * (int)sizeof(T)))",
        ),
        (sum, "f<int, int>(1)", "type::arguments", "f<int, int>"),
    ];
    for (item, value, code, at) in cases {
        let source = format!("{item}\n__global__ void k(float *a) {{ a[0] = {value}; }}");
        let found = front(&source).diagnostics;
        let first = found.iter().find(|found| found.is_error()).expect("an error");
        let text = &source[first.span().start as usize..first.span().end as usize];
        assert_eq!((first.code.as_ref(), text), (code, at), "{source}\n{found:#?}");
    }
}

/// What is wrong in a class that is a template matters where it is used.
#[test]
fn classes_that_make_no_sense() {
    let pair = "template <class A, int N = 2> struct P { A a[N]; __device__ int f() { return a[0].q; } __device__ int g() { return 3; } };";
    check(
        pair,
        "P<int> p; a[0] = p.f();",
        "type::member",
        "q",
        &["`int` has no members", "`P<int, 2>::f` is asked for here"],
    );
    assert!(
        !front(&format!("{pair}\n__global__ void k(float *a) {{ P<int> p; a[0] = p.g(); }}")).has_errors()
    );
    check(pair, "P<> p;", "type::arguments", "P<>", &["`A` stands for is not told"]);
    check(pair, "P<int, 2, 3> p;", "type::arguments", "P<int, 2, 3>", &["it has 2 parameters"]);
    check(pair, "P<2> p;", "type::arguments", "P<2>", &["argument 1 in `<…>` must be a type"]);
    check(pair, "P p;", "type::template", "P", &["`P` is a template"]);
    let endless = "template <int N> struct F { static constexpr int value = F<N - 1>::value; };";
    let source = format!("{endless}\n__global__ void k(float *a) {{ a[0] = F<3>::value; }}");
    assert!(front(&source).diagnostics.iter().any(|found| found.code == "limit::template-classes"));
    let equal = "template <class A, class B> struct S {}; template <class A> struct S<A, int> {}; template <class A> struct S<int, A> {};";
    check(equal, "S<int, int> s;", "type::ambiguous", "S<int, int>", &["fit <int, int> equally well"]);
}

/// The pointer to shared memory that many texts of CUDA have; what follows is read.
#[test]
fn classes_that_become_pointers() {
    let source = "template <class T> struct Shared {
            __device__ operator T *() { extern __shared__ int s[]; return (T *)s; }
            __device__ operator const T *() const { return 0; }
        };
        template <> struct Shared<double> { __device__ operator double *() { return 0; } };
        __global__ void k(int *x) { x[threadIdx.x] = 1; }";
    let front = super::front(source);
    assert!(front.diagnostics.is_empty(), "{:#?}", front.diagnostics);
}

/// What lambdas do not have is an error that names it.
#[test]
fn lambdas_that_make_no_sense() {
    let of_lambda = |body: &str, code: &str, place: &str, said: &str| check("", body, code, place, &[said]);
    of_lambda(
        "int b = 1; auto f = [](int y) { return b + y; }; a[0] = f(1);",
        "type::capture",
        "b",
        "does not capture `b`",
    );
    of_lambda(
        "auto f = [](auto y) { return y; }; a[0] = f(1, 2);",
        "type::arguments",
        "f",
        "takes 1 arguments, not 2",
    );
    of_lambda(
        "auto f = [](auto *y) { return *y; }; a[0] = f(1);",
        "type::arguments",
        "f",
        "does not take that",
    );
    of_lambda(
        "auto f = [](auto y) { return y; }; a[0] = f({1});",
        "type::arguments",
        "f",
        "Nothing tells the type",
    );
    of_lambda(
        "int b = 1; auto f = [](auto y) { return y + b; }; a[0] = f(1);",
        "type::capture",
        "b",
        "does not capture `b`",
    );
    of_lambda(
        "auto f = [](auto y) -> auto { return y; }; a[0] = f(1);",
        "type::auto",
        "auto",
        "`auto` behind `->` is not supported",
    );
    of_lambda(
        "int v[2] = {}; auto f = [=] { return v[1]; }; a[0] = f();",
        "unsupported::lambda",
        "[=] { return v[1]; }",
        "would copy the array `v`",
    );
    of_lambda(
        "int b = 1; auto f = [b] { b = 2; }; f();",
        "type::const",
        "b",
        "nothing can be assigned to it",
    );
    let outside = "template <class F> struct S { int v; }; S<int> s; auto g = [] { return 1; };";
    assert!(!front(&format!("{outside}\n__global__ void k(float *a) {{ a[0] = 1; }}")).has_errors());
}

/// A pointer of which nobody knows where it points is an error, not a pointer to global memory.
#[test]
fn pointers_that_nobody_knows() {
    let view = "struct V { int *p; }; __device__ void init(V *v, int *q) { v = v + 0; v->p = q; }";
    let said = ["points to global memory"];
    check(
        view,
        "__shared__ int t[2]; V v; init(&v, t); a[0] = v.p[0];",
        "type::pointer-space",
        "v->p = q",
        &said,
    );
    let node = "struct N { int v; N *next; };";
    let body = "N b{1, nullptr}, c{2, &b}, d{3, &c}, *p = &d; while (p) p = p->next; a[0] = 1;";
    let said = ["not known into which memory"];
    check(node, body, "type::pointer-space", "p = p->next", &said);
}

/// What one pointer may have written is never read as if another had been: an object that others have seen keeps its memories.
#[test]
fn pointers_of_objects_that_others_have_seen() {
    let one = "struct S { float *p; }; __device__ void set(S *q, float *v) { q->p = v; }";
    let code = "type::pointer-space";
    let chosen =
        "__shared__ float t[2]; S x, y; x.p = t; y.p = a; S *q = a[3] ? &x : &y; q->p = a; a[0] = *x.p;";
    check(one, chosen, code, "q->p = a", &["not known into which memory"]);
    let seen = "__shared__ float t[2]; S x; set(&x, a); if (a[3]) x.p = t; a[0] = *x.p;";
    check(
        one,
        seen,
        code,
        "x.p = t",
        &["This points to local memory", "receives it points to global memory"],
    );
    let twice = "struct S { float *p; }; __shared__ S s; __shared__ float t[4]; __device__ void both(S &r, float *g) { r.p = g; s.p = t; }";
    check(twice, "both(s, a); a[0] = *s.p;", code, "s.p = t", &["This points to local memory"]);
    let list = "__shared__ float t[2]; S x[2]; x[0].p = t; x[1].p = a; x[threadIdx.x].p = a; a[0] = *x[0].p;";
    check(one, list, code, "x[threadIdx.x].p = a", &["not known into which memory"]);
    let read = "__shared__ float t[2]; S x[2]; x[0].p = t; a[0] = *x[threadIdx.x].p; x[1].p = a;";
    check(one, read, code, "x[1].p = a", &["points to global memory", "points to local memory"]);
    let moved = "struct S { float *p; }; __device__ void set(S *q, float *v) { q += 1; q[-1].p = v; }";
    let given = "__shared__ float t[2]; S x; set(&x, t); a[0] = *x.p;";
    check(moved, given, code, "q[-1].p = v", &["This points to local memory", "points to global memory"]);
    let bytes = "float n; S x; x.p = &n; float *f = (float *)&x; a[0] = *((S *)f)->p;";
    check(one, bytes, code, "((S *)f)->p", &["not known into which memory"]);
}

/// A constant that takes too long is none; the limit is named where one is needed.
#[test]
fn limits_of_constants_are_named() {
    let steps = "constexpr int f(int n) { int s = 0; for (int i = 0; i < n; i++) s += i; return s; }";
    let said = &["must be an integer constant", "200000 steps (limit `constexpr_steps`) [f(1000000)]"];
    check(steps, "int b[f(1000000)]; a[0] = b[0];", "type::constant", "f(1000000)", said);
    let later = "constexpr int n = f(1000000); static_assert(n > 0); a[0] = n;";
    check(steps, later, "type::constant", "n > 0", &["limit `constexpr_steps`"]);
    let limits = Limits { constexpr_steps: 10, ..Limits::default() };
    let source = format!("{steps}\n__global__ void k(float *a) {{ int b[f(5)]; a[0] = b[0]; }}");
    let few = compile(&source, Language::Auto, &CompileOptions::default(), &limits);
    assert!(
        few.diagnostics
            .iter()
            .any(|said| said.labels.iter().any(|label| label.text.contains("than 10 steps")))
    );
    assert!(!front(&source).has_errors());
    // How deep instances may be is a setting, too.
    let deep =
        "template <int N> __device__ int f() { if constexpr (N == 0) return 1; else return f<N - 1>(); }";
    let source = format!("{deep}\n__global__ void k(float *a) {{ a[0] = f<60>(); }}");
    let limits = Limits { template_depth: 50, ..Limits::default() };
    assert!(!front(&source).has_errors());
    assert!(compile(&source, Language::Auto, &CompileOptions::default(), &limits).has_errors());
}

#[test]
fn functions_that_do_not_fit_a_parameter() {
    let text = "typedef float (*op_t)(float, float);
        __device__ float one(float x) { return x; }
        template <op_t f> __device__ float use(float x) { return f(x, x); }";
    let said = &["must be the name of a function with the parameters that are asked for"];
    check(text, "a[0] = use<one>(1);", "type::arguments", "use<one>", said);
    check(text, "op_t f; a[0] = 1;", "unsupported::function-pointer", "op_t", &["parameter of a template"]);
}

#[test]
fn bit_fields_have_no_address() {
    let text = "struct S { int d : 4; }; __device__ void set(int &x) { x = 1; }";
    let no = &["has no address", "Copy it into a variable"];
    check(text, "S s; int *p = &s.d; a[0] = *p;", "type::place", "&s.d", no);
    check(text, "S s; set(s.d); a[0] = s.d;", "type::place", "s.d", no);
    check(text, "S s; auto &[d] = s; d = 1;", "type::place", "d", no);
    // A copy that nobody writes is as good as the name, but not where the number is promoted to another type.
    check(text, "S s; auto [d] = s; d = 1;", "type::const", "d", &[]);
    let narrow = "struct S { unsigned d : 4; };";
    check(narrow, "S s; auto [d] = s; a[0] = d;", "unsupported::bit-field", "d", &["Say the member itself"]);
    let based = "struct J { int a : 9; J(); }; struct K : J { int z : 10; };";
    let said = front(&format!("{based} __global__ void k(int *a) {{ K k; a[0] = k.z; }}"));
    assert!(said.diagnostics.iter().any(|found| found.code == "unsupported::bit-field"));
    let wide = front("__device__ struct S { int d : 33; } s; __global__ void k(int *a) { a[0] = s.d; }");
    let said = "A bit-field of type `int` has 1 to 32 bits here, not 33.";
    assert!(wide.diagnostics.iter().any(|found| found.message == said));
}
