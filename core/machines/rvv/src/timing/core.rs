//! A core: a thread, its front end that issues one instruction after another, and the instructions under way.
//!
//! An instruction is executed in the cycle in which it issues. When the next one issues is certain as soon as the one
//! before has issued; the cycles between are idle for the front end and have causes.
//!
//! Absent: fetch and decode (every instruction is there in time), prediction of branches.

mod tell;

use alloc::{collections::BTreeMap, sync::Arc, vec::Vec};

use lanescope_parts::{
    base::LaneMask,
    image::Memory,
    keep,
    machines::chassis::slots::Account,
    mem::main::Main,
    riscv::{
        hart::Clock,
        issue::{Front, Issued, Row},
    },
    trace::{Cause, Event},
};
use serde::Serialize;

use super::{
    Record, Unit,
    chimes::Counting,
    counters::Counters,
    memory::Path,
    pipeline::{Pipeline, Times},
    under_way,
    unit_slots::UnitSlots,
};
use crate::{
    exec::{Flow, Foreseen, Hart, Thread, Trap, VectorState},
    isa::{Class, ClassNames, Program, VectorClass},
    spec::Spec,
};

/// Bytes of the scalar registers of a thread: 32 whole numbers and 32 floats.
const SCALAR_BYTES: u64 = 64 * 8;

/// What will be told, by cycle.
#[derive(Clone, Debug, Default)]
pub struct Agenda {
    /// What will be told in each cycle.
    items: BTreeMap<u64, Vec<Item>>,
    /// Does somebody want every event? If not, only states and strips are put on it.
    pub detail: bool,
    /// One past the last cycle of which events were left out.
    pub left_out: u64,
    /// Lists that were told and are empty, to be used again.
    spare: Vec<Vec<Item>>,
}

/// Something that will be told.
#[derive(Clone, Copy, Debug)]
pub enum Item {
    /// An event.
    Tell(Event),
    /// A unit no longer takes groups of an instruction, unless a later one has begun by then.
    Rest {
        /// The core.
        core: u32,
        /// The unit in the core.
        row: u32,
        /// The instruction.
        id: u64,
        /// What to tell.
        event: Event,
    },
}

impl Agenda {
    fn add(&mut self, cycle: u64, item: Item) {
        let Agenda { items, spare, .. } = self;
        items.entry(cycle).or_insert_with(|| spare.pop().unwrap_or_default()).push(item);
    }

    /// Takes what is to be told in the first cycle before `cycle`, if there is one.
    pub fn take(&mut self, cycle: u64) -> Option<(u64, Vec<Item>)> {
        let entry = self.items.first_entry().filter(|entry| *entry.key() < cycle)?;
        Some(entry.remove_entry())
    }

    /// Gives back a list that was told.
    pub fn give_back(&mut self, mut items: Vec<Item>) {
        items.clear();
        self.spare.push(items);
    }

    /// Notes that events up to the end of this cycle are left out.
    pub fn leave_out(&mut self, cycle: u64) {
        self.left_out = self.left_out.max(cycle + 1);
    }

    /// Puts an event on it.
    pub fn tell(&mut self, cycle: u64, event: Event) {
        self.add(cycle, Item::Tell(event));
    }
}

/// A vector instruction under way, or the last one of its unit.
#[derive(Clone, Debug, Serialize)]
pub struct Flight {
    /// Its number.
    pub id: u64,
    /// Its unit, as a row of the core.
    pub row: u32,
    /// What it is.
    pub record: Record,
    /// When it happens.
    pub times: Times,
    /// Bytes of the host's memory that it takes, with what will be told of it.
    #[serde(skip)]
    bytes: u64,
}

/// What all cores work with.
pub struct Env<'a> {
    /// The program.
    pub program: &'a Program,
    /// The settings.
    pub spec: &'a Spec,
    /// Global memory.
    pub memory: &'a mut Memory,
    /// When it answers.
    pub main: &'a mut Main,
    /// Is anybody listening? Then what will be told goes here.
    pub agenda: Option<&'a mut Agenda>,
}

