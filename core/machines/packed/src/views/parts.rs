//! The machine as boxes and links: the chip, a core with its threads, issue, registers, units and way to memory, and the cache
//! with its sets.

use alloc::{format, string::String, vec::Vec};

use lanescope_parts::{
    figure::{
        Mark,
        diagram::{Block, Cell, Diagram},
        matrix::State,
    },
    machines::{
        observed::{Near, Parts, Seat},
        panels::diagram::{main_memory, memory},
    },
    mem::vector_cache::Cache,
    trace::{Stage, Station},
};

use crate::isa::ClassNames;
use crate::{exec::record::is_access, isa::Class, machine::Packed, timing::core::Core};

/// The units, each with its permanent name and its name for people.
const UNITS: [(&str, &str); 6] = [
    ("scalar", "scalar unit"),
    ("integer", "packed integers"),
    ("shuffle", "shuffle and masks"),
    ("float", "floats"),
    ("tile", "tile unit"),
    (MEMORY, "load/store unit"),
];

/// The unit that all accesses of memory go to.
const MEMORY: &str = "memory";

/// The unit of an instruction.
const fn unit_of(class: Class) -> &'static str {
    match class {
        Class::Int | Class::IntMul | Class::IntDiv | Class::Branch => "scalar",
        Class::PInt | Class::PMul => "integer",
        Class::PShuffle | Class::PMask => "shuffle",
        Class::Fp | Class::FpMul | Class::FpDiv => "float",
        Class::PFpAdd | Class::PFpMul | Class::PFpMad | Class::PFpDiv => "float",
        Class::TMul | Class::TConfig => "tile",
        Class::Load | Class::Store | Class::Atomic | Class::PLoad | Class::PStore => MEMORY,
        Class::PGather | Class::PScatter | Class::TLoad | Class::TStore => MEMORY,
    }
}

/// See [`lanescope_parts::machines::Machine::parts`].
pub fn parts(machine: &Packed, near: &Near) -> Option<Parts> {
    let Some(rest) = near.zoom.strip_prefix("core") else {
        if let Some(shared) = machine.shared().filter(|_| near.zoom == "shared") {
            return in_cache(&mut chip(machine), near, shared);
        }
        return match (near.zoom, machine.main()) {
            ("", _) => Some(Parts { diagram: chip(machine), entries: None }),
            (_, main) => main_memory::inside(near, main, machine.now()),
        };
    };
    let (number, part) = rest.split_once('/').unwrap_or((rest, ""));
    let number: usize = number.parse().ok()?;
    let core = machine.cores().get(number)?;
    let mut whole = of_core(machine, core, number as u32);
    if part.is_empty() {
        return Some(Parts { diagram: whole, entries: None });
    }
    in_cache(&mut whole, near, core.cache()?)
}

/// A cache with its sets, among what it is linked with in `whole`.
fn in_cache(whole: &mut Diagram, near: &Near, cache: &Cache) -> Option<Parts> {
    let own = whole.blocks.iter().position(|block| block.opens && block.path == near.zoom)? as u32;
    let (mut diagram, centre) = memory::around(whole, own);
    let entries = memory::sets(&mut diagram, centre, near, cache.tags());
    Some(Parts { diagram, entries: Some(entries) })
}

/// See [`lanescope_parts::machines::Machine::seat`].
pub fn seat(machine: &Packed, seat: Seat) -> Option<String> {
    let threads = machine.spec().threads.max(1);
    let core = |unit: u32| unit / threads;
    Some(match seat {
        Seat::Dispatcher => return None,
        Seat::Core(core) => format!("core{core}"),
        Seat::Stage { unit, pc, stage } => match stage {
            Stage::Fetch | Stage::Decode | Stage::Wait => {
                format!("core{}/thread{}", core(unit), unit % threads)
            }
            // An operation on memory is in the load/store unit until its operand is there.
            Stage::Issue | Stage::Execute | Stage::Memory => {
                let inst = machine.program().code.get(pc as usize)?;
                let waits = stage != Stage::Execute && is_access(inst);
                let unit_name = if waits { MEMORY } else { unit_of(inst.class()) };
                format!("core{}/{unit_name}", core(unit))
            }
            Stage::Writeback | Stage::Done => format!("core{}/registers", core(unit)),
        },
        Seat::Request { unit, .. } => match machine.cores().get(core(unit) as usize)?.cache() {
            Some(_) => format!("core{}/cache", core(unit)),
            None => format!("core{}/memory", core(unit)),
        },
        Seat::Station { station: Station::Channel, index } => format!("channel{index}"),
        Seat::Station { .. } => return None,
        Seat::Bank { channel, bank } => format!("channel{channel}/bank{bank}"),
    })
}

