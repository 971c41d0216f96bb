//! A core: threads, an issue slot for one instruction in a cycle, a way to memory, a unit for tiles.
//!
//! The thread that issued last goes on as long as it can; when it waits, the next one in turn that need not wait issues.

use alloc::{
    collections::{BTreeMap, VecDeque},
    vec::Vec,
};

use serde::Serialize;

use super::{
    board::{Board, latency, passed_on},
    counters::Counters,
    memory::{Access, Answer, Main, Path},
};
use crate::{
    image::Memory,
    keep,
    machines::{
        chassis::slots::{Account, Stretch},
        packed::{
            exec::{Flow, Hart, Record, Thread, Trap, Uses, record},
            isa::{Class, Inst, Program},
            spec::Spec,
        },
    },
    mem::{dram::channels::Sent, vector_cache::Cache},
    riscv::hart::Clock,
    trace::{Cause, Event, LaneKey, Lookup, Stage, Station},
};

/// No instruction.
pub const NO_PC: u32 = u32::MAX;

/// What will be told, by cycle.
#[derive(Clone, Debug, Default)]
pub struct Agenda {
    items: BTreeMap<u64, Vec<Event>>,
    /// Does somebody want every event? If not, only states are put on it.
    pub detail: bool,
    /// One past the last cycle of which events were left out.
    pub left_out: u64,
}

impl Agenda {
    /// Takes what is to be told in the first cycle before `cycle`, if there is one.
    pub fn take(&mut self, cycle: u64) -> Option<(u64, Vec<Event>)> {
        let entry = self.items.first_entry().filter(|entry| *entry.key() < cycle)?;
        Some(entry.remove_entry())
    }

    /// Puts an event on it.
    pub fn tell(&mut self, cycle: u64, event: Event) {
        self.items.entry(cycle).or_default().push(event);
    }

    /// Puts an event on it that only who wants detail is told.
    pub fn detail(&mut self, cycle: u64, event: Event) {
        if self.detail {
            self.tell(cycle, event);
        } else {
            self.left_out = self.left_out.max(cycle + 1);
        }
    }
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

/// What a thread does.
#[derive(Clone, Copy, Debug, Serialize)]
enum Doing {
    /// It issues its next instruction from a cycle on, and waits until then for a cause.
    Waits { ready: u64, cause: Cause },
    /// All is issued; the last result comes in a cycle.
    Drains { until: u64 },
    /// There is no work.
    Nothing,
}

/// A hardware thread.
#[derive(Clone, Debug, Serialize)]
struct Hardware {
    thread: Thread,
    board: Board,
    /// One past the cycle of its last issue, and of what a taken branch costs.
    from: u64,
    /// The cycle in which its last result is there.
    complete: u64,
    doing: Doing,
    /// What it did in the last cycle in which the core issued.
    last: (u64, Cause),
}

keep!(Hardware { thread });

/// A core.
#[derive(Clone, Debug, Serialize)]
pub struct Core {
    #[serde(skip)]
    number: u32,
    threads: Vec<Hardware>,
    path: Path,
    /// Cycles from which the way to memory and the unit for tiles are free.
    port: u64,
    tiles: u64,
    /// Accesses under way: when each is over, and the bytes that it moves.
    under_way: VecDeque<(u64, u64)>,
    /// The thread that issued last.
    current: u32,
    /// One past the last cycle whose slot is counted, and why the slot is lost from there on.
    slot: (u64, Cause),
    slots: Account,
    counters: Counters,
    issued: u64,
}

keep!(Core { threads, path });

impl Core {
    /// A core at cycle 0 with its threads; those that are `None` have no work.
    pub fn new(number: u32, spec: &Spec, harts: Vec<Option<Hart>>, program: &Program) -> Core {
        let hardware = |hart: Option<Hart>| Hardware {
            doing: if hart.is_some() {
                Doing::Waits { ready: 0, cause: Cause::FETCH }
            } else {
                Doing::Nothing
            },
            thread: Thread::new(hart.unwrap_or_else(|| Hart::with(super::super::exec::PState::idle()))),
            board: Board::default(),
            from: 0,
            complete: 0,
            last: (u64::MAX, Cause::EMPTY),
        };
        let mut core = Core {
            number,
            threads: harts.into_iter().map(hardware).collect(),
            path: Path::new(spec),
            port: 0,
            tiles: 0,
            under_way: VecDeque::new(),
            current: 0,
            slot: (0, Cause::EMPTY),
            slots: Account::default(),
            counters: Counters::default(),
            issued: 0,
        };
        core.plan(0, program, spec);
        core
    }

