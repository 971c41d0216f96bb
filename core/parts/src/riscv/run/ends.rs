//! Why a run ends before its threads do, and how it is told.

use alloc::{format, string::String};

use crate::{
    halt::{Halt, Place},
    image::Memory,
    riscv::{
        abi,
        hart::{Extension, Hart, Trap},
        isa::Program,
    },
    source::Span,
};

/// Where a thread cannot go on, and why.
#[derive(Clone, Debug, PartialEq)]
pub struct Stuck {
    /// The lane that is shown.
    pub lane: u32,
    /// The instruction at which it waits.
    pub pc: Option<u32>,
    /// A sentence.
    pub reason: String,
}

/// An extension that says which of its elements a thread has stopped for.
pub trait Ends: Extension {
    /// The lane for which the instruction that comes next stops a thread.
    fn lane(trap: &Trap, program: &Program<Self>, hart: &Hart<Self>, memory: &Memory) -> u32;

    /// Where and why a thread waits that repeats its steps.
    fn stuck(program: &Program<Self>, hart: &Hart<Self>, _: &Memory) -> Stuck {
        Stuck { lane: 0, pc: next(program, hart), reason: WAITS.into() }
    }
}

/// Why a thread waits of which nothing more is known.
pub const WAITS: &str = "the thread repeats the same loop and no other one will change what it waits for";

/// The number of the instruction that comes next, if there is one.
pub fn next<X: Extension>(program: &Program<X>, hart: &Hart<X>) -> Option<u32> {
    program.pc(hart.pc).filter(|pc| (*pc as usize) < program.code.len())
}

/// The work-item of a lane of a compiled kernel.
pub fn item<X: Extension>(
    program: &Program<X>,
    hart: &Hart<X>,
    memory: &Memory,
    lane: u32,
) -> Option<[u32; 3]> {
    program.kernel.as_ref().and_then(|_| abi::item(hart, memory, lane))
}

/// The place of a thread, when it is at an instruction.
fn place<X: Extension>(
    (lane, pc): (u32, Option<u32>),
    program: &Program<X>,
    hart: &Hart<X>,
    memory: &Memory,
    (unit, cycle): (u32, u64),
) -> Place {
    let span = pc.and_then(|pc| program.code.get(pc as usize)).map_or(Span::NONE, |inst| inst.span);
    let item = item(program, hart, memory, lane).unwrap_or_default();
    Place { unit: Some(unit), lane, item, pc, span, cycle }
}

/// A trap as the end of a run. The lane is the element, and the work-item is that of the element.
pub fn halt<X: Ends>(
    trap: Trap,
    program: &Program<X>,
    hart: &Hart<X>,
    memory: &Memory,
    unit: u32,
    cycle: u64,
) -> Halt {
    let lane = X::lane(&trap, program, hart, memory);
    let at = place((lane, next(program, hart)), program, hart, memory, (unit, cycle));
    match trap {
        Trap::Fault(fault, _) => match abi::overflow(&fault, hart) {
            Some(reason) => Halt::Illegal { reason, at },
            None => Halt::Fault { fault: abi::in_its_space(fault, program, memory), at },
        },
        Trap::Fetch(address) if program.undefined(address).is_some() => {
            let name = program.undefined(address).unwrap_or_default();
            Halt::Illegal { reason: format!("the program goes to `{name}`, which is defined nowhere"), at }
        }
        Trap::Illegal(_) | Trap::Fetch(_) | Trap::Break | Trap::Call(_) | Trap::Exit(_) => {
            Halt::Illegal { reason: format!("{trap}"), at }
        }
    }
}

/// The end of a run in which every thread that has not ended repeats itself; `None` if one may still do something. `threads` are
/// those that have not ended, with their numbers; the first is shown.
pub fn stuck<'a, X: Ends>(
    threads: impl Iterator<Item = (u32, &'a Hart<X>)>,
    program: &Program<X>,
    memory: &Memory,
    cycle: u64,
) -> Option<Halt> {
    let mut shown = None;
    for (unit, hart) in threads {
        if !hart.is_stuck(memory.changes()) {
            return None;
        }
        shown = shown.or(Some((unit, hart)));
    }
    let (unit, hart) = shown?;
    let Stuck { lane, pc, reason } = X::stuck(program, hart, memory);
    Some(Halt::Deadlock { reason, at: place((lane, pc), program, hart, memory, (unit, cycle)) })
}
