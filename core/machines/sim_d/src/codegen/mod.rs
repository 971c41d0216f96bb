//! From IR to a program of Sim-D (simd 4).
//!
//! Code is made for a launch: its sizes are numbers in it. The stages:
//! 1. `legal` says what the machine cannot run; `shape` cuts the launch into groups of 1,024 work-items,
//!    several of OpenCL's in one; `places` writes into the kernel what follows from that.
//! 2. [`turns`] writes loops out, [`lanescope_parts::codegen::lower`] takes operations apart that the machine lacks, [`requests`] lets
//!    the ways of a branch ask for memory together.
//! 3. `state` has values on demand: what is equal in a group is a scalar. `scalar` and `vector` write
//!    operations, `divide` those that take many instructions, `conditions` those of branches, `memory` loads
//!    and stores by what `addresses` knows and what `cost` says that requests take.
//! 4. [`lanescope_parts::codegen::tree`] orders blocks, [`lanescope_parts::codegen::trips`] counts the turns of loops, `ways` writes control flow by the stack of
//!    masks, of which `stack` knows what waits there.
//! 5. `stage` finds what is worth a place in the scratchpad (`tiles`), by what [`lanescope_parts::codegen::ranges`] knows of places and counters, and `outputs` which
//!    results are put together there; then code is made again, and `staged` writes what brings, reads and sends it.
//! 6. `start` writes what comes first, `schedule` brings lines into a better order, `finish` removes what nobody reads and
//!    gives registers numbers, `quirks` adds what the author's simulator asks for; `bind` says what the buffers of a
//!    launch are.
//! 7. `estimate` says what a group asks of each resource: by that the shape of groups and the writing out of loops are chosen.
//!    `report` says where the program breaks the rules of the analysis of worst cases.
//!
//! `build` puts 3 to 7 together. Each pass that a kernel does not need to run has a setting ([`settings`]).
//!
//! The files name each other in one direction: all that write code stand on `state`, which stands on `code`.
//!
//! A group is in lock step, so that a barrier which all its work-items reach is nothing at all.
//!
//! Absent: results of several buffers or blocks that are put together, several words of a work-item by one
//! request (`vec2`, `vec4`) or of a scratchpad as scalars in a row, stores under one side of a branch that go behind it,
//! and `double`.

mod addresses;
mod bind;
mod build;
mod code;
mod conditions;
mod cost;
mod divide;
mod estimate;
mod finish;
mod legal;
mod memory;
mod outputs;
mod places;
mod quirks;
mod report;
mod scalar;
mod schedule;
pub mod settings;
mod shape;
mod stack;
mod stage;
mod staged;
mod start;
mod state;
#[cfg(test)]
mod tests;
mod tiles;
mod vector;
mod ways;

use alloc::{format, string::String, vec::Vec};

use super::{
    exec,
    isa::{Checked, Instruction},
    spec::Spec,
};
use code::{Arg, Class};
use estimate::Estimate;
use lanescope_parts::{
    codegen::{
        gather::gather_outer_latches,
        lower::lower,
        requests,
        turns::{self, Laid},
    },
    image::Memory,
    ir::{
        InstId, Kernel, Op,
        layout::{GroupMemory, Layout},
    },
    launch::Launch,
    opt::{self, exchange, meeting},
    source::Span,
};
pub use legal::FEATURES;
use settings::GroupShape;
pub use shape::Shape;
use state::{Generator, Made};
pub use tiles::Main;

/// Most blocks of a kernel: each takes an instruction at least, and its place in a tree some of the host's stack.
const MAX_BLOCKS: usize = 2048;

