//! The binary form of every instruction.

use lanescope_parts::{
    riscv::encode::{decode, encode, take},
    source::Span,
};

use super::*;

/// Every instruction in every form, with operands that set all their bits in some way.
fn every() -> impl Iterator<Item = Inst> {
    let forms = Op::rows().flat_map(|row| row.forms.iter().map(|form| (row.op, *form)));
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
    assert_eq!(decode::<V>(0), None);
    assert_eq!(decode::<V>(u32::MAX), None);
}
