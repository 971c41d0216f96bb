//! Values that are only copied into each other become one, before it is decided what is done about branches.
//!
//! Edges hand values on by copies. Where nothing is lost if both are one value, the copy is no instruction: the costs of a branch must not
//! count it, guards must not keep it, and a side that had nothing else is no side. Registers are given later, by live ranges as they are then.
//!
//! Whether two values are needed at the same time is asked of the ways of one lane through the code, not of those of a warp, although lanes on
//! both sides of a branch are on their way at the same time. That is enough, for three reasons:
//!
//! - A register or predicate belongs to a lane. An instruction writes those of live lanes whose guard holds, and no code behind the start-up
//!   chain reads or writes those of another lane (`clone` is in that chain alone). So a lane that waits on the stack keeps what it has,
//!   whatever others write to the register of the same number.
//! - A lane that goes through a block without being meant (its guard is false, or it has left a loop that others are still in) has false guards
//!   or waits on the stack there, so that it takes a way of the kernel, and blocks that only keep lanes together. Those write values of their own.
//! - A write under a guard reads what it may leave ([`Line::read`]): the old value is needed in front of it, and no other may be in its place.
//!   A copy under a guard is no copy ([`copied`]), since both values are needed behind it, each in other lanes.

use alloc::{vec, vec::Vec};

use lanescope_parts::base::OrdSet;

use super::{
    super::exec::lanes::Lanes,
    code::{Code, End, Line, Reg, is_pinned},
    registers::copied,
};

/// Most bits of sets at the beginnings of blocks, and most pairs that are needed at the same time: far more than code that fits into
/// memory usually has. Where there are more, copies stay as they are.
const MOST: (usize, usize) = (1 << 27, 1 << 21);

/// Makes one value of values that are copied into each other, where they are never needed at the same time.
pub(super) fn join(code: &mut Code) {
    let order = code.order();
    let mut values = Values::new(code, &order);
    if values.regs.is_empty() || values.regs.len() * code.blocks.len() > MOST.0 {
        return;
    }
    if !values.part(code, &order) {
        return;
    }
    for block in &order {
        for line in &code.blocks[*block].lines {
            if let Some((to, from)) = copied(line) {
                values.unite(to, from);
            }
        }
    }
    for block in order {
        let block = &mut code.blocks[block];
        block.lines.iter_mut().for_each(|line| values.rename(line));
        block.lines.retain(|line| copied(line).is_none_or(|(to, from)| to != from));
        if let End::Branch { on, .. } | End::Leave(on) = &mut block.end {
            *on = values.of(*on);
        }
    }
}

/// Values that copies read or write.
struct Values {
    /// The place of each value in the lists below; `None` of one that no copy has, or that has its register already.
    places: Vec<Option<usize>>,
    /// They.
    regs: Vec<Reg>,
    /// The place of one that they are the same as.
    same: Vec<usize>,
    /// Places of those that are needed at the same time.
    apart: Vec<OrdSet<usize>>,
}

/// A set of places.
type Set = Vec<u64>;

fn each(set: &Set) -> impl Iterator<Item = usize> + '_ {
    let of = |(at, word): (usize, &u64)| Lanes(*word).map(move |bit| 64 * at + bit);
    set.iter().enumerate().flat_map(of)
}

fn put(set: &mut Set, at: usize, is_in: bool) {
    let bit = 1 << (at % 64);
    if is_in { set[at / 64] |= bit } else { set[at / 64] &= !bit }
}

impl Values {
    fn new(code: &Code, order: &[usize]) -> Values {
        let mut values = Values {
            places: vec![None; code.classes.len()],
            regs: Vec::new(),
            same: Vec::new(),
            apart: Vec::new(),
        };
        let lines = order.iter().flat_map(|block| &code.blocks[*block].lines);
        let among = lines.filter_map(copied).flat_map(|(to, from)| [to, from]);
        for reg in among.filter(|reg| !code.is_passed(*reg)) {
            if values.places[reg as usize].is_none() {
                values.places[reg as usize] = Some(values.regs.len());
                values.same.push(values.regs.len());
                values.regs.push(reg);
                values.apart.push(OrdSet::default());
            }
        }
        values
    }

    fn place(&self, reg: Reg) -> Option<usize> {
        self.places.get(reg as usize).copied().flatten()
    }

    /// What is needed in front of a line, from what is needed behind it.
    fn before(&self, line: &Line, needed: &mut Set) {
        if let Some(at) = line.written().and_then(|reg| self.place(reg)) {
            put(needed, at, false);
        }
        line.read().filter_map(|reg| self.place(reg)).for_each(|at| put(needed, at, true));
    }

    /// What is needed at the end of a block.
    fn behind(&self, code: &Code, block: usize, starts: &[Set]) -> Set {
        let mut needed = vec![0; self.regs.len().div_ceil(64)];
        let end = &code.blocks[block].end;
        for to in end.targets() {
            needed.iter_mut().zip(&starts[to]).for_each(|(all, more)| *all |= more);
        }
        if let End::Branch { on, .. } | End::Leave(on) = end
            && let Some(at) = self.place(*on)
        {
            put(&mut needed, at, true);
        }
        needed
    }

    /// Finds out which are needed at the same time: one is written while another is needed, and is no copy of that. Are they few enough?
    fn part(&mut self, code: &Code, order: &[usize]) -> bool {
        let mut starts = vec![vec![0; self.regs.len().div_ceil(64)]; code.blocks.len()];
        let mut changed = true;
        while changed {
            changed = false;
            for block in order.iter().rev() {
                let mut needed = self.behind(code, *block, &starts);
                code.blocks[*block].lines.iter().rev().for_each(|line| self.before(line, &mut needed));
                changed |= needed != starts[*block];
                starts[*block] = needed;
            }
        }
        let mut pairs = 0;
        for block in order {
            let mut needed = self.behind(code, *block, &starts);
            for line in code.blocks[*block].lines.iter().rev() {
                if let Some(at) = line.written().and_then(|reg| self.place(reg)) {
                    let source = copied(line).and_then(|(_, from)| self.place(from));
                    for other in each(&needed).filter(|one| *one != at && Some(*one) != source) {
                        self.apart[at].insert(other);
                        self.apart[other].insert(at);
                        pairs += 1;
                    }
                }
                self.before(line, &mut needed);
            }
            if pairs > MOST.1 {
                return false;
            }
        }
        true
    }

    /// The place that stands for all that are the same.
    fn root(&self, mut at: usize) -> usize {
        while self.same[at] != at {
            at = self.same[at];
        }
        at
    }

    /// Makes one of two, if they are never needed at the same time.
    fn unite(&mut self, to: Reg, from: Reg) {
        let (Some(to), Some(from)) = (self.place(to), self.place(from)) else { return };
        let (to, from) = (self.root(to), self.root(from));
        let others = core::mem::take(&mut self.apart[from]);
        if to == from || others.iter().any(|other| self.root(*other) == to) {
            self.apart[from] = others;
            return;
        }
        self.same[from] = to;
        for other in &others {
            let other = self.root(*other);
            self.apart[other].insert(to);
            self.apart[to].insert(other);
        }
    }

    /// The value that a value is now.
    fn of(&self, reg: Reg) -> Reg {
        match self.place(reg) {
            Some(at) if !is_pinned(reg) => self.regs[self.root(at)],
            _ => reg,
        }
    }

    fn rename(&self, line: &mut Line) {
        line.values_mut().for_each(|reg| *reg = self.of(*reg));
    }
}
