//! Reading the operands of one instruction.

use alloc::format;

use super::{
    Dialect,
    dialect::{error, expected},
    part::{self, Part},
};
use crate::{
    asm::{Names, Piece, Value},
    riscv::isa::{Arg, Csr, Form, Inst, Isa, Op, registers, rounding},
    source::{Diagnostic, Span},
};

/// A name that the instruction needs the address of.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Wanted<X: Isa> {
    pub arg: Arg<X>,
    pub part: Part,
    pub value: Value,
    pub span: Span,
}

type Read<T> = Result<T, Diagnostic>;

/// Fills in the operands of `inst`, whose name covers `span`.
pub(super) fn read<X: Dialect>(
    inst: &mut Inst<X>,
    operands: &[Piece<'_>],
    names: &Names,
    span: Span,
) -> Read<Option<Wanted<X>>> {
    inst.rounding = default_rounding(inst.op, inst.form);
    let mut wanted = None;
    let mut rest = operands;
    for arg in inst.form.row().args {
        let Some((piece, after)) = rest.split_first() else {
            if is_optional(*arg) {
                continue;
            }
            return Err(error(span, format!("Expected {} as the next operand.", describe(*arg))));
        };
        if let Arg::Ext(arg) = arg {
            let taken = X::read(inst, *arg, rest, names)?;
            rest = rest.get(taken..).unwrap_or(&[]);
            continue;
        }
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

/// May it be left out?
fn is_optional<X: Dialect>(arg: Arg<X>) -> bool {
    match arg {
        Arg::Rounding => true,
        Arg::Ext(arg) => X::is_optional(arg),
        _ => false,
    }
}

/// The rounding mode of an instruction that is written without one: conversions that are always exact have the first.
pub(super) fn default_rounding<X: Isa>(op: Op<X>, form: Form<X>) -> u8 {
    let exact = match op {
        Op::FcvtFromW | Op::FcvtFromWu => form == Form::ID,
        Op::FcvtFromSp => form == Form::UD,
        Op::FcvtFromHp => true,
        _ => false,
    };
    if exact { rounding::NEAREST } else { rounding::DYNAMIC }
}

/// Reads one operand. A value that is not known yet is given back.
fn one<X: Dialect>(
    inst: &mut Inst<X>,
    arg: Arg<X>,
    piece: &Piece<'_>,
    names: &Names,
) -> Read<Option<(Part, Value)>> {
    let text: &str = &piece.text;
    let bad = || expected(describe(arg), piece);
    match arg {
        Arg::Xd => inst.rd = registers::integer(text).ok_or_else(bad)?,
        Arg::X1 => inst.rs1 = registers::integer(text).ok_or_else(bad)?,
        Arg::X2 => inst.rs2 = registers::integer(text).ok_or_else(bad)?,
        Arg::Fd => inst.rd = registers::float(text).ok_or_else(bad)?,
        Arg::F1 => inst.rs1 = registers::float(text).ok_or_else(bad)?,
        Arg::F2 => inst.rs2 = registers::float(text).ok_or_else(bad)?,
        Arg::F3 => inst.rs3 = registers::float(text).ok_or_else(bad)?,
        Arg::Imm12 | Arg::Upper => return number(inst, arg, piece, names),
        Arg::Shift6 => inst.imm = ranged(piece, names, 0, 63)?,
        Arg::Shift5 => inst.imm = ranged(piece, names, 0, 31)?,
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
            let named = Csr::<X>::named(text).map(|row| row.number);
            inst.imm = named.map_or_else(|| ranged(piece, names, 0, 0xFFF), Ok)?;
            let known = Csr::<X>::find(inst.imm).is_some() || inst.imm == Inst::<X>::NO_INSTRUCTION.imm;
            known.then_some(()).ok_or_else(bad)?;
        }
        Arg::Rounding => {
            inst.rounding = rounding_mode(text).ok_or_else(bad)?;
        }
        Arg::Ext(_) => {}
    }
    Ok(None)
}

/// A number in the word, or the part of an address.
fn number<X: Isa>(
    inst: &mut Inst<X>,
    arg: Arg<X>,
    piece: &Piece<'_>,
    names: &Names,
) -> Read<Option<(Part, Value)>> {
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

/// Reads a number that is known and lies in a range.
///
/// # Errors
/// It is not, or does not.
pub fn ranged(piece: &Piece<'_>, names: &Names, least: i64, most: i64) -> Read<i32> {
    within(names.constant(piece)?, piece.span, least, most)
}

/// Holds a number against the range that fits into the word.
///
/// # Errors
/// It does not fit.
pub fn within(value: i64, span: Span, least: i64, most: i64) -> Read<i32> {
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

/// An operand in words.
fn describe<X: Dialect>(arg: Arg<X>) -> &'static str {
    match arg {
        Arg::Xd | Arg::X1 | Arg::X2 => "an integer register",
        Arg::Fd | Arg::F1 | Arg::F2 | Arg::F3 => "a float register",
        Arg::Imm12 | Arg::Upper | Arg::Shift6 | Arg::Shift5 | Arg::Uimm5 => "a number",
        Arg::Load | Arg::Store => "an address such as `8(a0)`",
        Arg::Address => "an address such as `(a0)`",
        Arg::Branch | Arg::Jump => "a label",
        Arg::Csr => "a control register",
        Arg::Rounding => "a rounding mode",
        Arg::Ext(arg) => X::describe(arg),
    }
}
