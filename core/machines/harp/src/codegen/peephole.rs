//! What writes one value twice, in lanes of a predicate and in the others (HARP 4.7): a predicate as 0 or 1, and a choice between two values; and
//! constant predicates.
//!
//! By the setting `pseudos` they are instructions from the beginning (a copy, and a guarded copy over it: [`emit`](super::emit)), or one
//! [`Pseudo`] each, which becomes several when values have their registers, as in the thesis:
//!
//! ```text
//! zero-extend x, c        notp q, c;  @c ? ldi x, #1;      @q ? ldi x, #0
//! select x, c, t, f       notp q, c;  @c ? ori x, t, #0;   @q ? ori x, f, #0
//! load-predicate c, 0     xorp c, c, c                     (1: and notp c, c)
//! ```
//!
//! Under a guard `g` of its own, the first two take `andp` of both with `g`.
//!
//! `q` is a predicate that holds nothing at that place (HP-67, *scavenging*). Where there is none, or if setting `scratch` says so, the two highest predicates are
//! kept free for that in all of the function.

use alloc::vec::Vec;

use super::{
    super::isa::{Arch, Op},
    after::{self, Predicates},
    code::{Class, Code, Line, Pseudo, Reg, Special, is_pinned},
    registers::Registers,
};

/// Predicates that an instruction may take beside its own.
pub(super) const SCRATCH: u32 = 2;

/// Writes out all of them. `None`: there is no predicate for one of them.
pub(super) fn expand(code: &mut Code, arch: Arch, registers: &mut Registers) -> Option<()> {
    let starts = after::needed(code, registers);
    for block in code.order() {
        let mut live = after::behind(code, registers, block, &starts);
        let lines = core::mem::take(&mut code.blocks[block].lines);
        let mut out = Vec::with_capacity(lines.len());
        for line in lines.into_iter().rev() {
            match line.special {
                Some(Special::Pseudo(pseudo)) => {
                    let mut busy = live;
                    let all = line.operands().map(|(_, reg)| reg).chain(line.guard);
                    let predicates =
                        all.filter(|reg| !is_pinned(*reg) && code.classes[*reg as usize] == Class::Predicate);
                    predicates.for_each(|reg| after::put(&mut busy, registers.of(code, reg), true));
                    let steps = steps(code, arch, registers, &line, pseudo, &mut busy)?;
                    out.extend(steps.into_iter().rev());
                }
                _ => out.push(line),
            }
            after::before(code, registers, &line, &mut live);
        }
        out.reverse();
        code.blocks[block].lines = out;
    }
    Some(())
}

/// The instructions that one becomes, where the predicates that are `busy` are not free.
fn steps(
    code: &mut Code,
    arch: Arch,
    registers: &mut Registers,
    line: &Line,
    pseudo: Pseudo,
    busy: &mut Predicates,
) -> Option<Vec<Line>> {
    let step = |guard, op, regs, number| Line { guard, op, regs, number, special: None, on: None, ..*line };
    let [to, yes, no] = line.regs;
    let copy = |guard, from| match pseudo {
        Pseudo::Select(Class::Predicate) => step(Some(guard), Op::Orp, [to, from, from], 0),
        _ => step(Some(guard), Op::Ori, [to, from, 0], 0),
    };
    let number = |guard, number| step(Some(guard), Op::Ldi, [to, 0, 0], number);
    let Some(on) = line.on else {
        return Some(truth(code, registers, line, pseudo == Pseudo::Truth(true)));
    };
    let mut scratch = || -> Option<Reg> {
        let free = (0..arch.predicates as u8).rev().find(|predicate| !after::holds(busy, *predicate))?;
        after::put(busy, free, true);
        Some(registers.add(code, free))
    };
    let other = scratch()?;
    let mut out = Vec::from([step(None, Op::Notp, [other, on, 0], 0)]);
    let mut own = on;
    if let Some(guard) = line.guard {
        own = scratch()?;
        out.push(step(None, Op::Andp, [other, other, guard], 0));
        out.push(step(None, Op::Andp, [own, on, guard], 0));
    }
    out.extend(match pseudo {
        Pseudo::Zext => [number(own, 1), number(other, 0)],
        _ => [copy(own, yes), copy(other, no)],
    });
    Some(out)
}

/// A constant predicate.
fn truth(code: &Code, registers: &Registers, line: &Line, value: bool) -> Vec<Line> {
    let to = line.regs[0];
    let step = |op| Line { op, regs: [to; 3], special: None, ..*line };
    // In lanes of its guard a predicate that has the guard's place is true already.
    let is_guard = line.guard.is_some_and(|guard| registers.of(code, guard) == registers.of(code, to));
    match (value, is_guard) {
        (true, true) => Vec::new(),
        (true, false) => Vec::from([step(Op::Xorp), step(Op::Notp)]),
        (false, _) => Vec::from([step(Op::Xorp)]),
    }
}
