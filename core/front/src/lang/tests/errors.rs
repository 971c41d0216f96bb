//! Messages: the right words at the right columns, several in one run.

use alloc::{format, string::String, vec::Vec};

use super::front;
use crate::source::{Diagnostic, LineIndex};

/// Code, line and columns (first, one past the last) of every message.
fn places(source: &str) -> Vec<(String, u32, u32, u32)> {
    let index = LineIndex::new(source);
    let place = |diagnostic: &Diagnostic| {
        let (line, start) = index.line_column(source, diagnostic.span().start);
        let (_, end) = index.line_column(source, diagnostic.span().end);
        (diagnostic.code.clone().into_owned(), line, start, end)
    };
    front(source).diagnostics.iter().map(place).collect()
}

/// The one message for a body of a kernel: its code and the text that it points at.
fn of_body(body: &str) -> (String, String, Diagnostic) {
    of(&format!("__kernel void k(__global float *a, int n) {{ {body} }}"))
}

fn of(source: &str) -> (String, String, Diagnostic) {
    let diagnostics = front(source).diagnostics;
    assert_eq!(diagnostics.len(), 1, "{source}\n{diagnostics:#?}");
    let only = diagnostics[0].clone();
    let span = only.span();
    (only.code.clone().into_owned(), source[span.start as usize..span.end as usize].into(), only)
}

#[track_caller]
fn check(body: &str, code: &str, text: &str, help: &str) {
    let (found, at, diagnostic) = of_body(body);
    assert_eq!((found.as_str(), at.as_str()), (code, text), "{body}\n{diagnostic:?}");
    let said = diagnostic.help.unwrap_or_default();
    assert!(said.contains(help), "{body}\n{said}");
}

#[test]
fn missing_semicolon_points_behind_the_last_token() {
    let source = "__kernel void k(__global int *a) {\n    int x = 1\n    a[0] = x;\n}\n";
    assert_eq!(places(source), [("parse::semicolon".into(), 2, 14, 14)]);
    let source = "__kernel void k(__global int *a) {\n    a[0] = 1\n}\n";
    assert_eq!(places(source), [("parse::semicolon".into(), 2, 13, 13)]);
}

/// The message for a call of overloaded functions in a kernel: its code, what it says and how many functions it shows.
fn of_call(functions: &str, call: &str) -> (String, String, usize) {
    let (code, _, diagnostic) =
        of(&format!("{functions} __global__ void k(int *out, long n) {{ out[0] = {call}; }}"));
    (code, diagnostic.message, diagnostic.labels.len() - 1)
}

#[test]
fn calls_that_no_overload_or_several_fit() {
    let two = "__device__ int f(int x) { return 1; } __device__ int f(float x) { return 2; }";
    assert_eq!(
        of_call(two, "f(n)"),
        ("type::ambiguous".into(), "Several functions `f` fit `(long)` equally well.".into(), 2)
    );
    assert_eq!(
        of_call(two, "f(1, 2)"),
        ("type::arguments".into(), "No function `f` takes `(int, int)`.".into(), 2)
    );
    assert_eq!(of_call(two, "f(out)").0, "type::arguments");
    let crossed =
        "__device__ int f(int x, float y) { return 1; } __device__ int f(float x, int y) { return 2; }";
    assert_eq!(of_call(crossed, "f(1, 2)").0, "type::ambiguous");
    let same = "__device__ int f(int x) { return 1; } __device__ int f(int y) { return 2; }";
    assert_eq!(of_call(same, "f(1)").0, "name::redefined");
    let (code, _, diagnostic) = of("__global__ void k(int *a) {} __global__ void k(float *a) {}");
    assert_eq!(code, "name::redefined");
    assert!(diagnostic.help.unwrap().contains("name of its own"));
    let (code, _, diagnostic) =
        of("int f(int x) { return 1; } int f(float x) { return 2; } __kernel void k(__global int *a) {}");
    assert_eq!(code, "name::redefined");
    assert!(diagnostic.help.unwrap().contains("overloadable"));
}

