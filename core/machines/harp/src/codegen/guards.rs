//! If-conversion: branches become guards (HARP 4.11).
//!
//! A branch of which one way is a block that leads to where the other goes (a triangle), or of which both ways are such blocks (a
//! diamond), becomes straight code under guards. This happens before registers are given, so that no guard is short of a predicate, and again
//! and again, so that nested branches go, too: an instruction that has a guard already gets the conjunction of both.
//!
//! What stays a branch: regions with barriers, with loops, or into which somebody else jumps. They get `split` and `join`.
//!
//! Whether guards pay is asked when both sides are straight code, inner branches first ([`Judge`]).
//!
//! The form after registers are given, with its limits, is [`after`](super::after).

use alloc::{collections::BinaryHeap, vec, vec::Vec};

use lanescope_parts::base::{OrdMap, OrdSet};

use lanescope_parts::source::Span;

use super::{
    super::isa::Op,
    code::{Choice, Class, Code, End, Line, Reg, Site},
    cost::Arms,
    turn,
};

/// Says of a branch of the kernel with such sides whether it becomes guards (HARP 4.11, "profitability").
pub(super) type Judge<'a> = dyn FnMut(Site, Arms) -> bool + 'a;

/// How often instructions may be put under one more guard: far more often than in code that fits into memory.
const MAX_LOOKS: u64 = 1 << 20;

/// Converts every branch that is to be and can be; makes one block of blocks that follow each other alone.
///
/// Of the branches that can be converted the one with the highest number is next. What a conversion changes is kept along, so that none of
/// them looks at all of the code. An instruction below many branches is looked at for each of them, and each may add a conjunction: code
/// that would take more than so many looks is left as it is.
///
/// # Errors
/// There would be more looks than [`MAX_LOOKS`].
pub(super) fn convert(code: &mut Code, judge: &mut Judge) -> Result<(), ()> {
    merge(code);
    let mut looks = 0;
    let mut known = Known::new(code);
    let mut waiting: BinaryHeap<usize> = code.order().into_iter().collect();
    while let Some(block) = waiting.pop() {
        let End::Branch { choice: Choice::Predicate, site, yes, no, .. } = code.blocks[block].end else {
            continue;
        };
        for side in [yes, no] {
            if known.entries(side) == 1 {
                known.gather(code, side);
            }
        }
        let Some(region) = region(code, block, &|block| known.entries(block)) else { continue };
        let arms = region.arms(code, &known.uses, &code.blocks[known.last[block]].lines);
        match (&mut code.blocks[block].end, site) {
            (End::Branch { choice, .. }, Some(site)) if !judge(site, arms) => *choice = Choice::Split,
            _ => {
                looks += arms.yes.unwrap_or(0) + arms.no.unwrap_or(0);
                if looks > MAX_LOOKS {
                    return Err(());
                }
                known.flatten(code, block, &region);
                // The block may be the side of another branch now, and may end with one that followed.
                waiting.push(block);
                if let [before] = known.preds[block][..] {
                    waiting.push(before);
                }
            }
        }
    }
    code.order().into_iter().for_each(|block| known.gather(code, block));
    Ok(())
}

/// What is known of code in which branches become guards.
struct Known {
    /// For each block from where one comes to it, once for each edge; nothing of blocks that cannot be reached.
    preds: Vec<Vec<usize>>,
    /// How often each value occurs.
    uses: OrdMap<Reg, u32>,
    /// Blocks that each block has taken in, in the order of their lines, with its own lines in front. They keep theirs until somebody
    /// asks, so that a long row of branches is not moved for each of them.
    taken: Vec<Option<usize>>,
    /// The last of them, or the block.
    last: Vec<usize>,
}

