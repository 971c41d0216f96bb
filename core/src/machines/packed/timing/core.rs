//! A core: threads, an issue slot for one instruction in a cycle, a way to memory, a unit for tiles.
//!
//! The thread that issued last goes on as long as it can; when it waits, the next one in turn that need not wait issues.
//!
//! - [`agenda`]: what will be told, by cycle;
//! - [`issue`]: the course of an instruction from its issue on;
//! - [`look`]: what others see of the core;
//! - [`tell`]: what it tells of itself.

pub mod agenda;
mod issue;
mod look;
mod tell;

use alloc::{collections::VecDeque, vec::Vec};

use agenda::Agenda;
use serde::Serialize;
use tell::tell_requests;

use super::{
    board::{Board, passed_on},
    counters::Counters,
    memory::{Main, Path},
};
use crate::{
    image::Memory,
    keep,
    machines::{
        chassis::slots::{Account, Stretch},
        packed::{
            exec::{Flow, Hart, Thread, Trap, Uses, record},
            isa::{Class, Program},
            spec::Spec,
        },
    },
    riscv::hart::Clock,
    trace::Cause,
};

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
}
