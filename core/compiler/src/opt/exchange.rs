//! What lanes of a warp do together, through memory of their group: for machines without operations of lanes.
//!
//! Each work-item has a cell in memory of its group, by its linear local number. An operation becomes
//!
//! ```text
//! cell[own] = value;
//! barrier;
//! result = what cells of the warp say: that of the lane that is read, or one after the other;
//! barrier
//! ```
//!
//! so that nobody writes the next value before all have read this one. A lane that reads one which is not there, or which the mask does not
//! name, keeps its own value, as in the [reference](crate::ir::interp).
//!
//! There are two ways to it. [`through_memory`] is for operations that all work-items of a group are known to come to together; to one behind a
//! branch of some, or a return, the others are led first (`gather`), and mark that they take no part. [`by_warps`] is for all other places, and for masks
//! that name all lanes alone: in a program that means something all lanes of a warp that have not ended come to such an operation, so that a warp waits for nobody
//! but its own lanes ([`meeting::with_warps`]).
//!
//! Deliberately absent: operations without a mask, or with another one, in loops that work-items leave one by one and behind branches within branches;
//! operations in functions that stay calls. A kernel with one of them stays as it is, and the machine refuses it. Absent, too, is the halt where
//! lanes that a mask names never come: the reference tells of it, and here the others go on. Groups have [`MOST`] work-items at most, which the
//! launch is held to.

mod gather;
#[cfg(test)]
mod tests;
mod write;

use alloc::vec::Vec;

use super::{
    PASSES,
    cells::{add_slot, word_of},
    edit::Rename,
    inline, meeting,
    steps::Steps,
};
use crate::{
    analysis::uniformity::{Uniformity, Waiting},
    ir::{
        BlockId, Code, Compare, Inst, InstId, Kernel, LaneOp, Op, SlotId, Space, Terminator, Type, Unroll,
        Value, WARP, cfg::Cfg, dom::DomTree, loops::Loops,
    },
    source::Span,
};

use write::Asked;

/// Work-items of a group that cells are there for: the most that CUDA knows.
pub const MOST: u32 = 1024;

/// Lets lanes of an optimised kernel exchange through memory, and optimises it again. Says whether it did.
pub fn through_memory(kernel: &mut Kernel) -> bool {
    if !has_operations(kernel) {
        return false;
    }
    let mut tried = kernel.clone();
    while let Some(block) = parted(&tried) {
        if !gather::gather(&mut tried, block) {
            return false;
        }
        optimise(&mut tried);
    }
    Exchange::new(&mut tried).all();
    optimise(&mut tried);
    *kernel = tried;
    true
}

/// Lets lanes of an optimised kernel whose masks name all of them exchange through memory, each warp by itself, and optimises it again. Says whether
/// it did. `widest`: bytes of the widest value that the machine has in memory.
pub fn by_warps(kernel: &mut Kernel, widest: u32) -> bool {
    let whole = u64::MAX >> (64 - kernel.warp());
    let names_all = |inst: &Inst| match &inst.op {
        Op::Lane(op, args) => {
            let mask = args.get(op.arity()).and_then(|mask| kernel.constant(*mask));
            mask.is_some_and(|bits| bits & whole == whole)
        }
        _ => true,
    };
    if !has_operations(kernel) || !kernel.code().listed().all(names_all) {
        return false;
    }
    Exchange::new(kernel).of_warps();
    *kernel = meeting::with_warps(kernel, widest);
    true
}

/// Are there operations of lanes, all of which can go through memory?
fn has_operations(kernel: &Kernel) -> bool {
    let is_of_lanes = |inst: &Inst| matches!(inst.op, Op::Lane(..));
    let is_place = |inst: &Inst| matches!(inst.op, Op::Lane(LaneOp::Number | LaneOp::Warp, _));
    let in_functions = kernel.codes().skip(1).flat_map(Code::listed).any(is_of_lanes);
    !in_functions && kernel.code().listed().any(is_of_lanes) && !kernel.code().listed().any(is_place)
}

/// So many cells a group takes: whole warps.
fn cells(items: u64) -> u32 {
    (items.min(MOST.into()) as u32).next_multiple_of(WARP)
}

