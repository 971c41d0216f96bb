//! From lines to instructions: what nobody reads goes, registers get numbers, labels places.
//!
//! What a work-item has in a vector register no instruction changes that it is off for. So registers are
//! shared along the ways of a single work-item as
//! well as along those of the group: an instruction that turns work-items off goes on, for these, at each
//! entry of the stack.
//!
//! Vectors for which there is no register live in the scratchpad.

use alloc::{vec, vec::Vec};

use lanescope_parts::codegen::{
    Effects,
    allocate::{Allocation, Problem, allocate},
};

use super::{
    code::{Arg, Class, Code, Line},
    quirks,
};
use crate::{
    isa::{BUFFERS, Destination, Instruction, Op, Operand, OperandKind, Register},
    timing::settings::Settings,
};

/// The first scratchpad buffer for vectors, if there are no tiles.
pub const SPILLS: u32 = 2;
/// Registers of each class.
const LIMITS: [u32; 2] = [OperandKind::Vector.registers() as u32, OperandKind::Scalar.registers() as u32];

/// Why there is no program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Full {
    /// Too many scalars live at once.
    Scalars,
    /// Too many vectors live at once.
    Vectors,
}

/// Is what stands in the place of the destination stored?
fn is_stored(op: Op) -> bool {
    matches!(op.row().destination, Destination::Stored(_))
}

fn reg(arg: Option<Arg>) -> Option<u32> {
    if let Some(Arg::Reg(reg)) = arg { Some(reg) } else { None }
}

impl Line {
    fn reads(&self) -> Vec<u32> {
        let stored = self.to.filter(|_| is_stored(self.op));
        self.from.into_iter().chain([stored]).filter_map(reg).collect()
    }

    fn writes(&self) -> Option<u32> {
        reg(self.to.filter(|_| !is_stored(self.op)))
    }
}

/// Which registers are read by another instruction than the one that writes them?
pub fn reads(code: &Code) -> Vec<bool> {
    let mut read = vec![false; code.classes.len()];
    for line in &code.lines {
        for reg in line.reads().iter().filter(|reg| line.writes() != Some(**reg)) {
            read[*reg as usize] = true;
        }
    }
    read
}

/// Removes what nobody reads.
pub fn sweep(code: &mut Code) {
    loop {
        let read = reads(code);
        let keeps: Vec<bool> =
            code.lines.iter().map(|line| line.writes().is_none_or(|reg| read[reg as usize])).collect();
        if keeps.iter().all(|keep| *keep) {
            return;
        }
        keep(code, &keeps);
    }
}

/// Keeps some lines; labels follow.
fn keep(code: &mut Code, keeps: &[bool]) {
    let mut places = Vec::with_capacity(keeps.len() + 1);
    let mut kept = 0;
    for keep in keeps {
        places.push(kept);
        kept += usize::from(*keep);
    }
    places.push(kept);
    code.labels.iter_mut().filter(|at| **at != usize::MAX).for_each(|at| *at = places[*at]);
    let mut keeps = keeps.iter();
    code.lines.retain(|_| keeps.next().copied().unwrap_or(true));
}

/// What each line reads, writes and goes on at.
fn effects(code: &Code) -> Vec<Effects> {
    let place = |label: &u32| code.labels[*label as usize] as u32;
    let count = code.lines.len() as u32;
    code.lines
        .iter()
        .map(|line| {
            let jumps = matches!(line.op, Op::J | Op::Sicj);
            let labels = line.from.iter().flatten();
            let target = labels.filter_map(|arg| if let Arg::Label(l) = arg { Some(place(l)) } else { None });
            let ends = matches!(line.op, Op::J | Op::Cpop | Op::Exit)
                && line.from[0].is_none_or(|arg| matches!(arg, Arg::Label(_)));
            let copies = matches!((line.op, line.from[1]), (Op::Or | Op::Sor, Some(Arg::Number(0))));
            Effects {
                uses: line.reads(),
                defs: line.writes().into_iter().chain(line.more.iter().copied()).collect(),
                next: !ends,
                targets: line
                    .pending
                    .iter()
                    .map(place)
                    .chain(target.filter(|_| jumps))
                    .filter(|at| *at < count)
                    .collect(),
                copy: line.writes().zip(reg(line.from[0])).filter(|_| copies),
                early: false,
            }
        })
        .collect()
}