/// A core.
#[derive(Clone, Debug, Serialize)]
pub struct Core {
    #[serde(skip)]
    number: u32,
    /// Its first unit in the machine: the front end.
    #[serde(skip)]
    base: u32,
    /// Its thread.
    pub thread: Thread,
    pipeline: Pipeline,
    front: Front,
    flights: Vec<Flight>,
    /// Bytes of the host's memory that they take, with the times of registers.
    #[serde(skip)]
    under_way: u64,
    counting: Counting,
    counters: Counters,
    /// Time slices that have ended.
    slices: u64,
    issued: Issued,
    /// The slots of each unit.
    #[serde(skip)]
    unit_slots: Vec<UnitSlots>,
}

keep!(Core { thread, pipeline });

impl Core {
    /// A core at cycle 0 with a thread, or without work.
    pub fn new(number: u32, spec: &Arc<Spec>, hart: Option<Hart>, program: &Program) -> Core {
        let rows = 1 + Unit::all(spec).count() as u32;
        let idle = hart.is_none();
        let mut core = Core {
            number,
            base: number * rows,
            thread: Thread::new(hart.unwrap_or_else(|| Hart::new(128))),
            pipeline: Pipeline::new(spec.clone()),
            front: Front::Empty { from: 0 },
            flights: Vec::new(),
            under_way: 0,
            counting: Counting::default(),
            counters: Counters::default(),
            slices: 0,
            issued: Issued::default(),
            unit_slots: alloc::vec![UnitSlots::default(); rows as usize - 1],
        };
        if !idle {
            core.front = core.wait(0, program);
        }
        core
    }

    /// The next cycle in which it does something; `None` if all is issued.
    pub fn wake(&self) -> Option<u64> {
        self.front.wake()
    }

    /// The cycle in which its last result is there, if all is issued.
    pub fn end(&self) -> Option<u64> {
        self.front.end()
    }

    /// Tells the state at the start.
    pub fn announce(&self, agenda: &mut Agenda) {
        self.tell_front(agenda);
    }

    /// Issues the instruction that is due in cycle `now`.
    ///
    /// # Errors
    /// What stops the thread.
    pub fn tick(&mut self, now: u64, env: &mut Env) -> Result<(), Trap> {
        self.switch_contexts(now, env.spec);
        let clock = Clock { ticks: now, mhz: env.spec.chip.clock_mhz };
        let (record, done) = self.thread.step(clock, env.program, env.memory)?;
        let id = self.issued.take(&self.front, now) << 6 | u64::from(self.number);
        let times = self.pipeline.issue(&record, id, now, env.main);
        let convoy = self.counting.take(&record, env.spec);
        self.count(&record, &times, env.spec);
        self.front = match done.flow {
            Flow::End => Front::drain(now + 1, self.pipeline.end()),
            flow => {
                let together = flow == Flow::Next && record.class != Class::Config;
                let wait = |from| self.wait(from, env.program);
                self.issued.go_on(now, together, env.spec.issue_width, wait)
            }
        };
        if let Some(agenda) = &mut env.agenda {
            self.tell_issue(agenda, now, &record);
            self.tell_course(agenda, id, &record, &times, convoy, env.spec);
            self.tell_front(agenda);
        }
        self.take_off(now, id, record, times, env.spec);
        Ok(())
    }

    /// Counts the ends of time slices since the last instruction, and what each saves (hp_ch4 3.1). They take no time.
    fn switch_contexts(&mut self, now: u64, spec: &Spec) {
        let slices = now.checked_div(spec.time_slice.into()).unwrap_or(0);
        let ended = slices - core::mem::replace(&mut self.slices, slices);
        if ended == 0 {
            return;
        }
        let (scalar, vector) = (SCALAR_BYTES, u64::from(spec.vlen) / 8 * 32);
        let dirty = u64::from(self.thread.take_dirty());
        self.counters.context_switches += ended;
        self.counters.context_bytes += ended * scalar + dirty * vector;
        self.counters.context_bytes_spared += (ended - dirty) * vector;
    }

