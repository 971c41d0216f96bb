//! One packed instruction: its operands, what becomes of each element, and what of those that a mask leaves out.

use easy_ext::ext;
use lanescope_parts::{base::num::rounded::Flags, image::Memory};

use super::{
    Hart, Outcome, Trap, lane,
    shuffle::{Cut, moved},
    state::{Value, WIDEST, element, set_element},
};
use crate::{
    exec::{PackedState, memory::PackedMemory, quick::QuickWays, tiles::TileWork},
    isa::{Elem, Family, FmaForm, GuardedInst, Inst, Lane, PackedInst, Program, Shape, Work},
};

/// An instruction that is being executed.
pub(super) struct Step<'a> {
    /// The instruction.
    pub inst: &'a Inst,
    /// What it does.
    pub work: Work,
    /// Its operands.
    pub shape: Shape,
    /// The type of its elements.
    pub elem: Elem,
    /// How registers are cut.
    pub cut: Cut,
}

/// One packed instruction.
#[ext(PackedWork)]
impl Hart {
    /// Executes a packed instruction; gives the number of its elements. It is a part of the step, as [`Extension::execute`] is: between
    /// them an answer would go through memory (a tenth of a run without timing).
    ///
    /// [`Extension::execute`]: lanescope_parts::riscv::hart::Extension::execute
    #[inline(always)]
    pub(super) fn execute_packed(
        &mut self,
        inst: &Inst,
        (program, memory): (&Program, &mut Memory),
    ) -> Outcome<u32> {
        let has = self.ext.lawful || self.ext.set.has(inst);
        let Some((op, form)) = inst.packed().filter(|_| has) else {
            return Err(Trap::Illegal("the machine has no such instruction"));
        };
        let (work, elem, shape) = (op.work(), form.elem, form.shape);
        let bytes = Hart::register_bytes(inst).max(8);
        let cut = Cut { register: bytes, element: elem.bytes().min(8) as usize };
        if !inst.masked {
            let done = match bytes {
                16 => self.quick::<16>(inst, (work, shape, elem), memory),
                32 => self.quick::<32>(inst, (work, shape, elem), memory),
                64 => self.quick::<64>(inst, (work, shape, elem), memory),
                _ => None,
            };
            if done.is_some() {
                return Ok(cut.count() as u32);
            }
        }
        self.at_length(&Step { inst, work, shape, elem, cut }, program, memory)
    }

    /// The long way, which every instruction can go: a function of its own, so that the short one needs little of the stack.
    #[inline(never)]
    pub(super) fn at_length(
        &mut self,
        step: &Step<'_>,
        program: &Program,
        memory: &mut Memory,
    ) -> Outcome<u32> {
        let Step { inst, work, shape, cut, .. } = *step;
        match work {
            Work::TileConfig => self.configure_tiles(inst, program, memory)?,
            Work::TileRelease => self.ext.shapes = None,
            Work::TileZero | Work::TileLoad | Work::TileStore | Work::TileBytes(..) | Work::TileFloats => {
                return self.tiles(step, program, memory);
            }
            Work::Masks(_) | Work::MaskNot | Work::MaskMove | Work::MaskTest | Work::PredicateAndNot => {
                self.mask_work(step);
            }
            Work::Gather(bits) => return self.gather(step, bits, program, memory),
            Work::Scatter(bits) => return self.scatter(step, bits, memory),
            Work::Extract => self.extract(step),
            Work::ExtractBlock => self.extract_block(step),
            Work::MoveOne => self.move_one(step, program, memory)?,
            Work::Move(align) if shape.stores() => self.store_register(step, align, memory)?,
            Work::Move(align) if shape.has_memory() => self.load_register(step, align, program, memory)?,
            Work::LoadBytes => self.load_bytes(step, program, memory)?,
            Work::Compare(_) | Work::IsZero | Work::BelowInteger => self.compare(step, program, memory)?,
            _ => self.compute(step, program, memory)?,
        }
        Ok(cut.count() as u32)
    }

    /// Does an element take part?
    #[inline]
    pub(super) fn active(&self, inst: &Inst, index: usize) -> bool {
        let Some(guard) = inst.guard() else { return true };
        let bit = self.ext.masks[usize::from(guard.register & 7)] >> (index & 63) & 1 == 1;
        if self.ext.set.generation.family() == Family::Lee { bit != guard.flag } else { bit }
    }