/// Gives each register a number, behind so many tiles in the scratchpad. Says how many vectors live there.
pub fn place(code: &mut Code, tiles: u32) -> Result<(Vec<u32>, u32), Full> {
    let first = SPILLS + tiles;
    let mut keep = vec![false; code.classes.len()];
    let mut spills = 0;
    loop {
        let steps = effects(code);
        let classes: Vec<u8> = code.classes.iter().map(|class| *class as u8).collect();
        let request =
            Problem { steps: &steps, classes: &classes, limits: &LIMITS, coalesce: true, keep: &keep };
        match allocate(&request) {
            Allocation::Registers(registers) => return Ok((registers, spills)),
            Allocation::Spill(list) => {
                if list.iter().any(|reg| code.classes[*reg as usize] == Class::Scalar) {
                    return Err(Full::Scalars);
                }
                if list.iter().any(|reg| keep[*reg as usize]) {
                    return Err(Full::Vectors);
                }
                for reg in list {
                    if first + spills >= BUFFERS as u32 {
                        return Err(Full::Vectors);
                    }
                    spill(code, reg, first + spills, &mut keep);
                    spills += 1;
                }
            }
        }
    }
}

/// Lets a vector live in a scratchpad buffer: it is loaded before each use and stored behind each definition.
fn spill(code: &mut Code, victim: u32, buffer: u32, keep: &mut Vec<bool>) {
    let old = core::mem::take(&mut code.lines);
    let mut places = Vec::with_capacity(old.len() + 1);
    for mut line in old {
        places.push(code.lines.len());
        let touches = line.reads().contains(&victim) || line.writes() == Some(victim);
        if !touches {
            code.lines.push(line);
            continue;
        }
        let short = code.reg(Class::Vector);
        keep.resize(code.classes.len(), false);
        keep[short as usize] = true;
        let (reads, writes) = (line.reads().contains(&victim), line.writes() == Some(victim));
        let (to, from) = (Some(Arg::Reg(short)), [Arg::Number(buffer)]);
        code.span = line.span;
        if reads {
            code.push(Op::Ldsplin, None, to, &from);
        }
        let replace = |arg: &mut Option<Arg>| {
            if *arg == Some(Arg::Reg(victim)) {
                *arg = to;
            }
        };
        replace(&mut line.to);
        line.from.iter_mut().for_each(replace);
        code.lines.push(line);
        if writes {
            code.push(Op::Stsplin, None, to, &from);
        }
    }
    places.push(code.lines.len());
    code.labels.iter_mut().filter(|at| **at != usize::MAX).for_each(|at| *at = places[*at]);
}

/// The instructions, for a pipeline.
pub fn write(code: &mut Code, registers: &[u32], timing: &Settings) -> Vec<Instruction> {
    // A copy to itself.
    let same = |line: &Line| {
        let of = |arg: Option<Arg>| reg(arg).map(|reg| (code.classes[reg as usize], registers[reg as usize]));
        matches!((line.op, line.from[1]), (Op::Or | Op::Sor, Some(Arg::Number(0))))
            && of(line.to) == of(line.from[0])
    };
    let keeps: Vec<bool> = code.lines.iter().map(|line| !same(line)).collect();
    keep(code, &keeps);
    fold_exits(code);
    quirks::part_stragglers(code);
    quirks::part_pushes(code, registers, timing);
    quirks::start_flushed(code);
    code.lines.iter().map(|line| instruction(code, line, registers)).collect()
}

/// A store to main memory that all work-items which are left end behind ends the group itself (simd C11).
fn fold_exits(code: &mut Code) {
    let places = code.labels.clone();
    for at in 1..code.lines.len() {
        let last = &code.lines[at];
        let ends =
            last.op == Op::Exit && last.from[0].is_none() && last.pending.is_empty() && !places.contains(&at);
        let stores = matches!(
            code.lines[at - 1].op,
            Op::Stglin | Op::Stgidxit | Op::Stgbidx | Op::Stgcidx | Op::Stg2sptile
        );
        if ends && stores {
            code.lines[at - 1].exits = true;
        }
    }
    let mut last = false;
    let keeps: Vec<bool> = code.lines.iter().map(|line| !core::mem::replace(&mut last, line.exits)).collect();
    keep(code, &keeps);
}

fn instruction(code: &Code, line: &Line, registers: &[u32]) -> Instruction {
    let operand = |arg: Arg| match arg {
        Arg::Reg(reg) => {
            let kind = match code.classes[reg as usize] {
                Class::Vector => OperandKind::Vector,
                Class::Scalar => OperandKind::Scalar,
            };
            Operand::Register(Register::new(kind, registers[reg as usize] as u8))
        }
        Arg::Predicate(number) => Operand::Register(Register::new(OperandKind::Predicate, number)),
        Arg::Number(number) => Operand::Immediate(number),
        Arg::Vector(number) => Operand::Register(Register::new(OperandKind::VectorSpecial, number)),
        Arg::Scalar(number) => Operand::Register(Register::new(OperandKind::ScalarSpecial, number)),
        Arg::Label(label) => Operand::Target(code.labels[label as usize] as u32),
    };
    Instruction {
        suffix: line.suffix,
        destination: line.to.map(operand),
        sources: line.from.map(|arg| arg.map(operand)),
        exits: line.exits,
        bound: line.bound,
        span: line.span,
        ..Instruction::new(line.op)
    }
}
