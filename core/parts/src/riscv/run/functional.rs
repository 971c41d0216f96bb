//! A run without timing: the threads in turns. The result is that of any timing, unless the program leaves the order of
//! atomics open.

use alloc::{sync::Arc, vec::Vec};

use super::ends::{Ends, halt, stuck};
use crate::{
    image::{Digest, Memory},
    machines::{Halt, Work, family::Untimed},
    riscv::{
        hart::{Done, Flow, Hart},
        isa::{Inst, Program},
    },
};

/// Instructions of one thread before the next one's turn, so that a thread that waits for another one does not wait for
/// ever.
const TURN: u64 = 65_536;

/// An extension whose work is counted in lanes.
pub trait Counted: Ends {
    /// Elements that a masked instruction leaves, before it is executed.
    fn active(hart: &Hart<Self>, inst: &Inst<Self>) -> u64;

    /// Operations of an instruction that was executed, and the lanes that they had, on units of so many. Of a masked one `active` is
    /// what [`Counted::active`] has said.
    fn lanes(
        program: &Program<Self>,
        hart: &Hart<Self>,
        done: &Done,
        active: Option<u64>,
        units: u32,
    ) -> [u64; 2];
}

/// A run, which can be carried out piece by piece.
#[derive(Clone, Debug)]
pub struct Functional<X: Counted> {
    program: Arc<Program<X>>,
    /// Lanes of a unit.
    units: u32,
    /// Threads that have not ended, with their numbers.
    harts: Vec<(u32, Hart<X>)>,
    turn: usize,
    /// Are there instructions with a mask?
    masks: bool,
    memory: Memory,
    work: Work,
}

impl<X: Counted> Functional<X> {
    /// At the start, with units of so many lanes. Threads that are `None` have no work.
    pub fn new(
        program: Arc<Program<X>>,
        units: u32,
        harts: impl IntoIterator<Item = Option<Hart<X>>>,
        memory: Memory,
    ) -> Functional<X> {
        let harts = (0..).zip(harts).filter_map(|(number, hart)| Some((number, hart?))).collect();
        let masks = program.code.iter().any(|inst| inst.masked);
        Functional { program, units: units.max(1), harts, turn: 0, masks, memory, work: Work::default() }
    }

    /// Executes at most `count` instructions of a thread. Has it ended?
    fn run(&mut self, at: usize, count: u64) -> Result<bool, Halt> {
        let Functional { program, units, harts, masks, memory, work, .. } = self;
        let Some((number, hart)) = harts.get_mut(at) else { return Ok(true) };
        // A copy stays in registers of the processor.
        let (mut sum, end) = (*work, work.instructions + count);
        let ended = loop {
            if sum.instructions == end {
                break Ok(false);
            }
            let next = || program.pc(hart.pc).and_then(|pc| program.code.get(pc as usize));
            let masked = masks.then(next).flatten().filter(|inst| inst.masked);
            let active = masked.map(|inst| X::active(hart, inst));
            let done = match hart.step_within(program, memory) {
                Ok(done) => done,
                Err(trap) => break Err(halt(trap, program, hart, memory, *number, sum.instructions)),
            };
            let [operations, slots] = X::lanes(program, hart, &done, active, *units);
            sum.instructions += 1;
            sum.lane_operations += operations;
            sum.lane_slots += slots;
            match done.flow {
                Flow::End => break Ok(true),
                Flow::Jump if hart.is_stuck(memory.changes()) => break Ok(false),
                Flow::Jump | Flow::Next | Flow::Wait => {}
            }
        };
        *work = sum;
        ended
    }
}

impl<X: Counted + core::fmt::Debug> Untimed for Functional<X> {
    fn advance(&mut self, budget: u64) -> Result<bool, Halt> {
        let end = self.work.instructions.saturating_add(budget);
        while self.work.instructions < end && !self.harts.is_empty() {
            let count = (end - self.work.instructions).min(TURN);
            if self.run(self.turn, count)? {
                self.harts.remove(self.turn);
            } else {
                let threads = self.harts.iter().map(|(number, hart)| (*number, hart));
                if let Some(halt) = stuck(threads, &self.program, &self.memory, self.work.instructions) {
                    return Err(halt);
                }
                self.turn += 1;
            }
            self.turn = if self.turn < self.harts.len() { self.turn } else { 0 };
        }
        Ok(self.harts.is_empty())
    }

    fn memory(&self) -> &Memory {
        &self.memory
    }

    fn work(&self) -> Work {
        self.work
    }

    fn contents(&self, digest: &mut Digest) {
        self.harts.iter().for_each(|(_, hart)| hart.contents(digest));
    }
}
