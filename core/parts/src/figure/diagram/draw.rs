//! How a diagram is drawn: what does not fit into a box is left out, from its last line upwards.

use alloc::{format, string::String, vec::Vec};

use super::{
    Block, Diagram, Layout, Token,
    kept::{Known, RoutePoints},
    layout::{BAR, LINE, PAD},
    route,
    shape::Cells,
};
use crate::{
    base::num::plane::floor,
    figure::{
        View,
        mark::Mark,
        matrix::State,
        picture::{Align, CHARACTER, Ink, Label, Picture, Rect, cut, room},
        svg::Frame,
    },
    trace::Causes,
};

/// Width of the strip at the left of a box that has the colour of its cause.
const STRIP: f64 = 5.0;
/// Side of a token, and half the width of its arrow's head.
const TOKEN: (f64, f64) = (8.0, 4.0);
/// Lines for sentences below the boxes, in pictures that are at least so high.
const SENTENCES: f64 = 5.0;
const HIGH: f64 = 280.0;
/// Colours of tokens.
const COLOURS: u64 = 8;

impl Diagram {
    /// The height in which everything is well seen, on a wide panel.
    pub(in crate::figure) fn usual_height(&self) -> f64 {
        self.whole_height(640.0)
    }

    /// The height in which everything is well seen in a width, with room for the sentences below the boxes.
    pub fn whole_height(&self, width: f64) -> f64 {
        (self.height(width) + SENTENCES * LINE).max(HIGH)
    }

    /// Draws it.
    pub(in crate::figure) fn draw(&self, view: &View) -> Picture {
        let known = self.known(boxes_in(view.size), view.kept);
        let mut picture = self.draw_still(view, &known.layout);
        self.draw_tokens(&mut picture, view, &known);
        picture
    }

    /// The same as a picture of an animation, with so many steps of the way of what moves.
    pub fn frame(&self, view: &View, steps: u32) -> Frame {
        let known = self.known(boxes_in(view.size), view.kept);
        let still = self.draw_still(view, &known.layout);
        let moved = |phase: f64| {
            let mut picture = still.clone();
            self.draw_tokens(&mut picture, &View { phase, ..view.clone() }, &known);
            picture.since(&still)
        };
        let moving = (0..steps).map(|step| moved((f64::from(step) + 0.5) / f64::from(steps))).collect();
        let halted = moved(0.5);
        Frame { still, moving, halted }
    }

    /// Everything but what moves.
    fn draw_still(&self, view: &View, layout: &Layout) -> Picture {
        let mut picture = Picture::default();
        for (block, (place, head)) in self.blocks.iter().zip(layout.boxes.iter().zip(&layout.heads)) {
            block.draw(&mut picture, view, &self.causes, (*place, *head));
        }
        for way in &layout.ways {
            path(&mut picture, Ink::Thumb, way);
        }
        if let Some(place) = self.selected(view).and_then(|at| layout.boxes.get(at as usize)) {
            picture.outline(Ink::Cursor, place.x - 2.0, place.y - 2.0, place.w + 4.0, place.h + 4.0);
        }
        self.draw_sentences(&mut picture, view.size);
        picture
    }

    fn draw_tokens(&self, picture: &mut Picture, view: &View, known: &Known) {
        self.tokens.iter().for_each(|token| self.draw_token(picture, view, known, token));
    }

    /// What moved as sentences, below the boxes: as many as there is room for.
    fn draw_sentences(&self, picture: &mut Picture, (width, height): (f64, f64)) {
        let top = boxes_in((width, height)).1;
        let rows = floor((height - top) / LINE) as usize;
        let room = room(width - 2.0 * PAD).max(1);
        let all = self.tokens.len() + self.more as usize;
        let mut lines: Vec<String> = Vec::new();
        for (at, token) in self.tokens.iter().enumerate() {
            let wrapped = wrapped(&token.sentence, room);
            let left = all - at;
            // The last line is for how many are left.
            let last = if left > 1 || self.more > 0 { 1 } else { 0 };
            if lines.len() + wrapped.len() + last > rows {
                lines.push(format!("… and {left} more."));
                break;
            }
            lines.extend(wrapped);
        }
        if all == 0 && !self.blocks.is_empty() {
            lines.push("Nothing moved.".into());
        }
        for (at, line) in lines.into_iter().take(rows).enumerate() {
            picture.label(Ink::Text, Align::Left, PAD, top + (at as f64 + 0.5) * LINE, line);
        }
    }

