//! Mistakes that people make in little programs: one message for each, at the right line. What only follows from it is not said.

use super::folder::Folder;

/// Kind of file, text, the line of the message, words that it has.
const MISTAKES: &[(&str, &str, u32, &str)] = &[
    ("k.cl", "__kernel void k(__global int *x) {\n int a = 1\n x[0] = a;\n}\n", 2, "`;` is missing"),
    ("k.cl", "__kernel void k(__global int *x) {\n x[0] = 1\n}\n", 2, "`;` is missing"),
    ("k.cl", "__kernel void k(__global int *x) {\n if (x[0]) {\n  x[1] = 2;\n}\n", 1, "never closed"),
    (
        "k.cl",
        "__kernel void a(__global int *x) {\n if (x[0]) {\n  x[1] = 2;\n}\n\n__kernel void k(__global int *x) {\n x[0] = 1;\n}\n",
        1,
        "never closed",
    ),
    ("k.cl", "__kernel void k(__global int *x) {\n x[0] = 1;\n}\n}\n", 4, "no `{` for this `}`"),
    ("k.cl", "__kernel void k(__global int *x) {\n x[0] = (1 + 2;\n}\n", 2, "Expected `)`"),
    ("k.cl", "__kernel void k(__global int *x) {\n if (x[0] > 1 {\n  x[0] = 2;\n }\n}\n", 2, "Expected `)`"),
    ("k.cl", "__kernel void k(__global int *x) {\n x[0 = 1;\n}\n", 2, "Expected `]`"),
    (
        "k.cu",
        "__global__ void k(int *x) {\n if (x[0]) {\n  x[1] = 2;\n}\nint main() { k<<<1, 32>>>(0); }\n",
        1,
        "never closed",
    ),
    (
        "k.cl",
        "__kernel void k(__global int *x) {\n x[get_global_idx(0)] = 1;\n}\n",
        2,
        "Did you mean `get_global_id`?",
    ),
    (
        "k.cl",
        "__kernel void k(__global int *x) {\n int i = get_global_id(0);\n x[j] = 1;\n x[i] = j;\n}\n",
        3,
        "`j` is not declared",
    ),
    (
        "k.cl",
        "__kernel void k(__global int *x) {\n x[get_global_id()] = 1;\n}\n",
        2,
        "takes 1 argument, not 0",
    ),
    (
        "k.cl",
        "int f(int a, int b) { return a + b; }\n__kernel void k(__global int *x) {\n x[0] = f(1);\n}\n",
        3,
        "takes 2 arguments, not 1",
    ),
    ("k.cl", "__kernel void k(__global const int *x) {\n x[0] = 1;\n}\n", 2, "nothing can be assigned"),
    (
        "k.cl",
        "__kernel void k(__global int *x) {\n const int n = 1;\n n = 2;\n x[0] = n;\n}\n",
        3,
        "nothing can be assigned",
    ),
    (
        "k.cl",
        "__kernel void k(__global int *x) {\n printf(\"%d\\n, x[0]);\n x[0] = 1;\n}\n",
        2,
        "string is never closed",
    ),
    ("k.cl", "__kernel void k(__global int *x) {\n char c = 'a;\n x[0] = c;\n}\n", 2, "never closed"),
    (
        "k.cl",
        "__kernel void k(__global int *x) {\n /* a comment\n x[0] = 1;\n}\n",
        2,
        "comment is never closed",
    ),
    ("k.cl", "#endif\n__kernel void k(__global int *x) {\n x[0] = 1;\n}\n", 1, "no `#if` for this `#endif`"),
    ("k.cl", "#ifdef A\n#define B 1\n__kernel void k(__global int *x) {\n x[0] = 1;\n}\n", 1, "never closed"),
    ("k.cl", "#ifndef A\n__kernel void k(__global int *x) {\n x[0] = 1;\n}\n", 1, "never closed"),
    (
        "k.cl",
        "int f(int n) { return n < 2 ? 1 : n * f(n - 1); }\n__kernel void k(__global int *x) {\n x[0] = f(4);\n}\n",
        1,
        "recursion",
    ),
    (
        "k.cl",
        "__kernel void k(__global int *x) {\n int *p = malloc(4);\n x[0] = p[0];\n}\n",
        2,
        "cannot be allocated",
    ),
    (
        "k.cl",
        "__kernel void k(__global int *x) {\n int i = threadIdx.x;\n x[i] = 1;\n}\n",
        2,
        "write `get_local_id(0)`",
    ),
    (
        "k.cl",
        "__kernel void k(__global int *x, __local int *t) {\n t[0] = 1;\n __syncthreads();\n x[0] = t[0];\n}\n",
        3,
        "write `barrier(CLK_LOCAL_MEM_FENCE)`",
    ),
    (
        "k.cl",
        "__kernel void k(__global int *x) {\n __shared__ int t[4];\n t[0] = 1;\n x[0] = t[0];\n}\n",
        2,
        "write `__local`",
    ),
    (
        "k.cu",
        "__global__ void k(int *x) {\n int i = get_global_id(0);\n x[i] = 1;\n}\n",
        2,
        "write `blockIdx.x * blockDim.x + threadIdx.x`",
    ),
    (
        "k.cu",
        "__global__ void k(int *x) {\n __shared__ int t[4];\n t[threadIdx.x] = 1;\n barrier(CLK_LOCAL_MEM_FENCE);\n x[0] = t[0];\n}\n",
        4,
        "write `__syncthreads`",
    ),
    ("k.cu", "__global__ void k(int *x) {\n int i = threadIdx;\n x[i] = 1;\n}\n", 2, "Write `threadIdx.x`"),
    (
        "k.cu",
        "__global__ void k(int *x) {\n int i = threadIdx.w;\n x[i] = 1;\n}\n",
        2,
        "members `x`, `y` and `z`",
    ),
    (
        "k.cu",
        "__global__ void k(int *x) {\n int i = threadidx.x + blockIdx.x;\n x[i] = 1;\n}\n",
        2,
        "Did you mean `threadIdx`?",
    ),
    (
        "k.cu",
        "__global__ void k(int *x) {\n x[threadIdx.x] = 1;\n __syncthread();\n}\n",
        3,
        "Did you mean `__syncthreads`?",
    ),
    ("k.cu", "__global__ int k(int *x) {\n x[threadIdx.x] = 1;\n return 1;\n}\n", 1, "must be `void`"),
    (
        "k.cl",
        "typedef struct { float re, im; } Complex;\n__kernel void k(__global Complex *x) {\n x[0].real = 1;\n}\n",
        3,
        "`Complex` has no member `real`",
    ),
    ("k.cl", "#define N 4;\n__kernel void k(__global int *x) {\n x[N] = 1;\n}\n", 3, "Expected `]`"),
    (
        "k.cl",
        "#define SQ(a) ((a) * (a)\n__kernel void k(__global int *x) {\n x[0] = SQ(3);\n}\n",
        3,
        "Expected `)`",
    ),
    (
        "k.cl",
        "#define MAX(a, b) ((a) > (b) ? (a) : (b))\n__kernel void k(__global int *x) {\n x[0] = MAX(1);\n}\n",
        3,
        "takes 2 arguments, not 1",
    ),
    (
        "k.cl",
        "#define MAX(a, b) ((a) > (b) ? (a) : (b))\n__kernel void k(__global int *x) {\n x[0] = MAX(1, 2;\n}\n",
        3,
        "never closed",
    ),
    ("k.cl", "#defin N 4\n__kernel void k(__global int *x) {\n x[0] = N;\n}\n", 1, "Did you mean `#define`?"),
    ("k.cl", "__kernel void k(__global int *x) {\n 3 = x[0];\n}\n", 2, "nothing can be assigned"),
    (
        "k.cl",
        "__kernel void k(__global int *x) {\n fro (int i = 0; i < 3; i++) x[i] = 1;\n}\n",
        2,
        "Did you mean `for`?",
    ),
    (
        "k.cl",
        "__kernel void k(__global int *x) {\n if (x[0]) x[1] = 1; x[2] = 1;\n else x[3] = 1;\n}\n",
        3,
        "no `if` for this `else`",
    ),
    (
        "k.cl",
        "__kernel void k(__global int *x) {\n for (int i = 0, i < 3, i++) x[i] = 1;\n}\n",
        2,
        "`;` is missing",
    ),
    (
        "k.cl",
        "__kernel void k(__global int *x) {\n int a = 1;\n int a = 2;\n x[0] = a;\n}\n",
        3,
        "declared twice",
    ),
    ("k.cl", "__kernel void k(__global int *x) {\n int n = x;\n x[0] = n;\n}\n", 2, "`int` is expected here"),
    ("k.cl", "__kernel void k(__global int *x, int n) {\n x[0] = n[0];\n}\n", 2, "only pointers and arrays"),
    (
        "k.cl",
        "typedef struct { int a; } S;\n__kernel void k(__global S *s) {\n s.a = 1;\n}\n",
        3,
        "write `->a`",
    ),
    (
        "k.cl",
        "__kernel void k(__global int *x, int n) {\n __local int t[n];\n t[0] = 1;\n x[0] = t[0];\n}\n",
        2,
        "integer constant",
    ),
    ("k.cl", "__kernel void k(int *x) {\n x[0] = 1;\n}\n", 1, "address space"),
    ("k.cl", "__kernel void k(__global int *x) {\n break;\n x[0] = 1;\n}\n", 2, "no loop"),
    ("k.cl", "__kernel void k(__global int *x) {\n x[0] = 1; @\n}\n", 2, "'@'"),
    (
        "k.cl",
        "struct S { int a; }\n__kernel void k(__global struct S *x) {\n x[0].a = 1;\n}\n",
        1,
        "`;` is missing",
    ),
    (
        "k.cl",
        "int f(int);\n__kernel void k(__global int *x) {\n x[0] = f(1);\n}\n",
        3,
        "declared but not defined",
    ),
    ("k.cl", "__kernel void k(__global float *x) {\n x[0] = 1.5ff;\n}\n", 2, "not a number"),
    ("k.cl", "__kernel void k(__global int *x) {\n x[0] = 089;\n}\n", 2, "leading 0"),
    ("k.cl", "__kernel void k(__global float *x) {\n x[0] = x[1] % 2.0f;\n}\n", 2, "`fmod(a, b)`"),
    ("k.cu", "__global__ void k(int *x) {\n std::cout << x[0];\n}\n", 2, "`cout` is not declared"),
    (
        "k.cu",
        "__global__ void k(int *x) {\n int *p = new int[4];\n x[0] = p[0];\n}\n",
        2,
        "cannot be allocated",
    ),
    (
        "k.cu",
        "int host(int a) { return a; }\n__global__ void k(int *x) {\n x[0] = host(1);\n}\n",
        3,
        "marked `__device__`",
    ),
    // Names of the other language, each with what to write.
    ("k.cl", "__global__ void k(int *x) {\n x[0] = 1;\n}\n", 1, "write `__kernel`"),
    ("k.cl", "__kernel void k(__global int *x) {\n atomicAdd(x, 1);\n}\n", 2, "write `atomic_add`"),
    ("k.cl", "__kernel void k(__global int *x) {\n x[0] = gridDim.x;\n}\n", 2, "write `get_num_groups(0)`"),
    ("k.cu", "__global__ void k(int *x) {\n x[0] = get_local_size(0);\n}\n", 2, "write `blockDim.x`"),
    (
        "k.cu",
        "__global__ void k(int *x) {\n __local int t[4];\n t[0] = 1;\n x[0] = t[0];\n}\n",
        2,
        "write `__shared__`",
    ),
    // Words that are almost right.
    (
        "k.cl",
        "__kernel void k(__global int *x) {\n whlie (x[0] > 0) {\n  x[0]--;\n }\n}\n",
        2,
        "Did you mean `while`?",
    ),
    (
        "k.cl",
        "#ifdeff A\n#define B 1\n#endif\n__kernel void k(__global int *x) {\n x[0] = 1;\n}\n",
        1,
        "Did you mean `#ifdef`?",
    ),
    (
        "k.cl",
        "__kernel void k(__global int *x) {\n if (x[0]) {\n  for (int i = 0; i < 4; i++) {\n   x[i] = 1;\n}\n",
        2,
        "never closed",
    ),
    (
        "k.cl",
        "__kernel void a(__global int *x) {\n if (x[0]) {\n  x[1] = 2;\n}\nint f(int a) { return a; }\n__kernel void k(__global int *x) {\n x[0] = f(1);\n}\n",
        1,
        "never closed",
    ),
    (
        "k.cl",
        "typedef struct { int a; } *P;\n__kernel void k(__global int *x) {\n struct T { int a; } t;\n t.b = 1;\n}\n",
        4,
        "`struct T` has no member `b`",
    ),
];

#[test]
fn a_mistake_has_one_message_at_its_line() {
    let mut wrong = Vec::new();
    for (file, text, line, words) in MISTAKES {
        let folder = Folder::new("mistakes", &[(file, text.as_bytes())]);
        let output = folder.run(&format!("compile {file} --machine simt/fermi --emit none"));
        let err = String::from_utf8(output.stderr).unwrap();
        let errors = err.lines().filter(|said| said.starts_with("error")).count();
        let place = err.lines().find_map(|said| said.trim_start().strip_prefix("--> ")).unwrap_or_default();
        let there = place.starts_with(&format!("{file}:{line}:"));
        if output.status.code() != Some(1) || errors != 1 || !there || !err.contains(words) {
            wrong.push(format!("{text}\nexpected in line {line}: {words}\n{err}"));
        }
    }
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), MISTAKES.len(), wrong.join("\n"));
}
