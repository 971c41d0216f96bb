//! The issue loop: each scheduler picks one ready warp, whose oldest instruction is executed and sent on its way
//! (gpgpu F02). Which instruction executes before which, and with it the order of atomics, is decided here.
//!
//! Schedulers that want the same unit in a cycle take turns: the one that looks first changes each cycle.

use lanescope_parts::{
    base::LaneMask,
    machines::Halt,
    mem::coalesce::longest_chain,
    pipe::{
        lsu::{Cut, Issued},
        scheduler::{Choice, Seen, bits},
        scoreboard::Producer,
    },
    trace::{
        Cause, Causes, Event, MemoryPart, Sets, Sink, Stage,
        track::{State, Told},
    },
};

use super::{
    cells::{Cells, State as Held},
    core::{Core, Due, Env, next},
    cutter::WarpAccess,
    loops::Fetched,
    units::Unit,
    warp::Flight,
};
use crate::{
    exec::{self, AccessInfo, AccessKind, Executed, Flow},
    spec::L1Global,
};

/// Warps that have an instruction without dependences.
#[derive(Clone, Copy)]
struct Candidates {
    /// It can issue.
    ready: u64,
    /// Its unit is busy.
    unit_busy: u64,
    /// The load/store unit is full.
    memory_full: u64,
}

impl Core {
    /// One cycle of all schedulers.
    ///
    /// # Errors
    /// An instruction that cannot be executed; its slot counts as used.
    pub(super) fn issue<S: Sink>(&mut self, env: &mut Env<S>) -> Result<(), Halt> {
        let count = self.schedulers.len();
        let first = env.now as usize % count;
        let mut cells = Cells::waiting(&self.sets, self.contended);
        let (mut result, mut failed) = (Ok(()), 0);
        self.diverged = 0;
        let throttled = self.throttled(env);
        let mut candidates = self.candidates(env.now);
        for step in 0..count {
            let at = (first + step) % count;
            let mine = self.schedulers[at].1;
            let able = candidates.ready & mine;
            cells.add(Cause::UNIT_BUSY, candidates.unit_busy & mine);
            cells.add(Cause::MEMORY_FULL, candidates.memory_full & mine);
            let Choice { picked, held } = self.pick(at, able, throttled);
            let (ready, held) = (able & !throttled & !held, able & (throttled | held));
            let cause = match picked {
                None if held != 0 => Cause::THROTTLED,
                None => cells.nearest(mine),
                Some(warp) => {
                    self.schedulers[at].0.picked(warp);
                    self.throttle.picked();
                    self.active = true;
                    let cause = self.issue_warp(env, warp, &mut result);
                    if result.is_err() && failed == 0 {
                        failed = 1 << warp;
                    }
                    candidates = self.candidates(env.now);
                    cause
                }
            };
            let picked = picked.map_or(0, |warp| 1 << warp);
            cells.add(cause, picked);
            cells.add(Cause::NOT_PICKED, ready & !picked);
            cells.add(Cause::THROTTLED, held);
            self.account_slot(env, at, cause);
        }
        if S::DETAIL {
            self.tell_cells(env, &cells);
        } else if S::ON {
            self.tell_sets(env, &cells, failed);
        }
        self.cells = cells;
        result
    }

    /// A scheduler picks among its warps that can issue. What the throttle holds back is stalled for it, and while the decoder is
    /// stuck so is who has no instruction: nobody gets one before another warp goes on.
    #[inline]
    fn pick(&mut self, at: usize, able: u64, throttled: u64) -> Choice {
        let (scheduler, mine) = &mut self.schedulers[at];
        let idle = self.sets.of(Held::EMPTY) | self.sets.of(Held::DRAINING);
        let fetch = if self.fetch.blocked { self.sets.of(Held::FETCH) } else { 0 };
        scheduler.pick(&Seen {
            ready: able & !throttled,
            with_instruction: self.sets.with_instruction() & *mine,
            live: *mine & !idle,
            stalled: self.sets.of(Held::MEMORY) & self.far | self.sets.of(Held::BARRIER) | fetch | throttled,
            age: &self.age,
        })
    }

    /// The warps that have an instruction without dependences. Only an issue changes them in a cycle, so that schedulers
    /// that pick nothing share them.
    #[inline]
    fn candidates(&self, now: u64) -> Candidates {
        let mut found = Candidates { ready: 0, unit_busy: 0, memory_full: 0 };
        for unit in Unit::ALL {
            let warps = self.sets.of(Held::ready(unit));
            if self.units.free_at(unit as usize) > now {
                found.unit_busy |= warps;
            } else if unit == Unit::Memory && !self.lsu.takes() {
                found.memory_full |= warps;
            } else {
                found.ready |= warps;
            }
        }
        found
    }