    /// The box that the keys have chosen.
    pub fn selected(&self, view: &View) -> Option<u32> {
        let at = view.marker.filter(|at| *at >= 0.0 && *at < self.blocks.len() as f64)?;
        Some(at as u32)
    }

    /// Where the choice of a box goes by so many steps.
    pub fn moved_choice(&self, view: &View, steps: i32) -> f64 {
        let last = self.blocks.len().saturating_sub(1) as f64;
        self.selected(view).map_or(0.0, |at| (f64::from(at) + f64::from(steps)).clamp(0.0, last))
    }

    fn draw_token(&self, picture: &mut Picture, view: &View, known: &Known, token: &Token) {
        let layout = &known.layout;
        let ink = Ink::Link((token.number % COLOURS) as u8);
        let way = self.way_of(known, token);
        let lit = token.mark.is_some_and(|mark| view.lit.shows(&mark));
        let (x, y) = match &way {
            Some(way) => {
                path(picture, if lit { Ink::Hover } else { ink }, way);
                let Some((at, towards)) = place_of(way, view) else { return };
                arrow(picture, ink, at, towards);
                at
            }
            None => {
                let Some(place) = layout.heads.get(token.to as usize) else { return };
                (place.x + place.w - TOKEN.0, place.y + (TOKEN.0).min(place.h / 2.0))
            }
        };
        let half = TOKEN.0 / 2.0;
        picture.fill(ink, x - half, y - half, TOKEN.0, TOKEN.0);
        if lit {
            picture.outline(Ink::Hover, x - half - 2.0, y - half - 2.0, TOKEN.0 + 4.0, TOKEN.0 + 4.0);
        }
        let text = token.text.chars().take(24).collect();
        // Beside a way that goes down, above one that goes across, so that the line crosses no text.
        let across = way.as_ref().and_then(|way| route::along(way, view.phase)).filter(|(_, to)| to.1 == 0.0);
        let y = across.map_or(y, |((_, line), _)| line - LINE / 2.0 - 1.0);
        let label = Label { x: x + TOKEN.0, y, text, ink: Ink::Text, align: Align::Left };
        if way.is_some() && fits(picture, layout, &label, boxes_in(view.size)) {
            picture.label(label.ink, label.align, label.x, label.y, label.text);
        }
    }

    /// The way that something goes, if it comes from somewhere.
    fn way_of(&self, known: &Known, token: &Token) -> Option<RoutePoints> {
        token.from.map(|from| known.way(self, from, token.to)).filter(|way| way.len() > 1)
    }

    /// What is at a place.
    pub(in crate::figure) fn at(&self, view: &View, x: f64, y: f64) -> Option<Mark> {
        let known = self.known(boxes_in(view.size), view.kept);
        let layout = &known.layout;
        let token = |token: &&Token| {
            let way = self.way_of(&known, token);
            let at = way.and_then(|way| place_of(&way, view));
            at.is_some_and(|((tx, ty), _)| (tx - x).abs() <= TOKEN.0 && (ty - y).abs() <= TOKEN.0)
        };
        if let Some(token) = self.tokens.iter().find(token) {
            return token.mark;
        }
        let block = self.under(layout, x, y)?;
        let (block, head) = (&self.blocks[block as usize], layout.heads[block as usize]);
        block.cell_at(head, x, y).or(block.mark)
    }

    /// The innermost box at a place of the picture; one around it that can be looked into if it cannot.
    pub(in crate::figure) fn block_at(&self, view: &View, x: f64, y: f64) -> Option<u32> {
        let at = self.under(&self.known(boxes_in(view.size), view.kept).layout, x, y)?;
        Some(self.around(at).find(|at| self.blocks[*at as usize].opens).unwrap_or(at))
    }

