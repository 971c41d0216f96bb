//! Which regions get packed code, and how registers are cut there.
//!
//! Each way to cut a register is weighed: an instruction that has a packed form costs 1 for all elements, one that has none is
//! carried out for each element by scalar code and costs as much as that, with moves by way of memory. The cheapest way is taken if it is
//! cheaper than scalar code for each work-item.

use alloc::vec::Vec;

use lanescope_parts::{
    base::{OrdMap, OrdSet, order},
    codegen::spmd::{
        Facts,
        access::Base,
        indexed::Places,
        masks::Mask,
        plan::Plan,
        variability::{Level, Variability},
    },
    ir::{BlockId, Inst, Op, Terminator, Type, Value},
};

use super::{lanes::Cut, sums::never_together};
use crate::{isa::Generation, spec::Spec};

/// How a region becomes packed code.
#[derive(Clone)]
pub(super) struct Choice {
    pub cut: Cut,
    pub plan: Plan,
    /// Values that lie in packed registers.
    pub wide: OrdSet<Value>,
    /// Loads and stores of whole registers, by the place of their instruction in the kernel.
    pub whole: OrdSet<usize>,
    /// Gathers and scatters, by the place of their instruction in the kernel.
    pub indexed: OrdMap<usize, Places>,
    /// Values that only make addresses of those, and are not computed.
    pub folded: OrdSet<Value>,
    /// Pointers that must be at multiples of so many bytes at the start of a strip.
    pub aligned: Vec<(Value, u32)>,
}

/// The work of a kernel with a region cut in one way, for each work-item, in instructions of an element.
pub(super) struct Weight {
    pub scalar: u64,
    pub packed: u64,
    /// Lines of scalar code for single elements.
    pub lines: u64,
    /// Is some of that because a number is wider than an element, or a float narrower?
    pub mixed: bool,
}

impl Weight {
    /// Parts of an instruction in which work is counted, so that it can be divided by the elements.
    pub const PARTS: u64 = 64;
}

/// What a loop does is weighed as if it had so many turns.
const TURNS: u64 = 8;
/// Instructions of a gather or scatter beside its elements, which go to memory one by one.
const INDEXED: u64 = 3;
const PARTS: u64 = Weight::PARTS;

/// What keeps code that would be worth it from being packed on a machine that wants aligned addresses.
pub(super) const NEVER_TOGETHER: &str =
    "its addresses are never at multiples of the width together, as the machine wants them";

/// Cuts registers in one way, and weighs what comes of it.
///
/// # Errors
/// Why this way there is no packed code.
pub(super) fn attempt(
    facts: &Facts,
    plan: Plan,
    spec: &Spec,
    cut: Cut,
) -> Result<(Weight, Choice), &'static str> {
    let mut choice = Choice { cut, ..Choice::with(plan) };
    choice.find_indexed(facts, spec);
    let mut weight = Weight { scalar: 0, packed: 0, lines: 0, mixed: false };
    for block in choice.plan.masks.order.clone() {
        choice.look_at(facts, spec, block, &mut weight)?;
    }
    if weight.packed < weight.scalar && never_together(facts, &choice.aligned) {
        return Err(NEVER_TOGETHER);
    }
    // What fixes where strips begin comes first.
    order::sort_by_key(&mut choice.aligned, |(ptr, bytes)| {
        core::cmp::Reverse(u64::from(*bytes) / facts.distance(*ptr).unwrap_or(1).unsigned_abs().max(1))
    });
    Ok((weight, choice))
}

impl Choice {
    /// Nothing is packed.
    pub fn none(facts: &Facts) -> Choice {
        Choice::with(Plan::new(facts, BlockId(0), None, false))
    }

    /// Nothing is packed in a plan.
    const fn with(plan: Plan) -> Choice {
        Choice {
            cut: Cut { generation: Generation::Rvp, bytes: 32, masks: false, gathers: false, lane: 8 },
            plan,
            wide: OrdSet::new(),
            whole: OrdSet::new(),
            indexed: OrdMap::new(),
            folded: OrdSet::new(),
            aligned: Vec::new(),
        }
    }

