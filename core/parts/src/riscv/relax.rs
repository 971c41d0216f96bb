//! Branches that do not reach: a conditional branch goes 4 KiB far, a jump 1 MiB. One whose place is farther is turned round
//! to pass over a jump.

use alloc::vec::Vec;

use super::isa::{Form, Inst, Isa, Op};

/// Rounds after which all branches are taken for far: it hardly ever takes more than three.
const ROUNDS: u32 = 32;

/// Which of `count` branches must be two instructions; `distances` says how far their places are if these are.
pub fn far_branches(count: usize, mut distances: impl FnMut(&[bool]) -> Vec<i64>) -> Vec<bool> {
    let mut far = alloc::vec![false; count];
    for _ in 0..ROUNDS {
        let before = far.clone();
        for (far, distance) in far.iter_mut().zip(distances(&before)) {
            *far |= !(-4096..4096).contains(&distance);
        }
        if far == before {
            return far;
        }
    }
    alloc::vec![true; count]
}

/// The instructions of a branch.
pub fn branch<X: Isa>(inst: Inst<X>, distance: i32, far: bool) -> impl Iterator<Item = Inst<X>> {
    let jump = Inst { imm: distance.wrapping_sub(4), ..Inst::new(Op::Jal, Form::Jump, inst.span) };
    let (op, imm) = if far { (turned(inst.op), 8) } else { (inst.op, distance) };
    core::iter::once(Inst { op, imm, ..inst }).chain(far.then_some(jump))
}

/// The branch on the contrary.
pub const fn turned<X: Isa>(op: Op<X>) -> Op<X> {
    match op {
        Op::Beq => Op::Bne,
        Op::Bne => Op::Beq,
        Op::Blt => Op::Bge,
        Op::Bge => Op::Blt,
        Op::Bltu => Op::Bgeu,
        _ => Op::Bltu,
    }
}
