//! The instructions, their text, and what each does. Nothing here knows a cycle.

use std::sync::Arc;

use lanescope_core::{
    image::{Digest, Memory},
    machines::{Halt, Place, Work, family::Untimed},
    source::{Diagnostic, Span},
};

/// What an instruction does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Op {
    Set,
    Load,
    Add,
    Store,
}

/// The table of instructions: each takes a number.
pub const OPS: [(Op, &str, &str); 4] = [
    (Op::Set, "set", "The accumulator becomes the number."),
    (Op::Load, "load", "The accumulator becomes the word of this number."),
    (Op::Add, "add", "The word of this number is added to the accumulator."),
    (Op::Store, "store", "The word of this number becomes the accumulator."),
];

/// An instruction, and the line that it stands on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Inst {
    pub op: Op,
    pub number: u32,
    pub span: Span,
}

/// A program: one instruction after the other, without jumps.
pub type Program = Arc<[Inst]>;

impl Inst {
    /// As it is written.
    pub fn text(&self) -> String {
        format!("{} {}", OPS[self.op as usize].1, self.number)
    }

    /// Bytes of memory that it reads or writes.
    pub fn bytes(&self) -> u64 {
        if self.op == Op::Set { 0 } else { 4 }
    }

    /// Reads a line.
    fn read(line: &str, span: Span) -> Option<Inst> {
        let (name, number) = line.trim().split_once(' ')?;
        let (op, ..) = *OPS.iter().find(|row| row.1 == name)?;
        Some(Inst { op, number: number.trim().parse().ok()?, span })
    }
}

/// Reads a program, an instruction on each line that is not empty.
pub fn assemble(text: &str) -> (Vec<Inst>, Vec<Diagnostic>) {
    let (mut program, mut diagnostics, mut start) = (Vec::new(), Vec::new(), 0);
    for line in text.split_inclusive('\n') {
        let span = Span::new(start, start + line.trim_end().len() as u32);
        start += line.len() as u32;
        match Inst::read(line, span) {
            Some(inst) => program.push(inst),
            None if line.trim().is_empty() => {}
            None => {
                let message = format!("`{}` is not the name of an instruction and a number", line.trim());
                diagnostics.push(Diagnostic::error("toy::line", span, message));
            }
        }
    }
    (program, diagnostics)
}

/// All that a program sees: an accumulator, and words that begin at `base`. It is a run without timing, too.
#[derive(Clone, Debug)]
pub struct Unit {
    pub program: Program,
    pub memory: Memory,
    pub base: u64,
    pub pc: u32,
    pub accumulator: u32,
}

impl Unit {
    /// The next instruction; `None` at the end.
    pub fn next(&self) -> Option<Inst> {
        self.program.get(self.pc as usize).copied()
    }

    /// Executes an instruction, the next one. `cycle` is what a halt says of the time.
    pub fn step(&mut self, inst: Inst, cycle: u64) -> Result<(), Halt> {
        let address = self.base + 4 * u64::from(inst.number);
        let done = match inst.op {
            Op::Set => Ok(inst.number),
            Op::Load => self.memory.read(address, 4).map(|word| word as u32),
            Op::Add => self.memory.read(address, 4).map(|word| self.accumulator.wrapping_add(word as u32)),
            Op::Store => self.memory.write(address, 4, self.accumulator.into()).map(|()| self.accumulator),
        };
        let (pc, span) = (Some(self.pc), inst.span);
        let at = Place { unit: Some(0), lane: 0, item: [0; 3], pc, span, cycle };
        self.accumulator = done.map_err(|fault| Halt::Fault { fault, at })?;
        self.pc += 1;
        Ok(())
    }
}

impl Untimed for Unit {
    fn advance(&mut self, budget: u64) -> Result<bool, Halt> {
        for _ in 0..budget {
            let Some(inst) = self.next() else { break };
            self.step(inst, self.pc.into())?;
        }
        Ok(self.next().is_none())
    }

    fn memory(&self) -> &Memory {
        &self.memory
    }

    fn work(&self) -> Work {
        let done = self.pc.into();
        Work { instructions: done, lane_operations: done, lane_slots: done }
    }

    fn contents(&self, digest: &mut Digest) {
        digest.word(self.accumulator.into());
    }
}
