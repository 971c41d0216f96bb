//! What structurising costs, and what optimisations break that it mends (HARP 4.16).

use alloc::vec;

use super::{
    harpbench::{Sizes, programs},
    *,
};
use crate::{
    codegen::{
        code::{Block, Choice, Class, End},
        emit::Emitter,
        tails, threads,
    },
    isa::{Arch, Op},
};
use lanescope_parts::source::Span;

/// A machine with these two settings.
fn set(policy: &str, structurise: &str, aggressive: &str) -> Spec {
    let mut spec = spec("4w8/8/16/16", policy);
    spec.set("structurise", structurise).expect("a choice");
    spec.set("aggressive_opts", aggressive).expect("a switch");
    spec
}

/// Instructions of warps that a kernel takes, if it can be compiled; its memory must be that of the interpreter.
fn steps(source: &str, (global, local): Sizes, args: &[Arg], spec: &Spec) -> Result<u64, String> {
    let (written, optimised) = kernels(source);
    let bound = bound(&written, global, local, args);
    let run = run(&optimised, &bound, spec)?;
    assert_eq!(difference(run.memory(), &expected(&written, &bound)), None, "{spec:?}\n{source}");
    Ok(core(&run).counts().steps)
}

/// The same of one lane.
fn kdic(source: &str, args: &[Arg], structurise: &str, aggressive: &str) -> Result<u64, String> {
    steps(source, ([1; 3], [1; 3]), args, &set("sj", structurise, aggressive))
}

/// With all of it the memory is that of the interpreter; without the structuriser, too, or there is a message.
#[test]
fn structurised_programs_leave_the_memory_of_the_interpreter() {
    for (name, source, sizes, args) in programs() {
        for policy in ["sj", "pred", "static", "size-aware"] {
            for aggressive in ["off", "on"] {
                let ran = steps(source, sizes, &args, &set(policy, "all", aggressive));
                assert!(ran.is_ok(), "{name} {policy} {aggressive}: {ran:?}");
                for structurise in ["auto", "off"] {
                    let ran = steps(source, sizes, &args, &set(policy, structurise, aggressive));
                    let refused = ran.as_ref().is_err_and(|error| error.contains("Set `structurise`"));
                    let may = structurise == "off" || aggressive == "on";
                    assert!(
                        ran.is_ok() || may && refused,
                        "{name} {policy} {structurise} {aggressive}: {ran:?}"
                    );
                }
            }
        }
    }
}

/// A new block for each `join` changes nothing of what is computed, and takes an instruction only where a jump leads to it. The algorithm as it
/// is printed is right in some programs and refused in the others.
#[test]
fn joins_may_have_blocks_of_their_own() {
    let mut refused = 0;
    for (name, source, sizes, args) in programs() {
        for policy in ["sj", "size-aware"] {
            let with = |insertion: &str| {
                let mut spec = set(policy, "auto", "off");
                spec.set("insertion", insertion).expect("a choice");
                steps(source, sizes, &args, &spec)
            };
            let [reuse, fresh] = ["reuse", "fresh"].map(|insertion| with(insertion).expect(name));
            assert!(fresh >= reuse && fresh <= reuse + reuse / 10, "{name} {policy}: {reuse}, {fresh}");
            let printed = with("printed");
            let is_refused =
                printed.as_ref().is_err_and(|error| error.contains("Set `insertion` to `reuse`"));
            assert!(printed == Ok(reuse) || is_refused, "{name} {policy}: {reuse}, {printed:?}");
            refused += usize::from(is_refused);
        }
    }
    assert!((1..2 * programs().len()).contains(&refused), "{refused}");
}

