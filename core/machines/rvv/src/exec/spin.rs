//! The deadlock detector: a loop goes on as long as one element of its strip has to, and the elements that are through
//! with it wait behind it, so that what they would do there is never done.
//!
//! [`lanescope_parts::machines::chassis::spin`] says how a thread is found to repeat its steps; when every thread that has not ended does so,
//! nothing will ever change again.

use alloc::{format, string::String, vec::Vec};

use easy_ext::ext;
use lanescope_parts::{image::Memory, machines::chassis::spin::ranges, riscv::abi};

use super::Hart;
use crate::exec::VectorState;
use crate::isa::{Arg, Form, FormNames, Inst, Program};

/// What is told of a deadlock.
#[derive(Clone, Debug, PartialEq)]
pub struct Deadlock {
    /// Number of the thread that is shown, as it was given.
    pub thread: u32,
    /// An element that cannot go on.
    pub element: u32,
    /// Global id of its work-item; zeros in programs by hand.
    pub item: [u32; 3],
    /// The instruction at which it waits.
    pub pc: Option<u32>,
    /// A sentence.
    pub reason: String,
}

/// Why nothing will ever change: `None` while some thread may still do something. `threads` are those that have not
/// ended, with their numbers.
pub fn deadlock<'a>(
    threads: impl Iterator<Item = (u32, &'a Hart)>,
    program: &Program,
    memory: &Memory,
) -> Option<Deadlock> {
    let mut shown: Option<Deadlock> = None;
    for (thread, hart) in threads {
        if !hart.is_stuck(memory.changes()) {
            return None;
        }
        shown = shown.or_else(|| Some(hart.explain(thread, program, memory)));
    }
    shown
}

/// Elements that wait in a loop.
#[ext(Explained)]
impl Hart {
    fn explain(&self, thread: u32, program: &Program, memory: &Memory) -> Deadlock {
        let found = self.waiting_loop(program).map(|(pc, mask)| {
            let (inside, outside): (Vec<u32>, Vec<u32>) =
                (0..self.ext.vl).partition(|element| self.mask_bit(mask, *element));
            (pc, inside, outside)
        });
        match found {
            Some((pc, inside, outside)) if !inside.is_empty() && !outside.is_empty() => Deadlock {
                thread,
                element: outside[0],
                item: self.item(outside[0], program, memory).unwrap_or_default(),
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
                let element = self.element_alone(program, memory).or(first).unwrap_or(0);
                Deadlock {
                    thread,
                    element,
                    item: self.item(element, program, memory).unwrap_or_default(),
                    pc: program.pc(self.pc),
                    reason: "the thread repeats the same loop and no other one will change what it waits for"
                        .into(),
                }
            }
        }
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

/// What is asked of elements that wait.
#[ext(WaitingElements)]
impl Hart {
    /// The element for which scalar code of a compiled kernel works alone.
    pub fn element_alone(&self, program: &Program, memory: &Memory) -> Option<u32> {
        program.kernel.as_ref().and_then(|_| self.single_element(memory))
    }

    /// The work-item of an element of a compiled kernel.
    pub fn item(&self, element: u32, program: &Program, memory: &Memory) -> Option<[u32; 3]> {
        program.kernel.as_ref()?;
        abi::item(self, memory, element)
    }
}

/// `element 3 repeats`, `elements 0-2, 5 repeat`.
fn elements(list: &[u32], one: &str, many: &str) -> String {
    let (noun, verb) = if list.len() == 1 { ("element", one) } else { ("elements", many) };
    format!("{noun} {} {verb}", ranges(list.iter().copied())).trim_end().into()
}