/// A compiled kernel.
#[derive(Clone, Debug)]
pub struct Compiled {
    /// The program's instructions.
    pub instructions: Vec<Instruction>,
    /// What the buffers of main memory are, by their numbers.
    pub buffers: Vec<Main>,
    /// The words of arguments in the order in which they are loaded: the argument, and whether its high word.
    pub words: Vec<Option<(u32, bool)>>,
    /// The constant tables.
    pub constants: Vec<u8>,
    /// The launch of the machine.
    pub launch: exec::Launch,
    /// Bytes of a scratchpad for private memory of all work-items of a group.
    pub private_bytes: u64,
    /// Bytes of a scratchpad for the memory of the OpenCL groups that share a group.
    pub local_bytes: u64,
    /// Columns and rows of the tiles that a group brings to the scratchpad.
    pub tiles: Vec<[u32; 2]>,
    /// Vectors that live in a scratchpad.
    pub spills: u32,
    /// Does it halt at words outside of their buffers?
    pub checked: Option<Checked>,
    /// What it asks of the machine.
    pub estimate: Estimate,
    /// What else the compiler says of it, by name.
    pub facts: Vec<(String, String)>,
}

/// Generates the program of an optimised kernel for a launch with arguments, which have the size of each local one, and the
/// memory that it begins with, of which only the places of buffers are asked for. The settings say how much room there is, how
/// deep the pipeline is, and what the compiler may do.
///
/// # Errors
/// A diagnostic that says what the machine cannot do, or that no loop can be written out so far as the settings ask for.
pub fn generate(
    kernel: &Kernel,
    (launch, args): (&Launch, &[u64]),
    memory: &Memory,
    spec: &Spec,
) -> Made<Compiled> {
    let mut kernel = kernel.clone();
    (opt::inline::PASS.run)(&mut kernel);
    exchange::fit(&mut kernel, launch.group_items());
    check_blocks(&kernel, spec)?;
    if legal::missed(&kernel).is_some() {
        kernel = meeting::with_one_barrier(&kernel);
    }
    legal::check(&kernel)?;
    places::join_places(&mut kernel, launch.local);
    let asks = places::asks_of_groups(&kernel);
    let shape = Shape::new(launch, asks)
        .map_err(|message| legal::refusal(&kernel, "launch", Span::NONE, &message))?;
    let input = Input { kernel: &kernel, dynamic_local: launch.dynamic_local, args, memory, spec };
    if asks || spec.compiler.group_shape == GroupShape::Usual {
        return input.cut(shape);
    }
    // What does not fit in one shape may in another.
    let tried: Vec<Made<Compiled>> = shape.others().map(|shape| input.cut(shape)).collect();
    let table: Vec<Estimate> = tried.iter().flatten().map(|one| one.estimate).collect();
    let best = tried.into_iter().min_by_key(|one| one.as_ref().map_or(u64::MAX, |one| one.estimate.cycles));
    let mut compiled = best.unwrap_or_else(|| input.cut(shape))?;
    if table.len() > 1 {
        compiled.facts.extend(estimate::facts(&table, compiled.launch.width));
    }
    Ok(compiled)
}

/// Refuses a kernel of more blocks than the passes and the instruction memory are made for.
fn check_blocks(kernel: &Kernel, spec: &Spec) -> Made<()> {
    let most = MAX_BLOCKS.min(spec.instruction_memory as usize);
    let count = kernel.blocks.len();
    if count <= most {
        return Ok(());
    }
    Err(build::too_large(kernel, &format!("it has {count} blocks of code, and the most are {most}")))
}

/// A kernel without functions, and what it is launched with.
struct Input<'k> {
    kernel: &'k Kernel,
    dynamic_local: u32,
    args: &'k [u64],
    memory: &'k Memory,
    spec: &'k Spec,
}

