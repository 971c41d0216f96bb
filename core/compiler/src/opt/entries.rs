//! Loops with several entries get a single one: what `goto` makes of a kernel becomes loops that all later stages know.
//!
//! Where blocks form a circle that ways from outside enter in several places, all ways to these places, from outside and from
//! inside, lead to a new block first. They tell it where they want to go, and it branches there: it is the only entry. Then the
//! same is done in what is left of the circle without its entry. No code is copied; a block is reached through at most one such
//! branch. Work-items that enter a loop in different places go through it together then, as far as they can.
//!
//! Uses of values may lie behind ways that do not pass their definitions any more: all values that cross blocks go through
//! `cells` first.

use alloc::{vec, vec::Vec};

use super::{
    Pass,
    cells::{empty, into_cells},
    edit::{new_inst, new_param},
};
use crate::ir::{BlockId, Compare, Kernel, Op, Target, Terminator, Type, Value, cfg::Cfg, dom::DomTree};

/// This pass.
pub const PASS: Pass =
    Pass { name: "entries", doc: "Loops that are entered in several places get a single entry.", run };

fn run(kernel: &mut Kernel) -> bool {
    if is_reducible(kernel) {
        return false;
    }
    into_cells(kernel);
    let mut work: Vec<Vec<BlockId>> = vec![kernel.block_ids().collect()];
    while let Some(blocks) = work.pop() {
        for mut circle in circles(kernel, &blocks) {
            let entries = entries(kernel, &circle);
            let entry = match entries[..] {
                [entry] => entry,
                _ => lead_through_one(kernel, &entries),
            };
            circle.retain(|block| *block != entry);
            work.push(circle);
        }
    }
    true
}

/// Does the entry of each loop dominate it?
pub(super) fn is_reducible(kernel: &Kernel) -> bool {
    let cfg = Cfg::new(kernel);
    let dom = DomTree::dominators(&cfg);
    cfg.rpo.iter().all(|from| {
        let mut back = cfg.succs[from.index()]
            .iter()
            .filter(|to| cfg.position[to.index()] <= cfg.position[from.index()]);
        back.all(|to| dom.dominates(*to, *from))
    })
}

/// The blocks of a circle that others lead to.
fn entries(kernel: &Kernel, circle: &[BlockId]) -> Vec<BlockId> {
    let mut inside = vec![false; kernel.blocks.len()];
    circle.iter().for_each(|block| inside[block.index()] = true);
    let mut entered = vec![false; kernel.blocks.len()];
    for from in kernel.block_ids().filter(|block| !inside[block.index()]) {
        let targets = kernel.blocks[from.index()].term.targets();
        targets.for_each(|to| entered[to.block.index()] = true);
    }
    circle.iter().copied().filter(|block| entered[block.index()]).collect()
}

/// Leads all ways to some blocks through a new one, which it gives.
fn lead_through_one(kernel: &mut Kernel, entries: &[BlockId]) -> BlockId {
    let first = BlockId(kernel.blocks.len() as u32);
    let span = entries.first().map_or_else(Default::default, |at| kernel.blocks[at.index()].term_span);
    for from in kernel.block_ids() {
        let mut term = kernel.blocks[from.index()].term.clone();
        for target in term.targets_mut() {
            if let Some(number) = entries.iter().position(|entry| *entry == target.block) {
                let (inst, value) = new_inst(kernel, Op::Const(number as u64), Type::I32, span);
                kernel.blocks[from.index()].insts.push(inst);
                *target = Target { block: first, args: vec![value] };
            }
        }
        kernel.blocks[from.index()].term = term;
    }
    kernel.blocks.push(empty(Terminator::Return(None), span));
    let number = new_param(kernel, first, Type::I32);
    choose(kernel, first, number, entries);
    first
}

/// Branches at the end of a block to the block with a number.
pub(super) fn choose(kernel: &mut Kernel, block: BlockId, number: Value, blocks: &[BlockId]) {
    let to = |block| Target { block, args: vec![] };
    let mut at = block;
    for (own, next) in (0u64..).zip(blocks) {
        let span = kernel.blocks[at.index()].term_span;
        if own as usize + 1 == blocks.len() {
            kernel.blocks[at.index()].term = Terminator::Jump(to(*next));
            return;
        }
        let (inst, constant) = new_inst(kernel, Op::Const(own), Type::I32, span);
        let same = Op::Compare(Compare::Eq, number, constant);
        let (compare, condition) = new_inst(kernel, same, Type::Bool, span);
        kernel.blocks[at.index()].insts.extend([inst, compare]);
        let others = BlockId(kernel.blocks.len() as u32);
        kernel.blocks.push(empty(Terminator::Return(None), span));
        kernel.blocks[at.index()].term = Terminator::Branch(condition, to(*next), to(others));
        at = others;
    }
}

