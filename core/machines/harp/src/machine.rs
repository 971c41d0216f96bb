//! HARP in time, as others see it: running it to a cycle, and looking at what it holds.
//!
//! The units are the warps; they share one issue slot, the scheduler. A program counter is an address in bytes.

use alloc::{format, string::String, sync::Arc, vec::Vec};
use core::ops::RangeInclusive;

use lanescope_parts::{
    base::{LaneMask, Lanes},
    figure::Figure,
    files::Files,
    image::{Digest, Memory},
    ir::Space,
    keep,
    machines::{
        Access, Halt, Machine, PartSlots, Place, RegisterClass, Registers, Segment, SlotKind, StackCell,
        StackColumn, UnitInfo, UnitState, WellKnown, Work,
        chassis::{
            agenda::Agenda,
            run::{Clock, Clockwork, Stop, run},
        },
        counters::{CounterTable, TO_COME},
        family::Untimed,
        observed::{Near, Parts, Seat},
        studies::Data,
    },
    trace::{Cause, Causes, Sink, Site, Sites, event::EventRow, site::NUMBERS},
};

use super::{
    causes, events,
    exec::{Cube, Entry, Kind, Touch, Warp},
    functional::Functional,
    isa::{Arch, Op},
    numbers,
    timing::{
        Config, coalescer,
        cores::Cores,
        counters::Counters,
        memory::Memory as Path,
        pipeline::{Pipeline, Stopped},
        units::Unit,
    },
    views::{
        self,
        branches::{self, Counted},
        flow,
    },
};

/// A run with timing.
#[derive(Clone, Debug)]
pub struct Timed {
    run: Functional,
    cores: Cores,
    clock: Clock,
    /// Commands of memory, which are certain before their cycle has come.
    agenda: Agenda,
}

keep!(Timed { cores });

/// The columns of the stack of a warp: where lanes go on that wait for their turn, and the mask that an entry restores.
const STACK: &[StackColumn] = &[
    StackColumn { id: "at", title: "goes on at", nowhere: "the join" },
    StackColumn { id: "mask", title: "mask", nowhere: "–" },
];

impl Timed {
    /// A machine before its first cycle.
    pub fn new(run: Functional, config: Config) -> Timed {
        let cores = Cores::new(&config, run.core());
        Timed { run, cores, clock: Clock::default(), agenda: Agenda::default() }
    }

    /// What happens.
    pub const fn core(&self) -> &Cube {
        self.run.core()
    }

    /// When it happens.
    pub const fn cores(&self) -> &Cores {
        &self.cores
    }

    /// The cycle that begins.
    pub const fn now(&self) -> u64 {
        self.clock.cycle()
    }

    /// What was counted before the current cycle.
    pub fn counted(&self) -> Counters {
        let counts = self.core().counts();
        Counters {
            kdic: counts.steps,
            ldic: counts.lanes,
            lane_slots: counts.steps * u64::from(self.arch().lanes),
            loads: counts.loads,
            stores: counts.stores,
            lane_instructions: counts.lane_instructions,
            stack_max: counts.stack_max,
            divergent_barriers: counts.divergent_barriers,
            ..self.cores.counters(self.now())
        }
    }

    const fn arch(&self) -> Arch {
        self.core().config().arch
    }

    fn warp(&self, unit: u32) -> Option<&Warp> {
        self.core().warps().get(unit as usize)
    }

    /// The same reason as without timing, with the cycle.
    fn stop(&self, stopped: Stopped) -> Stop {
        let cycle = self.now();
        let image: &Arc<_> = self.run.image();
        let halt = match stopped {
            Stopped::Fault(fault) => self.run.halt(&fault, cycle),
            Stopped::NoBarrier(warp, pc, barrier) => {
                let most = self.cores.config().settings.barriers;
                let reason =
                    format!("there is no barrier {barrier}: the machine has {most} (setting `barriers`)");
                let (unit, pc, span) = (Some(warp.into()), u32::try_from(pc).ok(), image.span(pc));
                Halt::Illegal { reason, at: Place { unit, lane: 0, item: [0; 3], pc, span, cycle } }
            }
        };
        Stop { halt, cycle }
    }
}

impl Clockwork for Timed {
    fn clock(&self) -> &Clock {
        &self.clock
    }

    fn clock_mut(&mut self) -> &mut Clock {
        &mut self.clock
    }

    fn is_over(&self) -> bool {
        self.cores.is_over()
    }

    fn next_event(&self) -> u64 {
        self.cores.next_event(self.clock.cycle())
    }

    fn step<S: Sink>(&mut self, sink: &mut S) -> Result<(), Stop> {
        let now = self.clock.cycle();
        let stepped = self.cores.step(now, self.run.core_mut(), sink);
        stepped.map_err(|stopped| self.stop(stopped))
    }

    fn pass<S: Sink>(&mut self, sink: &mut S) {
        self.cores.catch_up(self.clock.cycle());
        self.agenda.deliver(self.cores.commands(), self.clock.cycle(), sink);
        self.cores.tell_done(self.clock.cycle(), sink);
    }
}

