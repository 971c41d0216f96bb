//! The machine as boxes and links: the chip with its cores, a core with its pipeline, a part with its entries.

use alloc::{format, string::String, vec::Vec};

use lanescope_parts::{
    figure::{
        Mark,
        diagram::{Block, Cell, Diagram},
        matrix::State,
    },
    machines::{
        observed::{Near, Parts, Seat},
        panels::diagram::{boxed, memory},
    },
    mem::l1::L1,
    trace::{
        Site, Spot, Stage,
        site::{Holds, NUMBERS},
    },
};

use super::sites::*;
use crate::timing::{Gpu, core::Core, units::Unit};

/// The places of the functional units, each with its kind.
const UNITS: [(Unit, Site); 5] = [
    (Unit::Int, INT),
    (Unit::Float, FLOAT),
    (Unit::Special, SPECIAL),
    (Unit::Control, CONTROL),
    (Unit::Memory, LSU),
];

/// See [`lanescope_parts::machines::Machine::parts`].
pub fn parts(gpu: &Gpu, near: &Near) -> Option<Parts> {
    let Spot { site, numbers: [index, ..] } = near.at;
    let diagram = match site {
        Site::MACHINE => chip(gpu),
        Site::CORE => of_core(gpu, gpu.cores().get(index as usize)?),
        Site::NETWORK | Site::SLICE | Site::CHANNEL => return memory::inside(gpu.hierarchy().system(), near),
        _ => return inside(gpu, gpu.cores().get(index as usize)?, near),
    };
    Some(Parts { diagram, entries: None })
}

/// See [`lanescope_parts::machines::Machine::numbers`].
pub fn numbers(gpu: &Gpu, site: Site, seat: &Seat) -> Option<[u32; NUMBERS]> {
    let spec = &gpu.setup().spec;
    let warps = spec.warps_per_core.max(1);
    let core = seat.unit / warps;
    match seat.what {
        Holds::Stage(Stage::Issue) => Some([core, seat.unit % warps % spec.schedulers.max(1), 0]),
        Holds::Stage(Stage::Execute | Stage::Memory) => {
            let unit = gpu.setup().decoded.get(seat.pc as usize).map(|decoded| decoded.cost.unit)?;
            UNITS.contains(&(unit, site)).then_some([core, 0, 0])
        }
        Holds::Stage(_) | Holds::Made => Some([core, 0, 0]),
        _ => Some([seat.part[0], seat.part[1], 0]),
    }
}

/// The whole chip.
fn chip(gpu: &Gpu) -> Diagram {
    let mut diagram = Diagram::default();
    let waiting = gpu.waiting_groups();
    let source = diagram.add(boxed(SITES, DISPATCHER.of([]), 0).line(format!("{waiting} groups wait")));
    let cores: Vec<u32> = gpu.cores().iter().map(|core| diagram.add(core_from_outside(gpu, core))).collect();
    cores.iter().for_each(|core| diagram.link(source, *core));
    let network = memory::behind(&mut diagram, 2, gpu.hierarchy().system());
    cores.into_iter().for_each(|core| diagram.link(core, network));
    diagram
}

/// A core from outside: its warps as fields.
fn core_from_outside(gpu: &Gpu, core: &Core) -> Block {
    let index = core.index;
    let warps = core.warps.iter().filter(|warp| warp.is_some()).count();
    let groups = core.groups.iter().filter(|group| group.is_some()).count();
    let block = boxed(SITES, Site::CORE.of([index]), 1).opening();
    let block = block.filled(warps as u64, core.warps.len() as u64);
    let block = block.line(format!("warps {warps}, groups {groups}"));
    let in_flight = core.flights.live().count();
    let misses = gpu.hierarchy().caches().get(index as usize).map_or(0, |cache| cache.occupancy().0);
    let block = block.line(format!("{in_flight} in flight, {misses} misses"));
    Block { cells: warp_cells(core, |_| String::new()), cause: core.slot_causes.first().copied(), ..block }
}

/// A field for each warp slot, in the colour of its cause.
fn warp_cells(core: &Core, text: impl Fn(u32) -> String) -> Vec<Cell> {
    let cell = |warp: u32| {
        let live = core.warps[warp as usize].is_some();
        let state = if live { State::On } else { State::Off };
        let cause = live.then(|| core.cells.of(warp));
        Cell { cause, text: text(warp), ..Cell::new(state, Some(Mark::Unit(core.unit(warp)))) }
    };
    (0..core.warps.len() as u32).map(cell).collect()
}

