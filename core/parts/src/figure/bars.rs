//! The form *bars over time*: things that last, each in a row, with arrows from one to another, grounds behind groups of
//! them, and lines through the rows for how long a row is in a state.
//!
//! A row may be a unit, a lane, a bank or a core; the bars are instructions, elements, accesses or strips. Rows that
//! have no room for their name keep their place without one. Where an answer holds only the first part of what there
//! is, the rest of the window is marked as not drawn.

mod parts;
#[cfg(test)]
mod tests;

use alloc::{
    format,
    string::{String, ToString},
    vec::Vec,
};

use serde::{Deserialize, Serialize};

use super::{
    View,
    axis::{self, AXIS, Scale, gutter},
    mark::Mark,
    number::grouped,
    picture::{Align, CHARACTER, Ink, Picture, room},
    rows::{Row, Rows},
    table::Table,
};
use crate::{base::num::plane::floor, trace::DramCommand};

/// Height of the band with the numbers of grounds.
const BAND: f64 = 16.0;
/// Pixels of the picture's width for each arrow; with less the arrows would be a thicket.
const ARROW: f64 = 8.0;
/// What the part of a window that an answer does not hold says.
const NOT_DRAWN: &str = "not drawn: zoom in";
/// What a picture says beside it if it does not show everything.
const ZOOM_IN: &str = "Zoom in to see everything.";

/// See the module.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Bars {
    /// The rows.
    pub rows: Vec<Row>,
    /// The bars, by their first cycle.
    pub bars: Vec<Bar>,
    /// Arrows: from and to a bar, by their places in `bars`. An arrow stands at the first cycle of the second one.
    pub links: Vec<(u32, u32)>,
    /// Grounds behind groups of bars.
    pub grounds: Vec<Ground>,
    /// What a ground is; empty if there are none.
    pub ground_name: String,
    /// Texts that bars share.
    pub notes: Vec<Note>,
    /// If not all is there: the last cycle of which something is.
    pub cut: Option<u64>,
    /// What to say where nothing is at the cursor.
    pub nothing_here: String,
    /// What to say at a cycle instead of naming every bar there: of those that hold it the shortest speaks.
    pub said: Vec<Said>,
    /// If rows are counted instead of named where they are busy: what they are, such as `banks`.
    pub counted: String,
}

/// What to say during some cycles.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Said {
    /// First cycle.
    pub from: u64,
    /// One past the last cycle.
    pub to: u64,
    /// The words.
    pub words: String,
}

/// Something that lasts.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Bar {
    /// Its row.
    pub row: u32,
    /// Its first cycle.
    pub from: u64,
    /// One past its last cycle.
    pub to: u64,
    /// How it is drawn.
    pub style: Style,
    /// Its text, by its place in [`Bars::notes`].
    pub note: u32,
}

/// A text that several bars share.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Note {
    /// What is written on a bar where there is room, the longest first.
    pub labels: Vec<String>,
    /// What the bar is, in words.
    pub words: String,
    /// What lights up with it.
    pub mark: Option<Mark>,
}

/// How a bar is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Style {
    /// A bar of a link colour. From `to` on until the last cycle a thin line goes on below it.
    Work {
        /// The link colour.
        hue: u8,
        /// One past the last cycle of the thin line.
        until: u64,
    },
    /// A bar that is pale: it takes its time but does nothing.
    Pale,
    /// A bar whose first cycle is dark: it begins there, and the row is busy until its end.
    Busy,
    /// A pale bar that is filled from below as far as a share says: so many of so many.
    Level(u32, u32),
    /// A command that fills a cycle.
    Command(DramCommand),
    /// A thin line through the middle: the row is in a state.
    State,
}

/// A ground behind a group of bars.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ground {
    /// First and one past the last of the rows that it is behind.
    pub rows: (u32, u32),
    /// First cycle.
    pub from: u64,
    /// One past the last cycle.
    pub to: u64,
    /// Its number: grounds of even ones are shaded.
    pub number: u32,
}

impl Bars {
    /// Adds a text; its place.
    pub fn note(&mut self, note: Note) -> u32 {
        self.notes.push(note);
        self.notes.len() as u32 - 1
    }

