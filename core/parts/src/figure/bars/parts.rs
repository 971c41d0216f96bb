//! How bars, arrows and grounds are drawn.

use alloc::string::{String, ToString};

use super::{BAND, Bar, Bars, Ground, Style, half};
use crate::{
    figure::{
        View,
        axis::{AXIS, Scale},
        legend::command,
        picture::{Align, CHARACTER, Ink, LINE, Picture, room},
        rows::Rows,
    },
    trace::DramCommand,
};

/// Half the width of an arrow's head.
const HEAD: f64 = 3.5;
/// Bars below this width have their text in the middle.
const NARROW: f64 = 32.0;
/// Widest mark of a command in pixels.
const COMMAND: f64 = 28.0;

/// Where things are in a row: bars above, and below them the thin line of what is still to come.
struct Slot {
    top: f64,
    bottom: f64,
    tail: f64,
    thick: f64,
}

impl Slot {
    fn new(rows: &Rows, row: u32) -> Slot {
        let (margin, thick) = (rows.margin(), if rows.height >= LINE { 3.0 } else { 1.0 });
        let tail = rows.y(row) + rows.height - margin - thick;
        Slot { top: rows.y(row) + margin, bottom: (tail - 1.0).max(rows.y(row) + margin), tail, thick }
    }
}

impl Bars {
    /// The number of each ground, and a pale ground behind every other one.
    pub(super) fn draw_grounds(&self, picture: &mut Picture, scale: &Scale, rows: &Rows) {
        if self.ground_name.is_empty() {
            return;
        }
        picture.label(Ink::Faint, Align::Left, 8.0, AXIS + BAND / 2.0, self.ground_name.as_str());
        let mut free = scale.left;
        for Ground { rows: (first, last), from, to, number } in &self.grounds {
            let Some((x, width)) = scale.span(*from as f64, *to as f64) else { continue };
            let top = if *first == 0 { AXIS } else { rows.y(*first) };
            if number % 2 == 0 {
                picture.fill(Ink::Selected, x, top, width, rows.y(*last) - top);
            }
            let words = number.to_string();
            let end = x + 2.0 + words.len() as f64 * CHARACTER;
            if *first == 0 && end <= x + width && x + 2.0 >= free {
                picture.label(Ink::Faint, Align::Left, x + 2.0, AXIS + BAND / 2.0, words);
                free = end;
            }
        }
    }

    pub(super) fn draw_bar(&self, picture: &mut Picture, view: &View, scale: &Scale, rows: &Rows, bar: &Bar) {
        let (from, to) = (bar.from as f64, bar.to as f64);
        let (y, margin) = (rows.y(bar.row), rows.margin());
        let (top, height) = (y + margin, (rows.height - 2.0 * margin).max(1.0));
        let span = scale.span(from, to);
        let gap = |width: f64| if width > 4.0 { width - 1.0 } else { width };
        match bar.style {
            Style::Work { hue, until } if until > bar.to => {
                let slot = Slot::new(rows, bar.row);
                if let Some((x, width)) = scale.span(to, until as f64) {
                    picture.fill(Ink::Link(hue), x, slot.tail, width, slot.thick);
                }
                let Some((x, width)) = span else { return };
                let height = (slot.bottom - slot.top).max(1.0);
                picture.fill(Ink::Link(hue), x, slot.top, gap(width), height);
                self.finish(picture, view, bar, (x, slot.top, gap(width), height), Ink::Halo);
            }
            Style::Work { hue, .. } => {
                let Some((x, width)) = span else { return };
                let height = (rows.height - 2.0).max(1.0);
                picture.fill(Ink::Link(hue), x, y + 1.0, gap(width), height);
                self.finish(picture, view, bar, (x, y + 1.0, gap(width), height), Ink::Halo);
            }
            Style::Pale => {
                let Some((x, width)) = span else { return };
                let height = (rows.height - 2.0).max(1.0);
                picture.fill(Ink::LaneOff, x, y + 1.0, gap(width), height);
                self.finish(picture, view, bar, (x, y + 1.0, gap(width), height), Ink::Text);
            }
            Style::Busy => {
                if let Some((x, width)) = span {
                    picture.fill(Ink::LaneOff, x, top, width, height);
                }
                if let Some((x, width)) = scale.span(from, from + 1.0) {
                    picture.fill(Ink::LaneOn, x, top, width.max(1.0).min(scale.right() - x), height);
                }
            }
            Style::Level(part, all) => {
                let Some((x, width)) = span else { return };
                let full = height * f64::from(part) / f64::from(all.max(1));
                picture.fill(Ink::LaneOff, x, top, gap(width), height);
                picture.fill(Ink::LaneOn, x, top + height - full, gap(width), full);
                let ink = if full > height / 2.0 { Ink::Halo } else { Ink::Text };
                self.finish(picture, view, bar, (x, top, gap(width), height), ink);
            }
            Style::Command(done) => self.draw_command(picture, view, scale, (y, rows.height), bar, done),
            Style::State => {
                let Some((x, width)) = span else { return };
                picture.fill(Ink::LaneOff, x, y + half(rows.height) - 1.0, width, 3.0_f64.min(rows.height));
            }
        }
    }

