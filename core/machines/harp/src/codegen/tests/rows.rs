//! Rows of tests that are too long for the stack (HARP 4.16, "guard variables").

use super::*;
use crate::codegen::Choice;

/// A switch with so many cases, each of which begins with a store, so that it is no table.
fn switch(count: u32, falls: bool) -> String {
    let case = |at: u32| {
        let leave = if falls && at % 16 == 5 { "" } else { "break;" };
        format!("case {}: o[i] = v * {} + {at}; v += {at}; {leave}\n", 3 * at, at + 3)
    };
    let cases: String = (0..count).map(case).collect();
    format!(
        "__kernel void k(__global int *o, __global int *x) {{ int i = get_global_id(0), v = i + 7; switch (x[i]) {{ {cases} default: o[i] = -1; }} x[i] = v; }}"
    )
}

/// Every case, and numbers that are no case, in an order in which lanes of a warp part.
fn data(count: u32) -> [Arg; 2] {
    let items = 512;
    [ints([0; 512]), ints((0..items).map(|at| at * 37 % (3 * count as i32 + 6) - 2))]
}

/// 301 ways out of one row: one behind another they would take 301 entries of the stack.
#[test]
fn switches_of_any_length_are_compiled() {
    for count in [100, 300] {
        let source = switch(count, false);
        for policy in ["sj", "pred", "size-aware"] {
            same(&source, ([512, 1, 1], [64, 1, 1]), &data(count), "4w8/8/16/16", policy);
        }
    }
    same(&switch(80, false), ([512, 1, 1], [64, 1, 1]), &data(80), "8w32/32/16/16", "sj");
}

#[test]
fn cases_that_fall_through_are_compiled() {
    same(&switch(100, true), ([512, 1, 1], [64, 1, 1]), &data(100), "4w8/8/16/16", "sj");
}

/// A tree over n + 1 ways is as deep as the logarithm says: 301 ways lie 9 deep, and the last split has two entries. With a stack for the
/// whole row nothing is changed.
#[test]
fn rows_become_numbers_only_without_room() {
    let (_, optimised) = kernels(&switch(300, false));
    let with = |entries: &str| {
        let mut spec = spec("4w8/8/16/16", "sj");
        spec.set("ipdom_entries", entries).expect("a number");
        let program = Harp::compile(&Given::new(&optimised, &spec)).expect("a program");
        program.entry.as_ref().expect("a kernel").as_ref().clone()
    };
    let small = with("16");
    assert!(small.stack <= 2 * 9, "{}", small.stack);
    let gone = |one: &&crate::codegen::Branch| one.fallback.is_some_and(|why| why.contains("row of tests"));
    assert_eq!(small.branches.iter().filter(gone).count(), 300);
    assert!(small.branches.iter().filter(gone).all(|one| one.pc.is_none() && one.outcome() == Choice::Split));
    let (_, short) = kernels(&switch(40, false));
    let program = Harp::compile(&Given::new(&short, &spec("4w8/8/16/16", "sj"))).expect("a program");
    let entry = program.entry.as_ref().expect("a kernel");
    assert!(entry.stack > 20 && entry.branches.iter().all(|one| one.fallback.is_none()), "{}", entry.stack);
}

/// Neighbours of a row share a product, which is computed for both of them: the row becomes numbers all the same.
#[test]
fn rows_whose_tests_share_a_computation_are_compiled() {
    let pair = |at: i32| {
        let (k, a, b) = (2 * at + 3, at * 5 % 256, at % 16);
        format!(
            "if ((v * {k} & 255) == {a}) o[i] = v * {at}; else if ((v * {k} & 15) == {b}) o[i] = v - {at}; else "
        )
    };
    let row: String = (0..60).map(pair).collect();
    let source = format!(
        "__kernel void k(__global int *o, __global int *x) {{ int i = get_global_id(0), v = x[i]; {row} o[i] = -1; x[i] = v + 1; }}"
    );
    for policy in ["sj", "pred"] {
        same(&source, ([512, 1, 1], [64, 1, 1]), &data(40), "4w8/8/16/16", policy);
    }
}
