//! One instruction as plain data.

use super::ops::Op;

/// An instruction with all of its operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Instruction {
    /// The predicate that must be true in a lane.
    pub guard: Option<u8>,
    /// What it does.
    pub op: Op,
    /// Numbers of registers and predicates in the order of the format; 0 where the format has none.
    pub registers: [u8; 3],
    /// The number; 0 where the format has none. In the word encoding it has its sign, in the byte encoding it is a word without (facts 13).
    pub immediate: i64,
}

impl Instruction {
    /// An instruction without operands and guard.
    pub const fn new(op: Op) -> Instruction {
        Instruction { guard: None, op, registers: [0; 3], immediate: 0 }
    }

    /// The registers and predicates that the format has.
    pub fn registers(&self) -> &[u8] {
        &self.registers[..self.op.row().format.registers()]
    }
}