    fn top(&self) -> f64 {
        if self.ground_name.is_empty() { AXIS } else { AXIS + BAND }
    }

    /// Where things are in a view.
    pub fn geometry(&self, view: &View) -> (Scale, Rows) {
        let (width, height) = view.size;
        // A picture that is not of the run's cycles has its own axis: long names may take some of it.
        let names = self.rows.iter().map(|row| row.name.len()).max().unwrap_or(0) as f64 * CHARACTER + 12.0;
        let wide = if view.cursor.is_none() { names.min(width * 0.4) } else { 0.0 };
        let scale = Scale::new(width, view.window, gutter(width).max(wide));
        (scale, Rows::fitting(self.top(), height - 2.0, self.rows.len() as u32))
    }

    /// Height that all rows need to have a name each.
    pub fn height(&self) -> f64 {
        self.top() + 2.0 + self.rows.len().max(1) as f64 * 20.0
    }

    /// Is there room for all arrows in a picture of this width?
    pub fn arrows_fit(&self, width: f64) -> bool {
        self.links.len() as f64 * ARROW <= width
    }

    /// What is not drawn in a view, if something is not.
    pub fn remark(&self, view: &View) -> Option<&'static str> {
        (self.cut.is_some() || !self.arrows_fit(view.size.0)).then_some(ZOOM_IN)
    }

    /// Draws it.
    pub fn draw(&self, view: &View) -> Picture {
        let ((scale, rows), mut picture) = (self.geometry(view), Picture::default());
        let bottom = rows.bottom();
        axis::draw(&mut picture, &scale, view.time, (AXIS, bottom));
        self.draw_grounds(&mut picture, &scale, &rows);
        self.rules(&mut picture, &scale, &rows);
        for bar in &self.bars {
            self.draw_bar(&mut picture, view, &scale, &rows, bar);
        }
        if self.arrows_fit(view.size.0) {
            self.draw_links(&mut picture, &scale, &rows);
        }
        rows.names(&mut picture, (scale.left, view.size.0), view, |at| self.rows.get(at as usize));
        if let Some((x, width)) = self.cut.and_then(|cut| scale.span(cut as f64 + 1.0, f64::MAX)) {
            picture.fill(Ink::LaneOff, x, AXIS, width, bottom - AXIS);
            picture.labels.retain(|label| label.y < AXIS || label.x < x);
            if NOT_DRAWN.len() < room(width) {
                picture.label(Ink::Text, Align::Centre, x + width / 2.0, (AXIS + bottom) / 2.0, NOT_DRAWN);
            }
        }
        if let Some(cycle) = view.cursor {
            axis::cursor(&mut picture, &scale, cycle, AXIS - 4.0, bottom);
        }
        picture
    }

    /// Where there are states, rows are ruled apart.
    fn rules(&self, picture: &mut Picture, scale: &Scale, rows: &Rows) {
        if self.bars.iter().any(|bar| bar.style == Style::State) {
            for row in 0..rows.count {
                picture.fill(Ink::Rule, scale.left, rows.y(row + 1) - 1.0, scale.width, 1.0);
            }
        }
    }

    /// The bar at a place: the thinnest one that is near.
    fn bar_at(&self, view: &View, x: f64, y: f64) -> Option<&Bar> {
        let (scale, rows) = self.geometry(view);
        let (row, cycle) = (rows.at(y)?, scale.cycle(x));
        let reach = 4.0 / scale.pixels();
        let here = |bar: &&Bar| {
            let (from, to) = (bar.from as f64, bar.to as f64);
            let wide = if (to - from) * scale.pixels() < 8.0 { reach } else { 0.0 };
            bar.row == row && bar.style != Style::State && from - wide <= cycle && cycle < to + wide
        };
        self.bars.iter().filter(here).min_by_key(|bar| bar.to - bar.from)
    }

    /// What is at a place: what a bar stands for, or the row of a name.
    pub fn at(&self, view: &View, x: f64, y: f64) -> Option<Mark> {
        let (scale, rows) = self.geometry(view);
        if x < scale.left {
            // A bank is no command of it.
            return self.rows.get(rows.at(y)? as usize)?.mark.filter(|mark| !matches!(mark, Mark::Dram(..)));
        }
        let bar = self.bar_at(view, x, y)?;
        self.notes.get(bar.note as usize)?.mark
    }

    /// What the row at a height stands for.
    pub fn row_at(&self, view: &View, y: f64) -> Option<Mark> {
        let (_, rows) = self.geometry(view);
        self.rows.get(rows.at(y)? as usize)?.mark
    }

    /// What the bar at the cursor in the row of the selected unit stands for.
    pub fn here(&self, view: &View) -> Option<Mark> {
        let row = self.rows.iter().position(|row| row.mark.is_some_and(|mark| view.is_selected(&mark)))?;
        let cycle = view.cursor?;
        let here = |bar: &&Bar| bar.row as usize == row && (bar.from..bar.to).contains(&cycle);
        self.notes.get(self.bars.iter().find(here)?.note as usize)?.mark
    }

    /// What is at the cursor, in words: every bar there by its row.
    pub fn words(&self, view: &View) -> String {
        const NAMED: usize = 6;
        let Some(cycle) = view.cursor else { return String::new() };
        let said = self.said.iter().filter(|said| (said.from..said.to).contains(&cycle));
        if let Some(said) = said.min_by_key(|said| said.to - said.from) {
            return said.words.clone();
        }
        let here = |bar: &&Bar| bar.from <= cycle && cycle < bar.to && bar.style != Style::State;
        if !self.counted.is_empty() {
            return self.count(self.bars.iter().filter(here).map(|bar| bar.row).collect());
        }
        let mut all: Vec<String> = Vec::new();
        for bar in self.bars.iter().filter(here) {
            let row = self.rows.get(bar.row as usize).map_or("", |row| &row.name);
            let words = self.notes.get(bar.note as usize).map_or("", |note| &note.words);
            let said = if words.is_empty() { row.to_string() } else { format!("{row}: {words}") };
            if !all.contains(&said) {
                all.push(said);
            }
        }
        if all.is_empty() {
            return self.nothing_here.clone();
        }
        let more = all.len().saturating_sub(NAMED);
        all.truncate(NAMED);
        let more = if more > 0 { format!("; and {} more", grouped(more as u64)) } else { String::new() };
        format!("{}{more}", all.join("; "))
    }

    /// How many rows are busy, and which.
    fn count(&self, mut busy: Vec<u32>) -> String {
        crate::base::order::sort(&mut busy);
        busy.dedup();
        let (all, what) = (self.rows.len(), self.counted.as_str());
        let numbers: Vec<String> = busy.iter().map(u32::to_string).collect();
        match busy.len() {
            0 => self.nothing_here.clone(),
            1 => format!("1 of {all} {what} is busy: {}", numbers[0]),
            n => format!("{n} of {all} {what} are busy: {}", numbers.join(", ")),
        }
    }

    /// A row for each bar, in the order of their first cycles.
    pub fn table(&self) -> Table {
        let mut table = Table::new(&["row", "from", "to", "until", "what", "takes from"]);
        for (at, bar) in (0u32..).zip(&self.bars) {
            let until = match bar.style {
                Style::Work { until, .. } => until,
                _ => bar.to,
            };
            let sources = self.links.iter().filter(|(_, to)| *to == at).filter_map(|(from, _)| {
                self.notes.get(self.bars.get(*from as usize)?.note as usize).map(|note| note.words.as_str())
            });
            let sources: Vec<&str> = sources.collect();
            table.push([
                self.rows.get(bar.row as usize).map_or(String::new(), |row| row.name.clone()),
                bar.from.to_string(),
                bar.to.to_string(),
                until.to_string(),
                self.notes.get(bar.note as usize).map_or(String::new(), |note| note.words.clone()),
                sources.join("; "),
            ]);
        }
        table
    }
}

/// Half of a number of pixels, a whole one.
fn half(pixels: f64) -> f64 {
    floor(pixels / 2.0)
}
