//! The machine as boxes and links: the chip, a core with its front end, registers, functional units and way to memory, and the
//! parts of that way with what they hold. Which element groups move is known from the times of the instructions under way.

use alloc::{format, string::String, vec::Vec};

use lanescope_parts::{
    base::{LaneMask, Lanes},
    figure::{
        Mark,
        diagram::{Block, Cell, Diagram, Token},
        matrix::State,
    },
    machines::{
        observed::{Near, Parts, Seat},
        panels::diagram::{main_memory, memory},
    },
    trace::{Cause, Stage, Station},
};

use crate::isa::ClassNames;
use crate::{
    isa::Class,
    machine::Vector,
    timing::{Unit, core::Core, core::Flight},
};

/// See [`lanescope_parts::machines::Machine::parts`].
pub fn parts(machine: &Vector, near: &Near, ahead: &Vector) -> Option<Parts> {
    let Some(rest) = near.zoom.strip_prefix("core") else {
        return match near.zoom {
            "" => Some(Parts { diagram: chip(machine, ahead), entries: None }),
            _ => main_memory::inside(near, machine.main(), machine.now()),
        };
    };
    let (number, part) = rest.split_once('/').unwrap_or((rest, ""));
    let core = machine.cores().get(number.parse::<usize>().ok()?)?;
    if part.is_empty() {
        return Some(Parts { diagram: of_core(machine, core, ahead), entries: None });
    }
    let mut whole = of_core(machine, core, ahead);
    let own = whole.blocks.iter().position(|block| block.opens && block.path == near.zoom)? as u32;
    let (mut diagram, centre) = memory::around(&mut whole, own);
    let path = core.path();
    let entries = match (part, path.tlb(), path.cache()) {
        ("tlb", Some(tlb), _) => {
            let pages: Vec<u64> = tlb.pages().rev().collect();
            for at in near.range(pages.len() as u64) {
                let block =
                    Block::new(format!("{}/page{at}", near.zoom), format!("{:#x}", pages[at as usize]), 0);
                diagram.add_in(centre, block);
            }
            ("pages", pages.len() as u64)
        }
        (_, _, Some(cache)) => memory::sets(&mut diagram, centre, near, cache.tags()),
        _ => return None,
    };
    Some(Parts { diagram, entries: Some(entries) })
}

/// See [`lanescope_parts::machines::Machine::seat`].
pub fn seat(machine: &Vector, seat: Seat) -> Option<String> {
    let rows = machine.rows().max(1);
    let core = |unit: u32| (unit / rows, unit % rows);
    let unit_seat = |unit: u32| {
        let (core, row) = core(unit);
        if row == 0 { format!("core{core}/scalar") } else { format!("core{core}/unit{row}") }
    };
    Some(match seat {
        Seat::Dispatcher => return None,
        Seat::Core(core) => format!("core{core}"),
        Seat::Stage { unit, stage, .. } => match stage {
            Stage::Fetch | Stage::Decode | Stage::Wait => format!("core{}/front", core(unit).0),
            Stage::Issue | Stage::Execute | Stage::Memory => unit_seat(unit),
            Stage::Writeback | Stage::Done => return None,
        },
        Seat::Request { unit, .. } => match machine.cores().get(core(unit).0 as usize) {
            Some(one) if one.path().cache().is_some() => format!("core{}/cache", core(unit).0),
            _ => unit_seat(unit),
        },
        Seat::Station { station: Station::Channel, index } => format!("channel{index}"),
        Seat::Station { .. } => return None,
        Seat::Bank { channel, bank } => format!("channel{channel}/bank{bank}"),
    })
}

/// The whole chip: cores above the memory that they share.
fn chip(machine: &Vector, ahead: &Vector) -> Diagram {
    let mut diagram = Diagram::default();
    let cores: Vec<u32> =
        machine.cores().iter().map(|core| diagram.add(core_from_outside(machine, core, ahead))).collect();
    let below = main_memory::boxes(&mut diagram, 1, machine.main(), machine.now());
    for core in cores {
        below.iter().for_each(|memory| diagram.link(core, *memory));
    }
    diagram
}

/// A core from outside: a field for each functional unit, in the colour of its cause.
fn core_from_outside(machine: &Vector, core: &Core, ahead: &Vector) -> Block {
    let (number, now) = (core.number(), machine.now());
    let cell = |row: u32| {
        let unit = core.unit() + row;
        let (cause, pc) = match machine.flight(unit, ahead) {
            Some(flight) => (flight.state(now, machine.spec().lanes).0, Some(flight.record.pc)),
            None => (Cause::EMPTY, None),
        };
        let state = if pc.is_some() && cause != Cause::EMPTY { State::On } else { State::Off };
        Cell { cause: (state == State::On).then_some(cause), ..Cell::new(state, Some(Mark::Unit(unit))) }
    };
    let cells: Vec<Cell> = (1..machine.rows()).map(cell).collect();
    let busy = cells.iter().filter(|cell| cell.state == State::On).count();
    let block = Block::new(format!("core{number}"), format!("core {number}"), 0).opening();
    let block = block.filled(busy as u64, cells.len() as u64);
    let block = block.line(format!("{busy} of {} units busy", cells.len()));
    let cause = core.front_cause(now);
    Block { cells, cause: Some(cause), ..block }
}

