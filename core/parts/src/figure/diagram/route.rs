//! The ways of links: from box to box along the gaps between them, never through another box.
//!
//! A link whose ends stand in different boxes joins the outermost boxes that hold one end each. Lines along the middle of every
//! gap, and through the middle of the two boxes, make a grid; the way is the shortest on it, where each bend counts as a piece of
//! way. So boxes in a row are joined by one line wherever nothing is between, and links that go the same way share a line.

use alloc::{collections::BinaryHeap, vec, vec::Vec};
use core::cmp::{Ordering, Reverse};

use super::{Diagram, layout::PAD};
use crate::{base::order, figure::picture::Rect};

/// What a bend costs, in pixels.
const BEND: f64 = 24.0;
/// Edges that are nearer to each other than this are one.
const SAME: f64 = 0.5;

/// The way of each link.
pub fn ways(diagram: &Diagram, boxes: &[Rect]) -> Vec<Vec<(f64, f64)>> {
    let way = |link: &super::Link| way(diagram, boxes, link.from, link.to).unwrap_or_default();
    diagram.links.iter().map(way).collect()
}

/// The way from a box to a box; nothing if there is none, as from a box to one that it stands in.
pub fn way(diagram: &Diagram, boxes: &[Rect], from: u32, to: u32) -> Option<Vec<(f64, f64)>> {
    let (from, to) = diagram.side_by_side(from, to)?;
    let parent = diagram.blocks.get(from as usize)?.parent;
    let mut beside: Vec<Rect> = Vec::new();
    let mut ends = (0, 0);
    for at in diagram.children(parent) {
        if at == from {
            ends.0 = beside.len();
        }
        if at == to {
            ends.1 = beside.len();
        }
        beside.push(boxes[at as usize]);
    }
    // In a box, what stands above those in it is text.
    let top = beside.iter().map(|place| place.y).fold(f64::INFINITY, f64::min);
    let within = |outer: Rect| Rect { y: top, h: outer.y + outer.h - top, ..outer };
    let room = parent.map_or_else(|| around(&beside), |parent| within(boxes[parent as usize]));
    Some(Grid::new(&beside, room, ends).way(ends))
}

impl Diagram {
    /// The boxes that hold one of two each and stand in the same box; `None` if one holds the other.
    pub(super) fn side_by_side(&self, from: u32, to: u32) -> Option<(u32, u32)> {
        let parent = |at: u32| self.blocks.get(at as usize).map(|block| block.parent);
        let pairs = self.around(from).flat_map(|a| self.around(to).map(move |b| (a, b)));
        pairs.filter(|(a, b)| a != b).find(|(a, b)| parent(*a).is_some() && parent(*a) == parent(*b))
    }
}

/// A grid of lines, and what is at each crossing.
struct Grid<'a> {
    boxes: &'a [Rect],
    xs: Vec<f64>,
    ys: Vec<f64>,
    /// The box at each crossing, row by row.
    holds: Vec<Option<usize>>,
}

/// A crossing, and whether it was reached sideways.
type Place = (usize, bool);

/// How far a place is; the nearest first.
#[derive(PartialEq)]
struct Far(f64, Place);

impl Eq for Far {}

impl Ord for Far {
    fn cmp(&self, other: &Far) -> Ordering {
        self.0.total_cmp(&other.0).then(self.1.cmp(&other.1))
    }
}

