//! Packed accesses of memory: whole registers, one element, gathers and scatters.
//!
//! A group of G bytes is at a multiple of G, or the access is a fault before it has done anything; where the machine is
//! relaxed, or the instruction says so, it may be anywhere (packed_facts B10). Elements that a mask leaves out are not touched.

use easy_ext::ext;
use lanescope_parts::image::{Fault, Memory};

use super::{
    Hart, Outcome, Trap,
    state::{Value, WIDEST, copy, element, set_element},
    work::Step,
};
use crate::{
    exec::{PackedState, work::PackedWork},
    isa::{Align, GuardedInst, Program, Shape, Work},
};

/// Packed loads and stores.
#[ext(PackedMemory)]
impl Hart {
    /// The address of a memory operand.
    pub(super) fn place(&self, step: &Step<'_>) -> u64 {
        self.get_x(step.inst.rs1).wrapping_add(step.inst.imm as i64 as u64)
    }

    /// Does the address have to be a multiple of the group?
    pub(super) fn must_align(&self, align: Align) -> bool {
        match align {
            Align::Always => true,
            Align::Setting => !self.ext.relaxed,
            Align::Never => false,
        }
    }

    /// Holds an access of a whole group against memory and the rule of its address.
    pub(super) fn check_group(
        &self,
        address: u64,
        bytes: usize,
        aligned: bool,
        write: bool,
        memory: &Memory,
    ) -> Outcome<()> {
        let trap = |fault| Trap::Fault(fault, None);
        if aligned || address.is_multiple_of(bytes as u64) {
            return memory.check(address, bytes as u32, write).map_err(trap);
        }
        if memory.contains(address, bytes as u64, write) {
            return Ok(());
        }
        let byte = |at: u64| memory.check(address.wrapping_add(at), 1, write);
        (0..bytes as u64).try_for_each(byte).map_err(|fault| trap(of_all(fault, address, bytes as u32)))
    }

    /// A group of bytes as a value.
    pub(super) fn read_memory(
        &mut self,
        step: &Step<'_>,
        bytes: usize,
        program: &Program,
        memory: &Memory,
    ) -> Outcome<Value> {
        let align = match step.work {
            Work::Move(align) => align,
            // Broadcasts need the alignment of their element only, as do single elements.
            _ => Align::Setting,
        };
        let (address, must) =
            (self.place(step), self.must_align(align) || bytes <= 8 && align != Align::Never);
        if step.inst.masked && bytes == step.cut.register && !step.work.moves_across() {
            return self.read_masked(step, address, must, program, memory);
        }
        self.note_access(bytes as u32, address);
        if let Err(trap) = self.check_group(address, bytes, must, false, memory) {
            return Self::read_code(address, bytes, program).ok_or(trap);
        }
        Ok(read_bytes(memory, address, bytes))
    }

    /// The instructions, read as data.
    pub(super) fn read_code(address: u64, bytes: usize, program: &Program) -> Option<Value> {
        let mut value = [0; WIDEST];
        for at in 0..bytes {
            set_element(&mut value, at, 1, program.read(address.wrapping_add(at as u64), 1)?);
        }
        Some(value)
    }

    /// The elements that take part; the others are 0.
    pub(super) fn read_masked(
        &mut self,
        step: &Step<'_>,
        address: u64,
        must: bool,
        program: &Program,
        memory: &Memory,
    ) -> Outcome<Value> {
        let cut = step.cut;
        let any = (0..cut.count()).any(|at| self.active(step.inst, at));
        self.check_multiple(address, cut.register, must && any, false)?;
        let mut value = [0; WIDEST];
        self.note_accesses(cut.element as u32, []);
        for at in 0..cut.count() {
            if self.active(step.inst, at) {
                let word = self.read_element(
                    address.wrapping_add((at * cut.element) as u64),
                    cut.element,
                    at,
                    program,
                    memory,
                )?;
                set_element(&mut value, at, cut.element, word);
            }
        }
        Ok(value)
    }

    /// The rule of addresses alone.
    pub(super) fn check_multiple(&self, address: u64, bytes: usize, must: bool, write: bool) -> Outcome<()> {
        if !must || address.is_multiple_of(bytes as u64) {
            return Ok(());
        }
        let fault = Fault {
            kind: lanescope_parts::image::FaultKind::Misaligned,
            space: lanescope_parts::ir::Space::Global,
            address,
            bytes: bytes as u32,
            write,
            near: None,
        };
        Err(Trap::Fault(fault, None))
    }

