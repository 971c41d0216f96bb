//! Is the result right? The reference interpreter runs the same launch on the IR, in slices, and memory is compared.

use alloc::{boxed::Box, string::String, vec::Vec};

use super::data::{Check, Mismatch};
use crate::{
    image::Memory,
    ir::{AtomicOp, Kernel, Op, interp},
    launch::bind::Bound,
};

/// How many mismatches are listed.
const LISTED: usize = 16;

/// Said when it was so.
const PARTIAL_BARRIER: &str = "Some work-items of a group had ended before others passed a barrier: CUDA allows it, OpenCL C does not define what happens.";

/// A comparison under way.
#[derive(Clone, Debug)]
pub enum Checking {
    /// The reference runs.
    Running(Box<interp::Interpreter>),
    /// The answer.
    Done(Check),
}

impl Checking {
    /// Starts the reference.
    pub fn new(kernel: &Kernel, launch: Bound, steps: u64) -> Checking {
        let limits = interp::Limits { steps, ..interp::Limits::default() };
        match interp::Interpreter::new(kernel, &launch.launch, &launch.args, launch.memory, &limits) {
            Ok(interpreter) => Checking::Running(Box::new(interpreter)),
            Err(halt) => Checking::Done(impossible(
                super::words::halt_info(&halt, &[], |_| crate::source::Span::NONE).message,
            )),
        }
    }

    /// Goes on for `budget` steps; compares with `memory` when the reference has ended.
    pub fn advance(&mut self, budget: u64, kernel: &Kernel, memory: &Memory) -> Option<Check> {
        if let Checking::Running(interpreter) = self {
            match interpreter.advance(budget) {
                Ok(false) => return None,
                Ok(true) => {
                    let mut check = compare(memory, interpreter.memory(), kernel);
                    if interpreter.stats().partial_barrier.is_some() && check.remark.is_none() {
                        check.remark = Some(PARTIAL_BARRIER.into());
                    }
                    *self = Checking::Done(check);
                }
                Err(halt) => {
                    let message = super::words::halt_info(&halt, &[], |_| crate::source::Span::NONE).message;
                    *self = Checking::Done(impossible(message));
                }
            }
        }
        match self {
            Checking::Done(check) => Some(check.clone()),
            Checking::Running(_) => None,
        }
    }
}

/// No comparison was possible.
pub fn impossible(remark: impl Into<String>) -> Check {
    Check { pass: false, mismatches: 0, first: Vec::new(), remark: Some(remark.into()) }
}

/// Compares every element of every buffer.
pub fn compare(machine: &Memory, reference: &Memory, kernel: &Kernel) -> Check {
    let mut check = Check { pass: true, mismatches: 0, first: Vec::new(), remark: None };
    for (at, buffer) in machine.launched().iter().enumerate() {
        let size = buffer.element.bytes() as usize;
        let (ours, theirs) = (machine.copy_out(at, 0, u64::MAX), reference.copy_out(at, 0, u64::MAX));
        if ours == theirs {
            continue;
        }
        let pairs = ours.chunks(size).zip(theirs.chunks(size)).enumerate();
        for (index, (ours, theirs)) in pairs.filter(|(_, (ours, theirs))| ours != theirs) {
            check.mismatches += 1;
            if check.first.len() < LISTED {
                let (machine, reference) = (bits(ours), bits(theirs));
                check.first.push(Mismatch {
                    buffer: buffer.name.clone(),
                    index: index as u64,
                    machine,
                    reference,
                });
            }
        }
    }
    check.pass = check.mismatches == 0;
    if !check.pass {
        check.remark = Some(suspicion(kernel).into());
    }
    check
}

fn bits(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |bits, byte| bits << 8 | u64::from(*byte))
}

/// What a difference most likely means.
fn suspicion(kernel: &Kernel) -> &'static str {
    let listed =
        kernel.blocks.iter().flat_map(|block| &block.insts).map(|inst| &kernel.insts[inst.index()].op);
    let ordered = |op: &Op| match op {
        Op::Atomic(op, ..) => matches!(op, AtomicOp::FAdd | AtomicOp::Exchange),
        Op::CompareExchange(..) => true,
        _ => false,
    };
    let has_atomics = listed.clone().any(|op| matches!(op, Op::Atomic(..) | Op::CompareExchange(..)));
    match (listed.clone().any(ordered), has_atomics) {
        (true, _) => {
            "The kernel has atomics whose outcome depends on their order, which the machine and the reference choose differently."
        }
        (_, true) => {
            "If the kernel uses the old values that atomics return, the result depends on their order, which the machine and the reference choose differently."
        }
        _ => {
            "Most often the cause is a race: work-items use each other's data without a barrier between, and the machine runs them in another order than the reference."
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::Type;

    #[test]
    fn every_element_is_compared() {
        let mut machine = Memory::default();
        machine.allocate("a", 16, Type::I32, false, true);
        machine.allocate("b", 200, Type::I8, true, true);
        let mut reference = machine.clone();
        assert!(compare(&machine, &reference, &Kernel::default()).pass);
        let (a, b) = (machine.buffers()[0].base, machine.buffers()[1].base);
        machine.write(a + 8, 4, 0x0102_0304).unwrap();
        (0..100).for_each(|i| reference.write(b + i, 1, 9).unwrap());
        let check = compare(&machine, &reference, &Kernel::default());
        assert_eq!((check.pass, check.mismatches, check.first.len()), (false, 101, LISTED));
        let first = Mismatch { buffer: "a".into(), index: 2, machine: 0x0102_0304, reference: 0 };
        assert_eq!(check.first[0], first);
        assert_eq!((check.first[1].index, check.first[1].reference), (0, 9));
    }
}
