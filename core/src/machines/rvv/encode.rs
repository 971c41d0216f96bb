//! The binary form of instructions, both ways: 32 bits each, as the RISC-V manuals have them.
//!
//! Compressed (16-bit) instructions are absent.

use super::isa::{Arg, Class, Form, Inst, Op, ops::TABLE, rounding};
use crate::source::Span;

/// The word of an instruction.
pub fn encode(inst: &Inst) -> u32 {
    let args = inst.form.row().args;
    let fixed = inst.op.row().bits | inst.form.row().bits | name_bits(inst);
    args.iter().fold(fixed, |word, arg| word | put(*arg, inst))
}

/// The instruction of a word; `None` if it is not one of the table's.
pub fn decode(word: u32) -> Option<Inst> {
    TABLE.iter().find_map(|row| row.forms.iter().find_map(|form| decode_as(word, row.op, *form)))
}

fn decode_as(word: u32, op: Op, form: Form) -> Option<Inst> {
    let free = form.field_bits() | name_mask(op);
    if (word ^ (op.row().bits | form.row().bits)) & !free != 0 {
        return None;
    }
    let mut inst = Inst::new(op, form, Span::NONE);
    if op.has_width() {
        inst.width = match word >> 12 & 7 {
            0 => 8,
            5 => 16,
            6 => 32,
            7 => 64,
            _ => return None,
        };
    }
    if op.has_count() {
        inst.count = 1 + (word >> count_place(op) & 7) as u8;
        if !count_is_legal(op, inst.count) {
            return None;
        }
    }
    if op.class() == Class::Atomic {
        inst.imm = (word >> ORDER & 3) as i32;
    }
    form.row().args.iter().for_each(|arg| take(*arg, word, &mut inst));
    (inst.rounding <= rounding::AWAY || inst.rounding == rounding::DYNAMIC).then_some(inst)
}

/// May the mnemonic name this number of registers?
pub(super) fn count_is_legal(op: Op, count: u8) -> bool {
    if op.is_whole() { count.is_power_of_two() && count <= 8 } else { (2..=8).contains(&count) }
}

/// The lowest bit of the number of registers.
const fn count_place(op: Op) -> u32 {
    if matches!(op, Op::VmvR) { 15 } else { 29 }
}

/// The lowest bit of the order of an atomic.
const ORDER: u32 = 25;

/// The bits of what the mnemonic says itself: width, number of registers, order.
fn name_mask(op: Op) -> u32 {
    let width = if op.has_width() { 7 << 12 } else { 0 };
    let count = if op.has_count() { 7 << count_place(op) } else { 0 };
    let order = if op.class() == Class::Atomic { 3 << ORDER } else { 0 };
    width | count | order
}

fn name_bits(inst: &Inst) -> u32 {
    let width = match inst.width {
        16 => 5 << 12,
        32 => 6 << 12,
        64 => 7 << 12,
        _ => 0,
    };
    let count = if inst.op.has_count() { u32::from(inst.count.wrapping_sub(1) & 7) } else { 0 };
    let order = if inst.class() == Class::Atomic { inst.imm as u32 & 3 } else { 0 };
    width | count << count_place(inst.op) | order << ORDER
}

/// The bits of one operand.
fn put(arg: Arg, inst: &Inst) -> u32 {
    let (rd, rs1, rs2) = (u32::from(inst.rd), u32::from(inst.rs1), u32::from(inst.rs2));
    let imm = inst.imm as u32;
    let bits = match arg {
        Arg::Xd | Arg::Fd | Arg::Vd => rd << 7,
        Arg::X1 | Arg::F1 | Arg::V1 | Arg::Address | Arg::Uimm5 => rs1 << 15,
        Arg::Simm5 => imm << 15,
        Arg::X2 | Arg::F2 | Arg::V2 => rs2 << 20,
        Arg::F3 => u32::from(inst.rs3) << 27,
        Arg::Imm12 | Arg::Csr | Arg::Shift6 | Arg::Shift5 | Arg::Type11 | Arg::Type10 => imm << 20,
        Arg::Upper => imm << 12,
        Arg::Load => imm << 20 | rs1 << 15,
        Arg::Store => imm >> 5 << 25 | rs1 << 15 | (imm & 0x1F) << 7,
        Arg::Branch => {
            (imm >> 12 & 1) << 31 | (imm >> 5 & 0x3F) << 25 | (imm >> 1 & 0xF) << 8 | (imm >> 11 & 1) << 7
        }
        Arg::Jump => {
            (imm >> 20 & 1) << 31
                | (imm >> 1 & 0x3FF) << 21
                | (imm >> 11 & 1) << 20
                | (imm >> 12 & 0xFF) << 12
        }
        Arg::Rounding => u32::from(inst.rounding) << 12,
        Arg::Mask => u32::from(!inst.masked) << 25,
        Arg::Carry => 0,
    };
    bits & arg.bits()
}