#[test]
fn functions_that_a_struct_lacks() {
    let source =
        "struct S { int a; void grow(int n) { a += n; } };\n__global__ void k(S *s) { s[0].grow(1); }";
    assert_eq!(places(source), [("name::unknown".into(), 2, 32, 36)]);
}

/// What a declaration declares is known even if it could not be read: one mistake is one message.
#[test]
fn one_mistake_is_said_once() {
    let source = "__kernel void k(__global int *a) {\n    int x = 5 +, y = 3, *p;\n    a[x] = y + *p;\n    for (int i = 0; i < 4 i++) { a[i] = x; break; }\n    uint j[3] = {1, 2;\n    a[j[0]] = 1;\n}\n";
    let found: Vec<(u32, u32)> =
        places(source).into_iter().map(|(_, line, column, _)| (line, column)).collect();
    assert_eq!(found, [(2, 16), (4, 27), (5, 22)]);
}

#[test]
fn several_errors_in_one_run() {
    let source = "__kernel void k(__global int *a) {\n    a[0] = b;\n    int c = ;\n    for (int i = 0; i < 4; i+) a[i] = i;\n    a[1] = d;\n}\n__kernel void ok(__global int *a) { a[0] = 1; }\n__kernel void m(__global int *a) { a[0] = e; }\n";
    let found: Vec<(u32, u32)> =
        places(source).into_iter().map(|(_, line, column, _)| (line, column)).collect();
    assert_eq!(found, [(2, 12), (3, 13), (4, 30), (5, 12), (8, 43)]);
    let front = front(source);
    assert_eq!(front.kernels.iter().map(|kernel| kernel.name.as_str()).collect::<Vec<_>>(), ["ok"]);
    assert_eq!(front.signatures.len(), 3);
}

#[test]
fn names() {
    check("a[get_gloabl_id(0)] = 1;", "name::unknown", "get_gloabl_id", "`get_global_id`");
    check("int index = 0; a[indx] = 1;", "name::unknown", "indx", "`index`");
    check("a[0] = BLOCK_SIZE;", "name::unknown", "BLOCK_SIZE", "-D");
    check("flaot x = 1;", "name::unknown", "flaot", "`float`");
    check("a[0] = threadIdx_x;", "name::unknown", "threadIdx_x", "Declare");
    check("a[0] = __expf(1.0f);", "name::unknown", "__expf", "CUDA");
    check("int n2 = 1; int n2 = 2;", "name::redefined", "n2", "");
    let (code, at, diagnostic) = of("__global__ void k(float *a) { a[threadIdx] = 1; }");
    assert_eq!((code.as_str(), at.as_str()), ("type::index", "threadIdx"));
    assert!(diagnostic.help.unwrap().contains(".x"));
    let (_, at, diagnostic) =
        of("struct P { int left, right; }; __kernel void k(__global struct P *p) { p[0].lef = 1; }");
    assert_eq!((at.as_str(), diagnostic.help.as_deref()), ("lef", Some("Did you mean `left`?")));
    let (_, at, diagnostic) = of("struct P { int x; }; __kernel void k(__global struct P *p) { p.x = 1; }");
    assert_eq!((at.as_str(), diagnostic.help.as_deref()), ("x", Some("It is a pointer: write `->x`.")));
}

