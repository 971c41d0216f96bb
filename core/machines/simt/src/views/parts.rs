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
        panels::diagram::memory,
    },
    mem::l1::L1,
    trace::{Stage, Station},
};

use crate::timing::{Gpu, core::Core, units::Unit};

/// The kinds of units, each with its permanent name and its name for people.
const UNITS: [(Unit, &str, &str); 5] = [
    (Unit::Int, "int", "integer units"),
    (Unit::Float, "float", "float units"),
    (Unit::Special, "special", "special units"),
    (Unit::Control, "control", "branches, barriers"),
    (Unit::Memory, "lsu", "load/store unit"),
];

/// See [`lanescope_parts::machines::Machine::parts`].
pub fn parts(gpu: &Gpu, near: &Near) -> Option<Parts> {
    let diagram = match near.zoom {
        "" => chip(gpu),
        zoom => {
            let Some((core, part)) = in_core(gpu, zoom) else {
                return memory::inside(gpu.hierarchy().system(), near);
            };
            match part {
                "" => of_core(gpu, core),
                part => return inside(gpu, core, part, near),
            }
        }
    };
    Some(Parts { diagram, entries: None })
}

/// See [`lanescope_parts::machines::Machine::seat`].
pub fn seat(gpu: &Gpu, seat: Seat) -> Option<String> {
    let spec = &gpu.setup().spec;
    let core = |unit: u32| unit / spec.warps_per_core.max(1);
    Some(match seat {
        Seat::Dispatcher => "dispatcher".into(),
        Seat::Core(core) => format!("core{core}"),
        Seat::Stage { unit, pc, stage } => {
            let part = match stage {
                Stage::Fetch | Stage::Decode => "fetch".into(),
                Stage::Wait => "ibuffer".into(),
                Stage::Issue => {
                    let warp = unit % spec.warps_per_core.max(1);
                    format!("scheduler{}", warp % spec.schedulers.max(1))
                }
                Stage::Execute | Stage::Memory => {
                    let unit = gpu.setup().decoded.get(pc as usize).map(|decoded| decoded.cost.unit)?;
                    UNITS.iter().find(|(known, ..)| *known == unit).map(|(_, id, _)| String::from(*id))?
                }
                Stage::Writeback => "registers".into(),
                Stage::Done => return None,
            };
            format!("core{}/{part}", core(unit))
        }
        Seat::Request { unit, .. } => format!("core{}/l1", core(unit)),
        Seat::Station { station: Station::FirstLevel, index } => format!("core{index}/l1"),
        Seat::Station { station: Station::Network, .. } => "network".into(),
        Seat::Station { station: Station::SecondLevel, index } => format!("slice{index}"),
        Seat::Station { station: Station::Channel, index } => format!("channel{index}"),
        Seat::Station { station: Station::Sender, index } => format!("core{index}/lsu"),
        Seat::Bank { channel, bank } => format!("channel{channel}/bank{bank}"),
    })
}

/// The core of a box, and the name of the part in it; empty for the core.
fn in_core<'a>(gpu: &Gpu, zoom: &'a str) -> Option<(u32, &'a str)> {
    let (core, part) = zoom.strip_prefix("core")?.split_once('/').unwrap_or((zoom.strip_prefix("core")?, ""));
    let core: u32 = core.parse().ok()?;
    ((core as usize) < gpu.cores().len()).then_some((core, part))
}

