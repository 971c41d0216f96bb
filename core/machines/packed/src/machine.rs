//! The machine as others see it: running it to a cycle, and looking at what it holds.
//!
//! Each hardware thread is a unit; a core has one issue slot, which its threads share. What happens in later cycles is
//! certain when an instruction issues, so it is put on an agenda and told when its cycle has come.

use alloc::{format, string::String, sync::Arc, vec::Vec};

use lanescope_parts::{
    base::LaneMask,
    image::{Digest, Memory},
    ir::Space,
    keep,
    machines::{
        Access, Halt, Machine, Near, PartSlots, Parts, RegisterClass, Registers, Seat, SlotKind, UnitInfo,
        UnitState, WellKnown, Work,
        chassis::{
            agenda::Agenda,
            look::Look,
            run::{Clock, Clockwork, Stop, run},
        },
        counters::{CounterTable, TO_COME},
    },
    mem::{main::Main, vector_cache::Cache},
    riscv::run::{
        ends::{halt, stuck},
        scalar_registers,
    },
    trace::{Cause, Causes, Sink, Site, Sites, event::EventRow, site::NUMBERS},
};

use super::{
    causes, events,
    exec::{
        Hart, PState, Thread,
        record::{active_lanes, is_access, writes},
        state::{ROW, TILE_ROWS, TILES, WIDEST},
    },
    footprint,
    isa::{Family, Generation, InstructionSet, Program},
    spec::{MemoryModel, Spec},
    timing::{
        core::{Core, Env},
        counters::Counters,
        memory::{Below, main_memory, shared_cache},
    },
    views::{parts, sites},
};
use crate::exec::PackedState;

/// A running packed SIMD machine.
#[derive(Clone, Debug)]
pub struct Packed {
    program: Arc<Program>,
    spec: Arc<Spec>,
    cores: Vec<Core>,
    main: Main,
    shared: Option<Cache>,
    memory: Memory,
    clock: Clock,
    agenda: Agenda,
    /// Have the states at the start been put on the agenda?
    announced: bool,
}

impl Packed {
    /// A machine before its first cycle: the threads fill core after core. Those that are `None` have no work.
    pub fn new(program: Arc<Program>, spec: &Spec, harts: Vec<Option<Hart>>, memory: Memory) -> Packed {
        let spec = Arc::new(spec.clone());
        // The cores fill up one after another.
        let others = harts.iter().skip(spec.threads as usize).any(Option::is_some);
        let mut harts = harts.into_iter();
        let mut core = |number| {
            let own = (0..spec.threads).map(|_| harts.next().flatten()).collect();
            Core::new(number, &spec, own, &program, others)
        };
        let cores = (0..spec.chip.cores).map(&mut core).collect();
        let (main, shared) = (Main::new(&main_memory(&spec)), shared_cache(&spec));
        let (clock, agenda) = (Clock::default(), Agenda::default());
        Packed { cores, main, shared, memory, clock, agenda, announced: false, program, spec }
    }

    /// The settings.
    pub fn spec(&self) -> &Spec {
        &self.spec
    }

    /// The program.
    pub fn program(&self) -> &Program {
        &self.program
    }

    /// The cores.
    pub fn cores(&self) -> &[Core] {
        &self.cores
    }

    /// The memory that all cores share.
    pub fn main(&self) -> &Main {
        &self.main
    }

    /// The cache that all cores share, if there is one.
    pub fn shared(&self) -> Option<&Cache> {
        self.shared.as_ref()
    }

    /// The cycle that begins.
    pub fn now(&self) -> u64 {
        self.clock.cycle()
    }

    /// The core of a unit, and the number of the thread in it.
    fn place(&self, unit: u32) -> Option<(&Core, u32)> {
        let threads = self.spec.threads.max(1);
        Some((self.cores.get((unit / threads) as usize)?, unit % threads))
    }

    fn hart(&self, unit: u32) -> Option<&Hart> {
        self.place(unit).and_then(|(core, thread)| core.thread(thread)).map(Look::look)
    }

