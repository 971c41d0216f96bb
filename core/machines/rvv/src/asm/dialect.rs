//! What vector instructions add to the written form.

use alloc::{
    format,
    string::{String, ToString},
    vec::Vec,
};

use lanescope_parts::{
    asm::{Names, Piece, Statement},
    riscv::{
        asm::{Dialect, Parser, Pseudo, error, expected, operand::ranged},
        isa::registers::integer,
    },
    source::Diagnostic,
};

use super::library;
use crate::isa::CsrNames;
use crate::isa::{
    Arg, ArgNames, Csr, Inst, Lmul, V, VArg, Vtype,
    registers::{vector, vector_name},
};

impl Dialect for V {
    const PSEUDO: &'static [Pseudo] = PSEUDO;
    const SUFFIXES: &'static [&'static str] = &[".v", ".vv", ".vx", ".vf", ".vi", ".vs", ".mm", ".m", ".wv"];
    const HANDED_ON: Option<&'static str> = Some("v0.t");

    fn instruction(parser: &mut Parser<V>, statement: &Statement<'_>) -> Option<Result<(), Diagnostic>> {
        if let Some(place) = statement.operands.iter().position(|piece| beginning(&piece.text).is_some()) {
            return Some(begin_at_element(parser, statement, place));
        }
        match (&*statement.head.text, &*statement.operands) {
            ("vsetvl", [_, _, kind, ..]) if kind.text.starts_with('e') => {
                Some(parser.built(statement, "vsetvli", &statement.operands))
            }
            _ => None,
        }
    }

    fn library(name: &str) -> Option<String> {
        library::text(name)
    }

    fn is_optional(arg: VArg) -> bool {
        arg == VArg::Mask
    }

    fn read(inst: &mut Inst, arg: VArg, pieces: &[Piece<'_>], names: &Names) -> Result<usize, Diagnostic> {
        let Some(piece) = pieces.first() else { return Ok(0) };
        let text: &str = &piece.text;
        let bad = || expected(V::describe(arg), piece);
        match arg {
            VArg::Vd => inst.rd = vector(text).ok_or_else(bad)?,
            VArg::V1 => inst.rs1 = vector(text).ok_or_else(bad)?,
            VArg::V2 => inst.rs2 = vector(text).ok_or_else(bad)?,
            VArg::Simm5 => inst.imm = ranged(piece, names, -16, 15)?,
            VArg::Type11 | VArg::Type10 => {
                inst.imm = vector_type(pieces, names)?;
                return Ok(pieces.len());
            }
            VArg::Mask if text == "v0.t" => inst.masked = true,
            VArg::Carry if text == "v0" => {}
            VArg::Mask | VArg::Carry => return Err(bad()),
        }
        Ok(1)
    }

    fn print(inst: &Inst, arg: VArg) -> Option<String> {
        Some(match arg {
            VArg::Vd => vector_name(inst.rd),
            VArg::V1 => vector_name(inst.rs1),
            VArg::V2 => vector_name(inst.rs2),
            VArg::Simm5 => inst.imm.to_string(),
            VArg::Type11 | VArg::Type10 => {
                Vtype::from_bits(inst.imm as u64).map_or_else(|| inst.imm.to_string(), Vtype::name)
            }
            VArg::Mask if !inst.masked => return None,
            VArg::Mask => "v0.t".to_string(),
            VArg::Carry => "v0".to_string(),
        })
    }

    fn describe(arg: VArg) -> &'static str {
        match arg {
            VArg::Vd | VArg::V1 | VArg::V2 => "a vector register",
            VArg::Simm5 => "a number",
            VArg::Type11 | VArg::Type10 => "a vector type such as `e32, m1, ta, ma`",
            VArg::Mask => "the mask `v0.t`",
            VArg::Carry => "`v0`",
        }
    }
}

