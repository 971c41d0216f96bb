//! A run without timing: the threads in turns. The result is that of any timing, unless the program leaves the order of
//! atomics open.

use alloc::{sync::Arc, vec::Vec};

use lanescope_parts::{
    image::{Digest, Memory},
    machines::{Halt, Work, family::Untimed},
};

use super::{
    exec::{Flow, Hart, halt, record::active_lanes, stuck},
    isa::Program,
};

/// Instructions of one thread before the next one's turn, so that a thread that waits for another one does not wait for
/// ever.
const TURN: u64 = 65_536;

/// A run, which can be carried out piece by piece.
#[derive(Clone, Debug)]
pub struct Functional {
    program: Arc<Program>,
    /// Threads that have not ended, with their numbers.
    harts: Vec<(u32, Hart)>,
    turn: usize,
    /// Are there instructions with a mask?
    masks: bool,
    memory: Memory,
    work: Work,
}

impl Functional {
    /// At the start. Threads that are `None` have no work.
    pub fn new(program: Arc<Program>, harts: Vec<Option<Hart>>, memory: Memory) -> Functional {
        let harts = (0..).zip(harts).filter_map(|(number, hart)| Some((number, hart?))).collect();
        let masks = program.code.iter().any(|inst| inst.masked);
        Functional { program, harts, turn: 0, masks, memory, work: Work::default() }
    }

    /// Executes at most `count` instructions of a thread. Has it ended?
    fn run(&mut self, at: usize, count: u64) -> Result<bool, Halt> {
        let Functional { program, harts, masks, memory, work, .. } = self;
        let Some((number, hart)) = harts.get_mut(at) else { return Ok(true) };
        // A copy stays in registers of the processor.
        let (mut sum, end) = (*work, work.instructions + count);
        let ended = loop {
            if sum.instructions == end {
                break Ok(false);
            }
            let next = || program.pc(hart.pc).and_then(|pc| program.code.get(pc as usize));
            let active = masks
                .then(next)
                .flatten()
                .filter(|inst| inst.masked)
                .map(|inst| u64::from(active_lanes(inst, hart).count()));
            let (flow, elements) = match hart.step_within(program, memory) {
                Ok(done) => (done.flow, u64::from(done.elements.max(1))),
                Err(trap) => break Err(halt(trap, program, hart, memory, *number, sum.instructions)),
            };
            sum.instructions += 1;
            sum.lane_operations += active.unwrap_or(elements);
            sum.lane_slots += elements;
            match flow {
                Flow::End => break Ok(true),
                Flow::Jump if hart.is_stuck(memory.changes()) => break Ok(false),
                Flow::Jump | Flow::Next | Flow::Wait => {}
            }
        };
        *work = sum;
        ended
    }
}

impl Untimed for Functional {
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
