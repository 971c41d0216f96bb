//! The order of instructions (simd C9): at the edge of the rule, and what it takes off kernels.

use super::*;
use crate::{
    codegen::{
        code::{Class, Code},
        schedule::schedule,
    },
    isa::Op as M,
    timing::settings::{Decoder, Settings},
};

/// Two scalars in a row and so many lines that hang on nothing, then a jump.
fn code(others: u32, op: M, class: Class) -> Code {
    let mut code = Code::default();
    let first = code.s(M::Smov, &[Arg::Number(1)]);
    code.s(M::Siadd, &[first, Arg::Number(2)]);
    for number in 0..others {
        let to = code.reg(class);
        code.push(op, None, Some(Arg::Reg(to)), &[Arg::Number(number)]);
    }
    let label = code.label();
    code.place(label);
    code.push(M::J, None, None, &[Arg::Label(label)]);
    code
}

fn order(mut code: Code, timing: &Settings) -> Vec<M> {
    schedule(&mut code, timing);
    code.lines.iter().map(|line| line.op).collect()
}

/// simd C9, facts 6.2: at three stages a scalar can be read four edges later, so that three other scalars fill the wait.
#[test]
fn simd_c9_a_scalar_goes_as_early_as_its_reader_needs() {
    let timing = Settings::default();
    assert_eq!(
        order(code(3, M::Smov, Class::Scalar), &timing),
        [M::Smov, M::Smov, M::Smov, M::Smov, M::Siadd, M::J]
    );
    // A vector instruction takes eight edges: one fills every wait.
    assert_eq!(order(code(1, M::Mov, Class::Vector), &timing), [M::Smov, M::Mov, M::Siadd, M::J]);
    // With nothing to fill it, all stays as it was.
    assert_eq!(order(code(0, M::Smov, Class::Scalar), &timing), [M::Smov, M::Siadd, M::J]);
}

/// The first source of a decoder of three stages waits two edges more than with one.
#[test]
fn simd_c9_five_slots_are_filled_before_a_three_stage_decoder() {
    let timing = Settings { decoder: Decoder::ThreeStage, ..Settings::default() };
    let found = order(code(6, M::Smov, Class::Scalar), &timing);
    let place = found.iter().position(|op| *op == M::Siadd);
    assert_eq!(place, Some(6), "{found:?}");
}

/// Nothing passes what turns work-items off, and behind it a vector instruction comes first.
#[test]
fn simd_c9_no_scalar_comes_first_behind_what_turns_work_items_off() {
    let mut code = Code::default();
    code.push(M::Cmask, None, None, &[Arg::Predicate(0)]);
    let vector = code.v(M::Mov, &[Arg::Number(1)]);
    let first = code.s(M::Smov, &[Arg::Number(1)]);
    let second = code.s(M::Siadd, &[first, Arg::Number(1)]);
    code.v(M::Iadd, &[vector, second]);
    let found = order(code, &Settings::default());
    assert_eq!(found[..2], [M::Cmask, M::Mov], "{found:?}");
}

/// Kernels of the gallery take no more cycles than in the order of the program.
#[test]
fn simd_c9_no_kernel_takes_longer_by_its_order() {
    let (mut before, mut after) = (0, 0);
    for (name, source) in of_gallery() {
        if REFUSED.iter().any(|(refused, _)| *refused == name) {
            continue;
        }
        let mut off = plain();
        let old = cycles(source, &off);
        off.compiler.scheduling = true;
        let new = cycles(source, &off);
        std::eprintln!("{name}: {old} cycles, {new} in another order");
        assert!(new <= old + old / 100, "{name}: {old} {new}");
        (before, after) = (before + old, after + new);
    }
    assert!(after < before, "{before} {after}");
}