/// A core with its front end, registers, units, and way to memory.
fn of_core(machine: &Vector, core: &Core, ahead: &Vector) -> Diagram {
    let (number, now, spec) = (core.number(), machine.now(), machine.spec());
    let path = |id: &str| format!("core{number}/{id}");
    let mut diagram = Diagram::default();
    let front = Block::new(path("front"), "front end", 0).marked(Mark::Unit(core.unit()));
    let front = front.line(core.wake().map_or_else(
        || "all is issued".into(),
        |issue| format!("issues in {} cycles", issue.saturating_sub(now)),
    ));
    let front = diagram.add(Block { cause: Some(core.front_cause(now)), ..front });
    let scalar = Block::new(path("scalar"), "scalar unit", 1).line("loads, stores and arithmetic of scalars");
    let scalar = diagram.add(scalar);
    let written = machine.flights(core, ahead);
    let waiting =
        written.iter().filter(|flight| flight.times.produced.last().is_some_and(|last| *last > now));
    let registers = Block::new(path("registers"), "vector registers", 1);
    let registers = registers.line(format!("{} instructions still write", waiting.count()));
    let registers = diagram.add(registers.line(format!("32 registers of {} bits", spec.vlen)));
    diagram.link(front, scalar);
    diagram.link(front, registers);
    let mut memory_units = Vec::new();
    for (row, (kind, copy)) in (1..).zip(Unit::all(spec)) {
        let name = if kind.count(spec) > 1 { format!("{} {copy}", kind.name()) } else { kind.name().into() };
        let block = unit(machine, core, ahead, row, Block::new(path(&format!("unit{row}")), name, 2));
        let at = diagram.add(block);
        diagram.link(registers, at);
        if kind == Unit::Memory {
            memory_units.push(at);
        }
    }
    let mut above = memory_units;
    let way = core.path();
    let mut rank = 3;
    if let Some(tlb) = way.tlb() {
        let known = tlb.pages().count() as u64;
        let block = Block::new(path("tlb"), "page table (TLB)", rank).filled(known, tlb.entries() as u64);
        let at = diagram.add(block.line(format!("{} misses so far", way.tlb_misses)).opening());
        above.drain(..).for_each(|unit| diagram.link(unit, at));
        (above, rank) = (Vec::from([at]), rank + 1);
    }
    if let Some(cache) = way.cache() {
        let block = memory::cache(path("cache"), "vector cache", rank, cache.tags());
        let block = block.line(format!("{} hits, {} misses so far", way.cache_hits, way.cache_misses));
        let at = diagram.add(block);
        above.drain(..).for_each(|part| diagram.link(part, at));
        (above, rank) = (Vec::from([at]), rank + 1);
    }
    let below = main_memory::boxes(&mut diagram, rank, machine.main(), now);
    for part in above {
        below.iter().for_each(|memory| diagram.link(part, *memory));
    }
    for flight in written {
        groups(&mut diagram, flight, (number, now));
    }
    diagram
}

/// A functional unit: its instruction, the element group that enters, and its lanes.
fn unit(machine: &Vector, core: &Core, ahead: &Vector, row: u32, block: Block) -> Block {
    let (unit, now, lanes) = (core.unit() + row, machine.now(), machine.spec().lanes);
    let block = block.marked(Mark::Unit(unit));
    let (active, cause, says) = match machine.flight(unit, ahead) {
        Some(flight) => {
            let (cause, active) = flight.state(now, lanes);
            let begun = flight.times.groups.partition_point(|cycle| *cycle <= now);
            let says = format!("element group {begun} of {}", flight.times.groups.len());
            (active, cause, if cause == Cause::EMPTY { String::from("idle") } else { says })
        }
        None => (LaneMask::NONE, Cause::EMPTY, String::from("idle")),
    };
    let active = Lanes::from(active);
    let field = |lane: u32| {
        let state = if active.has(lane) { State::On } else { State::Off };
        Cell::new(state, Some(Mark::Lane(unit, lane)))
    };
    Block { cells: (0..lanes).map(field).collect(), cause: Some(cause), ..block.line(says) }
}

/// The element group of an instruction that enters its unit in this cycle, and the one whose result is there.
fn groups(diagram: &mut Diagram, flight: &Flight, (core, now): (u32, u64)) {
    let (path, pc) = (|id: &str| format!("core{core}/{id}"), flight.record.pc);
    let place = |diagram: &Diagram, id: &str| diagram.find(&path(id));
    let (Some(unit), Some(registers)) =
        (place(diagram, &format!("unit{}", flight.row)), place(diagram, "registers"))
    else {
        return;
    };
    let load = flight.record.class == Class::VLoad;
    let all = flight.times.groups.len();
    let mut moved = |from: u32, to: u32, group: usize, verb: &str| {
        let (from_name, to_name) =
            (diagram.blocks[from as usize].name.clone(), diagram.blocks[to as usize].name.clone());
        diagram.moved(Token {
            from: Some(from),
            to,
            number: flight.id,
            text: format!("{} of {all}", group + 1),
            sentence: format!(
                "Element group {} of {all} of instruction {pc} {verb} from {from_name} to {to_name}.",
                group + 1
            ),
            mark: Some(Mark::Pc(pc)),
        });
    };
    // A load takes nothing out of vector registers but indices; what it brings goes in.
    if !load && let Ok(group) = flight.times.groups.binary_search(&now) {
        moved(registers, unit, group, "goes");
    }
    let stores = flight.record.class == Class::VStore;
    if !stores && let Ok(group) = flight.times.produced.binary_search(&now) {
        moved(unit, registers, group, if load { "is loaded" } else { "comes" });
    }
}
