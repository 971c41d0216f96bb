//! What tests of several machines need: kernels as text, random kernels, and the buffer that these work on.
//!
//! It stands on the whole laboratory, so that a kernel is compiled as a person's is. The crates that are tested with it name it
//! among what only tests need.
#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;

pub mod kernels;
pub mod random;
/// Random kernels with every variable in a private slot, which the compiler's own tests have too.
#[path = "../../compiler/src/ir/tests/random.rs"]
pub mod slots;
pub mod strips;

use alloc::{vec, vec::Vec};

use lanescope_core::{base, ir, source};
use lanescope_core::{base::rng::Rng, image::Memory, ir::Type};

/// Bytes of the buffer of each work-item in random kernels.
pub const BYTES: u64 = 512;

/// Memory with one buffer of random bytes, and the arguments: its address, then `extra`.
pub fn data(items: u64, seed: u64, extra: &[u64]) -> (Memory, Vec<u64>) {
    let mut memory = Memory::default();
    let buffer = memory.allocate("data", items * BYTES, Type::I32, false, true);
    let mut rng = Rng::new(seed);
    let bytes: Vec<u8> = (0..items * BYTES / 8).flat_map(|_| rng.next_u64().to_le_bytes()).collect();
    memory.copy_in(buffer, &bytes);
    let mut args = vec![memory.buffers()[buffer].base];
    args.extend(extra);
    (memory, args)
}
