//! From IR to a program of Sim-D (simd 4).
//!
//! Code is made for a launch: its sizes are numbers in it. The stages:
//! 1. `legal` says what the machine cannot run; `shape` cuts the launch into groups of 1,024 work-items,
//!    several of OpenCL's in one; `places` writes into the kernel what follows from that.
//! 2. [`crate::codegen::lower`] takes operations apart that the machine lacks.
//! 3. `state` has values on demand: what is equal in a group is a scalar. `scalar` and `vector` write
//!    operations, `divide` those that take many instructions, `conditions` those of branches, `memory` loads
//!    and stores by what `addresses` knows.
//! 4. `tree` orders blocks, `trips` counts the turns of loops, `ways` writes control flow by the stack of
//!    masks, of which `stack` knows what waits there.
//! 5. `start` writes what comes first, `finish` removes what nobody reads and gives registers numbers, `quirks`
//!    adds what the author's simulator asks for; `bind` says what the buffers of a launch are.
//!
//! The files name each other in one direction: all that write code stand on `state`, which stands on `code`.
//!
//! A group is in lock step, so that a barrier which all its work-items reach is nothing at all.
//!
//! Absent: tiles staged in scratchpads, unrolling of its own, normal phases, scheduling, search for shapes
//! (simd C3, C5, C7, C9, C14), several words of a work-item at once, `double`, quotients by reciprocals
//! alone, branches of scalars that leave more than the top of the stack at once.

mod addresses;
mod bind;
mod code;
mod conditions;
mod divide;
mod finish;
mod legal;
mod memory;
mod places;
mod quirks;
mod scalar;
mod shape;
mod stack;
mod start;
mod state;
#[cfg(test)]
mod tests;
mod trips;
mod vector;
mod ways;

use alloc::{format, vec, vec::Vec};

use super::{
    exec,
    isa::{Instruction, WORK_ITEMS},
    spec::Spec,
};
use crate::{
    analysis::uniformity::Uniformity,
    codegen::{gather::gather_outer_latches, lower::lower, tree::Tree},
    image::Memory,
    ir::{InstId, Kernel, Op, cfg::Cfg, layout::Layout},
    launch::Launch,
    opt,
    source::{Diagnostic, Span},
};
use code::{Arg, Class, Code};
pub use legal::FEATURES;
pub use shape::Shape;
use stack::Found;
pub use state::Main;
use state::{Generator, Made};
use ways::Ways;

/// Most blocks of a kernel.
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
    /// Vectors that live in a scratchpad.
    pub spills: u32,
}