/// Makes the cells as many as a group has work-items, for who knows that.
pub fn fit(kernel: &mut Kernel, items: u64) {
    let items = cells(items);
    let is_ours = |name: &str| [CELLS, MARKS].contains(&name);
    for slot in kernel.slots.iter_mut().filter(|slot| is_ours(&slot.name)) {
        slot.bytes = slot.element.bytes() * items;
    }
}

/// Marks loops in which lanes do something together to be written out, if they are known to end after so many turns: an operation behind a
/// branch is done for each turn by itself. Functions are written out first.
pub fn unroll(kernel: &mut Kernel) {
    (inline::PASS.run)(kernel);
    let cfg = Cfg::new(kernel);
    let loops = Loops::new(&cfg, &DomTree::dominators(&cfg));
    for block in cfg.rpo {
        let insts = &kernel.blocks[block.index()].insts;
        let is_of_lanes = insts.iter().any(|id| matches!(kernel.insts[id.index()].op, Op::Lane(..)));
        if let Some(at) = loops.innermost[block.index()].filter(|_| is_of_lanes) {
            kernel.blocks[loops.loops[at].header.index()].unroll.get_or_insert(Unroll::Whole);
        }
    }
}

/// Is nothing asked of the lanes of a warp but whether a condition holds in any, or in all?
pub fn are_votes(kernel: &Kernel) -> bool {
    kernel.codes().flat_map(Code::listed).all(|inst| match (&inst.op, inst.result) {
        (Op::Lane(LaneOp::Sync | LaneOp::Number | LaneOp::Warp, _), _) => true,
        (Op::Lane(LaneOp::Ballot, _), Some(lanes)) => asks_for_any(kernel, lanes),
        (Op::Lane(..), _) => false,
        _ => true,
    })
}

/// Is nothing asked of the lanes in which something holds but whether there are any?
pub fn asks_for_any(kernel: &Kernel, lanes: Value) -> bool {
    let is_test = |op: &Op| match op {
        Op::Compare(Compare::Eq | Compare::Ne, a, b) => {
            [a, b].into_iter().any(|other| kernel.constant(*other) == Some(0))
        }
        _ => false,
    };
    let in_code =
        kernel.code().listed().all(|inst| !inst.op.operands().contains(&lanes) || is_test(&inst.op));
    let mut terms = kernel.blocks.iter().map(|block| &block.term);
    in_code
        && terms.all(|term| {
            let passed = term.targets().any(|target| target.args.contains(&lanes));
            !passed && !matches!(term, Terminator::Return(Some(value)) if *value == lanes)
        })
}

fn optimise(kernel: &mut Kernel) {
    for pass in PASSES {
        pass.apply(kernel);
    }
}

/// The first block with an operation that not all work-items of a group are known to come to together.
fn parted(kernel: &Kernel) -> Option<BlockId> {
    let cfg = Cfg::new(kernel);
    let uniform = Uniformity::waiting(kernel, &cfg, Waiting::Either);
    let is_of_lanes = |id: &InstId| matches!(kernel.insts[id.index()].op, Op::Lane(..));
    cfg.rpo.iter().copied().find(|block| {
        !uniform.is_convergent(*block) && kernel.blocks[block.index()].insts.iter().any(is_of_lanes)
    })
}

/// Writes operations anew.
struct Exchange<'k> {
    kernel: &'k mut Kernel,
    rename: Rename,
}

