//! What happens: a cluster with its slots, and one instruction of the group in one of them.
//!
//! An instruction is executed for all work-items of a group at once. A memory instruction moves its words when it is executed;
//! nothing else of the group goes on before, in any timing. Who decides when an instruction happens asks what comes
//! [next](Cluster::next), lets it [happen](Cluster::step) and gets a record.
//!
//! Where an instruction turns off the last work-item that was on, the machine puts in pops of the stack until one is on again. In the simulator a
//! scalar instruction that stands directly behind it is executed first: it is too far in the pipeline to be stopped.
//!
//! Absent: cycles, and everything that follows from them. A group that reads registers which nothing wrote finds what the group before
//! left in its slot, so that only such a program's results depend on timing.

mod contents;
mod control;
pub(super) mod geometry;
mod mask;
mod memory;
pub mod orders;
mod outside;
mod record;
pub(super) mod scalar;
mod shown;
mod slot;
mod transfer;
mod trap;
mod vector;

use alloc::{format, sync::Arc, vec::Vec};

use serde::Serialize;

pub use contents::Contents;
pub use mask::Mask;
pub use record::{Direction, Done, GroupTransfer, Shown, Side, Stride};
pub use slot::{Control, Entry};
use slot::{Pending, Slot};
pub use trap::{Trap, halt};

use super::{
    isa::{Category, Instruction, Issue, Op, OperandKind, Program, Register, Suffix, WORK_ITEMS},
    rules::Behaviour,
};
use lanescope_parts::{base::Bulk, image::Memory, keep};

/// How a program is launched, as far as its instructions can tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Launch {
    /// Columns and rows of work-items.
    pub size: [u32; 2],
    /// Columns of a group: a power of two up to [`WORK_ITEMS`].
    pub width: u32,
}

impl Launch {
    /// Rows of a group.
    pub const fn height(&self) -> u32 {
        WORK_ITEMS as u32 / self.width
    }

    /// Groups in a row of groups, and rows of groups.
    pub const fn groups(&self) -> [u32; 2] {
        [self.size[0].div_ceil(self.width), self.size[1].div_ceil(self.height())]
    }

    /// A group by its number; those of a row follow each other.
    pub const fn group(&self, number: u32) -> Group {
        let columns = self.groups()[0];
        Group { number, offset: [number % columns * self.width, number / columns * self.height()] }
    }

    /// All groups.
    pub fn all_groups(&self) -> impl Iterator<Item = Group> + use<> {
        let (launch, [columns, rows]) = (*self, self.groups());
        (0..columns * rows).map(move |number| launch.group(number))
    }

    /// Column and row of a work-item in its group.
    pub const fn place_in_group(&self, item: usize) -> [u32; 2] {
        // A width is a power of two.
        [item as u32 & (self.width - 1), item as u32 >> self.width.trailing_zeros()]
    }
}

/// A group of work-items.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Group {
    /// Its number in the order of groups.
    pub number: u32,
    /// Column and row of its first work-item.
    pub offset: [u32; 2],
}

/// What the group in a slot does next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// An instruction of the program.
    Instruction(u32),
    /// A pop that the machine puts in.
    Pop,
    /// Nothing: there is no group.
    Nothing,
}

/// A unit with its slots.
#[derive(Clone, Debug, Serialize)]
pub struct Cluster {
    #[serde(skip)]
    program: Arc<Program>,
    #[serde(skip)]
    launch: Launch,
    #[serde(skip)]
    behaviour: Behaviour,
    slots: Vec<Slot>,
    /// The words of each slot's scratchpad, which keep what the group before left.
    scratchpads: Vec<Bulk<u32>>,
    /// The words of tiles that are missing in each scratchpad, where a program halts that reads them. They follow from what was brought.
    #[serde(skip)]
    missing: Vec<outside::Missing>,
    /// Has anything flushed the pipeline? The simulator puts in no pop before.
    flushed: bool,
}

keep!(Cluster { slots, scratchpads });

impl Cluster {
    /// With empty slots, each with a scratchpad of so many bytes.
    pub fn new(
        program: Arc<Program>,
        launch: Launch,
        behaviour: Behaviour,
        slots: usize,
        scratchpad_bytes: u32,
    ) -> Cluster {
        let scratchpads = alloc::vec![Bulk::filled(0, scratchpad_bytes as usize / 4); slots];
        let missing = alloc::vec![Vec::new(); slots];
        let slots = (0..slots).map(|number| Slot::new(number, behaviour)).collect();
        Cluster { program, launch, behaviour, slots, scratchpads, missing, flushed: false }
    }

    /// The program.
    pub fn program(&self) -> &Program {
        &self.program
    }

    /// The program with its launch.
    pub fn made_of(&self) -> (&Program, &Launch) {
        (&self.program, &self.launch)
    }

    /// The launch.
    pub const fn launch(&self) -> &Launch {
        &self.launch
    }

    /// The group in a slot.
    pub fn group(&self, slot: usize) -> Option<Group> {
        self.slots[slot].group
    }

    /// The next instruction of the program for the group in a slot.
    pub fn pc(&self, slot: usize) -> u32 {
        self.slots[slot].pc
    }

    /// The work-items of the group in a slot that are on.
    pub fn active(&self, slot: usize) -> Mask {
        self.slots[slot].active()
    }

    /// Takes a group into a slot.
    pub fn start(&mut self, slot: usize, group: Group) {
        self.slots[slot].start(group);
    }

