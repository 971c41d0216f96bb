//! Random kernels: every operation on every type, nested branches and loops.

use super::*;
use crate::{
    base::rng::Rng,
    ir::Type,
    machines::simt::codegen::tests::{BYTES, random},
};

/// Kernels that are refused for one of the reasons that are known.
fn is_known(error: &Diagnostic) -> bool {
    error.message.contains("`half` for vectors") || error.message.contains("less than 32 bits")
}

#[test]
fn random_kernels_leave_the_memory_of_the_interpreter() {
    let launch = Launch { global: [48, 1, 1], local: [24, 1, 1], ..Launch::default() };
    let mut refused = 0;
    for seed in 0..120 {
        let kernel = random::kernel(seed);
        match generate(&kernel, &Spec::default()) {
            Err(error) => {
                assert!(is_known(&error), "{error:?}");
                refused += 1;
            }
            Ok(_) => {
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
    }
    assert!(refused < 60, "{refused} of 120 are refused");
}
