//! Random programs: after every pass the verifier accepts the kernel, and it leaves the same memory.

extern crate std;

use super::*;
use crate::{
    image::Memory,
    ir::{
        Type, interp,
        tests::random::{WORDS, program},
        text,
        verify::verify,
    },
    launch::Launch,
};

fn digest(kernel: &Kernel) -> u64 {
    let launch = Launch { global: [8, 1, 1], local: [4, 1, 1], ..Launch::default() };
    let mut memory = Memory::default();
    memory.allocate("out", 8 * 8 * WORDS, Type::I64, false, true);
    let args = [memory.buffers()[0].base];
    interp::run(kernel, &launch, &args, &mut memory, &interp::Limits::default()).unwrap();
    memory.digest()
}

#[test]
fn random_programs_keep_their_results_through_every_pass() {
    for seed in 0..250 {
        let mut kernel = program(seed);
        verify(&kernel).unwrap_or_else(|error| panic!("seed {seed}: {error}"));
        let expected = digest(&kernel);
        let mut before = text::print(&kernel);
        optimise_with(passes(false), &mut kernel, |pass, kernel| {
            let after = text::print(kernel);
            let name = pass.name;
            verify(kernel).unwrap_or_else(|e| panic!("seed {seed}: {name}: {e}\n{before}\n{after}"));
            assert_eq!(digest(kernel), expected, "seed {seed}: {name}\n{before}\n{after}");
            before = after;
        });
        let text = text::print(&kernel);
        assert_eq!(text::print(&text::parse(&text).unwrap()), text, "seed {seed}: the text form is complete");
    }
}

#[test]
fn a_second_run_keeps_results_and_size() {
    for seed in 0..100 {
        let mut kernel = program(seed);
        optimise(&mut kernel);
        let (expected, size) = (digest(&kernel), kernel.insts.len());
        optimise(&mut kernel);
        assert_eq!(digest(&kernel), expected);
        // A rule that fits only now may need a constant.
        assert!(kernel.insts.len() <= size + size / 50, "seed {seed}: {size} -> {}", kernel.insts.len());
    }
}
