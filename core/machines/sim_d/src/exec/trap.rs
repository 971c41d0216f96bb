//! Why an instruction cannot be executed, and how it is told.

use alloc::{boxed::Box, format};
use core::fmt;

use lanescope_parts::{
    image::Fault,
    machines::{Halt, Place},
    source::Span,
};

use super::{Group, Launch};
use crate::{
    dram::controller::Refused,
    isa::{Program, STACK_ENTRIES},
};

/// Why an instruction cannot be executed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Trap {
    /// A store to a read-only region of memory.
    Fault(Box<Fault>),
    /// A word outside of its buffer, and the work-item that wants it.
    Outside(Box<Fault>, u16),
    /// The program has no instruction there.
    NoInstruction,
    /// The program declares no buffer of main memory with this number.
    NoBuffer(u32),
    /// The program declares no scratchpad buffer with this number.
    NoScratchpad(u32),
    /// The stack has no room.
    StackFull,
    /// There is nothing to pop.
    StackEmpty,
    /// More words are loaded than there are scalar registers behind the first.
    NoScalars,
    /// No work-item is on, and nothing is on the stack.
    AllOff,
    /// No work-item is on before the first flush of the pipeline.
    AllOffTooEarly,
    /// A pop waits for a push that has long passed.
    PopWaits,
    /// The memory controller cannot serve the transfer.
    Transfer(Refused),
}

impl fmt::Display for Trap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Trap::Fault(fault) | Trap::Outside(fault, _) => fault.fmt(f),
            Trap::NoInstruction => f.write_str("the program ends without `exit`"),
            Trap::NoBuffer(id) => write!(f, "the program declares no buffer {id} of main memory"),
            Trap::NoScratchpad(id) => write!(f, "the program declares no scratchpad buffer {id}"),
            Trap::StackFull => write!(f, "the stack of masks has {STACK_ENTRIES} entries and is full"),
            Trap::StackEmpty => f.write_str("the stack of masks is empty"),
            Trap::NoScalars => f.write_str("the words reach behind the last scalar register"),
            Trap::PopWaits => f.write_str(
                "a pop waits for ever: the decoder had to wait directly behind a push of this group, and the original hangs \
                 then; put an instruction between that waits for nothing",
            ),
            Trap::Transfer(refused) => refused.fmt(f),
            Trap::AllOff => f.write_str("no work-item is on and the stack of masks is empty: the original hangs here"),
            Trap::AllOffTooEarly => f.write_str(
                "no work-item is on before the first jump or memory instruction of the run: the original hangs here, as \
                 it puts in a pop only after a flush of its pipeline",
            ),
        }
    }
}

/// Why an instruction of a unit's group could not be executed, as the end of a run.
pub fn halt(
    trap: Trap,
    (program, launch): (&Program, &Launch),
    pc: u32,
    unit: u32,
    group: Group,
    cycle: u64,
) -> Halt {
    let span = program.instructions.get(pc as usize).map_or(Span::NONE, |one| one.span);
    let item = if let Trap::Outside(_, item) = trap { item } else { 0 };
    let inside = launch.place_in_group(item.into());
    let [column, row] = [0, 1].map(|at| group.offset[at] + inside[at]);
    let at = Place {
        unit: Some(unit),
        lane: item.into(),
        item: program.checked.map_or([column, row, 0], |checked| checked.item([column, row])),
        pc: Some(pc),
        span,
        cycle,
    };
    let reason = format!("{trap}");
    match trap {
        Trap::Fault(fault) | Trap::Outside(fault, _) => Halt::Fault { fault: *fault, at },
        Trap::AllOff | Trap::AllOffTooEarly | Trap::PopWaits => Halt::Deadlock { reason, at },
        _ => Halt::Illegal { reason, at },
    }
}