    /// The innermost box at a place: the last one, because boxes come before what stands in them.
    fn under(&self, layout: &Layout, x: f64, y: f64) -> Option<u32> {
        let inside = |place: &Rect| {
            (place.x..place.x + place.w).contains(&x) && (place.y..place.y + place.h).contains(&y)
        };
        layout.boxes.iter().rposition(inside).map(|at| at as u32)
    }
}

impl Block {
    fn draw(&self, picture: &mut Picture, view: &View, causes: &Causes, (place, head): (Rect, Rect)) {
        picture.fill(Ink::Halo, place.x, place.y, place.w, place.h);
        let chosen = self.mark.is_some_and(|mark| view.is_selected(&mark));
        if chosen {
            picture.fill(Ink::Selected, head.x, head.y, head.w, head.h);
        }
        if let Some(cause) = self.cause {
            let swatch = Ink::Swatch(causes.swatch(cause));
            picture.fill(swatch, head.x, head.y, STRIP.min(head.w), head.h);
        }
        picture.outline(if self.opens { Ink::Thumb } else { Ink::Rule }, place.x, place.y, place.w, place.h);
        if self.mark.is_some_and(|mark| view.lit.shows(&mark)) {
            picture.outline(Ink::Hover, place.x - 2.0, place.y - 2.0, place.w + 4.0, place.h + 4.0);
        }
        let (left, width) = (head.x + PAD, (head.w - 2.0 * PAD).max(0.0));
        let bottom = head.y + head.h;
        let mut y = head.y + 2.0;
        let text = |picture: &mut Picture, y: &mut f64, ink, text: &str| {
            let room = room(width + 4.0);
            if *y + LINE <= bottom && room > 1 && !text.is_empty() {
                picture.label(ink, Align::Left, left, *y + LINE / 2.0, cut(text, room));
                *y += LINE;
            }
        };
        text(picture, &mut y, Ink::Text, &self.name);
        if let Some((used, of)) = self.fill
            && y + BAR <= bottom
        {
            picture.fill(Ink::LaneOff, left, y, width, BAR - 3.0);
            let share = if of == 0 { 0.0 } else { (used as f64 / of as f64).min(1.0) };
            picture.fill(Ink::LaneOn, left, y, width * share, BAR - 3.0);
            y += BAR;
        }
        for line in &self.lines {
            text(picture, &mut y, Ink::Code, line);
        }
        self.draw_cells(picture, view, causes, Rect { x: left, y: y + 2.0, w: width, h: bottom - y - 4.0 });
    }

    /// The fields, as many rows of them as there is room for.
    fn draw_cells(&self, picture: &mut Picture, view: &View, causes: &Causes, place: Rect) {
        if self.cells.is_empty() || place.w < 1.0 {
            return;
        }
        let fields = Cells::of(self).fields(place.w);
        let height = fields.height.min(place.h / self.cells.len().div_ceil(fields.columns) as f64);
        if height < 2.0 {
            return;
        }
        let gap = if fields.width.min(height) >= 5.0 { 1.0 } else { 0.0 };
        for (at, cell) in self.cells.iter().enumerate() {
            let x = place.x + (at % fields.columns) as f64 * fields.width;
            let y = place.y + (at / fields.columns) as f64 * height;
            let ink = match (cell.cause, cell.state) {
                (Some(cause), _) => Some(Ink::Swatch(causes.swatch(cause))),
                (None, State::On) if cell.text.is_empty() => Some(Ink::LaneOn),
                (None, State::On) => Some(Ink::Selected),
                (None, State::Off) => Some(Ink::LaneOff),
                (None, State::Absent) => None,
            };
            if let Some(ink) = ink {
                picture.fill(ink, x, y, fields.width - gap, height - gap);
            }
            if cell.mark.is_some_and(|mark| view.lit.shows(&mark) || view.is_selected(&mark)) {
                picture.outline(Ink::Hover, x, y, fields.width - gap, height - gap);
            }
            let room = room(fields.width - 2.0);
            if !cell.text.is_empty() && height >= LINE - 2.0 && cell.text.chars().count() <= room {
                let ink = if cell.cause.is_some() { Ink::OnCause } else { Ink::Text };
                picture.label(
                    ink,
                    Align::Centre,
                    x + (fields.width - gap) / 2.0,
                    y + height / 2.0,
                    &*cell.text,
                );
            }
        }
    }

