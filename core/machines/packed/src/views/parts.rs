//! The machine as boxes and links: the chip, a core with its threads, issue, registers, units and way to memory, and the cache
//! with its sets.

use alloc::{format, vec::Vec};

use lanescope_parts::{
    figure::{
        Mark,
        diagram::{Block, Cell, Diagram},
        matrix::State,
    },
    machines::{
        observed::{Near, Parts, Seat},
        panels::diagram::{boxed, main_memory, memory},
    },
    mem::vector_cache::Cache,
    trace::{
        Site, Spot, Stage,
        site::{Holds, NUMBERS},
    },
};

use super::sites::*;
use crate::isa::ClassNames;
use crate::{exec::record::is_access, isa::Class, machine::Packed, timing::core::Core};

/// The places of the units.
const UNITS: [Site; 6] = [SCALAR, INTEGER, SHUFFLE, FLOAT, TILE, LSU];

/// The unit of an instruction.
const fn unit_of(class: Class) -> Site {
    match class {
        Class::Int | Class::IntMul | Class::IntDiv | Class::Branch => SCALAR,
        Class::PInt | Class::PMul => INTEGER,
        Class::PShuffle | Class::PMask => SHUFFLE,
        Class::Fp | Class::FpMul | Class::FpDiv => FLOAT,
        Class::PFpAdd | Class::PFpMul | Class::PFpMad | Class::PFpDiv => FLOAT,
        Class::TMul | Class::TConfig => TILE,
        Class::Load | Class::Store | Class::Atomic | Class::PLoad | Class::PStore => LSU,
        Class::PGather | Class::PScatter | Class::TLoad | Class::TStore => LSU,
    }
}

/// See [`lanescope_parts::machines::Machine::parts`].
pub fn parts(machine: &Packed, near: &Near) -> Option<Parts> {
    let Spot { site, numbers: [number, ..] } = near.at;
    match site {
        Site::MACHINE => Some(Parts { diagram: chip(machine), entries: None }),
        SHARED_CACHE => in_cache(&mut chip(machine), near, machine.shared()?),
        Site::CORE | CACHE => {
            let core = machine.cores().get(number as usize)?;
            let mut whole = of_core(machine, core, number);
            match site {
                CACHE => in_cache(&mut whole, near, core.cache()?),
                _ => Some(Parts { diagram: whole, entries: None }),
            }
        }
        _ => main_memory::inside(near, machine.main(), machine.now()),
    }
}

/// A cache with its sets, among what it is linked with in `whole`.
fn in_cache(whole: &mut Diagram, near: &Near, cache: &Cache) -> Option<Parts> {
    let path = SITES.path(near.at);
    let own = whole.blocks.iter().position(|block| block.opens && block.path == path)? as u32;
    let (mut diagram, centre) = memory::around(whole, own);
    let entries = memory::sets(&mut diagram, centre, near, cache.tags());
    Some(Parts { diagram, entries: Some(entries) })
}

/// See [`lanescope_parts::machines::Machine::numbers`].
pub fn numbers(machine: &Packed, site: Site, seat: &Seat) -> Option<[u32; NUMBERS]> {
    let threads = machine.spec().threads.max(1);
    let (core, thread) = (seat.unit / threads, seat.unit % threads);
    let is_there = match (seat.what, site) {
        // An operation on memory is in the load/store unit until its operand is there.
        (Holds::Stage(stage @ (Stage::Issue | Stage::Execute | Stage::Memory)), _) => {
            let inst = machine.program().code.get(seat.pc as usize)?;
            let waits = stage != Stage::Execute && is_access(inst);
            site == if waits { LSU } else { unit_of(inst.class()) }
        }
        (Holds::Made, CACHE) => machine.cores().get(core as usize)?.cache().is_some(),
        (Holds::Stage(_) | Holds::Made, _) => true,
        _ => return Some([seat.part[0], seat.part[1], 0]),
    };
    is_there.then_some([core, thread, 0])
}

/// The whole chip: cores above the memory that they share.
fn chip(machine: &Packed) -> Diagram {
    let mut diagram = Diagram::default();
    let cores: Vec<u32> = (0..)
        .zip(machine.cores())
        .map(|(number, core)| {
            let block = boxed(SITES, Site::CORE.of([number]), 0).opening();
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
        .map(|shared| diagram.add(memory::cache(boxed(SITES, SHARED_CACHE.of([]), rank), shared.tags())));
    let below = rank + u32::from(shared.is_some());
    let boxes = main_memory::boxes(diagram, below, machine.main(), machine.now());
    let Some(shared) = shared else { return boxes };
    boxes.into_iter().for_each(|below| diagram.link(shared, below));
    Vec::from([shared])
}

/// A core with its threads, registers, units, and way to memory.
fn of_core(machine: &Packed, core: &Core, number: u32) -> Diagram {
    let (spec, now) = (machine.spec(), machine.now());
    let at = |site: Site, rank| boxed(SITES, site.of([number]), rank);
    let mut diagram = Diagram::default();
    let mut all = Vec::new();
    for thread in 0..spec.threads {
        let block = boxed(SITES, THREAD.of([number, thread]), 0);
        let last = now.checked_sub(1).map(|last| core.cause(thread, last));
        let block = match core.next(thread, machine.program()) {
            Some(pc) => block.marked(Mark::Pc(pc)).line("issues next"),
            None => block.marked(Mark::Unit(number * spec.threads + thread)).line("no work"),
        };
        all.push(diagram.add(Block { cause: last, ..block }));
    }
    let waiting = core.pending(now);
    let registers = diagram.add(at(REGISTERS, 1).line(format!("{waiting} wait for results")));
    all.into_iter().for_each(|thread| diagram.link(thread, registers));
    let mut memory_unit = registers;
    for site in UNITS.into_iter().filter(|site| *site != TILE || spec.generation.has_tiles()) {
        let block = at(site, 2);
        let block = match site {
            LSU => {
                let under_way = core.accesses_under_way(now);
                block
                    .filled(under_way as u64, spec.outstanding.into())
                    .line(format!("accesses under way: {under_way} of {}", spec.outstanding))
            }
            TILE => block.line(match core.tiles_free().saturating_sub(now) {
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
        let at = diagram.add(memory::cache(at(CACHE, rank), cache.tags()));
        diagram.link(memory_unit, at);
        (memory_unit, rank) = (at, rank + 1);
    }
    for memory in main_memory(&mut diagram, rank, machine) {
        diagram.link(memory_unit, memory);
    }
    diagram
}