impl PartialOrd for Far {
    fn partial_cmp(&self, other: &Far) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<'a> Grid<'a> {
    fn new(boxes: &'a [Rect], room: Rect, ends: (usize, usize)) -> Grid<'a> {
        let pair = [&boxes[ends.0], &boxes[ends.1]];
        let span = |low: fn(&Rect) -> f64, length: fn(&Rect) -> f64| {
            let edges =
                boxes.iter().chain([&room]).flat_map(|place| [low(place), low(place) + length(place)]);
            lines(edges.collect(), pair.map(|place| low(place) + length(place) / 2.0))
        };
        let (xs, ys) = (span(|place| place.x, |place| place.w), span(|place| place.y, |place| place.h));
        let inside = |place: &Rect, x: f64, y: f64| {
            place.x < x && x < place.x + place.w && place.y < y && y < place.y + place.h
        };
        let crossings = ys.iter().flat_map(|y| xs.iter().map(move |x| (*x, *y)));
        let holds = crossings.map(|(x, y)| boxes.iter().position(|place| inside(place, x, y))).collect();
        Grid { boxes, xs, ys, holds }
    }

    fn point(&self, at: usize) -> (f64, f64) {
        (self.xs[at % self.xs.len()], self.ys[at / self.xs.len()])
    }

    /// The crossing that is a step away: sideways or not, forward or back.
    fn step(&self, at: usize, sideways: bool, forward: bool) -> Option<usize> {
        let (column, row, width) = (at % self.xs.len(), at / self.xs.len(), self.xs.len());
        match (sideways, forward) {
            (true, true) => (column + 1 < width).then_some(at + 1),
            (true, false) => (column > 0).then(|| at - 1),
            (false, true) => (row + 1 < self.ys.len()).then_some(at + width),
            (false, false) => (row > 0).then(|| at - width),
        }
    }

    /// The shortest way between two boxes.
    fn way(&self, (from, to): (usize, usize)) -> Vec<(f64, f64)> {
        let index = |(at, sideways): Place| 2 * at + usize::from(sideways);
        let mut best = vec![(f64::INFINITY, None::<Place>); 2 * self.holds.len()];
        let mut open = BinaryHeap::new();
        // It begins at any crossing in the first box; from there it may only go out.
        for at in (0..self.holds.len()).filter(|at| self.holds[*at] == Some(from)) {
            for sideways in [false, true] {
                let cost = self.off_middle(at, sideways, from);
                best[index((at, sideways))].0 = cost;
                open.push(Reverse(Far(cost, (at, sideways))));
            }
        }
        while let Some(Reverse(Far(cost, (at, sideways)))) = open.pop() {
            if cost > best[index((at, sideways))].0 {
                continue;
            }
            if self.holds[at] == Some(to) {
                return self.trace(&best, (at, sideways), (from, to));
            }
            for (turned, forward) in [(false, false), (false, true), (true, false), (true, true)] {
                let Some(next) = self.step(at, turned, forward) else { continue };
                if self.holds[next].is_some_and(|held| held != to) {
                    continue;
                }
                let ((x1, y1), (x2, y2)) = (self.point(at), self.point(next));
                let bend = if turned == sideways { 0.0 } else { BEND };
                let enters =
                    if self.holds[next] == Some(to) { self.off_middle(next, turned, to) } else { 0.0 };
                let all = cost + (x2 - x1).abs() + (y2 - y1).abs() + bend + enters;
                let known = &mut best[index((next, turned))];
                if all < known.0 {
                    *known = (all, Some((at, sideways)));
                    open.push(Reverse(Far(all, (next, turned))));
                }
            }
        }
        Vec::new()
    }

    /// A way should end near the middle of a side, if that costs no bend: how far a crossing is from that, as a part of a bend.
    fn off_middle(&self, at: usize, sideways: bool, end: usize) -> f64 {
        let ((x, y), place) = (self.point(at), self.boxes[end]);
        let (off, length) = if sideways { (y - place.y, place.h) } else { (x - place.x, place.w) };
        (off / length.max(1.0) - 0.5).abs() * BEND
    }

    /// The way back from a crossing, from edge to edge of the two boxes, without points along a line.
    fn trace(
        &self,
        best: &[(f64, Option<Place>)],
        last: Place,
        (from, to): (usize, usize),
    ) -> Vec<(f64, f64)> {
        let mut points = vec![self.point(last.0)];
        let mut place = last;
        while let Some(before) = best[2 * place.0 + usize::from(place.1)].1 {
            points.push(self.point(before.0));
            place = before;
        }
        points.reverse();
        let end = points.len() - 1;
        if end > 0 {
            points[0] = edge(self.boxes[from], points[0], points[1]);
            points[end] = edge(self.boxes[to], points[end], points[end - 1]);
        }
        let mut way: Vec<(f64, f64)> = Vec::new();
        for point in points {
            if let [.., a, b] = way[..]
                && ((a.0 == b.0 && b.0 == point.0) || (a.1 == b.1 && b.1 == point.1))
            {
                way.pop();
            }
            way.push(point);
        }
        way
    }
}

/// Where the line from a point in a box to one outside leaves it.
fn edge(place: Rect, inner: (f64, f64), outer: (f64, f64)) -> (f64, f64) {
    let x = if inner.0 == outer.0 { inner.0 } else { outer.0.clamp(place.x, place.x + place.w) };
    let y = if inner.1 == outer.1 { inner.1 } else { outer.1.clamp(place.y, place.y + place.h) };
    (x, y)
}

/// The middle between each edge and the next, and the middles of the two ends, in their order.
fn lines(mut edges: Vec<f64>, middles: [f64; 2]) -> Vec<f64> {
    order::sort_by(&mut edges, f64::total_cmp);
    edges.dedup_by(|a, b| *a - *b < SAME);
    let mut lines: Vec<f64> = edges.windows(2).map(|pair| (pair[0] + pair[1]) / 2.0).collect();
    lines.extend(middles);
    order::sort_by(&mut lines, f64::total_cmp);
    lines.dedup();
    lines
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
