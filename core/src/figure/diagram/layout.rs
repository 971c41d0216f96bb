//! Where the boxes of a diagram are: a rule that fits any diagram into any size.
//!
//! In a box, first comes what it says of itself, then the boxes that stand in it: rank below rank, those of a rank side by
//! side in columns of one width, in as many rows as it takes. Each box asks for the height that its text and fields need at
//! its width. If all together ask for more than there is, all heights and the gaps between them shrink by one factor, if for
//! less they grow, but not much. So no box overlaps another, and none is outside of the one that it stands in.

use alloc::{vec, vec::Vec};

use super::{Block, Diagram, route};
use crate::{
    base::num::plane::{ceil, floor},
    base::order,
    figure::picture::{CHARACTER, Rect},
};

/// Height of a line of text in a box.
pub const LINE: f64 = 15.0;
/// Free space inside a box.
pub const PAD: f64 = 8.0;
/// Space between two boxes side by side.
pub const BETWEEN: f64 = 12.0;
/// Space between two ranks: a line of text has room above a link that goes along the middle.
pub const RANKS: f64 = 34.0;
/// Height of the bar that says how full a box is, with the space above it.
pub const BAR: f64 = 8.0;
/// Narrowest and widest least width of a box.
const WIDTH: (f64, f64) = (72.0, 176.0);
/// Least side of a field, and the side that it is given if there is room.
const FIELD: (f64, f64) = (3.0, 12.0);
/// Least width of a field with text.
const TEXT_FIELD: f64 = 44.0;
/// How much boxes grow at most if there is more room than they ask for.
const GROW: f64 = 1.7;