    /// What the group in a slot does next.
    pub fn next(&self, slot: usize) -> Next {
        let slot = &self.slots[slot];
        if slot.group.is_none() {
            return Next::Nothing;
        }
        let straggles = || {
            let one = self.program.instructions.get(slot.pc as usize);
            one.is_some_and(|one| one.op.row().issue != Issue::Vector)
        };
        match slot.pending {
            Pending::Pop => Next::Pop,
            Pending::Straggler if !straggles() => Next::Pop,
            Pending::Straggler | Pending::Nothing => Next::Instruction(slot.pc),
        }
    }

    /// Lets happen what comes [next](Cluster::next). In an empty slot nothing does.
    ///
    /// # Errors
    /// Why it cannot.
    pub fn step(&mut self, slot: usize, memory: &mut Memory) -> Result<Option<Done>, Trap> {
        let lanes = self.slots[slot].active().count();
        let mut done = Done { at: None, jumps: None, lanes, any_on: true, ended: false, request: None };
        match self.next(slot) {
            Next::Nothing => return Ok(None),
            Next::Pop => done.jumps = self.put_in_pop(slot)?,
            Next::Instruction(at) => {
                let one = *self.program.instructions.get(at as usize).ok_or(Trap::NoInstruction)?;
                done.at = Some(at);
                self.execute(slot, &one, memory, &mut done)?;
            }
        }
        self.flushed |= done.jumps.is_some() || done.request.is_some();
        self.finish(slot, &mut done);
        Ok(Some(done))
    }

    /// A pop that the machine puts in. The thesis ends a group that has nothing to pop.
    fn put_in_pop(&mut self, slot: usize) -> Result<Option<u32>, Trap> {
        let state = &mut self.slots[slot];
        match (self.behaviour, state.stack.is_empty()) {
            (Behaviour::Simulator, _) if !self.flushed => Err(Trap::AllOffTooEarly),
            (Behaviour::Simulator, true) => Err(Trap::AllOff),
            (Behaviour::Thesis, true) => {
                state.masks[Control::Exit as usize] = Mask::NONE;
                Ok(None)
            }
            _ => state.pop().map(Some),
        }
    }

    fn execute(
        &mut self,
        slot: usize,
        one: &Instruction,
        memory: &mut Memory,
        done: &mut Done,
    ) -> Result<(), Trap> {
        let launch = self.launch;
        let state = &mut self.slots[slot];
        match one.op.row().category {
            Category::Memory => done.request = Some(self.access(slot, one, memory)?),
            Category::Control => {
                done.jumps = match one.op {
                    Op::Sicj => {
                        let value = state.value(one.sources[1], &launch) as i32;
                        one.target().filter(|_| scalar::compares(one.suffix, value))
                    }
                    _ => state.control(one, self.behaviour)?,
                };
                if one.op == Op::Ret && self.behaviour == Behaviour::Simulator {
                    self.print(slot, memory, &Shown::NotExecuted);
                }
            }
            Category::Debug => {
                if let Some(shown) = state.shown(one, &launch) {
                    self.print(slot, memory, &shown);
                }
            }
            Category::Predicate => state.predicate_result(one, &launch),
            _ if one.op.row().issue == Issue::Vector => state.arithmetic(one, &launch),
            _ => self.scalar(slot, one)?,
        }
        Ok(())
    }

    /// Writes what the group in a slot shows.
    fn print(&self, slot: usize, memory: &mut Memory, shown: &Shown) {
        let group = self.slots[slot].group.unwrap_or_default().number;
        memory.print(&format!("group {group}: {shown}"));
    }

    /// An instruction whose result is one value for the whole group.
    fn scalar(&mut self, slot: usize, one: &Instruction) -> Result<(), Trap> {
        let launch = self.launch;
        let [a, b, c] = one.sources.map(|source| self.slots[slot].value(source, &launch));
        let result = match one.op {
            Op::Nop => return Ok(()),
            Op::Smov | Op::Smovssp => a,
            Op::Scvt => scalar::converted(one.suffix, a),
            Op::Bufquery => {
                let buffer = self.program.buffer(a).ok_or(Trap::NoBuffer(a))?;
                if one.suffix == Some(Suffix::DimX) { buffer.width } else { buffer.height }
            }
            op => scalar::result(op, a, b, c).unwrap_or(0),
        };
        let state = &mut self.slots[slot];
        let register = match one.written() {
            Some(Register { kind: OperandKind::ScalarSpecial, number }) => {
                state.stride.get_mut(usize::from(number).wrapping_sub(5))
            }
            Some(Register { number, .. }) => state.scalars.get_mut(usize::from(number)),
            None => None,
        };
        if let Some(register) = register {
            *register = result;
        }
        Ok(())
    }

    /// Where the group goes on.
    fn finish(&mut self, slot: usize, done: &mut Done) {
        let one = done.at.and_then(|at| self.program.instructions.get(at as usize));
        let exits = one.is_some_and(|one| one.exits);
        let state = &mut self.slots[slot];
        state.pc = done.jumps.unwrap_or(state.pc + 1);
        done.any_on = !state.active().is_empty();
        done.ended = exits || state.mask(Control::Exit).is_empty();
        let straggled = state.pending == Pending::Straggler;
        state.pending = match (done.any_on, done.jumps) {
            (true, _) => Pending::Nothing,
            (false, None) if self.behaviour == Behaviour::Simulator && !straggled && done.at.is_some() => {
                Pending::Straggler
            }
            _ => Pending::Pop,
        };
        if done.ended {
            state.group = None;
        }
    }
}
