//! A run without timing: the threads in turns. The result is that of any timing, unless the program leaves the order of
//! atomics open.

use alloc::{sync::Arc, vec::Vec};

use lanescope_parts::{
    image::{Digest, Memory},
    machines::{Halt, Work, family::Untimed},
};

use super::{
    exec::{Flow, Hart, halt, record::extent, stuck},
    isa::Program,
};
use crate::exec::VectorState;
use crate::isa::VectorClass;

/// Instructions of one thread before the next one's turn, so that a thread that waits for another one does not wait for
/// ever.
const TURN: u64 = 65_536;

/// A run, which can be carried out piece by piece.
#[derive(Clone, Debug)]
pub struct Functional {
    program: Arc<Program>,
    lanes: u32,
    /// Threads that have not ended, with their numbers.
    harts: Vec<(u32, Hart)>,
    turn: usize,
    memory: Memory,
    work: Work,
}

impl Functional {
    /// At the start, on vector units of so many lanes.
    pub fn new(program: Arc<Program>, lanes: u32, harts: Vec<Hart>, memory: Memory) -> Functional {
        let harts = (0..).zip(harts).collect();
        Functional { program, lanes: lanes.max(1), harts, turn: 0, memory, work: Work::default() }
    }

    /// Executes at most `count` instructions of a thread. Has it ended?
    fn run(&mut self, at: usize, count: u64) -> Result<bool, Halt> {
        let Functional { program, lanes, harts, memory, work, .. } = self;
        let Some((number, hart)) = harts.get_mut(at) else { return Ok(true) };
        for _ in 0..count {
            let masked =
                program.pc(hart.pc).and_then(|pc| program.code.get(pc as usize)).filter(|i| i.masked);
            let active =
                masked.map(|_| (0..hart.ext.vl).filter(|element| hart.mask_bit(0, *element)).count() as u64);
            let done = hart
                .step(program, memory)
                .map_err(|trap| halt(trap, program, hart, memory, *number, work.instructions))?;
            let inst = &program.code[done.pc as usize];
            work.instructions += 1;
            if inst.class().is_vector() {
                let elements = extent(inst, &done, hart);
                work.lane_operations += match active {
                    Some(active) => active * u64::from(elements / done.elements.max(1)),
                    None => elements.into(),
                };
                work.lane_slots += u64::from(elements.next_multiple_of(*lanes));
            } else {
                work.lane_operations += 1;
                work.lane_slots += 1;
            }
            match done.flow {
                Flow::End => return Ok(true),
                Flow::Jump if hart.is_stuck(memory.changes()) => break,
                Flow::Jump | Flow::Next | Flow::Wait => {}
            }
        }
        Ok(false)
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
