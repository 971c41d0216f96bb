//! The form *graph*: boxes of text with arrows between them, in layers from top to bottom. An arrow that leads back up or
//! that passes a layer goes around on the right, too, so that no arrow crosses a box.
//!
//! A box lies one layer below the lowest of those that lead to it (arrows back do not count); within a layer the boxes
//! stand in the order of where their arrows come from, so that few cross. Deliberately absent: curves, and layouts that
//! are optimal.

use alloc::{
    string::{String, ToString},
    vec,
    vec::Vec,
};

use serde::{Deserialize, Serialize};

use super::{
    View,
    mark::Mark,
    picture::{Align, CHARACTER, Ink, Picture, Rect},
    table::Table,
};
use crate::base::order;

/// Height of a line of a box.
const LINE: f64 = 16.0;
/// Space inside a box at its left and right.
const PAD: f64 = 8.0;
/// Space between two layers, and between two boxes of a layer.
const GAP: (f64, f64) = (28.0, 24.0);
/// Free space around everything.
const MARGIN: f64 = 12.0;
/// Distance of two arrows that lead back.
const LOOP: f64 = 10.0;
/// Distance of an arrow between two layers from the nearer one.
const CLEAR: f64 = 8.0;
/// Half the width of an arrow's head.
const HEAD: f64 = 3.5;

/// See the module.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Graph {
    /// The boxes; the first one is where everything begins.
    pub nodes: Vec<Node>,
    /// The arrows.
    pub edges: Vec<Edge>,
}

/// A box.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Node {
    /// Its lines; the first one is its name.
    pub lines: Vec<String>,
    /// What lights up with it.
    pub mark: Option<Mark>,
}

/// An arrow from a box to a box.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Edge {
    /// From here.
    pub from: u32,
    /// To here.
    pub to: u32,
    /// Why: empty if there is only one way.
    pub label: String,
}

/// Where the boxes are, and how wide and high everything is.
#[derive(Clone, Debug, PartialEq)]
pub struct Layout {
    /// The box of each node.
    pub boxes: Vec<Rect>,
    /// The layer of each node.
    pub layers: Vec<u32>,
    /// Size of everything.
    pub size: (f64, f64),
}

impl Layout {
    /// The boxes of the layer of a node.
    fn beside(&self, node: usize) -> impl Iterator<Item = &Rect> {
        let of = self.layers[node];
        self.boxes.iter().zip(&self.layers).filter(move |(_, layer)| **layer == of).map(|(place, _)| place)
    }

    /// Is nothing to the right of a node in its layer?
    fn is_last(&self, node: usize) -> bool {
        self.beside(node).all(|place| place.x <= self.boxes[node].x)
    }

    /// The lower edge of the layer of a node.
    fn bottom(&self, node: usize) -> f64 {
        self.beside(node).map(|place| place.y + place.h).fold(0.0, f64::max)
    }
}

impl Graph {
    /// Height that it needs.
    pub fn height(&self) -> f64 {
        self.layout().size.1
    }

    /// The arrows whose ends exist: from, to, and the arrow.
    fn edges(&self) -> impl Iterator<Item = (usize, usize, &Edge)> {
        let all = self.nodes.len();
        let ends = |edge: &'_ Edge| (edge.from as usize, edge.to as usize);
        self.edges.iter().filter(move |edge| ends(edge).0 < all && ends(edge).1 < all).map(move |edge| {
            let (from, to) = ends(edge);
            (from, to, edge)
        })
    }

    /// Which arrows lead back: to a box that a walk from the first one is still in.
    fn back(&self) -> Vec<bool> {
        let mut next: Vec<Vec<(usize, usize)>> = vec![Vec::new(); self.nodes.len()];
        let mut back = vec![false; self.edges.len()];
        for (at, edge) in self.edges.iter().enumerate() {
            let (from, to) = (edge.from as usize, edge.to as usize);
            if from < next.len() && to < next.len() {
                next[from].push((to, at));
            }
        }
        // 0: not seen; 1: the walk is in it; 2: done.
        let mut seen = vec![0u8; self.nodes.len()];
        for start in 0..self.nodes.len() {
            if seen[start] != 0 {
                continue;
            }
            let mut walk = vec![(start, 0)];
            seen[start] = 1;
            while let Some((node, at)) = walk.last_mut() {
                let Some((to, edge)) = next[*node].get(*at).copied() else {
                    seen[*node] = 2;
                    walk.pop();
                    continue;
                };
                *at += 1;
                match seen[to] {
                    0 => {
                        seen[to] = 1;
                        walk.push((to, 0));
                    }
                    1 => back[edge] = true,
                    _ => {}
                }
            }
        }
        back
    }

