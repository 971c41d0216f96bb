//! From IR to a program of the vector machine (hp_ch4 4.12, 4.13).
//!
//! The work-items of a group are strip-mined over vectors: neighbouring work-items are neighbouring elements. What is the
//! same in all of them is computed by the scalar core. The stages:
//! 1. `prepare` brings the kernel into a normal form, `regions` cuts it at barriers.
//! 2. `kinds` says which values are scalars, affine, or vectors, `trust` where that is not taken for granted, `context` which ones must be kept across regions.
//! 3. `masks` makes straight code of branches and says under which mask each block is, `waits` where code goes on; `guard` finds the guard that
//!    a shorter vector length does.
//! 4. `strips` writes the loops over groups and strips, `blocks` what is in them, `branches` and `edges` the ways between, `fallback` and
//!    `element` what is done element by element where few are left; `scalar`, `vector`, `convert`, `memory` and `atomic` write operations; values are made on demand by `generate`.
//! 5. `logic` simplifies masks, `numbering` computes nothing twice, `idle` drops loops without work, `jumps` straightens
//!    the ways of the code.
//! 6. `schedule` reorders instructions to fill convoys if that is wanted; `depend` says what hangs on what.
//! 7. `vtype` chooses the vector type of each instruction, `registers` its registers, `finish` its place.
//!
//! Absent: barriers that only some work-items come to, and early returns of some work-items out of a branch or loop that has a
//! barrier in it (both refused), reductions and other work across elements, software
//! pipelining.

mod atomic;
mod blocks;
mod branches;
mod code;
mod context;
mod convert;
mod depend;
mod edges;
mod element;
mod fallback;
mod finish;
mod generate;
mod guard;
mod idle;
mod jumps;
mod kinds;
mod known;
mod logic;
mod masks;
mod memory;
mod numbering;
mod prepare;
mod regions;
mod registers;
mod scalar;
mod schedule;
mod strips;
#[cfg(test)]
mod tests;
mod trust;
mod vector;
mod vtype;
mod waits;

use alloc::{collections::BTreeMap, vec, vec::Vec};

use super::{
    Spec,
    isa::{Program, Symbol, TEXT},
};
use crate::{
    analysis::uniformity::Uniformity,
    ir::{BlockId, Kernel, Type, layout::Layout},
    riscv::abi::Kernel as Needs,
    source::Diagnostic,
};
use code::{Code, Section};

/// Generates the program of an optimised kernel, which starts at its first instruction and expects what
/// [`crate::riscv::abi`] says.
///
/// # Errors
/// A diagnostic that says what the machine cannot do.
pub fn generate(kernel: &Kernel, spec: &Spec) -> Result<Program, Diagnostic> {
    let mut prepared = prepare::prepare(kernel)?;
    regions::meet_early(&mut prepared);
    let flow = generate::Flow::new(&prepared.kernel);
    let uniform = Uniformity::new(&prepared.kernel, &flow.cfg);
    let regions = regions::Regions::new(&prepared, &flow.cfg, &flow.loops, &uniform)?;
    let layout = Layout::new(kernel);
    let kernel = &prepared.kernel;
    let mut kinds = kinds::Kinds::new(kernel, &flow.cfg, &uniform);
    kinds.make_vectors(kernel, &flow.cfg, &uniform, &trust::untrusted(kernel, &kinds));
    let context = context::Context::new(kernel, &flow.cfg, &regions, &uniform, &mut kinds, &layout);
    let head = BlockId(0);
    let mut generator = generate::Generator {
        kernel,
        spec,
        flow: &flow,
        uniform: &uniform,
        kinds: &kinds,
        layout: &layout,
        context: &context,
        code: Code::new(),
        start: Section(0),
        group: Section(0),
        scalars: BTreeMap::new(),
        fields: BTreeMap::new(),
        items: None,
        arrays: BTreeMap::new(),
        region: strips::no_region(masks::Plan::new(kernel, &flow, &regions, &kinds, head, None, false)),
        block: head,
        copies: BTreeMap::new(),
        v0: None,
        element: None,
        arrays_of_elements: 0,
    };
    let shape = blocks::Shape::new(&mut generator, &regions);
    generator.program(&shape)?;
    let params: Vec<Type> = kernel.params.iter().map(|param| param.ty).collect();
    let item_bytes = context.bytes + element::ARRAY_BYTES * generator.arrays_of_elements;
    let (code, stack_bytes) = finish_code(generator.code, kernel, spec, &params)?;
    let symbols = vec![Symbol { name: kernel.name.clone(), address: TEXT, global: true }];
    let needs = Needs {
        params,
        local_bytes: layout.local_bytes,
        item_bytes,
        stack_bytes,
        constants: layout.constants(kernel),
        required_local: kernel.required_local,
    };
    Ok(Program { code, symbols, kernel: Some(needs), ..Program::default() })
}

/// The instructions and the bytes of stack that they need.
fn finish_code(
    code: Code,
    kernel: &Kernel,
    spec: &Spec,
    params: &[Type],
) -> Result<(Vec<super::isa::Inst>, u64), Diagnostic> {
    let classes = code.classes.clone();
    let mut lines = finish::arguments_first(code.finish());
    jumps::straighten(&mut lines);
    logic::simplify(&mut lines);
    numbering::number(&mut lines, &classes);
    finish::tidy(&mut lines);
    idle::drop_idle_rows(&mut lines);
    finish::tidy(&mut lines);
    jumps::straighten(&mut lines);
    // Arguments come all at once: none must be there that nobody needs.
    finish::tidy(&mut lines);
    let placed = registers::place(&lines, &classes, spec)
        .ok_or_else(|| finish::too_large(&kernel.name, "there are not enough registers"))?;
    let code = finish::write(&placed, params)
        .ok_or_else(|| finish::too_large(&kernel.name, "jumps reach only 1 MiB"))?;
    Ok((code, placed.stack.next_multiple_of(16)))
}
