//! Promotion: variables in private memory become values.
//!
//! A variable is a place in a private slot (a whole scalar, a member of a struct, an element of an array) that is only
//! read and written at addresses known here, and whose accesses do not partly overlap with others. Where several
//! definitions meet, the block gets a parameter, if the variable is read from there on. What is read before it is
//! written is 0, as private memory is.
//!
//! Deliberately absent: slots of which an address is stored, passed on or computed at run time, and volatile accesses.

use alloc::{vec, vec::Vec};

use super::{
    Pass,
    edit::{Rename, keep_blocks, new_inst, new_param, new_value},
};
use crate::{
    base::{OrdMap, order},
    ir::{
        BlockId, Convert, InstId, Kernel, Op, SlotId, Space, Terminator, Type, Value, ValueDef,
        cfg::Cfg,
        dom::{DomTree, frontiers},
    },
    source::Span,
};

/// This pass.
pub const PASS: Pass =
    Pass { name: "promote", doc: "Private variables, members and elements become values.", run };

fn run(kernel: &mut Kernel) -> bool {
    let ordered = keep_blocks(kernel, &Cfg::new(kernel).rpo);
    let variables = Variables::find(kernel);
    if variables.types.is_empty() {
        return ordered;
    }
    let cfg = Cfg::new(kernel);
    let dom = DomTree::dominators(&cfg);
    let phis = place_params(kernel, &variables, &cfg, &dom);
    Renamer::new(kernel, &variables).walk(&dom, &phis);
    true
}

/// The variables of a kernel and who accesses them.
struct Variables {
    /// Type of each variable.
    types: Vec<Type>,
    /// The variable that an instruction loads or stores.
    accessed: Vec<Option<usize>>,
}

/// An access to a slot at a known place.
#[derive(Clone, Copy)]
pub(super) struct Access {
    inst: InstId,
    pub offset: i64,
    pub ty: Type,
}

impl Variables {
    fn find(kernel: &Kernel) -> Variables {
        let mut found = Variables { types: vec![], accessed: vec![None; kernel.insts.len()] };
        for (slot, mut accesses) in accesses(kernel, &[]) {
            order::sort_by_key(&mut accesses, |access| access.offset);
            let mut rest = accesses.as_slice();
            while !rest.is_empty() {
                let (cluster, others) = rest.split_at(cluster(rest));
                rest = others;
                if is_variable(kernel, slot, cluster) {
                    let variable = Some(found.types.len());
                    found.types.push(cluster[0].ty);
                    cluster.iter().for_each(|access| found.accessed[access.inst.index()] = variable);
                }
            }
        }
        found
    }
}

/// How many accesses, from the first on, overlap with each other.
fn cluster(accesses: &[Access]) -> usize {
    let mut end = i64::MIN;
    let apart = |access: &Access| {
        let apart = end != i64::MIN && access.offset >= end;
        end = end.max(access.offset.saturating_add(access.ty.bytes().into()));
        apart
    };
    accesses.iter().position(apart).unwrap_or(accesses.len())
}

/// Are these accesses all to the same bytes, inside the slot and aligned?
fn is_variable(kernel: &Kernel, slot: SlotId, cluster: &[Access]) -> bool {
    let slot = &kernel.slots[slot.index()];
    let (offset, bytes) = (cluster[0].offset, cluster[0].ty.bytes());
    let same = cluster.iter().all(|access| access.offset == offset && access.ty.bytes() == bytes);
    let inside = offset >= 0 && offset.saturating_add(bytes.into()) <= i64::from(slot.bytes);
    same && inside && offset % i64::from(bytes) == 0 && slot.align >= bytes
}

/// The accesses to every private slot whose address is nowhere used but to access known places, and to compute the
/// addresses that these instructions compute.
pub(super) fn accesses(kernel: &Kernel, others: &[InstId]) -> OrdMap<SlotId, Vec<Access>> {
    let mut places: Vec<Option<(SlotId, i64)>> = vec![None; kernel.values.len()];
    let mut accesses: OrdMap<SlotId, Vec<Access>> = OrdMap::new();
    let mut escaped = vec![false; kernel.slots.len()];
    // Blocks are in reverse post-order: definitions come before uses.
    for block in &kernel.blocks {
        for id in block.insts.iter().copied() {
            let inst = &kernel.insts[id.index()];
            match (&inst.op, inst.result) {
                (Op::Slot(slot), Some(result)) if kernel.slots[slot.index()].space == Space::Private => {
                    places[result.index()] = Some((*slot, 0));
                }
                (Op::PtrAdd(ptr, offset), Some(result)) => {
                    let Some((slot, at)) = places[ptr.index()] else { continue };
                    match kernel.constant(*offset) {
                        Some(offset) => {
                            places[result.index()] = Some((slot, at.wrapping_add(offset as i64)));
                        }
                        None if others.contains(&id) => {}
                        None => escaped[slot.index()] = true,
                    }
                }
                (Op::Load { ptr, volatile: false }, Some(result)) => {
                    if let Some((slot, offset)) = places[ptr.index()] {
                        let ty = kernel.ty(result);
                        accesses.entry(slot).or_default().push(Access { inst: id, offset, ty });
                    }
                }
                (Op::Store { ptr, value, volatile: false }, _) => {
                    if let Some((slot, offset)) = places[ptr.index()] {
                        let ty = kernel.ty(*value);
                        accesses.entry(slot).or_default().push(Access { inst: id, offset, ty });
                    }
                    places[value.index()].iter().for_each(|(slot, _)| escaped[slot.index()] = true);
                }
                (op, _) => {
                    let slots = op.operands().into_iter().filter_map(|value| places[value.index()]);
                    slots.for_each(|(slot, _)| escaped[slot.index()] = true);
                }
            }
        }
        let returned = if let Terminator::Return(value) = &block.term { value.as_ref() } else { None };
        let passed = block.term.targets().flat_map(|target| &target.args).chain(returned);
        let slots = passed.filter_map(|value| places[value.index()]);
        slots.for_each(|(slot, _)| escaped[slot.index()] = true);
    }
    accesses.retain(|slot, _| !escaped[slot.index()]);
    accesses
}

