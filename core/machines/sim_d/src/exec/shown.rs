//! What debug instructions show, as lines of the console. They change nothing else.

use core::fmt;

use super::{Launch, Mask, Shown, Slot};
use crate::isa::{Instruction, Op, Suffix};

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
                let item = one.immediate(1)?;
                // The assembler takes no number of a work-item that a group does not have.
                let bits = *self.vector(register.number).get(item as usize)?;
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

/// Stretches of work-items that a line names.
const STRETCHES: usize = 8;

impl fmt::Display for Shown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Shown::Word { register, item, bits } => {
                let letter = if item.is_some() { 'v' } else { 's' };
                write!(f, "{letter}{}", register.number)?;
                if let Some(item) = item {
                    write!(f, " of work-item {item}")?;
                }
                write!(f, " = {}, {bits:#x}, {:?}", *bits as i32, f32::from_bits(*bits))
            }
            Shown::Bits("p", number, mask) => write!(f, "p{number} of {}", Items(mask)),
            Shown::Bits(name, _, mask) => write!(f, "{name} mask of {}", Items(mask)),
            Shown::Number(number) => write!(f, "trace {number}"),
            Shown::NotExecuted => f.write_str("`ret` is not executed"),
        }
    }
}

/// The work-items of a mask, in words.
struct Items<'m>(&'m Mask);

impl fmt::Display for Items<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} work-items", self.0.count())?;
        let mut items = self.0.iter().peekable();
        for at in 0.. {
            let Some(first) = items.next() else { break };
            if at == STRETCHES {
                return f.write_str(", ...");
            }
            let mut last = first;
            while let Some(next) = items.next_if(|next| *next == last + 1) {
                last = next;
            }
            write!(f, "{} {first}", if at == 0 { ":" } else { "," })?;
            if last > first {
                write!(f, " to {last}")?;
            }
        }
        Ok(())
    }
}
