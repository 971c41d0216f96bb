//! Where the boxes of a diagram are: a rule that fits any diagram into any size.
//!
//! In a box, first comes what it says of itself, then the boxes that stand in it. Those of one rank stand together, in columns of
//! one width and as many rows as it takes. Ranks follow each other like words: from left to right in a *band*, and band below band.
//! Each box asks for the height that its text and fields need at its width; what stands beside each other in a band is as high as
//! the highest.
//!
//! How ranks are cut into bands depends on the room. Fewer bands take less height, more give wider boxes: the most that fit are
//! taken, or else those that take the least height. If all together ask for more than there is, heights and the gaps between
//! bands shrink by one factor, if for less they grow, but not much. So no box overlaps another, and none is outside of the
//! one that it stands in.

use alloc::{vec, vec::Vec};

use super::{
    Diagram, route,
    shape::{Shape, shapes},
};
use crate::{base::order, figure::picture::Rect};

/// Height of a line of text in a box.
pub const LINE: f64 = 15.0;
/// Free space inside a box.
pub const PAD: f64 = 8.0;
/// Space between two boxes of a rank.
pub const BETWEEN: f64 = 12.0;
/// Space between two bands: a line of text has room above a link that goes along the middle.
pub const BANDS: f64 = 34.0;
/// Space between two ranks of a band: for links that go down, and a short text beside one.
pub const RANKS: f64 = 40.0;
/// Height of the bar that says how full a box is, with the space above it.
pub const BAR: f64 = 8.0;
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

/// The boxes of one rank, in rows of equal columns.
#[derive(Clone)]
struct Rank<'a> {
    blocks: &'a [u32],
    columns: usize,
    /// Width of all of it, and of a box.
    width: (f64, f64),
    /// Height that each row asks for.
    rows: Vec<f64>,
}

impl Rank<'_> {
    fn gaps(&self) -> f64 {
        (self.rows.len() as f64 - 1.0) * BETWEEN
    }

    /// Height of it with the gaps between its rows.
    fn need(&self) -> f64 {
        self.rows.iter().sum::<f64>() + self.gaps()
    }
}

/// Ranks beside each other.
#[derive(Clone)]
struct Band<'a> {
    ranks: Vec<Rank<'a>>,
    need: f64,
}

/// The boxes of a diagram, by where they stand and what they ask for: all that a layout depends on, but for links.
#[derive(Debug, PartialEq)]
pub struct Plan {
    shapes: Vec<Shape>,
    /// The ranks in each box, and last those that stand in none.
    within: Vec<Vec<Vec<u32>>>,
}

impl Diagram {
    /// The height in which everything is well seen in a width.
    pub fn height(&self, width: f64) -> f64 {
        let plan = Plan::of(self);
        plan.inner_need(self.blocks.len(), width - 2.0 * PAD) + 2.0 * PAD
    }

    /// Where everything is in a size.
    pub fn layout(&self, size: (f64, f64)) -> Layout {
        self.laid_out(&Plan::of(self), size)
    }

    /// The same, if it is known what the boxes ask for.
    pub(super) fn laid_out(&self, plan: &Plan, (width, height): (f64, f64)) -> Layout {
        let nowhere = Rect { x: 0.0, y: 0.0, w: 0.0, h: 0.0 };
        let count = self.blocks.len();
        let mut layout =
            Layout { boxes: vec![nowhere; count], heads: vec![nowhere; count], ways: Vec::new() };
        let (w, h) = ((width - 2.0 * PAD).max(1.0), (height - 2.0 * PAD).max(1.0));
        plan.place(count, Rect { x: PAD, y: PAD, w, h }, &mut layout);
        layout.ways = route::ways(self, &layout.boxes);
        layout
    }
}

