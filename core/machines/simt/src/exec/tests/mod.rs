//! Warps step by step: worked examples of the reference, every operation against the shared definition of arithmetic.
extern crate std;

mod examples;
mod lanes;
mod operations;

use alloc::vec::Vec;

use lanescope_parts::{image::Memory, ir::Type};

use super::*;
use crate::{Spec, asm::assemble, spec::PushOrder};

/// One group on one core, without time.
struct Bench {
    program: Program,
    launch: LaunchState,
    group: Group,
    warp: Warp,
    memory: Memory,
    scratch: Scratch,
}

fn program(text: &str) -> Program {
    let (mut programs, diagnostics) = assemble(text, &Spec::default());
    assert!(diagnostics.is_empty(), "{diagnostics:?}");
    programs.remove(0)
}

impl Bench {
    /// One warp with `lanes` lanes, all of them used; arguments are addresses of buffers with these words.
    fn new(text: &str, lanes: u32, order: PushOrder, buffers: &[&[u32]]) -> Bench {
        let program = program(text);
        let mut memory = Memory::default();
        let mut args = Vec::new();
        for words in buffers {
            let at = memory.allocate("data", words.len() as u64 * 4, Type::I32, true, true);
            let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
            memory.copy_in(at, &bytes);
            args.push(memory.buffers()[at].base);
        }
        let spec = Spec { warp_size: lanes, push_order: order, ..Spec::default() };
        let launch = LaunchState::new(&program, &spec, [1; 3], [lanes, 1, 1], &args, 0);
        let (group, warp) = (launch.group(0), launch.warp(&program, 0));
        Bench { program, launch, group, warp, memory, scratch: Scratch::default() }
    }

    fn step(&mut self) -> Result<Executed, Stopped> {
        let Bench { program, launch, group, warp, memory, scratch } = self;
        step(program, launch, warp, group, memory, scratch)
    }

    fn words(&self, buffer: usize) -> Vec<u32> {
        let bytes = self.memory.copy_out(buffer, 0, u64::MAX);
        bytes.chunks(4).map(|word| u32::from_le_bytes(word.try_into().unwrap())).collect()
    }
}
