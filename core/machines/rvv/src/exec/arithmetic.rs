//! Vector instructions that work element by element, and reductions.

use easy_ext::ext;
use lanescope_parts::riscv::hart::arithmetic::float;

use super::{
    Hart, Outcome, Trap,
    lane::Lane,
    meaning::{Element, Floats, Test, Widths},
    uses::reads_destination,
};
use crate::{
    exec::{VectorState, masks::MaskWork, reserved::Reserved},
    isa::{Arg, ArgNames, Inst, Lmul, Second, VectorForm, Vtype},
};

/// An operand of registers: the first one, how many, bits of an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Group {
    pub register: u8,
    pub registers: u32,
    pub bits: u32,
    /// Does it have less than one register?
    pub fraction: bool,
}

impl Group {
    pub(super) const fn bytes(self) -> u32 {
        self.bits / 8
    }

    /// Does it share a register with another one?
    pub(super) fn overlaps(self, other: Group) -> bool {
        let end = |group: Group| u32::from(group.register) + group.registers;
        u32::from(self.register) < end(other) && u32::from(other.register) < end(self)
    }
}

/// Work on the elements of vectors.
#[ext(Arithmetic)]
impl Hart {
    /// The vector type, if it is legal.
    pub(super) fn legal_type(&self) -> Outcome<Vtype> {
        self.ext.vtype.ok_or(Trap::Illegal("the vector type is not set or not supported"))
    }

    /// The operand at a register whose elements have `bits` bits.
    pub(super) fn group(&self, vtype: Vtype, register: u8, bits: u32) -> Outcome<Group> {
        if !(8..=64).contains(&bits) {
            return Err(Trap::Illegal("an element width is not one of 8, 16, 32 and 64"));
        }
        let lmul = vtype
            .emul(bits)
            .ok_or(Trap::Illegal("an operand needs more than 8 or less than 1/8 registers"))?;
        self.group_of(lmul, register, bits)
    }

    /// The operand of so many registers.
    pub(super) fn group_of(&self, lmul: Lmul, register: u8, bits: u32) -> Outcome<Group> {
        let registers = lmul.registers();
        if !u32::from(register).is_multiple_of(registers) {
            return Err(Trap::Illegal("a register number is not a multiple of the registers of the operand"));
        }
        Ok(Group { register, registers, bits, fraction: lmul < Lmul::ONE })
    }

    /// One register as it is: a mask, or a scalar in element 0.
    pub(super) fn single(&self, register: u8, bits: u32) -> Group {
        Group { register, registers: 1, bits, fraction: false }
    }

    /// A source may share registers with a destination of other element width only where no element is overwritten
    /// before it is read.
    pub(super) fn check_overlap(&self, to: Group, from: Group) -> Outcome<()> {
        let end = |group: Group| u32::from(group.register) + group.registers;
        let legal = !to.overlaps(from)
            || to.bits == from.bits
            || (to.bits < from.bits && to.register == from.register)
            || (to.bits > from.bits && !from.fraction && end(to) == end(from));
        if legal { Ok(()) } else { Err(Trap::Illegal("the destination overlaps a source of other width")) }
    }

    /// An operand that begins at an element must not end behind its registers.
    pub(super) fn check_end(&self, group: Group, from: u32) -> Outcome<()> {
        let elements = group.registers * self.vlen() / group.bits;
        if from == 0 || from + self.ext.vl <= elements {
            return Ok(());
        }
        Err(Trap::Illegal("an operand that begins at an element ends behind its registers"))
    }

    /// A masked instruction must not overwrite its mask.
    pub(super) fn check_mask(&self, inst: &Inst) -> Outcome<()> {
        if inst.rd == 0 && (inst.masked || inst.has(Arg::Carry)) {
            return Err(Trap::Illegal("the destination overlaps the mask"));
        }
        Ok(())
    }

    /// Does the element take part?
    pub(super) fn active(&self, inst: &Inst, index: u32) -> bool {
        !inst.masked || self.mask_bit(0, index)
    }

    /// Float operands need a float type of their width.
    pub(super) fn check_floats(&self, floats: Floats, sew: u32, widths: Widths) -> Outcome<()> {
        let width = |log2: i32| if log2 < 0 { sew >> -log2 } else { sew << log2 };
        let legal = match floats {
            Floats::No => true,
            Floats::All => sew >= 16,
            Floats::To => width(widths.0) >= 16,
            Floats::From => width(widths.1) >= 16,
        };
        if legal { Ok(()) } else { Err(Trap::Illegal("there are no floats of 8 bits")) }
    }

    /// The second source if it is a scalar, cut to the element width.
    pub(super) fn scalar_source(&self, inst: &Inst, bits: u32) -> u64 {
        let value = match inst.form.second() {
            Second::Integer => self.get_x(inst.rs1),
            Second::Float => self.get_f(inst.rs1, float(bits)),
            Second::Immediate if inst.has(Arg::Uimm5) => inst.rs1.into(),
            Second::Immediate => inst.imm as i64 as u64,
            Second::Vector | Second::Nothing => 0,
        };
        value & (u64::MAX >> (64 - bits))
    }

