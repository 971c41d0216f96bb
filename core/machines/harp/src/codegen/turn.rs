//! Branches are turned round where that saves a jump (HARP 4.4: the branch skips the body when the inverse of the condition holds).
//!
//! A branch jumps where its predicate is true. If that block is the next one anyway, two jumps are executed where one would do. Where the predicate
//! was made for this branch alone by a test that has an inverse, the inverse costs nothing; elsewhere the branch stays as it is.
//!
//! Lanes that jump go first, and while they are on their way those that do not have an entry of the stack more (HARP 3.6). Where the stack would be too
//! small, branches are turned round so that the side with more branches in it comes second, if need be by an instruction.

use alloc::{vec, vec::Vec};

use lanescope_parts::base::OrdSet;

use super::{
    super::isa::{Kind, Op},
    code::{Class, Code, End, Line, Reg, Site},
};

/// Turns round every branch for which that costs nothing.
pub(super) fn turn(code: &mut Code) {
    let order = code.order();
    let mut uses = uses(code);
    for (at, next) in order.iter().zip(order.iter().skip(1)) {
        let End::Branch { on, yes, no, choice, site } = code.blocks[*at].end else { continue };
        if yes != *next || uses[on as usize] != 1 {
            continue;
        }
        if invert(code, *at, on, &mut uses) {
            let site = site.map(|site| Site { turned: !site.turned, ..site });
            code.blocks[*at].end = End::Branch { on, yes: no, no: yes, choice, site };
        }
    }
}

/// Makes the inverse of a predicate in its place, if that costs nothing. Was it possible?
fn invert(code: &mut Code, at: usize, on: Reg, uses: &mut [u32]) -> bool {
    let lines = &mut code.blocks[at].lines;
    let Some(place) = lines.iter().rposition(|line| line.written() == Some(on)) else { return false };
    let Some(inverse) = inverse(&lines[place]) else { return false };
    let before = core::mem::replace(&mut lines[place], inverse);
    reads(&before).for_each(|reg| uses[reg as usize] -= 1);
    reads(&lines[place]).for_each(|reg| uses[reg as usize] += 1);
    true
}

/// Turns round some branches, whatever it costs.
pub(super) fn swap(code: &mut Code, branches: &OrdSet<usize>) {
    let mut uses = uses(code);
    for at in branches.iter().copied() {
        let End::Branch { on, yes, no, choice, site } = code.blocks[at].end else { continue };
        let mut test = on;
        if uses[on as usize] != 1 || !invert(code, at, on, &mut uses) {
            test = code.value(Class::Predicate);
            let line = Line::plain(Op::Notp, [test, on, 0], 0, code.blocks[at].span);
            code.blocks[at].lines.push(line);
            uses.push(1);
        }
        let site = site.map(|site| Site { turned: !site.turned, ..site });
        code.blocks[at].end = End::Branch { on: test, yes: no, no: yes, choice, site };
    }
}

/// Does the inverse of a predicate that was made for a branch alone cost nothing? `lines` are those in front of the branch.
pub(super) fn is_free(lines: &[Line], on: Reg) -> bool {
    let made = lines.iter().rev().find(|line| line.written() == Some(on));
    made.and_then(inverse).is_some()
}

/// How often each predicate is read.
fn uses(code: &Code) -> Vec<u32> {
    let mut uses = vec![0; code.classes.len()];
    for block in &code.blocks {
        block.lines.iter().flat_map(reads).for_each(|reg| uses[reg as usize] += 1);
        if let End::Branch { on, .. } = block.end {
            uses[on as usize] += 1;
        }
    }
    uses
}

/// The predicates that an instruction reads: its guard, sources, and the one that it leaves as it was where its guard is false.
fn reads(line: &Line) -> impl Iterator<Item = Reg> {
    let sources = line.operands().filter(|(kind, _)| *kind == Kind::PredicateFrom).map(|(_, reg)| reg);
    let kept = line.operands().filter(|(kind, _)| line.guard.is_some() && *kind == Kind::PredicateTo);
    sources.chain(line.guard).chain(kept.map(|(_, reg)| reg))
}

/// The same test with the other result.
fn inverse(line: &Line) -> Option<Line> {
    let [to, from, _] = line.regs;
    let whole = line.guard.is_none();
    match line.op {
        Op::Iszero if whole => Some(Line { op: Op::Rtop, ..*line }),
        Op::Rtop if whole => Some(Line { op: Op::Iszero, ..*line }),
        Op::Notp if whole => Some(Line { op: Op::Orp, regs: [to, from, from], ..*line }),
        _ => None,
    }
}
