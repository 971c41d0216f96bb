//! Step 1: basic blocks (simd 7.7; facts 5).
//!
//! A block begins at the first instruction, at a named or jumped-to place, and behind an instruction that ends one: any request
//! of memory, any control flow but a push, any write of a mask.

use alloc::{vec, vec::Vec};

use crate::isa::{Category, Instruction, Op, OperandKind, Program};

/// A basic block: some instructions in a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Block {
    /// Its first instruction.
    pub first: u32,
    /// Its last one.
    pub last: u32,
}

/// Special vector registers below this number are masks.
const MASKS: u8 = 4;

/// Does an instruction write a mask so that no work-item may be on behind it?
pub fn writes_mask(one: &Instruction) -> bool {
    let special = one.written().is_some_and(|to| to.kind == OperandKind::VectorSpecial && to.number < MASKS);
    special || matches!(one.op, Op::Cmask | Op::Brk | Op::Ret | Op::Exit | Op::Bra | Op::Call)
}

/// Does an instruction end its block?
pub fn ends_block(one: &Instruction) -> bool {
    let category = one.op.row().category;
    category == Category::Memory || (category == Category::Control && one.op != Op::Cpush) || writes_mask(one)
}

/// The blocks of a program, in the order of its text.
pub fn blocks(program: &Program) -> Vec<Block> {
    let count = program.instructions.len();
    let mut begins = vec![false; count + 1];
    let targets = program.instructions.iter().filter_map(Instruction::target);
    let named = program.labels.iter().map(|label| label.at);
    targets.chain(named).filter(|at| (*at as usize) < count).for_each(|at| begins[at as usize] = true);
    let mut list = Vec::new();
    let mut first = 0;
    for (at, one) in program.instructions.iter().enumerate() {
        if ends_block(one) || begins[at + 1] || at + 1 == count {
            list.push(Block { first, last: at as u32 });
            first = at as u32 + 1;
        }
    }
    list
}