/// Where everything is.
#[derive(Clone, Debug, PartialEq)]
pub struct Layout {
    /// The box of each block.
    pub boxes: Vec<Rect>,
    /// Where each block says something of itself: its upper part, or all of it.
    pub heads: Vec<Rect>,
    /// The way of each link, from point to point; empty if it has none.
    pub ways: Vec<Vec<(f64, f64)>>,
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

impl Fields {
    /// So many fields in a width, as large as they need to be.
    pub fn of(block: &Block, width: f64) -> Fields {
        let (count, width) = (block.cells.len().max(1), width.max(1.0));
        if block.cells.iter().any(|cell| !cell.text.is_empty()) {
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

    /// Height of all of them.
    pub fn all(&self, count: usize) -> f64 {
        count.div_ceil(self.columns) as f64 * self.height
    }
}

impl Block {
    /// The width below which its name would be cut.
    fn least_width(&self) -> f64 {
        let longest = self.lines.iter().chain([&self.name]).map(|text| text.chars().count()).max();
        (longest.unwrap_or(0) as f64 * CHARACTER + 2.0 * PAD + 4.0).clamp(WIDTH.0, WIDTH.1)
    }

    /// The height that it needs for what it says of itself.
    pub(super) fn head(&self, width: f64) -> f64 {
        let text = (1 + self.lines.len()) as f64 * LINE;
        let bar = if self.fill.is_some() { BAR } else { 0.0 };
        let fields = match self.cells.len() {
            0 => 0.0,
            count => 4.0 + Fields::of(self, width - 2.0 * PAD).all(count),
        };
        text + bar + fields + PAD
    }
}

/// The boxes of one rank, in rows of equal columns.
struct Rank {
    blocks: Vec<u32>,
    columns: usize,
    /// Width of a box.
    width: f64,
    /// Height that each row asks for.
    rows: Vec<f64>,
}

impl Rank {
    /// Height of it with the gaps between its rows.
    fn need(&self) -> f64 {
        self.rows.iter().sum::<f64>() + (self.rows.len() as f64 - 1.0) * BETWEEN
    }
}

impl Diagram {
    /// The boxes that stand in one, rank by rank, in a width.
    fn ranks(&self, parent: Option<u32>, width: f64) -> Vec<Rank> {
        let mut all: Vec<(u32, u32)> =
            self.children(parent).map(|at| (self.blocks[at as usize].rank, at)).collect();
        order::sort(&mut all);
        let ranks = all.chunk_by(|a, b| a.0 == b.0);
        ranks.map(|rank| self.rank(rank.iter().map(|(_, at)| *at).collect(), width)).collect()
    }

    fn rank(&self, blocks: Vec<u32>, width: f64) -> Rank {
        let least = blocks.iter().map(|at| self.least_width(*at)).fold(1.0, f64::max);
        let fit = floor((width + BETWEEN) / (least + BETWEEN)) as usize;
        let rows = blocks.len().div_ceil(fit.clamp(1, blocks.len().max(1)));
        let columns = blocks.len().div_ceil(rows.max(1)).max(1);
        let width = ((width - (columns - 1) as f64 * BETWEEN) / columns as f64).max(1.0);
        let row = |row: &[u32]| row.iter().map(|at| self.need(*at, width)).fold(0.0, f64::max);
        let rows = blocks.chunks(columns).map(row).collect();
        Rank { blocks, columns, width, rows }
    }

    /// The width that a box should have: that of its own text, or of what stands in it side by side.
    fn least_width(&self, at: u32) -> f64 {
        let within = self.children(Some(at)).map(|child| self.least_width(child) + 2.0 * PAD);
        within.fold(self.blocks[at as usize].least_width(), f64::max)
    }

    /// The height that a box needs in a width.
    fn need(&self, at: u32, width: f64) -> f64 {
        let head = self.blocks[at as usize].head(width);
        let within = inner_need(&self.ranks(Some(at), width - 2.0 * PAD));
        if within > 0.0 { head + within + PAD } else { head }
    }

    /// The height in which everything is well seen in a width.
    pub fn height(&self, width: f64) -> f64 {
        inner_need(&self.ranks(None, width - 2.0 * PAD)) + 2.0 * PAD
    }

    /// Where everything is in a size.
    pub fn layout(&self, (width, height): (f64, f64)) -> Layout {
        let nowhere = Rect { x: 0.0, y: 0.0, w: 0.0, h: 0.0 };
        let count = self.blocks.len();
        let mut layout =
            Layout { boxes: vec![nowhere; count], heads: vec![nowhere; count], ways: Vec::new() };
        let (w, h) = ((width - 2.0 * PAD).max(1.0), (height - 2.0 * PAD).max(1.0));
        self.place(None, Rect { x: PAD, y: PAD, w, h }, &mut layout);
        layout.ways = route::ways(self, &layout.boxes);
        layout
    }

    /// Places the boxes that stand in one, and all that stand in them.
    fn place(&self, parent: Option<u32>, room: Rect, layout: &mut Layout) {
        let ranks = self.ranks(parent, room.w);
        let need = inner_need(&ranks);
        if need <= 0.0 {
            return;
        }
        let factor = (room.h / need).clamp(0.0, GROW);
        let mut y = room.y;
        for rank in &ranks {
            for (row, need) in rank.blocks.chunks(rank.columns).zip(&rank.rows) {
                for (column, at) in row.iter().enumerate() {
                    let x = room.x + column as f64 * (rank.width + BETWEEN);
                    self.place_one(*at, Rect { x, y, w: rank.width, h: need * factor }, layout);
                }
                y += (need + BETWEEN) * factor;
            }
            y += (RANKS - BETWEEN) * factor;
        }
    }

    fn place_one(&self, at: u32, place: Rect, layout: &mut Layout) {
        let index = at as usize;
        layout.boxes[index] = place;
        let within = self.children(Some(at)).next().is_some();
        let head = self.blocks[index].head(place.w);
        let need = self.need(at, place.w).max(1.0);
        // Text grows no larger than it is: what is left goes to what stands in the box.
        let head = if within { head * (place.h / need).min(1.0) } else { place.h };
        layout.heads[index] = Rect { h: head, ..place };
        if within {
            let pad = PAD * (place.h / need).min(1.0);
            let (w, h) = ((place.w - 2.0 * PAD).max(1.0), (place.h - head - pad).max(0.0));
            self.place(Some(at), Rect { x: place.x + PAD, y: place.y + head, w, h }, layout);
        }
    }
}

/// Height of ranks with the gaps between them.
fn inner_need(ranks: &[Rank]) -> f64 {
    let gaps = (ranks.len() as f64 - 1.0).max(0.0) * RANKS;
    ceil(ranks.iter().map(Rank::need).sum::<f64>() + gaps)
}
