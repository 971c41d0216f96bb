//! The machine as others see it: running it to a cycle, and looking at what it holds.
//!
//! Each core is a row of units: its front end, which is also its issue slot, and its functional units. What happens in
//! later cycles is certain when an instruction issues, so it is put on an agenda and told when its cycle has come.

use alloc::{format, string::String, sync::Arc, vec::Vec};

use lanescope_parts::{
    base::{LaneMask, Lanes},
    image::{Digest, Memory},
    ir::Space,
    keep,
    machines::{
        Access, Halt, Machine, Near, PartSlots, Parts, RegisterClass, Registers, Role, Seat, SlotKind,
        UnitInfo, UnitState, WellKnown, Work,
        chassis::{
            look::Look,
            run::{Clock, Clockwork, Stop, run},
            under_way::UnderWay,
        },
        counters::{CounterTable, TO_COME},
    },
    mem::main::Main,
    riscv::run::{
        ends::{halt, stuck},
        scalar_registers,
    },
    trace::{Cause, Causes, Sink, Site, Sites, Spot, event::EventRow, site::NUMBERS},
};

use super::{
    causes, events,
    exec::Hart,
    footprint,
    isa::{Class, Program},
    spec::{MemoryModel, Spec},
    timing::{
        Unit,
        core::{Agenda, Core, Env, Flight, Item},
        counters::Counters,
        memory::main_memory,
    },
    views::{parts, sites},
};
use crate::exec::VectorState;
use crate::isa::ClassNames;

/// A running vector machine.
#[derive(Clone, Debug)]
pub struct Vector {
    program: Arc<Program>,
    spec: Arc<Spec>,
    cores: Vec<Core>,
    main: Main,
    memory: Memory,
    clock: Clock,
    agenda: Agenda,
    /// Have the states at the start been put on the agenda?
    announced: bool,
    under_way: UnderWay,
}

impl Vector {
    /// A machine before its first cycle.
    pub fn new(program: Arc<Program>, spec: &Spec, harts: Vec<Hart>, memory: Memory) -> Vector {
        let spec = Arc::new(spec.clone());
        let mut harts = harts.into_iter();
        let cores =
            (0..spec.chip.cores).map(|number| Core::new(number, &spec, harts.next(), &program)).collect();
        Vector {
            cores,
            main: Main::new(&main_memory(&spec)),
            memory,
            clock: Clock::default(),
            agenda: Agenda::default(),
            announced: false,
            under_way: UnderWay::default(),
            program,
            spec,
        }
    }

    /// Tells what is on the agenda before the current cycle.
    fn deliver<S: Sink>(&mut self, sink: &mut S) {
        for (cycle, event) in self.main.commands() {
            if S::DETAIL {
                self.agenda.tell(cycle, event);
            } else if S::ON {
                self.agenda.leave_out(cycle);
            }
        }
        while let Some((cycle, items)) = self.agenda.take(self.clock.cycle()) {
            for item in &items {
                match item {
                    Item::Tell(event) => sink.tell(cycle, *event),
                    Item::Rest { core, row, id, event } => {
                        let later = self.cores.get(*core as usize);
                        if !later.is_some_and(|core| core.has_begun_after(*row, *id, cycle)) {
                            sink.tell(cycle, *event);
                        }
                    }
                }
            }
            self.agenda.give_back(items);
        }
    }

    /// The settings.
    pub fn spec(&self) -> &Spec {
        &self.spec
    }

    /// The cores.
    pub fn cores(&self) -> &[Core] {
        &self.cores
    }

    /// The memory that all cores share.
    pub fn main(&self) -> &Main {
        &self.main
    }

    /// The cycle that begins.
    pub fn now(&self) -> u64 {
        self.clock.cycle()
    }

    /// The vector instructions of a core under way in this cycle: those that issue in it are only known ahead.
    pub fn flights<'a>(&self, core: &'a Core, ahead: &'a Vector) -> Vec<&'a Flight> {
        let known = core.flights().iter();
        let later = ahead.cores.get(core.number() as usize).into_iter().flat_map(Core::flights);
        let last = known.clone().map(|flight| flight.id).max();
        known.chain(later.filter(|flight| Some(flight.id) > last)).collect()
    }

