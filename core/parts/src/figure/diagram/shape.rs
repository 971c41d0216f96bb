//! What a box asks for: the width below which its text is cut, and the height that text and fields take in a width. It depends on
//! how much the box says, not on what, so that boxes stay where they are while a run plays.

use alloc::vec::Vec;

use super::{
    Block, Diagram,
    layout::{BAR, LINE, PAD},
};
use crate::{
    base::num::plane::{ceil, floor},
    figure::picture::CHARACTER,
};

/// Narrowest and widest least width of a box.
const WIDTH: (f64, f64) = (72.0, 240.0);
/// Least widths are whole numbers of this: a digit more moves no box, in most cases.
const STEP: f64 = 24.0;
/// Least side of a field, and the side that it is given if there is room.
const FIELD: (f64, f64) = (3.0, 12.0);
/// Least width of a field with text.
const TEXT_FIELD: f64 = 44.0;

/// See the module.
#[derive(Clone, Debug, PartialEq)]
pub struct Shape {
    /// The width that it should have: that of its own text, or of what stands in it side by side.
    pub least: f64,
    /// Boxes of one kind ask for the same height in every width.
    pub kind: u32,
    lines: usize,
    bar: bool,
    cells: Cells,
}

/// How many fields a box has, and whether any has text.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cells {
    count: usize,
    text: bool,
}

/// The fields of a box: columns and the size of one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fields {
    /// How many stand in a row.
    pub columns: usize,
    /// Width of one.
    pub width: f64,
    /// Height of one.
    pub height: f64,
}

impl Cells {
    /// Those of a box.
    pub fn of(block: &Block) -> Cells {
        Cells { count: block.cells.len(), text: block.cells.iter().any(|cell| !cell.text.is_empty()) }
    }

    /// So many fields in a width, as large as they need to be.
    pub fn fields(self, width: f64) -> Fields {
        let (count, width) = (self.count.max(1), width.max(1.0));
        if self.text {
            let columns = (floor(width / TEXT_FIELD) as usize).clamp(1, count);
            return Fields { columns, width: width / columns as f64, height: LINE };
        }
        // About as many rows as fit a band of four lines, else as small as may be.
        let columns = |side: f64| (floor(width / side) as usize).clamp(1, count);
        let high = |side: f64| count.div_ceil(columns(side)) as f64 * side > 4.0 * LINE;
        let sides = (FIELD.0 as u32..=FIELD.1 as u32).rev().map(f64::from);
        let side = sides.into_iter().find(|side| !high(*side)).unwrap_or(FIELD.0);
        let columns = columns(side);
        Fields { columns, width: (width / columns as f64).min(2.0 * side), height: side }
    }

    /// Height of all of them in a width.
    fn height(self, width: f64) -> f64 {
        let fields = self.fields(width);
        self.count.div_ceil(fields.columns) as f64 * fields.height
    }
}

impl Shape {
    /// The height that it needs for what it says of itself.
    pub fn head(&self, width: f64) -> f64 {
        let text = (1 + self.lines) as f64 * LINE;
        let bar = if self.bar { BAR } else { 0.0 };
        let fields = if self.cells.count == 0 { 0.0 } else { 4.0 + self.cells.height(width - 2.0 * PAD) };
        text + bar + fields + PAD
    }
}

/// The shapes of all boxes; `within` has the boxes that stand in each, rank by rank.
pub fn shapes(diagram: &Diagram, within: &[Vec<Vec<u32>>]) -> Vec<Shape> {
    let count = diagram.blocks.len();
    let own = |block: &Block| Shape {
        least: least_width(block),
        kind: 0,
        lines: block.lines.len(),
        bar: block.fill.is_some(),
        cells: Cells::of(block),
    };
    let mut shapes: Vec<Shape> = diagram.blocks.iter().map(own).collect();
    // A box with what it holds: two that are equal in this are of one kind.
    let mut kinds: Vec<(Shape, Vec<Vec<u32>>)> = Vec::new();
    for at in (0..count).rev() {
        let inner: Vec<Vec<u32>> = within[at]
            .iter()
            .map(|rank| rank.iter().map(|child| shapes[*child as usize].kind).collect())
            .collect();
        let children = within[at].iter().flatten().map(|child| shapes[*child as usize].least + 2.0 * PAD);
        shapes[at].least = children.fold(shapes[at].least, f64::max);
        let known = kinds.iter().position(|(shape, held)| *shape == shapes[at] && *held == inner);
        let kind = known.unwrap_or(kinds.len());
        if known.is_none() {
            kinds.push((shapes[at].clone(), inner));
        }
        shapes[at].kind = kind as u32;
    }
    shapes
}

/// The width below which the text of a box would be cut.
fn least_width(block: &Block) -> f64 {
    let longest = block.lines.iter().chain([&block.name]).map(|text| text.chars().count()).max();
    let width = longest.unwrap_or(0) as f64 * CHARACTER + 2.0 * PAD + 4.0;
    (ceil(width / STEP) * STEP).clamp(WIDTH.0, WIDTH.1)
}