impl Plan {
    /// That of a diagram.
    pub fn of(diagram: &Diagram) -> Plan {
        let count = diagram.blocks.len();
        let mut all: Vec<(usize, u32, u32)> = Vec::with_capacity(count);
        for (at, block) in diagram.blocks.iter().enumerate() {
            // A box comes before those that stand in it: there is no circle.
            let parent = block.parent.map_or(count, |parent| parent as usize);
            if parent < at || parent == count {
                all.push((parent, block.rank, at as u32));
            }
        }
        order::sort(&mut all);
        let mut within = vec![Vec::new(); count + 1];
        for rank in all.chunk_by(|a, b| (a.0, a.1) == (b.0, b.1)) {
            within[rank[0].0].push(rank.iter().map(|(.., at)| *at).collect::<Vec<u32>>());
        }
        Plan { shapes: shapes(diagram, &within), within }
    }

    /// The height that a box needs in a width.
    fn need(&self, at: u32, width: f64) -> f64 {
        let head = self.shapes[at as usize].head(width);
        let within = self.inner_need(at as usize, width - 2.0 * PAD);
        if within > 0.0 { head + within + PAD } else { head }
    }

    /// The least height that what stands in a box needs in a width.
    fn inner_need(&self, at: usize, width: f64) -> f64 {
        need(&self.bands(at, width, 0.0))
    }