impl Known {
    fn new(code: &Code) -> Known {
        let blocks = code.blocks.len();
        let mut known = Known {
            preds: vec![Vec::new(); blocks],
            uses: OrdMap::new(),
            taken: vec![None; blocks],
            last: (0..blocks).collect(),
        };
        for block in code.order() {
            code.blocks[block].end.targets().for_each(|to| known.preds[to].push(block));
            code.blocks[block].lines.iter().for_each(|line| count(line, &mut known.uses));
            if let End::Branch { on, .. } | End::Leave(on) = code.blocks[block].end {
                *known.uses.entry(on).or_default() += 1;
            }
        }
        known
    }

    /// How many edges lead to a block.
    fn entries(&self, block: usize) -> usize {
        self.preds[block].len()
    }

    /// Puts the arms of a branch under guards behind the block, and what follows alone behind them.
    fn flatten(&mut self, code: &mut Code, block: usize, region: &Region) {
        freshen(code, region, &self.uses);
        let arms = [region.yes, region.no];
        for line in arms.iter().flatten().flat_map(|arm| &code.blocks[*arm].lines) {
            operands(line).for_each(|reg| *self.uses.entry(reg).or_default() -= 1);
        }
        *self.uses.entry(region.on).or_default() -= 1;
        let lines = flatten(code, block, region);
        lines.iter().for_each(|line| count(line, &mut self.uses));
        code.blocks[self.last[block]].lines.extend(lines);
        let Region { join, .. } = *region;
        self.preds[join].retain(|from| *from != block && !arms.contains(&Some(*from)));
        self.preds[join].push(block);
        arms.iter().flatten().for_each(|arm| self.preds[*arm].clear());
        while let Some((next, lines)) = absorb(code, block, |to| self.entries(to)) {
            code.blocks[next].lines = lines;
            self.taken[self.last[block]] = Some(next);
            self.last[block] = self.last[next];
            self.preds[next].clear();
            for to in code.blocks[block].end.targets() {
                self.preds[to].iter_mut().filter(|from| **from == next).for_each(|from| *from = block);
            }
        }
    }
}

/// The sides of every branch of the kernel that is still one, if they are straight code, and otherwise what stands in the way of guards.
pub(super) fn sides(code: &Code) -> Vec<(usize, Result<Arms, &'static str>)> {
    let known = Known::new(code);
    let is_site = |block: &usize| matches!(code.blocks[*block].end, End::Branch { site: Some(_), .. });
    let of = |block: usize| match region(code, block, &|block| known.entries(block)) {
        Some(region) => (block, Ok(region.arms(code, &known.uses, &code.blocks[block].lines))),
        None => (block, Err(obstacle(code, block))),
    };
    code.order().into_iter().filter(is_site).map(of).collect()
}

/// Says of the straight sides of every branch that is still one whose they are.
pub(super) fn own_sides(code: &mut Code) {
    let entries = entries(code);
    for block in code.order() {
        let (Some(site), Some(found)) = (code.site(block), region(code, block, &|block| entries[block]))
        else {
            continue;
        };
        for arm in [found.yes, found.no].into_iter().flatten() {
            let mut lines = core::mem::take(&mut code.blocks[arm].lines);
            lines.iter_mut().for_each(|line| code.own(line, site));
            (code.blocks[arm].lines, code.blocks[arm].owner) = (lines, Some(site));
        }
    }
}

/// Why a branch cannot become guards.
fn obstacle(code: &Code, block: usize) -> &'static str {
    let End::Branch { yes, no, .. } = code.blocks[block].end else { return "it is no branch" };
    let arms = [yes, no];
    if arms.iter().any(|arm| !is_legal(code, *arm)) {
        return "there is a barrier behind it";
    }
    if arms.iter().any(|arm| matches!(code.blocks[*arm].end, End::Branch { .. })) {
        return "a loop, or a branch that is no guard, lies behind it";
    }
    "its sides are also reached from elsewhere"
}

/// The blocks of a branch that can be converted.
#[derive(Clone, Copy, Debug)]
pub(super) struct Region {
    /// Its predicate.
    pub on: Reg,
    /// Where that holds, if it is a block of its own.
    pub yes: Option<usize>,
    /// Where it does not.
    pub no: Option<usize>,
    /// Where both meet.
    pub join: usize,
}