    /// The front end from cycle `from` on.
    fn wait(&self, from: u64, program: &Program) -> Front {
        let Some(record) = self.thread.foresee(program) else { return Front::astray(from) };
        Front::wait(from, record.pc, &self.pipeline.waits(&record, from))
    }

    /// Slots by cause before cycle `now`.
    pub fn slots(&self, now: u64) -> Account {
        self.issued.slots(&self.front, now)
    }

    /// Slots of each unit by cause before cycle `now`, in the order of [`Unit::all`].
    pub fn unit_slots(&self, now: u64) -> impl Iterator<Item = Account> {
        self.unit_slots.iter().zip(1..).map(move |(slots, row)| slots.before(self.flights_of(row), now))
    }

    /// The instructions of a row under way, oldest first.
    fn flights_of(&self, row: u32) -> impl Iterator<Item = &Flight> {
        self.flights.iter().filter(move |flight| flight.row == row)
    }

    /// Why the front end issued or did not in a cycle since the last instruction issued, or in the cycle of that.
    pub fn front_cause(&self, cycle: u64) -> Cause {
        self.front.cause(cycle)
    }

    /// The next instruction.
    pub fn next(&self) -> Option<u32> {
        self.front.next()
    }

    /// Where its front end is.
    fn row(&self) -> Row {
        Row { unit: self.base, slot: self.number }
    }

    /// Its number.
    pub fn number(&self) -> u32 {
        self.number
    }

    /// Its way to memory.
    pub fn path(&self) -> &Path {
        self.pipeline.path()
    }

    /// The vector instructions under way, and the last one of each unit.
    pub fn flights(&self) -> &[Flight] {
        &self.flights
    }

    /// Its first unit in the machine.
    pub fn unit(&self) -> u32 {
        self.base
    }

    /// The instruction of a row in cycle `now`: the last one that has begun.
    pub fn flight(&self, row: u32, now: u64) -> Option<&Flight> {
        self.flights.iter().rfind(|flight| flight.row == row && flight.times.start <= now)
    }

    /// Bytes of the host's memory that what is under way takes.
    pub fn under_way(&self) -> u64 {
        self.under_way
    }

    /// Has an instruction of the row that is later than `id` begun by `cycle`?
    pub fn has_begun_after(&self, row: u32, id: u64, cycle: u64) -> bool {
        self.flights.iter().any(|flight| flight.row == row && flight.id > id && flight.times.start <= cycle)
    }

    /// Its counters before cycle `now`, with those of the coarse models and of memory. Float operations count when their
    /// elements have entered a unit, bytes when they have arrived; all else counts with the issue of its instruction.
    pub fn counters(&self, spec: &Spec, now: u64) -> Counters {
        let chimes = self.counting.total(spec);
        let path = self.pipeline.path();
        let ahead = |still: fn(&Flight, u32, u64) -> u64| {
            self.flights.iter().map(|flight| still(flight, spec.lanes, now)).sum::<u64>()
        };
        Counters {
            convoys: chimes.convoys.into(),
            packed_convoys: chimes.packed.into(),
            l0_cycles: chimes.plain,
            l1_cycles: chimes.with_start_up,
            l1_bound: chimes.all_start_ups,
            tlb_misses: path.tlb_misses,
            vector_cache_hits: path.cache_hits,
            vector_cache_misses: path.cache_misses,
            flops: self.counters.flops - ahead(Flight::operations_ahead),
            memory_bytes: self.counters.memory_bytes + path.memory_bytes - ahead(Flight::bytes_ahead),
            ..self.counters
        }
    }

