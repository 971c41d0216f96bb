//! A SIMT core: warps, schedulers, units and load/store unit, stepped one cycle at a time with its first-level cache.
//!
//! A cycle is evaluated back to front (gpgpu 5.1), so that a result is visible in the next cycle: fills and replies,
//! write-back, issue, load/store unit, insertion into the instruction buffers, fetch. A core in which nothing can happen
//! before a known cycle sleeps until then; its issue slots keep their causes.

use alloc::vec::Vec;

use lanescope_parts::{
    base::LaneMask,
    image::Memory,
    keep,
    machines::{
        Halt,
        chassis::slots::{Account, Stretch},
    },
    mem::l1::L1,
    pipe::{
        constant::Constant, dispatch::Resources, flights::Flights, icache::ICache, lsu::Lsu,
        scheduler::Scheduler, throttle::Throttle, wheel::Wheel,
    },
    trace::{Cause, Deaf, Event, Sink, Stage},
};
use serde::Serialize;

use super::{
    cells::{Cells, Sets, State},
    counters::Counters,
    cutter::Cutter,
    groups::GroupSlot,
    loops::{Fetch, Fetched},
    setup::{self, Setup},
    units::{Unit, Units, units},
    warp::{Flight, Slot},
};
use crate::exec::{self, Scratch};

/// What a core works with in one cycle.
pub struct Env<'a, S> {
    /// The cycle.
    pub now: u64,
    /// What never changes in a run.
    pub setup: &'a Setup,
    /// Global memory.
    pub memory: &'a mut Memory,
    /// Room for addresses.
    pub scratch: &'a mut Scratch,
    /// Who listens.
    pub sink: &'a mut S,
}

impl<S: Sink> Env<'_, S> {
    /// The same with nobody who listens.
    pub fn unheard<'b>(&'b mut self, deaf: &'b mut Deaf) -> Env<'b, Deaf> {
        let Env { now, setup, memory, scratch, .. } = self;
        Env { now: *now, setup, memory, scratch, sink: deaf }
    }

    /// Tells an event of this cycle.
    #[inline]
    pub fn tell(&mut self, event: Event) {
        self.sink.tell(self.now, event);
    }
}

/// Something that happens to a warp in a known cycle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Due {
    /// An instruction in flight has its result.
    Result(u32),
    /// A part of an instruction in flight has its result.
    MemoryPart(u32),
    /// A warp knows where it goes on.
    Resolve(u32),
    /// The warps of a group may leave the barrier that has opened.
    Open(u32),
}

/// A core.
#[derive(Clone, Debug, Serialize)]
pub struct Core {
    /// Its number.
    #[serde(skip)]
    pub index: u32,
    /// Warp slots.
    pub warps: Vec<Option<Slot>>,
    /// Launch number of the warp in each slot.
    pub age: Vec<u32>,
    /// Group slots.
    pub groups: Vec<Option<GroupSlot>>,
    /// What is not taken.
    pub free: Resources,
    /// State of each warp, and the warps of each state. It follows from the warps.
    #[serde(skip)]
    states: [State; 64],
    /// The next instruction of each warp and its lanes: what a recording asks for far more often than it changes.
    #[serde(skip)]
    pub(super) next: [(u32, LaneMask); 64],
    /// The last instruction that each warp slot issued and its lanes; `None` before the first one.
    #[serde(skip)]
    pub(super) issued_last: [Option<(u32, LaneMask)>; 64],
    /// The lanes of the last of them in which a lane took part.
    #[serde(skip)]
    pub(super) lanes_last: [Option<LaneMask>; 64],
    /// Warps that issue in this cycle with other lanes than these.
    #[serde(skip)]
    pub(super) diverged: u64,
    /// See `states`.
    #[serde(skip)]
    pub sets: Sets,
    /// Warps with accesses on their way to memory behind the caches.
    #[serde(skip)]
    pub(super) far: u64,
    /// Warps that wait for atomics behind others at an address.
    #[serde(skip)]
    pub(super) contended: u64,
    /// Schedulers, and the warps of each.
    pub schedulers: Vec<(Scheduler, u64)>,
    /// What holds warps back.
    #[serde(skip_serializing_if = "Throttle::is_none")]
    pub throttle: Throttle,
    /// Function units.
    pub units: Units,
    /// Load/store unit.
    pub lsu: Lsu<Cutter>,
    /// Constant cache.
    pub constant: Constant,
    /// Instruction cache.
    pub icache: ICache,
    /// Fetch loop.
    pub fetch: Fetch,
    /// Instructions in flight.
    pub flights: Flights<Flight>,
    /// What is due.
    pub wheel: Wheel<Due>,
    /// What it has counted.
    pub counters: Counters,
    /// What each warp did in the last cycle that was stepped, and since.
    #[serde(skip)]
    pub cells: Cells,
    /// What each slot did in the last cycle that was stepped, and since.
    #[serde(skip)]
    pub slot_causes: Vec<Cause>,
    /// The slots of each scheduler up to `counted`.
    #[serde(skip)]
    slots: Vec<Account>,
    #[serde(skip)]
    counted: u64,
    /// First cycle in which something can happen.
    #[serde(skip)]
    pub wake: u64,
    /// Did anything happen in this cycle?
    #[serde(skip)]
    pub active: bool,
    /// A group has ended: there may be room.
    #[serde(skip)]
    pub retired: bool,
    /// A warp went round a loop in which nothing changes.
    #[serde(skip)]
    pub suspect: bool,
    /// Warps that have been started.
    pub(super) launched: u32,
    issued: u64,
    /// Stages that begin in the next cycle.
    #[serde(skip)]
    later: Vec<Event>,
}