    /// The cycle in which all is over, once everything is issued.
    fn end(&self) -> u64 {
        self.cores.iter().filter_map(Core::end).max().unwrap_or(0)
    }

    /// Units of a core: its front end, and the functional ones.
    pub fn rows(&self) -> u32 {
        1 + Unit::all(&self.spec).count() as u32
    }

    /// The core of a unit, and the row in it.
    fn place(&self, unit: u32) -> Option<(&Core, u32)> {
        Some((self.cores.get((unit / self.rows()) as usize)?, unit % self.rows()))
    }

    /// The instruction of a unit's row in this cycle; if one issues to it now, that one. What halts in this cycle leaves the
    /// row as it was.
    pub fn flight<'a>(&'a self, unit: u32, ahead: &'a Vector) -> Option<&'a Flight> {
        let (core, row) = self.place(unit)?;
        let next = core.next().and_then(|pc| self.program.code.get(pc as usize));
        let kind = Unit::all(&self.spec).nth(row.checked_sub(1)? as usize).map(|(kind, _)| kind);
        let now = self.clock.cycle();
        let issues = core.wake() == Some(now) && next.is_some_and(|next| Unit::of(next.op.class()) == kind);
        if issues { ahead.place(unit)?.0.flight(row, now) } else { core.flight(row, now) }
    }

    /// Counts of all cores; the coarse models' times are those of the core that takes longest.
    fn total(&self) -> Counters {
        let mut total = Counters::default();
        for core in &self.cores {
            let counters = core.counters(&self.spec, self.clock.cycle());
            let longest = |a: u64, b: u64| a.max(b);
            let (l0, l1) =
                (longest(total.l0_cycles, counters.l0_cycles), longest(total.l1_cycles, counters.l1_cycles));
            let bound = longest(total.l1_bound, counters.l1_bound);
            total.add(&counters);
            (total.l0_cycles, total.l1_cycles, total.l1_bound) = (l0, l1, bound);
        }
        let dram = self.main.counters().unwrap_or_default();
        (total.dram_reads, total.dram_writes) = (dram.reads, dram.writes);
        (total.dram_row_hits, total.dram_activates) = (dram.row_hits, dram.activates);
        total
    }
}

keep!(Vector { cores });

impl Clockwork for Vector {
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
        self.cores.iter().filter_map(Core::wake).min().unwrap_or_else(|| self.end())
    }

    /// All cores with instructions that are due issue them, in the order of their numbers.
    fn step<S: Sink>(&mut self, _: &mut S) -> Result<(), Stop> {
        let now = self.clock.cycle();
        let stop = |halt| Stop { halt, cycle: now };
        let Vector { program, spec, cores, main, memory, agenda, under_way, .. } = self;
        for core in cores.iter_mut() {
            while core.wake() == Some(now) {
                let before = core.under_way();
                let agenda = if S::ON { Some(&mut *agenda) } else { None };
                let mut env = Env { program, spec, memory, main, agenda };
                if let Err(trap) = core.tick(now, &mut env) {
                    return Err(stop(halt(trap, program, core.thread.look(), env.memory, core.unit(), now)));
                }
                under_way.change(before, core.under_way()).map_err(stop)?;
            }
        }
        let running = || cores.iter().filter(|core| core.wake().is_some());
        if running().any(|core| core.thread.is_stuck(memory.changes())) {
            let threads = running().map(|core| (core.unit(), core.thread.look()));
            return stuck(threads, program, memory, now).map_or(Ok(()), |halt| Err(stop(halt)));
        }
        Ok(())
    }

    /// What happened before is told before anything issues in a cycle: an instruction that issues may drive out of a core's
    /// list one that was still to be told of.
    fn pass<S: Sink>(&mut self, sink: &mut S) {
        self.main.catch_up(self.clock.cycle());
        self.deliver(sink);
    }
}

impl Machine for Vector {
    // A thread is alone on its core, and all its instructions are there in time.
    const CAUSES: Causes = causes::CAUSES.without(&[
        Cause::REPLAY,
        Cause::NOT_PICKED,
        Cause::FETCH,
        Cause::BARRIER,
        Cause::CONTENTION,
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
            self.cores.iter().for_each(|core| core.announce(&mut self.agenda));
        }
        run(self, until, sink)
    }