/// The whole chip: cores above the memory that they share.
fn chip(machine: &Packed) -> Diagram {
    let mut diagram = Diagram::default();
    let cores: Vec<u32> = (0..)
        .zip(machine.cores())
        .map(|(number, core)| {
            let block = Block::new(format!("core{number}"), format!("core {number}"), 0).opening();
            let under_way = core.accesses_under_way(machine.now());
            let block = block.filled(under_way as u64, machine.spec().outstanding.into());
            let block = block.line(format!("accesses under way: {under_way}"));
            diagram.add(Block { cells: threads(machine, core, number), ..block })
        })
        .collect();
    let below = main_memory(&mut diagram, 1, machine);
    for core in cores {
        below.iter().for_each(|memory| diagram.link(core, *memory));
    }
    diagram
}

/// A field for each thread of a core, in the colour of its cause.
fn threads(machine: &Packed, core: &Core, number: u32) -> Vec<Cell> {
    let threads = machine.spec().threads;
    let field = |thread: u32| {
        let next = core.next(thread, machine.program());
        let state = if next.is_some() { State::On } else { State::Off };
        let cause =
            machine.now().checked_sub(1).map(|last| core.cause(thread, last)).filter(|_| next.is_some());
        Cell { cause, ..Cell::new(state, Some(Mark::Unit(number * threads + thread))) }
    };
    (0..threads).map(field).collect()
}

/// The memory of all cores: the boxes that a core is linked with.
fn main_memory(diagram: &mut Diagram, rank: u32, machine: &Packed) -> Vec<u32> {
    let shared = machine
        .shared()
        .map(|shared| diagram.add(memory::cache("shared".into(), "shared cache", rank, shared.tags())));
    let below = rank + u32::from(shared.is_some());
    let boxes = main_memory::boxes(diagram, below, machine.main(), machine.now());
    let Some(shared) = shared else { return boxes };
    boxes.into_iter().for_each(|below| diagram.link(shared, below));
    Vec::from([shared])
}

/// A core with its threads, registers, units, and way to memory.
fn of_core(machine: &Packed, core: &Core, number: u32) -> Diagram {
    let (spec, now) = (machine.spec(), machine.now());
    let path = |id: &str| format!("core{number}/{id}");
    let mut diagram = Diagram::default();
    let mut all = Vec::new();
    for thread in 0..spec.threads {
        let block = Block::new(path(&format!("thread{thread}")), format!("thread {thread}"), 0);
        let last = now.checked_sub(1).map(|last| core.cause(thread, last));
        let block = match core.next(thread, machine.program()) {
            Some(pc) => block.marked(Mark::Pc(pc)).line("issues next"),
            None => block.marked(Mark::Unit(number * spec.threads + thread)).line("no work"),
        };
        all.push(diagram.add(Block { cause: last, ..block }));
    }
    let waiting = core.pending(now);
    let registers = Block::new(path("registers"), "registers", 1);
    let registers = diagram.add(registers.line(format!("{waiting} wait for results")));
    all.into_iter().for_each(|thread| diagram.link(thread, registers));
    let mut memory_unit = registers;
    for (id, name) in UNITS.into_iter().filter(|(id, _)| *id != "tile" || spec.generation.has_tiles()) {
        let block = Block::new(path(id), name, 2);
        let block = match id {
            MEMORY => {
                let under_way = core.accesses_under_way(now);
                block
                    .filled(under_way as u64, spec.outstanding.into())
                    .line(format!("accesses under way: {under_way} of {}", spec.outstanding))
            }
            "tile" => block.line(match core.tiles_free().saturating_sub(now) {
                0 => "free".into(),
                busy => format!("busy for {busy} cycles"),
            }),
            _ => block,
        };
        memory_unit = diagram.add(block);
        diagram.link(registers, memory_unit);
    }
    let mut rank = 3;
    if let Some(cache) = core.cache() {
        let at = diagram.add(memory::cache(path("cache"), "cache", rank, cache.tags()));
        diagram.link(memory_unit, at);
        (memory_unit, rank) = (at, rank + 1);
    }
    for memory in main_memory(&mut diagram, rank, machine) {
        diagram.link(memory_unit, memory);
    }
    diagram
}
