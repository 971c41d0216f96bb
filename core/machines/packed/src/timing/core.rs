//! A core: threads, an issue slot for one instruction in a cycle, a way to memory, a unit for tiles.
//!
//! The thread that issued last goes on as long as it can; when it waits, the next one in turn that need not wait issues.
//!
//! - `issue`: the course of an instruction from its issue on;
//! - `shown`: what others see of the core;
//! - `tell`: what it tells of itself;
//! - `wait`: until when a thread waits, and for what.

mod issue;
mod shown;
mod tell;
pub mod wait;

use alloc::{collections::VecDeque, vec::Vec};

use issue::Course;
use lanescope_parts::{
    image::Memory,
    keep,
    machines::chassis::{agenda::Agenda, slots::Account},
    riscv::hart::Clock,
    trace::Cause,
};
use serde::Serialize;
use tell::tell_course;
use wait::Wait;

use super::{
    board::{Board, passed_on},
    counters::Counters,
    memory::{Below, Path},
};
use crate::{
    causes,
    exec::{Flow, Hart, Thread, Trap, Uses, record},
    isa::{Class, ClassNames, Program},
    spec::Spec,
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
    pub below: Below<'a>,
    /// Is anybody listening? Then what will be told goes here.
    pub agenda: Option<&'a mut Agenda>,
}

/// What a thread does.
#[derive(Clone, Copy, Debug, Serialize)]
enum Doing {
    /// It issues its next instruction when a wait is over.
    Waits(Wait),
    /// All is issued; the last result comes in a cycle.
    Drains { until: u64 },
    /// There is no work.
    Nothing,
}

/// What nobody waits for.
const FETCHED: Wait = Wait::new(0, Cause::FETCH);

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
    /// Cycles from its last result until it is joined.
    #[serde(skip)]
    joins: u64,
    /// Until when the way to memory is taken, and by what; from when on the unit for tiles is free.
    port: Wait,
    tiles: u64,
    /// Accesses under way: when each is over, and the bytes that it moves.
    under_way: VecDeque<(u64, u64)>,
    /// The thread that issued last.
    current: u32,
    /// One past the last cycle whose slot is counted, and why the slot is lost from there on.
    slot: (u64, Wait),
    slots: Account,
    counters: Counters,
    issued: u64,
}

keep!(Core { threads, path });

impl Core {
    /// A core at cycle 0 with its threads; those that are `None` have no work. With `others` it is one of several that work: the
    /// first one starts the others, and each is joined at its end.
    pub fn new(number: u32, spec: &Spec, harts: Vec<Option<Hart>>, program: &Program, others: bool) -> Core {
        let starts = if others && number > 0 { spec.start_cycles.into() } else { 0 };
        let hardware = |hart: Option<Hart>| Hardware {
            doing: if hart.is_some() { Doing::Waits(FETCHED) } else { Doing::Nothing },
            thread: Thread::new(hart.unwrap_or_else(|| Hart::with(super::super::exec::PState::idle()))),
            board: Board::default(),
            from: starts,
            complete: 0,
            last: (u64::MAX, Cause::EMPTY),
        };
        let mut core = Core {
            number,
            threads: harts.into_iter().map(hardware).collect(),
            path: Path::new(spec),
            joins: if others { spec.join_cycles.into() } else { 0 },
            port: FETCHED,
            tiles: 0,
            under_way: VecDeque::new(),
            current: 0,
            slot: (0, Wait::new(0, Cause::EMPTY)),
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
            Doing::Waits(wait) => Some(wait.until.max(self.slot.0)),
            Doing::Drains { .. } | Doing::Nothing => None,
        };
        self.threads.iter().filter_map(ready).min()
    }

    /// The cycle in which its last result is there, if all is issued.
    pub fn drained(&self) -> Option<u64> {
        if self.wake().is_some() {
            return None;
        }
        let until =
            |hardware: &Hardware| if let Doing::Drains { until } = hardware.doing { until } else { 0 };
        Some(self.threads.iter().map(until).max().unwrap_or(0))
    }

    /// The cycle in which it has been joined with the others, if all is issued. A core without work is joined at once.
    pub fn end(&self) -> Option<u64> {
        self.drained().map(|drained| if drained > 0 { drained + self.joins } else { 0 })
    }

