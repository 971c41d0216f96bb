//! Random kernels: every operation on every type, nested branches and loops.

use lanescope_kit::{data, random};

use super::*;
use crate::isa::Op;
use crate::isa::OpNames;

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
        let extra = [seed, 0x1_0000_0001_u64.wrapping_mul(seed)];
        let (memory, args) = data(launch.items(), seed, &extra);
        let start = Start { launch: &launch, args: &args, local_args: &[false; 3], memory: &memory };
        differ(&format!("seed {seed}"), &kernel, &start);
        let program = generate(&kernel, &sparse, Patience::ENDLESS).unwrap();
        with_scalar_code += usize::from(program.code.iter().any(|inst| inst.op == Op::Vcompress));
    }
    assert!(with_scalar_code > 25, "of 122 only {with_scalar_code} have scalar code for few elements");
}
