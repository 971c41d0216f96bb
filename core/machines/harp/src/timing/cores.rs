//! The cores, each with a pipeline, and memory behind them (HARP 6.2, HP-78).
//!
//! One core has memory for itself. Several share it: their requests wait in a queue of each load/store unit, and leave in the cycles in which they would
//! leave if the core were alone, unless another core is in the way. To a scratchpad, to memory of fixed latency and to the cache in front of DRAM leads one
//! way, which takes a request in a cycle; the cores that have one take turns, the next one round behind that which went last. To the vaults of
//! a cube each core has a way of its own. Every core has a vault that is near, that of its number; the others take a hop more. A vault takes requests in the
//! order in which they leave, those of one cycle in the order of turns.
//!
//! What cores do in one cycle happens in the order of their numbers.

use alloc::vec::Vec;

use lanescope_parts::{
    keep,
    mem::NEVER,
    trace::{Event, Sink},
};
use serde::Serialize;

use super::{
    Config,
    counters::Counters,
    lsu::Requests,
    memory::Memory,
    pipeline::{Pipeline, Stopped},
    settings::Model,
};
use crate::exec::Cube;

/// See the module.
#[derive(Clone, Debug)]
pub struct Cores {
    pipelines: Vec<Pipeline>,
    /// The memory that several cores share.
    shared: Option<Shared>,
    over: bool,
}

keep!(Cores { pipelines, shared });

/// Memory with several cores in front of it.
#[derive(Clone, Debug, Serialize)]
pub struct Shared {
    memory: Memory,
    /// The first cycle in which the way that all share takes a request.
    free: u64,
    /// The core that is asked first.
    next: usize,
    /// Has each core a way of its own?
    #[serde(skip)]
    apart: bool,
    /// Requests that did not leave in a cycle because one of another core did.
    #[serde(skip)]
    conflicts: u64,
}

keep!(Shared { memory });

impl Shared {
    fn new(config: &Config) -> Shared {
        Shared {
            memory: Memory::new(&config.settings),
            free: 0,
            next: 0,
            apart: config.settings.mem_model == Model::Hmc,
            conflicts: 0,
        }
    }

    /// The first cycle in which the head of a queue may leave.
    fn leaves(&self, queue: &Requests) -> u64 {
        queue.next().map_or(NEVER, |next| if self.apart { next } else { next.max(self.free) })
    }

    /// Requests leave, in the order of turns.
    fn send<S: Sink>(&mut self, now: u64, pipelines: &mut [Pipeline], sink: &mut S) {
        let (count, first) = (pipelines.len(), self.next);
        let wants = |one: &Pipeline| one.queue().and_then(Requests::next).is_some_and(|next| next <= now);
        let ready = pipelines.iter().filter(|one| wants(one)).count() as u64;
        let mut sent = 0;
        for core in (0..count).map(|ahead| (first + ahead) % count) {
            if !wants(&pipelines[core]) || !self.apart && self.free > now {
                continue;
            }
            if let Some(leaves) = pipelines[core].send(now, core, &mut self.memory, sink) {
                (self.free, self.next, sent) = (leaves + 1, (core + 1) % count, sent + 1);
            }
        }
        // Who waits for the way while it is taken for longer is held back by memory, not by another core.
        self.conflicts += if sent > 0 { ready - sent } else { 0 };
    }
}

impl Cores {
    /// The cores at cycle 0.
    pub fn new(config: &Config, cube: &Cube) -> Cores {
        let count = usize::from(cube.config().cores.max(1));
        let config = Config { cores: count as u16, ..config.clone() };
        Cores {
            pipelines: (0..count).map(|core| Pipeline::new(config.clone(), core, cube)).collect(),
            shared: (count > 1).then(|| Shared::new(&config)),
            over: false,
        }
    }

    /// The pipeline of each core.
    pub fn pipelines(&self) -> &[Pipeline] {
        &self.pipelines
    }

    /// The pipeline of a warp.
    pub fn of(&self, warp: u32) -> Option<&Pipeline> {
        self.pipelines.iter().find(|one| one.has(warp))
    }

    /// The settings.
    pub fn config(&self) -> &Config {
        self.pipelines[0].config()
    }

    /// The memory behind all cores: what they share, or that of a single one.
    pub fn memory(&self) -> Option<&Memory> {
        let own = || self.pipelines.first().and_then(Pipeline::own_memory);
        self.shared.as_ref().map(|shared| &shared.memory).or_else(own)
    }

    /// Memory that cores share, for the digest of the state.
    pub const fn shared(&self) -> Option<&Shared> {
        self.shared.as_ref()
    }

    /// Is all over?
    pub const fn is_over(&self) -> bool {
        self.over
    }

    /// Time has come to a cycle.
    pub fn catch_up(&mut self, now: u64) {
        self.pipelines.iter_mut().for_each(|one| one.catch_up(now));
        self.shared.iter_mut().for_each(|shared| shared.memory.catch_up(now));
    }

    /// Hands out the commands of memory's channels or vaults since the last time, with their cycles.
    pub fn commands(&mut self) -> impl Iterator<Item = (u64, Event)> + '_ {
        let own = self.pipelines.iter_mut().filter_map(Pipeline::own_memory_mut);
        own.chain(self.shared.as_mut().map(|shared| &mut shared.memory)).flat_map(Memory::commands)
    }

    /// Tells the ends of instructions whose results have gone.
    pub fn tell_done<S: Sink>(&mut self, now: u64, sink: &mut S) {
        self.pipelines.iter_mut().for_each(|one| one.tell_done(now, sink));
    }

    /// The first cycle from `now` on in which something may happen.
    pub fn next_event(&self, now: u64) -> u64 {
        let pipelines = self.pipelines.iter().map(|one| one.next_event(now));
        let leave = |shared: &Shared| {
            self.pipelines.iter().filter_map(Pipeline::queue).map(|queue| shared.leaves(queue)).min()
        };
        let requests = self.shared.as_ref().and_then(leave).map(|cycle| cycle.max(now));
        pipelines.chain(requests).min().unwrap_or(NEVER)
    }

    /// A cycle. At the end of the program it says so by [`Cores::is_over`].
    ///
    /// # Errors
    /// Why it cannot go on. The cycle is not counted then.
    pub fn step<S: Sink>(&mut self, now: u64, cube: &mut Cube, sink: &mut S) -> Result<(), Stopped> {
        self.pipelines.iter_mut().for_each(|one| one.settle(now));
        if let Some(shared) = &mut self.shared {
            shared.send(now, &mut self.pipelines, sink);
        }
        for one in &mut self.pipelines {
            one.work(now, cube, sink)?;
        }
        if self.pipelines.iter().all(|one| one.is_empty(cube)) {
            cube.finish().map_err(Stopped::Fault)?;
            self.pipelines.iter_mut().for_each(Pipeline::end);
            self.over = true;
        }
        self.pipelines.iter_mut().for_each(|one| one.close(now, cube, sink));
        Ok(())
    }

    /// What all cores counted before a cycle, without what warps count themselves.
    pub fn counters(&self, now: u64) -> Counters {
        let mut total = Counters::default();
        self.pipelines.iter().for_each(|one| total.add(&one.counters(now)));
        total.memory_conflicts = self.shared.as_ref().map_or(0, |shared| shared.conflicts);
        match self.memory() {
            Some(memory) => total.of_memory(memory),
            None => total,
        }
    }
}
