//! From IR to a program of the SIMT machine.
//!
//! [`lanescope_parts::codegen::patterns`] decides which operations one instruction does together, `select` emits instructions for them,
//! `generate` lays out blocks and edges (small arms under guards, [`lanescope_parts::codegen::arms`]), `finish` allocates registers and finds the reconvergence points. The last step also makes
//! hand-written assembly run. `final_reads` says of a finished program where registers are read for the last time.

mod convert;
mod edit;
mod emit;
mod final_reads;
mod finish;
mod generate;
mod roles;
mod select;
mod spill;
#[cfg(test)]
mod tests;
mod tidy;

use alloc::{format, vec::Vec};

pub use final_reads::final_reads;
pub use finish::{Limits, as_written, finish};

use super::{
    Program, Spec,
    isa::{ParamSlot, Space, Ty, Variable},
};
use lanescope_parts::{
    ir::{self, Kernel, Type, layout::Layout},
    source::Diagnostic,
};

/// Generates the program of an optimised kernel. `uniform` says of each block whether all work-items of a group that
/// reach its branch take it alike; blocks beyond its end count as not uniform.
///
/// # Errors
/// A diagnostic that names the limit that was passed or what the machine cannot do.
pub fn generate(kernel: &Kernel, uniform: &[bool], spec: &Spec) -> Result<Program, Diagnostic> {
    let layout = Layout::new(kernel);
    let params = params(kernel);
    let offsets: Vec<u32> = params.iter().map(|slot| slot.offset).collect();
    let code = generate::Generator::new(kernel, &layout, &offsets, uniform, spec.ifcvt_max).run()?;
    let program = Program {
        name: kernel.name.clone(),
        code,
        params,
        variables: variables(kernel, &layout),
        shared_bytes: layout.local_bytes as u32,
        local_bytes: layout.private_bytes as u32,
        constants: layout.constants(kernel),
        required_local: kernel.required_local,
        barriers_of_text: true,
        subgroup: kernel.subgroup,
        ..Program::default()
    };
    let mut program = finish(program, limits(spec), true).map_err(|message| {
        Diagnostic::error(
            "limit::registers",
            lanescope_parts::source::Span::NONE,
            format!("Kernel `{}`: {message}.", kernel.name),
        )
        .help("A larger limit, smaller arrays or fewer values that are alive at the same time help.")
    })?;
    program.name_targets();
    Ok(program)
}

/// The limits of a thread.
pub fn limits(spec: &Spec) -> Limits {
    Limits {
        words: spec.registers_per_thread,
        predicates: spec.predicates_per_thread,
        local_bytes: spec.local_bytes_per_thread,
    }
}

/// Parameters one behind the other, each at a multiple of its size.
fn params(kernel: &Kernel) -> Vec<ParamSlot> {
    let mut end = 0;
    let slot = |param: &ir::Param| {
        let ty = match param.ty {
            Type::Bool => Ty::U8,
            other => emit::memory(other),
        };
        let offset = u32::next_multiple_of(end, ty.bytes());
        end = offset + ty.bytes();
        let space = param.ty.space().map(Space::from);
        let element = space.map(|_| emit::memory(param.element));
        ParamSlot { name: param.name.clone(), ty, offset, space, element }
    };
    kernel.params.iter().map(slot).collect()
}

fn variables(kernel: &Kernel, layout: &Layout) -> Vec<Variable> {
    let slots = kernel.slots.iter().zip(&layout.offsets);
    slots
        .map(|(slot, offset)| Variable {
            name: slot.name.clone(),
            space: slot.space.into(),
            offset: *offset as u32,
            bytes: slot.bytes,
        })
        .collect()
}
