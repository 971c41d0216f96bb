//! What happens: the architectural state of one hardware thread and one step of it. When it happens is the business of
//! the timing models, which read the record ([`Done`]) of each step.
//!
//! Elements behind `vl` and elements that are masked off keep their old values, whatever the policies say, unless
//! [`Hart::agnostic_ones`] is set: then agnostic ones are overwritten with ones, which shows programs that rely on them.
//! The control registers `vdfrom`, `vs1from` and `vs2from`, which are not of the standard, let the operands of the next
//! vector instruction begin at an element (hp_ch4 3.2, HV29); like `vstart` they are 0 again behind it. Elements are taken
//! in order: one that was written is read as it is now.
//!
//! A vector instruction that faults leaves `vstart` at the element. Accesses must be aligned to their size.
//!
//! Float arithmetic rounds to the nearest number. Conversions to whole numbers follow `frm`; any other instruction that
//! rounds by it is refused while it is not 0.
//!
//! Absent: traps and privileged modes (an error ends the run), float exception flags (they read as 0), memory order
//! (there is one thread).

mod arithmetic;
mod estimate;
mod fixed;
mod lane;
mod masks;
mod meaning;
mod memory;
mod permute;
mod scalar;
mod spin;
mod state;
#[cfg(test)]
mod tests;
mod uses;

pub use spin::deadlock;
pub use state::{Hart, Trap};
pub use uses::Uses;

use self::meaning::{Meaning, meaning, rounds_to_nearest};
use super::isa::{Inst, Program, rounding};
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
}

/// The record of one step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Done {
    /// The instruction.
    pub pc: u32,
    /// Where it goes on.
    pub flow: Flow,
    /// Elements of a vector instruction that are in its range (masked-off ones included); 0 for scalar instructions.
    pub elements: u32,
    /// Bytes of each access of [`Hart::accesses`]; 0 if there is none.
    pub access_bytes: u32,
}

type Step<T> = Result<T, Trap>;

impl Hart {
    /// Executes one instruction.
    ///
    /// # Errors
    /// What stops the thread; it stays at the instruction.
    pub fn step(&mut self, program: &Program, memory: &mut Memory) -> Result<Done, Trap> {
        let pc = program.pc(self.pc).filter(|pc| (*pc as usize) < program.code.len());
        let pc = pc.ok_or(Trap::Fetch(self.pc))?;
        let inst = program.code[pc as usize];
        let next = self.pc.wrapping_add(4);
        self.accesses.clear();
        self.access_bytes = 0;
        self.note(pc);
        let dynamic = inst.rounding == rounding::DYNAMIC && self.frm != rounding::NEAREST;
        if dynamic && rounds_to_nearest(inst.op) {
            return Err(Trap::Illegal(
                "float arithmetic rounds to the nearest number only, and frm is not 0",
            ));
        }
        let vector = inst.class().is_vector();
        let elements = if vector { self.vl.saturating_sub(self.vstart) } else { 0 };
        let target = if vector {
            self.vector(&inst, program, memory)?;
            (self.vstart, self.begins) = (0, [0; 3]);
            Some(next)
        } else {
            self.scalar(&inst, next, program, memory)?
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

    fn vector(&mut self, inst: &Inst, program: &Program, memory: &mut Memory) -> Step<()> {
        let meaning = meaning(inst.op);
        if self.begins != [0; 3] && !matches!(meaning, Meaning::Lanes(..)) {
            return Err(Trap::Illegal(
                "only arithmetic of each element has operands that begin at an element",
            ));
        }
        match meaning {
            Meaning::Lanes(widths, floats, f) => self.lanes(inst, widths, floats, f),
            Meaning::Tests(floats, f) => self.tests(inst, floats, f),
            Meaning::Reduce(widths, floats, f) => self.reduce(inst, widths, floats, f),
            Meaning::Masks(f) => self.mask_logic(inst, f),
            Meaning::CountMask => self.count_mask(inst),
            Meaning::FindMask => self.find_mask(inst),
            Meaning::FirstMask(kind) => self.first_mask(inst, kind),
            Meaning::Permute(kind) => self.permute(inst, kind),
            Meaning::VectorLoad(pattern) => self.vector_memory(inst, pattern, false, (program, memory)),
            Meaning::VectorStore(pattern) => self.vector_memory(inst, pattern, true, (program, memory)),
            _ => Err(Trap::Illegal("a scalar meaning in the vector unit")),
        }
    }
}