/// 8.4, Fig. 17: structurising raises the number of instructions of programs that one lane runs. All loops of the quicksort depend on what it
/// loads, so that they are run as loops that lanes leave one by one without that.
#[test]
fn structurising_costs_programs_of_one_lane_instructions() {
    for (name, has_more) in [("quick_sort", false), ("bubble_sort", true), ("shuffle", true)] {
        let programs = programs();
        let (_, source, _, args) = programs.iter().find(|program| program.0 == name).expect(name);
        let [usual, all] = ["auto", "all"].map(|choice| kdic(source, args, choice, "off").expect(name));
        assert_eq!(all > usual + usual / 10, has_more, "{name}: {usual}, {all} structurised");
        assert!(has_more || all == usual, "{name}: {usual}, {all} structurised");
    }
}

/// Lanes of a loop take one of two ways back. With one back edge for each, both ways meet in the head of the loop, which dominates the branch.
const TWO_WAYS_BACK: &str = "__kernel void k(__global int *a) {
    int x = a[0];
    while (x > 1) {
        if (x & 1) { x = 3 * x + 1; a[1] += 1; } else x = x / 2;
    }
    a[2] = x;
}";

#[test]
fn loops_with_several_ways_back_need_the_structuriser() {
    let args = [ints([27, 0, 0])];
    let usual = kdic(TWO_WAYS_BACK, &args, "auto", "off").expect("one way back");
    let error = kdic(TWO_WAYS_BACK, &args, "auto", "on").expect_err("two ways back");
    assert!(
        error.contains("dominating reconvergence") && error.contains("`structurise` to `all`"),
        "{error}"
    );
    let all = kdic(TWO_WAYS_BACK, &args, "all", "on").expect("one way back by the structuriser");
    assert!(all > usual, "{usual}, {all}");
}

/// Both ways that store 5 get the same block, into which two branches lead.
const SAME_TAILS: &str = "__kernel void k(__global int *a) {
    int x = a[0], y;
    if (x > 10) y = 5; else if (x > 5) y = 7; else y = 5;
    a[1] = y;
}";

#[test]
fn merged_tails_have_two_ways_in() {
    for (first, result) in [(20, 5), (8, 7), (1, 5)] {
        let args = [ints([first, 0])];
        let error = kdic(SAME_TAILS, &args, "off", "on").expect_err("two ways in");
        assert!(
            error.contains("lanes of other branches") && error.contains("`structurise` to `auto`"),
            "{error}"
        );
        let [usual, merged] =
            ["off", "on"].map(|aggressive| kdic(SAME_TAILS, &args, "auto", aggressive).expect("told apart"));
        assert!(merged > usual, "{result}: {usual}, {merged} with a number that tells lanes apart");
        assert!(kdic(SAME_TAILS, &args, "off", "off").is_ok(), "without merging there is nothing to do");
    }
}

/// The first two ways to the second test decide it, the third does not: both of its sides have two ways in then.
const A_KNOWN_TEST: &str = "__kernel void k(__global int *a) {
    int x = a[0], f;
    if (x > 10) { a[1] = 3; f = 1; } else if (x > 5) { a[2] = 4; f = 0; } else { a[3] = 5; f = x & 1; }
    if (f) a[4] += 6; else a[5] += 7;
    a[6] = f;
}";

#[test]
fn a_test_that_is_jumped_over_has_two_ways_into_its_sides() {
    for first in [20, 8, 3, 2] {
        let args = [ints([first, 0, 0, 0, 0, 0, 0])];
        let usual = kdic(A_KNOWN_TEST, &args, "off", "off").expect("nothing is unstructured");
        let error = kdic(A_KNOWN_TEST, &args, "off", "on").expect_err("two ways in");
        assert!(error.contains("lanes of other branches"), "{error}");
        kdic(A_KNOWN_TEST, &args, "auto", "on").expect("told apart by a number");
        // Without `split` nothing is in the way of it, and the tests that are known are not made.
        let none = |aggressive: &str| {
            let spec = set("none", "off", aggressive);
            steps(A_KNOWN_TEST, ([1; 3], [1; 3]), &args, &spec).expect("one lane agrees with itself")
        };
        let (plain, threaded) = (none("off"), none("on"));
        assert!(usual > plain, "{first}");
        assert!(
            if first == 20 { threaded < plain } else { threaded <= plain },
            "{first}: {plain}, {threaded}"
        );
    }
}

