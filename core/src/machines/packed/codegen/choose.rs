//! Which regions get packed code, and how registers are cut there.
//!
//! Each way to cut a register is weighed: an instruction that has a packed form costs 1 for all elements, one that has none is
//! carried out for each element by scalar code and costs as much as that, with moves by way of memory. The cheapest way is taken if it is
//! cheaper than scalar code for each work-item.

use super::lanes::Cut;
use crate::{
    base::{OrdMap, OrdSet},
    codegen::spmd::{
        Facts,
        access::Base,
        guard::{self, Guard},
        indexed::Places,
        masks::Mask,
        plan::Plan,
        variability::{Level, Variability},
    },
    ir::{BlockId, Inst, Op, Terminator, Type, Value},
    machines::packed::{
        isa::{Family, Generation},
        spec::Spec,
    },
};
use alloc::vec::Vec;

/// How a region becomes packed code.
pub(super) struct Choice {
    pub cut: Cut,
    pub plan: Plan,
    /// The guard that every element of a strip must pass; without it, the work-items come one by one.
    pub guard: Option<Guard>,
    pub shortened: Option<BlockId>,
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
    /// What becomes of the work-items that are left of a row.
    pub rest: Rest,
}

/// What becomes of the work-items of a row that fill no strip.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rest {
    /// They come one by one.
    OneByOne,
    /// They are a strip under a mask.
    UnderMask,
}

/// The work of a kernel with a region cut in one way, for each work-item, in instructions of an element.
struct Weight {
    scalar: u64,
    packed: u64,
    /// Lines of scalar code for single elements.
    lines: u64,
    /// Is some of that because a number is wider than an element, or a float narrower?
    mixed: bool,
}

/// Lines of scalar code for single elements that a region may have.
const MOST_LINES: u64 = 600;
/// What a loop does is weighed as if it had so many turns.
const TURNS: u64 = 8;
/// Instructions of a gather or scatter beside its elements, which go to memory one by one.
const INDEXED: u64 = 3;
/// Parts of an instruction in which work is counted, so that it can be divided by the elements.
const PARTS: u64 = 64;

/// Chooses for a region.
///
/// # Errors
/// Why its code stays scalar.
pub(super) fn choose(facts: &Facts, head: BlockId, spec: &Spec) -> Result<Choice, &'static str> {
    if spec.generation.family() == Family::Lee {
        return Err("compiled code uses no packed instructions of Lee's machine");
    }
    let mut best: Option<(u64, Choice)> = None;
    let mut why = "no operation of it has a packed instruction";
    // Widths are mixed if they are however registers are cut.
    let mut unmixed = false;
    for lane in [4, 8, 2, 1] {
        let set = spec.instructions();
        let (masks, gathers) = (set.has_masks(), set.has_gathers());
        let cut = Cut { generation: spec.generation, masks, gathers, lane };
        if cut.count() < 2 {
            continue;
        }
        match attempt(facts, head, spec, cut) {
            Ok((weight, _)) if weight.packed >= weight.scalar && weight.mixed && !unmixed => {
                why = "it mixes numbers of several widths, and the machine has no packed instructions between them";
            }
            Ok((weight, _)) if weight.packed >= weight.scalar => {
                unmixed = true;
                why = "packed code would take more instructions, because most of its work has no packed instruction";
            }
            Ok((weight, _)) if weight.lines > MOST_LINES => {
                why = "too much of its work has no packed instruction";
            }
            Ok((weight, choice)) => {
                if best.as_ref().is_none_or(|(packed, _)| weight.packed < *packed) {
                    best = Some((weight.packed, choice));
                }
            }
            Err(found) => why = found,
        }
    }
    best.map(|(_, choice)| choice).ok_or_else(|| lacking(facts, head, spec.generation).unwrap_or(why))
}

/// The floats that a region computes with and a generation has not, in words; how registers are cut does not matter then.
fn lacking(facts: &Facts, head: BlockId, generation: Generation) -> Option<&'static str> {
    let kernel = &facts.kernel;
    let blocks = facts.regions.blocks(&facts.flow.dom, head);
    let ids = blocks.flat_map(|block| &kernel.blocks[block.index()].insts);
    let values = ids.filter_map(|id| kernel.insts[id.index()].result);
    let mut types = values.map(|value| kernel.ty(value));
    match generation {
        Generation::Mmx => types.any(Type::is_float).then_some("it computes with floats, and MMX has none"),
        Generation::Sse => {
            let double = types.any(|ty| ty == Type::F64);
            double.then_some("it computes with doubles, and SSE has packed floats of 32 bits only")
        }
        _ => None,
    }
}

/// The guard of the region, if it can be tested before a strip.
fn guard_of(facts: &Facts, head: BlockId) -> Option<(BlockId, Guard)> {
    let (block, guard) = guard::find(facts)?;
    let early = |value: Value| facts.variability.level(value) <= Level::Strip;
    (facts.regions.head[block.index()] == head && early(guard.place) && early(guard.bound))
        .then_some((block, guard))
}

fn attempt(facts: &Facts, head: BlockId, spec: &Spec, cut: Cut) -> Result<(Weight, Choice), &'static str> {
    let guard = guard_of(facts, head);
    let shortened = guard.map(|(block, _)| block);
    let plan = Plan::new(facts, head, shortened, false);
    let guard = guard.map(|(_, guard)| guard);
    let mut choice = Choice { cut, guard, shortened, ..Choice::with(plan) };
    choice.find_indexed(facts, spec);
    let mut weight = Weight { scalar: 0, packed: 0, lines: 0, mixed: false };
    for block in choice.plan.masks.order.clone() {
        choice.look_at(facts, spec, block, &mut weight)?;
    }
    // Half of a strip is left on the average. What must begin at a multiple of the width is peeled one by one.
    if cut.has_masks() && choice.aligned.is_empty() && 2 * weight.packed <= weight.scalar {
        choice.rest = Rest::UnderMask;
    }
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
            cut: Cut { generation: Generation::Rvp, masks: false, gathers: false, lane: 8 },
            plan,
            guard: None,
            shortened: None,
            wide: OrdSet::new(),
            whole: OrdSet::new(),
            indexed: OrdMap::new(),
            folded: OrdSet::new(),
            aligned: Vec::new(),
            rest: Rest::OneByOne,
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
            let apart = !facts.variability.is_scalar(*condition) && self.shortened != Some(block);
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
