//! The preprocessor, seen through what the kernel computes.

use alloc::vec;

use super::{Arg, cuda_ints, define, front, ints, run};
use crate::document::{CompileOptions, Language, Limits};
use crate::lang::compile;

#[test]
fn object_and_function_like() {
    assert_eq!(ints("#define N 4\n#define SQ(x) ((x) * (x))", "out[0] = SQ(N + 1);", 1), [25]);
    assert_eq!(ints("#define A B\n#define B 3", "out[0] = A;", 1), [3]);
    assert_eq!(ints("#define F(a, b) a - b\n#define X 7, 2", "out[0] = F(F(9, 2), (1, 3));", 1), [4]);
    assert_eq!(ints("#define EMPTY\n#define ID(x) x", "out[0] = ID(EMPTY 5); EMPTY", 1), [5]);
    assert_eq!(ints("#define F(x) x + 1", "int F = 3; out[0] = F; out[1] = F (4);", 2), [3, 5]);
    assert_eq!(ints("#define LONG 1 + \\\n 2", "out[0] = LONG;", 1), [3]);
    assert_eq!(ints("#define N 1\n#undef N\n#define N 2", "out[0] = N;", 1), [2]);
}

#[test]
fn strings_and_pasting() {
    assert_eq!(
        ints(
            "#define CAT(a, b) a##b\n#define VAR(n) CAT(v, n)",
            "int v1 = 8; out[0] = VAR(1); out[1] = CAT(1, 2);",
            2
        ),
        [8, 12]
    );
    assert_eq!(ints("#define STR(x) #x", "char s[] = STR(a  + \"b\"); out[0] = sizeof(s);", 1), [8]);
    assert_eq!(
        ints("#define XCAT(a, b) a##b\n#define N 3", "int N3 = 1, xN = 5; out[0] = XCAT(x, N);", 1),
        [5]
    );
}

/// C99 6.10.3.1: the name of a function-like macro that is an argument is expanded where the replacement calls it.
#[test]
fn a_macro_is_the_argument_of_another() {
    let defines =
        "#define MAX(a, b) ((a) > (b) ? (a) : (b))\n#define APPLY(f, ...) f(__VA_ARGS__)\n#define LATER MAX";
    assert_eq!(ints(defines, "out[0] = APPLY(MAX, 3, 7); out[1] = LATER (9, 2);", 2), [7, 9]);
}

/// C99 6.10.3.3: an argument without tokens beside `##` stands for nothing, and nothing else is pasted.
#[test]
fn pasting_with_nothing() {
    let defines = "#define CAT(a, b) 1 + a##b\n#define CAT3(a, b, c) a##b##c";
    assert_eq!(
        ints(defines, "int xy = 4; out[0] = CAT(, xy); out[1] = CAT(xy, ); out[2] = CAT3(,,xy);", 3),
        [5, 5, 4]
    );
}

#[test]
fn variadic() {
    assert_eq!(
        ints(
            "#define SUM(first, ...) add(first, __VA_ARGS__)\nint add(int a, int b, int c) { return a + b * 10 + c * 100; }",
            "out[0] = SUM(1, 2, 3);",
            1
        ),
        [321]
    );
    assert_eq!(
        ints(
            "#define CALL(f, ...) f(0, ##__VA_ARGS__)\nint one(int a) { return 7; } int two(int a, int b) { return b; }",
            "out[0] = CALL(one); out[1] = CALL(two, 4);",
            2
        ),
        [7, 4]
    );
}

/// A macro is not expanded inside itself (C99 6.10.3.4).
#[test]
fn recursion_stops() {
    assert_eq!(ints("#define f(x) x + f", "int f = 3; out[0] = f(1);", 1), [4]);
    assert_eq!(ints("#define a b\n#define b a", "int a = 3; out[0] = a;", 1), [3]);
    assert_eq!(
        ints("int x(int v) { return v + 1; }\n#define x(v) x(v * 2)", "out[0] = x(x(1));", 1),
        [(2 + 1) * 2 + 1]
    );
}

