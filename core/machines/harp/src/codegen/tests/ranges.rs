//! What the place of a lane says of a branch (HARP 4.12, HP-64).

use lanescope_parts::codegen::classify::Static;

use super::*;
use crate::isa::Op;

/// The class of the only branch of a kernel, whose groups have this size if they have one.
fn class(condition: &str, size: Option<u32>, arch: &str, ranges: &str) -> Static {
    let size =
        size.map_or(String::new(), |size| format!("__attribute__((reqd_work_group_size({size}, 1, 1)))"));
    let source = format!(
        "__kernel {size} void k(__global int *y, __global const int *a, int n) {{ uint l = get_local_id(0), w = get_group_id(0);
         if ({condition}) y[get_global_id(0)] = 1; }}"
    );
    let mut spec = spec(arch, "static");
    spec.set("lane_ranges", ranges).expect("a switch");
    let program = Harp::compile(&Given::new(&kernels(&source).1, &spec)).expect("a program");
    let branches = &program.entry.as_deref().expect("a kernel").branches;
    assert_eq!(branches.len(), 1, "{condition}");
    branches[0].class
}

/// Row 7: no lane of 16 is 100. Without the extension, or where a group may have more than 100 work-items, it may be.
#[test]
fn w24_7_a_bound_above_all_lanes_is_unanimous() {
    use Static::{Nonunanimous, Unanimous};
    for (size, arch, ranges, expected) in [
        (Some(16), "4w8/8/16/16", "on", Unanimous),
        (Some(16), "4w8/8/16/16", "off", Nonunanimous),
        (None, "4w8/8/16/16", "on", Nonunanimous),
        (None, "4w8/8/16/4", "on", Unanimous),
        (Some(128), "4w8/8/16/16", "on", Nonunanimous),
    ] {
        assert_eq!(class("l < 100", size, arch, ranges), expected, "{size:?} {arch} {ranges}");
    }
}

/// Conditions on the place in a group of 64, whose warps of 16 have the places 0 to 15, 16 to 31 and so on.
#[test]
fn conditions_are_decided_for_each_warp() {
    type Condition = fn(u32) -> bool;
    let cases: [(&str, Condition); 7] = [
        ("l < 32", |l| l < 32),
        ("l < 40", |l| l < 40),
        ("(l & 16) != 0", |l| l & 16 != 0),
        ("l / 16 == 2", |l| l / 16 == 2),
        ("l % 32 < 16", |l| l % 32 < 16),
        ("l % 8 < 4", |l| l % 8 < 4),
        ("l * 3 + 1 < 191", |l| l * 3 + 1 < 191),
    ];
    for (text, holds) in cases {
        let agree = (0..4).all(|warp| {
            let lanes: Vec<bool> = (16 * warp..16 * warp + 16).map(holds).collect();
            lanes.iter().all(|lane| *lane == lanes[0])
        });
        let expected = if agree { Static::Unanimous } else { Static::Nonunanimous };
        assert_eq!(class(text, Some(64), "4w8/8/16/16", "on"), expected, "{text}");
    }
}

/// What is loaded, and what an unknown number of the launch decides, stays as it was.
#[test]
fn other_conditions_keep_their_classes() {
    for (condition, expected) in [
        ("a[l] > 0", Static::Indeterminate),
        ("w * 16 + l < n", Static::Nonunanimous),
        ("l < n", Static::Nonunanimous),
        ("n > 10", Static::Unanimous),
    ] {
        assert_eq!(class(condition, Some(16), "4w8/8/16/16", "on"), expected, "{condition}");
    }
}

/// A branch on which the lanes of each warp agree is a plain jump under `static`: no lane waits, none is a trap.
#[test]
fn what_is_decided_needs_no_split() {
    let source = "__kernel __attribute__((reqd_work_group_size(64, 1, 1))) void k(__global int *y) { int i = get_global_id(0); uint l = get_local_id(0);
        if (l < 32) y[i] = 5 * i; else if (l < 100) y[i] += 3; else y[i] = 9; }";
    let (written, optimised) = kernels(source);
    let bound = bound(&written, [128, 1, 1], [64, 1, 1], &[ints(0..128)]);
    let splits = |ranges: &str| {
        let mut spec = spec("4w8/8/16/16", "static");
        spec.set("lane_ranges", ranges).expect("a switch");
        spec.set("if_conversion", "after-registers").expect("a choice");
        let run = run(&optimised, &bound, &spec).expect("a run");
        assert_eq!(difference(run.memory(), &expected(&written, &bound)), None);
        (core(&run).executed(Op::Split), core(&run).counts().steps)
    };
    let (on, off) = (splits("on"), splits("off"));
    assert!(on.0 == 0 && on.1 < off.1, "{on:?} {off:?}");
}
