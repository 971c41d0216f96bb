//! A SIMT core: warps, schedulers, units and load/store unit, stepped one cycle at a time with its first-level cache.
//!
//! A cycle is evaluated back to front (gpgpu 5.1), so that a result is visible in the next cycle: fills and replies,
//! write-back, issue, load/store unit, insertion into the instruction buffers, fetch. A core in which nothing can happen
//! before a known cycle sleeps until then; its issue slots keep their causes.

use alloc::vec::Vec;

use super::{
    cells::{Cells, Sets, State},
    constant::Constant,
    counters::Counters,
    dispatch::Resources,
    fetch::{Fetch, Fetched},
    flight::{Flight, Flights},
    icache::ICache,
    lsu::{Cut, Cutter, Did, Lsu},
    scheduler::{Scheduler, bits},
    scoreboard::{Coon, OneBit, Producer, Scoreboard},
    setup::Setup,
    units::{Unit, Units},
    warp::Slot,
    wheel::Wheel,
};
use crate::{
    base::LaneMask,
    image::Memory,
    machines::{
        Halt,
        simt::{
            exec::{self, Scratch},
            spec,
        },
    },
    mem::l1::{Answer, L1},
    trace::{Cause, Event, Part, Sink, Stage},
};

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
    /// Tells an event of this cycle.
    #[inline]
    pub fn tell(&mut self, event: Event) {
        self.sink.tell(self.now, event);
    }
}

/// Something that happens to a warp in a known cycle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Due {
    /// An instruction in flight has its result.
    Result(u32),
    /// A part of an instruction in flight has its result.
    Part(u32),
    /// A warp knows where it goes on.
    Resolve(u32),
    /// The warps of a group may leave the barrier that has opened.
    Open(u32),
}

/// A work-group on a core.
#[derive(Clone, Debug)]
pub struct GroupSlot {
    /// What it computes with.
    pub group: exec::Group,
    /// Its warps.
    pub warps: u64,
    /// Those that have not ended, or have instructions in flight.
    pub busy: u64,
}

