//! Inserting and removing instructions: branch targets and labels follow.

use alloc::{vec, vec::Vec};

use crate::machines::simt::{Program, isa::Inst};

/// A new version of a program's code, made from first to last instruction.
pub(super) struct Edit {
    code: Vec<Inst>,
    /// New place of each old instruction (and of the end): where what was inserted before it begins.
    places: Vec<u32>,
    /// Where the insertions before the next old instruction begin.
    begin: u32,
}

impl Edit {
    /// Of this program.
    pub fn new(program: &Program) -> Edit {
        Edit {
            code: Vec::with_capacity(program.code.len()),
            places: vec![0; program.code.len() + 1],
            begin: 0,
        }
    }

    /// Adds a new instruction before the next old one: branches to that one go through it.
    pub fn insert_before(&mut self, inst: Inst) {
        self.code.push(inst);
    }

    /// Adds a new instruction behind the last kept one: branches to the next one do not go through it.
    pub fn insert_behind(&mut self, inst: Inst) {
        self.code.push(inst);
        self.begin = self.code.len() as u32;
    }

    /// Keeps (a version of) the old instruction `at`; branches to it go to what was inserted before it.
    pub fn keep(&mut self, at: usize, inst: Inst) {
        self.places[at] = self.begin;
        self.code.push(inst);
        self.begin = self.code.len() as u32;
    }

    /// Drops the old instruction `at`; branches to it go to the next one.
    pub fn drop(&mut self, at: usize) {
        self.places[at] = self.begin;
    }

    /// Writes the new code to the program.
    pub fn finish(mut self, program: &mut Program) {
        let end = self.code.len() as u32;
        if let Some(last) = self.places.last_mut() {
            *last = end;
        }
        let moved = |pc: u32| self.places.get(pc as usize).copied().unwrap_or(pc);
        self.code
            .iter_mut()
            .filter(|inst| inst.is_branch())
            .for_each(|inst| inst.target = moved(inst.target));
        program.labels.iter_mut().for_each(|label| label.0 = moved(label.0));
        program.code = self.code;
    }
}
