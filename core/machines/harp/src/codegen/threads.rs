//! Jump threading (HARP 4.2): a block that only decides by what the way to it has fixed is jumped over.
//!
//! `if (a) f = 1; else f = 0; if (f) S else T` asks twice. Of the ways to the second test one always goes on at `S`, another one always at `T`: each
//! gets the instructions of the test for itself, without its branch, and leads to its side. Where a third way to the test decides nothing,
//! both sides have two ways in then, which `split` and `join` cannot keep apart by themselves. It is one of the optimisations that are off
//! unless a person asks for them ([`tails`](super::tails) is the other one).
//!
//! Known of a way are numbers that its last block writes, and the predicate of the branch that leads to that block, or to the test. The heads of loops are
//! left alone: a way past them would be a second one into the loop.

use lanescope_parts::{
    base::OrdMap,
    ir::{BlockId, dom::DomTree, loops::Loops},
};

use super::{
    super::isa::{Arch, Op},
    chains::is_pure,
    code::{Block, Code, End, Line, Reg, Special},
};

/// Instructions that a block may have to be jumped over: they are there once more for each way.
const MOST_LINES: usize = 8;

/// What is known of values: a word, or 1 and 0 of a predicate.
type Facts = OrdMap<Reg, u64>;

/// Leads every way on whose next branch is decided to where that leads.
pub(super) fn thread(code: &mut Code, arch: Arch) {
    // Each step takes a way from a block that has several; there are no more steps than that may have been at the beginning, several times over.
    for _ in 0..4 * code.blocks.len() {
        let Some((from, over, to)) = find(code, arch) else { return };
        let Block { lines, span, owner, .. } = code.blocks[over].clone();
        let way = code.add(Block { lines, owner, ..Block::empty(to, span) });
        code.blocks[from].end.redirect(over, way);
    }
}

/// A way that is decided: the block that it comes from, the one that it goes over, and where it goes on.
fn find(code: &Code, arch: Arch) -> Option<(usize, usize, usize)> {
    let cfg = code.flow();
    let loops = Loops::new(&cfg, &DomTree::dominators(&cfg));
    let is_head = |block: usize| loops.loops.iter().any(|one| one.header.index() == block);
    let may_go = |over: usize| {
        let block = &code.blocks[over];
        let few = block.lines.len() <= MOST_LINES && block.lines.iter().all(is_pure);
        over != 0 && few && block.join.is_none() && !is_head(over) && cfg.preds[over].len() > 1
    };
    let id = |block: usize| BlockId(block as u32);
    for over in cfg.rpo.iter().map(|block| block.index()).filter(|over| may_go(*over)) {
        let End::Branch { on, yes, no, .. } = code.blocks[over].end else { continue };
        for from in cfg.preds[over].iter().map(|block| block.index()) {
            let mut ends = code.blocks[from].end.targets().filter(|to| *to == over);
            if ends.next().is_none() || ends.next().is_some() || !cfg.is_reachable(id(from)) {
                continue;
            }
            let mut facts =
                entered(code, &cfg.preds[from]).map_or_else(Facts::new, |before| known(code, before, from));
            code.blocks[from].lines.iter().for_each(|line| learn(&mut facts, line, arch));
            known(code, from, over).into_iter().for_each(|(reg, value)| _ = facts.insert(reg, value));
            code.blocks[over].lines.iter().for_each(|line| learn(&mut facts, line, arch));
            if let Some(value) = facts.get(&on) {
                return Some((from, over, if *value == 1 { yes } else { no }));
            }
        }
    }
    None
}

/// The only block that leads to one.
fn entered(code: &Code, preds: &[BlockId]) -> Option<usize> {
    let [one] = preds else { return None };
    Some(one.index()).filter(|block| *block < code.blocks.len())
}

/// What the branch of a block says on its way to another one.
fn known(code: &Code, from: usize, to: usize) -> Facts {
    match code.blocks[from].end {
        End::Branch { on, yes, no, .. } if yes != no => Facts::from([(on, u64::from(yes == to))]),
        _ => Facts::new(),
    }
}

/// What an instruction makes of what is known.
fn learn(facts: &mut Facts, line: &Line, arch: Arch) {
    // A call may leave anything in the registers that arguments are passed in.
    if let Some(Special::Call { .. }) = line.special {
        return *facts = Facts::new();
    }
    let Some(to) = line.written() else { return };
    let may = line.guard.map(|guard| facts.get(&guard).copied());
    match may {
        Some(Some(0)) => {}
        Some(None) => _ = facts.remove(&to),
        Some(Some(_)) | None => match value(facts, line, arch) {
            Some(value) => _ = facts.insert(to, value),
            None => _ = facts.remove(&to),
        },
    }
}

/// The value that an instruction writes, if it is known.
fn value(facts: &Facts, line: &Line, arch: Arch) -> Option<u64> {
    let mask = u64::MAX >> (64 - arch.bits());
    let of = |at: usize| facts.get(&line.regs[at]).copied();
    let number = line.number as u64 & mask;
    let made = match line.op {
        Op::Ldi => number,
        Op::Ori => of(1)? | number,
        Op::Andi => of(1)? & number,
        Op::Xori => of(1)? ^ number,
        Op::Addi => of(1)?.wrapping_add(number),
        Op::Subi => of(1)?.wrapping_sub(number),
        Op::Add => of(1)?.wrapping_add(of(2)?),
        Op::Sub => of(1)?.wrapping_sub(of(2)?),
        Op::And => of(1)? & of(2)?,
        Op::Or => of(1)? | of(2)?,
        Op::Xor | Op::Xorp => of(1)? ^ of(2)?,
        Op::Iszero => u64::from(of(1)? == 0),
        Op::Rtop => u64::from(of(1)? != 0),
        Op::Isneg => of(1)? >> (arch.bits() - 1) & 1,
        Op::Notp => 1 ^ of(1)?,
        Op::Andp if of(1) == Some(0) || of(2) == Some(0) => 0,
        Op::Andp => of(1)? & of(2)?,
        Op::Orp if of(1) == Some(1) || of(2) == Some(1) => 1,
        Op::Orp => of(1)? | of(2)?,
        _ => return None,
    };
    Some(made & mask)
}
