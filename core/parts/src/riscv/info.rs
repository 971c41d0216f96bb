//! What is said of the instructions of a machine: RV64G and its extension in one list.

use alloc::{format, vec::Vec};

use super::{
    asm::mnemonic,
    isa::{Arg, Inst, Isa, Row},
};
use crate::{
    asm::{
        directive::table::DIRECTIVES,
        operators::{BEFORE, BETWEEN},
    },
    machines::info::{AssemblerInfo, OpInfo},
    source::Span,
};

/// What the assembler reads beside instructions.
pub fn assembler() -> AssemblerInfo {
    AssemblerInfo::of(DIRECTIVES, BEFORE, BETWEEN)
}

/// An instruction in its first form. `own` names the operands of the extension; those that it does not name are not written.
pub fn op_info<X: Isa>(row: &Row<X>, own: impl Fn(X::Arg) -> Option<&'static str>) -> OpInfo {
    let form = row.forms.first().copied();
    let inst = form.map(|form| Inst::new(row.op, form, Span::NONE));
    let args = inst.map_or(&[][..], |inst| inst.form.row().args);
    let operands: Vec<&str> = args.iter().filter_map(|arg| operand(*arg, &own)).collect();
    let name = inst.map_or_else(|| row.mnemonic.into(), |inst| mnemonic(&inst));
    let gap = if operands.is_empty() { "" } else { " " };
    OpInfo {
        syntax: format!("{name}{gap}{}", operands.join(", ")),
        class: format!("{:?}", row.class),
        doc: row.doc.trim().into(),
    }
}

fn operand<X: Isa>(arg: Arg<X>, own: impl Fn(X::Arg) -> Option<&'static str>) -> Option<&'static str> {
    Some(match arg {
        Arg::Xd | Arg::Fd => "rd",
        Arg::X1 | Arg::F1 => "rs1",
        Arg::X2 | Arg::F2 => "rs2",
        Arg::F3 => "rs3",
        Arg::Imm12 | Arg::Upper | Arg::Shift6 | Arg::Shift5 | Arg::Uimm5 => "number",
        Arg::Load | Arg::Store => "offset(rs1)",
        Arg::Address => "(rs1)",
        Arg::Branch | Arg::Jump => "label",
        Arg::Csr => "csr",
        Arg::Rounding => return None,
        Arg::Ext(arg) => return own(arg),
    })
}
