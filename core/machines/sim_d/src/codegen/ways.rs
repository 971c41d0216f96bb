//! Control flow by the stack of masks (simd 3.7, C6).
//!
//! Blocks stand in the order of [`Tree`]. Where ways meet an entry of the stack waits with the mask that its
//! dominator had, so that
//! a work-item that is done with its way is turned off until the entry is popped. A loop has an entry of the
//! break mask: who
//! leaves it stays off until all have. Where an entry turns on work-items that are on their way elsewhere, a
//! register `to` that says
//! where each goes turns them off again: such a place is *filtered*. Work-items that leave two loops at once
//! break out of the outer one behind the inner
//! one (`passing`). A loop whose turns end at several places, or under a mask, has an entry for the end of a
//! turn (`turns`).
//!
//! Which places are filtered is known when all jumps have been seen, so that code is made again until nothing
//! changes.

use alloc::{vec, vec::Vec};

use lanescope_parts::{
    codegen::{
        tree::Tree,
        trips::{self, Trip},
    },
    ir::{BlockId, Target, Terminator, Value, moves},
};

use super::{
    code::{Arg, Class, Label, Reg, ZERO},
    conditions::P,
    stack::{Entry, Found},
    state::{Generator, Made},
};
use crate::isa::{Bound, Op as M, STACK_ENTRIES, Suffix};

/// The outcomes of a jump that leaves a loop: it is taken where the condition is false.
const fn outcomes(Trip { turns, while_true }: Trip) -> Bound {
    match while_true {
        true => Bound::Branch { taken: 1, not_taken: turns, start: 1 },
        false => Bound::Branch { taken: turns, not_taken: 1, start: 0 },
    }
}

/// Writes the blocks of a kernel.
pub struct Ways<'g, 'k> {
    pub g: &'g mut Generator<'k>,
    tree: &'g Tree,
    pub found: Found,
    stack: Vec<Entry>,
    /// Where each loop's turns begin.
    heads: Vec<Label>,
    /// Where each work-item goes.
    to: Reg,
}

impl<'g, 'k> Ways<'g, 'k> {
    pub fn new(g: &'g mut Generator<'k>, tree: &'g Tree, found: Found) -> Ways<'g, 'k> {
        let to = g.code.reg(Class::Vector);
        let heads = vec![0; tree.exits.len()];
        Ways { g, tree, found, stack: vec![], heads, to }
    }

    /// Pushes an entry.
    fn push(&mut self, entry: Entry) -> Made<Label> {
        let label = self.g.code.label();
        let suffix = if matches!(entry, Entry::Loop(..)) { Suffix::Brk } else { Suffix::If };
        self.g.code.push(M::Cpush, Some(suffix), None, &[Arg::Label(label)]);
        self.stack.push(entry);
        self.g.code.pending.push(label);
        if self.stack.len() > STACK_ENTRIES {
            return Err(self.g.refuse(
                "stack",
                "its branches and loops need more than the 16 entries of the stack of masks",
            ));
        }
        Ok(label)
    }

    /// What is executed when the top entry has been popped begins here.
    fn popped(&mut self) {
        self.stack.pop();
        if let Some(label) = self.g.code.pending.pop() {
            self.g.code.place(label);
        }
    }

    /// Takes note that the run mask shrinks without an entry that restores it in each turn of a loop.
    fn masked(&mut self) {
        if let Some(Entry::Loop(at, _)) = self.stack.last() {
            self.found.turns[*at] = true;
        }
    }

    /// The predicate of work-items that go to a block, or of the others.
    fn test_going(&mut self, to: BlockId, suffix: Suffix) {
        let word = self.g.code.v(M::Isub, &[Arg::Reg(self.to), Arg::Number(to.0)]);
        self.g.code.push(M::Itest, Some(suffix), Some(P), &[word]);
    }

    fn cmask(&mut self) {
        self.masked();
        self.g.code.push(M::Cmask, None, None, &[P]);
    }

    /// A block and what it dominates.
    pub fn block(&mut self, block: BlockId) -> Made<()> {
        if self.found.filtered[block.index()] {
            self.test_going(block, Suffix::Nz);
            self.cmask();
        }
        match self.tree.headed[block.index()] {
            Some(at) => self.turn(at, block),
            None => self.straight(block),
        }
    }

    /// A loop, and the blocks behind it.
    fn turn(&mut self, at: usize, header: BlockId) -> Made<()> {
        let exits = self.tree.exits[at].clone();
        for exit in exits.iter().skip(1).rev() {
            self.push(Entry::Block(*exit))?;
        }
        self.push(Entry::Loop(at, exits.first().copied()))?;
        self.heads[at] = self.g.code.label();
        self.g.code.place(self.heads[at]);
        let turns = self.found.turns[at];
        if turns {
            self.push(Entry::Turn(at))?;
        }
        self.straight(header)?;
        if turns {
            self.popped();
            self.g.code.push(M::J, None, None, &[Arg::Label(self.heads[at])]);
        }
        self.popped();
        for to in self.found.passing[at].clone() {
            self.test_going(to, Suffix::Ez);
            self.g.code.push(M::Brk, None, None, &[P]);
        }
        if exits.is_empty() {
            self.end();
        }
        for (number, exit) in exits.iter().enumerate() {
            if number > 0 {
                self.popped();
            }
            self.block(*exit)?;
        }
        Ok(())
    }

