//! Loop unrolling, where the text asks for it (`#pragma unroll`): several turns of a loop one after another.
//!
//! With a number n, a loop of n turns one after another takes the place of the loop; each keeps its own test, unless the
//! number of turns is known and a multiple of n. Without one, or if n is enough for all of them, all turns stand one after
//! another and the loop is gone; this needs a number of turns that is known.
//!
//! The pass comes before promotion, when variables are still in memory: then nearly no value of a turn is used behind
//! the loop, and a copy of the loop's blocks is a copy of a turn. The number of turns is found by carrying out the
//! loop's test and step on constants: both may depend only on one private variable, which starts as a constant and is
//! written once in each turn.
//!
//! Deliberately absent: unrolling that nobody asked for,
//! or of a loop that some lanes of a warp go through on another way than those that they wait for, and a rest loop for a number of turns that is known only when
//! the kernel runs.

use alloc::{vec, vec::Vec};

use super::{Pass, edit};
use crate::{
    base::{OrdMap, num},
    ir::{
        Block, BlockId, Inst, InstId, Kernel, Op, SlotId, Space, Target, Terminator, Unroll, Value, ValueDef,
        cfg::Cfg,
        dom::DomTree,
        loops::{Loop, Loops},
    },
};

/// This pass.
pub const PASS: Pass = Pass { name: "unroll", doc: "Turns of marked loops stand one after another.", run };

/// Most instructions that the turns of one loop may take together; a loop that would take more is left as it is.
pub const MOST_INSTRUCTIONS: usize = 8192;
/// Most turns of a loop that is unrolled as a whole.
pub const MOST_TURNS: u64 = 1024;
/// Deepest test or step that is carried out on constants.
const DEPTH: u32 = 32;

fn run(kernel: &mut Kernel) -> bool {
    let mut changed = false;
    while kernel.blocks.iter().any(|block| block.unroll.is_some()) {
        let cfg = Cfg::new(kernel);
        let dom = DomTree::dominators(&cfg);
        let loops = Loops::new(&cfg, &dom);
        // From the inside out: outer loops come first.
        let marked = |at: &usize| kernel.blocks[loops.loops[*at].header.index()].unroll.is_some();
        let Some(at) = (0..loops.loops.len()).rev().find(marked) else {
            kernel.blocks.iter_mut().for_each(|block| block.unroll = None);
            break;
        };
        let plan = plan(kernel, &cfg, &dom, &loops, at);
        kernel.blocks[loops.loops[at].header.index()].unroll = None;
        if let Some(plan) = plan {
            carry_out(kernel, &loops.loops[at], plan);
            changed = true;
        }
    }
    changed
}

/// How a loop is unrolled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Plan {
    /// All turns, this many.
    Whole(usize),
    /// Rounds of several turns; is only the first test of a round needed?
    Rounds { turns: usize, one_test: bool },
}

fn plan(kernel: &Kernel, cfg: &Cfg, dom: &DomTree, loops: &Loops, at: usize) -> Option<Plan> {
    let of = &loops.loops[at];
    let unroll = kernel.blocks[of.header.index()].unroll?;
    if escapes(kernel, of) {
        return None;
    }
    let turns = Counter { kernel, cfg, dom, loops, at }.turns();
    let plan = match (unroll, turns) {
        (Unroll::Whole, Some(all)) => Plan::Whole(usize::try_from(all).ok()?),
        (Unroll::Whole, None) => return None,
        (Unroll::Times(n), Some(all)) if u64::from(n) >= all => Plan::Whole(usize::try_from(all).ok()?),
        (Unroll::Times(n), all) => {
            let one_test = all.is_some_and(|all| all.is_multiple_of(u64::from(n.max(1))));
            Plan::Rounds { turns: n as usize, one_test }
        }
    };
    if !keeps_lanes_together(kernel, dom, of, plan) {
        return None;
    }
    let size: usize = of.blocks.iter().map(|block| kernel.blocks[block.index()].insts.len() + 1).sum();
    let (Plan::Whole(copies) | Plan::Rounds { turns: copies, .. }) = plan;
    (copies > 0
        && plan != Plan::Rounds { turns: 1, one_test: true }
        && copies.saturating_mul(size) <= MOST_INSTRUCTIONS)
        .then_some(plan)
}

/// The lanes of a warp meet at one instruction: a loop in which they do may only be written out if every lane comes to it once
/// in each of so many turns.
fn keeps_lanes_together(kernel: &Kernel, dom: &DomTree, of: &Loop, plan: Plan) -> bool {
    let meets = |inst: &InstId| matches!(kernel.insts[inst.index()].op, Op::Lane(..));
    let mut meetings = of.blocks.iter().filter(|block| kernel.blocks[block.index()].insts.iter().any(meets));
    let always = |block: &BlockId| of.latches.iter().all(|latch| dom.dominates(*block, *latch));
    meetings.all(|block| matches!(plan, Plan::Whole(_)) && always(block))
}

