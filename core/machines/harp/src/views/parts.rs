//! The machine as boxes and links: the ready warps, the stages of the barrel, the units behind them, the arbiter, memory, and all warps; the
//! warps from inside; and a warp with its lanes, its predicates and its stack.

use alloc::{
    format,
    string::{String, ToString},
    vec::Vec,
};

use lanescope_parts::{
    figure::{
        Mark,
        diagram::{Block, Cell, Diagram},
        matrix::State as Filled,
    },
    machines::{
        Machine,
        observed::{Near, Parts, Seat},
    },
    trace::Stage,
};

use crate::{
    exec::{Kind, Warp},
    isa::{Arch, Decoded},
    machine::Timed,
    timing::{
        barrier::State,
        pipeline::STAGES,
        token::Token,
        units::{Station, Unit},
    },
};

/// The stages of the barrel, in order.
const NAMES: [&str; STAGES] = ["FETCH", "PRED", "REG", "RBUF"];
/// Entries of a stack that are shown, the top first.
const SHOWN: usize = 8;

/// See [`lanescope_parts::machines::Machine::parts`].
pub fn parts(machine: &Timed, near: &Near) -> Option<Parts> {
    match near.zoom {
        "" => Some(Parts { diagram: core(machine), entries: None }),
        "warps" => Some(warps(machine, near)),
        zoom => {
            let number = zoom.strip_prefix("warps/warp")?.parse().ok()?;
            Some(Parts { diagram: warp(machine, number)?, entries: None })
        }
    }
}

/// See [`lanescope_parts::machines::Machine::seat`].
pub fn seat(machine: &Timed, seat: Seat) -> Option<String> {
    Some(match seat {
        Seat::Stage { stage: Stage::Fetch, .. } => "barrel/FETCH".into(),
        Seat::Stage { stage: Stage::Decode, .. } => "barrel/PRED".into(),
        Seat::Stage { stage: Stage::Wait | Stage::Issue, .. } => "barrel/RBUF".into(),
        Seat::Stage { stage: Stage::Memory, .. } | Seat::Request { .. } => Unit::Lsu.name().into(),
        Seat::Stage { stage: Stage::Execute, pc, .. } => unit(machine, pc)?.name().into(),
        Seat::Stage { stage: Stage::Writeback, .. } => "arbiter".into(),
        Seat::Stage { stage: Stage::Done, .. } => "ready".into(),
        Seat::Station { .. } | Seat::Bank { .. } => "memory".into(),
        Seat::Dispatcher | Seat::Core(_) => return None,
    })
}

/// The unit of the instruction at an address.
fn unit(machine: &Timed, pc: u32) -> Option<Unit> {
    let core = machine.core();
    match core.config().arch.decode(core.ram.bytes().get(pc as usize..)?) {
        Decoded::Instruction(one, _) => Some(Unit::of(one.op)),
        _ => None,
    }
}

fn core(machine: &Timed) -> Diagram {
    let (pipeline, mut diagram) = (machine.pipeline(), Diagram::default());
    let all = machine.core().warps().len() as u64;
    let ready: Vec<String> = pipeline.scheduler().ready().map(|warp| warp.to_string()).collect();
    let first = match &ready[..] {
        [] => "no warp is ready".into(),
        numbers => format!("next: warp {}", numbers[..numbers.len().min(4)].join(", ")),
    };
    let block = Block::new("ready", "ready warps", 0).line(first).filled(ready.len() as u64, all);
    let ready = diagram.add(Block { cause: Some(pipeline.standing().slot), ..block });
    let warps = diagram.add(all_warps(machine));
    let barrel = diagram.add(Block::new("barrel", "barrel", 1));
    for (name, token) in NAMES.iter().zip(pipeline.stages()) {
        let block = Block::new(format!("barrel/{name}"), *name, 1);
        let block = block.line(token.as_ref().map_or_else(|| "empty".into(), of_warp));
        let mark = token.as_ref().map(|token| Mark::Unit(token.warp.into()));
        diagram.add_in(barrel, Block { mark, ..block });
    }
    let arbiter = diagram.add(Block::new("arbiter", "arbiter", 3));
    let memory = diagram.add(Block::new("memory", "memory", 3));
    for (unit, station) in Unit::ALL.iter().zip(pipeline.stations()) {
        let block = if *unit == Unit::Bar { barriers(machine) } else { of_unit(*unit, station) };
        let at = diagram.add(block);
        diagram.link(barrel, at);
        diagram.link(at, arbiter);
        if *unit == Unit::Lsu {
            diagram.link(at, memory);
        }
    }
    diagram.link(warps, ready);
    diagram.link(ready, barrel);
    diagram.link(arbiter, ready);
    diagram
}

fn of_warp(token: &Token) -> String {
    format!("warp {}", token.warp)
}

fn of_unit(unit: Unit, station: &Station) -> Block {
    let (used, room) = (station.flights().len() as u64, u64::from(station.room()));
    let block = Block::new(unit.name(), unit.name(), 2).filled(used.min(room), room);
    match station.flights() {
        [] => block.line("idle"),
        flights => flights.iter().take(4).fold(block, |block, flight| {
            block.line(format!("{}, ready in cycle {}", of_warp(&flight.token), flight.ready))
        }),
    }
}