impl Machine for Timed {
    // No part of an instruction is repeated, nothing is held back, a program is there in time, there are no atomics, and registers have
    // ports enough.
    const CAUSES: Causes = causes::CAUSES.without(&[
        Cause::REPLAY,
        Cause::FETCH,
        Cause::CONTENTION,
        Cause::REGISTER_BANK,
        Cause::THROTTLED,
    ]);
    const EVENTS: &'static [EventRow] = events::EVENTS;
    const SITES: Sites = views::sites::SITES;
    const STACK: &'static [StackColumn] = STACK;
    const COUNTERS: &'static [CounterTable] = &[CounterTable::of(Counters::ROWS), TO_COME];

    fn cycle(&self) -> u64 {
        self.clock.cycle()
    }

    fn finished(&self) -> bool {
        self.is_over()
    }

    fn run<S: Sink>(&mut self, until: u64, sink: &mut S) -> Result<(), Halt> {
        self.agenda.detail = S::DETAIL;
        let end = run(self, until, sink);
        self.run.show();
        end
    }

    fn ticking(mut self) -> Timed {
        self.clock.tick();
        self
    }

    fn memory(&self) -> &Memory {
        self.run.memory()
    }

    fn counter_values(&self) -> Vec<u64> {
        let mut values = Vec::from(self.counted().values());
        // The cache writes through: nothing is left in it.
        values.push(0);
        values
    }

    fn well_known(&self) -> WellKnown {
        let counted = self.counted();
        let memory = self.cores.memory();
        let dram = |count| memory.and_then(|memory| memory.dram()).map(|_| count);
        let cache = |count| memory.is_some_and(|memory| memory.has_cache()).then_some(count);
        WellKnown {
            flops: Some(counted.flops),
            memory_bytes: Some(counted.memory_bytes),
            memory_bytes_to_come: Some(0),
            predicated_on: Some(counted.ldic),
            loaded_elements: Some(counted.loads),
            stored_elements: Some(counted.stores),
            branches: Some(counted.branches),
            divergent_branches: Some(counted.divergent_splits),
            memory_accesses: Some(counted.memory_instructions),
            blocks: Some(counted.lines),
            l1_loads: cache(counted.cache_hits + counted.cache_misses),
            l1_load_hits: cache(counted.cache_hits),
            dram_reads: dram(counted.dram_reads),
            dram_writes: dram(counted.dram_writes),
            dram_row_hits: dram(counted.dram_row_hits),
            ..WellKnown::default()
        }
    }

    fn slot_parts(&self) -> Vec<PartSlots> {
        let of = |one: &Pipeline| one.slots(self.now()).of(SlotKind::Instructions, &Self::CAUSES);
        self.cores.pipelines().iter().map(of).collect()
    }

    fn work(&self) -> Work {
        self.run.work()
    }

    fn details(&self, files: &Files) -> Vec<(String, Data)> {
        let mut found = numbers::of(self.core(), self.run.image(), files, None);
        found.extend(numbers::of_cores(self.core(), |core| {
            let counted = self.cores.pipelines()[core].counters(self.now());
            Vec::from([
                ("fifo_empty", counted.fifo_empty.into()),
                ("stall_lsu", counted.stall_lsu.into()),
                ("busy_lsu", counted.busy_lsu.into()),
                ("lines", counted.lines.into()),
                ("barrier_wait", counted.barrier_wait.into()),
            ])
        }));
        found
    }

    fn shown(&self, panel: &str, files: &Files) -> Option<Figure> {
        let entry = self.run.image().entry.as_deref()?;
        if panel == flow::FLOW.about.id {
            return Some(flow::figure(&entry.flow, files));
        }
        let seen = branches::seen(&entry.branches, files, &Counted::all(self.core(), &entry.branches));
        (panel == branches::BRANCHES.about.id).then(|| branches::figure(&seen))
    }

    fn units(&self) -> Vec<UnitInfo> {
        let arch = self.arch();
        let (cores, warps) = (self.core().config().cores, arch.warps);
        let of_core = |core: u16| {
            (0..warps)
                .map(move |warp| UnitInfo::new(core.into(), "warp", Some(warp.into()), arch.lanes.into()))
        };
        (0..cores).flat_map(of_core).collect()
    }

    fn cause(&self, unit: u32) -> Cause {
        self.cores.of(unit).and_then(|one| one.cause(unit)).unwrap_or(Cause::EMPTY)
    }

