//! Arrays on the stack that nothing reads any more.
//!
//! A line of numbers is made by way of memory before it is known whether anything needs it. When its last reader is gone, so go the
//! stores that made it, and what they stored.

use alloc::{vec, vec::Vec};
use core::ops::Range;

use lanescope_parts::riscv::codegen::tidy;

use super::code::{Line, SP, What};
use crate::isa::Op;

/// Removes lines whose results nobody needs, stores into arrays included. `arrays` are bytes of the stack, ascending and apart.
pub(super) fn tidy_all(lines: &mut Vec<Line>, arrays: &[Range<u32>]) {
    loop {
        tidy(lines);
        let before = lines.len();
        let mut read = vec![false; arrays.len()];
        for array in lines.iter().filter(|line| may_read(line)).filter_map(|line| array_of(line, arrays)) {
            read[array] = true;
        }
        lines.retain(|line| !is_store(line) || array_of(line, arrays).is_none_or(|array| read[array]));
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

/// May a line read memory by the stack pointer? Whatever names it may, also a store of a whole register.
fn may_read(line: &Line) -> bool {
    [line.rs1, line.rs2, line.rs3].contains(&SP) && !is_store(line)
}

/// The array that a line's distance from the stack pointer lies in.
fn array_of(line: &Line, arrays: &[Range<u32>]) -> Option<usize> {
    let at = u32::try_from(line.imm).ok()?;
    let array = arrays.partition_point(|array| array.start <= at).checked_sub(1)?;
    arrays[array].contains(&at).then_some(array)
}