    /// A block that is no loop, or a header as a part of its loop.
    fn straight(&mut self, block: BlockId) -> Made<()> {
        (self.g.stride, self.g.block) = ([None; 3], block);
        self.g.code.often = trips::often(self.tree, self.g.trips, block);
        let kernel = self.g.kernel;
        for id in &kernel.blocks[block.index()].insts {
            self.g.instruction(*id)?;
        }
        self.g.code.span = kernel.blocks[block.index()].term_span;
        let merges = self.tree.merges[block.index()].clone();
        for merge in merges.iter().rev() {
            self.push(Entry::Block(*merge))?;
        }
        match &kernel.blocks[block.index()].term {
            Terminator::Return(_) => self.g.code.push(M::Exit, None, None, &[]),
            Terminator::Jump(to) => self.go(block, to)?,
            Terminator::Branch(condition, yes, no) => self.branch(block, *condition, yes, no)?,
        }
        for merge in merges {
            self.popped();
            self.block(merge)?;
        }
        Ok(())
    }

    fn branch(&mut self, from: BlockId, condition: Value, yes: &Target, no: &Target) -> Made<()> {
        if self.g.class(condition) == Class::Scalar {
            let (word, otherwise) = self.g.scalar_test(condition);
            let other = self.g.code.label();
            self.g.code.push(M::Sicj, Some(otherwise), None, &[Arg::Label(other), word]);
            let bound = self.g.trips[from.index()].map(outcomes);
            self.g.code.lines.last_mut().into_iter().for_each(|line| line.bound = bound);
            self.go(from, yes)?;
            self.g.code.place(other);
            return self.go(from, no);
        }
        if self.tree.ends[yes.block.index()] || self.tree.ends[no.block.index()] {
            let holds = self.tree.ends[yes.block.index()];
            self.g.test(condition, holds);
            self.g.code.push(M::Exit, None, None, &[P]);
            return self.go(from, if holds { no } else { yes });
        }
        let waits =
            |to: &Target| !self.tree.inline[to.block.index()] && self.tree.back(from, to.block).is_none();
        let (yes_waits, no_waits) = (waits(yes), waits(no));
        if no_waits || yes_waits {
            let (off, on) = if no_waits { (no, yes) } else { (yes, no) };
            let way = self.found.way(&self.stack, off.block);
            self.pass(off, way.told);
            self.g.test(condition, !no_waits);
            if way.leaves {
                self.g.code.push(M::Brk, None, None, &[P]);
            } else {
                self.cmask();
            }
            return self.go(from, on);
        }
        self.push(Entry::Other)?;
        // What is compared may be something else behind the one side.
        self.g.test_word(condition, false);
        self.cmask();
        self.go(from, yes)?;
        self.popped();
        self.g.test_word(condition, true);
        self.cmask();
        self.go(from, no)
    }

    /// All work-items that are on take a jump.
    fn go(&mut self, from: BlockId, target: &Target) -> Made<()> {
        let to = target.block;
        if self.tree.ends[to.index()] {
            self.g.code.push(M::Exit, None, None, &[]);
            return Ok(());
        }
        if let Some(at) = self.tree.back(from, to) {
            let passed = self
                .stack
                .iter()
                .rev()
                .take_while(|entry| !matches!(entry, Entry::Turn(_) | Entry::Loop(..)));
            let passed: Vec<BlockId> = passed
                .filter_map(|entry| if let Entry::Block(b) = entry { Some(*b) } else { None })
                .collect();
            self.found.turns[at] |= !matches!(self.stack.last(), Some(Entry::Turn(_) | Entry::Loop(..)));
            passed.iter().for_each(|block| self.found.filtered[block.index()] = true);
            self.pass(target, !passed.is_empty());
            if self.found.turns[at] {
                self.g.code.push(M::Cpop, None, None, &[]);
            } else {
                self.g.code.push(M::J, None, None, &[Arg::Label(self.heads[at])]);
            }
            return Ok(());
        }
        if self.tree.inline[to.index()] {
            self.pass(target, false);
            return self.block(to);
        }
        let way = self.found.way(&self.stack, to);
        self.pass(target, way.told);
        if way.leaves && !way.top {
            let zero = self.g.code.v(M::Mov, &[Arg::Vector(ZERO)]);
            self.g.code.push(M::Itest, Some(Suffix::Ez), Some(P), &[zero]);
            self.g.code.push(M::Brk, None, None, &[P]);
        }
        self.end();
        Ok(())
    }

    /// The work-items that are on are done here.
    fn end(&mut self) {
        let op = if self.stack.is_empty() { M::Exit } else { M::Cpop };
        self.g.code.push(op, None, None, &[]);
    }

    /// Passes the arguments of a jump, all at once, and says where it goes.
    fn pass(&mut self, target: &Target, told: bool) {
        let params = &self.g.kernel.blocks[target.block.index()].params;
        for class in [Class::Vector, Class::Scalar] {
            let (mut registers, mut others) = (Vec::new(), Vec::new());
            for (param, arg) in params.iter().zip(&target.args) {
                if self.g.class(*param) != class {
                    continue;
                }
                let (to, from) = (self.g.own(*param), self.g.any(*arg));
                match (to, from) {
                    (Arg::Reg(to), Arg::Reg(from)) if self.g.class(*arg) == class => {
                        registers.push((to, from))
                    }
                    _ => others.push((to, from)),
                }
            }
            let spare = self.g.code.reg(class);
            let registers = moves::sequence(&registers, spare);
            let registers = registers.into_iter().map(|(to, from)| (Arg::Reg(to), Arg::Reg(from)));
            for (to, from) in registers.chain(others) {
                match class {
                    Class::Vector => self.g.code.copy_vector(to, from),
                    Class::Scalar => self.g.code.copy_scalar(to, from),
                }
            }
        }
        if told {
            self.g.code.copy_vector(Arg::Reg(self.to), Arg::Number(target.block.0));
        }
    }
}
