//! Random kernels: every operation on every type, nested branches and loops.

use super::*;
use crate::{
    base::rng::Rng,
    ir::Type,
    machines::{
        rvv::isa::Op,
        simt::codegen::tests::{BYTES, random},
    },
};

/// Of 3000 seeds those that once showed a fault: an argument that nobody needs, and a pair of lines that must agree on a
/// width.
const FOUND: [u64; 2] = [782, 2673];

#[test]
fn random_kernels_leave_the_memory_of_the_interpreter() {
    let sparse = Spec { skip: Skip::Sparse, ..Spec::default() };
    let mut with_scalar_code = 0;
    let launch = Launch { global: [48, 1, 1], local: [24, 1, 1], ..Launch::default() };
    for seed in (0..120).chain(FOUND) {
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
        let program = generate(&kernel, &sparse).unwrap();
        with_scalar_code += usize::from(program.code.iter().any(|inst| inst.op == Op::Vcompress));
    }
    assert!(with_scalar_code > 25, "of 122 only {with_scalar_code} have scalar code for few elements");
}
