//! The registers that values may have.

use lanescope_parts::riscv::codegen::{File, Files, SPARE};

use crate::isa::{Generation, P};

/// The registers for a machine, and a program with packed instructions or without.
pub(super) fn files(generation: Generation, packs: bool) -> Files<P> {
    // Packed registers that are float registers, too, share them out.
    let (floats, packed) = match generation {
        _ if !packs => (0..SPARE, 0..0),
        Generation::Rvp => (0..12, 12..SPARE),
        Generation::Mmx => (8..SPARE, 0..8),
        generation => (0..SPARE, 0..generation.registers() as u8),
    };
    let masks = if generation.has_masks() { 1..8 } else { 0..0 };
    let bytes = generation.bytes();
    // No masks live on the stack: a kernel that needs more of them at once is done without packed code.
    let masks = File { registers: masks.collect(), bytes: 8, align: None };
    let packed = File { registers: packed.collect(), bytes, align: Some(bytes) };
    Files { of: [File::integers(), File::of_scalars(floats), masks, packed], whole: generation }
}
