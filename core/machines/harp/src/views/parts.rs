//! The machine as boxes and links. A core is the ready warps, the stages of the barrel, the units behind them, the arbiter, memory, and all warps; the
//! warps from inside; and a warp with its lanes, its predicates and its stack. Several cores stand above the memory that they share, and each
//! opens; what is in one has its name in front.

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
    mem::NEVER,
    trace::Stage,
};

use crate::{
    exec::{Kind, Warp},
    isa::{Arch, Decoded},
    machine::Timed,
    timing::{
        barrier::State,
        lsu::Queue,
        pipeline::{Pipeline, STAGES},
        token::Token,
        units::{Station, Unit},
    },
};

/// The stages of the barrel, in order.
const NAMES: [&str; STAGES] = ["FETCH", "PRED", "REG", "RBUF"];
/// Entries of a stack that are shown, the top first.
const SHOWN: usize = 8;

/// A core that is shown.
struct Shown<'a> {
    machine: &'a Timed,
    pipeline: &'a Pipeline,
}

impl<'a> Shown<'a> {
    fn new(machine: &'a Timed, core: usize) -> Option<Shown<'a>> {
        Some(Shown { machine, pipeline: machine.cores().pipelines().get(core)? })
    }

    /// The path of a box in the core.
    fn path(&self, name: &str) -> String {
        of_core(self.machine, self.pipeline.core(), name)
    }

    /// The warps of the core, with their numbers among those of all cores.
    fn warps(&self) -> impl Iterator<Item = (u32, &'a Warp)> + use<'a> {
        let all = self.machine.core().warps();
        self.pipeline.warps().filter_map(|number| Some((number, all.get(number as usize)?)))
    }

    /// The number of a warp in the core.
    fn within(&self, number: u32) -> u32 {
        number - self.pipeline.warps().start
    }
}

/// The path of a box in a core: a single core is the whole machine.
fn of_core(machine: &Timed, core: usize, name: &str) -> String {
    if machine.cores().pipelines().len() == 1 { name.into() } else { format!("core{core}/{name}") }
}

/// See [`lanescope_parts::machines::Machine::parts`].
pub fn parts(machine: &Timed, near: &Near) -> Option<Parts> {
    let several = machine.cores().pipelines().len() > 1;
    if several && near.zoom.is_empty() {
        return Some(Parts { diagram: cube(machine), entries: None });
    }
    let (number, zoom) = match several {
        true => {
            let rest = near.zoom.strip_prefix("core")?;
            let (number, zoom) = rest.split_once('/').unwrap_or((rest, ""));
            (number.parse().ok()?, zoom)
        }
        false => (0, near.zoom),
    };
    let shown = Shown::new(machine, number)?;
    match zoom {
        "" => Some(Parts { diagram: core(&shown), entries: None }),
        "warps" => Some(warps(&shown, near)),
        zoom => {
            let number = zoom.strip_prefix("warps/warp")?.parse().ok()?;
            Some(Parts { diagram: warp(&shown, number)?, entries: None })
        }
    }
}

/// See [`lanescope_parts::machines::Machine::seat`].
pub fn seat(machine: &Timed, seat: Seat) -> Option<String> {
    let (number, name): (u32, String) = match seat {
        Seat::Stage { unit: number, pc, stage } => {
            let name = match stage {
                Stage::Fetch => "barrel/FETCH",
                Stage::Decode => "barrel/PRED",
                Stage::Wait | Stage::Issue => "barrel/RBUF",
                Stage::Memory => Unit::Lsu.name(),
                Stage::Execute => unit(machine, pc)?.name(),
                Stage::Writeback => "arbiter",
                Stage::Done => "ready",
            };
            (number, name.into())
        }
        Seat::Request { unit, .. } => (unit, Unit::Lsu.name().into()),
        Seat::Station { .. } | Seat::Bank { .. } => return Some("memory".into()),
        Seat::Core(core) if machine.cores().pipelines().len() > 1 => return Some(format!("core{core}")),
        Seat::Dispatcher | Seat::Core(_) => return None,
    };
    Some(of_core(machine, machine.core().core_of(number as usize), &name))
}

/// The unit of the instruction at an address.
fn unit(machine: &Timed, pc: u32) -> Option<Unit> {
    let core = machine.core();
    match core.config().arch.decode(core.ram.bytes().get(pc as usize..)?) {
        Decoded::Instruction(one, _) => Some(Unit::of(one.op)),
        _ => None,
    }
}

/// Several cores above the memory that they share.
fn cube(machine: &Timed) -> Diagram {
    let mut diagram = Diagram::default();
    let cores: Vec<u32> = (0..machine.cores().pipelines().len())
        .filter_map(|core| Shown::new(machine, core))
        .map(|shown| {
            let (own, core) = (all_warps(&shown), shown.pipeline.core());
            let waiting = shown.pipeline.queue().map_or(0, Queue::waiting);
            let block = Block { path: format!("core{core}"), name: format!("core {core}"), ..own };
            let block = block.line(format!("requests that wait: {waiting}"));
            diagram.add(Block { cause: Some(shown.pipeline.standing().slot), ..block })
        })
        .collect();
    let memory = diagram.add(Block::new("memory", "memory", 1));
    cores.into_iter().for_each(|core| diagram.link(core, memory));
    diagram
}

fn core(shown: &Shown) -> Diagram {
    let (pipeline, mut diagram) = (shown.pipeline, Diagram::default());
    let all = shown.warps().count() as u64;
    let path = |name: &str| shown.path(name);
    let ready: Vec<String> =
        pipeline.scheduler().ready().map(|warp| shown.within(warp.into()).to_string()).collect();
    let first = match &ready[..] {
        [] => "no warp is ready".into(),
        numbers => format!("next: warp {}", numbers[..numbers.len().min(4)].join(", ")),
    };
    let block = Block::new(path("ready"), "ready warps", 0).line(first).filled(ready.len() as u64, all);
    let ready = diagram.add(Block { cause: Some(pipeline.standing().slot), ..block });
    let warps = diagram.add(all_warps(shown));
    let barrel = diagram.add(Block::new(path("barrel"), "barrel", 1));
    for (name, token) in NAMES.iter().zip(pipeline.stages()) {
        let block = Block::new(path(&format!("barrel/{name}")), *name, 1);
        let block = block.line(token.as_ref().map_or_else(|| "empty".into(), |token| of_warp(shown, token)));
        let mark = token.as_ref().map(|token| Mark::Unit(token.warp.into()));
        diagram.add_in(barrel, Block { mark, ..block });
    }
    let arbiter = diagram.add(Block::new(path("arbiter"), "arbiter", 3));
    let memory = diagram.add(Block::new(path("memory"), "memory", 3));
    for (unit, station) in Unit::ALL.iter().zip(pipeline.stations()) {
        let block = if *unit == Unit::Bar { barriers(shown) } else { of_unit(shown, *unit, station) };
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

fn of_warp(shown: &Shown, token: &Token) -> String {
    format!("warp {}", shown.within(token.warp.into()))
}

fn of_unit(shown: &Shown, unit: Unit, station: &Station) -> Block {
    let (used, room) = (station.flights().len() as u64, u64::from(station.room()));
    let block = Block::new(shown.path(unit.name()), unit.name(), 2).filled(used.min(room), room);
    match station.flights() {
        [] => block.line("idle"),
        flights => flights.iter().take(4).fold(block, |block, flight| {
            let warp = of_warp(shown, &flight.token);
            block.line(match flight.ready {
                NEVER => format!("{warp}, its requests wait"),
                ready => format!("{warp}, ready in cycle {ready}"),
            })
        }),
    }
}

fn barriers(shown: &Shown) -> Block {
    let barriers = shown.pipeline.barriers();
    let does = match barriers.state(shown.machine.now()) {
        State::Idle => "idle",
        State::Write => "notes a warp",
        State::Release => "lets a warp go on",
        State::Clear => "empties an entry",
    };
    let waiting = format!("warps that wait: {}", barriers.waiting().count());
    Block::new(shown.path(Unit::Bar.name()), Unit::Bar.name(), 2).line(does).line(waiting)
}

/// All warps of a core, a field each.
fn all_warps(shown: &Shown) -> Block {
    let field = |(number, warp): (u32, &Warp)| {
        let state = if warp.active > 0 { Filled::On } else { Filled::Off };
        Cell { cause: Some(shown.machine.cause(number)), ..Cell::new(state, Some(Mark::Unit(number))) }
    };
    let run = shown.warps().filter(|(_, warp)| warp.active > 0).count();
    let all = shown.warps().count();
    let block = Block::new(shown.path("warps"), "warps", 0).line(format!("{run} of {all} run")).opening();
    Block { cells: shown.warps().map(field).collect(), ..block }
}

/// The warps from inside, page by page.
fn warps(shown: &Shown, near: &Near) -> Parts {
    let all = shown.warps().count() as u64;
    let mut diagram = Diagram::default();
    let own = diagram.add(Block { cells: Vec::new(), opens: false, ..all_warps(shown) });
    for at in near.range(all) {
        let Some((number, warp)) = shown.warps().nth(at as usize) else { break };
        diagram.add_in(own, of_one(shown, number, warp).opening());
    }
    Parts { diagram, entries: Some(("warps", all)) }
}

/// A warp from outside.
fn of_one(shown: &Shown, number: u32, warp: &Warp) -> Block {
    let within = shown.within(number);
    let block = Block::new(shown.path(&format!("warps/warp{within}")), format!("warp {within}"), 0);
    let says = match (warp.active, warp.spawned) {
        (0, false) => "has not begun".into(),
        (0, true) => "has ended".into(),
        (lanes, _) => format!("{} of {lanes} lanes are on", warp.live().count_ones()),
    };
    let block = block.line(says).line(format!("stack: {}", warp.stack.len()));
    Block { cause: Some(shown.machine.cause(number)), ..block.marked(Mark::Unit(number)) }
}

/// A warp with the guard of its next instruction, its masks and predicates lane by lane, and its stack.
fn warp(shown: &Shown, within: u32) -> Option<Diagram> {
    let (number, warp) = shown.warps().nth(within as usize)?;
    let machine = shown.machine;
    let (arch, mut diagram) = (machine.core().config().arch, Diagram::default());
    let own = diagram.add(of_one(shown, number, warp));
    let path = |name: &str| shown.path(&format!("warps/warp{within}/{name}"));
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