    fn ticking(mut self) -> Vector {
        self.clock.tick();
        self
    }

    fn memory(&self) -> &Memory {
        &self.memory
    }

    fn counter_values(&self) -> Vec<u64> {
        let mut values = Vec::from(self.total().values());
        // The vector cache writes through: nothing is left in it.
        values.push(0);
        values
    }

    fn well_known(&self) -> WellKnown {
        let total = self.total();
        let dram = |count| (self.spec.memory == MemoryModel::Dram).then_some(count);
        WellKnown {
            flops: Some(total.flops),
            memory_bytes: Some(total.memory_bytes),
            // The vector cache writes through: nothing is left in it.
            memory_bytes_to_come: Some(0),
            loaded_elements: Some(total.loaded_elements),
            stored_elements: Some(total.stored_elements),
            vector_elements: Some(total.vector_elements),
            scalar_instructions: Some(total.scalar_instructions),
            strips: Some(total.strips),
            l0_cycles: Some(total.l0_cycles),
            l1_cycles: Some(total.l1_cycles),
            dram_reads: dram(total.dram_reads),
            dram_writes: dram(total.dram_writes),
            dram_row_hits: dram(total.dram_row_hits),
            ..WellKnown::default()
        }
    }

    fn slot_parts(&self) -> Vec<PartSlots> {
        let (now, causes) = (self.clock.cycle(), &Self::CAUSES);
        let parts = |core: &'_ Core| {
            let front = core.slots(now).of(SlotKind::Instructions, causes);
            let units = core.unit_slots(now).map(|slots| slots.of(SlotKind::ElementGroups, causes));
            core::iter::once(front).chain(units).collect::<Vec<_>>()
        };
        self.cores.iter().flat_map(parts).collect()
    }

    fn work(&self) -> Work {
        let total = self.total();
        Work {
            instructions: total.vector_instructions + total.scalar_instructions,
            lane_operations: total.vector_elements + total.scalar_instructions,
            lane_slots: total.group_lanes + total.scalar_instructions,
        }
    }

    fn units(&self) -> Vec<UnitInfo> {
        let mut units = Vec::new();
        for core in 0..self.spec.chip.cores {
            units.push(UnitInfo::new(core, "front end", None, 1).with_role(Role::FrontEnd));
            units.extend(Unit::all(&self.spec).map(|(unit, number)| {
                let number = (unit.count(&self.spec) > 1).then_some(number);
                UnitInfo::new(core, unit.name(), number, self.spec.lanes).with_role(Role::Functional)
            }));
        }
        units
    }

    fn cause(&self, unit: u32) -> Cause {
        let last = || {
            let (core, row) = self.place(unit)?;
            let last = self.clock.cycle().checked_sub(1)?;
            if row == 0 {
                return Some(core.front_cause(last));
            }
            Some(core.flight(row, last)?.state(last, self.spec.lanes).0)
        };
        last().unwrap_or(Cause::EMPTY)
    }

    fn unit(&self, unit: u32, ahead: &Vector) -> UnitState {
        let before = self.cause(unit);
        if let Some((core, 0)) = self.place(unit) {
            let pc = core.next();
            return UnitState::plain(
                before,
                pc,
                if pc.is_some() { LaneMask::lane(0) } else { LaneMask::NONE },
            );
        }
        let at = |flight: &Flight| (flight.state(self.clock.cycle(), self.spec.lanes), flight.record.pc);
        match self.flight(unit, ahead).map(at) {
            Some(((now, lanes), pc)) if now != Cause::EMPTY => UnitState::plain(before, Some(pc), lanes),
            _ => UnitState::plain(before, None, LaneMask::NONE),
        }
    }

    fn registers(&self, unit: u32) -> Registers {
        let hart = self.place(unit).map(|(core, _)| core.thread.look());
        hart.map_or_else(Registers::default, |hart| Registers { classes: classes(hart) })
    }

    fn parts(&self, near: &Near, ahead: &Vector) -> Option<Parts> {
        parts::parts(self, near, ahead)
    }

    fn numbers(&self, site: Site, seat: &Seat) -> Option<[u32; NUMBERS]> {
        parts::numbers(self, site, seat)
    }

    fn called(&self, spot: Spot) -> String {
        parts::called(self, spot)
    }

    fn access(&self, unit: u32, ahead: &Vector) -> Option<Access> {
        self.flight(unit, ahead)
            .filter(|flight| flight.record.is_access())
            .map(|flight| self.describe(flight))
    }

    fn clone_bytes(&self) -> usize {
        let bytes = footprint::without_lists(&self.program, &self.spec) + self.under_way.now();
        usize::try_from(bytes).unwrap_or(usize::MAX)
    }

    fn bound_under_way(&mut self, bytes: u64, limit: u64) {
        self.under_way.bound(bytes, limit);
    }

    fn under_way_bytes(&self) -> u64 {
        self.under_way.most()
    }

    fn tells_from(&self) -> u64 {
        self.agenda.left_out.max(self.cycle())
    }

    fn digest(&self) -> u64 {
        let Vector {
            cores,
            main,
            memory,
            clock,
            // What never changes, what will be told, and the host's memory.
            program: _,
            spec: _,
            agenda: _,
            announced: _,
            under_way: _,
        } = self;
        let mut digest = Digest::default();
        let kind = self.spec.memory as u32;
        digest.add(&(clock.cycle(), memory.whole_digest(), cores, kind, main));
        digest.0
    }
}