    /// One element, at any address that its bytes allow.
    pub(super) fn read_element(
        &mut self,
        address: u64,
        bytes: usize,
        index: usize,
        program: &Program,
        memory: &Memory,
    ) -> Outcome<u64> {
        self.note_access(bytes as u32, address);
        let read = if self.ext.relaxed && memory.contains(address, bytes as u64, false) {
            Ok(element(&read_bytes(memory, address, bytes), 0, bytes))
        } else {
            program.load(memory, address, bytes as u32)
        };
        read.map_err(|fault| Trap::Fault(fault, Some(index as u32)))
    }

    pub(super) fn write_element(
        &mut self,
        address: u64,
        bytes: usize,
        index: usize,
        value: u64,
        memory: &mut Memory,
    ) -> Outcome<()> {
        self.note_access(bytes as u32, address);
        if self.ext.relaxed && memory.contains(address, bytes as u64, true) {
            let mut word = [0; WIDEST];
            set_element(&mut word, 0, bytes, value);
            write_bytes(memory, address, &word[..bytes]);
            return Ok(());
        }
        memory.write(address, bytes as u32, value).map_err(|fault| Trap::Fault(fault, Some(index as u32)))
    }

    /// A load of a whole register.
    pub(super) fn load_register(
        &mut self,
        step: &Step<'_>,
        _: Align,
        program: &Program,
        memory: &Memory,
    ) -> Outcome<()> {
        let value = self.read_memory(step, step.cut.register, program, memory)?;
        self.finish(step, value);
        Ok(())
    }

    /// A store of a whole register, or of the elements that take part.
    pub(super) fn store_register(
        &mut self,
        step: &Step<'_>,
        align: Align,
        memory: &mut Memory,
    ) -> Outcome<()> {
        let (address, must, cut) = (self.place(step), self.must_align(align), step.cut);
        let value = self.packed(step.inst.rs2, cut.register);
        if !step.inst.masked {
            self.note_access(cut.register as u32, address);
            self.check_group(address, cut.register, must, true, memory)?;
            write_bytes(memory, address, &value[..cut.register]);
            return Ok(());
        }
        let places: alloc::vec::Vec<usize> =
            (0..cut.count()).filter(|at| self.active(step.inst, *at)).collect();
        self.check_multiple(address, cut.register, must && !places.is_empty(), true)?;
        self.note_accesses(cut.element as u32, []);
        let of = |at: usize| address.wrapping_add((at * cut.element) as u64);
        for at in &places {
            let word = |fault| Trap::Fault(Fault { bytes: cut.element as u32, ..fault }, Some(*at as u32));
            let whole = if self.ext.relaxed { 1 } else { cut.element as u32 };
            memory.check(of(*at), whole, true).map_err(word)?;
        }
        places.into_iter().try_for_each(|at| {
            self.write_element(of(at), cut.element, at, element(&value, at, cut.element), memory)
        })
    }

    /// Four bytes with sign to four words.
    pub(super) fn load_bytes(&mut self, step: &Step<'_>, program: &Program, memory: &Memory) -> Outcome<()> {
        let address = self.place(step);
        if step.inst.masked && !(0..4).any(|at| self.active(step.inst, at)) {
            return Ok(());
        }
        self.check_multiple(address, 4, !self.ext.relaxed, false)?;
        let mut value = [0; WIDEST];
        self.note_accesses(1, []);
        for at in (0..4).filter(|at| self.active(step.inst, *at)).collect::<alloc::vec::Vec<_>>() {
            let byte = program.load(memory, address.wrapping_add(at as u64), 1);
            let byte = byte.map_err(|fault| Trap::Fault(fault, Some(at as u32)))?;
            set_element(&mut value, at, 4, byte as i8 as u64);
        }
        self.note_access(4, address);
        self.finish(step, value);
        Ok(())
    }

    /// One word between a register and an integer register or memory.
    pub(super) fn move_one(
        &mut self,
        step: &Step<'_>,
        program: &Program,
        memory: &mut Memory,
    ) -> Outcome<()> {
        let (inst, bytes) = (step.inst, step.cut.element);
        // A word may be those of several work-items.
        let whole = |trap| if let Trap::Fault(fault, _) = trap { Trap::Fault(fault, None) } else { trap };
        let word = match step.shape {
            Shape::VStore => {
                let word = element(&self.packed(inst.rs2, step.cut.register), 0, bytes);
                return self.write_element(self.place(step), bytes, 0, word, memory).map_err(whole);
            }
            Shape::V1Mem => self.read_element(self.place(step), bytes, 0, program, memory).map_err(whole)?,
            Shape::VFromX => self.get_x(inst.rs1),
            _ => element(&self.packed(inst.rs1, step.cut.register), 0, bytes),
        };
        if step.shape == Shape::XFromV {
            self.set_x(inst.rd, word);
            return Ok(());
        }
        let mut value = [0; WIDEST];
        set_element(&mut value, 0, bytes, word);
        self.set_packed(inst.rd, step.cut.register, &value);
        Ok(())
    }