/// The boxes of a core and how they are linked.
fn of_core(gpu: &Gpu, core: &Core) -> Diagram {
    let mut diagram = Diagram::default();
    let fetch = diagram.add(part(gpu, core, FRONT));
    let buffers = diagram.add(part(gpu, core, BUFFERS));
    let board = diagram.add(part(gpu, core, SCOREBOARD));
    let stack = diagram.add(part(gpu, core, STACK));
    diagram.link(fetch, buffers);
    diagram.link(buffers, board);
    diagram.link(board, stack);
    let schedulers: Vec<u32> =
        (0..core.schedulers.len()).map(|number| diagram.add(scheduler(core, number))).collect();
    let registers = diagram.add(part(gpu, core, REGISTERS));
    for scheduler in schedulers {
        diagram.link(board, scheduler);
        diagram.link(scheduler, registers);
    }
    let units: Vec<u32> = UNITS.iter().map(|one| diagram.add(unit(gpu, core, *one))).collect();
    units.iter().for_each(|unit| diagram.link(registers, *unit));
    let memory = units[UNITS.len() - 1];
    for site in [SCRATCHPAD, CONSTANT, L1] {
        let own = diagram.add(part(gpu, core, site));
        diagram.link(memory, own);
        if site == L1 {
            let network = diagram.add(memory::network(7, gpu.hierarchy().system().networks()));
            diagram.link(own, network);
        }
    }
    diagram
}

/// A part of a core from outside.
fn part(gpu: &Gpu, core: &Core, site: Site) -> Block {
    let (spec, index) = (&gpu.setup().spec, core.index);
    let at = |rank: u32| boxed(SITES, site.of([index]), rank);
    let live = || core.warps.iter().flatten();
    let warps = || core.warps.iter().flatten().count() as u64;
    match site {
        BUFFERS => {
            let entries = spec.fetch.ibuffer_entries;
            let used: u32 = live().map(|slot| slot.ibuffer.len()).sum();
            let length = |warp: u32| core.warps[warp as usize].as_ref().map_or(0, |slot| slot.ibuffer.len());
            let cells = warp_cells(core, |warp| format!("{}", length(warp)));
            Block { cells, ..at(1).opening().filled(used.into(), warps() * u64::from(entries)) }
        }
        SCOREBOARD => {
            let pending: usize = live().map(|slot| slot.scoreboard.pending().len()).sum();
            at(2).opening().line(format!("{pending} registers wait for results"))
        }
        STACK => {
            let depths = live().map(|slot| slot.warp.stack.entries().len());
            at(2).opening().line(format!("deepest: {} of {}", depths.max().unwrap_or(0), spec.stack_depth))
        }
        REGISTERS => {
            let (free, all) = (core.free.registers, spec.registers_per_core);
            let used = all.saturating_sub(free);
            at(4).filled(used.into(), all.into()).line(format!("{used} of {all} given to groups"))
        }
        SCRATCHPAD => {
            let all = spec.shared_kb.saturating_mul(1024);
            let used = all.saturating_sub(core.free.local);
            at(6).filled(used.into(), all.into()).line(format!("{used} of {all} bytes given to groups"))
        }
        CONSTANT => at(6).line(format!("{} instructions wait", core.constant.waiters())),
        L1 => match gpu.hierarchy().caches().get(index as usize) {
            Some(cache) => memory::first_level(at(6), cache),
            None => at(6),
        },
        _ => {
            let decoding: u32 = live().map(|slot| slot.decoding).sum();
            let missing = live().filter(|slot| slot.missing).count();
            let block = at(0).line(format!("{decoding} in the decoder"));
            block.line(format!("{missing} warps wait for the instruction cache"))
        }
    }
}

/// A scheduler: why its slot was or was not used.
fn scheduler(core: &Core, number: usize) -> Block {
    let block = boxed(SITES, SCHEDULER.of([core.index, number as u32]), 3);
    let mine = core.schedulers.get(number).map_or(0, |(_, warps)| *warps);
    let live = (0..core.warps.len()).filter(|at| mine >> at & 1 == 1 && core.warps[*at].is_some());
    let block = block.line(format!("picks among {} warps", live.count()));
    Block { cause: core.slot_causes.get(number).copied(), ..block }
}

