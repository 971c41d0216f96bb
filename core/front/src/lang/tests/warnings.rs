//! What is legal and hardly meant: warnings.

use super::*;

/// The codes and messages of a text without errors, in the order of the text.
fn warnings(source: &str) -> Vec<String> {
    let front = front(source);
    assert!(!front.has_errors(), "{source}\n{:#?}", front.diagnostics);
    front.diagnostics.iter().map(|found| alloc::format!("{}: {}", found.code, found.message)).collect()
}

/// Of statements of a kernel of OpenCL C that has a buffer `out` and a number `n`.
fn body(statements: &str) -> Vec<String> {
    warnings(&alloc::format!("__kernel void k(__global int *out, int n) {{ {statements} }}"))
}

#[test]
fn a_way_without_return() {
    let said = warnings(
        "int f(int x) { if (x > 0) return 1; }
         __kernel void k(__global int *a) { a[0] = f(a[1]); }",
    );
    assert_eq!(said, ["type::no-return: `f` may end without returning a value."]);
    for whole in [
        "if (x > 0) return 1; else return 2;",
        "for (;;) { if (x > 3) return x; x++; }",
        "while (true) { x++; if (x > 5) { return 1; } }",
        "switch (x) { case 1: return 1; default: return 2; }",
        "do { return 1; } while (x);",
        "if (1) { return 3; }",
    ] {
        let said = warnings(&alloc::format!(
            "int f(int x) {{ {whole} }} __kernel void k(__global int *a) {{ a[0] = f(a[1]); }}"
        ));
        assert!(said.is_empty() || whole.starts_with("do"), "{whole}: {said:?}");
    }
    for open in ["switch (x) { case 1: return 1; }", "while (x) { return 1; }", "for (;;) { break; }"] {
        let said = warnings(&alloc::format!(
            "int f(int x) {{ {open} }} __kernel void k(__global int *a) {{ a[0] = f(a[1]); }}"
        ));
        assert_eq!(said.len(), 1, "{open}: {said:?}");
    }
}

#[test]
fn a_variable_without_a_value() {
    let code =
        |statements: &str| body(statements).iter().filter(|said| said.starts_with("type::uninit")).count();
    for wrong in [
        "int x; out[0] = x;",
        "int x; x += 3; out[0] = x;",
        "int x; if (n) out[0] = x;",
        "float s; for (int i = 0; i < n; i++) out[i] = (int)s;",
        "int x, y = x; out[0] = y;",
        "int x = x + 1; out[0] = x;",
        "__global int *p; out[0] = p[0];",
    ] {
        assert_eq!(code(wrong), 1, "{wrong}");
    }
    for right in [
        "int x; x = 3; out[0] = x;",
        "int x; if (n) x = 1; out[0] = x;",
        "int x; for (int i = 0; i < n; i++) { if (i > 0) out[i] = x; x = i; }",
        "int x[4]; out[0] = x[n];",
        "int x; int *p = &x; *p = 4; out[0] = x;",
        "int x; switch (n) { case 0: x = 1; break; case 1: x = 2; } out[0] = x;",
        "float4 v; v.x = 1; v.y = 2; out[0] = (int)v.x;",
        "int x; while (n-- > 0) x = n; out[0] = x;",
    ] {
        assert_eq!(code(right), 0, "{right}");
    }
}

#[test]
fn an_if_that_decides_nothing() {
    assert_eq!(
        body("if (n > 3); out[0] = 1;"),
        ["parse::empty-if: This `;` is all that the `if` decides about."]
    );
    assert_eq!(body("if (n > 3) ; else out[0] = 1;").len(), 0);
    assert_eq!(body("if (n > 3) {} for (int i = 0; i < 3; out[i++] = 1);").len(), 0);
}