    fn unit(&self, unit: u32, _: &Timed) -> UnitState {
        let live = self.warp(unit).map_or(0, Warp::live);
        // An instruction was executed when it was taken; the warp is at it until its result has gone.
        let flight = self.cores.of(unit).and_then(|one| one.flight(unit)).map(|token| (token.exec, token.pc));
        let next =
            || Some((self.core().foresee(unit as usize).filter(|_| live != 0)?.exec, self.warp(unit)?.pc));
        let at = || self.warp(unit).filter(|warp| warp.active > 0).map(|warp| (live, warp.pc));
        let found = flight.or_else(next).or_else(at);
        UnitState {
            group: None,
            first_item: 0,
            live: lanes(live),
            active: lanes(found.map_or(0, |(exec, _)| exec)),
            pc: found.and_then(|(_, pc)| u32::try_from(pc).ok()),
            cause: self.cause(unit),
            stack: self.warp(unit).map_or_else(Vec::new, |warp| warp.stack.iter().map(cells).collect()),
        }
    }

    fn registers(&self, unit: u32) -> Registers {
        let Some(warp) = self.warp(unit) else { return Registers::default() };
        let arch = self.arch();
        let named =
            |letter: &str, count: u16| (0..count).map(|at| format!("{letter}{at}")).collect::<Vec<String>>();
        let lanes = Some(arch.lanes.into());
        let words = |at: u32, lane: u32| warp.get(at as u8, lane as usize);
        let bits = |at: u32, lane: u32| warp.predicate(at as u8) >> lane & 1;
        Registers {
            classes: Vec::from([
                RegisterClass::scalars("general", named("%r", arch.registers), arch.bits(), lanes, words),
                RegisterClass::scalars("predicate", named("@p", arch.predicates), 1, lanes, bits),
            ]),
        }
    }

    fn access(&self, unit: u32, _: &Timed) -> Option<Access> {
        let number = unit as usize;
        let next = self.core().foresee(number).filter(|next| Unit::of(next.one.op) == Unit::Lsu)?;
        let touches: Vec<Touch> = self.core().touches(number, &next).collect();
        let line = self.cores.config().line_bytes;
        let bases = coalescer::lines(touches.iter().copied(), line);
        Some(Access {
            pc: u32::try_from(self.warp(unit)?.pc).ok()?,
            space: Space::Global,
            write: next.one.op == Op::St,
            bytes: self.arch().word_bytes.into(),
            addresses: touches.iter().map(|touch| (touch.lane, touch.address)).collect(),
            segments: bases.into_iter().map(|base| segment(base, line, &touches)).collect(),
            passes: Vec::new(),
            banks: (0, 0),
        })
    }

    fn parts(&self, near: &Near, _: &Timed) -> Option<Parts> {
        views::parts::parts(self, near)
    }

    fn sites(&self) -> Sites {
        views::parts::sites(self)
    }

    fn numbers(&self, site: Site, seat: &Seat) -> Option<[u32; NUMBERS]> {
        views::parts::numbers(self, site, seat)
    }

    fn tells_from(&self) -> u64 {
        self.agenda.left_out.max(self.cycle())
    }

    fn digest(&self) -> u64 {
        let mut digest = Digest::default();
        digest.word(self.clock.cycle());
        self.core().digest(&mut digest);
        self.cores.pipelines().iter().for_each(|one| digest.add(one));
        self.cores.shared().into_iter().for_each(|shared| digest.add(shared));
        digest.0
    }

    fn clone_bytes(&self) -> usize {
        let warps = self.core().warps().iter().map(|warp| warp.stack.len() as u64 * 24 + 512);
        let arch = self.arch();
        let registers = u64::from(self.core().config().warps())
            * u64::from(arch.lanes + 1)
            * u64::from(arch.registers + 2)
            * 8;
        let (memory, shared) = Path::host_bytes(&self.cores.config().settings);
        let bytes =
            warps.sum::<u64>() + registers + self.core().ram.bytes().len() as u64 + (4 << 10) + memory
                - shared;
        usize::try_from(bytes).unwrap_or(usize::MAX)
    }
}

fn lanes(set: u64) -> Lanes {
    LaneMask(set).into()
}

/// An entry of the stack.
fn cells(entry: &Entry) -> Vec<StackCell> {
    let at = match entry.kind {
        Kind::Else { pc } => u32::try_from(pc).ok(),
        Kind::FallThrough | Kind::Uni => None,
    };
    Vec::from([StackCell::Place(at), StackCell::Lanes(lanes(entry.mask))])
}

/// A line that lanes touch. Lines at the end of the address space end there.
fn segment(base: u64, line: u64, touches: &[Touch]) -> Segment {
    let bytes = |touch: &Touch| {
        let from = touch.address.max(base);
        let last = touch.address.saturating_add(touch.bytes - 1).min(base + (line - 1));
        (from <= last).then(|| (from - base)..=(last - base))
    };
    let touching = || touches.iter().filter_map(|touch| Some((touch.lane, bytes(touch)?)));
    let sectors = |set: u8, (_, bytes): (u32, RangeInclusive<u64>)| {
        (bytes.start() / 32..=bytes.end() / 32).fold(set, |set, sector| set | 1 << sector)
    };
    Segment {
        base,
        bytes: line as u32,
        lanes: lanes(touching().fold(0, |set, (lane, _)| set | 1 << lane)),
        sectors: touching().fold(0, sectors),
        home: (0, base),
    }
}
