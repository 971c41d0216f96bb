//! What a program takes of the machine, found in its text (simd 4.3, 8.4): registers, entries of the stack of masks, scratchpad.

use alloc::vec::Vec;

use super::{Destination, Op, Operand, OperandKind, Program};

/// See the module.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Resources {
    /// Vector registers that are named; those in a row that a wide transfer moves are all named.
    pub vectors: usize,
    /// Scalar registers that are named; those in a row that a load fills are all named.
    pub scalars: usize,
    /// Predicates that are named.
    pub predicates: usize,
    /// Most pushes that no pop has followed, in the order of the text.
    pub stack: usize,
    /// Bytes from the start of a scratchpad to the end of its last buffer.
    pub scratchpad: usize,
}

/// What a program takes.
pub fn resources(program: &Program) -> Resources {
    let mut named: [Vec<u8>; 3] = Default::default();
    let mut name = |kind: OperandKind, number: u8| {
        let list = match kind {
            OperandKind::Vector => &mut named[0],
            OperandKind::Scalar => &mut named[1],
            OperandKind::Predicate => &mut named[2],
            _ => return,
        };
        if !list.contains(&number) {
            list.push(number);
        }
    };
    let (mut stack, mut depth) = (0, 0usize);
    for one in &program.instructions {
        let operands = one.sources.iter().flatten().chain(&one.destination);
        operands.filter_map(|operand| operand.register()).for_each(|found| name(found.kind, found.number));
        let more = match (one.op, one.op.row().destination) {
            (Op::Sldg, _) => one.immediate(1).unwrap_or(1),
            (_, Destination::Written(_) | Destination::Stored(_)) => one.elements(),
            _ => 1,
        };
        if let Some(first) = one.destination.and_then(Operand::register) {
            let most = first.kind.registers() as u32;
            let last = u32::from(first.number).saturating_add(more).min(most);
            (u32::from(first.number)..last).for_each(|number| name(first.kind, number as u8));
        }
        match one.op {
            Op::Cpush | Op::Bra | Op::Call => depth += 1,
            Op::Cpop => depth = depth.saturating_sub(1),
            _ => {}
        }
        stack = stack.max(depth);
    }
    let end = |buffer: &super::Buffer| u64::from(buffer.address) + 4 * buffer.words();
    let scratchpad = program.scratchpads.iter().map(end).max().unwrap_or(0) as usize;
    let [vectors, scalars, predicates] = named.map(|list| list.len());
    Resources { vectors, scalars, predicates, stack, scratchpad }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::asm::{Options, assemble};

    fn of(text: &str) -> Resources {
        resources(&assemble(text, Options::default()).0)
    }

    /// Published for the squared magnitudes: two vector registers and nothing else (simd 8.4).
    #[test]
    fn sd_100_registers_stack_and_scratchpad_are_counted() {
        let phi_mag = ".data\n0 0 8 1\n1 0x20 8 1\n.text\nldglin v0, 0\nldglin v1, 1\nmul v0, v0, v0\nmad v0, v1, v1, v0\n\
            stglin v0, 1\nexit\n";
        assert_eq!(of(phi_mag), Resources { vectors: 2, ..Resources::default() });
        let wide = ".data\n0 0 64 1\n.sp_data\n0 0x100 8 4\n.text\nldglin.vec4 v2, 0\nsldg s1, 0, 3\n\
            cpush.if l\nitest.nz p2, v9\ncpush.brk l\ncmask p2\ncpop\ncpop\nl:\nexit\n";
        let expected = Resources { vectors: 5, scalars: 3, predicates: 1, stack: 2, scratchpad: 0x100 + 128 };
        assert_eq!(of(wide), expected);
    }
}
