//! Random kernels: every operation on every type, nested branches and loops.

use lanescope_kit::{data, random};

use super::*;

#[test]
fn random_kernels_leave_the_memory_of_the_interpreter() {
    let launch = Launch { global: [48, 1, 1], local: [24, 1, 1], ..Launch::default() };
    for seed in 0..60 {
        let kernel = random::kernel(seed);
        let extra = [seed, 0x1_0000_0001_u64.wrapping_mul(seed)];
        let (memory, args) = data(launch.items(), seed, &extra);
        let start = Start { launch: &launch, args: &args, local_args: &[false; 3], memory: &memory };
        differ(&format!("seed {seed}"), &kernel, &start);
    }
}
