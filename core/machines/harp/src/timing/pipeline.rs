//! One core cycle by cycle: scheduler, stages, units, arbiter (HARP 5.1 to 5.4).
//!
//! A cycle goes from the back to the front. The arbiter takes a result; the unit of the instruction in RBUF accepts it, stages move on, and the
//! scheduler takes a warp if FETCH is empty behind them. A warp whose result went is ready in the next cycle. If it has spawned another one,
//! that is put behind it in the next cycle, in which the arbiter takes no result.

mod moves;

use alloc::{boxed::Box, collections::VecDeque, vec::Vec};
use core::ops::Range;

use lanescope_parts::{
    keep,
    machines::chassis::slots::Account,
    mem::NEVER,
    trace::{Cause, Sink},
};
use serde::Serialize;

use super::{
    Config,
    arbiter::Arbiter,
    barrier::{Barriers, State},
    counters::Counters,
    lsu::{MemoryPath, Port, Requests},
    memory::Memory,
    scheduler::Scheduler,
    standing::Standing,
    token::Token,
    units::{Station, UNITS, Unit},
};
use crate::exec::{Cube, Fault};

/// FETCH, PRED, REG, RBUF.
pub const STAGES: usize = 4;

/// Why a run cannot go on.
#[derive(Clone, Debug)]
pub enum Stopped {
    /// The program is wrong.
    Fault(Fault),
    /// A warp wants a barrier that the unit does not have: warp, address, barrier.
    NoBarrier(u16, u64, u64),
}

/// See the module.
#[derive(Clone, Debug, Serialize)]
pub struct Pipeline {
    #[serde(skip)]
    config: Config,
    /// The number of the core.
    #[serde(skip)]
    core: usize,
    /// Its first warp, and how many it has.
    #[serde(skip)]
    warps: (u16, u16),
    scheduler: Scheduler,
    /// The instruction in each stage as the next cycle begins.
    stages: [Option<Token>; STAGES],
    stations: Vec<Station>,
    barriers: Barriers,
    port: MemoryPath,
    arbiter: Arbiter,
    /// A warp that is put among the ready ones in the next cycle, in which no result is taken.
    spawning: Option<u16>,
    /// Instructions whose results went in the last cycle.
    done: VecDeque<(u64, u16, u64)>,
    issued: u64,
    over: bool,
    /// Did anything move in the last cycle? If not, nothing does until a time has come.
    #[serde(skip)]
    moved: bool,
    standing: Standing,
    /// Cycles that are counted.
    #[serde(skip)]
    counted: u64,
    #[serde(skip)]
    counters: Counters,
    /// Cycles that each warp waited at barriers.
    #[serde(skip)]
    barrier_waits: Vec<u64>,
    #[serde(skip)]
    slots: Account,
    /// Has the state at the start been told?
    #[serde(skip)]
    told: bool,
    /// What moved in this cycle.
    #[serde(skip)]
    moves: Moves,
}

keep!(Pipeline { port });

/// Which instructions moved in a cycle, for the causes of warps.
#[derive(Clone, Copy, Debug, Default)]
struct Moves {
    issued: Option<u16>,
    /// The warp whose result went.
    returned: Option<u16>,
    /// The warp that became ready because it was spawned.
    born: Option<u16>,
    /// The warp whose instruction left RBUF.
    accepted: Option<u16>,
    stages: [bool; STAGES],
}

impl Moves {
    fn any(&self) -> bool {
        let warps = [self.issued, self.returned, self.born, self.accepted];
        warps.iter().any(Option::is_some) || self.stages.contains(&true)
    }
}

