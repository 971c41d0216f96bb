//! What a figure is asked for, and how the answer is looked at.
//!
//! A [`Question`] goes to whoever answers for a panel: it says which cycles, rows and columns are in sight, so that the
//! answer holds nothing else. A [`View`] is how the answer is drawn: its size, the exact window, the cursor, what is
//! selected and what lights up. Several views of one answer need no new question.

use alloc::string::String;

use serde::{Deserialize, Serialize};

use super::{
    diagram::Kept,
    mark::{Lit, Mark},
    number::Radix,
};
use crate::base::TimeUnit;

/// What is asked for. A panel reads the parts that its [`super::panel::About::takes`] lists and no others.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Question {
    /// First cycle and one past the last.
    pub cycles: (u64, u64),
    /// Most columns, for what has cycles as columns.
    pub columns: u32,
    /// First row and number of rows, for what scrolls.
    pub rows: (u32, u32),
    /// Do units without work have a row too?
    pub idle: bool,
    /// The selected unit.
    pub unit: u32,
    /// The instruction that was picked, if one was; else the one that the unit is at is meant.
    pub instruction: Option<u32>,
    /// How numbers are written.
    pub radix: Radix,
    /// Bits of the elements that vector registers are cut into; 0 as the machine has them.
    pub element_bits: u32,
    /// Which memory.
    pub region: Region,
    /// The first thing in sight of what has pages: a byte of memory, a register, an element.
    pub offset: u64,
    /// Most of these things.
    pub count: u64,
    /// How near a diagram looks: the permanent name of the box that it looks into; empty for the whole.
    pub zoom: String,
}

/// Which memory to show.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Region {
    /// A buffer by index.
    Buffer(u32),
    /// Work-group memory of the group of a unit.
    Local(u32),
}

impl Default for Question {
    fn default() -> Question {
        Question {
            cycles: (0, u64::MAX),
            columns: 1024,
            rows: (0, 64),
            idle: false,
            unit: 0,
            instruction: None,
            radix: Radix::Auto,
            element_bits: 0,
            region: Region::Buffer(0),
            offset: 0,
            count: u64::MAX,
            zoom: String::new(),
        }
    }
}

/// A part of a question that a panel's answer depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Takes {
    /// The cycles in sight, and the number of columns.
    Cycles,
    /// The cycle under the cursor.
    Cursor,
    /// The rows in sight.
    Rows,
    /// The selected unit.
    Unit,
    /// The instruction that was picked.
    Instruction,
    /// How numbers are written.
    Radix,
    /// The width of elements.
    ElementBits,
    /// Which memory.
    Memory,
    /// How near a diagram looks.
    Zoom,
    /// The page in sight, of what has pages of so many things.
    Page(u64),
}

impl Question {
    /// The question without what a panel does not read: two that are equal have the same answer, at the same cursor if
    /// the panel takes one.
    pub fn only(&self, takes: &[Takes]) -> Question {
        let has = |part| takes.contains(&part);
        let pages = takes.iter().any(|part| matches!(part, Takes::Page(_)));
        let nothing = Question::default();
        Question {
            cycles: if has(Takes::Cycles) { self.cycles } else { nothing.cycles },
            columns: if has(Takes::Cycles) { self.columns } else { nothing.columns },
            rows: if has(Takes::Rows) { self.rows } else { nothing.rows },
            idle: has(Takes::Rows) && self.idle,
            unit: if has(Takes::Unit) { self.unit } else { nothing.unit },
            instruction: self.instruction.filter(|_| has(Takes::Instruction)),
            radix: if has(Takes::Radix) { self.radix } else { nothing.radix },
            element_bits: if has(Takes::ElementBits) { self.element_bits } else { nothing.element_bits },
            region: if has(Takes::Memory) { self.region } else { nothing.region },
            offset: if pages { self.offset } else { nothing.offset },
            count: if pages { self.count } else { nothing.count },
            zoom: if has(Takes::Zoom) { self.zoom.clone() } else { nothing.zoom },
        }
    }
}

/// How a figure is looked at.
#[derive(Clone, Debug, PartialEq)]
pub struct View<'a> {
    /// Size of the picture in pixels.
    pub size: (f64, f64),
    /// The window in fractions of cycles: first cycle and number.
    pub window: (f64, f64),
    /// The cycle under the cursor, if it is marked.
    pub cursor: Option<u64>,
    /// The row that is on top, for what scrolls.
    pub first_row: u32,
    /// The selected unit and lane.
    pub selected: (u32, u32),
    /// What lights up.
    pub lit: &'a Lit,
    /// Where the line stands that is moved through a plot, on its axis to the right; of a diagram, the place of the chosen box.
    pub marker: Option<f64>,
    /// How far what moves in the cycle has come, from 0 to 1.
    pub phase: f64,
    /// The unit in which axes of time count.
    pub time: &'a TimeUnit,
    /// Where the layout of a diagram is kept from one picture to the next, if there will be one.
    pub kept: Option<&'a Kept>,
}

/// Nothing lights up.
const DARK: &Lit = &Lit {
    line: None,
    pcs: alloc::vec::Vec::new(),
    unit: None,
    lane: None,
    bytes: None,
    bank: None,
    dram: None,
    register: None,
    cause: None,
};

impl View<'static> {
    /// A picture of a size in which nothing is marked.
    pub fn plain(size: (f64, f64)) -> View<'static> {
        let selected = (u32::MAX, u32::MAX);
        View {
            size,
            window: (0.0, 1.0),
            cursor: None,
            first_row: 0,
            selected,
            lit: DARK,
            marker: None,
            phase: 0.5,
            time: TimeUnit::CYCLES,
            kept: None,
        }
    }
}

impl View<'_> {
    /// Is what a mark stands for the selected unit or lane?
    pub fn is_selected(&self, mark: &Mark) -> bool {
        match *mark {
            Mark::Unit(unit) => unit == self.selected.0,
            Mark::Lane(unit, lane) => (unit, lane) == self.selected,
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_panel_does_not_read_makes_no_other_question() {
        let one = Question { unit: 3, cycles: (5, 9), radix: Radix::Hex, ..Question::default() };
        let other = Question { unit: 4, ..one.clone() };
        assert_eq!(one.only(&[Takes::Cycles]), other.only(&[Takes::Cycles]));
        assert_ne!(one.only(&[Takes::Unit]), other.only(&[Takes::Unit]));
        assert_eq!(one.only(&[Takes::Unit]).cycles, Question::default().cycles);
    }
}
