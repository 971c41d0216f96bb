//! Branches are turned round where that saves a jump (HARP 4.4: the branch skips the body when the inverse of the condition holds).
//!
//! A branch jumps where its predicate is true. If that block is the next one anyway, two jumps are executed where one would do. Where the predicate
//! was made for this branch alone by a test that has an inverse, the inverse costs nothing; elsewhere the branch stays as it is.

use super::{
    super::isa::{Kind, Op},
    code::{Code, End, Line, Reg, Site},
};

/// Turns round every branch for which that costs nothing.
pub(super) fn turn(code: &mut Code) {
    let order = code.order();
    for (at, next) in order.iter().zip(order.iter().skip(1)) {
        let End::Branch { on, yes, no, choice, site } = code.blocks[*at].end else { continue };
        if yes != *next || uses(code, on) != 1 {
            continue;
        }
        let lines = &mut code.blocks[*at].lines;
        let Some(place) = lines.iter().rposition(|line| line.written() == Some(on)) else { continue };
        let Some(inverse) = inverse(&lines[place]) else { continue };
        lines[place] = inverse;
        let site = site.map(|site| Site { turned: !site.turned, ..site });
        code.blocks[*at].end = End::Branch { on, yes: no, no: yes, choice, site };
    }
}

/// How often a predicate is read.
fn uses(code: &Code, on: Reg) -> usize {
    let of = |line: &Line| {
        let sources = line.operands().filter(|(kind, reg)| *kind == Kind::PredicateFrom && *reg == on);
        let written = usize::from(line.guard.is_some() && line.written() == Some(on));
        sources.count() + usize::from(line.guard == Some(on)) + written
    };
    let blocks = code.blocks.iter();
    blocks
        .map(|block| {
            let end = matches!(block.end, End::Branch { on: read, .. } if read == on);
            block.lines.iter().map(of).sum::<usize>() + usize::from(end)
        })
        .sum()
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