/// `e32, m1, ta, ma`, the last three of which may be missing; or the bits as a number.
fn vector_type(pieces: &[Piece<'_>], names: &Names) -> Result<i32, Diagnostic> {
    let Some(first) = pieces.first() else { return Ok(0) };
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

/// A vector register and the element at which it begins as an operand: `v8(t1)`.
fn beginning(operand: &str) -> Option<(&str, &str)> {
    let (register, element) = operand.strip_suffix(')')?.split_once('(')?;
    vector(register.trim())?;
    Some((register.trim(), element.trim()))
}

/// An operand `v8(t1)` or `v8(16)` begins at an element: the control register of that operand is written first.
fn begin_at_element(
    parser: &mut Parser<V>,
    statement: &Statement<'_>,
    place: usize,
) -> Result<(), Diagnostic> {
    let mut plain = statement.clone();
    let Some((register, element)) = beginning(&statement.operands[place].text) else { return Ok(()) };
    let span = statement.operands[place].span;
    plain.operands[place] = Piece::new(register, span);
    let arg = parser.find(&plain).and_then(|inst| inst.form.row().args.get(place).copied());
    let csr = match arg {
        Some(Arg::Vd) => Csr::Vdfrom,
        Some(Arg::V1) => Csr::Vs1from,
        Some(Arg::V2) => Csr::Vs2from,
        _ => {
            let message = "Only a vector operand of an instruction can begin at an element.";
            return Err(Diagnostic::error("asm::operand", span, message));
        }
    };
    let write = if integer(element).is_some() { "csrrw" } else { "csrrwi" };
    let operands = ["zero", csr.name(), element].map(|text| Piece::new(text, span));
    parser.built(statement, write, &operands)?;
    parser.instruction(&plain)
}

const PSEUDO: &[Pseudo] = &[
    ("vneg.v", 2, "vrsub.vx $0, $1, zero"),
    ("vnot.v", 2, "vxor.vi $0, $1, -1"),
    ("vfneg.v", 2, "vfsgnjn.vv $0, $1, $1"),
    ("vfabs.v", 2, "vfsgnjx.vv $0, $1, $1"),
    ("vwcvt.x.x.v", 2, "vwadd.vx $0, $1, zero"),
    ("vwcvtu.x.x.v", 2, "vwaddu.vx $0, $1, zero"),
    ("vncvt.x.x.w", 2, "vnsrl.wx $0, $1, zero"),
    ("vmsgt.vv", 3, "vmslt.vv $0, $2, $1"),
    ("vmsgtu.vv", 3, "vmsltu.vv $0, $2, $1"),
    ("vmsge.vv", 3, "vmsle.vv $0, $2, $1"),
    ("vmsgeu.vv", 3, "vmsleu.vv $0, $2, $1"),
    ("vmsge.vx", 3, "vmslt.vx $0, $1, $2; vmnand.mm $0, $0, $0"),
    ("vmsgeu.vx", 3, "vmsltu.vx $0, $1, $2; vmnand.mm $0, $0, $0"),
    ("vmsge.vx v0.t", 3, "vmslt.vx $0, $1, $2, v0.t; vmxor.mm $0, $0, v0"),
    ("vmsgeu.vx v0.t", 3, "vmsltu.vx $0, $1, $2, v0.t; vmxor.mm $0, $0, v0"),
    ("vmslt.vi", 3, "vmsle.vi $0, $1, $2-1"),
    ("vmsltu.vi", 3, "vmsleu.vi $0, $1, $2-1"),
    ("vmsge.vi", 3, "vmsgt.vi $0, $1, $2-1"),
    ("vmsgeu.vi", 3, "vmsgtu.vi $0, $1, $2-1"),
    ("vmfgt.vv", 3, "vmflt.vv $0, $2, $1"),
    ("vmfge.vv", 3, "vmfle.vv $0, $2, $1"),
    ("vmmv.m", 2, "vmand.mm $0, $1, $1"),
    ("vmcpy.m", 2, "vmand.mm $0, $1, $1"),
    ("vmclr.m", 1, "vmxor.mm $0, $0, $0"),
    ("vmset.m", 1, "vmxnor.mm $0, $0, $0"),
    ("vmnot.m", 2, "vmnand.mm $0, $1, $1"),
    ("vmandnot.mm", 3, "vmandn.mm $0, $1, $2"),
    ("vmornot.mm", 3, "vmorn.mm $0, $1, $2"),
    ("vl1r.v", 2, "vl1re8.v $0, $1"),
    ("vl2r.v", 2, "vl2re8.v $0, $1"),
    ("vl4r.v", 2, "vl4re8.v $0, $1"),
    ("vl8r.v", 2, "vl8re8.v $0, $1"),
    ("vpopc.m", 2, "vcpop.m $0, $1"),
    ("vle1.v", 2, "vlm.v $0, $1"),
    ("vse1.v", 2, "vsm.v $0, $1"),
    ("vfredsum.vs", 3, "vfredusum.vs $0, $1, $2"),
];