    /// Counts of all cores.
    fn total(&self) -> Counters {
        let mut total = Counters::default();
        self.cores.iter().for_each(|core| total.add(&core.counters(self.clock.cycle())));
        let dram = self.main.counters().unwrap_or_default();
        (total.dram_reads, total.dram_writes) = (dram.reads, dram.writes);
        (total.dram_row_hits, total.dram_activates) = (dram.row_hits, dram.activates);
        total
    }
}

keep!(Packed { cores, shared });

impl Clockwork for Packed {
    fn clock(&self) -> &Clock {
        &self.clock
    }

    fn clock_mut(&mut self) -> &mut Clock {
        &mut self.clock
    }

    fn is_over(&self) -> bool {
        self.cores.iter().all(|core| core.end().is_some_and(|end| end <= self.clock.cycle()))
    }

    fn next_event(&self) -> u64 {
        let end = || self.cores.iter().filter_map(Core::end).max().unwrap_or(0);
        self.cores.iter().filter_map(Core::wake).min().unwrap_or_else(end)
    }

    /// All cores with an instruction that is due issue it, in the order of their numbers.
    fn step<S: Sink>(&mut self, _: &mut S) -> Result<(), Stop> {
        let now = self.clock.cycle();
        let stop = |halt| Stop { halt, cycle: now };
        let threads = self.spec.threads;
        let Packed { program, spec, cores, main, shared, memory, agenda, .. } = self;
        for (number, core) in (0..).zip(cores.iter_mut()).filter(|(_, core)| core.wake() == Some(now)) {
            let agenda = if S::ON { Some(&mut *agenda) } else { None };
            let mut env = Env { program, spec, memory, below: Below { main, shared }, agenda };
            if let Err((thread, trap)) = core.tick(now, &mut env) {
                let Some(hart) = core.thread(thread).map(Look::look) else { continue };
                return Err(stop(halt(trap, program, hart, env.memory, number * threads + thread, now)));
            }
        }
        if running(cores, threads).any(|(_, thread)| thread.is_stuck(memory.changes())) {
            let all = running(cores, threads).map(|(unit, thread)| (unit, thread.look()));
            return stuck(all, program, memory, now).map_or(Ok(()), |halt| Err(stop(halt)));
        }
        Ok(())
    }

    fn pass<S: Sink>(&mut self, sink: &mut S) {
        self.main.catch_up(self.clock.cycle());
        self.agenda.deliver(self.main.commands(), self.clock.cycle(), sink);
    }
}

impl Machine for Packed {
    // Every unit takes an instruction in each cycle; registers are whole; threads take turns.
    const CAUSES: Causes = causes::CAUSES.without(&[
        Cause::REPLAY,
        Cause::UNIT_BUSY,
        Cause::BARRIER,
        Cause::CONTENTION,
        Cause::REGISTER_BANK,
        Cause::THROTTLED,
    ]);
    const EVENTS: &'static [EventRow] = events::EVENTS;
    const SITES: Sites = sites::SITES;
    const COUNTERS: &'static [CounterTable] = &[CounterTable::of(Counters::ROWS), TO_COME];

    fn cycle(&self) -> u64 {
        self.clock.cycle()
    }

    fn finished(&self) -> bool {
        self.is_over()
    }

    fn run<S: Sink>(&mut self, until: u64, sink: &mut S) -> Result<(), Halt> {
        self.agenda.detail = S::DETAIL;
        if S::ON && !core::mem::replace(&mut self.announced, true) {
            self.cores.iter().for_each(|core| core.announce(&mut self.agenda, &self.program));
        }
        run(self, until, sink)
    }

    fn ticking(mut self) -> Packed {
        self.clock.tick();
        self
    }

    fn memory(&self) -> &Memory {
        &self.memory
    }

    fn counter_values(&self) -> Vec<u64> {
        let mut values = Vec::from(self.total().values());
        // The cache writes through: nothing is left in it.
        values.push(0);
        values
    }

