//! Which element a thread has stopped for, and why one waits that repeats itself: a loop goes on as long as one element of its strip has
//! to, and the elements that are through with it wait behind it, so that what they would do there is never done.
//!
//! [`lanescope_parts::riscv::run::ends`] says how a run ends; [`lanescope_parts::machines::chassis::spin`] how a thread is found to repeat
//! its steps.

use alloc::{format, string::String, vec::Vec};

use easy_ext::ext;
use lanescope_parts::{
    image::Memory,
    machines::chassis::spin::ranges,
    riscv::run::ends::{Ends, Stuck, WAITS},
};

use super::{Hart, Trap};
use crate::{
    exec::VectorState,
    isa::{Arg, Form, FormNames, Inst, Op, OpNames, Program, V},
};

impl Ends for V {
    fn lane(trap: &Trap, program: &Program, hart: &Hart, memory: &Memory) -> u32 {
        if let Trap::Fault(_, Some(element)) = trap {
            return *element;
        }
        let asked = || {
            let pc = program.pc(hart.pc).filter(|pc| (*pc as usize) < program.code.len());
            pc.and_then(|pc| first_of_loop(pc, program, hart))
        };
        hart.element_alone(program, memory).or_else(asked).unwrap_or(0)
    }

    fn stuck(program: &Program, hart: &Hart, memory: &Memory) -> Stuck {
        let found = hart.waiting_loop(program).map(|(pc, mask)| {
            let (inside, outside): (Vec<u32>, Vec<u32>) =
                (0..hart.ext.vl).partition(|element| hart.mask_bit(mask, *element));
            (pc, inside, outside)
        });
        match found {
            Some((pc, inside, outside)) if !inside.is_empty() && !outside.is_empty() => Stuck {
                lane: outside[0],
                pc: Some(pc),
                reason: format!(
                    "{} the same loop and nothing changes, while {} of the same strip {} behind it: in lock-step the \
                     waiting elements do nothing until then",
                    elements(&inside, "repeats", "repeat"),
                    elements(&outside, "", ""),
                    if outside.len() == 1 { "waits" } else { "wait" }
                ),
            },
            found => {
                let first = found.and_then(|(_, inside, _)| inside.first().copied());
                let lane = hart.element_alone(program, memory).or(first).unwrap_or(0);
                Stuck { lane, pc: program.pc(hart.pc), reason: WAITS.into() }
            }
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

/// Elements that wait in a loop.
#[ext(WaitingElements)]
impl Hart {
    /// The element for which scalar code of a compiled kernel works alone.
    fn element_alone(&self, program: &Program, memory: &Memory) -> Option<u32> {
        program.kernel.as_ref().and_then(|_| self.single_element(memory))
    }

    /// The last branch that a mask decides and that leaves the loop on one side: where that leads, and the mask.
    fn waiting_loop(&self, program: &Program) -> Option<(u32, u8)> {
        let pcs = self.repeated();
        let inst = |pc: &u32| program.code.get(*pc as usize);
        pcs.iter().rev().find_map(|branch| {
            let test = inst(branch).filter(|inst| inst.form == Form::Branch)?;
            let behind = if test.imm < 0 { branch + 1 } else { branch.wrapping_add_signed(test.imm / 4) };
            let writes = |inst: &&Inst| inst.has(Arg::Xd) && inst.rd == test.rs1;
            let before = pcs.iter().rev().filter(|pc| *pc < branch);
            let maker = before.filter_map(inst).find(writes).filter(|inst| inst.form == Form::XM)?;
            (!pcs.contains(&behind)).then_some((behind, maker.rs2))
        })
    }
}

/// `element 3 repeats`, `elements 0-2, 5 repeat`.
fn elements(list: &[u32], one: &str, many: &str) -> String {
    let (noun, verb) = if list.len() == 1 { ("element", one) } else { ("elements", many) };
    format!("{noun} {} {verb}", ranges(list.iter().copied())).trim_end().into()
}
