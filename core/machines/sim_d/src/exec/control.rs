//! The four masks and the stack.
//!
//! A mask changes only where work-items are on, except that a pop restores it in all. The simulator's `bra` and `call` push what
//! they are given; those of the thesis push what is on, and a `bra` that all take, or none, pushes nothing.

use super::{
    Mask, Slot, Trap,
    slot::{Control, Entry},
};
use crate::{
    isa::{Instruction, Op, STACK_ENTRIES, Suffix},
    rules::Behaviour,
};

impl Slot {
    /// Executes an instruction of control flow: where it goes on, if not behind itself.
    pub(super) fn control(&mut self, one: &Instruction, behaviour: Behaviour) -> Result<Option<u32>, Trap> {
        let target = one.target().unwrap_or(0);
        let predicate = one.sources.iter().enumerate().find_map(|(at, _)| one.source_register(at));
        let given = predicate.map(|register| self.predicate(register.number));
        let chosen = given.unwrap_or(Mask::ALL);
        match one.op {
            Op::J => return Ok(Some(target)),
            Op::Bra => return self.branch(target, chosen, behaviour),
            Op::Call => {
                let old = self.mask(Control::Return);
                let (mask, new) = match behaviour {
                    Behaviour::Simulator => (chosen, old.blend(chosen, self.active())),
                    Behaviour::Thesis => (old, old & chosen),
                };
                self.push(Entry { at: self.pc + 1, mask, control: Control::Return })?;
                self.masks[Control::Return as usize] = new;
                return Ok(Some(target));
            }
            Op::Cpush => {
                let control = match one.suffix {
                    Some(Suffix::Brk) => Control::Break,
                    Some(Suffix::Jc) => Control::Return,
                    _ => Control::Run,
                };
                self.push(Entry { at: target, mask: given.unwrap_or(self.mask(control)), control })?;
            }
            Op::Cpop => return self.pop().map(Some),
            Op::Cmask => self.turn_off(Control::Run, chosen),
            Op::Brk => self.turn_off(Control::Break, chosen),
            Op::Ret if behaviour == Behaviour::Thesis => self.turn_off(Control::Return, chosen),
            Op::Exit => self.turn_off(Control::Exit, chosen),
            _ => {}
        }
        Ok(None)
    }

    /// Turns work-items off that are on.
    fn turn_off(&mut self, control: Control, chosen: Mask) {
        let off = chosen & self.active();
        let mask = &mut self.masks[control as usize];
        *mask = mask.without(off);
    }

    fn branch(&mut self, target: u32, chosen: Mask, behaviour: Behaviour) -> Result<Option<u32>, Trap> {
        let mask = match behaviour {
            Behaviour::Simulator => chosen,
            Behaviour::Thesis => chosen & self.active(),
        };
        if behaviour == Behaviour::Thesis {
            if mask.is_empty() {
                return Ok(None);
            }
            if self.active().without(mask).is_empty() {
                return Ok(Some(target));
            }
        }
        self.push(Entry { at: target, mask, control: Control::Run })?;
        self.turn_off(Control::Run, mask);
        Ok(None)
    }

    fn push(&mut self, entry: Entry) -> Result<(), Trap> {
        if self.stack.len() == STACK_ENTRIES {
            return Err(Trap::StackFull);
        }
        self.stack.push(entry);
        Ok(())
    }

    /// Restores the mask of the top entry: where it goes on.
    pub(super) fn pop(&mut self) -> Result<u32, Trap> {
        let entry = self.stack.pop().ok_or(Trap::StackEmpty)?;
        self.masks[entry.control as usize] = entry.mask;
        Ok(entry.at)
    }
}
