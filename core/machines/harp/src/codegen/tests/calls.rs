//! Functions that stay calls leave what they leave when they are written out.

use super::*;
use crate::isa::Op;

/// The kernel as the front end wrote it, and optimised with its functions.
fn with_calls(source: &str) -> (Kernel, Kernel) {
    let front = lang::compile(source, Language::Auto, &CompileOptions::default(), &Limits::default());
    let written = front.kernels.first().unwrap_or_else(|| panic!("{:?}", front.diagnostics)).clone();
    let mut optimised = written.clone();
    opt::optimise_with(opt::passes(true), &mut optimised, |_, _| {});
    (written, optimised)
}

/// Compiles with calls and runs; the memory is the interpreter's. How often functions were called.
fn called(
    source: &str,
    (global, local): (u32, u32),
    args: &[Arg],
    arch: &str,
    changes: &[(&str, &str)],
) -> u64 {
    let (written, optimised) = with_calls(source);
    let bound = bound(&written, [global, 1, 1], [local, 1, 1], args);
    let mut spec = spec(arch, "sj");
    spec.set("calls", "on").expect("a setting");
    changes.iter().for_each(|(id, value)| spec.set(id, value).expect(id));
    let run = run(&optimised, &bound, &spec)
        .unwrap_or_else(|error| panic!("{arch} {changes:?}: {error}\n{source}"));
    if let Some(text) = difference(run.memory(), &expected(&written, &bound)) {
        panic!("{arch} {changes:?}: {text}\n{source}");
    }
    core(&run).executed(Op::Jali)
}

const ARCHS: [&str; 4] = ["4w8/8/16/16", "4b16/8/4/16", "8w32/32/16/16", "4w16/8/16/2"];

/// Functions that call functions, with results and without, from branches on which lanes disagree and from loops that they leave one by one.
#[test]
fn functions_that_stay_calls_leave_the_same() {
    let source = "int three(int a, int b, int c) { return a * 100 + b * 10 + c; }
        int deep(int a) { if (a & 1) return three(a, 1, 2) + a; int s = 0; for (int k = 0; k < (a & 7); k++) s += three(k, a, s); return s; }
        void put(__global int *y, int i, int v) { if (v > 500) y[i] = v; else y[i] = -v; }
        __kernel void k(__global int *y, __global const int *x, int n) {
            int i = get_global_id(0), v = x[i], w = v * 3;
            if (v > 0) v = deep(v) + w; else v = three(v, w, n) - w;
            while (v > 1000) v = v / 2 - (deep(v & 15) & 1);
            put(y, i, v + w);
            put(y, i, y[i] + 1);
        }";
    let args = [ints([0; 64]), ints((0..64).map(|at| at * 13 % 29 - 9)), Arg::Scalar(7)];
    for arch in ARCHS {
        for policy in POLICIES {
            let calls = called(source, (64, 16), &args, arch, &[("divergence", policy)]);
            assert!(calls > 8, "{arch} {policy}: {calls}");
        }
        called(source, (64, 16), &args, arch, &[("cores", "3")]);
        called(source, (64, 16), &args, arch, &[("structurise", "all")]);
    }
}

/// Structs by value and as results, pointers, private arrays of callers, bytes, and numbers of two words.
#[test]
fn arguments_and_results_of_all_kinds_go_through_calls() {
    let source = "typedef struct { int a; uchar b; float c; } s_t;
        s_t make(int a, uchar b) { s_t s; s.a = a + 1; s.b = b * 2; s.c = a * 0.5f; return s; }
        int sum(const int *p, int n) { int s = 0; for (int i = 0; i < n; i++) s += p[i]; return s; }
        uchar low(uchar a, bool b) { return b ? a + 200 : a; }
        long wide(long a, int b) { return a * 3 + b; }
        float half_of(float x) { return x > 2.0f ? x * 0.5f : x; }
        void change(s_t s, __global int *y) { *y = s.a + s.b + (int)s.c; }
        __kernel void k(__global int *y, __global uchar *z) {
            int i = get_global_id(0), t[4];
            for (int k = 0; k < 4; k++) t[k] = i * k + y[i];
            s_t s = make(i, i + 3);
            z[i] = low(s.b, (i & 3) == 1);
            long w = wide((long)i << 33, y[i]);
            change(s, y + i);
            y[i] += sum(t, 3 + (i & 1)) + (int)(w >> 32) + (int)w + (int)half_of(s.c);
        }";
    let args = [ints((0..48).map(|at| at * 7 - 100)), Arg::Bytes([5; 48].into())];
    for arch in ARCHS {
        assert!(called(source, (48, 12), &args, arch, &[]) > 0, "{arch}");
    }
}

/// Float functions are functions of the library, and with barriers in functions all is written out.
#[test]
fn library_functions_are_called_and_barriers_are_not() {
    let source = "__kernel void k(__global float *y) { int i = get_global_id(0); y[i] = exp(y[i]) + sin(y[i] * 3.0f) + exp(y[i] * 0.5f); }";
    let args = [Arg::Bytes((0..32).flat_map(|at| (at as f32 * 0.3 - 4.0).to_le_bytes()).collect())];
    assert!(called(source, (32, 16), &args, "4w8/8/16/16", &[]) >= 6);
    let source = "int swap(__local int *s, int l, int n) { barrier(CLK_LOCAL_MEM_FENCE); int v = s[n - 1 - l]; barrier(CLK_LOCAL_MEM_FENCE); return v; }
        __kernel void k(__global int *y) { __local int s[16]; int l = get_local_id(0); s[l] = y[get_global_id(0)]; y[get_global_id(0)] = swap(s, l, 16) + l; }";
    assert_eq!(called(source, (64, 16), &[ints(0..64)], "4w8/8/8/16", &[]), 0);
}

/// A function that is called many times is there once: the code is shorter.
#[test]
fn code_with_calls_is_shorter() {
    let calls: String = (0..24).map(|at| format!("v = mix(v, {at});\n")).collect();
    let source = format!(
        "int mix(int a, int b) {{ int s = a; for (int i = 0; i < (a & 3); i++) s = s * 31 + (b ^ i); if (s > 1000) s -= a * b; return s; }}
         __kernel void k(__global int *y) {{ int v = y[get_global_id(0)]; {calls} y[get_global_id(0)] = v; }}"
    );
    let mut spec = spec("4w8/8/16/16", "sj");
    let bytes = |kernel: &Kernel, spec: &Spec| {
        Harp::compile(&Given::new(kernel, spec)).expect("a program").bytes.len()
    };
    let (_, inlined) = kernels(&source);
    let whole = bytes(&inlined, &spec);
    spec.set("calls", "on").expect("a setting");
    let (_, kept) = with_calls(&source);
    let short = bytes(&kept, &spec);
    assert!(2 * short < whole, "{short} {whole}");
}
