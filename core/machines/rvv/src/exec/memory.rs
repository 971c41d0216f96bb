//! Vector loads and stores: element after element, and of a structure field after field.

use easy_ext::ext;
use lanescope_parts::image::{BASE, Memory, PAGE};

use super::{Hart, Outcome, Trap, arithmetic::Group, meaning::Pattern};
use crate::{
    exec::{VectorState, arithmetic::Arithmetic, reserved::Reserved},
    isa::{Inst, Lmul, Program},
};

/// What an access needs to know of its instruction.
pub(super) struct Plan {
    /// Bytes of an element in memory and register.
    bytes: u32,
    /// Registers from one field of a structure to the next.
    field_registers: u32,
    fields: u32,
    first: u32,
    end: u32,
    /// Bytes of an element of the index register, and that register.
    index: Option<(u8, u32)>,
    stride: u64,
}

/// Vector loads and stores.
#[ext(VectorMemory)]
impl Hart {
    pub(super) fn vector_memory(
        &mut self,
        inst: &Inst,
        pattern: Pattern,
        write: bool,
        (program, memory): (&Program, &mut Memory),
    ) -> Outcome<()> {
        let plan = self.plan(inst, pattern, write)?;
        self.check_access_sources(inst, &plan, write)?;
        self.note_accesses(plan.bytes, []);
        let base = self.get_x(inst.rs1);
        let first = if self.copy_unit(inst, &plan, base, write, memory) { plan.end } else { plan.first };
        for index in first..plan.end {
            if !self.active(inst, index) {
                if !write {
                    self.leave_open(inst, &plan, index);
                }
                continue;
            }
            let offset = match plan.index {
                Some((register, bytes)) => self.element(register, index, bytes),
                None => u64::from(index).wrapping_mul(plan.stride),
            };
            let address = base.wrapping_add(offset);
            if let Err(trap) = self.structure(inst, &plan, (index, address), write, (program, memory)) {
                if pattern == Pattern::FaultFirst && index > 0 {
                    self.ext.vl = index;
                    break;
                }
                self.ext.vstart = index;
                return Err(trap);
            }
        }
        if pattern == Pattern::Mask && !write {
            self.finish_mask_load(inst.rd, plan.end);
        }
        let whole = matches!(pattern, Pattern::Mask | Pattern::Whole);
        if let (false, false, Some(vtype)) = (write, whole, self.ext.vtype) {
            for field in 0..plan.fields {
                let register = inst.rd + (field * plan.field_registers) as u8;
                let group = self.group(vtype, register, 8 * plan.bytes)?;
                self.finish_tail(vtype, group, self.ext.vl);
            }
        }
        Ok(())
    }

    /// Moves elements that lie one after another in one buffer, page by page. Gives `false` if these do not, or if each
    /// must be looked at.
    pub(super) fn copy_unit(
        &mut self,
        inst: &Inst,
        plan: &Plan,
        base: u64,
        write: bool,
        memory: &mut Memory,
    ) -> bool {
        let size = u64::from(plan.bytes);
        let address = base.wrapping_add(u64::from(plan.first) * size);
        let total = u64::from(plan.end.saturating_sub(plan.first)) * size;
        let plain = plan.index.is_none()
            && plan.fields == 1
            && plan.stride == size
            && !inst.masked
            && !self.is_private();
        if !plain || total == 0 || !address.is_multiple_of(size) || !memory.contains(address, total, write) {
            return false;
        }
        self.note_accesses(plan.bytes, (0..total / size).map(|index| address + index * size));
        self.ext.vector_dirty |= !write;
        let mut done = 0;
        while done < total {
            let here = address + done;
            let in_page = PAGE as u64 - (here - BASE) % PAGE as u64;
            let count = in_page.min(total - done) as usize;
            let from = (u64::from(plan.first) * size + done) as usize;
            let Some(register) = self.register_bytes(inst.rd, from, count) else { break };
            if write {
                let changed = memory.span(here, count).is_some_and(|old| old != &*register);
                memory.span_mut(here, count).into_iter().for_each(|to| to.copy_from_slice(register));
                if changed {
                    memory.note_change();
                }
            } else {
                memory.span(here, count).into_iter().for_each(|bytes| register.copy_from_slice(bytes));
            }
            done += count as u64;
        }
        true
    }

    /// The fields of an element that is masked off.
    pub(super) fn leave_open(&mut self, inst: &Inst, plan: &Plan, index: u32) {
        if self.ext.agnostic_ones && self.ext.vtype.is_some_and(|vtype| vtype.mask_agnostic) {
            for field in 0..plan.fields {
                let register = inst.rd + (field * plan.field_registers) as u8;
                self.set_element(register, index, plan.bytes, u64::MAX);
            }
        }
    }