    fn well_known(&self) -> WellKnown {
        let total = self.total();
        let dram = |count| (self.spec.main_memory == MemoryModel::Dram).then_some(count);
        WellKnown {
            flops: Some(total.flops),
            memory_bytes: Some(total.memory_bytes),
            memory_bytes_to_come: Some(0),
            loaded_elements: Some(total.loaded_elements),
            stored_elements: Some(total.stored_elements),
            vector_elements: Some(total.packed_elements),
            scalar_instructions: Some(total.scalar_instructions),
            l2_reads: self.shared.as_ref().map(|_| total.shared_cache_hits + total.shared_cache_misses),
            l2_read_hits: self.shared.as_ref().map(|_| total.shared_cache_hits),
            dram_reads: dram(total.dram_reads),
            dram_writes: dram(total.dram_writes),
            dram_row_hits: dram(total.dram_row_hits),
            ..WellKnown::default()
        }
    }

    fn slot_parts(&self) -> Vec<PartSlots> {
        let now = self.clock.cycle();
        self.cores.iter().map(|core| core.slots(now).of(SlotKind::Instructions, &Self::CAUSES)).collect()
    }

    fn work(&self) -> Work {
        let total = self.total();
        Work {
            instructions: total.packed_instructions + total.scalar_instructions,
            lane_operations: total.packed_elements + total.scalar_instructions,
            lane_slots: total.packed_lanes + total.scalar_instructions,
        }
    }

    fn units(&self) -> Vec<UnitInfo> {
        let Spec { chip, threads, generation, .. } = &*self.spec;
        let lanes = generation.bytes();
        let of_core =
            |core| (0..*threads).map(move |thread| UnitInfo::new(core, "thread", Some(thread), lanes));
        (0..chip.cores).flat_map(of_core).collect()
    }

    fn cause(&self, unit: u32) -> Cause {
        let last = || {
            let (core, thread) = self.place(unit)?;
            Some(core.cause(thread, self.clock.cycle().checked_sub(1)?))
        };
        last().unwrap_or(Cause::EMPTY)
    }

    fn unit(&self, unit: u32, _: &Packed) -> UnitState {
        let pc = self.place(unit).and_then(|(core, thread)| core.next(thread, &self.program));
        let inst = pc.and_then(|pc| self.program.code.get(pc as usize));
        let lanes = inst.zip(self.hart(unit)).map(|(inst, hart)| active_lanes(inst, hart));
        UnitState::plain(self.cause(unit), pc, lanes.unwrap_or(LaneMask::NONE))
    }

    fn registers(&self, unit: u32) -> Registers {
        let classes = self.hart(unit).map(|hart| classes(hart, self.spec.instructions()));
        Registers { classes: classes.unwrap_or_default() }
    }

    /// The instruction is executed on a copy of the thread and of memory. What is stored shows in no register.
    fn foreseen(&self, unit: u32) -> Option<Registers> {
        let (mut hart, mut memory) = (self.hart(unit)?.clone(), self.memory.clone());
        hart.step(&self.program, &mut memory).ok()?;
        Some(Registers { classes: classes(&hart, self.spec.instructions()) })
    }

    /// The access that the thread's next instruction makes.
    fn access(&self, unit: u32, ahead: &Packed) -> Option<Access> {
        let (core, thread) = self.place(unit)?;
        let pc = core.next(thread, &self.program)?;
        let inst = self.program.code.get(pc as usize).filter(|inst| is_access(inst))?;
        let stays = ahead.hart(unit)?.instret == self.hart(unit)?.instret;
        let mut probe = self.hart(unit)?.clone();
        let mut memory = self.memory.clone();
        // It may be a fault: then the addresses so far are those.
        let _ = probe.step(&self.program, &mut memory);
        let hart = if stays { &probe } else { ahead.hart(unit)? };
        let addresses: Vec<(u32, u64)> = (0..).zip(hart.accesses().iter().copied()).collect();
        let bytes = hart.access_bytes();
        let (space, write) = (Space::Global, writes(inst));
        Some(Access {
            pc,
            space,
            write,
            bytes,
            passes: Vec::new(),
            addresses,
            segments: Vec::new(),
            banks: (0, 0),
        })
    }

