//! The memory of the host that a machine takes, part by part: an upper bound, from the settings and the program.

use lanescope_parts::machines::footprint::{Footprint, total};

use super::{
    isa::{OperandKind, Program, WORK_ITEMS},
    spec::Spec,
    timing::SLOTS,
};

/// Bytes of the host for what will be told: an instruction has 40 warps at most, and two requests have 16,384 bursts under way never.
const TOLD: u64 = 256 << 10;
/// Bytes of queues, scoreboards, stacks and the controller.
const REST: u64 = 256 << 10;

/// The parts of a machine that runs this program.
pub fn parts(program: &Program, spec: &Spec) -> [Footprint; 4] {
    let part = |what, bytes, lower| Footprint { what, bytes, lower, raise: &[] };
    let buffers = program.buffers.iter().fold(0u64, |sum, buffer| sum.saturating_add(4 * buffer.words()));
    [
        part("registers of the slots", registers(), &[]),
        part("scratchpads", scratchpads(spec), &["scratchpad_bytes"]),
        part("buffers that the program declares", buffers, &[]),
        part("pipeline and memory controller", TOLD + REST, &["warp_lanes"]),
    ]
}

/// Bytes of a machine less what its copies share: registers, scratchpads and memory.
pub fn without_lists(program: &Program, spec: &Spec) -> u64 {
    let buffers = parts(program, spec)[2].bytes;
    total(&parts(program, spec)).saturating_sub(registers() + scratchpads(spec) + buffers)
}

fn registers() -> u64 {
    let vectors = (OperandKind::Vector.registers() + 2) * WORK_ITEMS * size_of::<u32>();
    (SLOTS * vectors) as u64
}

fn scratchpads(spec: &Spec) -> u64 {
    SLOTS as u64 * u64::from(spec.scratchpad_bytes)
}
