//! Operations on two registers that take several instructions of the same form, as tables (HARP 4.4): a new one is a row of steps.

use super::{super::isa::Op, code::Reg, emit::Emitter};

/// What a step reads.
#[derive(Clone, Copy, Debug)]
pub(super) enum Source {
    /// The first operand.
    A,
    /// The second one.
    B,
    /// What an earlier step has made.
    Made(usize),
}
use Source::{A, B, Made};

/// An instruction on one register or two.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step(Op, Source, Option<Source>);

/// Its sign says whether a number is less than another: `t = a - b; u = a ^ b; v = t ^ a; u &= v; t ^= u`.
pub(super) const LESS_SIGNED: &[Step] = &[
    Step(Op::Sub, A, Some(B)),
    Step(Op::Xor, A, Some(B)),
    Step(Op::Xor, Made(0), Some(A)),
    Step(Op::And, Made(1), Some(Made(2))),
    Step(Op::Xor, Made(0), Some(Made(3))),
];

/// The same of numbers without sign, by the borrow of the difference: `(~a & b) | ((~a | b) & (a - b))`.
pub(super) const LESS_UNSIGNED: &[Step] = &[
    Step(Op::Not, A, None),
    Step(Op::And, Made(0), Some(B)),
    Step(Op::Or, Made(0), Some(B)),
    Step(Op::Sub, A, Some(B)),
    Step(Op::And, Made(2), Some(Made(3))),
    Step(Op::Or, Made(4), Some(Made(1))),
];

/// The same where the difference does not overflow; where it does the sign is the wrong one, as in the thesis.
pub(super) const DIFFERENCE: &[Step] = &[Step(Op::Sub, A, Some(B))];

impl Emitter {
    /// Writes the steps; what the last one has made.
    pub(super) fn sequence(&mut self, steps: &[Step], a: Reg, b: Reg) -> Reg {
        let mut made = alloc::vec::Vec::with_capacity(steps.len());
        for Step(op, first, second) in steps {
            let of = |from: Source| match from {
                A => a,
                B => b,
                Made(at) => made[at],
            };
            let (first, second) = (of(*first), second.map(of));
            made.push(match second {
                Some(second) => self.two(*op, first, second),
                None => self.one(*op, first),
            });
        }
        made.pop().unwrap_or(a)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a sequence makes of words of eight bits.
    fn made(steps: &[Step], a: u8, b: u8) -> u8 {
        let mut made: alloc::vec::Vec<u8> = alloc::vec::Vec::new();
        for Step(op, first, second) in steps {
            let of = |source: Source| match source {
                A => a,
                B => b,
                Made(at) => made[at],
            };
            let (first, second) = (of(*first), second.map_or(0, of));
            made.push(match op {
                Op::Sub => first.wrapping_sub(second),
                Op::Xor => first ^ second,
                Op::And => first & second,
                Op::Or => first | second,
                Op::Not => !first,
                other => panic!("{other:?}"),
            });
        }
        *made.last().expect("a step")
    }

    /// All pairs of words of eight bits: the sign says which is less.
    #[test]
    fn signs_of_sequences_say_which_is_less() {
        for (a, b) in (0..=255u8).flat_map(|a| (0..=255u8).map(move |b| (a, b))) {
            let signs = [LESS_SIGNED, LESS_UNSIGNED, DIFFERENCE].map(|steps| made(steps, a, b) >> 7 == 1);
            let (x, y) = (a as i8, b as i8);
            assert_eq!(signs[..2], [x < y, a < b], "{a} {b}");
            assert_eq!(signs[2] == (x < y), x.checked_sub(y).is_some(), "{a} {b}");
        }
    }
}