    /// The ranks in a box as bands: as many as need no more than a height, or those that need the least.
    fn bands(&self, at: usize, width: f64, height: f64) -> Vec<Band<'_>> {
        let ranks = &self.within[at];
        // For each rank and each number of bands up to it: the least height, and where the last band begins.
        let mut best: Vec<Vec<(f64, usize)>> = vec![vec![(0.0, 0)]];
        let mut known: Vec<Vec<Option<Band<'_>>>> = Vec::new();
        for end in 1..=ranks.len() {
            known.push((0..end).map(|from| self.band(&ranks[from..end], width)).collect());
            let mut row = vec![(f64::INFINITY, 0); end + 1];
            for (from, band) in known[end - 1].iter().enumerate() {
                let Some(band) = band else { continue };
                for (bands, (before, _)) in best[from].iter().enumerate() {
                    let all = before + band.need + if from > 0 { BANDS } else { 0.0 };
                    if all < row[bands + 1].0 {
                        row[bands + 1] = (all, from);
                    }
                }
            }
            best.push(row);
        }
        let mut end = ranks.len();
        let last = &best[end];
        let fits = (0..last.len()).rev().find(|bands| *bands > 0 && last[*bands].0 <= height);
        let least = (0..last.len()).reduce(|a, b| if last[b].0 < last[a].0 { b } else { a });
        let mut count = if end == 0 { 0 } else { fits.or(least).unwrap_or(0) };
        let mut bands = Vec::with_capacity(count);
        while count > 0 && end > 0 {
            let from = best[end][count].1;
            bands.extend(known[end - 1][from].take());
            (end, count) = (from, count - 1);
        }
        bands.reverse();
        bands
    }

    /// Ranks beside each other in a width; nothing if several have no room. The highest is given another column as long as there
    /// is room for it.
    fn band<'a>(&self, ranks: &'a [Vec<u32>], width: f64) -> Option<Band<'a>> {
        let gaps = (ranks.len() as f64 - 1.0) * RANKS;
        let least: Vec<f64> = ranks.iter().map(|blocks| self.least_width(blocks)).collect();
        let mut columns = vec![1; ranks.len()];
        let wanted = |columns: &[usize]| -> Vec<f64> {
            let of = |(columns, least): (&usize, &f64)| *columns as f64 * (least + BETWEEN) - BETWEEN;
            columns.iter().zip(&least).map(of).collect()
        };
        let fits = |columns: &[usize]| wanted(columns).iter().sum::<f64>() + gaps <= width;
        if ranks.len() > 1 && !fits(&columns) {
            return None;
        }
        loop {
            let wanted = wanted(&columns);
            let all: f64 = wanted.iter().sum();
            let share = ((width - gaps) / all.max(1.0)).max(0.0);
            let rank =
                |(at, blocks): (usize, &'a Vec<u32>)| self.rank(blocks, columns[at], wanted[at] * share);
            let ranks: Vec<Rank<'a>> = ranks.iter().enumerate().map(rank).collect();
            let highest =
                (0..ranks.len()).reduce(|a, b| if ranks[b].need() > ranks[a].need() { b } else { a });
            let highest = highest.unwrap_or(0);
            let need = ranks.get(highest).map_or(0.0, Rank::need);
            let more = ranks.get(highest).filter(|rank| rank.rows.len() > 1);
            let mut next = columns.clone();
            if let Some(rank) = more {
                next[highest] = rank.blocks.len().div_ceil(rank.rows.len() - 1);
            }
            if more.is_none() || !fits(&next) {
                return Some(Band { ranks, need });
            }
            columns = next;
        }
    }

    fn rank<'a>(&self, blocks: &'a [u32], columns: usize, width: f64) -> Rank<'a> {
        let own = ((width - (columns - 1) as f64 * BETWEEN) / columns as f64).max(1.0);
        let row = |row: &[u32]| {
            // Most boxes of a row are alike.
            let kinds = row.chunk_by(|a, b| self.shapes[*a as usize].kind == self.shapes[*b as usize].kind);
            kinds.map(|alike| self.need(alike[0], own)).fold(0.0, f64::max)
        };
        let rows = blocks.chunks(columns.max(1)).map(row).collect();
        Rank { blocks, columns: columns.max(1), width: (width, own), rows }
    }

    fn least_width(&self, blocks: &[u32]) -> f64 {
        blocks.iter().map(|at| self.shapes[*at as usize].least).fold(1.0, f64::max)
    }

    /// Places the boxes that stand in one, and all that stand in them.
    fn place(&self, parent: usize, room: Rect, layout: &mut Layout) {
        let bands = self.bands(parent, room.w, room.h);
        let all = need(&bands);
        if all <= 0.0 {
            return;
        }
        let factor = (room.h / all).clamp(0.0, GROW);
        let mut y = room.y;
        for band in &bands {
            let height = band.need * factor;
            let mut x = room.x;
            for rank in &band.ranks {
                self.place_rank(rank, Rect { x, y, w: rank.width.0, h: height }, layout);
                x += rank.width.0 + RANKS;
            }
            y += height + BANDS * factor;
        }
    }

    fn place_rank(&self, rank: &Rank<'_>, room: Rect, layout: &mut Layout) {
        // Text grows no larger, so gaps shrink with all else, but do not grow.
        let gap = BETWEEN * (room.h / rank.need()).min(1.0);
        let rows: f64 = rank.rows.iter().sum();
        let share = (room.h - gap * (rank.rows.len() as f64 - 1.0)).max(0.0) / rows.max(1.0);
        let mut y = room.y;
        for (row, need) in rank.blocks.chunks(rank.columns).zip(&rank.rows) {
            for (column, at) in row.iter().enumerate() {
                let x = room.x + column as f64 * (rank.width.1 + BETWEEN);
                self.place_one(*at, Rect { x, y, w: rank.width.1, h: need * share }, layout);
            }
            y += need * share + gap;
        }
    }

    fn place_one(&self, at: u32, place: Rect, layout: &mut Layout) {
        let index = at as usize;
        layout.boxes[index] = place;
        let within = !self.within[index].is_empty();
        let head = self.shapes[index].head(place.w);
        let need = self.need(at, place.w).max(1.0);
        // Text grows no larger than it is: what is left goes to what stands in the box.
        let shrink = (place.h / need).min(1.0);
        let head = if within { head * shrink } else { place.h };
        layout.heads[index] = Rect { h: head, ..place };
        if within {
            let (w, h) = ((place.w - 2.0 * PAD).max(1.0), (place.h - head - PAD * shrink).max(0.0));
            self.place(index, Rect { x: place.x + PAD, y: place.y + head, w, h }, layout);
        }
    }
}

/// Height of bands with the gaps between them.
fn need(bands: &[Band<'_>]) -> f64 {
    let gaps = (bands.len() as f64 - 1.0).max(0.0) * BANDS;
    bands.iter().map(|band| band.need).sum::<f64>() + gaps
}