    /// What the field at a place stands for.
    fn cell_at(&self, head: Rect, x: f64, y: f64) -> Option<Mark> {
        let width = (head.w - 2.0 * PAD).max(1.0);
        if self.cells.is_empty() || x < head.x + PAD || x >= head.x + PAD + width {
            return None;
        }
        let fields = Cells::of(self).fields(width);
        let bar = if self.fill.is_some() { BAR } else { 0.0 };
        let top = head.y + 4.0 + (1 + self.lines.len()) as f64 * LINE + bar;
        let rows = self.cells.len().div_ceil(fields.columns) as f64;
        let height = fields.height.min((head.y + head.h - top - 2.0) / rows);
        if y < top || height <= 0.0 {
            return None;
        }
        let (row, column) = (floor((y - top) / height), floor((x - head.x - PAD) / fields.width));
        let column = (column as usize).min(fields.columns - 1);
        self.cells.get(row as usize * fields.columns + column)?.mark
    }
}

/// The part of a picture that is for boxes: below are the sentences, if it is high enough.
fn boxes_in((width, height): (f64, f64)) -> (f64, f64) {
    let sentences = SENTENCES * LINE;
    (width, if height >= HIGH { height - sentences } else { height })
}

/// A text in lines of so many characters at most.
fn wrapped(text: &str, room: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        match lines.last_mut().filter(|line| line.chars().count() + 1 + word.chars().count() <= room) {
            Some(line) => {
                line.push(' ');
                line.push_str(word);
            }
            None => lines.push(cut(word, room)),
        }
    }
    lines
}

fn path(picture: &mut Picture, ink: Ink, way: &[(f64, f64)]) {
    for pair in way.windows(2).filter(|pair| pair[0] != pair[1]) {
        picture.line(ink, pair[0].0, pair[0].1, pair[1].0, pair[1].1);
    }
}

/// Where a token is on its way, and its direction: at the right-hand side of the line, so that two that meet are both seen.
fn place_of(way: &[(f64, f64)], view: &View) -> Option<((f64, f64), (f64, f64))> {
    let ((x, y), (dx, dy)) = route::along(way, view.phase)?;
    let half = TOKEN.0 / 2.0;
    let within = |at: f64, size: f64| at.max(half).min((size - half).max(half));
    Some(((within(x - dy * half, view.size.0), within(y + dx * half, view.size.1)), (dx, dy)))
}

/// The head of an arrow in front of a token.
fn arrow(picture: &mut Picture, ink: Ink, (x, y): (f64, f64), (dx, dy): (f64, f64)) {
    let (tip, wing) = (TOKEN.0 / 2.0 + 2.0 * TOKEN.1, TOKEN.1);
    let end = (x + dx * tip, y + dy * tip);
    let back = (end.0 - dx * 1.5 * wing, end.1 - dy * 1.5 * wing);
    for side in [wing, -wing] {
        picture.line(ink, back.0 + dy * side, back.1 + dx * side, end.0, end.1);
    }
}

/// Is there room for a label, in the picture, beside the boxes and all other labels?
fn fits(picture: &Picture, layout: &Layout, label: &Label, (width, height): (f64, f64)) -> bool {
    let own = label.extent();
    let apart = |other: &Rect| own.apart(other, CHARACTER / 2.0);
    let inside = own.x >= 0.0 && own.y >= 0.0 && own.x + own.w <= width && own.y + own.h <= height;
    // Boxes that hold others may have the label in a gap: their heads must be free.
    inside && layout.heads.iter().all(apart) && picture.labels.iter().all(|other| apart(&other.extent()))
}