#[test]
fn constants_that_do_not_fit() {
    let one = |statements: &str| {
        let said = body(statements);
        assert_eq!(said.len(), 1, "{statements}: {said:?}");
        said[0].clone()
    };
    assert_eq!(
        one("out[0] = 2147483647 + 1;"),
        "type::overflow: The result 2147483648 does not fit in `int`."
    );
    assert_eq!(
        one("out[0] = 65536 * 65536;"),
        "type::overflow: The result 4294967296 does not fit in `int`."
    );
    assert_eq!(one("out[0] = 1 << 32;"), "type::overflow: A shift by 32 is beyond the 32 bits of `int`.");
    assert_eq!(one("out[0] = n >> -1;"), "type::overflow: A shift by -1 is beyond the 32 bits of `int`.");
    assert_eq!(one("char c = 300; out[0] = c;"), "type::overflow: The value 300 does not fit in `char`.");
    assert_eq!(one("out[0] = 5000000000;"), "type::overflow: The value 5000000000 does not fit in `int`.");
    assert_eq!(one("out[0] <<= 32;"), "type::overflow: A shift by 32 is beyond the 32 bits of `int`.");
    assert_eq!(
        one("int w = 1e10; out[0] = w;"),
        "type::overflow: The value 10000000000 does not fit in `int`."
    );
    assert_eq!(one("char c = 200.5f; out[0] = c;"), "type::overflow: The value 200 does not fit in `char`.");
    for right in [
        "int w = 2147483647.9; out[0] = w;",
        "int z[4]; out[0] = sizeof(z[9]);",
        "uint u = -1; out[0] = u;",
        "uchar c = 255; char d = 255; out[0] = c + d;",
        "out[0] = (char)300;",
        "out[0] = 0xFFFFFFFFu * 3u;",
        "long l = 1L << 40; out[0] = (int)(l >> 20);",
        "out[0] = 0xFFFFFFFF;",
        "if (0) out[0] = 2147483647 + 1;",
    ] {
        assert_eq!(body(right), Vec::<String>::new(), "{right}");
    }
}

#[test]
fn pointers_to_other_types() {
    assert_eq!(
        body("__global float *p = out; out[0] = (int)p[0];"),
        ["type::mismatch: `global float*` is expected here, not `global int*`."]
    );
    let cuda = front("__global__ void k(int *a) { float *p = a; p[0] = 1; }");
    assert!(cuda.has_errors());
    let cuda = front("__global__ void k(int *a) { unsigned *p = a; p[0] = 1; }");
    assert!(cuda.has_errors());
}

#[test]
fn conditions_ask_for_what_there_is() {
    let source = "
#if (2 || 1/0) && !(0 && 1/0) && (1 ? 1 : 1/0)
#define A 1
#endif
#if defined(__has_builtin) && __has_builtin(get_global_id) && !__has_builtin(no_such_thing)
#define B 1
#endif
#if __has_include(\"no such file\") || !__has_attribute(overloadable)
#error no
#endif
#define HEADER <stdio.h>
#include HEADER
__kernel void k(__global int *a) { a[0] = A + B; }";
    assert_eq!(warnings(source), Vec::<String>::new());
    assert!(front("#if 1/0\n#endif\n__kernel void k(__global int *a) { a[0] = 1; }").has_errors());
}

/// What cannot be read is one message, also where it is all that a function returns.
#[test]
fn unread_returns_are_one_message() {
    for function in [
        "__device__ int f(int x) { return x +; }",
        "template <class T> __device__ T f(T x) { return x +; }",
        "__device__ auto f(int x) { return x +; }",
        "struct S { int a; __device__ S(int x) { a = ; } }; __device__ int f(int x) { S s(x); return s.a; }",
    ] {
        let found = front(&alloc::format!("{function} __global__ void k(int *a) {{ a[0] = f(1); }}"));
        let said: Vec<String> = found.diagnostics.iter().map(|found| found.code.clone().into()).collect();
        assert_eq!(said, ["parse::expected"], "{function}");
    }
}

/// What a list gives a member has been written when the values of those behind it are computed.
#[test]
fn members_with_values_are_written_one_by_one() {
    let text = |body: &str| {
        alloc::format!("struct S {{ int a; int b = a + 1; }}; __global__ void k(int *o) {{ {body} }}")
    };
    assert!(warnings(&text("S s{5}; o[0] = s.b; S t[2] = {{1}, {2}}; o[1] = t[1].b;")).is_empty());
    assert_eq!(warnings(&text("S s = {s.b}; o[0] = s.b;")).len(), 1);
}