    /// What an element that takes no part becomes: what it was, or 0.
    pub(super) fn inactive(&self, inst: &Inst) -> Value {
        let zeroes =
            self.ext.set.generation.family() == Family::X86 && inst.guard().is_some_and(|guard| guard.flag);
        if zeroes { [0; WIDEST] } else { self.packed(inst.rd, Hart::register_bytes(inst)) }
    }

    /// The last source: a register or memory.
    pub(super) fn last_source(
        &mut self,
        step: &Step<'_>,
        program: &Program,
        memory: &Memory,
    ) -> Outcome<Value> {
        if step.shape.has_memory() {
            let bytes = if step.work == Work::Splat { step.cut.element } else { step.cut.register };
            return self.read_memory(step, bytes, program, memory);
        }
        Ok(self.packed(step.inst.rs1, step.cut.register))
    }

    /// Writes a result, and keeps or clears what a mask leaves out.
    pub(super) fn finish(&mut self, step: &Step<'_>, mut value: Value) {
        let Step { inst, cut, .. } = step;
        if inst.masked {
            let old = self.inactive(inst);
            for at in (0..cut.count()).filter(|at| !self.active(inst, *at)) {
                set_element(&mut value, at, cut.element, element(&old, at, cut.element));
            }
        }
        self.set_packed(inst.rd, cut.register, &value);
    }

    /// Computes each element that takes part; adds up the exceptions.
    pub(super) fn each(&mut self, step: &Step<'_>, f: impl Fn(usize, u8) -> lane::Result) -> Value {
        let mut value = [0; WIDEST];
        for at in 0..step.cut.count() {
            if !step.inst.masked || self.active(step.inst, at) {
                let (result, flags) = f(at, self.fflags);
                self.fflags |= flags.0;
                set_element(&mut value, at, step.cut.element, result);
            }
        }
        value
    }

    /// What is computed from registers, memory as the last source included.
    pub(super) fn compute(&mut self, step: &Step<'_>, program: &Program, memory: &Memory) -> Outcome<()> {
        let Step { inst, work, elem, cut, .. } = *step;
        let number = inst.imm as u32;
        let narrow = matches!(step.shape, Shape::VShift | Shape::VInsertBlock | Shape::VSplat);
        let last = match step.shape {
            Shape::VShiftI | Shape::FShiftI | Shape::FShiftX | Shape::VFromX | Shape::LX | Shape::L0 => {
                [0; WIDEST]
            }
            Shape::VInsert | Shape::FInsert => [0; WIDEST],
            _ if narrow => self.packed(inst.rs1, cut.register.min(16)),
            _ => self.last_source(step, program, memory)?,
        };
        let (a, middle) = (self.packed(inst.rs2, cut.register), self.packed(inst.rs3, cut.register));
        let x = self.get_x(inst.rs1);
        let get = |value: &Value, at| element(value, at, cut.element);
        let value = match work {
            Work::Lanes(op) => {
                self.each(step, |at, flags| lane::lane(op, elem, flags, get(&a, at), get(&last, at)))
            }
            Work::Each(op) => self.each(step, |at, _| lane::one(op, elem, get(&last, at))),
            Work::Fused(order, product, addend) => {
                let d = self.packed(inst.rd, cut.register);
                let [x, y, z] = match order {
                    FmaForm::Four => [&a, &middle, &last],
                    FmaForm::O132 => [&d, &last, &a],
                    FmaForm::O213 => [&a, &d, &last],
                    FmaForm::O231 => [&a, &last, &d],
                };
                let signs = (product, addend);
                self.each(step, |at, flags| {
                    lane::fused(signs, elem, flags, [get(x, at), get(y, at), get(z, at)])
                })
            }
            Work::ShiftAll(op) => {
                let count = match step.shape {
                    Shape::VShiftI | Shape::FShiftI => u64::from(number),
                    Shape::FShiftX => x,
                    _ => element(&last, 0, 8),
                };
                self.each(step, |at, _| (lane::shift(op, elem, get(&a, at), count), Flags::NONE))
            }
            Work::ShiftEach(op) => {
                self.each(step, |at, _| (lane::shift(op, elem, get(&a, at), get(&last, at)), Flags::NONE))
            }
            Work::Splat => {
                cut.splat(if matches!(step.shape, Shape::VFromX | Shape::LX) { x } else { get(&last, 0) })
            }
            Work::BlendBits => core::array::from_fn(|at| a[at] & middle[at] | !a[at] & last[at]),
            Work::BlendSign => {
                let sign = |at: usize| last[(at / cut.element + 1) * cut.element - 1] & 0x80 != 0;
                core::array::from_fn(|at| if at < cut.register && sign(at) { middle[at] } else { a[at] })
            }
            Work::Pack { signed, blocks } => cut.pack(&a, &last, signed, blocks),
            Work::AddPairs => self.each(step, |at, flags| {
                let (of_b, first) = cut.pair_of(at);
                let from = if of_b { &last } else { &a };
                lane::lane(Lane::FAdd, elem, flags, get(from, first), get(from, first + 1))
            }),
            Work::Insert => {
                let into = if step.shape == Shape::FInsert { self.packed(inst.rd, cut.register) } else { a };
                let mut value = into;
                set_element(&mut value, number as usize % cut.count(), cut.element, x);
                value
            }
            Work::Index => cut_index(cut),
            // Without any of that it is a move between registers.
            _ => moved(work, cut, number, &a, &last).unwrap_or(last),
        };
        self.finish(step, value);
        Ok(())
    }

