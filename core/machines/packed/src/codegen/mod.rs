//! From IR to a program of the packed SIMD machine (hp_ch4 4.14).
//!
//! The work-items of a group are the elements of registers: as many as a register holds are a strip. A region (the code between
//! two barriers) is there twice, for a strip and for one work-item:
//!
//! ```text
//! row:    the row's first work-item, and the one behind its last
//!         how many of the next work-items strips may have (`bounds`)
//! strip:  … the region for a strip …
//!         item += width, go on at strip while there are whole ones; then narrower ones, or one under a mask
//! one:    … the region for one work-item …
//!         item += 1, go on at one (or ask again), at row while there are items
//!         the next region …
//! ```
//!
//! So what no strip may have is scalar code: the remainder (a strip under a mask where the machine has masks), the borders of
//! data, and what comes before arrays are aligned. Branches that divide a strip become masks:
//! ones and zeros in packed registers, with blends where ways meet; mask registers where the generation has them. What has no
//! packed instruction (divisions, atomics) is done element by element; addresses that are no line are
//! gathers and scatters where the machine has them.
//!
//! 1. [`lanescope_parts::codegen::spmd`] finds all that does not depend on instructions: regions, how values vary, how often they change.
//! 2. `choose` weighs a way to cut the registers of a region, by the tables of `lanes`, `stages` says which of them it has; `strip` makes values of
//!    strips, `wide` their operations, `narrow` those on numbers narrower than elements by the tables of `widths`, `parts` loads and
//!    stores these, `gather` finds accesses by an index, `indexed` writes them, `ways` masks and branches, `runs` what is done element by element.
//! 3. `state` has the data of code generation; `generate` makes values on demand, `round` float functions, `memory` accesses
//!    memory, `spots` its addresses that move on with the strip (as `sums`), `bounds` asks before strips, `regions` writes the loops over groups and work-items, `blocks` what is in them. (Operations are written by
//!    [`lanescope_parts::riscv::codegen`].)
//! 4. [`lanescope_parts::codegen::lines`] straightens the ways of the code, `registers` says which registers there are; [`codegen`] chooses
//!    them and writes the program down.
//!
//! Absent: code for Lee's machine other than scalar code, gathers and scatters by an index narrower than the elements, reductions of a strip to one number, values
//! wider than the strip's elements and floats narrower than them in packed registers, barriers that only some work-items come
//! to (refused), and atomics on less than 32 bits (refused). Float functions other than root, sign and rounding to whole numbers
//! have no instructions: [`lanescope_parts::codegen::lower`] writes them as code.

mod arrays;
mod blocks;
mod bounds;
mod choose;
mod code;
mod generate;
mod indexed;
mod lanes;
mod line;
mod masks;
mod memory;
mod narrow;
mod parts;
mod regions;
mod registers;
mod round;
mod runs;
mod splats;
mod spots;
mod stages;
mod state;
mod strip;
mod sums;
mod target;
#[cfg(test)]
mod tests;
mod unread;
mod ways;
mod whole;
mod wide;
mod widths;

use alloc::{format, string::String, vec, vec::Vec};

use lanescope_parts::{
    base::OrdMap,
    codegen::{
        lines::straighten,
        lower::{Features, Lanes, short},
        spmd::{Facts, inside},
    },
    ir::{BlockId, Kernel, Math, Type},
    riscv::{
        abi::Kernel as Needs,
        codegen::{self, Frame, arguments_first},
        private::Private,
    },
    source::{Diagnostic, Span},
};
use state::{Extent, Generator, Insides};
use unread::tidy_all;

use super::{
    isa::{Family, Program, Symbol, TEXT},
    spec::Spec,
};

/// What the machine has: RV64G, so it counts no bits and has few float functions.
pub const FEATURES: Features = Features {
    calls: false,
    lanes: Lanes::None,
    prefetches: false,
    counts: false,
    functions: Some(has_function),
    ..Features::ALL
};

fn has_function(math: Math, ty: Type) -> bool {
    match math {
        Math::Sqrt => true,
        Math::Copysign => ty != Type::F16,
        math => target::mode(math).is_some(),
    }
}

/// A program, and what its compiler has to say about it: subjects with remarks.
#[derive(Clone, Debug)]
pub struct Compiled {
    /// The program.
    pub program: Program,
    /// Which parts became packed code, and why others did not.
    pub remarks: Vec<(String, String)>,
}