keep!(Core { warps, groups, constant, icache });

impl Core {
    /// An empty core.
    pub fn new(index: u32, setup: &Setup) -> Core {
        let spec = &setup.spec;
        let warps = spec.warps_per_core;
        let count = spec.schedulers.max(1);
        let mine = |s| (s..warps).step_by(count as usize).fold(0, |set, warp| set | 1u64 << warp);
        Core {
            index,
            warps: (0..warps).map(|_| None).collect(),
            age: alloc::vec![0; warps as usize],
            groups: (0..spec.groups_per_core).map(|_| None).collect(),
            free: setup.capacity,
            states: [State::EMPTY; 64],
            next: [(0, LaneMask::NONE); 64],
            issued_last: [None; 64],
            lanes_last: [None; 64],
            diverged: 0,
            sets: Sets::new(warps),
            far: 0,
            contended: 0,
            schedulers: (0..count)
                .map(|s| (Scheduler::new(spec.scheduling.scheduler(), mine(s)), mine(s)))
                .collect(),
            throttle: Throttle::new(setup::throttle(spec)),
            units: units(spec),
            lsu: Lsu::new(&setup::lsu(spec), Cutter::new(spec, setup.threads)),
            constant: Constant::new(&setup::constant(spec)),
            icache: ICache::new(&spec.icache.config()),
            fetch: Fetch::default(),
            flights: Flights::default(),
            wheel: Wheel::new(setup.horizon),
            counters: Counters::default(),
            cells: Cells::new(warps),
            slot_causes: alloc::vec![Cause::EMPTY; count as usize],
            slots: alloc::vec![Account::default(); count as usize],
            counted: 0,
            wake: 0,
            active: false,
            retired: false,
            suspect: false,
            launched: 0,
            issued: 0,
            later: Vec::new(),
        }
    }

    /// One cycle, with the core's first-level cache.
    ///
    /// # Errors
    /// An instruction that cannot be executed.
    pub fn tick<S: Sink>(&mut self, env: &mut Env<S>, l1: &mut L1) -> Result<(), Halt> {
        self.account(env.now);
        self.active = false;
        if S::DETAIL {
            self.tell_later(env);
        }
        l1.step(env.now);
        while let Some(id) = l1.contended(env.now) {
            self.contend(env, id);
        }
        while let Some(id) = l1.collect(env.now) {
            self.arrived(env, id);
        }
        while let Some(due) = self.wheel.take(env.now) {
            self.due(env, due);
        }
        let result = self.issue(env);
        self.access(env, l1);
        self.front_end(env);
        self.wake = self.next_event(env.now, l1);
        result
    }

    /// The first cycle after `now` in which something can happen.
    fn next_event(&self, now: u64, l1: &L1) -> u64 {
        let soon = self.active
            || self.lsu.is_active()
            || (self.fetch.wanting != 0 && self.fetch.decoder.is_empty())
            || !self.later.is_empty();
        if soon {
            return now + 1;
        }
        let wheel = self.wheel.next_event(now + 1).unwrap_or(u64::MAX);
        let units = Unit::ALL
            .into_iter()
            .filter(|unit| self.sets.of(State::ready(*unit)) != 0)
            .map(|unit| self.units.free_at(unit as usize))
            .fold(u64::MAX, u64::min);
        wheel.min(units).min(l1.next_event()).min(self.icache.next_event()).max(now + 1)
    }

    /// Counts the slots of the cycles that were slept through.
    fn account(&mut self, now: u64) {
        let Core { slots, slot_causes, counted, .. } = self;
        for (slots, cause) in slots.iter_mut().zip(slot_causes) {
            slots.settle([Stretch { from: *counted, to: now, cause: *cause }]);
        }
        self.counted = now;
    }

    /// Notes what each slot did in this cycle.
    pub(super) fn account_slot<S: Sink>(&mut self, env: &mut Env<S>, slot: usize, cause: Cause) {
        if S::ON && self.slot_causes[slot] != cause {
            let slot = self.index * self.schedulers.len() as u32 + slot as u32;
            env.tell(Event::Slot { slot, cause });
        }
        self.slot_causes[slot] = cause;
    }