    /// When each thread can issue its next instruction, and what the slot is lost to until one does, from cycle `from` on.
    fn plan(&mut self, from: u64, program: &Program, spec: &Spec) {
        for at in 0..self.threads.len() {
            if let Doing::Waits(_) = self.threads[at].doing {
                self.threads[at].doing = Doing::Waits(self.ready(at, program, spec));
            }
        }
        let waits = self.threads.iter().filter_map(|hardware| match hardware.doing {
            Doing::Waits(wait) => Some(wait),
            _ => None,
        });
        self.slot = (from, waits.min_by_key(|wait| wait.until).unwrap_or(Wait::new(0, Cause::EMPTY)));
    }

    /// From when on a thread's next instruction can issue, and what it waits for.
    fn ready(&self, at: usize, program: &Program, spec: &Spec) -> Wait {
        let hardware = &self.threads[at];
        let fetched = Wait::new(hardware.from, Cause::FETCH);
        let Some((_, inst)) = hardware.thread.next(program) else { return fetched };
        let mut wait = fetched.and(hardware.board.sources(&Uses::of(inst), passed_on(inst, spec)));
        if record::is_access(inst) {
            let full = self.under_way.len().checked_sub(spec.outstanding as usize);
            let oldest = full.and_then(|at| self.under_way.get(at)).map_or(0, |(end, _)| *end);
            wait = wait.and(self.port).and(Wait::new(oldest, Cause::MEMORY_FULL));
        }
        if inst.class() == Class::TMul {
            wait = wait.and(Wait::new(self.tiles, causes::TILE_ROWS));
        }
        wait
    }

    /// Issues an instruction of the thread whose turn it is in cycle `now`.
    ///
    /// # Errors
    /// What stops the thread, with its number.
    pub fn tick(&mut self, now: u64, env: &mut Env<'_>) -> Result<(), (u32, Trap)> {
        let count = self.threads.len() as u32;
        let can =
            |at: &u32| matches!(self.threads[*at as usize].doing, Doing::Waits(wait) if wait.until <= now);
        let Some(at) = (0..count).map(|step| (self.current + step) % count.max(1)).find(can) else {
            return Ok(());
        };
        let clock = Clock { ticks: now, mhz: env.spec.chip.clock_mhz };
        let stepped = self.threads[at as usize].thread.step(clock, env.program, env.memory);
        let (record, done) = stepped.map_err(|trap| (at, trap))?;
        self.slots.settle(self.slot.1.stretches(self.slot.0, now));
        self.slots.add(Cause::ISSUED, 1);
        self.note_last(now, at);
        self.current = at;
        let inst = env.program.code.get(record.pc as usize).copied();
        let course = inst
            .map_or_else(|| Course::new(now + 1), |inst| self.issue(now, at as usize, (&record, &inst), env));
        self.count(&record, inst.as_ref());
        let hardware = &mut self.threads[at as usize];
        hardware.complete = hardware.complete.max(course.complete).max(now + 1);
        hardware.from = now + 1 + if record.jumps { env.spec.branch_penalty.into() } else { 0 };
        if done.flow == Flow::End {
            hardware.doing = Doing::Drains { until: hardware.complete };
        }
        let id = self.issued * 64 + u64::from(self.number);
        self.issued += 1;
        self.plan(now + 1, env.program, env.spec);
        if let Some(agenda) = &mut env.agenda {
            self.tell(agenda, now, (at, id, course.complete), &record, env.program);
            let write = inst.as_ref().is_some_and(record::writes);
            tell_course(agenda, (self.base() + at, id, now), &record, write, &course);
        }
        Ok(())
    }

    /// What each thread does in a cycle in which one of them issues.
    fn note_last(&mut self, now: u64, issues: u32) {
        for (at, hardware) in (0..).zip(&mut self.threads) {
            if let Doing::Waits(wait) = hardware.doing {
                let waits = if wait.until <= now { Cause::NOT_PICKED } else { wait.cause(now) };
                hardware.last = (now, if at == issues { Cause::ISSUED } else { waits });
            }
        }
    }
}
