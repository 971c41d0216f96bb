//! From a prepared kernel to a program: code is made, its registers get numbers, and what it needs is compared with what there
//! is. Code without tiles comes first: what it asks of main memory says which tiles are worth it.

use alloc::{format, vec, vec::Vec};

use lanescope_parts::{
    analysis::uniformity::{Uniformity, Waiting},
    codegen::{
        ranges::Course,
        tree::Tree,
        trips::{self, Trip},
    },
    image::Memory,
    ir::{
        BlockId, Kernel, Op, Value,
        cfg::Cfg,
        layout::{GroupMemory, Layout},
    },
    source::{Diagnostic, Span},
};

use super::{
    Compiled,
    code::{Class, Code},
    estimate::Estimate,
    finish, memory, outputs, report,
    schedule::schedule,
    shape::Shape,
    stack::Found,
    stage,
    state::{self, Generator, Made},
    tiles::Tile,
    ways::Ways,
};
use crate::{
    isa::{BUFFERS, Checked, WORK_ITEMS},
    rules::Bounds,
    spec::Spec,
};

/// What a program is made of.
pub struct Source<'k> {
    pub kernel: &'k Kernel,
    pub layout: &'k Layout,
    /// The memory of an OpenCL group.
    pub group: &'k GroupMemory,
    pub shape: Shape,
    pub args: &'k [u64],
    pub memory: &'k Memory,
    pub spec: &'k Spec,
    /// Bytes of a scratchpad for the memory of all OpenCL groups in one of the machine.
    pub local_bytes: u64,
}

/// What follows from the kernel, and does not depend on tiles.
struct Known {
    cfg: Cfg,
    uniform: Uniformity,
    tree: Tree,
    /// What is known of the branch at the end of each block.
    trips: Vec<Option<Trip>>,
    /// For each argument that is a pointer the bytes from there to the end of its buffer, and where that is.
    reach: Vec<u64>,
    ends: Vec<u64>,
}

/// Code with registers.
struct Placed<'k> {
    generator: Generator<'k>,
    registers: Vec<u32>,
    spills: u32,
}

/// Makes the program.
pub fn build(source: &Source<'_>) -> Made<Compiled> {
    let cfg = Cfg::new(source.kernel);
    let reach: Vec<u64> = source.args.iter().map(|arg| source.memory.bytes_from(*arg)).collect();
    let tree = Tree::new(source.kernel, &cfg);
    let known = Known {
        uniform: Uniformity::waiting(source.kernel, &cfg, Waiting::ForTheTurn),
        trips: trips::trips(source.kernel, &tree, &source.group.args),
        tree,
        ends: source.args.iter().zip(&reach).map(|(arg, bytes)| arg + bytes).collect(),
        reach,
        cfg,
    };
    let plain = place(source, &known, &[]);
    let [brought, results] = plain.as_ref().map_or([vec![], vec![]], |placed| tiles(source, &known, placed));
    let all = [brought.as_slice(), &results].concat();
    // With tiles it may need what there is not.
    let with = |tiles: &[Tile]| -> Option<Compiled> {
        let placed = if tiles.is_empty() { return None } else { place(source, &known, tiles) };
        placed.and_then(|placed| finished(source, &known, placed, tiles)).ok()
    };
    let without_results = with(&brought);
    let compiled = if results.is_empty() { None } else { with(&all) };
    // Results that wait for each other in the scratchpad may take a group longer than they spare the memory.
    let plain = match without_results {
        Some(compiled) => Ok(compiled),
        None => finished(source, &known, plain?, &[]),
    };
    match (compiled, &plain) {
        (Some(compiled), Ok(plain)) if compiled.estimate.cycles >= plain.estimate.cycles => {}
        (Some(compiled), _) => return Ok(compiled),
        (None, _) => {}
    }
    plain
}

/// What is worth a place in the scratchpad: what is brought, and what is put together there.
fn tiles(source: &Source<'_>, known: &Known, placed: &Placed<'_>) -> [Vec<Tile>; 2] {
    let compiler = &source.spec.compiler;
    let room = u64::from(source.spec.scratchpad_bytes);
    let mut free = room.saturating_sub(scratchpad_bytes(source, placed, &[]));
    let course = Course { tree: &known.tree, cfg: &known.cfg, trips: &known.trips };
    let mut brought = Vec::new();
    if compiler.staging {
        brought = stage::plan(&placed.generator, &course, free);
    }
    free -= brought.iter().map(Tile::bytes).sum::<u64>();
    let mut results = Vec::new();
    if compiler.composed_results {
        results = outputs::plan(&placed.generator, &known.uniform, free);
    }
    [brought, results]
}

/// Bytes of a scratchpad that code needs.
fn scratchpad_bytes(source: &Source<'_>, placed: &Placed<'_>, tiles: &[Tile]) -> u64 {
    let tiles: u64 = tiles.iter().map(Tile::bytes).sum();
    private_bytes(source, placed)
        + source.local_bytes
        + tiles
        + 4 * WORK_ITEMS as u64 * u64::from(placed.spills)
}

fn private_bytes(source: &Source<'_>, placed: &Placed<'_>) -> u64 {
    if placed.generator.private {
        source.layout.private_bytes.next_multiple_of(4) * WORK_ITEMS as u64
    } else {
        0
    }
}