impl Pipeline {
    /// A core at cycle 0: the warps that run are ready, in the order of their numbers.
    pub fn new(config: Config, core: usize, cube: &Cube) -> Pipeline {
        let own = cube.of_core(core);
        let warps = (own.start as u16, own.len() as u16);
        let runs = own.filter(|warp| cube.warps()[*warp].runs()).map(|warp| warp as u16);
        let way = match config.cores {
            0 | 1 => MemoryPath::Own(Box::new(Port::new(Memory::new(&config.settings)))),
            _ => MemoryPath::Shared(Requests::new(&config.settings, cube.config().arch.lanes)),
        };
        Pipeline {
            scheduler: Scheduler::new(config.settings.sched_policy, config.settings.sched_patience, runs),
            stages: [const { None }; STAGES],
            stations: Unit::ALL.iter().map(|unit| Station::new(*unit, &config)).collect(),
            barriers: Barriers::new(config.settings.barriers),
            port: way,
            arbiter: Arbiter::default(),
            spawning: None,
            done: VecDeque::new(),
            issued: 0,
            over: false,
            moved: true,
            standing: Standing::new(warps.1.into()),
            counted: 0,
            counters: Counters::default(),
            barrier_waits: alloc::vec![0; warps.1.into()],
            slots: Account::default(),
            told: false,
            moves: Moves::default(),
            core,
            warps,
            config,
        }
    }

    /// What it is built as.
    pub const fn config(&self) -> &Config {
        &self.config
    }

    /// The number of the core.
    pub const fn core(&self) -> usize {
        self.core
    }

    /// The numbers of its warps.
    pub const fn warps(&self) -> Range<u32> {
        self.warps.0 as u32..self.warps.0 as u32 + self.warps.1 as u32
    }

    /// Is a warp one of the core's?
    pub fn has(&self, warp: u32) -> bool {
        self.warps().contains(&warp)
    }

    /// The cause of a warp in the last cycle.
    pub fn cause(&self, warp: u32) -> Option<Cause> {
        self.standing.warps.get(warp.checked_sub(self.warps.0.into())? as usize).copied()
    }

    /// All is over.
    pub const fn end(&mut self) {
        self.over = true;
    }

    /// Time has come to a cycle.
    pub fn catch_up(&mut self, now: u64) {
        self.own_memory_mut().into_iter().for_each(|memory| memory.catch_up(now));
    }

    /// The memory behind the load/store unit, if it is the core's own.
    pub fn own_memory(&self) -> Option<&Memory> {
        self.port.port().map(|port| &port.memory)
    }

    /// The same, to be asked.
    pub fn own_memory_mut(&mut self) -> Option<&mut Memory> {
        match &mut self.port {
            MemoryPath::Own(port) => Some(&mut port.memory),
            MemoryPath::Shared(_) => None,
        }
    }

    /// Requests that wait for memory that is not the core's own.
    pub const fn queue(&self) -> Option<&Requests> {
        match &self.port {
            MemoryPath::Own(_) => None,
            MemoryPath::Shared(queue) => Some(queue),
        }
    }

    /// The first cycle from `now` on in which something may happen.
    pub fn next_event(&self, now: u64) -> u64 {
        if self.moved || self.over {
            return now;
        }
        let last = self.counted.saturating_sub(1);
        let results = self.stations.iter().filter_map(|station| station.next(last));
        results.chain(self.barriers.next(last)).min().unwrap_or(NEVER).max(now)
    }

    /// What moves in a cycle; [`Pipeline::close`] comes behind it.
    ///
    /// # Errors
    /// Why it cannot go on.
    pub fn work<S: Sink>(&mut self, now: u64, core: &mut Cube, sink: &mut S) -> Result<(), Stopped> {
        self.stations.iter_mut().for_each(Station::begin);
        for (busy, station) in self.standing.busy.iter_mut().zip(&self.stations) {
            *busy = !station.flights().is_empty();
        }
        self.standing.busy[Unit::Bar as usize] = self.barriers.state(now) != State::Idle;
        let mut moves = Moves { born: self.spawning.take(), ..Moves::default() };
        if moves.born.is_none()
            && let Some(token) = self.take_result(now, sink)
        {
            (moves.returned, self.spawning) = (Some(token.warp), token.child);
        }
        moves.accepted = self.accept(now, sink);
        self.advance(now, &mut moves, sink);
        if self.stages[0].is_none() && !core.ended() {
            moves.issued = self.issue(now, core, sink)?;
        }
        let ready = moves.born.or(moves.returned).filter(|warp| core.warps()[usize::from(*warp)].active > 0);
        ready.into_iter().for_each(|warp| self.scheduler.push(warp));
        self.moves = moves;
        Ok(())
    }

