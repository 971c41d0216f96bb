//! What people paste: CUDA programs with host code, assembly for the C preprocessor, texts that name their machine, PTX of a compiler.

use super::folder::Folder;

/// Writes the number of blocks, their size and `n`.
const KERNEL: &str = "#include <cstdio>\n#include <cmath>\ntypedef float real;\n\
    __global__ void k(int *v, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; \
    if (i == 0) { v[0] = gridDim.x; v[1] = blockDim.x; v[2] = n; } }\n";

/// Host code that launches 8 blocks of 128 with n = 1000 and 4000 bytes. The first five and the ninth are of the cases f10,
/// the tenth is of f09.
const UNDERSTOOD: &[&str] = &[
    "int main() { int n = 1000; int *v; cudaMalloc(&v, n * 4); int b = (int)ceil((float)n / 128); k<<<b, 128>>>(v, n); }",
    "int main() { int n = 1000; int *v; cudaMalloc(&v, n * 4); dim3 block = dim3(128, 1, 1); dim3 grid; grid.x = (n + 127) / 128; k<<<grid, block>>>(v, n); }",
    "static inline int divup(int a, int b) { return (a + b - 1) / b; } int main() { int n = 1000; int *v; cudaMalloc(&v, n * 4); k<<<divup(n, 128), 128>>>(v, n); }",
    "int main() { int n = 1000; int *v; hipMalloc(&v, n * 4); hipLaunchKernelGGL(k, dim3(8), dim3(128), 0, 0, v, n); }",
    "#define DIVUP(a, b) (((a) + (b) - 1) / (b))\nint main() { const size_t n = 1000; int *v; cudaMalloc(&v, n * sizeof *v); k<<<DIVUP(n, 128), 128>>>(v, n); }",
    "template <typename T> constexpr T cdiv(T a, T b) { return (a + b - 1) / b; } int main() { int n = 1000; int *v; cudaMalloc(&v, n * sizeof(*v)); k<<<cdiv(n, 128), 128>>>(v, n); }",
    "__host__ __device__ inline int up(int a) { return (a + 127) / 128; } int main() { int n = 1000, *v; cudaMalloc(&v, n * sizeof(v[0])); k<<<up(n), 128>>>(v, n); }",
    "int halved(int a) { return a / 2; } int twice(int a) { return halved(a) * 4; } int main() { int n = 1000; int *v; cudaMalloc(&v, 4 * n); k<<<twice(4), halved(256)>>>(v, n); }",
    "int main() { int n = 1000; int *v; cudaMalloc(&v, n * 4); void *a[] = {&v, &n}; cudaLaunchKernel((void *)k, dim3(8), dim3(128), a, 0, 0); }",
    "int main() { int n = 1000; int *v; cudaMalloc(&v, n * 4); k << <(n + 127) / 128, 128 >> > (v, n); }",
    "int main() { int n = 1000; int *v; cudaMalloc(&v, n * 4); k <<< (n + 127) / 128, 128 > >> (v, n); }",
    "int main() { int n = 1000; int *v; cudaMalloc(&v, n * 4); k < < < (n + 127) / 128, 128 > > >(v, n); }",
    "int main() { int n = 1000; int *v; cudaMalloc(&v, n * 4); k<<<static_cast<int>(ceilf(n / 128.0f)), 128>>>(v, n); }",
    "int main() { float t = 128; int n = 1000; int *v; cudaMalloc(&v, n * 4); k<<<ceil(n / t), t>>>(v, n); }",
    "int main() { int b = 8.9f; int n = 1000; int *v; cudaMalloc(&v, n * 4); k<<<b * 2 - 8, 128>>>(v, n); }",
    "int main() { unsigned char b = 264; int n = 1000; int *v; cudaMalloc(&v, n * 4); k<<<b, 128>>>(v, n); }",
];

#[test]
fn f10_launches_of_host_code_are_worked_out() {
    for (at, host) in UNDERSTOOD.iter().enumerate() {
        let folder = Folder::new("host_code", &[("k.cu", format!("{KERNEL}{host}\n").as_bytes())]);
        let (out, err) = folder.ends(0, "run k.cu --machine simt/fermi --functional --dump v");
        let values: Vec<&str> = out.lines().filter_map(|line| line.strip_prefix("v[")).collect();
        assert_eq!(values.len(), 1000, "{at}: {host}\n{err}");
        assert_eq!(values[..3], ["0] = 8", "1] = 128", "2] = 1000"], "{host}\n{err}");
        assert_eq!(err, "", "{host}");
    }
}

