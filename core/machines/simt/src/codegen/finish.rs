//! From virtual registers to a program that runs: registers are allocated, values that find none are kept in local
//! memory, branches learn where their lanes meet again.

use alloc::{format, string::String, vec, vec::Vec};

use lanescope_parts::codegen::{
    allocate::{Allocation, Problem, allocate},
    flow::{Blocks, NONE, post_dominators},
};

use super::{
    roles::{Numbering, steps},
    spill::spill,
    tidy::tidy,
};
use crate::{
    Program,
    isa::{Bank, Operand, Registers},
    stack::NO_PC,
};

/// What a thread may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// 32-bit registers; a 64-bit register counts as two.
    pub words: u32,
    /// Predicate registers.
    pub predicates: u32,
    /// Bytes of local memory.
    pub local_bytes: u32,
}

/// Tries until every value has a register. Each one spills at least one value for good.
const ROUNDS: u32 = 64;

/// Makes a program with virtual registers run. `compiled` code may be tidied: copies coalesced, useless jumps removed;
/// hand-written code keeps every instruction.
///
/// # Errors
/// A sentence that names the limit that was passed.
pub fn finish(mut program: Program, limits: Limits, compiled: bool) -> Result<Program, String> {
    registers(&mut program, limits, compiled)?;
    if compiled {
        tidy(&mut program);
    }
    reconvergence(&mut program);
    if program.local_bytes > limits.local_bytes {
        return Err(format!(
            "a thread needs {} bytes of local memory, more than `local_bytes_per_thread` = {}",
            program.local_bytes, limits.local_bytes
        ));
    }
    Ok(program)
}

/// Makes a program run whose registers are those of the machine; `None` if it uses more than there are.
pub fn as_written(mut program: Program, limits: Limits) -> Option<Program> {
    let [r, d, p] = Numbering::new(&program.code).counts;
    program.registers = Registers { r, d, p };
    let fits = program.registers.words() <= limits.words
        && p <= limits.predicates
        && program.local_bytes <= limits.local_bytes;
    reconvergence(&mut program);
    fits.then_some(program)
}

fn registers(program: &mut Program, limits: Limits, coalesce: bool) -> Result<(), String> {
    let mut keep = vec![];
    // Every kind may have all registers at first; they are shared out once they turn out to be too few.
    let mut share = [limits.words, limits.words / 2, limits.predicates];
    for _ in 0..ROUNDS {
        let numbering = Numbering::new(&program.code);
        let steps = steps(&program.code, numbering);
        let classes: Vec<u8> =
            (0..numbering.len() as u32).map(|value| numbering.reg(value).bank as u8).collect();
        let kept: Vec<bool> =
            (0..numbering.len() as u32).map(|value| keep.contains(&numbering.reg(value))).collect();
        let request = Problem { steps: &steps, classes: &classes, limits: &share, coalesce, keep: &kept };
        match allocate(&request) {
            Allocation::Registers(numbers) => {
                let used = count(&numbers, &classes, &steps);
                if used.words() <= limits.words {
                    rename(program, numbering, &numbers);
                    program.registers = used;
                    return Ok(());
                }
                share = shared_out(used, limits);
            }
            Allocation::Spill(values) => {
                let spilled: Vec<_> = values.iter().map(|value| numbering.reg(*value)).collect();
                keep.extend(spill(program, &spilled, numbering));
            }
        }
    }
    Err(format!(
        "the kernel does not fit into `registers_per_thread` = {} 32-bit registers and {} predicates",
        limits.words, limits.predicates
    ))
}

/// Divides the words among 32-bit and 64-bit registers as they are asked for.
fn shared_out(asked: Registers, limits: Limits) -> [u32; 3] {
    let d = (limits.words * asked.d / asked.words().max(1)).max(3).min(limits.words / 2);
    [limits.words.saturating_sub(2 * d), d, limits.predicates]
}

fn count(numbers: &[u32], classes: &[u8], steps: &[lanescope_parts::codegen::Effects]) -> Registers {
    let mut counts = [0; 3];
    for value in steps.iter().flat_map(|step| step.uses.iter().chain(&step.defs)) {
        let count = &mut counts[classes[*value as usize] as usize];
        *count = (*count).max(numbers[*value as usize] + 1);
    }
    Registers { r: counts[0], d: counts[1], p: counts[2] }
}

fn rename(program: &mut Program, numbering: Numbering, numbers: &[u32]) {
    for inst in &mut program.code {
        for operand in inst.src.iter_mut().chain([&mut inst.dst]) {
            if let Operand::Reg(reg) = operand {
                reg.index = numbers[numbering.of(*reg) as usize];
            }
        }
        if let Some(guard) = &mut inst.guard {
            let reg = crate::isa::Reg { bank: Bank::P, index: guard.pred };
            guard.pred = numbers[numbering.of(reg) as usize];
        }
    }
}

/// Each branch learns the first instruction that all ways from it pass. Threads that end in between do not count: they
/// leave the stack.
pub(super) fn reconvergence(program: &mut Program) {
    let steps = steps(&program.code, Numbering::new(&program.code));
    let blocks = Blocks::new(&steps);
    let ipdom = post_dominators(&blocks.succs);
    for (at, inst) in program.code.iter_mut().enumerate() {
        if inst.is_branch() {
            let meet = if inst.guard.is_some() { ipdom[blocks.of[at] as usize] } else { NONE };
            inst.rpc = if meet == NONE { NO_PC } else { blocks.starts[meet as usize] };
        }
    }
}