#[test]
fn types() {
    check("int *p = 3.0f;", "type::mismatch", "3.0f", "");
    check("n = a;", "type::mismatch", "a", "index");
    check("float x = a[1.5f];", "type::index", "1.5f", "cast");
    check("a[0] = n % 2.0f;", "type::operands", "n % 2.0f", "fmod");
    check("n[0] = 1;", "type::pointer", "n", "");
    check("*n = 1;", "type::pointer", "n", "");
    check("3 = n;", "type::place", "3", "");
    check("const int c = 1; c = 2;", "type::const", "c", "const");
    check("int v[2]; v = 0;", "type::place", "v", "elements");
    check("int v[n];", "type::constant", "n", "macro");
    check("int v[-1];", "type::array-length", "-1", "");
    check("break;", "type::break", "break;", "");
    check("return 1;", "type::return", "1", "");
    check("__local int l = 3;", "type::initialiser", "l", "Assign");
    check("__local int *l = a;", "type::address-space", "a", "");
    check("int v[2] = {1, 2, 3};", "type::too-many", "3", "");
    check("switch (n) { case 1: break; case 1: break; }", "type::case", "1", "");
    check("n();", "type::call", "n", "");
    check("sqrt;", "name::unknown", "sqrt", "");
    let (code, at, _) = of("__kernel void k(float *a) { a[0] = 1; }");
    assert_eq!((code.as_str(), at.as_str()), ("type::address-space", "a"));
    let (code, at, _) = of("__kernel void k(__constant float *a) { a[0] = 1; }");
    assert_eq!((code.as_str(), at.as_str()), ("type::const", "a[0]"));
    let (code, at, _) = of("__kernel int k(__global float *a) { return 1; }");
    assert_eq!((code.as_str(), at.as_str()), ("type::kernel", "__kernel int"));
}

#[test]
fn calls() {
    check("a[0] = pow(2.0f);", "type::arguments", "pow", "pow(x, y)");
    check("barrier();", "type::arguments", "barrier", "barrier(CLK_LOCAL_MEM_FENCE)");
    check("atomic_add(a, 1);", "type::arguments", "a", "atomic_add(pointer, value)");
    check("atomic_add(n, 1);", "type::arguments", "n", "pointer");
    check("a[0] = as_char(1.0f);", "type::arguments", "1.0f", "");
    let (code, at, diagnostic) =
        of("int f(int a) { return a; } __kernel void k(__global int *o) { o[0] = f(1, 2); }");
    assert_eq!((code.as_str(), at.as_str(), diagnostic.labels.len()), ("type::arguments", "f", 2));
    let (code, at, _) =
        of("int f(int a) { return a ? f(a - 1) : 0; } __kernel void k(__global int *o) { o[0] = f(1); }");
    assert_eq!((code.as_str(), at.as_str()), ("unsupported::recursion", "f(a - 1)"));
    let (code, at, _) = of("int f(int a); __kernel void k(__global int *o) { o[0] = f(1); }");
    assert_eq!((code.as_str(), at.as_str()), ("name::undefined", "f(1)"));
}

#[test]
fn unsupported() {
    check("goto *a;", "unsupported::goto", "*", "switch");
    check("static int s = 0;", "unsupported::static", "s", "buffer");
    check("void (*f)(int);", "unsupported::function-pointer", "(int)", "switch");
    let cuda = |body: &str| of(&format!("__global__ void k(int *a) {{ {body} }}"));
    assert_eq!(cuda("a[0] = __shfl_rotate_sync(~0, a[0], 1);").0, "unsupported::warp");
    assert_eq!(cuda("a[0] = __reduce_add_sync(~0u, 1.0f);").0, "type::arguments");
    assert_eq!(cuda("a[0] = __match_all_sync(~0u, 1, 2);").0, "type::arguments");
    check("sub_group_shuffle((float4)(0), 1);", "type::arguments", "(float4)(0)", "component");
    let sized =
        "__attribute__((intel_reqd_sub_group_size(24))) __kernel void k(__global int *a) { a[0] = 1; }";
    assert_eq!(of(sized).0, "unsupported::subgroup");
    assert_eq!(cuda("thread_block b; a[0] = 1;").0, "unsupported::group");
    assert_eq!(cuda("a[0] = lgammaf(a[0]);").0, "unsupported::builtin");
    for name in
        ["struct P { int &r; }; int z = 1; P p{z};", "using R = int &&; a[0] = 1;", "typedef int &&R;"]
    {
        assert_eq!(cuda(name).0, "unsupported::reference", "{name}");
    }
    assert_eq!(cuda("int *p = new int[4];").0, "unsupported::allocation");
    assert_eq!(cuda("a[0] = cg::size();").0, "unsupported::namespace");
    assert_eq!(cuda("k<<<1, 1>>>(a);").0, "unsupported::dynamic-parallelism");
    assert_eq!(of("template <typename T> __global__ void k(T *a) { a[0] = 1; }").0, "type::template-kernel");
    let class = "template <template <class> class T> struct S { int a; __device__ int f(); };\n__global__ void k(float *a) { S<float> s; a[0] = s.a; }";
    assert_eq!(of(class).0, "unsupported::template");
    assert_eq!(of("__kernel void k(__read_only image3d_t i) { }").1, "image3d_t");
}