/// Host code on line 5, and what is said of it, each with its column.
const NOT_KNOWN: &[(&str, &[&str])] = &[
    (
        "int main(int argc, char **argv) { int n = argc > 1 ? atoi(argv[1]) : 1000; int *v; cudaMalloc(&v, n * 4); k<<<(n + 127) / 128, 128>>>(v, n); }",
        &[
            "warning[launch::host]: the number of blocks of this launch of `k` is not known from the host code",
            "`argc` gets its value when the host program runs",
            "note[launch::host]: the length of `v` is not known",
            "warning[launch::host]: the value of `n` is not known",
        ],
    ),
    ("int main() { int *v; k<<<blocks(), 128>>>(v, 1); }", &["`blocks()` is not worked out from the text"]),
    (
        "int main() { int *v; int n; scanf(\"%d\", &n); k<<<1, n>>>(v, 1); }",
        &["the number of threads in a block", "`n` gets its value when"],
    ),
    (
        "int main() { int *v; int n = 4; n *= 2; k<<<n, 32>>>(v, 1); }",
        &["the number of blocks", "`n` changes here"],
    ),
    (
        "int main() { int *v, n = 7; scanf(\"%d\", &n); k<<<1, 32>>>(v, n); }",
        &["the value of `n`", "`n` changes here"],
    ),
    (
        "int main() { int *v; k<<<1, 32, bytes>>>(v, 1); }",
        &["the size of the dynamic shared memory", "`bytes` gets"],
    ),
    (
        "int main() { int *v; k<<<[]{ return 4; }(), 32>>>(v, 1); }",
        &["the number of blocks", "is not worked out"],
    ),
    (
        "int main() { int *v; k<<<1, 32>>>(v, [](int a){ return a; }(4)); }",
        &["the value of `n` is not known"],
    ),
    (
        "int f(int a) { return f(a) + f(a); } int main() { int *v; k<<<f(4), 32>>>(v, 1); }",
        &["`f(a)` is not worked out"],
    ),
    (
        "void solve(int *v, int n) { k<<<4, 32>>>(v, n); }",
        &["the length of `v` is not known", "the value of `n` is not known"],
    ),
    (
        "int main() { cudaLaunchKernel((void *)k, dim3(1), dim3(32), args, 0, 0); }",
        &["what `k` is given by this launch is not known"],
    ),
    ("int main() { k<<<65536, dim3(1024, 65536)>>>(0, 1); }", &[]),
];

#[test]
fn f10_what_is_not_known_of_host_code_is_said_with_its_line() {
    for (host, said) in NOT_KNOWN {
        let folder = Folder::new("host_gaps", &[("k.cu", format!("{KERNEL}{host}\n").as_bytes())]);
        let output = folder.run("compile k.cu --machine simt/fermi --emit none");
        let err = String::from_utf8(output.stderr).unwrap();
        for words in *said {
            assert!(err.contains(words), "{host}\n{words}\n{err}");
        }
        assert!(said.is_empty() || err.contains("k.cu:5:"), "{host}\n{err}");
    }
}

/// The length that is taken, put into the line that is advised, is that length again: a struct is one element.
#[test]
fn a_length_that_is_taken_is_the_one_that_is_advised() {
    let kernel = "struct P { float x, y; int tag; };\n__global__ void k(P *p, int n) { int i = threadIdx.x; if (i < n) p[i].tag = i; }\n";
    let host = "int main(int argc, char **argv) { P *p; cudaMalloc(&p, argc); k<<<1, 64>>>(p, 60); }\n";
    let bytes = |text: &str| {
        let folder = Folder::new("struct_length", &[("k.cu", text.as_bytes())]);
        let (out, err) = folder.ends(0, "run k.cu --machine simt/fermi --dump p");
        (out.lines().filter(|line| line.contains("p[")).count(), err)
    };
    let (guessed, err) = bytes(&format!("{kernel}{host}"));
    let said =
        err.split("taken are ").nth(1).and_then(|rest| rest.split(' ').next()).expect("a length is taken");
    let (again, _) = bytes(&format!("// lanescope: arg p [{said}] zeros\n{kernel}{host}"));
    assert!(guessed > 0 && guessed == again, "{guessed} and {again}: {err}");
}

#[test]
fn f10_what_the_header_says_is_not_missed() {
    let header =
        "// lanescope: global 64\n// lanescope: local 32\n// lanescope: arg v [64]\n// lanescope: arg n 5\n";
    let host = "int main(int argc, char **argv) { int *v; k<<<argc, argc>>>(v, argc); }\n";
    let folder = Folder::new("host_header", &[("k.cu", format!("{header}{KERNEL}{host}").as_bytes())]);
    let (_, err) = folder.ends(0, "compile k.cu --emit none");
    assert_eq!(err, "");
}