#[test]
fn conditions() {
    let text = "#define N 3\n#if N > 2 && defined(N) && !defined M\n#define R 1\n#elif 1\n#define R 2\n#else\n#define R 3\n#endif";
    assert_eq!(ints(text, "out[0] = R;", 1), [1]);
    let text = "#ifdef NO\n#define R 1\n#if 1\n#error never\n#endif\n#elif 0x10 == 16 ? 1 : 0\n#define R 2\n#endif\n#ifndef NO\n#else\n#define R 4\n#endif";
    assert_eq!(ints(text, "out[0] = R;", 1), [2]);
    assert_eq!(ints("#if -1 > 0u\n#define R 1\n#else\n#define R 0\n#endif", "out[0] = R;", 1), [1]);
    assert_eq!(ints("#if 0\n' \" /* stray \n*/ #garbage @\n#endif", "out[0] = 1;", 1), [1]);
    assert_eq!(
        ints(
            "#define T(x) x\n#if T(2) * 3 == 6 && (1 << 4) >> 2 == 4 && ~0 == -1 && 7 % 4 == 3\n#define R 1\n#endif",
            "out[0] = R;",
            1
        ),
        [1]
    );
}

#[test]
fn definitions_from_outside() {
    let options =
        CompileOptions { defines: vec![define("N", "6"), define("F(x)", "(x + N)")], contract: false };
    let source = "__kernel void test(__global int *out) { out[0] = N * 7; }";
    let front = compile(source, Language::OpenCl, &options, &Limits::default());
    assert_eq!(front.diagnostics, vec![]);
    assert_eq!(run(&front.kernels[0], [1; 3], [1; 3], &[Arg::Words(vec![0])])[0], [42]);
}

#[test]
fn predefined() {
    assert_eq!(
        ints(
            "",
            "out[0] = INT_MAX; out[1] = INT_MIN; out[2] = (int)(M_PI * 1000); out[3] = __OPENCL_VERSION__; out[4] = __LINE__;",
            5
        ),
        [i32::MAX, i32::MIN, 3141, 120, 2]
    );
    assert_eq!(
        cuda_ints(
            "#if defined(__CUDACC__) && !defined(__OPENCL_VERSION__)\n#define R 5\n#endif",
            "out[0] = R;",
            1
        ),
        [5]
    );
    assert_eq!(
        ints(
            "#ifdef __OPENCL_VERSION__\n#define R 6\n#endif\n#ifndef cl_khr_fp64\n#error no double\n#endif\n#pragma OPENCL EXTENSION cl_khr_fp64 : enable",
            "\n#pragma unroll 4\nfor (int i = 0; i < 1; i++) out[0] = R;",
            1
        ),
        [6]
    );
}

#[test]
fn headers() {
    let source = "#include <stdio.h>\n#include \"cuda_runtime.h\"\n__global__ void k(int *a) { a[0] = 1; }";
    assert_eq!(front(source).diagnostics, vec![]);
    let front = front("#include \"mine.h\"\n__kernel void k(__global int *a) { a[0] = 1; }");
    assert_eq!(front.diagnostics.len(), 1);
    assert_eq!(front.diagnostics[0].code, "preproc::include");
    assert_eq!(front.kernels.len(), 1);
}

/// The examples of C++20 15.6.1 (paragraph 8), as far as they are expressions.
#[test]
fn more_arguments_than_are_named() {
    let defines = "int f(int a) { return a; }\nint g(int a) { return 10 * a; }\n#define EMP\n\
        #define ADD(a, ...) (a __VA_OPT__(+ MORE(__VA_ARGS__)))\n#define MORE(...) (__VA_ARGS__ - 1)\n\
        #define G(x, ...) f(0 + x __VA_OPT__(* ) __VA_ARGS__)\n#define PASTE(x, ...) x ## __VA_OPT__(y)";
    assert_eq!(ints(defines, "out[0] = ADD(5); out[1] = ADD(5, 8); out[2] = ADD(5, EMP);", 3), [5, 12, 5]);
    assert_eq!(ints(defines, "out[0] = G(3); out[1] = G(3, 4); out[2] = G(3,);", 3), [3, 12, 3]);
    assert_eq!(ints(defines, "int a = 1, ay = 2; out[0] = PASTE(a); out[1] = PASTE(a, 1);", 2), [1, 2]);
}