    /// Ones and zeros in a register, a bit in a mask register or predicate.
    pub(super) fn compare(&mut self, step: &Step<'_>, program: &Program, memory: &Memory) -> Outcome<()> {
        let Step { inst, work, elem, cut, shape } = *step;
        let last = match work {
            Work::BelowInteger => [0; WIDEST],
            _ => self.last_source(step, program, memory)?,
        };
        let (a, x) = (self.packed(inst.rs2, cut.register), self.get_x(inst.rs1));
        let get = |value: &Value, at| element(value, at, cut.element);
        let (mut bits, mut value) = (0u64, [0; WIDEST]);
        for at in 0..cut.count() {
            if !self.active(inst, at) {
                continue;
            }
            let (holds, flags) = match work {
                Work::Compare(op) => lane::test(op, elem, get(&a, at), get(&last, at)),
                Work::BelowInteger => (get(&a, at) < x, Flags::NONE),
                _ => (get(&last, at) == 0, Flags::NONE),
            };
            self.fflags |= flags.0;
            bits |= u64::from(holds) << at;
            set_element(&mut value, at, cut.element, if holds { u64::MAX } else { 0 });
        }
        let register = usize::from(inst.rd & 7);
        match shape {
            Shape::KTest | Shape::KTestMem => self.ext.masks[register] = bits,
            Shape::LTestP | Shape::LTestX => {
                let kept =
                    (0..cut.count()).filter(|at| !self.active(inst, *at)).fold(0, |set, at| set | 1 << at);
                self.ext.masks[register] = self.ext.masks[register] & kept | bits;
            }
            _ => self.finish(step, value),
        }
        Ok(())
    }

    pub(super) fn extract(&mut self, step: &Step<'_>) {
        let Step { inst, cut, .. } = step;
        let value = self.packed(inst.rs1, cut.register);
        self.set_x(inst.rd, element(&value, inst.imm as usize % cut.count(), cut.element));
    }

    pub(super) fn extract_block(&mut self, step: &Step<'_>) {
        let Step { inst, cut, .. } = step;
        let from = self.packed(inst.rs1, cut.register);
        let at = 16 * (inst.imm as usize % (cut.register / 16).max(1));
        let mut value = [0; WIDEST];
        value[..16].copy_from_slice(&from[at..at + 16]);
        self.set_packed(inst.rd, 16, &value);
    }

    /// Mask registers, and predicates.
    pub(super) fn mask_work(&mut self, step: &Step<'_>) {
        let inst = step.inst;
        let mask = |register: u8| self.ext.masks[usize::from(register & 7)];
        let (a, b, d) = (mask(inst.rs2), mask(inst.rs1), usize::from(inst.rd & 7));
        let result = match step.work {
            Work::Masks(op) => lane::lane(op, Elem::No, 0, a, b).0,
            Work::MaskNot => !b,
            Work::PredicateAndNot => !a & b & 15,
            Work::MaskMove if step.shape == Shape::KFromX => self.get_x(inst.rs1),
            Work::MaskMove => b,
            _ => match a | b {
                0 => 0,
                u64::MAX => 1,
                _ => 2,
            },
        };
        match step.shape {
            Shape::XFromK | Shape::KAsk => self.set_x(inst.rd, result),
            _ => self.ext.masks[d] = result,
        }
    }
}

/// 0, 1, 2, …
fn cut_index(cut: Cut) -> Value {
    let numbers: Value = core::array::from_fn(|at| at as u8);
    let all = Cut { register: cut.count(), element: 1 };
    let mut value = [0; WIDEST];
    (0..all.count()).for_each(|at| set_element(&mut value, at, cut.element, numbers[at].into()));
    value
}