    /// Slots of each scheduler by cause before cycle `now`.
    pub fn slots(&self, now: u64) -> impl Iterator<Item = Account> {
        let since = move |cause| Stretch { from: self.counted, to: now, cause };
        self.slots.iter().zip(&self.slot_causes).map(move |(slots, cause)| slots.with([since(*cause)]))
    }

    /// Works out the state of a warp anew.
    pub(super) fn refresh<S: Sink>(&mut self, env: &Env<S>, warp: u32) {
        let state = self.warps[warp as usize].as_ref().map_or(State::EMPTY, |slot| state(slot, env.setup));
        let old = core::mem::replace(&mut self.states[warp as usize], state);
        if old != state {
            self.sets.change(warp, old, state);
        }
        self.contended = self.contended & !(1 << warp) | u64::from(self.is_contended(env, warp)) << warp;
    }

    /// Does a warp wait for an atomic that stands behind others: with its next instruction, or to end?
    fn is_contended<S: Sink>(&self, env: &Env<S>, warp: u32) -> bool {
        let Some(slot) = self.warps[warp as usize].as_ref().filter(|slot| slot.contended > 0) else {
            return false;
        };
        let setup = env.setup;
        let Some(next) = slot.warp.pc().and_then(|pc| setup.decoded.get(pc as usize)) else { return true };
        // What the next instruction needs is the atomic's, or it waits for all of memory.
        let holds = |flight: &Flight| {
            let written = setup.decoded[flight.pc as usize].operands.writes();
            flight.contended && (next.fence || written.iter().any(|at| next.operands.all().any(|n| n == *at)))
        };
        slot.trying || self.flights.live().any(|(_, flight)| flight.warp == warp && holds(flight))
    }

    /// Could the next instruction of a warp issue if its unit is free?
    #[inline]
    pub(super) fn is_ready(&self, warp: u32) -> bool {
        self.states[warp as usize].is_ready()
    }

    /// Does this core hold no group, and is nothing on its way in it?
    pub fn is_idle(&self) -> bool {
        self.groups.iter().all(Option::is_none)
            && self.flights.is_empty()
            && self.lsu.is_idle()
            && self.wheel.is_empty()
    }

    /// The number of the next dynamic instruction: different on every core.
    pub(super) fn new_id(&mut self) -> u64 {
        self.issued += 1;
        (self.issued - 1) << 8 | u64::from(self.index)
    }

    /// Tells that an instruction enters a stage.
    pub(super) fn tell_stage<S: Sink>(&self, env: &mut Env<S>, at: Fetched, stage: Stage) {
        if S::DETAIL {
            let unit = self.unit(at.warp);
            env.tell(Event::Stage { unit, id: at.id, pc: at.pc, stage });
        }
    }

    /// Tells in the next cycle that an instruction enters a stage.
    pub(super) fn tell_stage_later<S: Sink>(&mut self, at: Fetched, stage: Stage) {
        if S::DETAIL {
            let unit = self.unit(at.warp);
            self.later.push(Event::Stage { unit, id: at.id, pc: at.pc, stage });
        }
    }

    fn tell_later<S: Sink>(&mut self, env: &mut Env<S>) {
        for event in self.later.drain(..) {
            env.sink.tell(env.now, event);
        }
    }

    /// The accesses in the load/store unit: warp, instruction, parts that are left.
    pub fn accesses(&self) -> impl Iterator<Item = (u32, u32, u32)> + '_ {
        let pc = |flight: u32| self.flights.live().find(|(at, _)| *at == flight).map(|(_, flight)| flight.pc);
        self.lsu.accesses().filter_map(move |(warp, flight, left)| Some((warp, pc(flight)?, left)))
    }

    /// Does somebody want to know what this core does?
    pub fn is_heard<S: Sink>(&self, sink: &S) -> bool {
        let mine = |count: usize| self.index as usize * count..(self.index as usize + 1) * count;
        sink.hears(mine(self.warps.len()), mine(self.schedulers.len()))
    }

    /// The number of a warp slot through the whole machine.
    pub fn unit(&self, warp: u32) -> u32 {
        self.index * self.warps.len() as u32 + warp
    }
}

/// The next instruction of a warp, and its lanes.
#[inline]
pub(super) fn next(warp: &exec::Warp) -> (u32, LaneMask) {
    (warp.pc().unwrap_or(0), warp.active())
}

/// The state of a warp on the core.
fn state(slot: &Slot, setup: &Setup) -> State {
    if slot.warp.finished() {
        return if slot.flight > 0 { State::DRAINING } else { State::EMPTY };
    }
    if slot.barred {
        return State::BARRIER;
    }
    if slot.trying {
        return State::MEMORY;
    }
    if slot.replay.is_some() {
        return State::ready(Unit::Memory);
    }
    setup.loops.state(slot, setup)
}