/// A core.
#[derive(Clone, Debug)]
pub struct Core {
    /// Its number.
    pub index: u32,
    /// Warp slots.
    pub warps: Vec<Option<Slot>>,
    /// Launch number of the warp in each slot.
    pub age: Vec<u32>,
    /// Group slots.
    pub groups: Vec<Option<GroupSlot>>,
    /// What is not taken.
    pub free: Resources,
    /// State of each warp, and the warps of each state.
    states: [State; 64],
    /// The next instruction of each warp and its lanes: what a recording asks for far more often than it changes.
    pub(super) next: [(u32, LaneMask); 64],
    /// See `states`.
    pub sets: Sets,
    /// Schedulers, and the warps of each.
    pub schedulers: Vec<(Scheduler, u64)>,
    /// Function units.
    pub units: Units,
    /// Load/store unit.
    pub lsu: Lsu,
    /// Constant cache.
    pub constant: Constant,
    /// Instruction cache.
    pub icache: ICache,
    /// Fetch loop.
    pub fetch: Fetch,
    /// Instructions in flight.
    pub flights: Flights,
    /// What is due.
    pub wheel: Wheel<Due>,
    /// What it has counted.
    pub counters: Counters,
    /// What each warp did in the last cycle that was stepped, and since.
    pub cells: Cells,
    /// What each slot did in the last cycle that was stepped, and since.
    pub slot_causes: Vec<Cause>,
    /// Slots by cause, up to `counted`.
    slots: [u64; Cause::COUNT],
    counted: u64,
    /// First cycle in which something can happen.
    pub wake: u64,
    /// Did anything happen in this cycle?
    pub active: bool,
    /// A group has ended: there may be room.
    pub retired: bool,
    /// A warp went round a loop in which nothing changes.
    pub suspect: bool,
    launched: u32,
    issued: u64,
    /// Stages that begin in the next cycle.
    later: Vec<Event>,
}

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
            sets: Sets::new(warps),
            schedulers: (0..count).map(|s| (Scheduler::new(spec.policy), mine(s))).collect(),
            units: Units::new(spec),
            lsu: Lsu::new(spec, Cutter::new(spec, setup.threads)),
            constant: Constant::new(spec, spec.mem.first.grain()),
            icache: ICache::new(spec),
            fetch: Fetch::default(),
            flights: Flights::default(),
            wheel: Wheel::new(setup.horizon),
            counters: Counters::default(),
            cells: Cells::new(warps),
            slot_causes: alloc::vec![Cause::Empty; count as usize],
            slots: [0; Cause::COUNT],
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
        if S::ON {
            self.tell_later(env);
        }
        l1.step(env.now);
        while let Some(id) = l1.collect(env.now) {
            self.arrived(env, id);
        }
        while let Some(due) = self.wheel.take(env.now) {
            self.due(env, due);
        }
        let result = self.issue(env);
        self.access(env, l1);
        if env.setup.two_loop {
            self.insert(env);
            self.fetch(env);
        }
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
            .map(|unit| self.units.free_at(unit))
            .fold(u64::MAX, u64::min);
        wheel.min(units).min(l1.next_event()).min(self.icache.next_event()).max(now + 1)
    }

    /// Counts the slots of the cycles that were slept through.
    fn account(&mut self, now: u64) {
        let slept = now - self.counted;
        for cause in &self.slot_causes {
            self.slots[*cause as usize] += slept;
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

    /// Slots by cause before cycle `now`.
    pub fn slots(&self, now: u64) -> [u64; Cause::COUNT] {
        let mut slots = self.slots;
        for cause in &self.slot_causes {
            slots[*cause as usize] += now - self.counted;
        }
        slots
    }

    /// Starts a group; there is room for it.
    pub fn start<S: Sink>(&mut self, env: &mut Env<S>, number: u32) {
        let setup = env.setup;
        let Some(at) = self.groups.iter().position(Option::is_none) else { return };
        self.free.take(&setup.need);
        let mut warps = 0;
        for part in 0..setup.need.warps {
            let Some(warp) = self.warps.iter().position(Option::is_none) else { break };
            let first = (u64::from(number) * u64::from(setup.need.warps) + u64::from(part))
                * u64::from(setup.spec.warp_size);
            let state = setup.launch.warp(&setup.program, part);
            self.next[warp] = next(&state);
            self.warps[warp] = Some(Slot::new(state, at, first, scoreboard(&setup.spec)));
            self.age[warp] = self.launched;
            self.launched += 1;
            warps |= 1 << warp;
        }
        self.groups[at] = Some(GroupSlot { group: setup.launch.group(number), warps, busy: warps });
        for warp in bits(warps) {
            self.refresh(env, warp);
            self.refresh_fetch(env, warp);
        }
        self.wake = self.wake.min(env.now);
        if S::ON {
            env.tell(Event::Group { group: number, core: self.index as u16, start: true });
        }
    }

    fn due<S: Sink>(&mut self, env: &mut Env<S>, due: Due) {
        self.active = true;
        match due {
            Due::Result(flight) => self.complete(env, flight),
            Due::Part(flight) => self.part_done(env, flight),
            Due::Resolve(warp) => self.resolve(env, warp),
            Due::Open(group) => self.open(env, group as usize),
        }
    }

    fn open<S: Sink>(&mut self, env: &mut Env<S>, group: usize) {
        let warps = self.groups[group].as_ref().map_or(0, |group| group.warps);
        for warp in bits(warps) {
            if let Some(slot) = self.warps[warp as usize].as_mut() {
                let waits = self.groups[group].as_ref().is_some_and(|g| slot.warp.at_barrier(&g.group));
                slot.barred = waits;
                self.refresh(env, warp);
            }
        }
    }

    /// The first-level cache has what it was asked for under a number.
    fn arrived<S: Sink>(&mut self, env: &mut Env<S>, id: u32) {
        match self.constant.fill(id) {
            None => self.part_done(env, id),
            Some(flights) => {
                self.active = true;
                let due = env.now + u64::from(env.setup.spec.constant_latency);
                flights.into_iter().for_each(|flight| self.wheel.insert(due, Due::Part(flight)));
            }
        }
    }

    /// A part of an instruction has come: a line of a load, an atomic, a line of constants, or the last pass over them.
    fn part_done<S: Sink>(&mut self, env: &mut Env<S>, flight: u32) {
        self.active = true;
        let parts = &mut self.flights.get(flight).parts;
        *parts = parts.saturating_sub(1);
        if *parts == 0 {
            self.complete(env, flight);
        }
    }

    /// An instruction ends: it writes back, and those who waited for it need not any more.
    fn complete<S: Sink>(&mut self, env: &mut Env<S>, flight: u32) {
        let Flight { warp, pc, id, tag, .. } = self.flights.remove(flight);
        let decoded = &env.setup.decoded[pc as usize];
        let Some(slot) = self.warps[warp as usize].as_mut() else { return };
        slot.flight -= 1;
        slot.memory_flight -= u32::from(decoded.producer == Producer::Memory);
        slot.scoreboard.release(&decoded.operands, tag);
        slot.ibuffer.written(tag.holds);
        slot.starved = false;
        if S::ON {
            self.tell_stage(env, Fetched { warp, pc, id }, Stage::Writeback);
            self.tell_stage_later::<S>(Fetched { warp, pc, id }, Stage::Done);
        }
        self.refresh(env, warp);
        self.refresh_fetch(env, warp);
        self.retire(env, warp);
    }

    /// If a warp has ended, and with it its group, gives back what the group had.
    fn retire<S: Sink>(&mut self, env: &mut Env<S>, warp: u32) {
        let Some(slot) = &self.warps[warp as usize] else { return };
        if !slot.warp.finished() || slot.flight > 0 {
            return;
        }
        let at = slot.group;
        let Some(group) = self.groups[at].as_mut() else { return };
        group.busy &= !(1 << warp);
        if group.busy != 0 {
            return;
        }
        let (warps, number) = (group.warps, group.group.linear);
        self.groups[at] = None;
        for warp in bits(warps) {
            self.warps[warp as usize] = None;
            self.next[warp as usize] = (0, LaneMask::NONE);
            self.refresh(env, warp);
            self.refresh_fetch(env, warp);
        }
        self.free.give(&env.setup.need);
        self.retired = true;
        self.counters.groups += 1;
        if S::ON {
            env.tell(Event::Group { group: number, core: self.index as u16, start: false });
        }
    }

    /// The load/store unit does one part.
    fn access<S: Sink>(&mut self, env: &mut Env<S>, l1: &mut L1) {
        let Some(part) = self.lsu.step(env.now, l1, &mut self.constant) else { return };
        self.active = true;
        match part.did {
            Did::Tried { flight, address, answer, stored, again } => {
                let refused = matches!(answer, Answer::Refused(_));
                self.counters.replays += u64::from(refused);
                // A part that is refused for many cycles is told once.
                if S::ON && !(refused && again) {
                    let (part, index, lookup) = (Part::L1, self.index as u16, answer.lookup());
                    env.tell(Event::Cache { part, index, address, lookup });
                }
                if stored {
                    self.wheel.insert(env.now + 1, Due::Result(flight));
                }
            }
            Did::Constant { flight, answer, last } => {
                self.counters.replays += u64::from(matches!(answer, Answer::Refused(_)));
                self.counters.constant_misses += u64::from(answer == Answer::Miss);
                self.counters.constant_merges += u64::from(answer == Answer::Merged);
                if matches!(answer, Answer::Miss | Answer::Merged) {
                    self.flights.get(flight).parts += 1;
                }
                if last {
                    let due = env.now + u64::from(env.setup.spec.constant_latency);
                    self.wheel.insert(due, Due::Part(flight));
                }
            }
            Did::Passed { flight, result } => {
                if let Some(latency) = result {
                    self.wheel.insert(env.now + latency, Due::Result(flight));
                }
            }
        }
        if self.lsu.replays_from_ibuffer()
            && let Some(slot) = self.warps[part.warp as usize].as_mut()
        {
            slot.replay = part.again;
            slot.trying = false;
            self.refresh(env, part.warp);
        }
    }

    /// Counts how an access was cut.
    pub(super) fn count_cut(&mut self, cut: Cut) {
        let counters = &mut self.counters;
        let parts = match cut {
            Cut::Blocks { blocks, sectors } => {
                counters.memory_accesses += 1;
                counters.blocks += u64::from(blocks);
                counters.sectors += u64::from(sectors);
                blocks
            }
            Cut::Shared(passes) => {
                counters.shared_accesses += 1;
                counters.shared_passes += u64::from(passes);
                counters.bank_conflicts += u64::from(passes.saturating_sub(1));
                passes
            }
            Cut::Constant(passes) => {
                counters.constant_accesses += 1;
                counters.constant_passes += u64::from(passes);
                passes
            }
        };
        counters.replays += u64::from(parts.saturating_sub(1));
    }

    /// Works out the state of a warp anew.
    pub(super) fn refresh<S: Sink>(&mut self, env: &Env<S>, warp: u32) {
        let state = self.warps[warp as usize].as_ref().map_or(State::EMPTY, |slot| state(slot, env.setup));
        let old = core::mem::replace(&mut self.states[warp as usize], state);
        if old != state {
            self.sets.change(warp, old, state);
        }
    }

    /// Does this core hold no group, and is nothing on its way in it?
    pub fn is_idle(&self) -> bool {
        self.groups.iter().all(Option::is_none)
            && self.flights.is_empty()
            && self.lsu.is_idle()
            && self.wheel.is_empty()
    }

    /// The warps on this core with their groups and unit numbers.
    pub fn residents(&self) -> impl Iterator<Item = (u32, &exec::Warp, &exec::Group)> + Clone {
        self.warps.iter().zip(0..).filter_map(|(slot, warp)| {
            let slot = slot.as_ref()?;
            let group = self.groups[slot.group].as_ref()?;
            Some((self.unit(warp), &slot.warp, &group.group))
        })
    }

    /// The number of the next dynamic instruction: different on every core.
    pub(super) fn new_id(&mut self) -> u64 {
        self.issued += 1;
        (self.issued - 1) << 8 | u64::from(self.index)
    }

    /// Tells that an instruction enters a stage.
    pub(super) fn tell_stage<S: Sink>(&self, env: &mut Env<S>, at: Fetched, stage: Stage) {
        if S::ON {
            let unit = self.unit(at.warp);
            env.tell(Event::Stage { unit, id: at.id, pc: at.pc, stage });
        }
    }

    /// Tells in the next cycle that an instruction enters a stage.
    pub(super) fn tell_stage_later<S: Sink>(&mut self, at: Fetched, stage: Stage) {
        if S::ON {
            let unit = self.unit(at.warp);
            self.later.push(Event::Stage { unit, id: at.id, pc: at.pc, stage });
        }
    }

    fn tell_later<S: Sink>(&mut self, env: &mut Env<S>) {
        for event in self.later.drain(..) {
            env.sink.tell(env.now, event);
        }
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
    let waits = |memory| if memory { State::MEMORY } else { State::ARITHMETIC };
    if !setup.two_loop {
        let pc = slot.warp.pc().unwrap_or(0) as usize;
        let unit = setup.decoded.get(pc).map_or(Unit::Control, |decoded| decoded.cost.unit);
        return if slot.flight > 0 { waits(slot.memory_flight > 0) } else { State::ready(unit) };
    }
    let Some(head) = slot.ibuffer.head() else { return no_instruction(slot, setup) };
    let decoded = &setup.decoded[head.pc as usize];
    match slot.scoreboard.hazard(&decoded.operands, head.tag) {
        Some(producer) => waits(producer == Producer::Memory),
        None if decoded.fence && slot.memory_flight > 0 => State::MEMORY,
        None => State::ready(decoded.cost.unit),
    }
}

/// A warp whose instruction buffer is empty. One that has run off the end of the program issues there, to fail.
fn no_instruction(slot: &Slot, setup: &Setup) -> State {
    let off_the_end = slot.warp.pc().is_some_and(|pc| pc as usize >= setup.decoded.len());
    if off_the_end { State::ready(Unit::Control) } else { State::FETCH }
}

fn scoreboard(spec: &spec::Spec) -> Scoreboard {
    match spec.scoreboard {
        spec::Scoreboard::OneBit => Scoreboard::OneBit(OneBit::default()),
        spec::Scoreboard::Coon => Scoreboard::Coon(Coon::new(spec.scoreboard_entries)),
    }
}