    /// Its cache, if there is one.
    pub fn cache(&self) -> Option<&Cache> {
        self.path.cache()
    }

    /// Accesses that are under way in a cycle.
    pub fn accesses_under_way(&self, now: u64) -> usize {
        self.under_way.iter().filter(|(end, _)| *end > now).count()
    }

    /// Registers of all threads whose results are not there in a cycle.
    pub fn pending(&self, now: u64) -> usize {
        self.threads.iter().map(|hardware| hardware.board.pending(now)).sum()
    }

    /// The cycle from which the unit for tiles is free.
    pub fn tiles_free(&self) -> u64 {
        self.tiles
    }

    /// Its threads for people to look at.
    pub fn thread(&self, number: u32) -> Option<&Thread> {
        self.threads.get(number as usize).map(|hardware| &hardware.thread)
    }

    /// Threads that have not ended, with their numbers.
    pub fn running(&self) -> impl Iterator<Item = (u32, &Thread)> {
        let runs = |hardware: &Hardware| matches!(hardware.doing, Doing::Waits { .. });
        (0..).zip(&self.threads).filter(move |(_, hardware)| runs(hardware)).map(|(at, it)| (at, &it.thread))
    }

    /// The next cycle in which it issues; `None` if all is issued.
    pub fn wake(&self) -> Option<u64> {
        let ready = |hardware: &Hardware| match hardware.doing {
            Doing::Waits { ready, .. } => Some(ready.max(self.slot.0)),
            Doing::Drains { .. } | Doing::Nothing => None,
        };
        self.threads.iter().filter_map(ready).min()
    }

    /// The cycle in which its last result is there, if all is issued.
    pub fn end(&self) -> Option<u64> {
        if self.wake().is_some() {
            return None;
        }
        let until =
            |hardware: &Hardware| if let Doing::Drains { until } = hardware.doing { until } else { 0 };
        Some(self.threads.iter().map(until).max().unwrap_or(0))
    }

    /// When each thread can issue its next instruction, and what the slot is lost to until one does, from cycle `from` on.
    fn plan(&mut self, from: u64, program: &Program, spec: &Spec) {
        for at in 0..self.threads.len() {
            if let Doing::Waits { .. } = self.threads[at].doing {
                let (ready, cause) = self.ready(at, program, spec);
                self.threads[at].doing = Doing::Waits { ready, cause };
            }
        }
        let waits = self.threads.iter().filter_map(|hardware| match hardware.doing {
            Doing::Waits { ready, cause } => Some((ready, cause)),
            _ => None,
        });
        let cause = waits.min_by_key(|(ready, _)| *ready).map_or(Cause::EMPTY, |(_, cause)| cause);
        self.slot = (from, cause);
    }

    /// From when on a thread's next instruction can issue, and what it waits for last.
    fn ready(&self, at: usize, program: &Program, spec: &Spec) -> (u64, Cause) {
        let hardware = &self.threads[at];
        let Some((_, inst)) = hardware.thread.next(program) else { return (hardware.from, Cause::FETCH) };
        let sources = hardware.board.sources(&Uses::of(inst), passed_on(inst, spec));
        let mut waits = [(hardware.from, Cause::FETCH), sources, (0, Cause::FETCH), (0, Cause::FETCH)];
        if record::is_access(inst) {
            let full = self.under_way.len().checked_sub(spec.outstanding as usize);
            let oldest = full.and_then(|at| self.under_way.get(at)).map_or(0, |(end, _)| *end);
            waits[2] = (self.port.max(oldest), Cause::MEMORY_FULL);
        }
        if inst.class() == Class::TMul {
            waits[3] = (self.tiles, Cause::UNIT_BUSY);
        }
        waits
            .into_iter()
            .fold((0, Cause::FETCH), |latest, wait| if wait.0 > latest.0 { wait } else { latest })
    }