/// Of three ways to a test two write a number that decides it: each leads to its side, with the instructions of the test; the third goes on to
/// the test.
#[test]
fn ways_that_are_decided_lead_past_the_test() {
    let arch = Arch::parse("4w8/8/16/16").expect("an ArchID");
    let mut emit = Emitter::new(arch, 0, 1);
    let [first, second, on] = [0; 3].map(|_| emit.code.value(Class::Predicate));
    let [flag, other] = [emit.word(), emit.word()];
    let branch = |on, yes, no| End::Branch { on, yes, no, choice: Choice::Split, site: None };
    // 0 leads to 1 or 2, 2 to 3 or 4; 1, 3 and 4 to the test 5, which leads to 6 or 7, and those to 8.
    for to in [0, 5, 0, 5, 5, 0, 8, 8, 0] {
        emit.code.add(Block::empty(to, Span::NONE));
    }
    for (block, end) in
        [(0, branch(first, 1, 2)), (2, branch(second, 3, 4)), (5, branch(on, 6, 7)), (8, End::Leave(other))]
    {
        emit.code.blocks[block].end = end;
    }
    for (block, op, number) in [(1, Op::Ldi, 7), (3, Op::Ldi, 9)] {
        emit.block = block;
        emit.line(None, op, [flag, 0, 0], number);
    }
    emit.block = 4;
    emit.line(None, Op::Ld, [flag, other, 0], 0);
    emit.block = 5;
    let left = emit.with(Op::Subi, flag, 7);
    emit.line(None, Op::Iszero, [on, left, 0], 0);
    for block in [6, 7] {
        emit.block = block;
        emit.line(None, Op::St, [flag, other, 0], block as i64);
    }
    threads::thread(&mut emit.code, arch);
    let leads = |block: usize| emit.code.blocks[block].end.targets().collect::<Vec<usize>>();
    let [way, past] = [leads(1)[0], leads(3)[0]];
    assert_eq!((leads(way), leads(past), leads(4)), (vec![6], vec![7], vec![5]));
    let ops = |block: usize| emit.code.blocks[block].lines.iter().map(|line| line.op).collect::<Vec<Op>>();
    assert_eq!([ops(way), ops(past)], [[Op::Subi, Op::Iszero], [Op::Subi, Op::Iszero]]);
}

#[test]
fn tails_are_as_long_as_they_are_the_same() {
    let arch = Arch::parse("4w8/8/16/16").expect("an ArchID");
    let mut emit = Emitter::new(arch, 0, 1);
    let on = emit.code.value(Class::Predicate);
    let [a, b] = [emit.word(), emit.word()];
    emit.code.add(Block::empty(0, Span::NONE));
    emit.code.blocks[0].end = End::Branch { on, yes: 1, no: 2, choice: Choice::Split, site: None };
    for first in [a, b] {
        emit.block = emit.code.add(Block::empty(3, Span::NONE));
        emit.line(None, Op::Ldi, [first, 0, 0], 1);
        emit.line(None, Op::Ldi, [a, 0, 0], 2);
        emit.line(None, Op::Ldi, [b, 0, 0], 3);
    }
    emit.code.add(Block { end: End::Leave(b), ..Block::empty(0, Span::NONE) });
    tails::merge(&mut emit.code);
    let lines: Vec<usize> = emit.code.blocks.iter().map(|block| block.lines.len()).collect();
    assert_eq!(lines, [0, 1, 1, 0, 2]);
    assert_eq!(
        [1, 2, 4].map(|block| emit.code.blocks[block].end),
        [End::Jump(4), End::Jump(4), End::Jump(3)]
    );
}