/// A number with sign whose bits are scattered over the word: (place in the word, number of bits, place in the number),
/// the highest first.
fn join(word: u32, parts: &[(u32, u32, u32)]) -> i32 {
    let bits =
        parts.iter().fold(0, |bits, (from, count, to)| bits | (word >> from & ((1 << count) - 1)) << to);
    let unused = parts.first().map_or(0, |(_, count, to)| 32 - count - to);
    ((bits << unused) as i32) >> unused
}

/// Reads one operand.
fn take(arg: Arg, word: u32, inst: &mut Inst) {
    let rs1 = (word >> 15 & 0x1F) as u8;
    let rs2 = (word >> 20 & 0x1F) as u8;
    let signed12 = (word as i32) >> 20;
    match arg {
        Arg::Xd | Arg::Fd | Arg::Vd => inst.rd = (word >> 7 & 0x1F) as u8,
        Arg::X1 | Arg::F1 | Arg::V1 | Arg::Address | Arg::Uimm5 => inst.rs1 = rs1,
        Arg::Simm5 => inst.imm = ((word << 12) as i32) >> 27,
        Arg::X2 | Arg::F2 | Arg::V2 => inst.rs2 = rs2,
        Arg::F3 => inst.rs3 = (word >> 27) as u8,
        Arg::Imm12 => inst.imm = signed12,
        Arg::Csr => inst.imm = (word >> 20) as i32,
        Arg::Shift6 => inst.imm = (word >> 20 & 0x3F) as i32,
        Arg::Shift5 => inst.imm = (word >> 20 & 0x1F) as i32,
        Arg::Type11 => inst.imm = (word >> 20 & 0x7FF) as i32,
        Arg::Type10 => inst.imm = (word >> 20 & 0x3FF) as i32,
        Arg::Upper => inst.imm = (word >> 12) as i32,
        Arg::Load => (inst.imm, inst.rs1) = (signed12, rs1),
        Arg::Store => (inst.imm, inst.rs1) = (join(word, &[(25, 7, 5), (7, 5, 0)]), rs1),
        Arg::Branch => inst.imm = join(word, &[(31, 1, 12), (7, 1, 11), (25, 6, 5), (8, 4, 1)]),
        Arg::Jump => inst.imm = join(word, &[(31, 1, 20), (12, 8, 12), (20, 1, 11), (21, 10, 1)]),
        Arg::Rounding => inst.rounding = (word >> 12 & 7) as u8,
        Arg::Mask => inst.masked = word >> 25 & 1 == 0,
        Arg::Carry => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every instruction in every form, with operands that set all their bits in some way.
    fn every() -> impl Iterator<Item = Inst> {
        let forms = TABLE.iter().flat_map(|row| row.forms.iter().map(|form| (row.op, *form)));
        forms.flat_map(|(op, form)| (0..64u32).map(move |seed| filled(op, form, seed)))
    }

    fn filled(op: Op, form: Form, seed: u32) -> Inst {
        let noise = seed.wrapping_mul(0x9E37_79B9) ^ seed << 7;
        let fields = op.row().bits | form.row().bits | noise & form.field_bits();
        let mut inst = Inst::new(op, form, Span::NONE);
        form.row().args.iter().for_each(|arg| take(*arg, fields, &mut inst));
        if inst.rounding == 5 || inst.rounding == 6 {
            inst.rounding = rounding::DYNAMIC;
        }
        if op.has_width() {
            inst.width = 8 << (seed % 4);
        }
        if op.has_count() {
            inst.count = if op.is_whole() { 1 << (seed % 4) } else { 2 + (seed % 7) as u8 };
        }
        inst
    }

    #[test]
    fn every_instruction_survives_encoding() {
        for inst in every() {
            let word = encode(&inst);
            assert_eq!(decode(word), Some(inst), "{word:#010x}");
        }
    }

    #[test]
    fn words_that_are_no_instructions_are_refused() {
        assert_eq!(decode(0), None);
        assert_eq!(decode(u32::MAX), None);
    }
}