/// The circles among some blocks: the largest sets in which each block leads to each (strongly connected components; Tarjan).
/// A block that leads to itself is one, too.
fn circles(kernel: &Kernel, blocks: &[BlockId]) -> Vec<Vec<BlockId>> {
    let count = kernel.blocks.len();
    let mut search = Search {
        succs: vec![vec![]; count],
        number: vec![None; count],
        low: vec![0; count],
        open: vec![],
        is_open: vec![false; count],
        found: vec![],
    };
    let mut among = vec![false; count];
    blocks.iter().for_each(|block| among[block.index()] = true);
    for block in blocks {
        let targets = kernel.blocks[block.index()].term.targets().map(|to| to.block);
        search.succs[block.index()] = targets.filter(|to| among[to.index()]).collect();
    }
    for block in blocks {
        search.from(*block);
    }
    let Search { found, succs, .. } = search;
    let is_circle = |set: &Vec<BlockId>| set.len() > 1 || succs[set[0].index()].contains(&set[0]);
    found.into_iter().filter(is_circle).collect()
}

/// A search for circles under way.
struct Search {
    succs: Vec<Vec<BlockId>>,
    /// In which order blocks were found.
    number: Vec<Option<u32>>,
    /// The first block on the way that each leads back to.
    low: Vec<u32>,
    /// Blocks that are in no set yet.
    open: Vec<BlockId>,
    is_open: Vec<bool>,
    found: Vec<Vec<BlockId>>,
}

impl Search {
    fn from(&mut self, root: BlockId) {
        if self.number[root.index()].is_some() {
            return;
        }
        let mut next = self.number.iter().flatten().count() as u32;
        let mut way = vec![];
        self.enter(root, &mut next, &mut way);
        while let Some((block, at)) = way.last_mut() {
            let block = *block;
            let succ = self.succs[block.index()].get(*at).copied();
            *at += 1;
            match succ {
                Some(succ) => match self.number[succ.index()] {
                    None => self.enter(succ, &mut next, &mut way),
                    Some(number) if self.is_open[succ.index()] => {
                        self.low[block.index()] = self.low[block.index()].min(number);
                    }
                    Some(_) => {}
                },
                None => {
                    way.pop();
                    if let Some((before, _)) = way.last() {
                        self.low[before.index()] = self.low[before.index()].min(self.low[block.index()]);
                    }
                    self.close(block);
                }
            }
        }
    }

    fn enter(&mut self, block: BlockId, next: &mut u32, way: &mut Vec<(BlockId, usize)>) {
        (self.number[block.index()], self.low[block.index()]) = (Some(*next), *next);
        *next += 1;
        self.open.push(block);
        self.is_open[block.index()] = true;
        way.push((block, 0));
    }

    /// All that a block leads to has been seen: if it is the first of its set, the set is known.
    fn close(&mut self, block: BlockId) {
        if self.number[block.index()] != Some(self.low[block.index()]) {
            return;
        }
        let at = self.open.iter().rposition(|open| *open == block).unwrap_or(0);
        let set = self.open.split_off(at);
        set.iter().for_each(|block| self.is_open[block.index()] = false);
        self.found.push(set);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::{text, verify::verify};

    /// A circle of blocks 1 and 2 that is entered in both, and in it, without block 1, one of 2 and 3 that is entered in both.
    const TWO: &str = "kernel k() {
        b0:
          v0: bool = const true
          v1: i32 = const 7
          branch v0, b1, b2
        b1:
          branch v0, b2, b3
        b2:
          branch v0, b3, b1
        b3:
          branch v0, b2, b4
        b4:
          return
    }";

    #[test]
    fn loops_with_several_entries_get_one_each() {
        let mut kernel = text::parse(TWO).unwrap();
        assert!(!is_reducible(&kernel));
        assert!((PASS.run)(&mut kernel));
        assert!(is_reducible(&kernel));
        verify(&kernel).unwrap_or_else(|error| panic!("{error:?}"));
        assert!(!(PASS.run)(&mut kernel));
    }
}