    /// The tail of a mask is always agnostic, also where it is loaded byte by byte.
    pub(super) fn finish_mask_load(&mut self, register: u8, end: u32) {
        if self.ext.agnostic_ones && self.ext.vstart < end {
            (end..self.vlen() / 8).for_each(|index| self.set_element(register, index, 1, u64::MAX));
        }
    }

    /// Moves the fields of one element.
    pub(super) fn structure(
        &mut self,
        inst: &Inst,
        plan: &Plan,
        (index, address): (u32, u64),
        write: bool,
        (program, memory): (&Program, &mut Memory),
    ) -> Outcome<()> {
        for field in 0..plan.fields {
            let address = address.wrapping_add(u64::from(field * plan.bytes));
            let register = inst.rd + (field * plan.field_registers) as u8;
            self.note_accesses(plan.bytes, [address]);
            let own = self.check_private(index, (address, plan.bytes), true, write);
            own.map_err(|fault| Trap::Fault(fault, Some(index)))?;
            let done = if write {
                memory.write(address, plan.bytes, self.element(register, index, plan.bytes))
            } else {
                let value = program.load(memory, address, plan.bytes);
                value.map(|value| self.set_element(register, index, plan.bytes, value))
            };
            done.map_err(|fault| Trap::Fault(fault, Some(index)))?;
        }
        Ok(())
    }

    /// The registers that are stored and those of the index are sources.
    pub(super) fn check_access_sources(&mut self, inst: &Inst, plan: &Plan, write: bool) -> Outcome<()> {
        if !inst.masked && plan.index.is_none() {
            return Ok(());
        }
        let Some(vtype) = self.ext.vtype else { return Ok(()) };
        let index = plan.index.map(|(register, bytes)| self.group(vtype, register, 8 * bytes)).transpose()?;
        let stored = Group {
            register: inst.rd,
            registers: plan.fields * plan.field_registers,
            bits: 8 * plan.bytes,
            fraction: false,
        };
        self.check_sources(inst, [index, write.then_some(stored)])
    }

    pub(super) fn plan(&self, inst: &Inst, pattern: Pattern, write: bool) -> Outcome<Plan> {
        let unit = |bytes: u32, end: u32| Plan {
            bytes,
            field_registers: 1,
            fields: 1,
            first: self.ext.vstart,
            end,
            index: None,
            stride: bytes.into(),
        };
        match pattern {
            Pattern::Whole => {
                if !inst.rd.is_multiple_of(inst.count) {
                    return Err(Trap::Illegal(
                        "a register number is not a multiple of the registers of the operand",
                    ));
                }
                // The width says where `vstart` is, and what the address is a multiple of at least. Whole registers move
                // in the longest words that the address allows.
                let width = u32::from(inst.width.max(8)) / 8;
                let most = 1 << self.get_x(inst.rs1).trailing_zeros().min(3);
                let bytes = if self.ext.vstart == 0 { width.max(most) } else { width };
                return Ok(unit(bytes, u32::from(inst.count) * self.vlen() / 8 / bytes));
            }
            Pattern::Mask => {
                self.legal_type()?;
                return Ok(unit(1, self.ext.vl.div_ceil(8)));
            }
            _ => {}
        }
        let vtype = self.legal_type()?;
        if !write {
            self.check_mask(inst)?;
        }
        let width = u32::from(inst.width);
        let bits = if pattern == Pattern::Indexed { vtype.sew } else { width };
        let to = self.group(vtype, inst.rd, bits)?;
        let fields = if inst.op.has_count() { u32::from(inst.count) } else { 1 };
        let registers = fields * to.registers;
        if registers > 8 || u32::from(inst.rd) + registers > 32 {
            return Err(Trap::Illegal(
                "the fields of a structure need more than 8 registers, or go past v31",
            ));
        }
        let index = match pattern {
            Pattern::Indexed => {
                let index = self.group(vtype, inst.rs2, width)?;
                if !write && fields == 1 {
                    self.check_overlap(to, index)?;
                } else if !write && to_all(inst.rd, registers).overlaps(index) {
                    return Err(Trap::Illegal("the destination overlaps a source"));
                }
                Some((inst.rs2, width / 8))
            }
            _ => None,
        };
        let stride = match pattern {
            Pattern::Strided => self.get_x(inst.rs2),
            _ => u64::from(fields * bits / 8),
        };
        let (bytes, field_registers) = (bits / 8, to.registers);
        Ok(Plan { bytes, field_registers, fields, first: self.ext.vstart, end: self.ext.vl, index, stride })
    }
}

/// All registers of a structure's fields.
fn to_all(register: u8, registers: u32) -> Group {
    Group { register, registers, bits: 8, fraction: registers < Lmul::ONE.registers() }
}