    /// Issues an instruction of the thread whose turn it is in cycle `now`.
    ///
    /// # Errors
    /// What stops the thread, with its number.
    pub fn tick(&mut self, now: u64, env: &mut Env<'_>) -> Result<(), (u32, Trap)> {
        let count = self.threads.len() as u32;
        let can =
            |at: &u32| matches!(self.threads[*at as usize].doing, Doing::Waits { ready, .. } if ready <= now);
        let Some(at) = (0..count).map(|step| (self.current + step) % count.max(1)).find(can) else {
            return Ok(());
        };
        let clock = Clock { ticks: now, mhz: env.spec.chip.clock_mhz };
        let stepped = self.threads[at as usize].thread.step(clock, env.program, env.memory);
        let (record, done) = stepped.map_err(|trap| (at, trap))?;
        self.slots.settle([Stretch { from: self.slot.0, to: now, cause: self.slot.1 }]);
        self.slots.add(Cause::ISSUED, 1);
        self.note_last(now, at);
        self.current = at;
        let inst = env.program.code.get(record.pc as usize).copied();
        let mut bursts = Vec::new();
        let complete =
            inst.map_or(now + 1, |inst| self.issue(now, at as usize, (&record, &inst), env, &mut bursts));
        self.count(&record, inst.as_ref());
        let hardware = &mut self.threads[at as usize];
        hardware.complete = hardware.complete.max(complete).max(now + 1);
        hardware.from = now + 1 + if record.jumps { env.spec.branch_penalty.into() } else { 0 };
        if done.flow == Flow::End {
            hardware.doing = Doing::Drains { until: hardware.complete };
        }
        let id = self.issued * 64 + u64::from(self.number);
        self.issued += 1;
        self.plan(now + 1, env.program, env.spec);
        if let Some(agenda) = &mut env.agenda {
            self.tell(agenda, now, (at, id, complete), &record, env.program);
            let write = inst.as_ref().is_some_and(record::writes);
            tell_requests(agenda, (self.base() + at, id, record.pc), write, &bursts);
        }
        Ok(())
    }

    /// What each thread does in a cycle in which one of them issues.
    fn note_last(&mut self, now: u64, issues: u32) {
        for (at, hardware) in (0..).zip(&mut self.threads) {
            if let Doing::Waits { ready, cause } = hardware.doing {
                let waits = if ready <= now { Cause::NOT_PICKED } else { cause };
                hardware.last = (now, if at == issues { Cause::ISSUED } else { waits });
            }
        }
    }

    /// The course of an instruction; gives the cycle in which its result is there, and the bursts that it asks for.
    fn issue(
        &mut self,
        now: u64,
        at: usize,
        (record, inst): (&Record, &Inst),
        env: &mut Env<'_>,
        bursts: &mut Vec<(u64, Sent)>,
    ) -> u64 {
        let mut result = now + u64::from(latency(record.class, env.spec));
        let access = !record.addresses.is_empty();
        if access {
            let write = record::writes(inst);
            let Answer { there: end, bursts: asked, .. } = self.access(now, record, write, env);
            *bursts = asked;
            // An operation on memory begins when its operand is there.
            let computes = !matches!(
                record.class,
                Class::Load | Class::PLoad | Class::PGather | Class::TLoad | Class::TConfig | Class::Atomic
            );
            let moves = record.class == Class::PInt && inst.form.row().args.len() == 2;
            result = if computes && !write && !moves { end + result - now } else { end };
        }
        if record.class == Class::TMul {
            self.tiles = now + u64::from(record.elements.max(1));
        }
        self.threads[at].board.results(&record.uses, result, access);
        result
    }

