//! What happens: an accumulator in each lane, and one loop over the whole program. Nothing here knows a cycle.

use lanescope_core::{
    files::Files,
    image::{Fault, Memory},
    ir::Type,
    source::{Diagnostic, Span},
};

/// The instructions: name and meaning.
pub const OPS: [(&str, &str); 4] = [
    ("load", "Each lane takes its word of a row of the buffer."),
    ("add", "Each lane adds its word of a row."),
    ("store", "Each lane stores to its word of a row."),
    ("loop", "Starts again, until that has been done so many times in all."),
];

/// An instruction: place in [`OPS`], row or number of turns, text.
pub type Inst = (usize, u64, Span);

/// Text to a program.
pub fn assemble(files: &Files) -> (Vec<Inst>, Vec<Diagnostic>) {
    let (mut code, mut errors, mut at) = (Vec::new(), Vec::new(), 0);
    for line in files.main().split_inclusive('\n') {
        let span = Span::new(at, at + line.trim_end().len() as u32);
        at += line.len() as u32;
        let mut words = line.split_whitespace();
        let Some(name) = words.next() else { continue };
        let op = OPS.iter().position(|(known, _)| *known == name);
        let number = words.next().and_then(|word| word.parse::<u32>().ok());
        match op.zip(number).filter(|_| words.next().is_none()) {
            Some((op, number)) => code.push((op, number.into(), span)),
            None => {
                errors.push(Diagnostic::error("toy::line", span, "a line is an instruction and a number"))
            }
        }
    }
    (code, errors)
}

/// The state of the only unit.
#[derive(Clone, Debug, serde::Serialize)]
pub struct State {
    pub pc: usize,
    pub turns: u64,
    pub sums: Vec<u32>,
    pub done: bool,
    base: u64,
}

/// What an instruction did: elements loaded and stored.
pub type Done = (u64, u64);

impl State {
    /// Before the first instruction.
    pub fn new(lanes: u32, base: u64, code: &[Inst]) -> State {
        State { pc: 0, turns: 0, sums: vec![0; lanes as usize], done: code.is_empty(), base }
    }

    /// The addresses of an instruction.
    pub fn addresses(&self, inst: &Inst) -> impl Iterator<Item = (u32, u64)> + use<> {
        let (lanes, base, row, access) = (self.sums.len() as u64, self.base, inst.1, inst.0 < 3);
        (0..lanes).filter(move |_| access).map(move |lane| (lane as u32, base + 4 * (row * lanes + lane)))
    }

    /// One instruction.
    pub fn step(&mut self, code: &[Inst], memory: &mut Memory) -> Result<Done, Fault> {
        let inst @ (op, number, _) = code[self.pc];
        for (lane, address) in self.addresses(&inst) {
            memory.check(address, Type::I32.bytes(), op == 2)?;
            let sum = &mut self.sums[lane as usize];
            match op {
                0 => *sum = memory.load(address, 4) as u32,
                1 => *sum = sum.wrapping_add(memory.load(address, 4) as u32),
                _ => memory.store(address, 4, (*sum).into()),
            }
        }
        self.turns += u64::from(op == 3);
        self.pc = if op == 3 && self.turns < number { 0 } else { self.pc + 1 };
        self.done = self.pc == code.len();
        let lanes = self.sums.len() as u64;
        Ok((u64::from(op < 2) * lanes, u64::from(op == 2) * lanes))
    }
}