impl Region {
    /// What its sides are; `before` are the last lines in front of the branch.
    fn arms(&self, code: &Code, uses: &OrdMap<Reg, u32>, before: &[Line]) -> Arms {
        let lines = |arm: Option<usize>| Some(code.blocks[arm?].lines.iter().map(Line::length).sum());
        // Written here, and read by the branch alone.
        let is_own = uses.get(&self.on) == Some(&2);
        let detour = self.no.is_none() && !(is_own && turn::is_free(before, self.on));
        Arms { yes: lines(self.yes), no: lines(self.no), detour }
    }
}

/// How many edges lead to each block, from blocks that can be reached.
pub(super) fn entries(code: &Code) -> Vec<usize> {
    let mut entries = alloc::vec![0; code.blocks.len()];
    for block in code.order() {
        code.blocks[block].end.targets().for_each(|to| entries[to] += 1);
    }
    entries
}

impl Known {
    /// Puts all lines of a block into it.
    fn gather(&mut self, code: &mut Code, block: usize) {
        let mut next = self.taken[block].take();
        while let Some(at) = next {
            let lines = core::mem::take(&mut code.blocks[at].lines);
            code.blocks[block].lines.extend(lines);
            next = self.taken[at].take();
        }
        self.last[block] = block;
    }
}

/// Blocks with one way in from a block with one way out become part of it.
pub(super) fn merge(code: &mut Code) {
    let mut entries = entries(code);
    for at in code.order() {
        while let Some((to, lines)) = absorb(code, at, |to| entries[to]) {
            code.blocks[at].lines.extend(lines);
            // What is left of the block is reached by nobody.
            entries[to] = 0;
        }
    }
}

/// A block that leads to one with one way in takes in its end; which that was, and the lines that are to follow.
pub(super) fn absorb(
    code: &mut Code,
    at: usize,
    entries: impl Fn(usize) -> usize,
) -> Option<(usize, Vec<Line>)> {
    let End::Jump(to) = code.blocks[at].end else { return None };
    if entries(to) != 1 || to == at || to == 0 || code.blocks[to].join.is_some() {
        return None;
    }
    let next = core::mem::replace(&mut code.blocks[to], super::code::Block::empty(to, Span::NONE));
    let block = &mut code.blocks[at];
    (block.end, block.span) = (next.end, next.span);
    Some((to, next.lines))
}

/// May all instructions be guarded?
fn is_legal(code: &Code, block: usize) -> bool {
    code.blocks[block].join.is_none()
        && code.blocks[block].lines.iter().all(|line| line.op != Op::Bar && line.is_plain())
}

/// The straight sides of a branch, and where they meet; `entries` says how many edges lead to a block.
pub(super) fn region(code: &Code, block: usize, entries: &dyn Fn(usize) -> usize) -> Option<Region> {
    let End::Branch { on, yes, no, .. } = code.blocks[block].end else { return None };
    let leads = |arm: usize| match code.blocks[arm].end {
        End::Jump(to) if entries(arm) == 1 && arm != block && is_legal(code, arm) => Some(to),
        _ => None,
    };
    let both = leads(yes).filter(|to| leads(no) == Some(*to) && yes != no);
    if let Some(join) = both {
        return Some(Region { on, yes: Some(yes), no: Some(no), join });
    }
    if leads(yes) == Some(no) {
        return Some(Region { on, yes: Some(yes), no: None, join: no });
    }
    (leads(no) == Some(yes)).then_some(Region { on, yes: None, no: Some(no), join: yes })
}