    /// The accesses of an instruction: elements of a gather or scatter and rows of a tile enter one in a cycle, all else at once.
    fn access(&mut self, now: u64, record: &Record, write: bool, env: &mut Env<'_>) -> Answer {
        let bytes = u64::from(record.access_bytes.max(1));
        let enter = |address, bytes| Access { address, bytes, write };
        let one_by_one =
            matches!(record.class, Class::PGather | Class::PScatter | Class::TLoad | Class::TStore);
        self.counters.unaligned_accesses +=
            record.addresses.iter().filter(|address| !address.is_multiple_of(bytes)).count() as u64;
        let mut total = Answer { there: now + 1, ..Answer::default() };
        let mut add = |answer: Answer| total = core::mem::take(&mut total).and(answer);
        if one_by_one {
            let first = if matches!(record.class, Class::PGather | Class::PScatter) { now + 1 } else { now };
            for (number, address) in (0..).zip(&record.addresses) {
                add(self.path.enter(env.main, enter(*address, bytes), first + number, &mut self.counters));
            }
            self.port = first + record.addresses.len() as u64;
        } else if let (Some(least), Some(most)) =
            (record.addresses.iter().min(), record.addresses.iter().max())
        {
            add(self.path.enter(env.main, enter(*least, most - least + bytes), now, &mut self.counters));
            self.port = now + 1;
        }
        while self.under_way.front().is_some_and(|(end, _)| *end <= now) {
            self.under_way.pop_front();
        }
        self.counters.memory_bytes += total.moved;
        let place = self.under_way.partition_point(|(end, _)| *end <= total.there);
        self.under_way.insert(place, (total.there, total.moved));
        total
    }

    fn count(&mut self, record: &Record, inst: Option<&Inst>) {
        let counters = &mut self.counters;
        let active = u64::from(record.lanes.count());
        if record.is_packed() {
            counters.packed_instructions += 1;
            counters.packed_elements += active;
            counters.packed_lanes += u64::from(record.elements).max(active);
        } else {
            counters.scalar_instructions += 1;
        }
        counters.flops += active * u64::from(record.flops);
        counters.taken_branches += u64::from(record.jumps);
        if record.addresses.is_empty() {
            return;
        }
        let moved = if record.is_packed() { active } else { 1 };
        let writes = inst.is_some_and(record::writes);
        counters.stored_elements += if writes || record.class == Class::Atomic { moved } else { 0 };
        counters.loaded_elements += if writes { 0 } else { moved };
    }

    /// Slots by cause before cycle `now`.
    pub fn slots(&self, now: u64) -> Account {
        let from = self.slot.0;
        if let Some(end) = self.end() {
            let drained = Stretch { from, to: end.clamp(from, now.max(from)), cause: Cause::DRAINING };
            let empty = Stretch { from: drained.to, to: now, cause: Cause::EMPTY };
            return self.slots.with([drained, empty]);
        }
        self.slots.with([Stretch { from, to: now, cause: self.slot.1 }])
    }

    /// Its counters before cycle `now`. Bytes count when they have arrived; all else counts with the issue of its instruction.
    pub fn counters(&self, now: u64) -> Counters {
        let ahead: u64 = self.under_way.iter().filter(|(end, _)| *end >= now).map(|(_, bytes)| bytes).sum();
        Counters { memory_bytes: self.counters.memory_bytes - ahead, ..self.counters }
    }

    /// Why a thread issued or did not in a cycle since the core issued last, or in the cycle of that.
    pub fn cause(&self, thread: u32, cycle: u64) -> Cause {
        let Some(hardware) = self.threads.get(thread as usize) else { return Cause::EMPTY };
        match hardware.doing {
            _ if hardware.last.0 == cycle => hardware.last.1,
            Doing::Waits { cause, .. } => cause,
            Doing::Drains { until } if cycle < until => Cause::DRAINING,
            Doing::Drains { .. } | Doing::Nothing => Cause::EMPTY,
        }
    }