/// The parameters that stand for variables, by block.
type Phis = Vec<Vec<(usize, Value)>>;

/// Adds a parameter wherever definitions of a variable meet that is read from there on.
fn place_params(kernel: &mut Kernel, variables: &Variables, cfg: &Cfg, dom: &DomTree) -> Phis {
    let frontiers = frontiers(cfg, dom);
    let mut phis: Phis = vec![vec![]; kernel.blocks.len()];
    let blocks = access_blocks(kernel, variables);
    let mut live = Marks::new(kernel.blocks.len());
    let mut placed = Marks::new(kernel.blocks.len());
    for (variable, (readers, writers)) in blocks.iter().enumerate() {
        mark_live(&mut live, cfg, (readers, writers));
        placed.clear();
        let mut work = writers.clone();
        while let Some(block) = work.pop() {
            for meet in frontiers[block.index()].iter().copied() {
                if live.has(meet) && placed.add(meet) {
                    let value = new_param(kernel, meet, variables.types[variable]);
                    phis[meet.index()].push((variable, value));
                    work.push(meet);
                }
            }
        }
    }
    phis
}

/// Marks the blocks at whose beginning a variable has a value that is read from there on.
fn mark_live(live: &mut Marks, cfg: &Cfg, (readers, writers): (&[BlockId], &[BlockId])) {
    live.clear();
    let is_writer = |block: BlockId| writers.binary_search(&block).is_ok();
    let mut work = readers.to_vec();
    readers.iter().for_each(|block| _ = live.add(*block));
    while let Some(block) = work.pop() {
        let before = cfg.preds[block.index()].iter().copied().filter(|pred| !is_writer(*pred));
        work.extend(before.filter(|pred| live.add(*pred)));
    }
}

/// Leaves variables of at most so many bytes in memory that have a value at the beginning of a block which is read from there on: their accesses
/// become volatile. Not those of one slot.
pub(super) fn keep_through(kernel: &mut Kernel, block: BlockId, (but, widest): (SlotId, u32)) {
    let variables = Variables::find(kernel);
    let cfg = Cfg::new(kernel);
    let mut live = Marks::new(kernel.blocks.len());
    let mut kept = vec![false; variables.types.len()];
    let blocks = access_blocks(kernel, &variables);
    for (kept, (ty, (readers, writers))) in kept.iter_mut().zip(variables.types.iter().zip(blocks)) {
        mark_live(&mut live, &cfg, (&readers, &writers));
        *kept = live.has(block) && ty.bytes() <= widest;
    }
    let others = accesses(kernel, &[]).remove(&but).unwrap_or_default();
    others
        .iter()
        .filter_map(|access| variables.accessed[access.inst.index()])
        .for_each(|variable| kept[variable] = false);
    for (inst, variable) in kernel.insts.iter_mut().zip(&variables.accessed) {
        let is_kept = variable.is_some_and(|variable| kept[variable]);
        match &mut inst.op {
            Op::Load { volatile, .. } | Op::Store { volatile, .. } => *volatile |= is_kept,
            _ => {}
        }
    }
}

/// For each variable the blocks that read it before they write it, and those that write it, both ascending.
fn access_blocks(kernel: &Kernel, variables: &Variables) -> Vec<(Vec<BlockId>, Vec<BlockId>)> {
    let mut blocks = vec![(vec![], vec![]); variables.types.len()];
    for (id, block) in kernel.block_ids().zip(&kernel.blocks) {
        for inst in &block.insts {
            let Some(variable) = variables.accessed[inst.index()] else { continue };
            let (readers, writers): &mut (Vec<BlockId>, Vec<BlockId>) = &mut blocks[variable];
            let written = writers.last() == Some(&id);
            match kernel.insts[inst.index()].op {
                Op::Store { .. } if !written => writers.push(id),
                Op::Load { .. } if !written && readers.last() != Some(&id) => readers.push(id),
                _ => {}
            }
        }
    }
    blocks
}