    /// Overwrites what is agnostic, if that is wanted: elements from `from` to the end of the operand. An instruction without
    /// elements leaves them, too (V 1.0, 5.4).
    pub(super) fn finish_tail(&mut self, vtype: Vtype, to: Group, from: u32) {
        if self.ext.agnostic_ones && vtype.tail_agnostic && self.ext.vstart < self.ext.vl {
            let end = to.registers * self.vlen() / to.bits;
            (from..end).for_each(|index| self.set_element(to.register, index, to.bytes(), u64::MAX));
        }
    }

    pub(super) fn lanes(&mut self, inst: &Inst, widths: Widths, floats: Floats, f: Element) -> Outcome<()> {
        let vtype = self.legal_type()?;
        let width = |log2: i32| if log2 < 0 { vtype.sew >> -log2 } else { vtype.sew << log2 };
        self.check_floats(floats, vtype.sew, widths)?;
        self.check_mask(inst)?;
        let to = self.group(vtype, inst.rd, width(widths.0))?;
        let a = if inst.has(Arg::V2) { self.group(vtype, inst.rs2, width(widths.1))? } else { to };
        let is_vector = inst.form.second() == Second::Vector;
        let b = if is_vector { self.group(vtype, inst.rs1, width(widths.2))? } else { to };
        self.check_overlap(to, a)?;
        self.check_overlap(to, b)?;
        let sources =
            [inst.has(Arg::V2).then_some(a), is_vector.then_some(b), reads_destination(inst).then_some(to)];
        self.check_sources(inst, sources)?;
        let [to_from, b_from, a_from] = self.ext.begins;
        for (group, from) in [(to, to_from), (b, b_from), (a, a_from)] {
            self.check_end(group, from)?;
        }
        let scalar = self.scalar_source(inst, width(widths.2));
        let carries = inst.has(Arg::Carry);
        let mut lane = Lane::new(vtype, self.ext.vxrm, self.frm);
        for index in self.ext.vstart..self.ext.vl {
            let target = to_from + index;
            if self.active(inst, index) {
                lane.carry = carries && self.mask_bit(0, index);
                let first = self.element(a.register, a_from + index, a.bytes());
                let second =
                    if is_vector { self.element(b.register, b_from + index, b.bytes()) } else { scalar };
                let old = self.element(to.register, target, to.bytes());
                self.set_element(to.register, target, to.bytes(), f(&mut lane, first, second, old));
            } else if self.ext.agnostic_ones && vtype.mask_agnostic {
                self.set_element(to.register, target, to.bytes(), u64::MAX);
            }
        }
        self.ext.vxsat |= lane.saturated;
        self.finish_tail(vtype, to, to_from + self.ext.vl);
        Ok(())
    }

    pub(super) fn tests(&mut self, inst: &Inst, floats: Floats, f: Test) -> Outcome<()> {
        let vtype = self.legal_type()?;
        self.check_floats(floats, vtype.sew, (0, 0, 0))?;
        let a = self.group(vtype, inst.rs2, vtype.sew)?;
        let is_vector = inst.form.second() == Second::Vector;
        let b = if is_vector { self.group(vtype, inst.rs1, vtype.sew)? } else { a };
        let to = self.single(inst.rd, 1);
        self.check_overlap(to, a)?;
        self.check_overlap(to, b)?;
        self.check_sources(inst, [Some(a), is_vector.then_some(b)])?;
        let scalar = self.scalar_source(inst, vtype.sew);
        let carries = inst.has(Arg::Carry);
        let mut lane = Lane::new(vtype, self.ext.vxrm, self.frm);
        for index in self.ext.vstart..self.ext.vl {
            if self.active(inst, index) {
                lane.carry = carries && self.mask_bit(0, index);
                let first = self.element(a.register, index, a.bytes());
                let second = if is_vector { self.element(b.register, index, b.bytes()) } else { scalar };
                let bit = f(&mut lane, first, second);
                self.set_mask_bit(inst.rd, index, bit);
            } else if self.ext.agnostic_ones && vtype.mask_agnostic {
                self.set_mask_bit(inst.rd, index, true);
            }
        }
        self.finish_mask(inst.rd);
        Ok(())
    }

    /// Reductions take their elements in order, one after another, also where the manual leaves the order open.
    pub(super) fn reduce(&mut self, inst: &Inst, widths: Widths, floats: Floats, f: Element) -> Outcome<()> {
        let vtype = self.legal_type()?;
        self.check_floats(floats, vtype.sew, widths)?;
        let bits = vtype.sew << widths.0;
        if bits > 64 {
            return Err(Trap::Illegal("an element width is not one of 8, 16, 32 and 64"));
        }
        let a = self.group(vtype, inst.rs2, vtype.sew)?;
        if self.ext.vstart != 0 {
            return Err(Trap::Illegal("a reduction cannot begin in the middle"));
        }
        self.check_sources(inst, [Some(a), Some(self.single(inst.rs1, bits))])?;
        if self.ext.vl == 0 {
            return Ok(());
        }
        let mut lane = Lane::new(vtype, self.ext.vxrm, self.frm);
        let mut value = self.element(inst.rs1, 0, bits / 8);
        for index in 0..self.ext.vl {
            if self.active(inst, index) {
                let element = self.element(a.register, index, a.bytes());
                value = f(&mut lane, element, value, 0);
            }
        }
        let to = self.single(inst.rd, bits);
        self.set_element(to.register, 0, to.bytes(), value);
        self.finish_tail(vtype, to, 1);
        Ok(())
    }
}