    /// Issues the next instruction of a warp, or the next part of its last one.
    fn issue_warp<S: Sink>(&mut self, env: &mut Env<S>, warp: u32, result: &mut Result<(), Halt>) -> Cause {
        let unit = self.unit(warp);
        let Some(slot) = self.warps[warp as usize].as_mut() else { return Cause::EMPTY };
        if let Some(number) = slot.replay.take() {
            let cost = env.setup.memory_cost;
            cost.occupy(&mut self.units, env.now);
            self.lsu.resume(number, env.now + u64::from(cost.latency) - 1);
            self.begin_try(env, warp);
            self.refresh(env, warp);
            return Cause::REPLAY;
        }
        let group = slot.group;
        let Some(owner) = self.groups[group].as_mut() else { return Cause::EMPTY };
        let generation = owner.group.generation;
        let Env { now, setup, memory, scratch, .. } = env;
        scratch.clock = *now;
        match exec::step(&setup.program, &setup.launch, &mut slot.warp, &mut owner.group, memory, scratch) {
            Ok(step) => {
                let opened = owner.group.generation != generation;
                if opened {
                    let due = *now + u64::from(setup.spec.barrier_latency);
                    self.wheel.insert(due, Due::Open(group as u32));
                }
                self.issued_step(env, warp, &step);
                Cause::ISSUED
            }
            Err(stopped) => {
                let (program, launch) = (&setup.program, &setup.launch);
                let halt = stopped.halt(program, launch, &owner.group, &slot.warp, unit, *now);
                *result = Err(halt);
                Cause::ISSUED
            }
        }
    }

    /// An instruction has been executed: everything that follows from it.
    fn issued_step<S: Sink>(&mut self, env: &mut Env<S>, warp: u32, step: &Executed) {
        let decoded = env.setup.decoded[step.pc as usize];
        let entry = self.take(env, warp, step.pc);
        let Some(slot) = self.warps[warp as usize].as_mut() else { return };
        slot.scoreboard.issue(&decoded.operands, decoded.producer);
        slot.flight += 1;
        slot.memory_flight += u32::from(decoded.producer == Producer::Memory);
        slot.far_flight += u32::from(decoded.far);
        self.far |= u64::from(slot.far_flight > 0) << warp;
        slot.barred = matches!(step.flow, Flow::Barrier);
        let elsewhere = slot.warp.pc() != Some(step.pc + 1);
        self.next[warp as usize] = next(&slot.warp);
        self.suspect |= matches!(step.flow, Flow::Branch { .. }) && slot.warp.is_stuck(env.scratch.changes);
        let depth = slot.warp.stack.entries().len() as u64;
        self.count(env, step, decoded.flops, depth);
        decoded.cost.occupy(&mut self.units, env.now);
        let flight = Flight {
            warp,
            pc: step.pc,
            id: entry.id,
            tag: entry.tag,
            parts: 0,
            chained: false,
            contended: false,
        };
        let flight = self.flights.insert(flight);
        let at = Fetched { warp, pc: step.pc, id: entry.id };
        if S::ON {
            self.issued_last[warp as usize] = Some((step.pc, step.on));
            if !step.on.is_empty() {
                let last = self.lanes_last[warp as usize].replace(step.on);
                self.diverged |= u64::from(last.is_some_and(|lanes| lanes != step.on)) << warp;
            }
        }
        if S::DETAIL {
            let (unit, lanes) = (self.unit(warp), step.on);
            env.tell(Event::Unit { unit, cause: Cause::ISSUED, pc: step.pc, lanes: lanes.into() });
            self.tell_stage(env, at, Stage::Issue);
        }
        let ready = env.now + u64::from(decoded.cost.latency);
        match step.access {
            Some(info) if !reaching(env, &info, step.on).is_empty() => {
                self.tell_stage_later::<S>(at, Stage::Memory);
                self.start_access(env, warp, flight, step, info, ready - 1);
            }
            _ => {
                if decoded.cost.latency > 1 {
                    self.tell_stage_later::<S>(at, Stage::Execute);
                }
                self.wheel.insert(ready, Due::Result(flight));
            }
        }
        if decoded.control || elsewhere {
            self.redirect(env, warp);
        } else {
            self.refresh_fetch(env, warp);
        }
        self.refresh(env, warp);
    }

    /// Counts an issued instruction.
    fn count<S: Sink>(&mut self, env: &Env<S>, step: &Executed, flops: u8, depth: u64) {
        let counters = &mut self.counters;
        let on = u64::from(step.on.count());
        let active = if step.active == step.on { on } else { step.active.count().into() };
        counters.warp_instructions += 1;
        counters.thread_instructions += active;
        counters.predicated_on += on;
        counters.flops += u64::from(flops) * on;
        counters.lane_slots += u64::from(env.setup.spec.warp_size);
        counters.max_stack_depth = counters.max_stack_depth.max(depth);
        match step.flow {
            Flow::Branch { divergent, .. } => {
                counters.branches += 1;
                counters.divergent_branches += u64::from(divergent);
            }
            Flow::Barrier => counters.barriers += 1,
            Flow::Next | Flow::Exit { .. } => {}
        }
    }