    /// The address of an element by its index.
    pub(super) fn indexed_place(&self, step: &Step<'_>, bits: u32, at: usize) -> u64 {
        let (offset, scale) = step.inst.offset_and_scale();
        let index = element(&self.packed(step.inst.rs2, WIDEST), at, bits as usize / 8);
        let index = if bits == 32 { index as u32 as i32 as u64 } else { index };
        self.get_x(step.inst.rs1).wrapping_add(offset as i64 as u64).wrapping_add(index << scale)
    }

    /// Elements in ascending order; the mask shows what is done, also when one of them is a fault.
    pub(super) fn gather(
        &mut self,
        step: &Step<'_>,
        bits: u32,
        program: &Program,
        memory: &Memory,
    ) -> Outcome<u32> {
        let (inst, cut) = (step.inst, step.cut);
        let by_register = step.shape == Shape::VGather;
        self.note_accesses(cut.element as u32, []);
        let mut done = self.packed(inst.rd, cut.register);
        let mut mask = self.packed(inst.rs3, cut.register);
        let mut result = Ok(cut.count() as u32);
        for at in 0..cut.count() {
            let sign = element(&mask, at, cut.element) >> (8 * cut.element - 1) & 1 == 1;
            if if by_register { sign } else { self.active(inst, at) } {
                let address = self.indexed_place(step, bits, at);
                match self.read_element(address, cut.element, at, program, memory) {
                    Ok(word) => set_element(&mut done, at, cut.element, word),
                    Err(trap) => {
                        result = Err(trap);
                        break;
                    }
                }
            }
            set_element(&mut mask, at, cut.element, 0);
            self.clear_mask_bit(step, at);
        }
        self.set_packed(inst.rd, cut.register, &done);
        if by_register {
            self.set_packed(inst.rs3, cut.register, &mask);
        } else if result.is_ok() {
            self.clear_mask(step);
        }
        result
    }

    /// Elements in ascending order, so that of several at one address the last stays.
    pub(super) fn scatter(&mut self, step: &Step<'_>, bits: u32, memory: &mut Memory) -> Outcome<u32> {
        let (inst, cut) = (step.inst, step.cut);
        if !inst.masked {
            return Err(Trap::Illegal("a scatter without a mask register"));
        }
        let data = self.packed(inst.rs3, cut.register);
        self.note_accesses(cut.element as u32, []);
        for at in 0..cut.count() {
            if self.active(inst, at) {
                let address = self.indexed_place(step, bits, at);
                self.write_element(address, cut.element, at, element(&data, at, cut.element), memory)?;
                self.clear_mask_bit(step, at);
            }
        }
        self.clear_mask(step);
        Ok(cut.count() as u32)
    }

    /// When all is done the whole mask register is 0, those bits of it included that stand for no element (packed_native).
    pub(super) fn clear_mask(&mut self, step: &Step<'_>) {
        if let Some(guard) = step.inst.guard() {
            self.ext.masks[usize::from(guard.register & 7)] = 0;
        }
    }

    pub(super) fn clear_mask_bit(&mut self, step: &Step<'_>, at: usize) {
        if let Some(guard) = step.inst.guard() {
            self.ext.masks[usize::from(guard.register & 7)] &= !(1 << at);
        }
    }
}

/// The fault of a byte as one of the whole access that it belongs to.
pub(super) fn of_all(fault: Fault, address: u64, bytes: u32) -> Fault {
    let ahead = fault.address.wrapping_sub(address);
    let near = fault.near.and_then(|(name, offset)| Some((name, offset.checked_sub(ahead)?)));
    Fault { address, bytes, near, ..fault }
}

/// Bytes that were checked, page by page.
pub(super) fn read_bytes(memory: &Memory, address: u64, bytes: usize) -> Value {
    let mut value = [0; WIDEST];
    match memory.span(address, bytes) {
        Some(from) => copy(&mut value, from, bytes),
        None => (0..bytes).for_each(|at| value[at] = memory.load(address.wrapping_add(at as u64), 1) as u8),
    }
    value
}

/// Writes bytes that were checked.
pub(super) fn write_bytes(memory: &mut Memory, address: u64, from: &[u8]) {
    let Some(to) = memory.span_mut(address, from.len()) else {
        let each = from.iter().enumerate();
        each.for_each(|(at, byte)| memory.store(address.wrapping_add(at as u64), 1, (*byte).into()));
        return;
    };
    let changed = *to != *from;
    copy(to, from, from.len());
    if changed {
        memory.note_change();
    }
}