fn barriers(machine: &Timed) -> Block {
    let barriers = machine.pipeline().barriers();
    let does = match barriers.state(machine.now()) {
        State::Idle => "idle",
        State::Write => "notes a warp",
        State::Release => "lets a warp go on",
        State::Clear => "empties an entry",
    };
    let waiting = format!("warps that wait: {}", barriers.waiting().count());
    Block::new(Unit::Bar.name(), Unit::Bar.name(), 2).line(does).line(waiting)
}

/// All warps, a field each.
fn all_warps(machine: &Timed) -> Block {
    let field = |(number, warp): (usize, &Warp)| {
        let state = if warp.active > 0 { Filled::On } else { Filled::Off };
        let number = number as u32;
        Cell { cause: Some(machine.cause(number)), ..Cell::new(state, Some(Mark::Unit(number))) }
    };
    let all = machine.core().warps();
    let run = all.iter().filter(|warp| warp.active > 0).count();
    let block = Block::new("warps", "warps", 0).line(format!("{run} of {} run", all.len())).opening();
    Block { cells: all.iter().enumerate().map(field).collect(), ..block }
}

/// The warps from inside, page by page.
fn warps(machine: &Timed, near: &Near) -> Parts {
    let all = machine.core().warps();
    let mut diagram = Diagram::default();
    let own = diagram.add(Block { cells: Vec::new(), opens: false, ..all_warps(machine) });
    for number in near.range(all.len() as u64) {
        let Some(warp) = all.get(number as usize) else { break };
        diagram.add_in(own, of_one(machine, number as u32, warp).opening());
    }
    Parts { diagram, entries: Some(("warps", all.len() as u64)) }
}

/// A warp from outside.
fn of_one(machine: &Timed, number: u32, warp: &Warp) -> Block {
    let block = Block::new(format!("warps/warp{number}"), format!("warp {number}"), 0);
    let says = match (warp.active, warp.spawned) {
        (0, false) => "has not begun".into(),
        (0, true) => "has ended".into(),
        (lanes, _) => format!("{} of {lanes} lanes are on", warp.live().count_ones()),
    };
    let block = block.line(says).line(format!("stack: {}", warp.stack.len()));
    Block { cause: Some(machine.cause(number)), ..block.marked(Mark::Unit(number)) }
}

/// A warp with the guard of its next instruction, its masks and predicates lane by lane, and its stack.
fn warp(machine: &Timed, number: u32) -> Option<Diagram> {
    let warp = machine.core().warps().get(number as usize)?;
    let (arch, mut diagram) = (machine.core().config().arch, Diagram::default());
    let own = diagram.add(of_one(machine, number, warp));
    let path = |name: &str| format!("warps/warp{number}/{name}");
    let lanes = |name: &str, set: u64| {
        let block = Block::new(path(name), name, 0).line(format!("{} lanes", set.count_ones()));
        Block { cells: fields(arch, number, set), ..block }
    };
    let next = machine.core().foresee(number as usize);
    diagram.add_in(own, lanes("exist", below(warp.active)));
    diagram.add_in(own, lanes("thread mask", warp.mask & below(warp.active)));
    diagram.add_in(own, lanes("take part", next.map_or(0, |next| next.exec)));
    let predicates = diagram.add(Block::new(path("predicates"), "predicates", 1));
    for at in 0..arch.predicates.min(SHOWN as u16) as u8 {
        let block = Block::new(path(&format!("predicates/p{at}")), format!("@p{at}"), 1);
        let cells = fields(arch, number, warp.predicate(at) & below(warp.active));
        diagram.add_in(predicates, Block { cells, ..block });
    }
    let stack = Block::new(path("stack"), "stack of split and join", 1);
    let stack = match machine.core().config().rules.boundless_stack {
        true => stack.line(format!("{} entries", warp.stack.len())),
        false => {
            let most = machine.core().config().most_entries() as u64;
            stack.filled((warp.stack.len() as u64).min(most), most)
        }
    };
    let stack = warp.stack.iter().rev().take(SHOWN).fold(stack, |stack, entry| {
        let goes = match entry.kind {
            Kind::Else { pc } => format!("go on at {pc:#x}"),
            Kind::FallThrough => "come back at the join".into(),
            Kind::Uni => "nothing was split".into(),
        };
        stack.line(format!("{} lanes {goes}", entry.mask.count_ones()))
    });
    let stack = diagram.add(stack);
    diagram.link(own, predicates);
    diagram.link(own, stack);
    Some(diagram)
}

/// The lanes below a number.
const fn below(count: u32) -> u64 {
    if count >= 64 { u64::MAX } else { (1 << count) - 1 }
}

/// A field for each lane of a warp.
fn fields(arch: Arch, warp: u32, set: u64) -> Vec<Cell> {
    let field = |lane: u32| {
        let state = if set >> lane & 1 == 1 { Filled::On } else { Filled::Off };
        Cell::new(state, Some(Mark::Lane(warp, lane)))
    };
    (0..arch.lanes.into()).map(field).collect()
}