    /// Hands a memory access to the load/store unit.
    fn start_access<S: Sink>(
        &mut self,
        env: &mut Env<S>,
        warp: u32,
        flight: u32,
        step: &Executed,
        info: AccessInfo,
        ready: u64,
    ) {
        self.begin_try(env, warp);
        let addresses = &env.scratch.addresses;
        let lanes = reaching(env, &info, step.on);
        let Some(slot) = self.warps[warp as usize].as_mut() else { return };
        slot.last.what = Some((step.pc, info));
        slot.last.lanes = lanes;
        let width = slot.last.addresses.len();
        slot.last.addresses.copy_from_slice(&addresses[..width]);
        let read_only = env.setup.spec.l1_global == L1Global::ReadOnly
            && lanes.lowest().is_some_and(|lane| !env.memory.contains(addresses[lane as usize], 1, true));
        let first_thread = slot.first_thread;
        let access = WarpAccess { info, lanes, addresses, first_thread, read_only };
        let cut = self.lsu.push(Issued { flight, warp, ready }, &access);
        match cut {
            Cut::Blocks { blocks, .. } => {
                self.flights.get(flight).parts = blocks;
                self.counters.atomics += u64::from(info.is_atomic());
            }
            // The passes together; each line that is missing will be one more.
            Cut::Constant(_) => self.flights.get(flight).parts = 1,
            Cut::Shared(_) => {
                self.flights.get(flight).chained = info.is_atomic() && longest_chain(addresses, lanes) > 1;
            }
        }
        self.count_cut(cut);
        if S::DETAIL {
            self.tell_access(env, warp, step.pc, lanes, cut);
        }
    }

    fn tell_access<S: Sink>(&self, env: &mut Env<S>, warp: u32, pc: u32, lanes: LaneMask, cut: Cut) {
        let (requests, part) = match cut {
            Cut::Blocks { blocks, .. } => (blocks, MemoryPart::L1),
            Cut::Shared(passes) => (passes, MemoryPart::Scratchpad),
            Cut::Constant(_) => return,
        };
        let requests = requests.min(u32::from(u16::MAX)) as u16;
        env.tell(Event::Access { unit: self.unit(warp), pc, requests, lanes: lanes.into(), part });
    }

    /// Tells the cells that changed; issued instructions have been told.
    fn tell_cells<S: Sink>(&self, env: &mut Env<S>, cells: &Cells) {
        for cause in Causes::SHARED.all().filter(|cause| *cause != Cause::ISSUED) {
            let at = cause.index();
            let new = cells.0[at] & if cause == Cause::REPLAY { u64::MAX } else { !self.cells.0[at] };
            for warp in bits(new) {
                let State { cause, pc, lanes } = self.waits(warp, cause);
                env.tell(Event::Unit { unit: self.unit(warp), cause, pc, lanes });
            }
        }
    }

    /// Tells the cells as sets. A warp whose instruction could not be executed has not issued: what it did before holds.
    fn tell_sets<S: Sink>(&self, env: &mut Env<S>, cells: &Cells, failed: u64) {
        let (part, first, diverged) = (self.index, self.unit(0), self.diverged);
        if failed == 0 {
            env.sink.tell_sets(env.now, Sets { part, first, causes: &cells.0, diverged });
            return;
        }
        let mut causes = cells.0;
        causes.iter_mut().zip(self.cells.0).for_each(|(new, old)| *new = *new & !failed | old & failed);
        env.sink.tell_sets(env.now, Sets { part, first, causes: &causes, diverged });
    }

    /// The state of a warp that has not issued an instruction in this cycle: the instruction that it waits with.
    fn waits(&self, warp: u32, cause: Cause) -> State {
        let next = self.next[warp as usize];
        let (pc, lanes) = match (cause, &self.warps[warp as usize]) {
            (Cause::REPLAY, Some(slot)) => slot.last.what.map_or(next, |what| (what.0, slot.last.lanes)),
            _ => next,
        };
        State { cause, pc, lanes: lanes.into() }
    }

    /// What has been told of a warp slot so far.
    pub(super) fn told(&self, warp: u32) -> Told {
        let last = self.issued_last[warp as usize];
        let state = match (self.cells.of(warp), last) {
            (cause @ Cause::ISSUED, Some((pc, lanes))) => State { cause, pc, lanes: lanes.into() },
            // Nothing has changed since the start.
            (Cause::EMPTY, None) => State::START,
            (cause, _) => self.waits(warp, cause),
        };
        Told { state, issued: self.lanes_last[warp as usize].map(Into::into) }
    }
}

/// The lanes of an access that go to memory: a prefetch asks for nothing where there is no memory.
fn reaching<S>(env: &Env<S>, info: &AccessInfo, lanes: LaneMask) -> LaneMask {
    if info.kind != AccessKind::Prefetch {
        return lanes;
    }
    let there = |lane: &u32| env.memory.contains(env.scratch.addresses[*lane as usize], 1, false);
    lanes.iter().filter(there).fold(LaneMask::NONE, |mask, lane| mask | LaneMask::lane(lane))
}