/// Is a value of the loop used outside of it?
fn escapes(kernel: &Kernel, of: &Loop) -> bool {
    let mut inside = vec![false; kernel.values.len()];
    for block in of.blocks.iter().map(|block| &kernel.blocks[block.index()]) {
        let results = block.insts.iter().filter_map(|inst| kernel.insts[inst.index()].result);
        block.params.iter().copied().chain(results).for_each(|value| inside[value.index()] = true);
    }
    let mut others = kernel.block_ids().filter(|id| !of.blocks.contains(id));
    others.any(|id| {
        let block = &kernel.blocks[id.index()];
        let mut used = false;
        for inst in &block.insts {
            used |= kernel.insts[inst.index()].op.operands().iter().any(|value| inside[value.index()]);
        }
        block.term.clone().for_each_operand(|value| used |= inside[value.index()]);
        used
    })
}

fn carry_out(kernel: &mut Kernel, of: &Loop, plan: Plan) {
    let (copies, known) = match plan {
        // One more: its test leads out of the loop.
        Plan::Whole(turns) => (turns + 1, true),
        Plan::Rounds { turns, one_test } => (turns, one_test),
    };
    let first = |yes: &Target| of.blocks.contains(&yes.block);
    let goes_on =
        matches!(&kernel.blocks[of.header.index()].term, Terminator::Branch(_, yes, _) if first(yes));
    let mut turns: Vec<OrdMap<BlockId, BlockId>> = vec![of.blocks.iter().map(|id| (*id, *id)).collect()];
    for _ in 1..copies {
        turns.push(copy(kernel, &of.blocks));
    }
    for (at, turn) in turns.iter().enumerate() {
        let next = turns[(at + 1) % copies][&of.header];
        for latch in of.latches.iter().map(|latch| turn[latch]) {
            let targets = kernel.blocks[latch.index()].term.targets_mut();
            targets.filter(|to| to.block == turn[&of.header]).for_each(|to| to.block = next);
        }
    }
    for (at, turn) in turns.iter().enumerate().filter(|_| known) {
        let stays = match plan {
            Plan::Whole(all) => at < all,
            Plan::Rounds { .. } if at == 0 => continue,
            Plan::Rounds { .. } => true,
        };
        let header = &mut kernel.blocks[turn[&of.header].index()];
        if let Terminator::Branch(_, yes, no) = header.term.clone() {
            header.term = Terminator::Jump(if stays == goes_on { yes } else { no });
        }
    }
}

/// Copies blocks, with jumps among them going to the copies.
pub fn copy(kernel: &mut Kernel, blocks: &[BlockId]) -> OrdMap<BlockId, BlockId> {
    let first = kernel.blocks.len() as u32;
    let map: OrdMap<BlockId, BlockId> = blocks.iter().copied().zip((first..).map(BlockId)).collect();
    let mut values: OrdMap<Value, Value> = OrdMap::new();
    // The values first: a block may come before the one that defines what it uses.
    for (old, new) in blocks.iter().map(|old| (*old, map[old])) {
        let Block { params, insts, term, term_span, .. } = kernel.blocks[old.index()].clone();
        let params = params
            .iter()
            .zip(0..)
            .map(|(param, at)| {
                let copied = edit::new_value(kernel, kernel.ty(*param), ValueDef::BlockParam(new, at));
                values.insert(*param, copied);
                copied
            })
            .collect();
        let insts = insts.iter().map(|inst| copy_inst(kernel, *inst, &mut values)).collect();
        kernel.blocks.push(Block { params, insts, term, term_span, unroll: None });
    }
    let renamed = |value: &mut Value| *value = values.get(value).copied().unwrap_or(*value);
    for new in map.values() {
        let Block { insts, term, .. } = &mut kernel.blocks[new.index()];
        for inst in insts {
            kernel.insts[inst.index()].op.for_each_operand(renamed);
        }
        term.for_each_operand(renamed);
        term.targets_mut()
            .for_each(|to: &mut Target| to.block = map.get(&to.block).copied().unwrap_or(to.block));
    }
    map
}

fn copy_inst(kernel: &mut Kernel, inst: InstId, values: &mut OrdMap<Value, Value>) -> InstId {
    let Inst { op, result, span } = kernel.insts[inst.index()].clone();
    let id = InstId(kernel.insts.len() as u32);
    kernel.insts.push(Inst { op, result: None, span });
    if let Some(old) = result {
        let new = edit::new_value(kernel, kernel.ty(old), ValueDef::Inst(id));
        values.insert(old, new);
        kernel.insts[id.index()].result = Some(new);
    }
    id
}

