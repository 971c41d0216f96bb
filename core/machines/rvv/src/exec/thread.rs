//! A hardware thread in the hands of whoever decides when it executes: it gives records and keeps its registers for itself.

use lanescope_parts::{base::Keep, image::Memory, machines::chassis::look::Look, riscv::hart::Clock};
use serde::Serialize;

use super::{
    Done, Hart, Trap,
    record::{Record, foresee, observe},
};
use crate::isa::Program;

/// A thread that is told when to execute.
#[derive(Clone, Debug, Serialize)]
pub struct Thread(Hart);

/// Of a thread, the vector registers.
impl Keep for Thread {
    fn keep(&mut self, before: Option<&Thread>) {
        self.0.ext.keep(before.map(|before| &before.0.ext));
    }
    fn restore(&mut self) {
        self.0.ext.restore();
    }
    fn own_bytes(&self, before: Option<&Thread>) -> usize {
        self.0.ext.own_bytes(before.map(|before| &before.0.ext))
    }
}

impl Thread {
    /// Around a thread at its start.
    pub fn new(hart: Hart) -> Thread {
        Thread(hart)
    }

    /// What is known of the next instruction before it is executed: all but elements and addresses. `None` if there is none.
    pub fn foresee(&self, program: &Program) -> Option<Record> {
        foresee(&self.0, program)
    }

    /// Executes the next instruction, at a moment of the clock that the thread reads, and makes a record of it.
    ///
    /// # Errors
    /// What stops the thread; it stays at the instruction.
    pub fn step(
        &mut self,
        clock: Clock,
        program: &Program,
        memory: &mut Memory,
    ) -> Result<(Record, Done), Trap> {
        self.0.clock = Some(clock);
        observe(&mut self.0, program, memory)
    }

    /// Has a vector register been written since this was asked last?
    pub fn take_dirty(&mut self) -> bool {
        let dirty = self.0.ext.vector_dirty;
        self.0.ext.vector_dirty = false;
        dirty
    }

    /// Will it repeat the same steps until somebody changes memory? `changes` counts the changes so far.
    pub fn is_stuck(&self, changes: u64) -> bool {
        self.0.is_stuck(changes)
    }
}

impl Look for Thread {
    type Contents<'a> = &'a Hart;

    fn look(&self) -> &Hart {
        &self.0
    }
}