#[test]
fn pointers_into_two_memories() {
    let (code, at, _) = of("__global__ void k(int *a) { __shared__ int s[4]; int *p = a; p = s; *p = 1; }");
    assert_eq!((code.as_str(), at.as_str()), ("type::pointer-space", "p = s"));
    let (code, at, _) =
        of("__global__ void k(int *a) { __shared__ int s[4]; int *p = a[0] ? a : s; *p = 1; }");
    assert_eq!(code, "type::address-space");
    assert_eq!(at, "s");
}

#[test]
fn brackets() {
    let source = "__kernel void k(__global int *a) {\n    if (a[0]) {\n        a[0] = 1;\n}\n";
    assert_eq!(places(source), [("parse::unclosed".into(), 1, 34, 35)]);
    let source = "__kernel void k(__global int *a) { a[0] = (1 + 2; }\n__kernel void j(__global int *a) { a[0] = 1; } }\n";
    assert_eq!(
        places(source),
        [("parse::expected".into(), 1, 49, 50), ("parse::unbalanced".into(), 2, 48, 49)]
    );
}

#[test]
fn macros_are_reported_where_they_are_used() {
    let source =
        "#define BAD(x) x + undefined_name\n__kernel void k(__global int *a) {\n    a[0] = BAD(1);\n}\n";
    assert_eq!(places(source), [("name::unknown".into(), 3, 12, 15)]);
    let source = "#define ID(x) x\n__kernel void k(__global int *a) {\n    a[0] = ID(what);\n}\n";
    assert_eq!(places(source), [("name::unknown".into(), 3, 15, 19)]);
    let source = "#define TWO(a, b) a\n__kernel void k(__global int *a) {\n    a[0] = TWO(1);\n}\n";
    assert_eq!(places(source)[0], ("preproc::arguments".into(), 3, 12, 15));
    assert_eq!(places("#if 1\n__kernel void k() { }\n"), [("preproc::unclosed".into(), 1, 1, 4)]);
    assert_eq!(places("#esle\n__kernel void k() { }\n"), [("preproc::directive".into(), 1, 2, 6)]);
    assert_eq!(places("#error stop here\n__kernel void k() { }\n"), [("preproc::error".into(), 1, 1, 7)]);
}

#[test]
fn warnings_do_not_stop_the_kernel() {
    let source = "__kernel void k(__global int *a) { printf(\"%d\", a[0]); if (a[0] = 1) a[1] = 1 / 0; }";
    let front = front(source);
    let codes: Vec<&str> = front.diagnostics.iter().map(|diagnostic| &*diagnostic.code).collect();
    assert_eq!(codes, ["type::assignment", "type::division"]);
    assert_eq!(front.kernels.len(), 1);
}

#[test]
fn a_text_without_kernel_says_so() {
    assert_eq!(front("int f(int a) { return a; }").diagnostics[0].code, "lang::no-kernel");
    assert_eq!(front("").diagnostics[0].code, "lang::no-kernel");
}

/// C++17 10.5: an assertion that does not hold is an error outside of functions, too. One that only the host can answer is the host's.
#[test]
fn assertions_outside_of_functions_are_held() {
    let kernel = "__global__ void k(int *a) { a[0] = 1; }";
    let codes = |assertion: &str| {
        let front = front(&format!("struct S {{ int a; double b; }};\n{assertion}\n{kernel}"));
        let told = front.findings.seen_from(0);
        told.iter().map(|one| (one.is_error(), String::from(&*one.code))).collect::<Vec<_>>()
    };
    let wrong = [
        "static_assert(1 == 2, \"no\");",
        "static_assert(sizeof(S) == 12);",
        "namespace n { static_assert(sizeof(S) < 16, \"small\"); }",
        "constexpr int N = 3; static_assert(N % 2 == 0, \"even\");",
    ];
    for assertion in wrong {
        assert_eq!(codes(assertion), [(true, "type::static-assert".into())], "{assertion}");
    }
    for assertion in ["static_assert(sizeof(S) == 16);", "static_assert(std::is_pod<Host>::value, \"\");"] {
        assert!(codes(assertion).is_empty(), "{assertion}");
    }
}