/// Counts the turns of a loop.
struct Counter<'a> {
    kernel: &'a Kernel,
    cfg: &'a Cfg,
    dom: &'a DomTree,
    loops: &'a Loops,
    at: usize,
}

impl Counter<'_> {
    /// How often the loop goes round before its test ends it, if nothing else does. `None`: not known.
    fn turns(&self) -> Option<u64> {
        let of = &self.loops.loops[self.at];
        let Terminator::Branch(condition, yes, no) = &self.kernel.blocks[of.header.index()].term else {
            return None;
        };
        let goes_on = match (of.blocks.contains(&yes.block), of.blocks.contains(&no.block)) {
            (true, false) => 1,
            (false, true) => 0,
            _ => return None,
        };
        let variable = self.variable(*condition, DEPTH)?;
        let step = self.only_store(of, variable)?;
        let mut value = self.start(of, variable)?;
        for turn in 0..=MOST_TURNS {
            if self.evaluate(*condition, variable, value, DEPTH)? != goes_on {
                return Some(turn);
            }
            value = self.evaluate(step, variable, value, DEPTH)?;
        }
        None
    }

    fn slot(&self, ptr: Value) -> Option<SlotId> {
        match self.kernel.def(ptr)?.op {
            Op::Slot(slot) if self.kernel.slots[slot.index()].space == Space::Private => Some(slot),
            _ => None,
        }
    }

    /// The one variable that a value depends on.
    fn variable(&self, value: Value, depth: u32) -> Option<SlotId> {
        let op = &self.kernel.def(value)?.op;
        if let Op::Load { ptr, volatile: false } = op {
            return self.slot(*ptr);
        }
        let depth = depth.checked_sub(1)?;
        op.operands().into_iter().find_map(|operand| self.variable(operand, depth))
    }

    /// The value that a turn writes to a variable: by one store that every turn comes to once, while no other part of the
    /// kernel can get at the variable's address.
    fn only_store(&self, of: &Loop, variable: SlotId) -> Option<Value> {
        let mut found = None;
        for (id, block) in self.kernel.block_ids().zip(&self.kernel.blocks) {
            for op in block.insts.iter().map(|inst| &self.kernel.insts[inst.index()].op) {
                let is = |value: &Value| self.slot(*value) == Some(variable);
                match op {
                    Op::Load { ptr, .. } if is(ptr) => {}
                    Op::Store { ptr, value, volatile: false } if is(ptr) && !is(value) => {
                        let again = of.blocks.contains(&id) && found.replace((id, *value)).is_some();
                        (!again).then_some(())?;
                    }
                    _ if op.operands().iter().any(is) => return None,
                    _ => {}
                }
            }
            if block.term.targets().flat_map(|to| &to.args).any(|value| self.slot(*value) == Some(variable)) {
                return None;
            }
        }
        let (block, value) = found?;
        // In the header it might come before the test.
        let always = block != of.header && of.latches.iter().all(|latch| self.dom.dominates(block, *latch));
        (always && self.loops.innermost[block.index()] == Some(self.at)).then_some(value)
    }

    /// What the variable holds when the loop begins: the constant that was stored last on the only way there.
    fn start(&self, of: &Loop, variable: SlotId) -> Option<u64> {
        let mut block = of.header;
        loop {
            let mut before = self.cfg.preds[block.index()].iter().filter(|pred| !of.blocks.contains(pred));
            block = *before.next()?;
            if before.next().is_some() {
                return None;
            }
            let insts = self.kernel.blocks[block.index()].insts.iter().rev();
            let stored = |inst: &InstId| match self.kernel.insts[inst.index()].op {
                Op::Store { ptr, value, .. } if self.slot(ptr) == Some(variable) => Some(value),
                _ => None,
            };
            if let Some(value) = insts.into_iter().find_map(stored) {
                return self
                    .evaluate(value, variable, 0, DEPTH)
                    .filter(|_| self.variable(value, DEPTH).is_none());
            }
        }
    }

    /// A value, where the variable holds `now` and nothing else is loaded.
    fn evaluate(&self, value: Value, variable: SlotId, now: u64, depth: u32) -> Option<u64> {
        let depth = depth.checked_sub(1)?;
        let at = |value: Value| self.evaluate(value, variable, now, depth);
        let ty = |value: Value| self.kernel.ty(value);
        Some(match self.kernel.def(value)?.op {
            Op::Const(bits) => bits,
            Op::Load { ptr, volatile: false } if self.slot(ptr)? == variable => now,
            Op::Unary(op, a) => num::unary(op, ty(a), at(a)?),
            Op::Binary(op, a, b) => num::binary(op, ty(a), at(a)?, at(b)?),
            Op::Compare(op, a, b) => u64::from(num::compare(op, ty(a), at(a)?, at(b)?)),
            Op::Convert(op, a) => num::convert(op, ty(a), ty(value), at(a)?),
            _ => return None,
        })
    }
}
