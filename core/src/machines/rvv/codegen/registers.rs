//! Registers for values.
//!
//! `v0` is the mask in use, `v1` to `v7` hold masks, `v8` to `v31` operands of LMUL registers each: 24, 12, 6 or 3 of them.
//! The largest LMUL is taken with which no operand must be spilled (hp_ch4 4.12). Other values that find no register live
//! on the stack, whole vector registers at a time. Lines are brought into an order for few chimes if that needs no more
//! stack.

use alloc::{vec, vec::Vec};

use super::{
    code::{BLOCK, Class, Line, Reg, What},
    schedule::{self, schedule},
    vtype,
};
use crate::{
    base::OrdMap,
    codegen::{
        Effects,
        allocate::{Allocation, Request, allocate},
        lines::CodeLine,
    },
    machines::rvv::{
        isa::Op,
        spec::{Schedule, Spec},
    },
};

/// Integer registers for values: all but `zero`, `ra`, `sp`, `gp`, `tp`, `s11` and `t6`.
pub(super) const INTEGERS: &[u8] =
    &[10, 11, 12, 13, 14, 15, 16, 17, 5, 6, 7, 28, 29, 30, 8, 9, 18, 19, 20, 21, 22, 23, 24, 25, 26];
/// Float registers for values: all but `ft11`.
const FLOATS: u32 = 31;
const MASKS: u32 = 7;

/// The integer register that no value has: for addresses of the stack, and for exchanging values.
pub(super) const SPARE: u8 = 31;

/// Code whose registers are chosen.
pub(super) struct Placed {
    pub lines: Vec<Line>,
    pub classes: Vec<Class>,
    /// Number of each value's register among those of its class.
    pub registers: Vec<u32>,
    /// Registers of the widest operands, as a power of two.
    pub log2: i32,
    /// Bytes of stack.
    pub stack: u64,
}

/// Chooses registers, and the order of lines. `None`: even with spills there are not enough.
pub(super) fn place(lines: &[Line], classes: &[Class], spec: &Spec) -> Option<Placed> {
    let largest = spec.lmul.clamp(1, 8).ilog2() as i32;
    let placed = (0..=largest).rev().find_map(|log2| attempt(lines, classes, log2, spec.vlen))?;
    if spec.schedule == Schedule::Program {
        return Some(placed);
    }
    let registers = [24 >> placed.log2, MASKS];
    let code = schedule::Code { lines, classes, steps: &steps(lines), registers };
    let reordered = schedule(&code, spec).and_then(|lines| attempt(&lines, classes, placed.log2, spec.vlen));
    Some(reordered.filter(|reordered| reordered.spills() <= placed.spills()).unwrap_or(placed))
}

impl Placed {
    /// Lines that are there because there are too few registers.
    fn spills(&self) -> usize {
        self.lines.iter().filter(|line| matches!(line.what, What::Save(_) | What::Restore(_))).count()
    }
}

fn attempt(lines: &[Line], classes: &[Class], log2: i32, vlen: u32) -> Option<Placed> {
    let mut placed = Placed {
        lines: vtype::choose(lines.to_vec(), log2),
        classes: classes.to_vec(),
        registers: vec![],
        log2,
        stack: 0,
    };
    let mut keep = vec![false; classes.len()];
    let limits = [INTEGERS.len() as u32, FLOATS, MASKS, 24 >> log2];
    for round in 0..ROUNDS {
        let steps = steps(&placed.lines);
        let numbers: Vec<u8> = placed.classes.iter().map(|class| *class as u8).collect();
        let request =
            Request { steps: &steps, classes: &numbers, limits: &limits, coalesce: round == 0, keep: &keep };
        let values = match allocate(&request) {
            Allocation::Registers(registers) => {
                placed.registers = registers;
                return Some(placed);
            }
            Allocation::Spill(values) => values,
        };
        let is_operand = |value: &u32| placed.classes[*value as usize] == Class::V;
        if log2 > 0 && values.iter().any(is_operand) {
            return None;
        }
        if values.iter().all(|value| keep[*value as usize]) {
            return None;
        }
        spill(&mut placed, &values, vlen);
        keep.resize(placed.classes.len(), true);
    }
    None
}