impl Input<'_> {
    /// The program for a cut of the launch.
    fn cut(&self, shape: Shape) -> Made<Compiled> {
        let Input { args, spec, .. } = *self;
        let mut kernel = self.kernel.clone();
        let layout = Layout::new(&kernel);
        let group = layout.group_memory(&kernel, args, self.dynamic_local);
        let sharers: u64 = shape.sharing().map(u64::from).iter().product();
        let (local_bytes, room) = (group.bytes.next_multiple_of(4) * sharers, spec.scratchpad_bytes);
        if local_bytes > room.into() {
            let message = format!(
                "{sharers} of its groups share a scratchpad of {room} bytes, and each has {} bytes of local memory",
                group.bytes
            );
            return Err(legal::refusal(&kernel, "launch", Span::NONE, &message));
        }
        places::rewrite(&mut kernel, &shape, &layout, &group);
        let mut longer = kernel.clone();
        let (wanted, anyhow) = spec.compiler.turns();
        let turns = wanted.map_or_else(Vec::new, |wanted| turns::unroll(&mut longer, args, wanted));
        let cut = Cut { shape, group: &group, local_bytes };
        if anyhow && turns.is_empty() {
            let message = "it has no loop that can be written out so far";
            return Err(legal::refusal(&kernel, "loops", Span::NONE, message));
        }
        if anyhow {
            return self.build(longer, &cut);
        }
        let plain = self.build(kernel, &cut);
        if turns.is_empty() {
            return plain;
        }
        let longer = self.build(longer, &cut);
        let [before, after] =
            [&plain, &longer].map(|one| one.as_ref().map_or(u64::MAX, |one| one.estimate.cycles));
        let (taken, mark) = if after < before { (longer, "are") } else { (plain, "could be, and are not,") };
        let mut compiled = taken?;
        let (whole, some): (Vec<Laid>, Vec<Laid>) = turns.iter().partition(|one| one.turns == one.together);
        let takes = format!("at least {after} cycles in all, with the loops {before}");
        if !whole.is_empty() {
            let (loops, turns) = (whole.len(), whole.iter().map(|one| one.turns).sum::<usize>());
            let name = format!("loops that {mark} written out");
            compiled.facts.push((name, format!("{loops}, of {turns} turns: {takes}")));
        }
        for Laid { turns, together } in some {
            let name = format!("turns of a loop that {mark} written behind each other");
            compiled.facts.push((name, format!("{together} of {turns}: {takes}")));
        }
        Ok(compiled)
    }

    /// The program of a kernel in which all that depends on the launch is written.
    fn build(&self, mut kernel: Kernel, cut: &Cut<'_>) -> Made<Compiled> {
        let Input { args, memory, spec, .. } = *self;
        lower(&mut kernel, &FEATURES)?;
        if spec.compiler.joined_stores {
            requests::join_stores(&mut kernel);
        }
        if spec.compiler.hoisted_loads {
            requests::hoist_loads(&mut kernel);
        }
        gather_outer_latches(&mut kernel);
        // Lowering may have added some.
        check_blocks(&kernel, spec)?;
        // Lowering may have added private slots and constant tables.
        let layout = Layout::new(&kernel);
        let Cut { shape, group, local_bytes } = *cut;
        build::build(&build::Source {
            kernel: &kernel,
            layout: &layout,
            group,
            shape,
            args,
            memory,
            spec,
            local_bytes,
        })
    }
}

/// How a launch is cut.
struct Cut<'k> {
    shape: Shape,
    /// The memory of an OpenCL group.
    group: &'k GroupMemory,
    /// Bytes of a scratchpad for that of all which share a group.
    local_bytes: u64,
}

impl Generator<'_> {
    /// Writes an instruction of the IR.
    fn instruction(&mut self, id: InstId) -> Made<()> {
        let inst = &self.kernel.insts[id.index()];
        self.code.span = inst.span;
        let word = match (&inst.op, inst.result) {
            (Op::Store { ptr, value, .. }, _) => return self.store(*ptr, *value),
            (Op::Barrier | Op::Fence, _) => return Ok(()),
            (_, None) => return Err(self.refuse("operation", &format!("Sim-D has no `{:?}`", inst.op))),
            (_, Some(value)) if self.number(value).is_some() || self.argument(value).is_some() => {
                return Ok(());
            }
            (Op::Load { ptr, volatile }, Some(value)) => self.load(*ptr, self.class(value), *volatile)?,
            (op, Some(value)) if self.class(value) == Class::Scalar => self.scalar_op(op, value)?,
            (op, Some(value)) => self.vector_op(op, value)?,
        };
        let Some(value) = inst.result else { return Ok(()) };
        self.hold(value, word);
        Ok(())
    }

    /// A value is a word that was computed: in its register, if it has one already, or from now on.
    fn hold(&mut self, value: lanescope_parts::ir::Value, word: Arg) {
        let class = self.class(value);
        match class {
            Class::Vector => {
                let to = self.own(value);
                self.code.copy_vector(to, word);
            }
            Class::Scalar => {
                let to = self.own(value);
                self.code.copy_scalar(to, word);
            }
        }
    }
}