impl Vector {
    /// The element group that enters in this cycle, or entered last: at most one address for each lane.
    fn describe(&self, flight: &Flight) -> Access {
        let record = &flight.record;
        let lanes = self.spec.lanes.max(1);
        let begun = flight.times.groups.partition_point(|cycle| *cycle <= self.clock.cycle()) as u32;
        let first = begun.saturating_sub(1) * lanes;
        let active = |element: &u32| record.is_active(*element);
        let before = (0..first).filter(active).count();
        let elements = (first..(first + lanes).min(record.elements)).filter(active);
        let addresses: Vec<(u32, u64)> = elements
            .zip(record.addresses.iter().skip(before))
            .map(|(element, address)| (element - first, *address))
            .collect();
        let banked = addresses.first().is_some_and(|(_, address)| self.main.bank(*address).is_some());
        Access {
            pc: record.pc,
            space: Space::Global,
            write: record.class == Class::VStore,
            bytes: record.access_bytes,
            passes: if banked { self.passes(&addresses) } else { Vec::new() },
            addresses,
            segments: Vec::new(),
            banks: if banked { (self.spec.banked.banks, self.spec.banked.bank_bytes) } else { (0, 0) },
        }
    }

    /// The lanes that could access memory together: each word of a pass has a bank of its own.
    fn passes(&self, addresses: &[(u32, u64)]) -> Vec<Lanes> {
        let bytes = u64::from(self.spec.banked.bank_bytes.max(1));
        let bank = |word: u64| self.main.bank(word * bytes);
        let mut passes: Vec<(LaneMask, Vec<u64>)> = Vec::new();
        for (lane, address) in addresses {
            let word = address / bytes;
            let fits = |words: &[u64]| words.iter().all(|other| *other == word || bank(*other) != bank(word));
            match passes.iter_mut().find(|(_, words)| fits(words)) {
                Some((lanes, words)) => {
                    *lanes |= LaneMask::lane(*lane);
                    words.push(word);
                }
                None => passes.push((LaneMask::lane(*lane), Vec::from([word]))),
            }
        }
        passes.into_iter().map(|(lanes, _)| lanes.into()).collect()
    }
}

/// The registers of a thread as people look at them. The control registers of the vector unit say how its registers are
/// cut into elements.
fn classes(hart: &Hart) -> Vec<RegisterClass> {
    let (control, values): (Vec<String>, Vec<u64>) =
        hart.vector_csrs().map(|(name, value)| (name.into(), value)).unzip();
    let [integer, float] = scalar_registers(hart);
    Vec::from([
        integer,
        float,
        RegisterClass::scalars("control", control, 64, None, |at, _| values[at as usize]),
        RegisterClass {
            id: "vector".into(),
            names: (0..32).map(|at| format!("v{at}")).collect(),
            bits: 8,
            columns: hart.vlen() / 8,
            rows: 1,
            lanes: None,
            pictured: true,
            bytes: hart.vector_bytes().to_vec(),
        },
    ])
}