#[test]
fn f01_of_several_launches_the_one_that_runs_is_named() {
    let host = "__global__ void other(int *v) { v[0] = 1; }\nint main() { int *v; cudaMalloc(&v, 400);\n k<<<2, 32>>>(v, 7);\n other<<<1, 32>>>(v);\n k<<<1, 32>>>(v, 8); }\n";
    let folder = Folder::new("several", &[("k.cu", format!("{KERNEL}{host}").as_bytes())]);
    let (_, err) = folder.ends(0, "compile k.cu --emit none");
    let note = "note[launch::several]: the host code has 3 launches; this one runs, once: the first of `k`";
    assert!(err.contains(note) && err.contains("k.cu:7:2") && !err.contains("launch::host"), "{err}");
    let (_, err) = folder.ends(0, "compile k.cu --emit none --kernel other");
    assert!(err.contains("the first of `other`") && err.contains("k.cu:8:2"), "{err}");
}

#[test]
fn a_text_says_its_machine() {
    let text = "// lanescope: machine rvv/textbook\n// lanescope: set lanes 2\n__kernel void k(__global int *x) { x[get_global_id(0)] = 1; }\n";
    let folder = Folder::new("own_machine", &[("k.cl", text.as_bytes())]);
    let (out, _) = folder.ends(0, "run k.cl");
    assert!(out.starts_with("machine          rvv/textbook"), "{out}");
    let named = "run k.cl --machine rvv/textbook,lanes=2 --json";
    let cycles = |line: &str| folder.json(0, line)["cycles"].clone();
    assert_eq!(cycles("run k.cl --json"), cycles(named));
    assert_ne!(cycles("run k.cl --json"), cycles("run k.cl --machine rvv/textbook --json"));
    let (out, _) = folder.ends(0, "run k.cl --machine simt");
    assert!(out.starts_with("machine          simt/teaching"), "{out}");
    let (out, _) = folder.ends(0, "compile k.cl --emit asm");
    assert!(out.contains("vse32.v"), "{out}");
    folder.ends(0, "trace k.cl --out t.json");
    let (_, err) =
        Folder::new("no_machine", &[("k.cl", b"// lanescope: machine nosuch\n__kernel void k() { }\n")])
            .ends(1, "run k.cl");
    assert!(
        err.contains("`lanescope: machine` in the text: there is no machine or preset `nosuch`"),
        "{err}"
    );
}

/// Assembly for the C preprocessor, and what `out` is behind it.
const PREPROCESSED: &[(&str, u32)] = &[
    // The case f04.
    ("    .globl f\nf:  li t0, 5\n#if 0\n    li t0, 7\n#endif\n    sw t0, 0(a0)\n    ret\n", 5),
    (
        "#define N 6\n .globl f\nf:  li t0, N\n#ifdef OTHER\n li t0, 1\n#elif N > 5\n addi t0, t0, 1 # don't\n#else\n nonsense\n#endif\n sw t0, 0(a0)\n ret\n",
        7,
    ),
    (
        "# a comment\n #another one\n .globl f\n/* if\n#if 0 */\nf:  li t0, 8 /* not */ \n sw t0, 0(a0)\n ret\n",
        8,
    ),
    ("#include \"own.h\"\n .globl f\nf:  li t0, OWN\n STORE(t0, 0)\n ret\n", 9),
    ("#include \"own.h\"\n .globl f\nf:\n#include \"own.inc\"\n sw t0, 0(a0)\n ret\n", 19),
    (
        "#define LABEL(n) .L##n\n .globl f\nf: li t0, 1\n j LABEL(end)\n li t0, 2\nLABEL(end):\n sw t0, 0(a0)\n ret\n",
        1,
    ),
    ("#ifdef __ASSEMBLER__\n .globl f\nf: li t0, __LINE__\n sw t0, 0(a0)\n ret\n#endif\n", 4),
    (" .globl f\nf: li t0, GIVEN\n sw t0, 0(a0)\n ret\n", 77),
];

#[test]
fn f04_assembly_for_the_c_preprocessor_runs_through_it() {
    let own = b"#ifndef OWN_H\n#define OWN_H\n#define OWN 9\n#define STORE(r, at) sw r, at(a0)\n#endif\n";
    for (program, expected) in PREPROCESSED {
        let main = format!("// lanescope: arg out int[1] zeros\n{program}");
        let files: [(&str, &[u8]); 3] = [
            ("f.S", main.as_bytes()),
            ("own.h", own),
            ("own.inc", b" # two\n li t0, OWN\n addi t0, t0, 10 # ten\n"),
        ];
        let folder = Folder::new("preprocessed", &files);
        let (out, err) = folder.ends(0, "run f.S --machine rvv -D GIVEN=77 --dump out");
        assert!(out.ends_with(&format!("out[0] = {expected}\n")), "{program}\n{out}{err}");
    }
}

