//! The ways of links: from box to box along the gaps between them, never through another box.
//!
//! A link whose ends stand in different boxes joins the outermost boxes that hold one end each. If two boxes lie above each
//! other and nothing is between, the way is one line. Else it leaves the upper box below, goes along the gap under its row,
//! down beside a column, along the gap above the lower box's row, and enters from above.

use alloc::{vec, vec::Vec};

use super::{
    Diagram,
    layout::{BETWEEN, PAD},
};
use crate::figure::picture::Rect;

/// The way of each link.
pub fn ways(diagram: &Diagram, boxes: &[Rect]) -> Vec<Vec<(f64, f64)>> {
    let way = |link: &super::Link| way(diagram, boxes, link.from, link.to).unwrap_or_default();
    diagram.links.iter().map(way).collect()
}

/// The way from a box to a box; nothing if there is none, as from a box to one that it stands in.
pub fn way(diagram: &Diagram, boxes: &[Rect], from: u32, to: u32) -> Option<Vec<(f64, f64)>> {
    let (from, to) = diagram.side_by_side(from, to)?;
    let parent = diagram.blocks.get(from as usize)?.parent;
    let beside: Vec<Rect> = diagram.children(parent).map(|at| boxes[at as usize]).collect();
    let room = match parent {
        Some(parent) => boxes[parent as usize],
        None => around(&beside),
    };
    let (a, b) = (boxes[from as usize], boxes[to as usize]);
    if a.y + a.h <= b.y {
        Some(down(a, b, &beside, room))
    } else if b.y + b.h <= a.y {
        let mut way = down(b, a, &beside, room);
        way.reverse();
        Some(way)
    } else {
        Some(across(a, b, &beside))
    }
}

impl Diagram {
    /// The boxes that hold one of two each and stand in the same box; `None` if one holds the other.
    pub(super) fn side_by_side(&self, from: u32, to: u32) -> Option<(u32, u32)> {
        let parent = |at: u32| self.blocks.get(at as usize).map(|block| block.parent);
        let pairs = self.around(from).flat_map(|a| self.around(to).map(move |b| (a, b)));
        pairs.filter(|(a, b)| a != b).find(|(a, b)| parent(*a).is_some() && parent(*a) == parent(*b))
    }
}

/// From a box to one that lies lower.
fn down(a: Rect, b: Rect, beside: &[Rect], room: Rect) -> Vec<(f64, f64)> {
    let (left, right) = (a.x.max(b.x), (a.x + a.w).min(b.x + b.w));
    let (top, bottom) = (a.y + a.h, b.y);
    let free = |x: f64, from: f64, to: f64| {
        let on =
            |place: &Rect| place.x < x && x < place.x + place.w && place.y < to && from < place.y + place.h;
        !beside.iter().any(on)
    };
    // The middle of the narrower box, if it lies on the wider one.
    let middle = |place: Rect| place.x + place.w / 2.0;
    let (narrow, wide) = if a.w <= b.w { (a, b) } else { (b, a) };
    let mut straight = vec![middle(narrow).clamp(wide.x.min(wide.x + wide.w), wide.x + wide.w)];
    straight.extend([(left + right) / 2.0, right - BETWEEN / 2.0]);
    let straight = straight.into_iter().filter(|x| left < *x && *x < right);
    if let Some(x) = straight.into_iter().find(|x| free(*x, top, bottom)) {
        return vec![(x, top), (x, bottom)];
    }
    let under = beside.iter().map(|place| place.y).filter(|y| *y >= top).fold(bottom, f64::min);
    let above = beside.iter().map(|place| place.y + place.h).filter(|y| *y <= bottom).fold(top, f64::max);
    let (first, last) = ((top + under) / 2.0, (above + bottom) / 2.0);
    let (x1, x2) = (middle(a), middle(b));
    if under >= bottom || above <= top {
        return vec![(x1, top), (x1, first), (x2, first), (x2, bottom)];
    }
    let gap = BETWEEN / 2.0;
    let near = [a.x + a.w + gap, a.x - gap, b.x + b.w + gap, b.x - gap];
    let edges = [room.x + PAD / 2.0, room.x + room.w - PAD / 2.0];
    let within = |x: &f64| edges[0] <= *x && *x <= edges[1];
    // Straight into a wide box that lies below the gutter.
    let side = near.into_iter().filter(within).chain(edges).find(|x| free(*x, first, last));
    let x = side.unwrap_or(edges[1]);
    if b.x < x && x < b.x + b.w {
        return vec![(x1, top), (x1, first), (x, first), (x, bottom)];
    }
    vec![(x1, top), (x1, first), (x, first), (x, last), (x2, last), (x2, bottom)]
}

/// Between two boxes of a row: straight if they are neighbours, else below the row.
fn across(a: Rect, b: Rect, beside: &[Rect]) -> Vec<(f64, f64)> {
    let (first, second) = if a.x <= b.x { (a, b) } else { (b, a) };
    let y = (first.y.max(second.y) + (first.y + first.h).min(second.y + second.h)) / 2.0;
    let (from, to) = (first.x + first.w, second.x);
    let between =
        |place: &Rect| place.x < to && from < place.x + place.w && place.y < y && y < place.y + place.h;
    let mut way = if from <= to && !beside.iter().any(between) {
        vec![(from, y), (to, y)]
    } else {
        let bottom = (a.y + a.h).max(b.y + b.h);
        let under = beside.iter().map(|place| place.y).filter(|y| *y >= bottom).fold(bottom + PAD, f64::min);
        let low = (bottom + under) / 2.0;
        let middle = |place: Rect| place.x + place.w / 2.0;
        let (x1, x2) = (middle(first), middle(second));
        vec![(x1, first.y + first.h), (x1, low), (x2, low), (x2, second.y + second.h)]
    };
    if first != a {
        way.reverse();
    }
    way
}

/// What holds all boxes, with free space around them.
fn around(boxes: &[Rect]) -> Rect {
    let right = boxes.iter().map(|place| place.x + place.w).fold(0.0, f64::max);
    let bottom = boxes.iter().map(|place| place.y + place.h).fold(0.0, f64::max);
    Rect { x: 0.0, y: 0.0, w: right + PAD, h: bottom + PAD }
}

/// The point that lies so far along a way, from 0 to 1, and the direction there.
pub fn along(way: &[(f64, f64)], share: f64) -> Option<((f64, f64), (f64, f64))> {
    let length = |pair: &[(f64, f64)]| (pair[1].0 - pair[0].0).abs() + (pair[1].1 - pair[0].1).abs();
    let all: f64 = way.windows(2).map(length).sum();
    let mut left = all * share.clamp(0.0, 1.0);
    let last = way.len().checked_sub(2)?;
    for (at, pair) in way.windows(2).enumerate() {
        let (long, (a, b)) = (length(pair), (pair[0], pair[1]));
        if left <= long || at == last {
            let part = if long > 0.0 { (left / long).min(1.0) } else { 0.0 };
            let sign = |d: f64| {
                if d > 0.0 {
                    1.0
                } else if d < 0.0 {
                    -1.0
                } else {
                    0.0
                }
            };
            let place = (a.0 + (b.0 - a.0) * part, a.1 + (b.1 - a.1) * part);
            return Some((place, (sign(b.0 - a.0), sign(b.1 - a.1))));
        }
        left -= long;
    }
    None
}