/// Rounds of spilling before giving up.
const ROUNDS: usize = 64;

/// The code as the allocator sees it.
fn steps(lines: &[Line]) -> Vec<Effects> {
    let place = |(at, line): (usize, &Line)| match line.what {
        What::Place(label) => Some((label, at as u32)),
        _ => None,
    };
    let places: OrdMap<_, _> = lines.iter().enumerate().filter_map(place).collect();
    let step = |line: &Line| Effects {
        uses: line.uses(),
        defs: line.def().into_iter().collect(),
        next: line.falls_through(),
        targets: line.target.and_then(|label| places.get(&label).copied()).into_iter().collect(),
        copy: line.copy(),
        early: line.keeps_sources(),
    };
    lines.iter().map(step).collect()
}

/// Where a value without a register is.
#[derive(Clone, Copy)]
enum Home {
    /// On the stack.
    Stack(u32),
    /// Nowhere: this line makes it again wherever it is needed.
    Again(Line),
}

/// The only line that writes a value, if it needs no other value.
fn maker(lines: &[Line], value: u32) -> Option<Line> {
    let mut makers = lines.iter().filter(|line| line.def() == Some(value));
    let maker = makers.next().filter(|_| makers.next().is_none())?;
    let field = matches!(maker.what, What::Machine(Op::Ld, _)) && maker.rs1 == BLOCK;
    (field || matches!(maker.what, What::Number(_) | What::Mask(_))).then_some(*maker)
}

/// Lets values live on the stack, or makes them again at each use.
fn spill(placed: &mut Placed, values: &[u32], vlen: u32) {
    let mut homes = OrdMap::new();
    for value in values {
        let bytes = match placed.classes[*value as usize] {
            Class::X | Class::F => 8,
            Class::M => u64::from(vlen / 8),
            Class::V => u64::from(vlen / 8) << placed.log2,
        };
        let home = match maker(&placed.lines, *value) {
            Some(line) => Home::Again(line),
            None => {
                placed.stack += bytes;
                Home::Stack((placed.stack - bytes) as u32)
            }
        };
        homes.insert(*value, home);
    }
    let lines = core::mem::take(&mut placed.lines);
    for line in lines {
        spill_line(placed, line, &homes);
    }
}

fn spill_line(placed: &mut Placed, mut line: Line, homes: &OrdMap<u32, Home>) {
    let def = line.def();
    let home = def.and_then(|def| homes.get(&def));
    if let Some(Home::Again(_)) = home {
        return;
    }
    if let (What::Argument(argument), Some(Home::Stack(offset))) = (line.what, home) {
        placed.lines.push(Line {
            what: What::Pass { argument, offset: *offset },
            rd: super::code::ZERO,
            ..line
        });
        return;
    }
    let mut carriers: OrdMap<u32, u32> = OrdMap::new();
    let uses = line.uses();
    for value in uses.iter().copied().chain(def) {
        if homes.contains_key(&value) && !carriers.contains_key(&value) {
            placed.classes.push(placed.classes[value as usize]);
            carriers.insert(value, placed.classes.len() as u32 - 1);
        }
    }
    for (value, carrier) in carriers.iter().filter(|(value, _)| uses.contains(value)) {
        let restore = match homes[value] {
            Home::Stack(offset) => Line::new(What::Restore(offset)),
            Home::Again(maker) => maker,
        };
        placed.lines.push(Line { rd: Reg::Value(*carrier), span: line.span, ..restore });
    }
    let replace = |reg: &mut Reg| {
        if let Reg::Value(value) = reg {
            *value = carriers.get(value).copied().unwrap_or(*value);
        }
    };
    line.for_each_use(replace);
    if def.is_some() {
        replace(&mut line.rd);
    }
    // A value that may be anything need not be written.
    let bare = line.what == What::Anything && !carriers.is_empty();
    if !bare {
        placed.lines.push(line);
    }
    let carrier = def.and_then(|def| carriers.get(&def));
    if let (false, Some(carrier), Some(Home::Stack(offset))) = (bare, carrier, home) {
        let save = Line { rs1: Reg::Value(*carrier), span: line.span, ..Line::new(What::Save(*offset)) };
        placed.lines.push(save);
    }
}