    /// Where everything is.
    pub fn layout(&self) -> Layout {
        let back = self.back();
        let mut layers = vec![0u32; self.nodes.len()];
        // Without the arrows back there is no ring: as many rounds as there are boxes are enough.
        for _ in 0..self.nodes.len() {
            let before = layers.clone();
            for (edge, _) in self.edges.iter().zip(&back).filter(|(_, back)| !**back) {
                if let Some(from) = layers.get(edge.from as usize).copied()
                    && let Some(to) = layers.get_mut(edge.to as usize)
                {
                    *to = (*to).max(from + 1);
                }
            }
            if before == layers {
                break;
            }
        }
        self.place(layers)
    }

    fn place(&self, layers: Vec<u32>) -> Layout {
        let mut boxes = vec![Rect { x: 0.0, y: 0.0, w: 0.0, h: 0.0 }; self.nodes.len()];
        let (mut y, mut widest) = (MARGIN, 0.0f64);
        let count = layers.iter().map(|layer| layer + 1).max().unwrap_or(0);
        for layer in 0..count {
            let mut row: Vec<usize> = (0..self.nodes.len()).filter(|node| layers[*node] == layer).collect();
            let middle = |node: usize| {
                let above = self.edges().filter(|(from, to, _)| *to == node && layers[*from] < layer);
                let places: Vec<f64> = above.map(|(from, ..)| boxes[from].x + boxes[from].w / 2.0).collect();
                places.iter().sum::<f64>() / places.len().max(1) as f64
            };
            let mut keyed: Vec<(f64, usize)> = row.iter().map(|node| (middle(*node), *node)).collect();
            order::sort_by(&mut keyed, |a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
            row = keyed.into_iter().map(|(_, node)| node).collect();
            let mut x = MARGIN;
            for node in &row {
                let size = self.nodes[*node].size();
                boxes[*node] = Rect { x, y, w: size.0, h: size.1 };
                x += size.0 + GAP.1;
            }
            widest = widest.max(x - GAP.1);
            y += row.iter().map(|node| boxes[*node].h).fold(0.0, f64::max) + GAP.0;
        }
        // Each layer stands in the middle.
        for layer in 0..count {
            let end = (0..boxes.len())
                .filter(|node| layers[*node] == layer)
                .map(|node| boxes[node].x + boxes[node].w);
            let shift = (widest - end.fold(0.0, f64::max)) / 2.0;
            (0..boxes.len()).filter(|node| layers[*node] == layer).for_each(|node| boxes[node].x += shift);
        }
        let loops = self.edges().filter(|(from, to, _)| layers[*to] != layers[*from] + 1).count();
        let size = (widest + MARGIN + loops as f64 * LOOP, (y - GAP.0 + MARGIN).max(2.0 * MARGIN));
        Layout { boxes, layers, size }
    }

    /// Draws it in its own size: what does not fit is cut.
    pub fn draw(&self, view: &View) -> Picture {
        let (layout, mut picture) = (self.layout(), Picture::default());
        let mut side = layout.size.0;
        for (from, to, edge) in self.edges() {
            let step = layout.layers[from] + 1 == layout.layers[to];
            let ink = if layout.layers[from] < layout.layers[to] { Ink::Text } else { Ink::Faint };
            if step {
                down(&mut picture, &layout.boxes[from], &layout.boxes[to], &edge.label);
            } else {
                side -= LOOP;
                around(&mut picture, ink, &layout, (from, to), (side, &edge.label));
            }
        }
        for (node, place) in self.nodes.iter().zip(&layout.boxes) {
            node.draw(&mut picture, view, place);
        }
        picture
    }

    /// What is at a place.
    pub fn at(&self, x: f64, y: f64) -> Option<Mark> {
        let inside = |place: &Rect| {
            (place.x..place.x + place.w).contains(&x) && (place.y..place.y + place.h).contains(&y)
        };
        let at = self.layout().boxes.iter().position(inside)?;
        self.nodes.get(at)?.mark
    }

    /// A row for each box and each arrow.
    pub fn table(&self) -> Table {
        let mut table = Table::new(&["box", "text", "leads to", "why"]);
        let name = |node: usize| self.nodes[node].lines.first().cloned().unwrap_or_default();
        for (at, node) in self.nodes.iter().enumerate() {
            let text = node.lines.get(1..).unwrap_or_default().join("; ");
            let mut out = self.edges().filter(|(from, ..)| *from == at).peekable();
            if out.peek().is_none() {
                table.push([name(at), text, String::new(), String::new()]);
                continue;
            }
            for (_, to, edge) in out {
                table.push([name(at), text.clone(), name(to), edge.label.to_string()]);
            }
        }
        table
    }
}

impl Node {
    fn size(&self) -> (f64, f64) {
        let longest = self.lines.iter().map(|line| line.chars().count()).max().unwrap_or(0).max(4);
        (longest as f64 * CHARACTER + 2.0 * PAD, self.lines.len().max(1) as f64 * LINE + 4.0)
    }

