//! What the author's simulator asks of a program beyond the machine's rules (facts 6.5, 16).

use alloc::vec::Vec;

use super::code::{Arg, Code, Line, MEM_IDX};
use crate::{
    isa::{Category, Issue, Op, WORK_ITEMS},
    timing::settings::Settings,
};

/// Does an instruction turn work-items off without going elsewhere?
fn turns_off(op: Op) -> bool {
    matches!(op, Op::Cmask | Op::Brk | Op::Exit)
}

/// Parts an instruction that may turn all work-items off from a scalar one behind it, which the author's
/// simulator would execute: a vector instruction stands between them. It writes what each access by an index
/// writes anew.
pub fn part_stragglers(code: &mut Code) {
    let parts = |before: &[Line], line: &Line| {
        let off = before.last().is_some_and(|last| turns_off(last.op));
        usize::from(off && line.op.row().issue != Issue::Vector)
    };
    insert(code, parts, |code| code.push(Op::Movvsp, None, Some(Arg::Vector(MEM_IDX)), &[Arg::Number(0)]));
}

/// Puts `nop`s behind and before pushes, so that nothing waits at the edge behind one: pops would see the push
/// for ever (facts 16, 1).
pub fn part_pushes(code: &mut Code, registers: &[u32], timing: &Settings) {
    let (commit, warps) = (timing.commit() as usize, WORK_ITEMS / timing.warp_lanes as usize);
    let classes = code.classes.clone();
    // What an operand names in the machine.
    let place = |arg: Arg| match arg {
        Arg::Reg(reg) => Some((Some(classes[reg as usize]), Arg::Number(registers[reg as usize]))),
        Arg::Predicate(_) | Arg::Vector(_) | Arg::Scalar(_) => Some((None, arg)),
        Arg::Number(_) | Arg::Label(_) => None,
    };
    let waits = |before: &[Line], line: &Line| {
        let recent = &before[before.len().saturating_sub(commit + 1)..];
        let written = |what| recent.iter().any(|line| line.to.and_then(place) == Some(what));
        let strides = matches!(line.op, Op::Ldgcidx | Op::Stgcidx | Op::Sldsp);
        line.op == Op::Cpop
            || line.from.into_iter().flatten().filter_map(place).any(written)
            || strides && recent.iter().any(|line| matches!(line.to, Some(Arg::Scalar(_))))
    };
    let count = |before: &[Line], line: &Line| match before.last() {
        _ if line.op == Op::Cpush => from_turning_off(before, commit, warps),
        Some(last) if last.op == Op::Cpush => usize::from(waits(before, line)),
        _ => 0,
    };
    insert(code, count, |code| code.push(Op::Nop, None, None, &[]));
}

/// How many `nop`s part a push from an instruction that may turn all work-items off. Where it does, a pop is put
/// in at the edge `commit + 2` behind it, and waits if the warps of a push are decoded until then.
fn from_turning_off(before: &[Line], commit: usize, warps: usize) -> usize {
    let mut edges = 0;
    for line in before.iter().rev().take(commit + 1) {
        if turns_off(line.op) {
            return (commit + 1).saturating_sub(edges);
        }
        edges += if line.op.row().issue == Issue::Vector { warps } else { 1 };
    }
    0
}

/// Puts so many instructions in front of each line as it asks for behind those before. Who jumps to the line
/// needs none.
fn insert(code: &mut Code, asks: impl Fn(&[Line], &Line) -> usize, put: impl Fn(&mut Code)) {
    let old = core::mem::take(&mut code.lines);
    let mut places = Vec::with_capacity(old.len() + 1);
    for line in old {
        for _ in 0..asks(&code.lines, &line) {
            code.span = line.span;
            put(code);
        }
        places.push(code.lines.len());
        code.lines.push(line);
    }
    places.push(code.lines.len());
    code.labels.iter_mut().filter(|at| **at != usize::MAX).for_each(|at| *at = places[*at]);
}

/// The simulator puts in no pop before anything has flushed the pipeline: a jump does.
pub fn start_flushed(code: &mut Code) {
    let flushes = |op: Op| op == Op::J || op.row().category == Category::Memory;
    let first = code.lines.iter().position(|line| flushes(line.op) || turns_off(line.op));
    if first.is_some_and(|at| turns_off(code.lines[at].op)) {
        let label = code.label();
        code.labels.iter_mut().filter(|at| **at != usize::MAX).for_each(|at| *at += 1);
        code.push(Op::J, None, None, &[Arg::Label(label)]);
        code.lines.rotate_right(1);
        code.labels[label as usize] = 1;
    }
}