/// The whole chip.
fn chip(gpu: &Gpu) -> Diagram {
    let mut diagram = Diagram::default();
    let waiting = gpu.waiting_groups();
    let source =
        diagram.add(Block::new("dispatcher", "dispatcher", 0).line(format!("{waiting} groups wait")));
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
    let block = Block::new(format!("core{index}"), format!("core {index}"), 1).opening();
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
fn of_core(gpu: &Gpu, index: u32) -> Diagram {
    let mut diagram = Diagram::default();
    let Some(core) = gpu.cores().get(index as usize) else { return diagram };
    let fetch = diagram.add(part(gpu, core, "fetch"));
    let buffers = diagram.add(part(gpu, core, "ibuffer"));
    let board = diagram.add(part(gpu, core, "scoreboard"));
    let stack = diagram.add(part(gpu, core, "stack"));
    diagram.link(fetch, buffers);
    diagram.link(buffers, board);
    diagram.link(board, stack);
    let registers = part(gpu, core, "registers");
    let schedulers: Vec<u32> = (0..core.schedulers.len())
        .map(|number| diagram.add(part(gpu, core, &format!("scheduler{number}"))))
        .collect();
    let registers = diagram.add(registers);
    for scheduler in schedulers {
        diagram.link(board, scheduler);
        diagram.link(scheduler, registers);
    }
    let units: Vec<u32> = UNITS.iter().map(|(_, id, _)| diagram.add(part(gpu, core, id))).collect();
    units.iter().for_each(|unit| diagram.link(registers, *unit));
    let memory = units[UNITS.len() - 1];
    for id in ["scratchpad", "constant", "l1"] {
        let own = diagram.add(part(gpu, core, id));
        diagram.link(memory, own);
        if id == "l1" {
            let network = diagram.add(memory::network(7, gpu.hierarchy().system().networks()));
            diagram.link(own, network);
        }
    }
    diagram
}

/// A part of a core from outside.
fn part(gpu: &Gpu, core: &Core, id: &str) -> Block {
    let (spec, index) = (&gpu.setup().spec, core.index);
    let path = format!("core{index}/{id}");
    let live = || core.warps.iter().flatten();
    let warps = || core.warps.iter().flatten().count() as u64;
    match id {
        "fetch" => {
            let decoding: u32 = live().map(|slot| slot.decoding).sum();
            let missing = live().filter(|slot| slot.missing).count();
            let block = Block::new(path, "fetch and decode", 0).line(format!("{decoding} in the decoder"));
            block.line(format!("{missing} warps wait for the instruction cache"))
        }
        "ibuffer" => {
            let entries = spec.fetch.ibuffer_entries;
            let used: u32 = live().map(|slot| slot.ibuffer.len()).sum();
            let block = Block::new(path, "instruction buffers", 1).opening();
            let length = |warp: u32| core.warps[warp as usize].as_ref().map_or(0, |slot| slot.ibuffer.len());
            let cells = warp_cells(core, |warp| format!("{}", length(warp)));
            Block { cells, ..block.filled(used.into(), warps() * u64::from(entries)) }
        }
        "scoreboard" => {
            let pending: usize = live().map(|slot| slot.scoreboard.pending().len()).sum();
            let block = Block::new(path, "scoreboard", 2).opening();
            block.line(format!("{pending} registers wait for results"))
        }
        "stack" => {
            let depths = live().map(|slot| slot.warp.stack.entries().len());
            let block = Block::new(path, "SIMT stack", 2).opening();
            block.line(format!("deepest: {} of {}", depths.max().unwrap_or(0), spec.stack_depth))
        }
        "registers" => {
            let (free, all) = (core.free.registers, spec.registers_per_core);
            let used = all.saturating_sub(free);
            let block = Block::new(path, "registers", 4).filled(used.into(), all.into());
            block.line(format!("{used} of {all} given to groups"))
        }
        "scratchpad" => {
            let all = spec.shared_kb.saturating_mul(1024);
            let used = all.saturating_sub(core.free.local);
            let block = Block::new(path, "work-group memory", 6).filled(used.into(), all.into());
            block.line(format!("{used} of {all} bytes given to groups"))
        }
        "constant" => {
            let waiters = core.constant.waiters();
            Block::new(path, "constant cache", 6).line(format!("{waiters} instructions wait"))
        }
        "l1" => match gpu.hierarchy().caches().get(index as usize) {
            Some(cache) => memory::first_level(path, 6, cache),
            None => Block::new(path, "L1 cache", 6),
        },
        _ => match id.strip_prefix("scheduler").and_then(|number| number.parse::<usize>().ok()) {
            Some(number) => scheduler(core, path, number),
            None => unit(gpu, core, path, id),
        },
    }
}

/// A scheduler: why its slot was or was not used.
fn scheduler(core: &Core, path: String, number: usize) -> Block {
    let block = Block::new(path, format!("scheduler {number}"), 3);
    let mine = core.schedulers.get(number).map_or(0, |(_, warps)| *warps);
    let live = (0..core.warps.len()).filter(|at| mine >> at & 1 == 1 && core.warps[*at].is_some());
    let block = block.line(format!("picks among {} warps", live.count()));
    Block { cause: core.slot_causes.get(number).copied(), ..block }
}

/// A kind of units, with the instructions in flight that they work on.
fn unit(gpu: &Gpu, core: &Core, path: String, id: &str) -> Block {
    let known = UNITS.iter().find(|(_, known, _)| *known == id).copied();
    let (kind, _, name) = known.unwrap_or(UNITS[0]);
    let block = Block::new(path, name, 5);
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
fn inside(gpu: &Gpu, index: u32, id: &str, near: &Near) -> Option<Parts> {
    let core = gpu.cores().get(index as usize)?;
    let mut around = of_core(gpu, index);
    let own = around.blocks.iter().position(|block| block.opens && block.path == near.zoom)? as u32;
    let (mut diagram, centre) = memory::around(&mut around, own);
    let cache: Option<&L1> = gpu.hierarchy().caches().get(index as usize);
    let entries = match (id, cache) {
        ("l1", Some(cache)) => memory::in_first_level(&mut diagram, centre, near, cache),
        ("lsu", _) => {
            let mut number = 0;
            for (warp, pc, left) in core.accesses() {
                let block = Block::new(format!("{}/entry{number}", near.zoom), format!("entry {number}"), 0);
                let block = block.marked(Mark::Pc(pc)).line(format!("warp {warp}, {left} parts left"));
                diagram.add_in(centre, block);
                number += 1;
            }
            ("accesses", number)
        }
        _ => of_warps(gpu, core, id, near, &mut diagram, centre),
    };
    Some(Parts { diagram, entries: Some(entries) })
}

/// A part that has something of each warp: instructions in its buffer, registers that wait, levels of its stack.
fn of_warps(
    gpu: &Gpu,
    core: &Core,
    id: &str,
    near: &Near,
    diagram: &mut Diagram,
    centre: u32,
) -> (&'static str, u64) {
    let on = |text: String, mark| Cell { text, ..Cell::new(State::On, mark) };
    let name = |register: u16| format!("{}", gpu.setup().program.registers.reg(register.into()));
    let all = core.warps.len() as u64;
    for warp in near.range(all) {
        let block = Block::new(format!("{}/warp{warp}", near.zoom), format!("warp {warp}"), 0);
        let block = block.marked(Mark::Unit(core.unit(warp as u32)));
        let Some(slot) = &core.warps[warp as usize] else {
            diagram.add_in(centre, block.line("no work"));
            continue;
        };
        let cells: Vec<Cell> = match id {
            "ibuffer" => {
                let entries = slot.ibuffer.entries().iter();
                entries.map(|entry| on(String::new(), Some(Mark::Pc(entry.pc)))).collect()
            }
            "stack" => {
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
