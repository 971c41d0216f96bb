//! Reading the operands of one instruction.

use alloc::{format, string::String, vec::Vec};

use super::part::{self, Part};
use crate::{
    asm::{Names, Piece, Value},
    machines::rvv::isa::{Arg, Csr, Form, Inst, Lmul, NO_INSTRUCTION, Op, Vtype, registers, rounding},
    source::{Diagnostic, Span},
};

/// A name that the instruction needs the address of.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Wanted {
    pub arg: Arg,
    pub part: Part,
    pub value: Value,
    pub span: Span,
}

type Read<T> = Result<T, Diagnostic>;

fn error(span: Span, message: String) -> Diagnostic {
    Diagnostic::error("asm::operand", span, message)
}

/// Fills in the operands of `inst`, whose name covers `span`.
pub(super) fn read(
    inst: &mut Inst,
    operands: &[Piece<'_>],
    names: &Names,
    span: Span,
) -> Read<Option<Wanted>> {
    inst.rounding = default_rounding(inst.op, inst.form);
    let mut wanted = None;
    let mut rest = operands;
    for arg in inst.form.row().args {
        if matches!(arg, Arg::Type11 | Arg::Type10) {
            inst.imm = vector_type(rest, names, span)?;
            rest = &[];
            continue;
        }
        let Some((piece, after)) = rest.split_first() else {
            if matches!(arg, Arg::Mask | Arg::Rounding) {
                continue;
            }
            return Err(error(span, format!("Expected {} as the next operand.", describe(*arg))));
        };
        if let Some((part, value)) = one(inst, *arg, piece, names)? {
            wanted = Some(Wanted { arg: *arg, part, value, span: piece.span });
        }
        rest = after;
    }
    match rest.first() {
        Some(piece) => Err(error(piece.span, "This operand is one too many.".into())),
        None => Ok(wanted),
    }
}

/// The rounding mode of an instruction that is written without one: conversions that are always exact have the first.
pub(super) fn default_rounding(op: Op, form: Form) -> u8 {
    let exact = match op {
        Op::FcvtFromW | Op::FcvtFromWu => form == Form::ID,
        Op::FcvtFromSp => form == Form::UD,
        Op::FcvtFromHp => true,
        _ => false,
    };
    if exact { rounding::NEAREST } else { rounding::DYNAMIC }
}

/// Reads one operand. A value that is not known yet is given back.
fn one(inst: &mut Inst, arg: Arg, piece: &Piece<'_>, names: &Names) -> Read<Option<(Part, Value)>> {
    let text: &str = &piece.text;
    let bad = || error(piece.span, format!("Expected {} here, not `{text}`.", describe(arg)));
    match arg {
        Arg::Xd => inst.rd = registers::integer(text).ok_or_else(bad)?,
        Arg::X1 => inst.rs1 = registers::integer(text).ok_or_else(bad)?,
        Arg::X2 => inst.rs2 = registers::integer(text).ok_or_else(bad)?,
        Arg::Fd => inst.rd = registers::float(text).ok_or_else(bad)?,
        Arg::F1 => inst.rs1 = registers::float(text).ok_or_else(bad)?,
        Arg::F2 => inst.rs2 = registers::float(text).ok_or_else(bad)?,
        Arg::F3 => inst.rs3 = registers::float(text).ok_or_else(bad)?,
        Arg::Vd => inst.rd = registers::vector(text).ok_or_else(bad)?,
        Arg::V1 => inst.rs1 = registers::vector(text).ok_or_else(bad)?,
        Arg::V2 => inst.rs2 = registers::vector(text).ok_or_else(bad)?,
        Arg::Imm12 | Arg::Upper => return number(inst, arg, piece, names),
        Arg::Shift6 => inst.imm = ranged(piece, names, 0, 63)?,
        Arg::Shift5 => inst.imm = ranged(piece, names, 0, 31)?,
        Arg::Simm5 => inst.imm = ranged(piece, names, -16, 15)?,
        Arg::Uimm5 => inst.rs1 = ranged(piece, names, 0, 31)? as u8,
        Arg::Load | Arg::Store => {
            let (offset, register) = text.rsplit_once('(').ok_or_else(bad)?;
            let register = register.strip_suffix(')').map(str::trim).ok_or_else(bad)?;
            inst.rs1 = registers::integer(register).ok_or_else(bad)?;
            let offset = if offset.trim().is_empty() { "0" } else { offset };
            return number(inst, arg, &Piece::new(offset, piece.span), names);
        }
        Arg::Address => {
            let (offset, register) = text.rsplit_once('(').ok_or_else(bad)?;
            let register = register.strip_suffix(')').map(str::trim).ok_or_else(bad)?;
            inst.rs1 = registers::integer(register).ok_or_else(bad)?;
            if !offset.trim().is_empty() && names.constant(&Piece::new(offset, piece.span))? != 0 {
                return Err(bad().help("Add the offset to the register first."));
            }
        }
        Arg::Branch | Arg::Jump => return part::read(names, piece).map(Some),
        Arg::Csr => {
            let named = Csr::named(text).map(Csr::number);
            inst.imm = named.map_or_else(|| ranged(piece, names, 0, 0xFFF), Ok)?;
            let known = Csr::find(inst.imm).is_some() || inst.imm == NO_INSTRUCTION.imm;
            known.then_some(()).ok_or_else(bad)?;
        }
        Arg::Rounding => {
            inst.rounding = rounding_mode(text).ok_or_else(bad)?;
            let whole = matches!(inst.form, Form::XS | Form::XD | Form::XH);
            if !whole && !matches!(inst.rounding, rounding::NEAREST | rounding::DYNAMIC) {
                let message = "Only conversions to whole numbers can be rounded in this way.";
                return Err(error(piece.span, message.into()));
            }
        }
        Arg::Mask if text == "v0.t" => inst.masked = true,
        Arg::Carry if text == "v0" => {}
        Arg::Mask | Arg::Carry | Arg::Type11 | Arg::Type10 => return Err(bad()),
    }
    Ok(None)
}

/// A number in the word, or the part of an address.
fn number(inst: &mut Inst, arg: Arg, piece: &Piece<'_>, names: &Names) -> Read<Option<(Part, Value)>> {
    let (part, value) = part::read(names, piece)?;
    if !value.is_number() {
        if part == Part::Whole && value.minus.is_none() {
            let message = "The address of a name does not fit here.";
            return Err(error(piece.span, message.into()).help("`la` puts an address into a register."));
        }
        return Ok(Some((part, value)));
    }
    let (least, most) = if arg == Arg::Upper { (0, 0xF_FFFF) } else { (-2048, 2047) };
    inst.imm = within(value.constant, piece.span, least, most)?;
    Ok(None)
}

fn ranged(piece: &Piece<'_>, names: &Names, least: i64, most: i64) -> Read<i32> {
    within(names.constant(piece)?, piece.span, least, most)
}

/// Holds a number against the range that fits into the word.
pub(super) fn within(value: i64, span: Span, least: i64, most: i64) -> Read<i32> {
    if (least..=most).contains(&value) {
        return Ok(value as i32);
    }
    Err(error(span, format!("The number {value} is not between {least} and {most}.")))
}

fn rounding_mode(text: &str) -> Option<u8> {
    match text {
        "rne" => Some(rounding::NEAREST),
        "rtz" => Some(rounding::ZERO),
        "rdn" => Some(rounding::DOWN),
        "rup" => Some(rounding::UP),
        "rmm" => Some(rounding::AWAY),
        "dyn" => Some(rounding::DYNAMIC),
        _ => None,
    }
}

/// `e32, m1, ta, ma`, the last three of which may be missing; or the bits as a number.
fn vector_type(pieces: &[Piece<'_>], names: &Names, span: Span) -> Read<i32> {
    let Some(first) = pieces.first() else {
        return Err(error(span, "Expected a vector type such as `e32, m1, ta, ma`.".into()));
    };
    if !first.text.starts_with('e') {
        return ranged(first, names, 0, 0x7FF);
    }
    let mut vtype = Vtype { sew: 0, lmul: Lmul::ONE, tail_agnostic: false, mask_agnostic: false };
    let mut seen = Vec::new();
    for piece in pieces {
        let text: &str = &piece.text;
        let field = match text {
            "e8" | "e16" | "e32" | "e64" => {
                vtype.sew = text[1..].parse().unwrap_or(8);
                0
            }
            "ta" | "tu" => {
                vtype.tail_agnostic = text == "ta";
                2
            }
            "ma" | "mu" => {
                vtype.mask_agnostic = text == "ma";
                3
            }
            _ => {
                let lmul = (-3..=3).filter_map(Lmul::from_log2).find(|lmul| lmul.name() == text);
                let message = || format!("`{text}` is no part of a vector type.");
                vtype.lmul = lmul.ok_or_else(|| error(piece.span, message()))?;
                1
            }
        };
        if seen.last().is_some_and(|last| *last >= field) {
            return Err(error(piece.span, "The parts of a vector type have a fixed order.".into()));
        }
        seen.push(field);
    }
    Ok(vtype.bits() as i32)
}

/// An operand in words.
fn describe(arg: Arg) -> &'static str {
    match arg {
        Arg::Xd | Arg::X1 | Arg::X2 => "an integer register",
        Arg::Fd | Arg::F1 | Arg::F2 | Arg::F3 => "a float register",
        Arg::Vd | Arg::V1 | Arg::V2 => "a vector register",
        Arg::Imm12 | Arg::Upper | Arg::Shift6 | Arg::Shift5 | Arg::Uimm5 | Arg::Simm5 => "a number",
        Arg::Load | Arg::Store => "an address such as `8(a0)`",
        Arg::Address => "an address such as `(a0)`",
        Arg::Branch | Arg::Jump => "a label",
        Arg::Csr => "a control register",
        Arg::Rounding => "a rounding mode",
        Arg::Type11 | Arg::Type10 => "a vector type",
        Arg::Mask => "the mask `v0.t`",
        Arg::Carry => "`v0`",
    }
}
