//! What tests of several machines' code generators need: kernels as text, random kernels, and the buffer that these work on.

// A program with one machine may have none that needs it.
#![cfg_attr(not(feature = "machines"), allow(dead_code))]

pub(crate) mod kernels;
pub(crate) mod random;

use alloc::{vec, vec::Vec};

use crate::{base::rng::Rng, image::Memory, ir::Type};

/// Bytes of the buffer of each work-item in random kernels.
pub(crate) const BYTES: u64 = 512;

/// Memory with one buffer of random bytes, and the arguments: its address, then `extra`.
pub(crate) fn data(items: u64, seed: u64, extra: &[u64]) -> (Memory, Vec<u64>) {
    let mut memory = Memory::default();
    let buffer = memory.allocate("data", items * BYTES, Type::I32, false, true);
    let mut rng = Rng::new(seed);
    let bytes: Vec<u8> = (0..items * BYTES / 8).flat_map(|_| rng.next_u64().to_le_bytes()).collect();
    memory.copy_in(buffer, &bytes);
    let mut args = vec![memory.buffers()[buffer].base];
    args.extend(extra);
    (memory, args)
}
