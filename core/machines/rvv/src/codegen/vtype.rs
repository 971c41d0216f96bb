//! The vector type of each instruction.
//!
//! Instructions ask only for an element width. SEW / LMUL is the same everywhere, so that a strip has as many elements
//! whatever their width, and `vsetvli zero, zero` changes the width without changing the length. Such an instruction is
//! put wherever the width may be another one.

use alloc::vec::Vec;

use lanescope_parts::codegen::lines::{Known, known_before};

use super::code::{Line, VLine, What, ZERO};
use crate::isa::CsrNames;
use crate::isa::{Csr, Form, FormNames, Lmul, Op, OpNames, Vtype};

/// The widest element of any instruction, 8 if there is none.
pub(super) fn widest(lines: &[Line]) -> u32 {
    lines.iter().map(|line| line.sew.max(line.width.into())).max().unwrap_or(8).max(8)
}

/// The type of a width, if operands of `widest` bits have 2^`log2` registers.
fn vtype(sew: u32, widest: u32, log2: i32) -> Option<Vtype> {
    let narrower = widest.trailing_zeros() as i32 - sew.trailing_zeros() as i32;
    let lmul = Lmul::from_log2(log2 - narrower)?;
    Some(Vtype { sew, lmul, tail_agnostic: true, mask_agnostic: true })
}

/// Is it a `vsetvli` whose type is to be chosen?
fn is_open(line: &Line) -> bool {
    line.what == What::Machine(Op::Vsetvli, Form::SetI) && line.imm < 0
}

/// Is it a `vsetvli` with a type of its own?
fn is_closed(line: &Line) -> bool {
    line.what == What::Machine(Op::Vsetvli, Form::SetI) && line.imm >= 0
}

/// LMUL * VLEN / SEW, from the bytes of a register.
fn most(line: Line, widest: u32, log2: i32) -> [Line; 2] {
    let shift = 3 + log2 - widest.trailing_zeros() as i32;
    let op = if shift < 0 { Op::Srli } else { Op::Slli };
    [
        Line { what: What::Machine(Op::Csrrs, Form::Csr), imm: Csr::Vlenb.number(), ..line },
        Line { what: What::Machine(op, Form::Shift64), rs1: line.rd, imm: shift.abs(), ..line },
    ]
}

/// Chooses the types of all instructions, with 2^`log2` registers for the widest operands.
pub(super) fn choose(mut lines: Vec<Line>, log2: i32) -> Vec<Line> {
    let widest = widest(&lines);
    let mut next = widest;
    for line in lines.iter_mut().rev() {
        if is_open(line) {
            line.sew = next;
        } else if line.sew != 0 {
            next = line.sew;
        }
    }
    let before = known_before(&lines, |line, known| match line.sew {
        _ if is_closed(line) => Known::Several,
        0 => known,
        sew => Known::One(sew),
    });
    let mut result = Vec::with_capacity(lines.len() + 8);
    for (mut line, known) in lines.into_iter().zip(before) {
        let bits = vtype(line.sew.max(8), widest, log2).map_or(0, |vtype| vtype.bits() as i32);
        if is_open(&line) {
            line.imm = bits;
        } else if line.what == What::Own(VLine::Most) {
            result.extend(most(line, widest, log2));
            continue;
        } else if line.sew != 0 && known != Known::One(line.sew) {
            let set = Line::new(What::Machine(Op::Vsetvli, Form::SetI));
            result.push(Line { rd: ZERO, rs1: ZERO, imm: bits, sew: line.sew, span: line.span, ..set });
        }
        result.push(line);
    }
    result
}
