//! Choices, predicates as numbers and constant predicates that are written out when values have registers.

use super::*;
use crate::isa::Op;

fn late(arch: &str, policy: &str, changes: &[(&str, &str)]) -> Spec {
    let mut spec = spec(arch, policy);
    spec.set("pseudos", "late").expect("a setting");
    changes.iter().for_each(|(id, value)| spec.set(id, value).expect(id));
    spec
}

/// The operations of a program, each with whether it has a guard.
fn ops(source: &str, spec: &Spec) -> Vec<(Op, bool)> {
    let program = Harp::compile(&Given::new(&kernels(source).1, spec)).expect("a program");
    let arch = program.arch.complete().expect("an ArchID");
    let decode = |at: u64| match arch.decode(&program.bytes[at as usize..]) {
        crate::isa::Decoded::Instruction(one, _) => Some((one.op, one.guard.is_some())),
        _ => None,
    };
    program.places.iter().filter_map(|placed| decode(placed.at)).collect()
}

/// The forms of the reference (4.7): the complement, and the register written twice under guards. Both copies of a choice whose register is that of one of its
/// values are one.
#[test]
fn w20_pseudo_instructions_become_the_instructions_of_the_thesis() {
    let spec = late("4w16/8/16/16", "sj", &[]);
    let holds = |ops: &[(Op, bool)], row: &[(Op, bool)]| ops.windows(row.len()).any(|part| part == row);
    let zext = "__kernel void k(__global int *y, int n) { int i = get_global_id(0); y[i] = i < n; }";
    let row = [(Op::Notp, false), (Op::Ldi, true), (Op::Ldi, true)];
    assert!(holds(&ops(zext, &spec), &row) && !holds(&ops(zext, &super::spec("4w16/8/16/16", "sj")), &row));
    let select = "__kernel void k(__global int *y, int n) { int i = get_global_id(0), a = y[i], b = n - a; y[i] = select(b, a, i < n); y[i + 64] = a * b; }";
    let row = [(Op::Notp, false), (Op::Ori, true), (Op::Ori, true)];
    assert!(holds(&ops(select, &spec), &row), "{:?}", ops(select, &spec));
    // The loop that lanes leave one by one begins with all of them in it.
    let truth = "__kernel void k(__global int *y) { int i = get_global_id(0), s = 0; for (int k = 0; k < i; k++) s += y[k]; y[i] = s; }";
    assert!(holds(&ops(truth, &spec), &[(Op::Xorp, false), (Op::Notp, false)]));
}

/// Under guards, in functions, with few predicates and with those that are kept free: kernels leave the same.
#[test]
fn kernels_leave_the_same_with_late_pseudo_instructions() {
    let source = "bool odd(int v) { return v & 1; }
        __kernel void k(__global int *y, __global const int *x, int n) {
            int i = get_global_id(0), v = x[i], r = 0;
            bool a = v > 3, b = v < n, c = a != b;
            for (int k = 0; k < (v & 7); k++) {
                if (c) r += a ? v : b ? k : n; else { r -= odd(r); c = k > 2 ? b : a; }
                if (r > 50 && odd(k)) break;
            }
            y[i] = r + (a & b) * 2 + (b | c);
        }";
    let (written, optimised) = kernels(source);
    let (_, called) = super::calls::with_calls(source);
    let args = [ints([0; 64]), ints((0..64).map(|at| at * 13 % 29 - 9)), Arg::Scalar(7)];
    let bound = bound(&written, [64, 1, 1], [16, 1, 1], &args);
    let wanted = expected(&written, &bound);
    for arch in ["4w8/6/16/16", "4w8/8/16/16", "8w32/32/16/16", "4b16/7/4/16"] {
        for policy in POLICIES {
            for scratch in ["scavenged", "reserved"] {
                for when in ["before-registers", "after-registers"] {
                    for (kernel, calls) in [(&optimised, "off"), (&called, "on")] {
                        let changes = [("scratch", scratch), ("if_conversion", when), ("calls", calls)];
                        let spec = late(arch, policy, &changes);
                        let run = run(kernel, &bound, &spec)
                            .unwrap_or_else(|error| panic!("{arch} {policy} {changes:?}: {error}"));
                        assert_eq!(difference(run.memory(), &wanted), None, "{arch} {policy} {changes:?}");
                    }
                }
            }
        }
    }
}

/// Predicates that hold nothing are found (HP-67), so that none is kept free: values find a predicate that would lie in the frame otherwise.
#[test]
fn predicates_that_hold_nothing_are_found() {
    let source = "__kernel void k(__global int *y) { int i = get_global_id(0), v = y[i];
        bool a = v & 1, b = v & 2, c = v & 4, d = v & 8;
        y[i] = (a != b) * 3 + (b != c) * 5 + (c != d) * 7 + (d != a) * 11 + (a & c) * 13 + (b & d) * 17; }";
    let (written, optimised) = kernels(source);
    let bound = bound(&written, [16, 1, 1], [16, 1, 1], &[ints(0..16)]);
    let accesses = |scratch: &str| {
        let spec = late("4w16/6/16/1", "sj", &[("scratch", scratch)]);
        let run = run(&optimised, &bound, &spec).expect("a run");
        assert_eq!(difference(run.memory(), &expected(&written, &bound)), None, "{scratch}");
        core(&run).counts().stores
    };
    assert!(
        accesses("scavenged") < accesses("reserved"),
        "{} {}",
        accesses("scavenged"),
        accesses("reserved")
    );
}

/// Sides that become guards behind registers take no predicate that a choice in them needs: however few there are, none is missing.
#[test]
fn late_guards_leave_predicates_for_late_choices() {
    let source = "__kernel void k(__global int *y, __global const int *x, int n) {
        int i = get_global_id(0), v = x[i], w = y[i], r = 0;
        bool a = v & 1, b = v & 2, c = w & 1, d = w & 2;
        for (int k = 0; k < 4; k++) {
            if (v > k) r += (a ? v : w) + (b ? k : n) + (a != b); else r -= (c ? w : v) + (d ? n : k) + (c == d);
            if (w > k) { bool t = a; a = c ? b : t; c = d ? t : c; } else { b = a ? d : b; d = c ? a : d; }
        }
        y[i] = r + a + 2 * b + 4 * c + 8 * d;
    }";
    let (written, optimised) = kernels(source);
    let args =
        [ints((0..64).map(|at| at * 7 % 11)), ints((0..64).map(|at| at * 13 % 29 - 9)), Arg::Scalar(7)];
    let bound = bound(&written, [64, 1, 1], [16, 1, 1], &args);
    let wanted = expected(&written, &bound);
    for arch in ["4w8/6/16/16", "4w16/6/16/4", "4w8/7/16/16", "8w32/8/16/16", "4b16/16/4/16"] {
        for policy in POLICIES {
            for scratch in ["scavenged", "reserved"] {
                let spec = late(arch, policy, &[("scratch", scratch), ("if_conversion", "after-registers")]);
                let run = run(&optimised, &bound, &spec)
                    .unwrap_or_else(|error| panic!("{arch} {policy} {scratch}: {error}"));
                assert_eq!(difference(run.memory(), &wanted), None, "{arch} {policy} {scratch}");
            }
        }
    }
}
