//! What happens: the architectural state of one hardware thread and one step of it. When it happens is the business of
//! whoever runs it, who reads the record ([`Done`]) of each step.
//!
//! Instructions of an extension are handed to it ([`Extension`]). It does them at once, or takes them and responds later: then
//! the thread goes on up to an instruction that needs the response.
//!
//! Floats round as the instruction or `frm` says, and what happens is in `fflags` ([`float`]). Accesses must be aligned to their
//! size, unless [`Hart::misaligned`] is set: then a load or store that is not is two accesses. `lr` watches all of memory: `sc`
//! fails if any value there has changed since.
//!
//! Absent: traps and privileged modes (an error ends the run), memory order (the threads of a machine take turns,
//! instruction by instruction).

pub mod arithmetic;
mod extension;
pub mod float;
mod meaning;
mod scalar;
mod spin;
mod state;
mod uses;

use alloc::boxed::Box;

pub use extension::{Answer, Extension, Register};
pub use state::{Clock, Hart, Trap};
pub use uses::Uses;

use super::isa::{Op, Program};
use crate::image::Memory;

/// Where the next instruction is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    /// Behind this one.
    Next,
    /// At another place.
    Jump,
    /// Nowhere: the program has ended.
    End,
    /// Here: the instruction was not executed, for it waits for a response of the extension, or for room there.
    Wait,
}

/// The record of one step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Done {
    /// The instruction.
    pub pc: u32,
    /// Where it goes on.
    pub flow: Flow,
    /// Elements that an instruction of the extension has in its range (masked-off ones included); 0 for scalar ones.
    pub elements: u32,
    /// Bytes of each access of [`Hart::accesses`]; 0 if there is none.
    pub access_bytes: u32,
}

/// What a part of a step gives, or why the thread cannot go on.
pub type Outcome<T> = Result<T, Trap>;

/// What a whole instruction gives. The reason is boxed: what each step hands back has 16 bytes instead of 48, which vector
/// programs feel (7 % of a run without timing).
pub type Executed<T> = Result<T, Box<Trap>>;

impl<X: Extension> Hart<X> {
    /// Executes one instruction.
    ///
    /// # Errors
    /// What stops the thread; it stays at the instruction.
    pub fn step(&mut self, program: &Program<X>, memory: &mut Memory) -> Result<Done, Trap> {
        self.step_within(program, memory)
    }

    /// As [`Hart::step`], made a part of the loop that calls it: what the loop does not ask for of the record is never written.
    ///
    /// # Errors
    /// As [`Hart::step`].
    #[inline(always)]
    pub fn step_within(&mut self, program: &Program<X>, memory: &mut Memory) -> Result<Done, Trap> {
        let pc = program.pc(self.pc).filter(|pc| (*pc as usize) < program.code.len());
        let pc = pc.ok_or(Trap::Fetch(self.pc))?;
        let inst = &program.code[pc as usize];
        let next = self.pc.wrapping_add(4);
        self.accesses.clear();
        self.access_bytes = 0;
        if self.must_wait(inst)? {
            return Ok(Done { pc, flow: Flow::Wait, elements: 0, access_bytes: 0 });
        }
        self.enter_private(pc, program, memory);
        self.note(pc);
        let (target, elements) = if let Op::Ext(_) = inst.op {
            match X::execute(self, inst, program, memory).map_err(|trap| *trap)? {
                Answer::Done(elements) => (Some(next), elements),
                Answer::Later(register) => {
                    self.await_response(register);
                    (Some(next), 0)
                }
                Answer::Busy => return Ok(Done { pc, flow: Flow::Wait, elements: 0, access_bytes: 0 }),
            }
        } else {
            (self.scalar(inst, next, program, memory).map_err(|trap| *trap)?, 0)
        };
        self.instret += 1;
        let backwards = target.is_some_and(|target| target <= self.pc);
        self.pc = target.unwrap_or(self.pc);
        if backwards {
            self.turn(program, pc, memory.changes());
        }
        let flow = match target {
            None | Some(0) => Flow::End,
            Some(to) if to == next => Flow::Next,
            Some(_) => Flow::Jump,
        };
        Ok(Done { pc, flow, elements, access_bytes: self.access_bytes })
    }
}
