//! Functions that stay calls leave what they leave when they are written out.

use super::*;
use crate::isa::Op;

/// The kernel as the front end wrote it, and optimised with its functions.
pub(super) fn with_calls(source: &str) -> (Kernel, Kernel) {
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

/// HARP 3.1, table 1: the first half of the registers has the arguments in their order, and register 0 the result; what is in the second half is
/// there again behind the call. Arguments for which there is no register are in the frame.
#[test]
fn calls_keep_the_convention() {
    let source = "int two(int a, int b) { return a - b; }
        int many(int a, int b, bool c, int d, int e, int f, int g) {
            int s = two(a, e) * two(b, f) + two(g, d);
            for (int k = 0; k < (a & 3); k++) s += two(s, k) ^ g;
            return c ? s : two(s, a); }
        __kernel void k(__global int *y, int n) { int i = get_global_id(0);
            y[i] = many(11, 22, n > 2, 44, i, 66, 77) + y[i] * many(i, n, n < 2, 1, 2, 3, 4); }";
    let args = [ints((0..16).map(|at| at - 5)), Arg::Scalar(5)];
    for arch in ARCHS {
        called(source, (16, 4), &args, arch, &[]);
    }
    let (written, optimised) = with_calls(source);
    let bound = bound(&written, [4, 1, 1], [4, 1, 1], &args);
    for (arch, half, kept) in [("4w8/8/4/1", 4, [4, 6]), ("8w32/32/4/1", 16, [16, 28])] {
        let mut spec = spec(arch, "sj");
        spec.set("calls", "on").expect("a setting");
        let program = Harp::compile(&Given::new(&optimised, &spec)).expect("a program");
        let mut run = Harp::untimed(&program, &spec, bound.clone()).expect("a run");
        let mut under_way: Vec<(u64, Vec<u64>)> = Vec::new();
        let (mut calls, mut first) = (0, None);
        let bytes: u64 = if half == 4 { 4 } else { 8 };
        while let Ok(Some(issued)) = run.core_mut().issue() {
            let warp = &run.core().warps()[0];
            let held: Vec<u64> =
                (kept[0]..=kept[1]).filter(|at| half != 4 || *at != 5).map(|at| warp.get(at, 0)).collect();
            if issued.op == Some(Op::Jali) {
                calls += 1;
                first = first.or_else(|| Some([0, 1, 2, 3].map(|at| warp.get(at, 0))));
                under_way.push((issued.pc + bytes, held));
            } else if issued.op == Some(Op::Jmpr) {
                let (back, before) = under_way.pop().expect("a call");
                assert_eq!((warp.pc, held), (back, before), "{arch}");
            }
        }
        assert_eq!(first, Some([11, 22, 1, 44]), "{arch}");
        assert!(calls > 6 && under_way.is_empty(), "{arch}: {calls}");
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

/// A call of a function that keeps nothing: `jali` and `jmpr`, a copy of each argument and of the result on each side at most; what is needed behind
/// it is moved to the upper half once. Nothing of it goes through memory.
#[test]
fn a_call_of_a_leaf_needs_no_memory() {
    let source = "int mix(int a, int b) { int s = a * b + 3; return s ^ (s >> 5); }
        __kernel void k(__global int *y, int n) { int i = get_global_id(0); y[i] = mix(y[i], n) + 1; }";
    let args = [ints(0..16), Arg::Scalar(5)];
    let (written, kept) = with_calls(source);
    let (_, inlined) = kernels(source);
    let bound = bound(&written, [16, 1, 1], [16, 1, 1], &args);
    let counts = |kernel: &Kernel, calls: &str| {
        let mut spec = spec("4w8/8/16/16", "sj");
        spec.set("calls", calls).expect("a setting");
        let run = run(kernel, &bound, &spec).expect("a run");
        assert_eq!(difference(run.memory(), &expected(&written, &bound)), None);
        core(&run).counts()
    };
    let (with, without) = (counts(&kept, "on"), counts(&inlined, "off"));
    assert_eq!((with.loads, with.stores), (without.loads, without.stores));
    assert!(with.steps - without.steps <= 2 + 2 * 2 + 2 + 1, "{} {}", with.steps, without.steps);
}

/// What a call is given says nothing of what comes back in the same register: no test behind it is decided by that.
#[test]
fn no_test_is_jumped_over_by_what_a_call_was_given() {
    let source =
        "int g(int x, __global const int *in) { for (int j = 0; j < in[0]; j++) x += in[j & 1]; return x; }
        __kernel void k(__global int *o, __global const int *in) {
            int i = get_global_id(0), r = 7;
            if (i) r = g(0, in);
            if (r == 0) o[i] = 1000 + r; else o[i] = r;
        }";
    for arch in ARCHS {
        let calls = called(source, (2, 2), &[ints([0; 2]), ints([3, 4])], arch, &[("aggressive_opts", "on")]);
        assert!(calls > 0, "{arch}");
    }
}