    fn parts(&self, near: &Near, _: &Packed) -> Option<Parts> {
        parts::parts(self, near)
    }

    fn numbers(&self, site: Site, seat: &Seat) -> Option<[u32; NUMBERS]> {
        parts::numbers(self, site, seat)
    }

    fn clone_bytes(&self) -> usize {
        usize::try_from(footprint::without_lists(&self.program, &self.spec)).unwrap_or(usize::MAX)
    }

    fn tells_from(&self) -> u64 {
        self.agenda.left_out.max(self.cycle())
    }

    fn digest(&self) -> u64 {
        let Packed {
            cores,
            main,
            shared,
            memory,
            clock,
            // What never changes, and what will be told.
            program: _,
            spec: _,
            agenda: _,
            announced: _,
        } = self;
        let mut digest = Digest::default();
        let kind = self.spec.main_memory as u32;
        digest.add(&(clock.cycle(), memory.whole_digest(), cores, kind, main, shared));
        digest.0
    }
}

/// The threads that have not ended, with their units.
fn running(cores: &[Core], threads: u32) -> impl Iterator<Item = (u32, &Thread)> {
    let units = move |(number, core)| {
        let core: &Core = core;
        core.running().map(move |(thread, it)| (number * threads + thread, it))
    };
    (0..).zip(cores).flat_map(units)
}

/// The registers of a thread as people look at them.
pub(super) fn classes(hart: &Hart, set: InstructionSet) -> Vec<RegisterClass> {
    let generation = set.generation;
    let numbered =
        |prefix: &str, count: u32| (0..count).map(|at| format!("{prefix}{at}")).collect::<Vec<String>>();
    let state: &PState = &hart.ext;
    let mut classes = Vec::from(scalar_registers(hart));
    if set.has_masks() || set.masks && generation == Generation::Lee {
        let names = if generation == Generation::Lee { numbered("vp", 4) } else { numbered("k", 8) };
        classes.push(RegisterClass::scalars("mask", names, 64, None, |at, _| state.masks[at as usize & 7]));
    }
    let bytes = (generation.bytes() as usize).min(WIDEST);
    let prefix = match (generation.family(), bytes) {
        (Family::Rvp, _) => "f",
        (Family::Lee, _) => "vv",
        (Family::X86, 8) => "mm",
        (Family::X86, 16) => "xmm",
        (Family::X86, 32) => "ymm",
        (Family::X86, _) => "zmm",
    };
    let count = generation.registers();
    let contents = (0..count as u8).flat_map(|at| hart.packed(at, bytes)[..bytes].to_vec()).collect();
    classes.push(RegisterClass {
        id: "packed".into(),
        names: numbered(prefix, count),
        bits: 8,
        columns: bytes as u32,
        rows: 1,
        lanes: None,
        pictured: true,
        bytes: contents,
    });
    if generation.has_tiles() {
        let rows = (0..TILES as u8).flat_map(|tile| (0..TILE_ROWS).map(move |row| (tile, row)));
        classes.push(RegisterClass {
            id: "tile".into(),
            names: numbered("tmm", TILES as u32),
            bits: 8,
            columns: ROW as u32,
            rows: TILE_ROWS as u32,
            lanes: None,
            pictured: true,
            bytes: rows.flat_map(|(tile, row)| state.row(tile, row).to_vec()).collect(),
        });
        // Rows, and bytes of a row.
        let shapes = state.shapes.unwrap_or_default();
        classes.push(RegisterClass {
            id: "shape".into(),
            names: numbered("tmm", TILES as u32),
            bits: 8,
            columns: 2,
            rows: 1,
            lanes: None,
            pictured: true,
            bytes: shapes.iter().flat_map(|shape| [shape.rows, shape.row_bytes]).collect(),
        });
    }
    classes
}