/// Makes code with tiles, and gives its registers numbers.
fn place<'k>(source: &'k Source<'_>, known: &'k Known, tiles: &'k [Tile]) -> Made<Placed<'k>> {
    let kernel = source.kernel;
    let new = |few: bool| {
        let mut classes = state::classes(kernel, &known.cfg, &known.uniform, &known.tree.loops, tiles);
        if few {
            let is_argument =
                |at: usize| kernel.def(Value(at as u32)).is_some_and(|inst| matches!(inst.op, Op::Arg(_)));
            let others = classes.iter_mut().enumerate().filter(|(at, _)| !is_argument(*at));
            others.for_each(|(_, class)| *class = Class::Vector);
        }
        Generator {
            kernel,
            layout: source.layout,
            memory: source.group,
            shape: source.shape,
            spec: source.spec,
            code: Code { often: 1, ..Code::default() },
            classes,
            regs: vec![None; kernel.values.len()],
            buffers: vec![],
            reach: &known.reach,
            ends: &known.ends,
            tiles,
            words: vec![],
            trips: &known.trips,
            private: false,
            stride: [None; 3],
            block: BlockId(0),
            accesses: vec![],
            asked: vec![],
        }
    };
    let mut generator = write(|| new(false), &known.tree)?;
    let mut placed = registers(source, &mut generator, tiles);
    if placed == Err(finish::Full::Scalars) {
        generator = write(|| new(true), &known.tree)?;
        placed = registers(source, &mut generator, tiles);
    }
    let (registers, spills) = placed.map_err(|full| match full {
        finish::Full::Scalars => too_large(kernel, "it needs more than 32 scalars at once"),
        finish::Full::Vectors => {
            too_large(kernel, "it needs more vectors at once than registers and scratchpad buffers are")
        }
    })?;
    Ok(Placed { generator, registers, spills })
}

/// Registers of code, in a better order if that does not need more of them than there are.
fn registers(
    source: &Source<'_>,
    generator: &mut Generator<'_>,
    tiles: &[Tile],
) -> Result<(Vec<u32>, u32), finish::Full> {
    let tiles = tiles.len() as u32;
    if !source.spec.compiler.scheduling {
        return finish::place(&mut generator.code, tiles);
    }
    let mut ordered = generator.code.clone();
    schedule(&mut ordered, &source.spec.timing);
    let better = finish::place(&mut ordered, tiles);
    if !matches!(better, Ok((_, 0))) {
        let plain = finish::place(&mut generator.code, tiles);
        let fewer = match (&better, &plain) {
            (Ok((_, more)), Ok((_, spills))) => spills < more,
            (better, _) => better.is_err(),
        };
        if fewer {
            return plain;
        }
    }
    generator.code = ordered;
    better
}

/// Writes the code, again and again until all that jumps ask for is known.
fn write<'k>(new: impl Fn() -> Generator<'k>, tree: &Tree) -> Made<Generator<'k>> {
    let mut found = Found::new(tree);
    loop {
        let mut generator = new();
        generator.load_tiles();
        generator.turn_off_outside();
        let mut ways = Ways::new(&mut generator, tree, found.clone());
        ways.block(BlockId(0))?;
        let new = ways.found;
        if new == found {
            finish::sweep(&mut generator.code);
            generator.load_arguments();
            return Ok(generator);
        }
        found = new;
    }
}

/// The program, if it fits.
fn finished(source: &Source<'_>, known: &Known, mut placed: Placed<'_>, tiles: &[Tile]) -> Made<Compiled> {
    let (kernel, spec) = (source.kernel, source.spec);
    let (sum, room) = (scratchpad_bytes(source, &placed, tiles), spec.scratchpad_bytes);
    let private_bytes = private_bytes(source, &placed);
    let Placed { generator, registers, spills } = &mut placed;
    let words = generator.order_words(registers);
    let instructions = finish::write(&mut generator.code, registers, &spec.timing);
    let (count, most) = (instructions.len(), spec.instruction_memory as usize);
    if count > most {
        let message = format!("it has {count} instructions; the instruction memory holds {most}");
        return Err(too_large(kernel, &message).help("raise the setting `instruction_memory`"));
    }
    if generator.buffers.len() > BUFFERS {
        return Err(too_large(kernel, "it has more arguments than there are buffers"));
    }
    if sum > room.into() {
        let what = "private memory, local memory and vectors without a register";
        return Err(too_large(kernel, &format!("{what} take {sum} bytes of a scratchpad of {room}")));
    }
    let estimate = Estimate::new(&generator.code, &generator.asked, &source.shape, &spec.timing);
    let course = Course { tree: &known.tree, cfg: &known.cfg, trips: &known.trips };
    let facts = report::facts(&report::violations(generator, &course), &instructions);
    let Shape { global, local, width, .. } = source.shape;
    let checked = Checked {
        loads: !source.spec.compiler.hoisted_loads,
        global,
        group: local,
        width,
        local: memory::LOCAL,
        local_words: source.group.bytes.div_ceil(4) as u32,
    };
    Ok(Compiled {
        checked: (source.spec.bounds == Bounds::Halt).then_some(checked),
        estimate,
        facts,
        instructions,
        buffers: core::mem::take(&mut generator.buffers),
        words,
        constants: source.layout.constants(kernel),
        launch: source.shape.launch(),
        private_bytes,
        local_bytes: source.local_bytes,
        tiles: tiles.iter().map(|tile| tile.size).collect(),
        spills: *spills,
    })
}

/// A message that a limit was passed.
pub fn too_large(kernel: &Kernel, what: &str) -> Diagnostic {
    let message = format!("Kernel `{}` is too large for Sim-D: {what}.", kernel.name);
    Diagnostic::error("limit::sim-d", Span::NONE, message)
}
