//! The binary form of instructions, both ways: 32 bits each, as the RISC-V manuals have them.
//!
//! Compressed (16-bit) words are absent.

use super::isa::{Arg, Class, Form, Inst, Isa, Op, rounding};
use crate::source::Span;

/// The word of an instruction; 0 if it has none.
pub fn encode<X: Isa>(inst: &Inst<X>) -> u32 {
    if !X::HAS_WORDS && matches!(inst.op, Op::Ext(_)) {
        return 0;
    }
    let args = inst.form.row().args;
    let fixed = inst.op.row().bits | inst.form.row().bits | name_bits(inst);
    args.iter().fold(fixed, |word, arg| word | put(*arg, inst))
}

/// The instruction of a word; `None` if it is not one of the table's.
pub fn decode<X: Isa>(word: u32) -> Option<Inst<X>> {
    Op::rows().find_map(|row| row.forms.iter().find_map(|form| decode_as(word, row.op, *form)))
}

fn decode_as<X: Isa>(word: u32, op: Op<X>, form: Form<X>) -> Option<Inst<X>> {
    if !X::HAS_WORDS && matches!(op, Op::Ext(_)) {
        return None;
    }
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
pub(super) fn count_is_legal<X: Isa>(op: Op<X>, count: u8) -> bool {
    matches!(op, Op::Ext(op) if X::count_is_legal(op, count))
}

/// The lowest bit of the number of registers.
fn count_place<X: Isa>(op: Op<X>) -> u32 {
    match op {
        Op::Ext(op) => X::count_place(op),
        _ => 29,
    }
}

/// The lowest bit of the order of an atomic.
const ORDER: u32 = 25;

/// The bits of what the mnemonic says itself: width, number of registers, order.
fn name_mask<X: Isa>(op: Op<X>) -> u32 {
    let width = if op.has_width() { 7 << 12 } else { 0 };
    let count = if op.has_count() { 7 << count_place(op) } else { 0 };
    let order = if op.class() == Class::Atomic { 3 << ORDER } else { 0 };
    width | count | order
}

fn name_bits<X: Isa>(inst: &Inst<X>) -> u32 {
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
fn put<X: Isa>(arg: Arg<X>, inst: &Inst<X>) -> u32 {
    let (rd, rs1, rs2) = (u32::from(inst.rd), u32::from(inst.rs1), u32::from(inst.rs2));
    let imm = inst.imm as u32;
    let bits = match arg {
        Arg::Xd | Arg::Fd => rd << 7,
        Arg::X1 | Arg::F1 | Arg::Address | Arg::Uimm5 => rs1 << 15,
        Arg::X2 | Arg::F2 => rs2 << 20,
        Arg::F3 => u32::from(inst.rs3) << 27,
        Arg::Imm12 | Arg::Csr | Arg::Shift6 | Arg::Shift5 => imm << 20,
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
        Arg::Ext(arg) => X::put(arg, inst),
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
pub fn take<X: Isa>(arg: Arg<X>, word: u32, inst: &mut Inst<X>) {
    let rs1 = (word >> 15 & 0x1F) as u8;
    let rs2 = (word >> 20 & 0x1F) as u8;
    let signed12 = (word as i32) >> 20;
    match arg {
        Arg::Xd | Arg::Fd => inst.rd = (word >> 7 & 0x1F) as u8,
        Arg::X1 | Arg::F1 | Arg::Address | Arg::Uimm5 => inst.rs1 = rs1,
        Arg::X2 | Arg::F2 => inst.rs2 = rs2,
        Arg::F3 => inst.rs3 = (word >> 27) as u8,
        Arg::Imm12 => inst.imm = signed12,
        Arg::Csr => inst.imm = (word >> 20) as i32,
        Arg::Shift6 => inst.imm = (word >> 20 & 0x3F) as i32,
        Arg::Shift5 => inst.imm = (word >> 20 & 0x1F) as i32,
        Arg::Upper => inst.imm = (word >> 12) as i32,
        Arg::Load => (inst.imm, inst.rs1) = (signed12, rs1),
        Arg::Store => (inst.imm, inst.rs1) = (join(word, &[(25, 7, 5), (7, 5, 0)]), rs1),
        Arg::Branch => inst.imm = join(word, &[(31, 1, 12), (7, 1, 11), (25, 6, 5), (8, 4, 1)]),
        Arg::Jump => inst.imm = join(word, &[(31, 1, 20), (12, 8, 12), (20, 1, 11), (21, 10, 1)]),
        Arg::Rounding => inst.rounding = (word >> 12 & 7) as u8,
        Arg::Ext(arg) => X::take(arg, word, inst),
    }
}