    fn count(&mut self, record: &Record, times: &Times, spec: &Spec) {
        let counters = &mut self.counters;
        let active = u64::from(record.active());
        counters.flops += active * u64::from(record.flops);
        if record.class.is_vector() {
            counters.vector_instructions += 1;
            counters.vector_elements += active;
            counters.element_groups += times.groups.len() as u64;
            counters.group_lanes += times.groups.len() as u64 * u64::from(spec.lanes);
            counters.chained += u64::from(!times.chained.is_empty());
            counters.register_stalls += times.register_stalls;
            counters.reserved_encodings += u64::from(record.reserved);
        } else {
            counters.scalar_instructions += 1;
            counters.strips += u64::from(record.class == Class::Config);
        }
        let accesses = record.addresses.len() as u64;
        match record.class {
            Class::VLoad | Class::Load => counters.loaded_elements += accesses,
            Class::VStore | Class::Store => counters.stored_elements += accesses,
            Class::Atomic => {
                counters.loaded_elements += accesses;
                counters.stored_elements += accesses;
            }
            _ => return,
        }
        if !record.class.is_vector() {
            counters.memory_bytes += accesses * u64::from(record.access_bytes);
        }
        if let (Some(first), Some(last)) = (times.groups.first(), times.groups.last()) {
            counters.access_stalls += (last - first).saturating_sub(times.groups.len() as u64 - 1);
        }
    }

    /// Keeps a vector instruction as long as it is under way, and the last one of each unit that has begun.
    fn take_off(&mut self, now: u64, id: u64, record: Record, times: Times, spec: &Spec) {
        let Some((unit, number)) = times.unit.filter(|_| !times.groups.is_empty()) else { return };
        let row = 1 + unit.place(number, spec);
        let flights = self.flights.iter().filter(|flight| flight.row == row);
        self.unit_slots[row as usize - 1].settle(flights, now);
        let begun = self.flight(row, now).map_or(0, |last| last.id);
        self.flights.retain(|flight| flight.row != row || flight.times.complete > now || flight.id >= begun);
        let bytes = under_way::bytes(&record, &times, spec);
        let times = Times { banks: Vec::new(), bursts: Vec::new(), joined: Vec::new(), ..times };
        self.flights.push(Flight { id, row, record, times, bytes });
        let flights = self.flights.iter().map(|flight| flight.bytes).sum::<u64>();
        self.under_way = flights + self.pipeline.list_bytes();
    }
}

impl Flight {
    /// Float operations of the groups that have not entered its unit before cycle `now`.
    fn operations_ahead(&self, lanes: u32, now: u64) -> u64 {
        let entered = self.times.groups.partition_point(|cycle| *cycle < now);
        u64::from(self.record.flops) * u64::from(self.record.active_from(entered as u32, lanes))
    }

    /// Bytes of the groups that have not arrived before cycle `now`.
    fn bytes_ahead(&self, _: u32, now: u64) -> u64 {
        // Results arrive in order; only memory instructions move bytes.
        let arrived = self.times.produced.partition_point(|cycle| *cycle < now);
        self.times.bytes.iter().skip(arrived).sum()
    }

    /// Why its unit takes a group of it in cycle `now` or not, and the lanes of that group.
    pub fn state(&self, now: u64, lanes: u32) -> (Cause, LaneMask) {
        let groups = &self.times.groups;
        let begun = groups.partition_point(|cycle| *cycle <= now);
        let enters = begun.checked_sub(1).filter(|group| groups.get(*group) == Some(&now));
        match enters {
            Some(group) => (Cause::ISSUED, self.record.lanes_of(group as u32, lanes)),
            None if begun < groups.len() => (self.times.gap(begun), LaneMask::NONE),
            None if now < self.times.complete => (Cause::DRAINING, LaneMask::NONE),
            None => (Cause::EMPTY, LaneMask::NONE),
        }
    }
}

impl Times {
    /// Why a group does not enter directly behind the one before.
    pub fn gap(&self, group: usize) -> Cause {
        match (self.held.get(group), self.follows_load, self.partly_pipelined) {
            (Some(Some(held)), ..) => *held,
            _ if self.register_stalls > 0 => Cause::REGISTER_BANK,
            (_, true, _) => Cause::MEMORY,
            (_, _, true) => Cause::UNIT_BUSY,
            (_, _, false) => Cause::ARITHMETIC,
        }
    }
}