/// A kind of units, with the instructions in flight that they work on.
fn unit(gpu: &Gpu, core: &Core, (kind, site): (Unit, Site)) -> Block {
    let block = boxed(SITES, site.of([core.index]), 5);
    let decoded = &gpu.setup().decoded;
    let own = |pc: u32| decoded.get(pc as usize).is_some_and(|decoded| decoded.cost.unit == kind);
    let here = core.flights.live().filter(|(_, flight)| own(flight.pc));
    let cell = |pc: u32, warp: u32| {
        let mark = Mark::Cell(core.unit(warp), 0, lanescope_parts::trace::Cause::ISSUED, pc);
        Cell::new(State::On, Some(mark))
    };
    let cells: Vec<Cell> = here.map(|(_, flight)| cell(flight.pc, flight.warp)).take(64).collect();
    let block = block.line(format!("{} in flight", cells.len()));
    let block = match kind {
        Unit::Memory => {
            let config = crate::timing::setup::lsu(&gpu.setup().spec);
            let waiting = core.lsu.waiting() as u64;
            block
                .filled(waiting, config.entries.into())
                .line(format!("{waiting} wait for their turn"))
                .opening()
        }
        _ => block,
    };
    Block { cells, ..block }
}

/// A part of a core from inside, with the parts beside it.
fn inside(gpu: &Gpu, core: &Core, near: &Near) -> Option<Parts> {
    let path = SITES.path(near.at);
    let mut around = of_core(gpu, core);
    let own = around.blocks.iter().position(|block| block.opens && block.path == path)? as u32;
    let (mut diagram, centre) = memory::around(&mut around, own);
    let cache: Option<&L1> = gpu.hierarchy().caches().get(core.index as usize);
    let entries = match (near.at.site, cache) {
        (L1, Some(cache)) => memory::in_first_level(&mut diagram, centre, near, cache),
        (LSU, _) => {
            let mut number = 0;
            for (warp, pc, left) in core.accesses() {
                let block = Block::new(format!("{path}/entry{number}"), format!("entry {number}"), 0);
                let block = block.marked(Mark::Pc(pc)).line(format!("warp {warp}, {left} parts left"));
                diagram.add_in(centre, block);
                number += 1;
            }
            ("accesses", number)
        }
        _ => of_warps(gpu, core, near, &mut diagram, centre),
    };
    Some(Parts { diagram, entries: Some(entries) })
}

/// A part that has something of each warp: instructions in its buffer, registers that wait, levels of its stack.
fn of_warps(gpu: &Gpu, core: &Core, near: &Near, diagram: &mut Diagram, centre: u32) -> (&'static str, u64) {
    let on = |text: String, mark| Cell { text, ..Cell::new(State::On, mark) };
    let name = |register: u16| format!("{}", gpu.setup().program.registers.reg(register.into()));
    let all = core.warps.len() as u64;
    for warp in near.range(all) {
        let block = Block::new(format!("{}/warp{warp}", SITES.path(near.at)), format!("warp {warp}"), 0);
        let block = block.marked(Mark::Unit(core.unit(warp as u32)));
        let Some(slot) = &core.warps[warp as usize] else {
            diagram.add_in(centre, block.line("no work"));
            continue;
        };
        let cells: Vec<Cell> = match near.at.site {
            BUFFERS => {
                let entries = slot.ibuffer.entries().iter();
                entries.map(|entry| on(String::new(), Some(Mark::Pc(entry.pc)))).collect()
            }
            STACK => {
                let level = |level: &crate::stack::Level| {
                    on(format!("{}×", level.lanes.count()), Some(Mark::Pc(level.next)))
                };
                slot.warp.stack.entries().iter().rev().map(level).collect()
            }
            _ => slot.scoreboard.pending().iter().map(|(register, _)| on(name(*register), None)).collect(),
        };
        let cause = Some(core.cells.of(warp as u32));
        diagram.add_in(centre, Block { cells, cause, ..block });
    }
    ("warps", all)
}
