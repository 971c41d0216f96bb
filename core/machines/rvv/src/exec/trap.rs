//! Why a run ends before its threads do, and how it is told.

use alloc::format;

use lanescope_parts::{
    image::Memory,
    machines::{Halt, Place},
    riscv::abi,
    source::Span,
};

use super::{Hart, Trap, spin::deadlock};
use crate::exec::WaitingElements;
use crate::{
    exec::VectorState,
    isa::{Form, Op, OpNames, Program},
};

/// A trap as the end of a run. The lane is the element, and the work-item is that of the element.
pub fn halt(trap: Trap, program: &Program, hart: &Hart, memory: &Memory, unit: u32, cycle: u64) -> Halt {
    let pc = program.pc(hart.pc).filter(|pc| (*pc as usize) < program.code.len());
    let span = pc.and_then(|pc| program.code.get(pc as usize)).map_or(Span::NONE, |inst| inst.span);
    let lane = match trap {
        Trap::Fault(_, Some(element)) => element,
        _ => {
            let asked = || pc.and_then(|pc| first_of_loop(pc, program, hart));
            hart.element_alone(program, memory).or_else(asked).unwrap_or(0)
        }
    };
    let item = hart.item(lane, program, memory).unwrap_or_default();
    let at = Place { unit: Some(unit), lane, item, pc, span, cycle };
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

/// The element for which a kernel's scalar code works: the first one of the mask that it has asked last. (Atomics go from
/// element to element like this; what is the same in all elements is done for the first one as well as for any.) Questions
/// of loops that have ended do not count.
fn first_of_loop(pc: u32, program: &Program, hart: &Hart) -> Option<u32> {
    program.kernel.as_ref()?;
    let mut ended_from = pc;
    for at in (0..pc).rev() {
        let inst = program.code.get(at as usize)?;
        if matches!(inst.op, Op::VfirstM | Op::VcpopM) && at < ended_from {
            return (0..hart.ext.vl).find(|element| hart.mask_bit(inst.rs2, *element));
        }
        if matches!(inst.form, Form::Branch | Form::Jump) && inst.imm < 0 {
            ended_from = ended_from.min(at.saturating_add_signed(inst.imm / 4));
        }
    }
    None
}

/// The end of a run in which every thread that has not ended repeats itself; `None` if one may still do something.
pub fn stuck<'a>(
    threads: impl Iterator<Item = (u32, &'a Hart)>,
    program: &Program,
    memory: &Memory,
    cycle: u64,
) -> Option<Halt> {
    let found = deadlock(threads, program, memory)?;
    let inst = found.pc.and_then(|pc| program.code.get(pc as usize));
    let span = inst.map_or(Span::NONE, |inst| inst.span);
    let (unit, lane, item, pc) = (Some(found.thread), found.element, found.item, found.pc);
    Some(Halt::Deadlock { reason: found.reason, at: Place { unit, lane, item, pc, span, cycle } })
}
