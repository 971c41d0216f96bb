//! From IR to a program of the vector machine (hp_ch4 4.12, 4.13).
//!
//! The work-items of a group are strip-mined over vectors: neighbouring work-items are neighbouring elements. What is the
//! same in all of them is computed by the scalar core. The stages:
//! 1. [`lanescope_parts::codegen::spmd`] finds all that does not depend on instructions: regions, how values vary, masks, guards.
//! 2. `state` has the data of code generation; `generate` makes values on demand, which `scalar`, `vector`, `convert`, `memory`
//!    and `atomic` write. (Scalar code is written by [`lanescope_parts::riscv::codegen`].)
//! 3. `strips` writes the loops over groups and strips, `blocks` what is in them, `branches` and `edges` the ways between,
//!    `guard` a shorter vector length, `kept` values between regions, `fallback` and `element` what is done element by element
//!    where few are left.
//! 4. `logic` and `copies` simplify masks, `numbering` computes nothing twice, `idle` drops loops without work;
//!    [`lanescope_parts::codegen::lines`] straightens the ways of the code.
//! 5. `schedule` reorders instructions to fill convoys if that is wanted; `depend` says what hangs on what.
//! 6. `vtype` chooses the vector type of each instruction, `registers` its registers; [`codegen`] writes them down.
//!
//! The files name each other in one direction: all that write code stand on `state`, which stands on `code`.
//!
//! Absent: barriers that only some work-items come to, and early returns of some work-items out of a branch or loop that has a
//! barrier in it (both refused), reductions and other work across elements, software
//! pipelining.

mod atomic;
mod blocks;
mod branches;
mod code;
mod convert;
mod copies;
mod depend;
mod edges;
mod element;
mod fallback;
mod generate;
mod guard;
mod idle;
mod kept;
mod line;
mod logic;
mod memory;
mod numbering;
mod registers;
mod scalar;
mod schedule;
mod state;
mod strips;
mod target;
#[cfg(test)]
mod tests;
mod vector;
mod vtype;

use alloc::{format, vec, vec::Vec};

use code::Code;
use lanescope_parts::{
    codegen::{lines::straighten, spmd::Facts},
    ir::{Kernel, Type},
    machines::given::Patience,
    riscv::{
        abi::Kernel as Needs,
        codegen::{self, Written, arguments_first, tidy},
        private::Private,
    },
    source::{Diagnostic, Span},
};
use state::{Generator, Places};

use super::{
    Spec,
    isa::{Program, Symbol, TEXT, V},
};

/// Generates the program of an optimised kernel, which starts at its first instruction and expects what
/// [`lanescope_parts::riscv::abi`] says.
///
/// # Errors
/// A diagnostic that says what the machine cannot do.
pub fn generate(kernel: &Kernel, spec: &Spec, patience: Patience<'_>) -> Result<Program, Diagnostic> {
    let facts = Facts::new(kernel, &target::Vector)?;
    let (kernel, layout) = (&facts.kernel, &facts.layout);
    let mut generator = Generator::new(&facts, spec);
    let places = Places::new(&facts, &mut generator.code);
    generator.program(&places)?;
    let params: Vec<Type> = kernel.params.iter().map(|param| param.ty).collect();
    let item_bytes = facts.kept.bytes + element::ARRAY_BYTES * generator.arrays_of_elements;
    let (written, stack_bytes) = finish_code(generator.code, kernel, (spec, patience), &params)?;
    let symbols = vec![Symbol { name: kernel.name.clone(), address: TEXT, global: true, element: None }];
    let needs = Needs {
        params,
        local_bytes: layout.local_bytes,
        item_bytes,
        stack_bytes,
        constants: layout.constants(kernel),
        required_local: kernel.required_local,
        items: written.items,
        private: Private::new(kernel, layout, facts.kept.private, written.private),
    };
    Ok(Program { code: written.code, symbols, kernel: Some(needs), ..Program::default() })
}

/// The instructions and the bytes of stack that they need.
fn finish_code(
    code: Code,
    kernel: &Kernel,
    (spec, patience): (&Spec, Patience<'_>),
    params: &[Type],
) -> Result<(Written<V>, u64), Diagnostic> {
    let classes = code.classes.clone();
    let mut lines = arguments_first(code.finish());
    straighten(&mut lines);
    logic::simplify(&mut lines);
    numbering::number(&mut lines, &classes);
    tidy(&mut lines);
    idle::drop_idle_rows(&mut lines);
    tidy(&mut lines);
    straighten(&mut lines);
    // Arguments come all at once: none must be there that nobody needs.
    tidy(&mut lines);
    let go_on = || patience.ask(kernel);
    let placed = registers::place(&lines, &classes, spec, &go_on)?
        .ok_or_else(|| too_large(&kernel.name, "there are not enough registers"))?;
    let written =
        codegen::write(&placed, params).ok_or_else(|| too_large(&kernel.name, "jumps reach only 1 MiB"))?;
    Ok((written, placed.stack.next_multiple_of(16)))
}

/// A message that a limit of registers or of code was passed.
fn too_large(kernel: &str, what: &str) -> Diagnostic {
    let message = format!("Kernel `{kernel}` is too large for the vector machine: {what}.");
    Diagnostic::error("limit::rvv", Span::NONE, message)
}