/// Generates the program of an optimised kernel that [`FEATURES`] are enough for. It starts at its first instruction and expects
/// what [`lanescope_parts::riscv::abi`] says.
///
/// # Errors
/// A diagnostic that says what the machine cannot do.
pub fn generate(kernel: &Kernel, spec: &Spec) -> Result<Compiled, Diagnostic> {
    let mut kernel = kernel.clone();
    if spec.generation.family() != Family::Lee {
        short::shorten(&mut kernel);
    }
    let facts = Facts::new(&kernel, &target::Packed)?;
    // What is too large with all packed code may fit with less.
    let inside = insides(&facts);
    let best = [Extent::Rests, Extent::Strips]
        .into_iter()
        .find_map(|extent| write(&facts, &inside, spec, extent).ok());
    best.map_or_else(|| write(&facts, &inside, spec, Extent::Scalar), Ok)
}

/// What is known of regions in strips that lie whole inside of their bounds.
fn insides(facts: &Facts) -> OrdMap<BlockId, Insides> {
    let heads = facts.regions.heads.iter().copied();
    let of = |head| {
        let inside = inside::find(facts, head)?;
        Some((head, Insides { facts: facts.assuming(&inside.ways, &target::Packed), inside }))
    };
    heads.filter_map(of).collect()
}

/// Writes the program, with packed code where that is better and as much as is allowed.
fn write(
    facts: &Facts,
    inside: &OrdMap<BlockId, Insides>,
    spec: &Spec,
    extent: Extent,
) -> Result<Compiled, Diagnostic> {
    let kernel = &facts.kernel;
    let mut generator = Generator::new(facts, inside, spec);
    generator.extent = extent;
    generator.program()?;
    let params: Vec<Type> = kernel.params.iter().map(|param| param.ty).collect();
    let packs = !generator.packs.is_empty();
    let files = registers::files(spec.generation, packs);
    let classes = generator.code.classes.clone();
    let strict = packs && !spec.is_relaxed();
    let align = if strict { spec.generation.bytes().max(16) } else { 16 };
    let frame = Frame { bytes: generator.frame, align };
    let remarks = remarks(&generator);
    let mut lines = arguments_first(generator.code.finish());
    straighten(&mut lines);
    tidy_all(&mut lines, &generator.frame_arrays);
    straighten(&mut lines);
    tidy_all(&mut lines, &generator.frame_arrays);
    let placed = codegen::place(lines, &classes, files, frame)
        .ok_or_else(|| too_large(&kernel.name, "there are not enough registers"))?;
    let written =
        codegen::write(&placed, &params).ok_or_else(|| too_large(&kernel.name, "jumps reach only 1 MiB"))?;
    let needs = Needs {
        params,
        local_bytes: facts.layout.local_bytes,
        item_bytes: facts.kept.bytes,
        stack_bytes: placed.stack.next_multiple_of(16) + u64::from(align),
        constants: facts.layout.constants(kernel),
        required_local: kernel.required_local,
        items: written.items,
        private: Private::new(kernel, &facts.layout, facts.kept.private, written.private),
    };
    let symbols = vec![Symbol { name: kernel.name.clone(), address: TEXT, global: true, element: None }];
    let program = Program { code: written.code, symbols, kernel: Some(needs), ..Program::default() };
    Ok(Compiled { program, remarks })
}

/// For each region (the code between two barriers) how it is packed, or why it is not.
fn remarks(generator: &Generator<'_>) -> Vec<(String, String)> {
    let heads = generator.facts.regions.heads.iter().enumerate();
    let remark = |(at, head): (usize, &BlockId)| {
        let packed = generator.packs.iter().find(|(other, _)| other == head);
        let scalar = generator.remarks.iter().find(|(other, _)| other == head);
        let text = match (packed, scalar) {
            (Some((_, how)), _) => how.clone(),
            (None, Some((_, why))) => format!("scalar: {why}"),
            (None, None) => return None,
        };
        Some((format!("code between barriers, part {}", at + 1), text))
    };
    heads.filter_map(remark).collect()
}

/// A message that a limit of registers or of code was passed.
fn too_large(kernel: &str, what: &str) -> Diagnostic {
    let message = format!("Kernel `{kernel}` is too large for the packed SIMD machine: {what}.");
    Diagnostic::error("limit::packed", Span::NONE, message)
}
