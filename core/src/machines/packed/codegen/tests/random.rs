//! Random kernels: every operation on every type, nested branches and loops.

use super::*;
use crate::{
    base::rng::Rng,
    ir::Type,
    machines::simt::codegen::tests::{BYTES, random},
};

#[test]
fn random_kernels_leave_the_memory_of_the_interpreter() {
    let launch = Launch { global: [48, 1, 1], local: [24, 1, 1], ..Launch::default() };
    for seed in 0..60 {
        let kernel = random::kernel(seed);
        let mut memory = Memory::default();
        let buffer = memory.allocate("data", launch.items() * BYTES, Type::I32, false, true);
        let mut rng = Rng::new(seed);
        let words = (0..launch.items() * BYTES / 8).flat_map(|_| rng.next_u64().to_le_bytes());
        memory.copy_in(buffer, &words.collect::<Vec<u8>>());
        let base = memory.buffers()[buffer].base;
        let args = [base, seed, 0x1_0000_0001_u64.wrapping_mul(seed)];
        let start = Start { launch: &launch, args: &args, local_args: &[false; 3], memory: &memory };
        differ(&format!("seed {seed}"), &kernel, &start);
    }
}
