//! The matrix of code generation tests of the reference (HARP 8.2, table 3): operation by type by target. A test of each of its groups runs on both machines, against the
//! interpreter; for the operations that are one instruction, the instruction is asked for as well.
//!
//! Absent: indirect calls, which the language has not. The programs of harpbench are in [`harpbench`](super::harpbench).

use super::*;
use crate::isa::Op;

/// `harp32` and `harp64`.
const TARGETS: [&str; 2] = ["4w8/8/16/16", "8w32/32/16/16"];

const INTEGERS: [&str; 8] = ["char", "uchar", "short", "ushort", "int", "uint", "long", "ulong"];

/// Bytes that are numbers of every size and sign, small and large.
fn bytes(count: u32) -> Arg {
    Arg::Bytes((0..count).map(|at| (at.wrapping_mul(2_654_435_761) >> 13) as u8 >> (at % 3)).collect())
}

/// Runs a kernel of two buffers of a type and a number on a target, splitting branches and under guards.
fn on(target: &str, source: &str, ty: &str, args: &[Arg]) {
    let source = source.replace('T', ty);
    for policy in ["sj", "pred"] {
        same(&source, ([64, 1, 1], [16, 1, 1]), args, target, policy);
    }
}

/// Each row for each type of integers on both targets.
fn integers(rows: &[&str]) {
    for target in TARGETS {
        for ty in INTEGERS {
            for row in rows {
                on(target, row, ty, &[bytes(64 * 8), bytes(64 * 8), Arg::Scalar(5)]);
            }
        }
    }
}

#[test]
fn table_3_arithmetic_logic_and_bits() {
    integers(&[
        "__kernel void k(__global T *y, __global const T *x, int n) { int i = get_global_id(0); T a = x[i], b = y[i];
            y[i] = (a + b) * (a - b) + (a & b) - (a | b) + (a ^ b) + ~a - (-b); }",
        "__kernel void k(__global T *y, __global const T *x, int n) { int i = get_global_id(0); T a = x[i], b = y[i];
            y[i] = (b ? a / b + a % b : a) + (a << (i & 7)) + (a >> (i & 7)) + (a >> 3); }",
        "__kernel void k(__global T *y, __global const T *x, int n) { int i = get_global_id(0); T a = x[i], b = y[i];
            y[i] = (a < b) + (a <= b) * 2 + (a > b) * 4 + (a >= b) * 8 + (a == b) * 16 + (a != b) * 32 + (a && !b) * 64; }",
    ]);
}

/// Operations that are one instruction: the instruction is there.
#[test]
fn table_3_operations_are_instructions() {
    let rows = [
        ("int", "a + b", Op::Add),
        ("int", "a - b", Op::Sub),
        ("int", "a * b", Op::Mul),
        ("uint", "a / (b | 1)", Op::Div),
        ("uint", "a % (b | 1)", Op::Mod),
        ("int", "a & b", Op::And),
        ("int", "a | b", Op::Or),
        ("int", "a ^ b", Op::Xor),
        ("int", "~a", Op::Not),
        ("int", "-a", Op::Neg),
        ("uint", "a << (b & 7)", Op::Shl),
        ("uint", "a >> (b & 7)", Op::Shr),
        ("int", "a + 5", Op::Addi),
        ("int", "a & 5", Op::Andi),
        ("uint", "a >> 5", Op::Shri),
        ("R", "a + b", Op::Fadd),
        ("R", "a - b", Op::Fsub),
        ("R", "a * b", Op::Fmul),
        ("R", "a / b", Op::Fdiv),
        ("R", "(int)a", Op::Ftoi),
        ("int", "(R)a", Op::Itof),
    ];
    for (target, real) in TARGETS.into_iter().zip(["float", "double"]) {
        let ops = |source: &str| {
            let program = Harp::compile(&Given::new(&kernels(source).1, &spec(target, "sj"))).expect(source);
            let arch = program.arch.complete().expect("an ArchID");
            let decode = |at: u64| match arch.decode(&program.bytes[at as usize..]) {
                crate::isa::Decoded::Instruction(one, _) => Some(one.op),
                _ => None,
            };
            program.places.iter().filter_map(|placed| decode(placed.at)).collect::<Vec<Op>>()
        };
        for (ty, expression, op) in rows {
            let (ty, expression) = (ty.replace('R', real), expression.replace('R', real));
            // What is computed is given back as it is, whatever its type.
            let kernel = |value: &str| {
                format!(
                    "__kernel void k(__global {ty} *y, __global const {ty} *x, __global {real} *r, __global int *z) {{
                        {ty} a = x[0], b = x[1]; y[0] = a; y[1] = b; {value} }}"
                )
            };
            let to = match op {
                Op::Ftoi => "z[0]",
                Op::Itof => "r[0]",
                _ => "y[2]",
            };
            let count = |source: &str| ops(source).iter().filter(|one| **one == op).count();
            let (with, without) = (count(&kernel(&format!("{to} = {expression};"))), count(&kernel("")));
            assert!(
                with > without,
                "{target}: {ty} {expression} has {op:?} {with} times, and {without} without it"
            );
        }
    }
}