/// C99 6.5.6: an address may be that of the end of an array, an access may not.
#[test]
fn c99_constant_subscripts_outside_of_an_array() {
    let outside = |body: &str, at: &str, message: &str| {
        let (code, text, diagnostic) = of_body(body);
        assert_eq!((code.as_str(), text.as_str()), ("type::index-outside", at), "{body}");
        assert!(!diagnostic.is_error(), "{body}");
        assert_eq!(diagnostic.message, message, "{body}");
    };
    let four = "Index 4 is outside of `v`, which has 4 elements.";
    outside("float v[4]; v[4] = 1.0f; a[0] = v[0];", "4", four);
    outside("float v[4]; v[0] = 1.0f; a[0] = v[2 + 2];", "2 + 2", four);
    outside("__local float v[4]; v[4] = 1.0f;", "4", four);
    outside("float v[4]; a[0] = 4[v];", "4", four);
    outside(
        "float v[4]; float *p = &v[5]; a[0] = *p;",
        "5",
        "Index 5 is outside of `v`, which has 4 elements.",
    );
    outside("float v[1]; a[0] = v[-1];", "-1", "Index -1 is outside of `v`, which has 1 element.");
    outside("float m[2][3]; a[0] = m[1][3];", "3", "Index 3 is outside of `m[1]`, which has 3 elements.");
    outside("float m[2][3]; a[0] = m[2][1];", "2", "Index 2 is outside of `m`, which has 2 elements.");
    let member = "struct { int n; float v[4]; } s; s.n = n; a[0] = s.v[4];";
    outside(member, "4", "Index 4 is outside of `s.v`, which has 4 elements.");
    outside(
        "struct { int x; } s[2]; a[0] = s[2].x;",
        "2",
        "Index 2 is outside of `s`, which has 2 elements.",
    );
    for fine in [
        "float v[4]; float *end = &v[4]; a[0] = end[-1];",
        "float v[4]; a[0] = v[3] + v[n];",
        "float v[4]; if (4 < 4) v[4] = 1.0f; else v[3] = 1.0f; a[0] = v[3];",
        "float v[4]; a[0] = 1 ? v[3] : v[4];",
        "a[100] = 1.0f;",
    ] {
        let found = front(&format!("__kernel void k(__global float *a, int n) {{ {fine} }}")).diagnostics;
        assert!(found.is_empty(), "{fine}\n{found:#?}");
    }
}

#[test]
fn labels() {
    check("finish: a[0] = 1; goto finsh;", "name::label", "finsh", "finish");
    let twice = "__kernel void k(__global int *a) { x: a[0] = 1; { x: a[1] = 2; } goto x; }";
    assert_eq!(of(twice).0, "name::label");
    let other = "void f(int i) { there: i++; } __kernel void k(__global int *a) { f(1); goto there; }";
    assert_eq!(of(other).0, "name::label");
}

/// What is nested too deep is one mistake: nothing is said of the `else` whose `if` could not be read.
#[test]
fn a_limit_is_said_once() {
    let chain: alloc::string::String =
        (0..250).map(|at| alloc::format!("if (i == {at}) a[0] = {at}; else ")).collect();
    let source = alloc::format!("__kernel void k(__global int *a, int i) {{ {chain} a[0] = 1; }}");
    let found = front(&source);
    let codes: Vec<&str> = found.diagnostics.iter().map(|one| &*one.code).collect();
    assert_eq!(codes, ["limit::nesting-depth"]);
}