impl Exchange<'_> {
    fn new(kernel: &mut Kernel) -> Exchange<'_> {
        Exchange { rename: Rename::new(kernel), kernel }
    }

    /// Rewrites all operations, which all work-items come to.
    fn all(mut self) {
        for block in self.kernel.block_ids() {
            self.block(block, Part::All);
        }
        self.rename.apply(self.kernel);
    }

    /// Rewrites all operations, in which those lanes of a warp take part that have not ended.
    fn of_warps(mut self) {
        for block in self.kernel.block_ids() {
            self.block(block, Part::Living);
            if matches!(self.kernel.blocks[block.index()].term, Terminator::Return(_)) {
                let insts = self.marking(0);
                self.kernel.blocks[block.index()].insts.extend(insts);
            }
        }
        let insts = self.marking(MARKED);
        self.kernel.blocks[0].insts.splice(0..0, insts);
        self.rename.apply(self.kernel);
    }

    /// What marks a work-item, or takes the mark away.
    fn marking(&mut self, mark: u64) -> Vec<InstId> {
        let marks = self.cells_for(MARKS, Type::I32);
        let mut steps = Steps::new(self.kernel, Span::NONE);
        let (place, mark) = (steps.place(), steps.number(mark));
        steps.write(marks, place.own, mark);
        steps.insts
    }

    /// Rewrites the operations of a block.
    fn block(&mut self, block: BlockId, part: Part) {
        for id in core::mem::take(&mut self.kernel.blocks[block.index()].insts) {
            match self.kernel.insts[id.index()].clone() {
                Inst { op: Op::Lane(op, args), result: Some(result), span } => {
                    self.operation(block, (op, &args, result), part, span);
                }
                Inst { op: Op::Lane(..), .. } => {
                    self.kernel.insts[id.index()].op = part.wait();
                    self.kernel.blocks[block.index()].insts.push(id);
                }
                _ => self.kernel.blocks[block.index()].insts.push(id),
            }
        }
    }

    /// Writes what an operation becomes at the end of its block.
    fn operation(
        &mut self,
        block: BlockId,
        (op, args, result): (LaneOp, &[Value], Value),
        part: Part,
        span: Span,
    ) {
        let (args, mask) = args.split_at(op.arity());
        let held = word_of(self.kernel.ty(args[0]));
        let cells = self.cells_for(CELLS, held);
        let marks = (part != Part::All).then(|| self.cells_for(MARKS, Type::I32));
        let is_all = |mask: &Value| self.kernel.constant(*mask) == Some(u32::MAX.into());
        let mask = mask.first().copied().filter(|mask| !is_all(mask));
        let mut steps = Steps::new(self.kernel, span);
        let place = steps.place();
        let given = match op {
            LaneOp::Ballot => steps.bit(args[0], place.lane),
            _ => steps.held(args[0], held),
        };
        steps.write(cells, place.own, given);
        if let (Part::Active(active), Some(marks)) = (part, marks) {
            let mark = steps.active(active);
            steps.write(marks, place.own, mark);
        }
        steps.effect(part.wait());
        let asked = Asked { place, cells, marks, mask };
        let found = match op {
            LaneOp::Ballot | LaneOp::Match => steps.bits(op, given, &asked),
            _ => steps.shuffled(op, args, &asked),
        };
        steps.effect(part.wait());
        steps.append_to(block);
        self.rename.replace(result, found);
    }

    /// The cells of a name for values of a type, one for each work-item of a group.
    fn cells_for(&mut self, name: &str, ty: Type) -> SlotId {
        let mut slots = (0..).map(SlotId).zip(&self.kernel.slots);
        if let Some((slot, _)) = slots.find(|(_, slot)| slot.name == name && slot.element == ty) {
            return slot;
        }
        let items = self
            .kernel
            .required_local
            .map_or(MOST.into(), |sizes| sizes.iter().map(|side| u64::from(*side)).product());
        add_slot(self.kernel, name, Space::Local, ty, cells(items))
    }
}

/// The cells for what lanes give.
const CELLS: &str = "(lanes)";

/// The cells that say who takes part.
const MARKS: &str = "(lanes that take part)";

/// What marks those who take part: all bits, which leave a value as it is that they are combined with.
const MARKED: u64 = u32::MAX as u64;

/// Who takes part in an operation.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    /// All work-items of the group, which come together.
    All,
    /// Those whose private cell says so; all come together.
    Active(SlotId),
    /// Those lanes of a warp that have not ended; a warp comes by itself.
    Living,
}

impl Part {
    /// What those wait at who come together.
    const fn wait(self) -> Op {
        match self {
            Part::All | Part::Active(_) => Op::Barrier,
            // It stands first in its piece, and therefore asks for no value.
            Part::Living => Op::Lane(LaneOp::Sync, Vec::new()),
        }
    }
}