    fn look_at(
        &mut self,
        facts: &Facts,
        spec: &Spec,
        block: BlockId,
        weight: &mut Weight,
    ) -> Result<(), &'static str> {
        let kernel = &facts.kernel;
        let body = &kernel.blocks[block.index()];
        for param in body.params.iter().copied().filter(|param| facts.is_vector(*param)) {
            if !facts.kept.is_elsewhere(param, block) && !self.cut.holds(kernel.ty(param)) {
                return Err(
                    "a value that is wider than the others goes round a loop or comes from several ways",
                );
            }
            self.wide.insert(param);
        }
        if let Terminator::Branch(condition, yes, no) = &body.term {
            let leaves = [yes, no].iter().any(|way| facts.regions.leaves(block, way.block));
            let apart = !facts.variability.is_scalar(*condition);
            if apart && leaves {
                return Err("some work-items leave it earlier than others");
            }
        }
        let depth =
            facts.flow.loops.innermost[block.index()].map_or(0, |at| facts.flow.loops.loops[at].depth);
        let times = TURNS.pow(depth.min(4));
        let count = u64::from(self.cut.count());
        // Masks are made and asked for; a loop takes as many turns as the element that needs most.
        let asks = if self.cut.has_masks() { 4 } else { u64::from(self.cut.bytes()) / 4 + 4 };
        let header = facts.flow.loop_of_header(block);
        if header.is_some_and(|at| self.plan.masks.divergent[at]) {
            weight.packed += 2 * asks * PARTS * times / count;
        }
        for id in &body.insts {
            let inst = &kernel.insts[id.index()];
            if inst.result.is_some_and(|value| facts.variability.level(value) < Level::Block) {
                continue;
            }
            if !facts.is_for_elements(inst) {
                weight.scalar += PARTS * times;
                weight.packed += PARTS * times / count;
                continue;
            }
            if inst.result.is_some_and(|value| self.folded.contains(&value)) {
                weight.scalar += PARTS * times;
                continue;
            }
            let wide = match inst.op {
                Op::Load { .. } | Op::Store { .. } => {
                    let whole = self.is_whole(facts, spec, block, inst);
                    if whole {
                        self.whole.insert(id.index());
                    }
                    whole || self.indexed.contains_key(&id.index())
                }
                ref op => inst.result.is_some_and(|value| self.cut.can(kernel, op, kernel.ty(value))),
            };
            weight.scalar += PARTS * times;
            if wide {
                let indexed = self.indexed.contains_key(&id.index());
                let steps = match inst.op {
                    _ if indexed => INDEXED + count,
                    Op::Load { .. } | Op::Store { .. } if self.cut.is_narrow(accessed(facts, inst)) => {
                        self.cut.part_steps(accessed(facts, inst))
                    }
                    _ => 1,
                };
                weight.packed += PARTS * times * steps / count;
                inst.result.into_iter().for_each(|value| {
                    self.wide.insert(value);
                });
                continue;
            }
            // Operands and results go by way of memory; a mask is asked for each element.
            let moved =
                inst.op.operands().into_iter().filter(|value| !facts.variability.is_scalar(*value)).count()
                    as u64;
            let masked = self.plan.masks.mask(block) != Mask::Full && touches_memory(&inst.op);
            weight.packed += (2 + moved + 2 * u64::from(masked)) * PARTS * times;
            weight.lines += 3 * count;
            let others = inst.op.operands().into_iter().filter(|value| !facts.variability.is_scalar(*value));
            let mut values = others.chain(inst.result);
            weight.mixed |= values.any(|value| {
                facts.variability.of(value) == Variability::Vector && !self.cut.holds(kernel.ty(value))
            });
            let around = facts.flow.loops.innermost[block.index()];
            let escapes = |value: Value| {
                let mut at = around;
                while let Some(inner) = at {
                    if self.plan.masks.divergent[inner] && facts.escapes(inner).contains(&value) {
                        return true;
                    }
                    at = facts.flow.loops.loops[inner].parent;
                }
                false
            };
            if inst.result.is_some_and(escapes) {
                return Err(
                    "work-items leave a loop in different turns with a value that has no packed instruction",
                );
            }
            let waits = matches!(inst.op, Op::Atomic(..) | Op::CompareExchange(..))
                || matches!(inst.op, Op::Load { volatile: true, .. } | Op::Store { volatile: true, .. });
            if waits && around.is_some() {
                return Err("work-items may wait for one another in a loop");
            }
        }
        Ok(())
    }

    /// Finds the gathers and scatters of the region, and what needs no code because of them.
    fn find_indexed(&mut self, facts: &Facts, spec: &Spec) {
        for block in self.plan.masks.order.clone() {
            for id in &facts.kernel.blocks[block.index()].insts {
                let inst = &facts.kernel.insts[id.index()];
                let found = places(facts, self.cut, block, inst);
                if let Some(places) = found.filter(|_| !self.is_whole(facts, spec, block, inst)) {
                    self.indexed.insert(id.index(), places);
                }
            }
        }
        self.folded = facts.folded(&self.indexed);
    }

    /// Is an access one of a whole register?
    fn is_whole(&mut self, facts: &Facts, spec: &Spec, block: BlockId, inst: &Inst) -> bool {
        let (Op::Load { ptr, .. } | Op::Store { ptr, .. }) = inst.op else { return false };
        let ty = accessed(facts, inst);
        let masked = self.plan.masks.mask(block) != Mask::Full;
        let in_line = facts.variability.of(ptr) == Variability::Affine
            && facts.distance(ptr) == Some(i64::from(ty.bytes()))
            && !matches!(facts.base(ptr), Base::Private | Base::Constant);
        let (fits, part) = (self.cut.fits(ty) && ty != Type::Bool, self.cut.has_parts(ty));
        if !in_line || !(fits || part) || masked && !self.cut.has_masks() {
            return false;
        }
        // Parts of textbook registers are moved by scalar instructions.
        let scalar = part && self.cut.is_textbook();
        if spec.is_relaxed() && spec.generation != Generation::Mmx && !scalar {
            return true;
        }
        let early = facts.variability.level(ptr) <= Level::Strip;
        let bytes = if scalar { self.cut.part(ty).min(8) } else { self.cut.part(ty) };
        if early && !self.aligned.contains(&(ptr, bytes)) {
            self.aligned.push((ptr, bytes));
        }
        early
    }
}

fn touches_memory(op: &Op) -> bool {
    op.has_effect() || matches!(op, Op::Load { .. })
}

/// The type of what a load or store moves.
fn accessed(facts: &Facts, inst: &Inst) -> Type {
    match (&inst.op, inst.result) {
        (Op::Store { value, .. }, _) => facts.kernel.ty(*value),
        (_, Some(value)) => facts.kernel.ty(value),
        _ => Type::Bool,
    }
}

/// The places of a load or store, if the generation has a gather or scatter for it. Elements of less than 32 bits and private
/// memory go element by element.
fn places(facts: &Facts, cut: Cut, block: BlockId, inst: &Inst) -> Option<Places> {
    let (ptr, may) = match inst.op {
        Op::Load { ptr, volatile: false } => (ptr, cut.gathers),
        Op::Store { ptr, volatile: false, .. } => (ptr, cut.gathers && cut.has_masks()),
        _ => return None,
    };
    let ty = accessed(facts, inst);
    let fits = ty != Type::Bool && cut.fits(ty) && cut.lane >= 4;
    let in_buffers = !matches!(facts.base(ptr), Base::Private | Base::Constant);
    if may && fits && in_buffers { facts.places(block, ptr, cut.lane) } else { None }
}