/// The arms of a branch under guards, which are to follow the lines of the block.
fn flatten(code: &mut Code, block: usize, region: &Region) -> Vec<Line> {
    let (span, site) = (code.blocks[block].span, code.site(block));
    let mut guards = [None, None];
    let plain = |op, regs| Line::plain(op, regs, 0, span);
    let mut made = Vec::new();
    // What the arms write must not change the guards: then they are predicates of their own.
    let arms = [region.yes, region.no];
    let mut lines = arms.iter().flatten().flat_map(|arm| &code.blocks[*arm].lines);
    let writes = lines.any(|line| line.written() == Some(region.on));
    for (guard, (arm, op)) in guards.iter_mut().zip([(region.yes, Op::Orp), (region.no, Op::Notp)]) {
        if arm.is_none() {
            continue;
        }
        *guard = Some(if op == Op::Orp && !writes {
            region.on
        } else {
            let own = code.value(Class::Predicate);
            made.push(plain(op, [own, region.on, region.on]));
            own
        });
    }
    for (arm, guard) in [region.yes, region.no].into_iter().zip(guards) {
        if let (Some(arm), Some(guard)) = (arm, guard) {
            let lines = core::mem::take(&mut code.blocks[arm].lines);
            made.extend(guarded(code, lines, guard));
        }
    }
    if let Some(site) = site {
        made.iter_mut().for_each(|line| code.own(line, site));
    }
    code.blocks[block].end = End::Jump(region.join);
    made
}

/// Marks what an arm writes and nobody else has a use for: a value that occurs in the arm alone, or one that the other arm writes before it
/// reads it. Without that every such value would be kept from the beginning of the kernel on.
/// `uses` says how often a value occurs in all of the code.
fn freshen(code: &mut Code, region: &Region, uses: &OrdMap<Reg, u32>) {
    let written_first = |arm: Option<usize>| -> OrdSet<Reg> {
        let (mut read, mut written): (OrdSet<Reg>, OrdSet<Reg>) = Default::default();
        for line in arm.iter().flat_map(|arm| &code.blocks[*arm].lines) {
            read.extend(line.read());
            written.extend(line.written().filter(|reg| line.guard.is_none() && !read.contains(reg)));
        }
        written
    };
    let other = if region.yes.is_some() { written_first(region.no) } else { OrdSet::default() };
    for (arm, other) in [(region.yes, other), (region.no, OrdSet::default())] {
        let Some(arm) = arm else { continue };
        let mut own: OrdMap<Reg, u32> = OrdMap::new();
        code.blocks[arm].lines.iter().for_each(|line| count(line, &mut own));
        let mut seen: OrdSet<Reg> = OrdSet::default();
        for line in &mut code.blocks[arm].lines {
            let read: Vec<Reg> = line.read().collect();
            let alone = |reg: &Reg| own.get(reg) == uses.get(reg) || other.contains(reg);
            if let Some(written) = line.written() {
                // What an inner branch did not care for, lanes outside of this one may.
                let first = !seen.contains(&written) && !read.contains(&written);
                line.fresh = alone(&written) && first && (line.fresh || line.guard.is_none());
                seen.insert(written);
            }
            seen.extend(read);
        }
    }
}

/// The values that occur in an instruction.
fn operands(line: &Line) -> impl Iterator<Item = Reg> {
    line.operands().map(|(_, reg)| reg).chain(line.guard)
}

fn count(line: &Line, counts: &mut OrdMap<Reg, u32>) {
    operands(line).for_each(|reg| *counts.entry(reg).or_default() += 1);
}

/// Instructions under one more guard.
fn guarded(code: &mut Code, lines: Vec<Line>, guard: Reg) -> Vec<Line> {
    // The conjunctions that are there, by the guard of the instruction.
    let mut both: OrdMap<Reg, Reg> = OrdMap::new();
    let mut out = Vec::with_capacity(lines.len());
    for line in lines {
        let guard = match line.guard {
            None => guard,
            Some(own) => *both.entry(own).or_insert_with(|| {
                let made = code.value(Class::Predicate);
                out.push(Line::plain(Op::Andp, [made, own, guard], 0, line.span));
                made
            }),
        };
        if let Some(written) = line.written() {
            both.remove(&written);
        }
        out.push(Line { guard: Some(guard), ..line });
    }
    out
}