/// Generates the program of an optimised kernel for a launch with arguments, which have the size of each
/// local one, and the
/// memory that it begins with, of which only the places of buffers are asked for. The settings say how much room
/// there is, and how deep the pipeline.
///
/// # Errors
/// A diagnostic that says what the machine cannot do.
pub fn generate(
    kernel: &Kernel,
    launch: &Launch,
    args: &[u64],
    memory: &Memory,
    spec: &Spec,
) -> Made<Compiled> {
    let scratchpad_bytes = spec.scratchpad_bytes;
    let mut kernel = kernel.clone();
    (opt::inline::PASS.run)(&mut kernel);
    legal::check(&kernel)?;
    let wrong = |message: &str| legal::refusal(&kernel, "launch", Span::NONE, message);
    let shape = Shape::new(launch, places::asks_of_groups(&kernel)).map_err(|message| wrong(&message))?;
    let reach: Vec<u64> = args.iter().map(|arg| memory.bytes_from(*arg)).collect();
    let layout = Layout::new(&kernel);
    let memory = layout.group_memory(&kernel, args, launch.dynamic_local);
    let sharers: u64 = shape.sharing().map(u64::from).iter().product();
    let local_bytes = memory.bytes.next_multiple_of(4) * sharers;
    if local_bytes > scratchpad_bytes.into() {
        let bytes = memory.bytes;
        return Err(wrong(&format!(
            "{sharers} of its groups share a scratchpad of {scratchpad_bytes} bytes, \
             and each has {bytes} bytes of local memory"
        )));
    }
    places::rewrite(&mut kernel, &shape, &layout, &memory);
    lower(&mut kernel, &FEATURES)?;
    gather_outer_latches(&mut kernel);
    // Lowering may have added private slots and constant tables.
    let layout = Layout::new(&kernel);
    let most = spec.instruction_memory as usize;
    // Each takes an instruction at least, and its place in a tree some of the host's stack.
    let blocks = most.min(MAX_BLOCKS);
    if kernel.blocks.len() > blocks {
        return Err(too_large(&kernel, &format!("it has more than {blocks} blocks")));
    }
    let cfg = Cfg::new(&kernel);
    let uniform = Uniformity::new(&kernel, &cfg);
    let tree = Tree::new(&kernel, &cfg);
    let new = |few: bool| {
        let mut classes = state::classes(&kernel, &cfg, &uniform, &tree.loops);
        if few {
            let is_argument = |at: usize| {
                kernel.def(crate::ir::Value(at as u32)).is_some_and(|inst| matches!(inst.op, Op::Arg(_)))
            };
            classes
                .iter_mut()
                .enumerate()
                .filter(|(at, _)| !is_argument(*at))
                .for_each(|(_, class)| *class = Class::Vector);
        }
        Generator {
            kernel: &kernel,
            layout: &layout,
            memory: &memory,
            shape,
            code: Code::default(),
            classes,
            regs: vec![None; kernel.values.len()],
            buffers: vec![],
            reach: &reach,
            words: vec![],
            private: false,
            stride: None,
        }
    };
    let mut generator = write(|| new(false), &tree)?;
    let mut placed = finish::place(&mut generator.code);
    if placed == Err(finish::Full::Scalars) {
        generator = write(|| new(true), &tree)?;
        placed = finish::place(&mut generator.code);
    }
    let (registers, spills) = placed.map_err(|full| match full {
        finish::Full::Scalars => too_large(&kernel, "it needs more than 32 scalars at once"),
        finish::Full::Vectors => {
            too_large(&kernel, "it needs more vectors at once than registers and scratchpad buffers are")
        }
    })?;
    let words = generator.order_words(&registers);
    let instructions = finish::write(&mut generator.code, &registers, &spec.timing);
    if instructions.len() > most {
        let count = instructions.len();
        return Err(too_large(
            &kernel,
            &format!("it has {count} instructions; the instruction memory holds {most}"),
        )
        .help("raise the setting `instruction_memory`"));
    }
    if generator.buffers.len() > super::isa::BUFFERS {
        return Err(too_large(&kernel, "it has more arguments than there are buffers"));
    }
    let private_bytes =
        if generator.private { layout.private_bytes.next_multiple_of(4) * WORK_ITEMS as u64 } else { 0 };
    let sum = private_bytes + local_bytes + 4 * WORK_ITEMS as u64 * u64::from(spills);
    if sum > scratchpad_bytes.into() {
        return Err(too_large(
            &kernel,
            &format!(
                "private memory, local memory and vectors without a register take {sum} bytes \
                 of a scratchpad of {scratchpad_bytes}"
            ),
        ));
    }
    Ok(Compiled {
        instructions,
        buffers: generator.buffers,
        words,
        constants: layout.constants(&kernel),
        launch: shape.launch(),
        private_bytes,
        local_bytes,
        spills,
    })
}

/// Writes the code, again and again until all that jumps ask for is known.
fn write<'k>(new: impl Fn() -> Generator<'k>, tree: &Tree) -> Made<Generator<'k>> {
    let mut found = Found::new(tree);
    loop {
        let mut generator = new();
        generator.turn_off_outside();
        let mut ways = Ways::new(&mut generator, tree, found.clone());
        ways.block(crate::ir::BlockId(0))?;
        let new = ways.found;
        if new == found {
            finish::sweep(&mut generator.code);
            generator.load_arguments();
            return Ok(generator);
        }
        found = new;
    }
}

/// A message that a limit was passed.
fn too_large(kernel: &Kernel, what: &str) -> Diagnostic {
    let message = format!("Kernel `{}` is too large for Sim-D: {what}.", kernel.name);
    Diagnostic::error("limit::sim-d", Span::NONE, message)
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
            (Op::Load { ptr, .. }, Some(_)) => self.load(*ptr)?,
            (op, Some(value)) if self.class(value) == Class::Scalar => self.scalar_op(op, value)?,
            (op, Some(value)) => self.vector_op(op, value)?,
        };
        let Some(value) = inst.result else { return Ok(()) };
        self.hold(value, word);
        Ok(())
    }

    /// A value is a word that was computed: in its register, if it has one already, or from now on.
    fn hold(&mut self, value: crate::ir::Value, word: Arg) {
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