    /// A command: as wide as its cycle, but never so narrow that it cannot be seen.
    fn draw_command(
        &self,
        picture: &mut Picture,
        view: &View,
        scale: &Scale,
        (y, height): (f64, f64),
        bar: &Bar,
        done: DramCommand,
    ) {
        let x = scale.x(bar.from as f64);
        if !(scale.left..scale.right()).contains(&x) {
            return;
        }
        let width = scale.pixels().clamp(2.0, COMMAND).min(scale.right() - x);
        let (index, name) = command(done);
        picture.fill(Ink::Command(index), x, y + 1.0, width, (height - 2.0).max(1.0));
        if width >= 24.0 && height >= LINE {
            picture.label(Ink::OnCause, Align::Centre, x + width / 2.0, y + height / 2.0, name);
        }
        let note = self.notes.get(bar.note as usize);
        if note.and_then(|note| note.mark).is_some_and(|mark| view.lit.shows(&mark)) {
            picture.outline(Ink::Hover, x, y + 1.0, width, (height - 2.0).max(1.0));
        }
    }

    /// The outline of a bar that lights up, and its text as far as there is room.
    fn finish(
        &self,
        picture: &mut Picture,
        view: &View,
        bar: &Bar,
        (x, y, width, height): (f64, f64, f64, f64),
        ink: Ink,
    ) {
        let Some(note) = self.notes.get(bar.note as usize) else { return };
        if note.mark.is_some_and(|mark| view.lit.shows(&mark)) {
            picture.outline(Ink::Hover, x, y, width, height);
        }
        if height < LINE - 2.0 {
            return;
        }
        // A narrow bar has its text in the middle.
        let narrow = width < NARROW;
        let space = if narrow { width - 2.0 } else { width - 6.0 };
        let fits = |text: &&String| !text.is_empty() && text.chars().count() <= room(space);
        if let Some(text) = note.labels.iter().find(fits) {
            let (align, at) = if narrow { (Align::Centre, x + width / 2.0) } else { (Align::Left, x + 4.0) };
            picture.label(ink, align, at, y + height / 2.0, text.as_str());
        }
    }

    /// From the edge of the source to the edge of what takes from it; in one row only the head.
    pub(super) fn draw_links(&self, picture: &mut Picture, scale: &Scale, rows: &Rows) {
        for (source, taker) in &self.links {
            let bars = self.bars.get(*source as usize).zip(self.bars.get(*taker as usize));
            let Some((source, taker)) = bars else { continue };
            let x = scale.x(taker.from as f64 + 0.5);
            if (scale.left..=scale.right()).contains(&x) {
                arrow(picture, x, &Slot::new(rows, source.row), &Slot::new(rows, taker.row));
            }
        }
    }
}

fn arrow(picture: &mut Picture, x: f64, source: &Slot, taker: &Slot) {
    let (from, to) = if taker.top > source.top {
        (source.bottom, taker.top)
    } else if taker.top < source.top {
        (source.top, taker.bottom)
    } else {
        (taker.top - 2.0 * HEAD, taker.top)
    };
    let back = if to > from { -2.0 * HEAD } else { 2.0 * HEAD };
    picture.line(Ink::Text, x, from, x, to);
    picture.line(Ink::Text, x, to, x - HEAD, to + back);
    picture.line(Ink::Text, x, to, x + HEAD, to + back);
}
