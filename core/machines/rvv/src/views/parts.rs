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
        panels::diagram::{boxed, main_memory, memory},
    },
    trace::{
        Cause, Site, Spot,
        site::{Holds, NUMBERS},
    },
};

use super::sites::*;
use crate::isa::ClassNames;
use crate::{
    isa::Class,
    machine::Vector,
    timing::{Unit, core::Core, core::Flight},
};

/// See [`lanescope_parts::machines::Machine::parts`].
pub fn parts(machine: &Vector, near: &Near, ahead: &Vector) -> Option<Parts> {
    let Spot { site, numbers: [number, ..] } = near.at;
    let core = || machine.cores().get(number as usize);
    match site {
        Site::MACHINE => Some(Parts { diagram: chip(machine, ahead), entries: None }),
        Site::CORE => Some(Parts { diagram: of_core(machine, core()?, ahead), entries: None }),
        TLB | CACHE => inside(machine, core()?, near, ahead),
        _ => main_memory::inside(near, machine.main(), machine.now()),
    }
}

/// A part of the way to memory from inside, with the parts beside it.
fn inside(machine: &Vector, core: &Core, near: &Near, ahead: &Vector) -> Option<Parts> {
    let path = SITES.path(near.at);
    let mut whole = of_core(machine, core, ahead);
    let own = whole.blocks.iter().position(|block| block.opens && block.path == path)? as u32;
    let (mut diagram, centre) = memory::around(&mut whole, own);
    let entries = match (near.at.site, core.path().tlb(), core.path().cache()) {
        (TLB, Some(tlb), _) => {
            let pages: Vec<u64> = tlb.pages().rev().collect();
            for at in near.range(pages.len() as u64) {
                let block = Block::new(format!("{path}/page{at}"), format!("{:#x}", pages[at as usize]), 0);
                diagram.add_in(centre, block);
            }
            ("pages", pages.len() as u64)
        }
        (_, _, Some(cache)) => memory::sets(&mut diagram, centre, near, cache.tags()),
        _ => return None,
    };
    Some(Parts { diagram, entries: Some(entries) })
}

/// See [`lanescope_parts::machines::Machine::numbers`].
pub fn numbers(machine: &Vector, site: Site, seat: &Seat) -> Option<[u32; NUMBERS]> {
    let rows = machine.rows().max(1);
    let (core, row) = (seat.unit / rows, seat.unit % rows);
    let is_there = match (seat.what, site) {
        (Holds::Made, CACHE) => {
            machine.cores().get(core as usize).is_some_and(|one| one.path().cache().is_some())
        }
        (Holds::Stage(_) | Holds::Made, SCALAR) => row == 0,
        (Holds::Stage(_) | Holds::Made, UNIT) => row > 0,
        (Holds::Stage(_) | Holds::Made, _) => true,
        _ => return Some([seat.part[0], seat.part[1], 0]),
    };
    is_there.then_some([core, row, 0])
}

/// See [`lanescope_parts::machines::Machine::called`].
pub fn called(machine: &Vector, spot: Spot) -> String {
    let spec = machine.spec();
    let unit = (1..).zip(Unit::all(spec)).find(|(row, _)| spot.site == UNIT && spot.numbers[1] == *row);
    match unit {
        Some((_, (kind, copy))) if kind.count(spec) > 1 => format!("{} {copy}", kind.name()),
        Some((_, (kind, _))) => kind.name().into(),
        None => SITES.name(spot),
    }
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
    let block = boxed(SITES, Site::CORE.of([number]), 0).opening();
    let block = block.filled(busy as u64, cells.len() as u64);
    let block = block.line(format!("{busy} of {} units busy", cells.len()));
    let cause = core.front_cause(now);
    Block { cells, cause: Some(cause), ..block }
}

/// A core with its front end, registers, units, and way to memory.
fn of_core(machine: &Vector, core: &Core, ahead: &Vector) -> Diagram {
    let (number, now, spec) = (core.number(), machine.now(), machine.spec());
    let at = |site: Site, rank| boxed(SITES, site.of([number]), rank);
    let mut diagram = Diagram::default();
    let front = at(FRONT, 0).marked(Mark::Unit(core.unit()));
    let front = front.line(core.wake().map_or_else(
        || "all is issued".into(),
        |issue| format!("issues in {} cycles", issue.saturating_sub(now)),
    ));
    let front = diagram.add(Block { cause: Some(core.front_cause(now)), ..front });
    let scalar = diagram.add(at(SCALAR, 1).line("loads, stores and arithmetic of scalars"));
    let written = machine.flights(core, ahead);
    let waiting =
        written.iter().filter(|flight| flight.times.produced.last().is_some_and(|last| *last > now));
    let registers = at(REGISTERS, 1).line(format!("{} instructions still write", waiting.count()));
    let registers = diagram.add(registers.line(format!("32 registers of {} bits", spec.vlen)));
    diagram.link(front, scalar);
    diagram.link(front, registers);
    let mut memory_units = Vec::new();
    for (row, (kind, _)) in (1..).zip(Unit::all(spec)) {
        let spot = UNIT.of([number, row]);
        let named = Block { name: called(machine, spot), ..boxed(SITES, spot, 2) };
        let own = diagram.add(unit(machine, core, ahead, row, named));
        diagram.link(registers, own);
        if kind == Unit::Memory {
            memory_units.push(own);
        }
    }
    let mut above = memory_units;
    let way = core.path();
    let mut rank = 3;
    if let Some(tlb) = way.tlb() {
        let known = tlb.pages().count() as u64;
        let block = at(TLB, rank).filled(known, tlb.entries() as u64);
        let own = diagram.add(block.line(format!("{} misses so far", way.tlb_misses)).opening());
        above.drain(..).for_each(|unit| diagram.link(unit, own));
        (above, rank) = (Vec::from([own]), rank + 1);
    }
    if let Some(cache) = way.cache() {
        let block = memory::cache(at(CACHE, rank), cache.tags());
        let block = block.line(format!("{} hits, {} misses so far", way.cache_hits, way.cache_misses));
        let own = diagram.add(block);
        above.drain(..).for_each(|part| diagram.link(part, own));
        (above, rank) = (Vec::from([own]), rank + 1);
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
    let (find, pc) = (|spot| diagram.find(&SITES.path(spot)), flight.record.pc);
    let (unit, registers) = (find(UNIT.of([core, flight.row])), find(REGISTERS.of([core])));
    let (Some(unit), Some(registers)) = (unit, registers) else {
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