    fn draw(&self, picture: &mut Picture, view: &View, place: &Rect) {
        picture.fill(Ink::Halo, place.x, place.y, place.w, place.h);
        picture.fill(Ink::Selected, place.x, place.y, place.w, LINE + 2.0);
        picture.outline(Ink::Thumb, place.x, place.y, place.w, place.h);
        if self.mark.is_some_and(|mark| view.lit.shows(&mark)) {
            picture.outline(Ink::Hover, place.x - 2.0, place.y - 2.0, place.w + 4.0, place.h + 4.0);
        }
        for (at, line) in self.lines.iter().enumerate() {
            let ink = if at == 0 { Ink::Text } else { Ink::Code };
            let y = place.y + 2.0 + (at as f64 + 0.5) * LINE;
            picture.label(ink, Align::Left, place.x + PAD, y, line.as_str());
        }
    }
}

/// An arrow to a lower layer.
fn down(picture: &mut Picture, from: &Rect, to: &Rect, label: &str) {
    let (x1, y1) = (from.x + from.w / 2.0, from.y + from.h);
    let (x2, y2) = (to.x + to.w / 2.0, to.y);
    picture.line(Ink::Text, x1, y1, x2, y2);
    head(picture, x2, y2, -2.0 * HEAD);
    if !label.is_empty() {
        // Near its end, where arrows from one box are apart.
        let (x, y) = (x1 + (x2 - x1) * 0.5 + 4.0, y1 + (y2 - y1) * 0.5);
        picture.label(Ink::Faint, Align::Left, x, y, label);
    }
}

/// An arrow around on the right, at `side`. Where another box of its layer is in the way it takes the space between two layers.
fn around(
    picture: &mut Picture,
    ink: Ink,
    layout: &Layout,
    (from, to): (usize, usize),
    (side, label): (f64, &str),
) {
    let (a, b) = (&layout.boxes[from], &layout.boxes[to]);
    let (mut path, mut words) = (Vec::new(), (a.x + a.w + 4.0, a.y + a.h - 6.0 - LINE / 2.0));
    if layout.is_last(from) {
        path.push((a.x + a.w, a.y + a.h - 6.0));
    } else {
        let (corner, gap) = (a.x + a.w - PAD, layout.bottom(from) + CLEAR);
        path.extend([(corner, a.y + a.h), (corner, gap)]);
        words = (corner + 4.0, gap + LINE / 2.0);
    }
    let sideways = layout.is_last(to);
    let (corner, gap) = (b.x + b.w - PAD, b.y - CLEAR);
    let end = if sideways { (b.x + b.w, b.y + 6.0) } else { (corner, b.y) };
    let before = if sideways { end } else { (corner, gap) };
    let left = path[path.len() - 1].1;
    path.extend([(side, left), (side, before.1), before, end]);
    for pair in path.windows(2).filter(|pair| pair[0] != pair[1]) {
        picture.line(ink, pair[0].0, pair[0].1, pair[1].0, pair[1].1);
    }
    let back = 2.0 * HEAD;
    let wings = if sideways { [(back, -HEAD), (back, HEAD)] } else { [(-HEAD, -back), (HEAD, -back)] };
    wings.iter().for_each(|(x, y)| picture.line(ink, end.0, end.1, end.0 + x, end.1 + y));
    if !label.is_empty() {
        picture.label(Ink::Faint, Align::Left, words.0, words.1, label);
    }
}

fn head(picture: &mut Picture, x: f64, y: f64, back: f64) {
    picture.line(Ink::Text, x, y, x - HEAD, y + back);
    picture.line(Ink::Text, x, y, x + HEAD, y + back);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A loop with a branch: 0 -> 1, 1 -> 2 and 3, 2 and 3 -> 4, 4 -> 1 and 5.
    fn ring() -> Graph {
        let node =
            |at: u32| Node { lines: vec![alloc::format!("b{at}"), "add".into()], mark: Some(Mark::Line(at)) };
        let edge = |(from, to)| Edge { from, to, label: String::new() };
        let edges = [(0, 1), (1, 2), (1, 3), (2, 4), (3, 4), (4, 1), (4, 5)].map(edge).into();
        Graph { nodes: (0..6).map(node).collect(), edges }
    }

    #[test]
    fn a_box_lies_below_all_that_lead_to_it_but_for_arrows_back() {
        let graph = ring();
        assert_eq!(graph.layout().layers, [0, 1, 2, 2, 3, 4]);
        assert_eq!(graph.back(), [false, false, false, false, false, true, false]);
    }

    #[test]
    fn boxes_do_not_overlap_and_are_found_where_they_are() {
        let (graph, layout) = (ring(), ring().layout());
        for (at, a) in layout.boxes.iter().enumerate() {
            for b in &layout.boxes[..at] {
                let apart = a.x + a.w <= b.x || b.x + b.w <= a.x || a.y + a.h <= b.y || b.y + b.h <= a.y;
                assert!(apart, "{a:?} {b:?}");
            }
            assert!(a.x >= 0.0 && a.x + a.w <= layout.size.0 && a.y + a.h <= layout.size.1);
            assert_eq!(graph.at(a.x + 1.0, a.y + 1.0), Some(Mark::Line(at as u32)));
        }
        assert_eq!(graph.table().rows.len(), 8, "seven arrows and a box without one");
    }

    #[test]
    fn arrows_around_run_through_no_box() {
        let mut graph = ring();
        // 2 has 3 beside it: arrows back from it, to it, and past it.
        graph.edges.extend([(2, 1), (4, 2), (2, 2), (1, 5)].map(|(from, to)| Edge {
            from,
            to,
            label: "why".into(),
        }));
        graph.nodes[3].lines.push("a longer box than its neighbour".into());
        let (layout, picture) = (graph.layout(), graph.draw(&View::plain((600.0, 600.0))));
        assert!(layout.boxes[2].x < layout.boxes[3].x);
        // Straight lines, which those around are made of; the corner of a box is no way through it.
        let straight = picture
            .lines
            .iter()
            .map(|(_, line)| line)
            .filter(|line| line[0] == line[2] || line[1] == line[3]);
        let mut seen = 0;
        for line in straight {
            seen += 1;
            let (left, right) = (line[0].min(line[2]), line[0].max(line[2]));
            let (top, bottom) = (line[1].min(line[3]), line[1].max(line[3]));
            for place in &layout.boxes {
                let across = left < place.x + place.w && right > place.x;
                let down = top < place.y + place.h && bottom > place.y;
                assert!(!(across && down), "{line:?} through {place:?}");
            }
        }
        assert!(seen > 15, "{seen}");
        assert!(picture.lines.iter().all(|(_, line)| line[0].max(line[2]) <= layout.size.0));
    }

    #[test]
    fn arrows_to_nowhere_and_to_itself_are_no_trouble() {
        let mut graph = ring();
        graph.edges.push(Edge { from: 9, to: 99, label: String::new() });
        graph.edges.push(Edge { from: 2, to: 2, label: String::new() });
        graph.draw(&View::plain((300.0, 300.0)));
        assert_eq!(Graph::default().layout().boxes, []);
    }
}
