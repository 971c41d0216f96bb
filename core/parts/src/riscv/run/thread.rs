//! A hardware thread in the hands of whoever decides when it executes.

use serde::Serialize;

use crate::{
    base::Keep,
    image::Memory,
    machines::chassis::look::Look,
    riscv::{
        hart::{Clock, Done, Extension, Hart, Trap},
        isa::{Inst, Program},
    },
};

/// An extension whose executed instructions leave a record.
pub trait Observed: Extension {
    /// An executed instruction, as far as anybody must know it who decides when it happens.
    type Record;

    /// Executes the next instruction and makes a record of it.
    ///
    /// # Errors
    /// What stops the thread; it stays at the instruction.
    fn observe(
        hart: &mut Hart<Self>,
        program: &Program<Self>,
        memory: &mut Memory,
    ) -> Result<(Self::Record, Done), Trap>;

    /// Has a register of the extension been written since this was asked last? Who switches threads saves only those that were.
    fn take_dirty(_: &mut Self::State) -> bool {
        true
    }
}

/// A thread that is told when to execute: it gives records and keeps its registers for itself.
#[derive(Clone, Debug, Serialize)]
#[serde(bound(serialize = "X::State: Serialize"))]
pub struct Thread<X: Extension>(Hart<X>);

/// Of a thread, what its extension adds.
impl<X: Extension<State: Keep>> Keep for Thread<X> {
    fn keep(&mut self, before: Option<&Thread<X>>) {
        self.0.ext.keep(before.map(|before| &before.0.ext));
    }
    fn restore(&mut self) {
        self.0.ext.restore();
    }
    fn own_bytes(&self, before: Option<&Thread<X>>) -> usize {
        self.0.ext.own_bytes(before.map(|before| &before.0.ext))
    }
}

impl<X: Extension> Thread<X> {
    /// Around a thread at its start.
    pub fn new(hart: Hart<X>) -> Thread<X> {
        Thread(hart)
    }

    /// The next instruction and its number. `None` if there is none.
    #[inline]
    pub fn next<'p>(&self, program: &'p Program<X>) -> Option<(u32, &'p Inst<X>)> {
        let pc = program.pc(self.0.pc)?;
        Some((pc, program.code.get(pc as usize)?))
    }

    /// Will it repeat the same steps until somebody changes memory? `changes` counts the changes so far.
    pub fn is_stuck(&self, changes: u64) -> bool {
        self.0.is_stuck(changes)
    }
}

impl<X: Observed> Thread<X> {
    /// Executes the next instruction, at a moment of the clock that the thread reads, and makes a record of it.
    ///
    /// # Errors
    /// What stops the thread; it stays at the instruction.
    pub fn step(
        &mut self,
        clock: Clock,
        program: &Program<X>,
        memory: &mut Memory,
    ) -> Result<(X::Record, Done), Trap> {
        self.0.clock = Some(clock);
        X::observe(&mut self.0, program, memory)
    }

    /// Has a register of the extension been written since this was asked last?
    pub fn take_dirty(&mut self) -> bool {
        X::take_dirty(&mut self.0.ext)
    }
}

impl<X: Extension> Look for Thread<X> {
    type Contents<'a> = &'a Hart<X>;

    fn look(&self) -> &Hart<X> {
        &self.0
    }
}