/// Assembly gets nothing of the headers of C, and is told so.
#[test]
fn a_header_that_assembly_does_not_get_is_a_warning() {
    let program = "// lanescope: arg out int[1] zeros\n#include <nothing.h>\n .globl f\nf: ret\n";
    let folder = Folder::new("preprocessed_header", &[("f.S", program.as_bytes())]);
    let (_, err) = folder.ends(0, "compile f.S --machine rvv");
    assert!(err.contains("<nothing.h> is not read: no file of this program has the name"), "{err}");
}

#[test]
fn mistakes_in_assembly_for_the_c_preprocessor_have_their_line() {
    let cases = [
        ("f:\n#if 1\n ret\n", "this condition is never closed", 2),
        ("f:\n#endif\n ret\n", "there is no `#if` for this `#endif`", 2),
        ("f:\n#error no\n ret\n", "#error: no", 2),
        ("f:\n#if 0\n nothing\n#endif\n nonsense a0\n ret\n", "nonsense", 5),
    ];
    for (program, words, line) in cases {
        let folder = Folder::new("preprocessed_wrong", &[("f.S", program.as_bytes())]);
        let (_, err) = folder.ends(1, "compile f.S --machine rvv");
        assert!(err.to_lowercase().contains(words) && err.contains(&format!("f.S:{line}:")), "{err}");
    }
}

/// 28 = 0b11100 has 7 in its bits 2 to 4, and a subnormal number is nothing to it.
#[test]
fn f02_ptx_of_a_compiler_is_run() {
    let text = ".version 7.1\n.target sm_70\n.address_size 64\n.visible .entry f(.param .u64 f_0)\n.maxntid 128, 1, 1\n{\n .reg .b32 %r<3>;\n .reg .f32 %f<3>;\n \
                .reg .b64 %rd<3>;\n .loc 1 5 1\n .pragma \"nounroll\";\n ld.param.u64 %rd1, [f_0];\n cvta.to.global.u64 %rd2, %rd1;\n \
                mov.f32 %f1, 0f007FFFFF;\n fma.rn.ftz.f32 %f2, %f1, 0f3F800000, 0f41E00000;\n cvt.rzi.ftz.u32.f32 %r1, %f2;\n \
                bfe.u32 %r1, %r1, 2, 3;\n prmt.b32 %r1, %r1, %r1, 0x3210;\n st.global.u32 [%rd2], %r1;\n ret;\n}\n .file 1 \"/home/somebody/add.cu\", 1600000000, 200\n \
                .section .debug_str\n {\n.b8 102,0\n }\n";
    let folder = Folder::new("ptx", &[("f.ptx", text.as_bytes())]);
    let (out, err) = folder.ends(0, "run f.ptx --machine simt --dump f_0");
    assert!(out.contains("f_0[0] = 7"), "{out}{err}");
}

/// The GNU assembler 2.40 makes 2c 5a 00 of it.
#[test]
fn all_hexadecimal_digits_of_a_letter_are_read() {
    let text = "# lanescope: arg out int[1] zeros\n .globl f\nf: la t0, s\n lbu t1, 0(t0)\n lbu t2, 1(t0)\n slli t2, t2, 8\n or t1, t1, t2\n \
                sw t1, 0(a0)\n ret\n .data\ns: .string \"\\x42CZ\"\n";
    let folder = Folder::new("letters", &[("f.s", text.as_bytes())]);
    let (out, err) = folder.ends(0, "run f.s --machine rvv --dump out");
    assert!(out.ends_with("out[0] = 23084\n"), "{out}{err}");
}

/// Two elements for each work-item of a group, as docs/launch.md says.
#[test]
fn a_launch_file_that_does_not_say_the_dynamic_memory_leaves_it_to_others() {
    let kernel = "__global__ void k(int *x) { extern __shared__ int t[]; int i = threadIdx.x; t[2 * i + 1] = i; x[i] = t[2 * i + 1]; }\n";
    let header = format!("// lanescope: dynamic 4\n{kernel}");
    let files: [(&str, &[u8]); 4] = [
        ("k.cu", kernel.as_bytes()),
        ("h.cu", header.as_bytes()),
        ("l.toml", b"global = [32]\nlocal = [32]\n"),
        ("four.toml", b"global = [32]\nlocal = [32]\ndynamic_local = 4\n"),
    ];
    let folder = Folder::new("dynamic", &files);
    let (out, _) = folder.ends(0, "run k.cu --launch l.toml --machine simt/fermi --dump x");
    assert!(out.ends_with("x[31] = 31\n"), "{out}");
    folder.ends(1, "run h.cu --launch l.toml --machine simt/fermi");
    folder.ends(1, "run k.cu --launch four.toml --machine simt/fermi");
}