/// A set of blocks that is emptied in no time.
struct Marks {
    round: u32,
    marks: Vec<u32>,
}

impl Marks {
    fn new(blocks: usize) -> Marks {
        Marks { round: 0, marks: vec![0; blocks] }
    }

    fn clear(&mut self) {
        self.round += 1;
    }

    fn has(&self, block: BlockId) -> bool {
        self.marks[block.index()] == self.round
    }

    /// Adds a block; says whether it is new.
    fn add(&mut self, block: BlockId) -> bool {
        core::mem::replace(&mut self.marks[block.index()], self.round) != self.round
    }
}

/// Replaces reads by what was written last, from the entry down the dominator tree.
struct Renamer<'k> {
    kernel: &'k mut Kernel,
    variables: &'k Variables,
    rename: Rename,
    current: Vec<Option<Value>>,
    /// What to put back on the way up the tree.
    undo: Vec<(usize, Option<Value>)>,
    /// Zeros of types that are read before they are written, to be defined in the entry.
    zeros: OrdMap<Type, (InstId, Value)>,
}

impl<'k> Renamer<'k> {
    fn new(kernel: &'k mut Kernel, variables: &'k Variables) -> Renamer<'k> {
        let rename = Rename::new(kernel);
        let current = vec![None; variables.types.len()];
        Renamer { kernel, variables, rename, current, undo: vec![], zeros: OrdMap::new() }
    }

    fn walk(mut self, dom: &DomTree, phis: &Phis) {
        let mut path: Vec<(BlockId, usize)> = vec![];
        for block in dom.preorder().iter().copied() {
            while path.last().is_some_and(|(above, _)| dom.parent(block) != Some(*above)) {
                let mark = path.pop().map_or(0, |(_, mark)| mark);
                self.undo.drain(mark..).rev().for_each(|(variable, old)| self.current[variable] = old);
            }
            path.push((block, self.undo.len()));
            phis[block.index()].iter().for_each(|(variable, value)| self.write(*variable, *value));
            self.block(block);
            self.pass(block, phis);
        }
        let zeros = self.zeros.values().map(|(inst, _)| *inst);
        self.kernel.blocks[0].insts.splice(0..0, zeros);
        self.rename.apply(self.kernel);
    }

    fn block(&mut self, block: BlockId) {
        let insts = core::mem::take(&mut self.kernel.blocks[block.index()].insts);
        let kept = insts.into_iter().filter(|inst| match self.variables.accessed[inst.index()] {
            Some(variable) => self.access(*inst, variable),
            None => true,
        });
        let kept: Vec<InstId> = kept.collect();
        self.kernel.blocks[block.index()].insts = kept;
    }

    /// Replaces an access. Says whether the instruction stays, as a conversion between the type of the variable and the
    /// type that it is accessed with.
    fn access(&mut self, id: InstId, variable: usize) -> bool {
        let ty = self.variables.types[variable];
        let inst = &self.kernel.insts[id.index()];
        match (&inst.op, inst.result) {
            (Op::Store { value, .. }, _) if self.kernel.ty(*value) == ty => {
                let value = self.rename.get(*value);
                self.write(variable, value);
                false
            }
            (Op::Store { value, .. }, _) => {
                let op = Op::Convert(Convert::Bits, *value);
                let value = new_value(self.kernel, ty, ValueDef::Inst(id));
                let inst = &mut self.kernel.insts[id.index()];
                (inst.op, inst.result) = (op, Some(value));
                self.write(variable, value);
                true
            }
            (_, Some(result)) if self.kernel.ty(result) == ty => {
                let value = self.read(variable);
                self.rename.replace(result, value);
                false
            }
            _ => {
                let value = self.read(variable);
                self.kernel.insts[id.index()].op = Op::Convert(Convert::Bits, value);
                true
            }
        }
    }

    /// Passes the variables that the next blocks have parameters for.
    fn pass(&mut self, block: BlockId, phis: &Phis) {
        let mut term = self.kernel.blocks[block.index()].term.clone();
        for target in term.targets_mut() {
            for (variable, _) in &phis[target.block.index()] {
                target.args.push(self.read(*variable));
            }
        }
        self.kernel.blocks[block.index()].term = term;
    }

    fn write(&mut self, variable: usize, value: Value) {
        let old = self.current[variable].replace(value);
        self.undo.push((variable, old));
    }

    fn read(&mut self, variable: usize) -> Value {
        let ty = self.variables.types[variable];
        match self.current[variable] {
            Some(value) => self.rename.get(value),
            None => {
                let kernel = &mut *self.kernel;
                self.zeros.entry(ty).or_insert_with(|| new_inst(kernel, Op::Const(0), ty, Span::NONE)).1
            }
        }
    }
}