#[test]
fn table_3_loads_stores_and_pointers() {
    integers(&[
        "__kernel void k(__global T *y, __global const T *x, int n) { int i = get_global_id(0);
            __global const T *p = x + i; __global T *q = &y[63 - i]; *q = p[0] + *(p + (i < 60 ? 3 : -1)); q[0] += (p - x) + n; }",
        "__kernel void k(__global T *y, __global const T *x, int n) { int i = get_global_id(0);
            T t[8]; T *p = t; for (int k = 0; k < 8; k++) *p++ = x[(i + k) & 63]; y[i] = t[n] + *(p - 1 - (i & 3)); }",
    ]);
}

#[test]
fn table_3_reals() {
    let source = "__kernel void k(__global T *y, __global const T *x, int n) { int i = get_global_id(0); T a = x[i], b = y[i] + (T)0.5;
        T r = a * b + a / b - (a - b) * (T)n; if (a < b) r = -r; if (a >= b || a != a) r += (T)1; y[i] = r > (T)1000 ? (T)(int)(r * (T)0.001) : fabs(r); }";
    let (single, double) = (|at: u32| at as f32 * 0.75 - 20.0, |at: u32| f64::from(at) * 0.75 - 20.0);
    let singles = Arg::Bytes((0..64).flat_map(|at| single(at).to_le_bytes()).collect());
    let doubles = Arg::Bytes((0..64).flat_map(|at| double(at).to_le_bytes()).collect());
    for target in TARGETS {
        on(target, source, "float", &[singles.clone(), singles.clone(), Arg::Scalar(3)]);
    }
    on(TARGETS[1], source, "double", &[doubles.clone(), doubles, Arg::Scalar(3)]);
}

