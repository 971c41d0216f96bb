//! Arrays on the stack that nothing reads any more.
//!
//! A line of numbers is made by way of memory before it is known whether anything needs it. When its last reader is gone, so go the
//! stores that made it, and what they stored.

use alloc::vec::Vec;
use core::ops::Range;

use lanescope_parts::riscv::codegen::tidy;

use super::code::{Line, SP, What};
use crate::isa::Op;

/// Removes lines whose results nobody needs, stores into arrays included. `arrays` are bytes of the stack.
pub(super) fn tidy_all(lines: &mut Vec<Line>, arrays: &[Range<u32>]) {
    loop {
        tidy(lines);
        let before = lines.len();
        let unread: Vec<_> =
            arrays.iter().filter(|array| !lines.iter().any(|line| reads(line, array))).collect();
        lines.retain(|line| !is_store(line) || !unread.iter().any(|array| is_in(line, array)));
        if lines.len() == before {
            return;
        }
    }
}

/// A store of one number by the stack pointer: it needs nothing that is in memory.
fn is_store(line: &Line) -> bool {
    let stores = [Op::Sb, Op::Sh, Op::Sw, Op::Sd, Op::Fsh, Op::Fsw, Op::Fsd];
    matches!(line.what, What::Machine(op, _) if stores.contains(&op)) && line.rs1 == SP && line.rs2 != SP
}

/// May a line read the array? Whatever names the stack pointer with a place in the array may, also a store of a whole register.
fn reads(line: &Line, array: &Range<u32>) -> bool {
    let names = [line.rs1, line.rs2, line.rs3].contains(&SP);
    names && !is_store(line) && is_in(line, array)
}

fn is_in(line: &Line, array: &Range<u32>) -> bool {
    u32::try_from(line.imm).is_ok_and(|at| array.contains(&at))
}
