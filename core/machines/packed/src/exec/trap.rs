//! Why a run ends before its threads do, and how it is told.

use alloc::format;

use lanescope_parts::{
    image::Memory,
    machines::{Halt, Place},
    riscv::abi::{self, Items},
    source::Span,
};

use super::{Hart, Trap};
use crate::isa::Program;

/// The first work-item, counted from the first one whose turn it is, for which an instruction stops a thread; by hand the element.
fn lane(trap: &Trap, program: &Program, hart: &Hart, memory: &Memory) -> u32 {
    let items = program.pc(hart.pc).zip(program.kernel.as_ref());
    let items = items.map_or(Items::FIRST, |(pc, kernel)| kernel.items_of(pc));
    match (trap, items) {
        (Trap::Fault(_, Some(element)), _) => *element,
        (Trap::Fault(fault, None), items) => {
            // Of a whole register the first byte that is not there.
            let missing = |at: &u64| memory.check(fault.address.wrapping_add(*at), 1, fault.write).is_err();
            let byte = (0..u64::from(fault.bytes)).find(missing).unwrap_or(0);
            items.that_has(byte, fault.bytes.into())
        }
        (_, items) => items.that_has(0, 1),
    }
}

/// The place of a thread.
fn place(program: &Program, hart: &Hart, lane: u32, memory: &Memory, (unit, cycle): (u32, u64)) -> Place {
    let pc = program.pc(hart.pc).filter(|pc| (*pc as usize) < program.code.len());
    let span = pc.and_then(|pc| program.code.get(pc as usize)).map_or(Span::NONE, |inst| inst.span);
    let item = program.kernel.as_ref().and_then(|_| abi::item(hart, memory, lane)).unwrap_or_default();
    Place { unit: Some(unit), lane, item, pc, span, cycle }
}

/// A trap as the end of a run. The lane is the element, and the work-item is that of the element.
pub fn halt(trap: Trap, program: &Program, hart: &Hart, memory: &Memory, unit: u32, cycle: u64) -> Halt {
    let at = place(program, hart, lane(&trap, program, hart, memory), memory, (unit, cycle));
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

/// The end of a run in which every thread that has not ended repeats itself; `None` if one may still do something.
pub fn stuck<'a>(
    threads: impl Iterator<Item = (u32, &'a Hart)>,
    program: &Program,
    memory: &Memory,
    cycle: u64,
) -> Option<Halt> {
    let mut shown = None;
    for (unit, hart) in threads {
        if !hart.is_stuck(memory.changes()) {
            return None;
        }
        shown = shown.or_else(|| Some(place(program, hart, 0, memory, (unit, cycle))));
    }
    let reason = "the thread repeats the same loop and no other one will change what it waits for".into();
    shown.map(|at| Halt::Deadlock { reason, at })
}
