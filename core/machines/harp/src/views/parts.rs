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
        panels::diagram::boxed,
    },
    mem::NEVER,
    trace::{
        Site, Sites, Spot, Stage, Station as Place,
        site::{Holds, NUMBERS},
    },
};

use super::sites::*;
use crate::{
    exec::{Kind, Warp},
    isa::{Arch, Decoded},
    machine::Timed,
    timing::{
        barrier::State,
        lsu::Requests,
        pipeline::{Pipeline, STAGES},
        settings::Model,
        token::Token,
        units::{Station, Unit},
    },
};

/// The stages of the barrel, in order.
const BARREL_STAGES: [Site; STAGES] = [FETCH, PRED, REG, RBUF];
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

    /// A box of the core, with the numbers behind that of the core.
    fn boxed(&self, site: Site, [first, second]: [u32; 2], rank: u32) -> Block {
        boxed(self.machine.sites(), site.of([self.pipeline.core() as u32, first, second]), rank)
    }

    /// A box of which the core has one.
    fn one(&self, site: Site, rank: u32) -> Block {
        self.boxed(site, [0; 2], rank)
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

/// See [`lanescope_parts::machines::Machine::parts`].
pub fn parts(machine: &Timed, near: &Near) -> Option<Parts> {
    let Spot { site, numbers: [number, within, _] } = near.at;
    let several = machine.cores().pipelines().len() > 1;
    let shown = Shown::new(machine, number as usize);
    let diagram = match site {
        Site::MACHINE if several => cube(machine),
        // A single core is the whole machine.
        Site::MACHINE => core(&shown?),
        Site::CORE if several => core(&shown?),
        WARPS => return Some(warps(&shown?, near)),
        WARP => warp(&shown?, within)?,
        _ => return None,
    };
    Some(Parts { diagram, entries: None })
}

/// The places of the machine: where there is one core only, it goes without saying.
pub fn sites(machine: &Timed) -> Sites {
    if machine.cores().pipelines().len() > 1 { SITES } else { SITES.without_core() }
}

/// See [`lanescope_parts::machines::Machine::numbers`].
pub fn numbers(machine: &Timed, site: Site, seat: &Seat) -> Option<[u32; NUMBERS]> {
    let is_there = match seat.what {
        Holds::Stage(Stage::Execute) => unit(machine, seat.pc).map(site_of) == Some(site),
        Holds::Station(Place::At(queue)) => site == queue,
        // Of memory one box is shown.
        Holds::Station(_) | Holds::Commands => site == Site::MAIN_MEMORY,
        Holds::Groups => machine.cores().pipelines().len() > 1,
        _ => true,
    };
    let core = match seat.what {
        Holds::Stage(_) | Holds::Made => machine.core().core_of(seat.unit as usize) as u32,
        _ => seat.part[0],
    };
    is_there.then_some([core, 0, 0])
}

/// The place of a unit.
const fn site_of(unit: Unit) -> Site {
    match unit {
        Unit::Alu => ALU,
        Unit::Plu => PLU,
        Unit::Br => BR,
        Unit::Mul => MUL,
        Unit::Div => DIV,
        Unit::Lsu => LSU,
        Unit::Fpu => FPU,
        Unit::Bar => BAR,
    }
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
            let (own, whole) = (all_warps(&shown), shown.one(Site::CORE, 0));
            let waiting = shown.pipeline.queue().map_or(0, |queue| queue.waiting().occupancy());
            let block = Block { path: whole.path, name: whole.name, ..own };
            let block = block.line(format!("requests that wait: {waiting}"));
            diagram.add(Block { cause: Some(shown.pipeline.standing().slot), ..block })
        })
        .collect();
    let block = boxed(SITES, Site::MAIN_MEMORY.of([]), 1);
    let memory = diagram.add(memory(machine, block));
    cores.into_iter().for_each(|core| diagram.link(core, memory));
    diagram
}

