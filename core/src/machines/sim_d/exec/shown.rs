//! What debug instructions show. They change nothing.

use super::{Launch, Shown, Slot};
use crate::machines::sim_d::isa::{Instruction, Op, Suffix, WORK_ITEMS};

impl Slot {
    /// What a debug instruction shows.
    pub(super) fn shown(&self, one: &Instruction, launch: &Launch) -> Option<Shown> {
        let register = one.source_register(0);
        match (one.op, register) {
            (Op::Printsgpr, Some(register)) => {
                let bits = self.value(one.sources[0], launch);
                Some(Shown::Word { register, item: None, bits })
            }
            (Op::Printvgpr, Some(register)) => {
                let item = one.immediate(1)? % WORK_ITEMS as u32;
                let bits = self.vector(register.number)[item as usize];
                Some(Shown::Word { register, item: Some(item), bits })
            }
            (Op::Printpr, Some(register)) => {
                Some(Shown::Bits("p", register.number, self.predicate(register.number)))
            }
            (Op::Printcmask, _) => {
                let (name, at) = match one.suffix? {
                    Suffix::If => ("run", 0),
                    Suffix::Brk => ("break", 1),
                    Suffix::Jc => ("return", 2),
                    _ => ("exit", 3),
                };
                Some(Shown::Bits(name, at, self.masks[usize::from(at)]))
            }
            (Op::Printtrace, _) => one.immediate(0).map(Shown::Number),
            _ => None,
        }
    }
}
