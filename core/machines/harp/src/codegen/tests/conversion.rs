//! Guards after registers are given, with the limits that an if-converter has there (HARP 4.11, "legacy mode").

use super::{harpbench::programs, *};
use crate::codegen::{Branch, Choice};

/// A machine whose branches become guards before registers are given, or after that.
fn set(policy: &str, arch: &str, when: &str) -> Spec {
    let mut spec = spec(arch, policy);
    spec.set("if_conversion", when).expect("a choice");
    spec
}

/// The branches of a kernel; its memory must be that of the interpreter.
fn branches(source: &str, (global, local): ([u32; 3], [u32; 3]), args: &[Arg], spec: &Spec) -> Vec<Branch> {
    let (written, optimised) = kernels(source);
    let bound = bound(&written, global, local, args);
    let run = run(&optimised, &bound, spec).unwrap_or_else(|error| panic!("{error}\n{source}"));
    assert_eq!(difference(run.memory(), &expected(&written, &bound)), None, "{spec:?}\n{source}");
    run.image().entry.as_ref().expect("a kernel").branches.clone()
}

/// What became of each branch, and why not what was decided.
fn found(branches: &[Branch]) -> Vec<(Choice, Option<&'static str>)> {
    branches.iter().map(|one| (one.outcome(), one.fallback)).collect()
}

const SIZES: ([u32; 3], [u32; 3]) = ([32, 1, 1], [16, 1, 1]);

fn data() -> [Arg; 2] {
    [ints(0..32), ints((0..32).map(|at| at * 7 % 11 - 3))]
}

#[test]
fn of_nested_branches_only_the_innermost_becomes_guards_late() {
    let source = "__kernel void k(__global int *y, __global const int *x) { int i = get_global_id(0);
        if (x[i] > 0) { y[i] += 3; if (x[i] > 4) y[i] ^= 9; y[i] += i; } }";
    let early = branches(source, SIZES, &data(), &set("pred", "4w8/8/16/16", "before-registers"));
    assert_eq!(found(&early), [(Choice::Predicate, None); 2]);
    let late = branches(source, SIZES, &data(), &set("pred", "4w8/8/16/16", "after-registers"));
    let why = Some("an instruction behind it has a guard already");
    assert_eq!(found(&late), [(Choice::Split, why), (Choice::Predicate, None)]);
    // Guards have no `split`; a branch that stays has one, and an address.
    assert_eq!(late.iter().map(|one| one.pc.is_some()).collect::<Vec<bool>>(), [true, false]);
}

/// Three predicates are needed behind the branch, and its own is the fourth of four: there is none for the complement. With eight there is.
#[test]
fn the_other_side_wants_a_predicate_that_is_free() {
    let source =
        "__kernel void k(__global int *y, __global const int *x) { int i = get_global_id(0), v = x[i];
        bool p = v > 1, q = v > 2, r = (v & 1) == 0;
        if (v > 3) y[i] = y[i] * 5; else y[i] = y[i] - 7;
        if (p) y[i] += 1;
        if (q) y[i] += 2;
        if (r) y[i] += 4; }";
    let first = |arch| found(&branches(source, SIZES, &data(), &set("pred", arch, "after-registers")))[0];
    assert_eq!(
        first("4w16/4/16/16"),
        (Choice::Split, Some("no predicate is free for the lanes of its other side"))
    );
    assert_eq!(first("4w16/8/16/16"), (Choice::Predicate, None));
}

#[test]
fn long_sides_stay_branches() {
    let source = "__kernel void k(__global int *y, __global const int *x) { int i = get_global_id(0);
        if (x[i] > 0) y[i] = (y[i] * 3 + x[i]) ^ (y[i] << 2); }";
    for when in ["before-registers", "after-registers"] {
        let with = |most: &str| {
            let mut spec = set("pred", "4w8/8/16/16", when);
            spec.set("ifcvt_max_insts", most).expect("a number");
            branches(source, SIZES, &data(), &spec)[0].clone()
        };
        let all = with("65536");
        let length = all.arms.expect("straight sides").total();
        assert_eq!((all.outcome(), all.fallback), (Choice::Predicate, None), "{when}");
        assert_eq!(found(&[with(&length.to_string())])[0], (Choice::Predicate, None), "{when}");
        let why = Some("its sides have more instructions than `ifcvt_max_insts`");
        assert_eq!(found(&[with(&(length - 1).to_string())])[0], (Choice::Split, why), "{when}");
    }
}

/// 8.4, Fig. 20: an if-converter behind register allocation reaches far fewer branches of the suite (58 % in the thesis) than one before it, which
/// reaches nearly all. Whatever it reaches, memory is that of the interpreter.
#[test]
fn fewer_branches_of_harpbench_become_guards_late() {
    let share = |when: &str| {
        let (mut guards, mut all) = (0, 0);
        for (_, source, (global, local), args) in programs() {
            for policy in ["pred", "static", "size-aware"] {
                let found = branches(source, (global, local), &args, &set(policy, "4w8/8/16/16", when));
                if policy == "pred" {
                    let candidates = || found.iter().filter(|one| !one.of_loop);
                    all += candidates().count();
                    guards += candidates().filter(|one| one.outcome() == Choice::Predicate).count();
                    assert!(
                        candidates().all(|one| one.outcome() == Choice::Predicate || one.fallback.is_some())
                    );
                }
            }
        }
        100 * guards / all
    };
    let [early, late] = ["before-registers", "after-registers"].map(share);
    assert!(early >= 90 && (30..=80).contains(&late), "{early} % and {late} %");
}

#[test]
fn kernels_leave_the_same_with_late_guards() {
    let source =
        "__kernel void k(__global int *y, __global const int *x) { int i = get_global_id(0), r = 0, v = x[i];
        for (int k = 0; k < (v & 7); k++) { if (k & 1) r += v; else r -= k; if (r > 20) break; }
        if (v > 2) r = v > 5 ? r * 3 : r + 1; else r ^= v;
        if (r < 0 || v == 3) y[i] = r; else y[i] = -r; }";
    for arch in ["4w8/8/16/16", "4b16/4/4/16", "8w32/32/16/16"] {
        for policy in POLICIES {
            let _ = branches(source, SIZES, &data(), &set(policy, arch, "after-registers"));
        }
    }
}
