//! Registers for values. Values that find none live on the stack, or are made again where they are needed.

use alloc::{vec, vec::Vec};

use super::{
    files::{Files, Frame, Placed},
    line::{Class, Extension, Line},
    spill::spill,
};
use crate::{
    base::{OrdMap, OrdSet},
    codegen::{
        Effects,
        allocate::{Allocation, Problem, allocate},
        lines::CodeLine,
    },
};

/// Chooses registers. `None`: there are not enough for what one line needs, or for values that may not be on the stack.
pub fn place<X: Extension>(
    lines: Vec<Line<X>>,
    classes: &[Class],
    files: Files<X>,
    frame: Frame,
) -> Option<Placed<X>> {
    debug_assert_eq!(unwritten(&lines), None, "a register is read that nothing writes");
    let limits = files.of.each_ref().map(|file| file.registers.len() as u32);
    let (classes, stack) = (classes.to_vec(), frame.bytes.into());
    let mut placed = Placed { lines, classes, registers: vec![], stack, align: frame.align, files };
    let mut keep = vec![false; placed.classes.len()];
    for round in 0..ROUNDS {
        let steps = steps(&placed.lines);
        let numbers: Vec<u8> = placed.classes.iter().map(|class| *class as u8).collect();
        let request =
            Problem { steps: &steps, classes: &numbers, limits: &limits, coalesce: round == 0, keep: &keep };
        let values = match allocate(&request) {
            Allocation::Registers(registers) => {
                placed.registers = registers;
                return Some(placed);
            }
            Allocation::Spill(values) => values,
        };
        if values.iter().all(|value| keep[*value as usize]) {
            return None;
        }
        spill(&mut placed, &values)?;
        keep.resize(placed.classes.len(), true);
    }
    None
}

/// The first register that is read and never written: whoever wrote the code took a value for made that was not.
fn unwritten<X: Extension>(lines: &[Line<X>]) -> Option<u32> {
    let written: OrdSet<u32> = lines.iter().filter_map(Line::def).collect();
    lines.iter().flat_map(Line::uses).find(|register| !written.contains(register))
}

/// Rounds of spilling before giving up.
const ROUNDS: usize = 64;

/// The code as the allocator sees it.
pub fn steps<X: Extension>(lines: &[Line<X>]) -> Vec<Effects> {
    let place = |(at, line): (usize, &Line<X>)| Some((line.label()?, at as u32));
    let places: OrdMap<_, _> = lines.iter().enumerate().filter_map(place).collect();
    let step = |line: &Line<X>| Effects {
        uses: line.uses(),
        defs: line.def().into_iter().collect(),
        next: line.falls_through(),
        targets: line.target.and_then(|label| places.get(&label).copied()).into_iter().collect(),
        copy: line.copy(),
        early: line.keeps_sources(),
    };
    lines.iter().map(step).collect()
}
