//! What structurising costs, and what optimisations break that it mends (HARP 4.16).

use super::{
    harpbench::{Sizes, programs},
    *,
};
use crate::{
    codegen::{
        code::{Block, Choice, Class, Code, End},
        emit::Emitter,
        tails,
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

#[test]
fn tails_are_as_long_as_they_are_the_same() {
    let arch = Arch::parse("4w8/8/16/16").expect("an ArchID");
    let mut emit =
        Emitter { arch, code: Code::default(), block: 0, span: Span::NONE, launch_block: 0, cores: 1 };
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
