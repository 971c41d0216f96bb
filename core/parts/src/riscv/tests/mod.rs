//! RV64G alone, and a tiny extension that shows that a machine can stand on it.

mod asm;
mod bits;
mod codegen;
mod digest;
mod extension;
mod floats;
mod issue;
mod memory;
mod units;
mod words;

use alloc::string::String;

use super::{
    asm::assemble,
    hart::{Extension, Flow, Hart, Trap},
    isa::{Plain, Program},
};
use crate::image::Memory;

/// Most steps of a program here.
const STEPS: u32 = 10_000;

fn program<X: super::asm::Dialect>(text: &str) -> Program<X> {
    let (program, diagnostics) = assemble(text);
    assert_eq!(diagnostics, [], "{text}");
    program
}

/// Runs a thread to its end.
fn finish<X: Extension>(hart: &mut Hart<X>, program: &Program<X>, memory: &mut Memory) -> Result<(), Trap> {
    for _ in 0..STEPS {
        if hart.step(program, memory)?.flow == Flow::End {
            return Ok(());
        }
    }
    panic!("the program does not end");
}

/// Runs a text without memory after `prepare`.
fn run(text: &str, prepare: impl FnOnce(&mut Hart<Plain>)) -> Result<Hart<Plain>, Trap> {
    let program = program(&(String::from(text) + "\nret"));
    let mut hart = Hart::with(());
    prepare(&mut hart);
    finish(&mut hart, &program, &mut Memory::default())?;
    Ok(hart)
}