fn core(shown: &Shown) -> Diagram {
    let (pipeline, mut diagram) = (shown.pipeline, Diagram::default());
    let all = shown.warps().count() as u64;
    let ready: Vec<String> =
        pipeline.scheduler().ready().map(|warp| shown.within(warp.into()).to_string()).collect();
    let first = match &ready[..] {
        [] => "no warp is ready".into(),
        numbers => format!("next: warp {}", numbers[..numbers.len().min(4)].join(", ")),
    };
    let block = shown.one(READY, 0).line(first).filled(ready.len() as u64, all);
    let ready = diagram.add(Block { cause: Some(pipeline.standing().slot), ..block });
    let warps = diagram.add(all_warps(shown));
    let barrel = diagram.add(shown.one(BARREL, 1));
    for (site, token) in BARREL_STAGES.into_iter().zip(pipeline.stages()) {
        let block = shown
            .one(site, 1)
            .line(token.as_ref().map_or_else(|| "empty".into(), |token| of_warp(shown, token)));
        let mark = token.as_ref().map(|token| Mark::Unit(token.warp.into()));
        diagram.add_in(barrel, Block { mark, ..block });
    }
    let arbiter = diagram.add(shown.one(ARBITER, 3));
    let memory = diagram.add(memory_of(shown));
    for (unit, station) in Unit::ALL.iter().zip(pipeline.stations()) {
        let block = if *unit == Unit::Bar { barriers(shown) } else { of_unit(shown, *unit, station) };
        let at = diagram.add(block);
        diagram.link(barrel, at);
        diagram.link(at, arbiter);
        if *unit == Unit::Lsu {
            match shown.pipeline.queue().map(|queue| diagram.add(requests(shown, queue))) {
                None => diagram.link(at, memory),
                Some(between) => {
                    diagram.link(at, between);
                    diagram.link(between, memory);
                }
            }
        }
    }
    diagram.link(warps, ready);
    diagram.link(ready, barrel);
    diagram.link(arbiter, ready);
    diagram
}

/// Memory behind a core: its own, or the way to the one that all share.
fn memory_of(shown: &Shown) -> Block {
    let block = shown.one(OWN_MEMORY, 3);
    if shown.pipeline.own_memory().is_none() { block } else { memory(shown.machine, block) }
}

/// A box of memory with what it has to do.
fn memory(machine: &Timed, block: Block) -> Block {
    let settings = &machine.cores().config().settings;
    let under_way = machine.cores().memory().and_then(|memory| memory.under_way(machine.now()));
    match (settings.mem_model, under_way) {
        (Model::Dram | Model::Hmc, Some((some, room))) => {
            let what = if settings.mem_model == Model::Dram { "bursts" } else { "accesses" };
            block.filled(some as u64, room as u64).line(format!("{what} under way: {some} of {room}"))
        }
        (Model::Fixed, _) => block.line(format!("answers after {} cycles", settings.mem_latency)),
        _ => block.line("answers in the next cycle"),
    }
}

/// The queue in front of memory that other cores ask as well.
fn requests(shown: &Shown, queue: &Requests) -> Block {
    let waiting = queue.waiting();
    let block = shown.one(REQUESTS, 3).filled(waiting.occupancy() as u64, waiting.capacity() as u64);
    if waiting.is_empty() {
        return block.line("empty");
    }
    waiting.iter().take(4).fold(block, |block, request| {
        let (warp, does) =
            (shown.within(request.warp.into()), if request.write { "stores to" } else { "loads" });
        block.line(format!("warp {warp} {does} line {:#x}", request.line))
    })
}

fn of_warp(shown: &Shown, token: &Token) -> String {
    format!("warp {}", shown.within(token.warp.into()))
}

fn of_unit(shown: &Shown, unit: Unit, station: &Station) -> Block {
    let (used, room) = (station.flights().len() as u64, u64::from(station.room()));
    let block = shown.one(site_of(unit), 2).filled(used.min(room), room);
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
    shown.one(BAR, 2).line(does).line(waiting)
}

/// All warps of a core, a field each.
fn all_warps(shown: &Shown) -> Block {
    let field = |(number, warp): (u32, &Warp)| {
        let state = if warp.active > 0 { Filled::On } else { Filled::Off };
        Cell { cause: Some(shown.machine.cause(number)), ..Cell::new(state, Some(Mark::Unit(number))) }
    };
    let run = shown.warps().filter(|(_, warp)| warp.active > 0).count();
    let all = shown.warps().count();
    let block = shown.one(WARPS, 0).line(format!("{run} of {all} run")).opening();
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
    let block = shown.boxed(WARP, [within, 0], 0);
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
    let whole = diagram.blocks[own as usize].path.clone();
    let part = |site, rank| shown.boxed(site, [within, 0], rank);
    let lanes = |name: &str, set: u64| {
        let block =
            Block::new(format!("{whole}/{name}"), name, 0).line(format!("{} lanes", set.count_ones()));
        Block { cells: fields(arch, number, set), ..block }
    };
    let next = machine.core().foresee(number as usize);
    diagram.add_in(own, lanes("exist", below(warp.active)));
    diagram.add_in(own, lanes("thread mask", warp.mask & below(warp.active)));
    diagram.add_in(own, lanes("take part", next.map_or(0, |next| next.exec)));
    let predicates = diagram.add(part(PREDICATES, 1));
    for at in 0..arch.predicates.min(SHOWN as u16) as u8 {
        let block = shown.boxed(PREDICATE, [within, at.into()], 1);
        let cells = fields(arch, number, warp.predicate(at) & below(warp.active));
        diagram.add_in(predicates, Block { cells, ..block });
    }
    let stack = part(STACK, 1);
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