    /// The end of a cycle: what each warp did in it, and what is counted.
    pub fn close<S: Sink>(&mut self, now: u64, core: &Cube, sink: &mut S) {
        let moves = self.moves;
        self.moved = moves.any();
        self.stand(now, &moves, core, sink);
        self.counted = now + 1;
        self.count(1);
    }

    /// Is nothing left that could go on? Warps may wait at barriers, for ever.
    pub fn is_empty(&self, core: &Cube) -> bool {
        let nobody = self.scheduler.is_empty() || core.ended();
        let stations = self.stations.iter().all(|station| station.flights().is_empty());
        let barriers = self.barriers.leaving().next().is_none();
        nobody && stations && barriers && self.stages.iter().all(Option::is_none) && self.spawning.is_none()
    }

    /// Counts so many cycles like the last one.
    fn count(&mut self, cycles: u64) {
        self.standing.count(cycles, &mut self.counters);
        self.slots.add(self.standing.slot, cycles);
        if self.standing.at_barriers == 0 {
            return;
        }
        let waits = self.standing.warps.iter().zip(&mut self.barrier_waits);
        let at_barrier = waits.filter(|(cause, _)| **cause == Cause::BARRIER);
        at_barrier.for_each(|(_, count)| *count += cycles);
    }

    /// Counts the cycles before `now` in which nothing happened.
    pub fn settle(&mut self, now: u64) {
        let cycles = now.saturating_sub(self.counted);
        if cycles > 0 {
            self.count(cycles);
            self.counted = now;
        }
    }

    /// What was counted before a cycle, without what warps and memory count themselves.
    pub fn counters(&self, now: u64) -> Counters {
        let mut counters = self.counters;
        self.standing.count(now.saturating_sub(self.counted), &mut counters);
        counters
    }

    /// The slots of the scheduler before a cycle.
    pub fn slots(&self, now: u64) -> Account {
        let mut slots = self.slots;
        slots.add(self.standing.slot, now.saturating_sub(self.counted));
        slots
    }

    /// Cycles before `now` that a warp waited at barriers, by its number in the core.
    pub fn barrier_wait(&self, warp: usize, now: u64) -> u64 {
        let waits = self.standing.warps.get(warp) == Some(&Cause::BARRIER);
        let more = if waits { now.saturating_sub(self.counted) } else { 0 };
        self.barrier_waits.get(warp).map_or(0, |count| count + more)
    }

    /// The instruction of a warp that is on its way.
    pub fn flight(&self, warp: u32) -> Option<&Token> {
        let staged = self.stages().iter().flatten();
        let units = self.stations().iter().flat_map(|station| station.flights()).map(|flight| &flight.token);
        let barriers = self.barriers().waiting().chain(self.barriers().leaving());
        staged.chain(units).chain(barriers).find(|token| u32::from(token.warp) == warp)
    }

    /// What each warp did in the last cycle.
    pub const fn standing(&self) -> &Standing {
        &self.standing
    }

    /// The instructions in the stages.
    pub const fn stages(&self) -> &[Option<Token>; STAGES] {
        &self.stages
    }

    /// The units, in the order of [`Unit::ALL`]; barriers have a part of their own.
    pub fn stations(&self) -> &[Station] {
        &self.stations
    }

    /// The barrier unit.
    pub const fn barriers(&self) -> &Barriers {
        &self.barriers
    }

    /// The warps that are ready.
    pub const fn scheduler(&self) -> &Scheduler {
        &self.scheduler
    }

    /// The units that have a result.
    fn offers(&self, now: u64) -> [bool; UNITS] {
        let mut offers = [false; UNITS];
        for (offer, station) in offers.iter_mut().zip(&self.stations) {
            *offer = station.offers(now);
        }
        offers[Unit::Bar as usize] = self.barriers.offers(now);
        offers
    }
}