    /// The next instruction of a thread.
    pub fn next(&self, thread: u32, program: &Program) -> Option<u32> {
        let hardware = self.threads.get(thread as usize)?;
        let runs = matches!(hardware.doing, Doing::Waits { .. });
        hardware.thread.next(program).filter(|_| runs).map(|(pc, _)| pc)
    }

    /// The unit of its first thread.
    fn base(&self) -> u32 {
        self.number * self.threads.len() as u32
    }

    /// Tells the states at the start.
    pub fn announce(&self, agenda: &mut Agenda, program: &Program) {
        self.tell_waits(agenda, 0, program);
    }

    /// What the threads and the slot do from cycle `from` on, until the core issues again.
    fn tell_waits(&self, agenda: &mut Agenda, from: u64, program: &Program) {
        for (at, hardware) in (0..).zip(&self.threads) {
            let unit = self.base() + at;
            let pc = self.next(at, program).unwrap_or(NO_PC);
            let mut state =
                |cycle, cause| agenda.tell(cycle, Event::Unit { unit, cause, pc, lanes: LaneKey::NONE });
            match hardware.doing {
                Doing::Waits { ready, cause } if ready > from => state(from, cause),
                // It issues in the next cycle, or is told of then.
                Doing::Waits { .. } => {}
                Doing::Drains { until } => {
                    if until > from {
                        state(from, Cause::DRAINING);
                    }
                    state(until.max(from), Cause::EMPTY);
                }
                Doing::Nothing if from == 0 => state(0, Cause::EMPTY),
                Doing::Nothing => {}
            }
        }
        let slot = self.number;
        match (self.wake(), self.end()) {
            (Some(wake), _) if wake > from => agenda.tell(from, Event::Slot { slot, cause: self.slot.1 }),
            (None, Some(end)) => {
                if end > from {
                    agenda.tell(from, Event::Slot { slot, cause: Cause::DRAINING });
                }
                agenda.tell(end.max(from), Event::Slot { slot, cause: Cause::EMPTY });
            }
            _ => {}
        }
    }

    /// What happens in the cycle of an issue, and what will.
    fn tell(
        &self,
        agenda: &mut Agenda,
        now: u64,
        (thread, id, complete): (u32, u64, u64),
        record: &Record,
        program: &Program,
    ) {
        for (at, hardware) in (0..).zip(&self.threads) {
            let unit = self.base() + at;
            if at == thread {
                let (pc, lanes) = (record.pc, record.lanes.into());
                agenda.tell(now, Event::Unit { unit, cause: Cause::ISSUED, pc, lanes });
            } else if hardware.last == (now, Cause::NOT_PICKED) {
                let pc = self.next(at, program).unwrap_or(NO_PC);
                agenda.tell(now, Event::Unit { unit, cause: Cause::NOT_PICKED, pc, lanes: LaneKey::NONE });
            }
        }
        agenda.tell(now, Event::Slot { slot: self.number, cause: Cause::ISSUED });
        let (unit, pc) = (self.base() + thread, record.pc);
        agenda.detail(now, Event::Stage { unit, id, pc, stage: Stage::Issue });
        agenda.detail(complete.max(now + 1), Event::Stage { unit, id, pc, stage: Stage::Done });
        self.tell_waits(agenda, now + 1, program);
    }
}

/// Tells of the bursts that an instruction of a unit asks for: each is a request, which goes to its channel, and if it reads
/// comes back to the unit.
fn tell_requests(agenda: &mut Agenda, (unit, id, pc): (u32, u64, u32), write: bool, bursts: &[(u64, Sent)]) {
    for (address, Sent { cycle, end, number, channel }) in bursts.iter().copied() {
        let lookup = Lookup::Miss;
        agenda.detail(cycle, Event::Request { number, unit, id, pc, address, lookup });
        agenda.detail(cycle, Event::Move { number, to: Station::Channel, index: channel });
        if !write {
            agenda.detail(end, Event::Move { number, to: Station::Sender, index: unit as u16 });
        }
    }
}