/// Calls, returns, and how arguments and results are passed, for each type; structs by value, texts.
#[test]
fn table_3_calls_structures_and_texts() {
    let rows = [
        "T mix(T a, int b, T c, bool d, T e, T f) { if (d) return a * c; for (int k = 0; k < (b & 3); k++) a += e - f; return a; }
         __kernel void k(__global T *y, __global const T *x, int n) { int i = get_global_id(0);
            y[i] = mix(x[i], i, y[i], x[i] > y[i], n, i) + mix(1, n, 2, i & 1, 3, x[i]); }",
        "typedef struct { T a; int b; T c[2]; } s_t;
         s_t make(T a, int b) { s_t s; s.a = a; s.b = b; s.c[0] = a + b; s.c[1] = a * 2; return s; }
         T sum(s_t s) { return s.a + s.b + s.c[0] * s.c[s.b & 1]; }
         __kernel void k(__global T *y, __global const T *x, int n) { int i = get_global_id(0); s_t s = make(x[i], i + n), t = s; t.c[1] -= y[i]; y[i] = sum(s) ^ sum(t); }",
        "__constant char text[] = \"what HARP is\";
         __kernel void k(__global T *y, __global const T *x, int n) { int i = get_global_id(0), l = 0; while (text[l]) l++;
            char own[4] = \"abc\"; y[i] += text[(i + n) % l] * l + own[i % 3]; }",
    ];
    for target in TARGETS {
        for ty in INTEGERS {
            for row in rows {
                let source = row.replace('T', ty);
                let (written, kept) = super::calls::with_calls(&source);
                let args = [bytes(64 * 8), bytes(64 * 8), Arg::Scalar(5)];
                let bound = bound(&written, [64, 1, 1], [16, 1, 1], &args);
                for (calls, frames) in [("off", "fixed"), ("on", "fixed"), ("on", "stack")] {
                    let mut spec = spec(target, "sj");
                    spec.set("calls", calls).expect("a switch");
                    spec.set("frames", frames).expect("a choice");
                    let kernel = if calls == "on" { kept.clone() } else { kernels(&source).1 };
                    let run = run(&kernel, &bound, &spec)
                        .unwrap_or_else(|error| panic!("{target} {ty}: {error}\n{source}"));
                    assert_eq!(
                        difference(run.memory(), &expected(&written, &bound)),
                        None,
                        "{target} {ty}\n{source}"
                    );
                }
            }
        }
    }
}

/// Every form of control flow, with data of each type to decide.
#[test]
fn table_3_control_flow() {
    integers(&[
        "__kernel void k(__global T *y, __global const T *x, int n) { int i = get_global_id(0); T v = x[i], r = 0;
            for (int k = 0; k < 6; k++) { if ((v >> k) & 1) continue; r += k; if (r > 9) break; }
            do { r++; } while (r < (T)(i & 7)); while (v > 3) v = v / 2 - 1;
            switch (v & 3) { case 0: r += 2; case 1: r -= 1; break; case 2: r = -r; break; default: y[i] = 7; return; }
            if (i == n) goto out; r *= 3; out: y[i] = r > 4 && v < 2 || !r ? r : v; }",
    ]);
}

/// Numbers that fit into instructions, and those that are made of pieces.
#[test]
fn table_3_small_and_large_immediates() {
    for number in [
        "1",
        "-1",
        "127",
        "4096",
        "32767",
        "32768",
        "-32768",
        "-32769",
        "262143",
        "262144",
        "0x12345678",
        "0x7fffffff",
        "-0x7fffffff",
        "0x123456789abcdefL",
    ] {
        let source = format!(
            "__kernel void k(__global T *y, __global const T *x, int n) {{ int i = get_global_id(0); T v = x[i];
                y[i] = (v + (T){number}) ^ (v & (T){number}) - (v * (T){number}) + (v < (T){number}) + (T){number}; }}"
        );
        for target in TARGETS {
            for ty in ["int", "uint", "long"] {
                on(target, &source, ty, &[bytes(64 * 8), bytes(64 * 8), Arg::Scalar(5)]);
            }
        }
    }
}

/// Variables of the whole program, in constant and work-group memory, and those of a work-item that lie in memory.
#[test]
fn table_3_globals_and_the_stack() {
    integers(&[
        "__constant T table[4] = { 1, 2, 77, 5 };
         __kernel void k(__global T *y, __global const T *x, int n) { __local T shared[16]; int l = get_local_id(0), i = get_global_id(0);
            T own[6]; for (int k = 0; k < 6; k++) own[k] = x[(i * 3 + k) & 63] + table[k & 3];
            shared[l] = own[l % 6]; barrier(CLK_LOCAL_MEM_FENCE); y[i] = shared[15 - l] + own[n] - table[l & 3]; }",
    ]);
}
