//! The form *units × time*: a row for each unit, a cell for each cycle or for several.
//!
//! Wide cells carry the instruction, or the reason in words; narrow ones only colour and pattern. Neighbours that say
//! the same are one rectangle. From afar a cell holds many cycles: it is filled from the bottom as far as the unit had
//! work, the part with an issue lowest. When even that is too much, the grid becomes an image of a few pixels a cell.

use alloc::{
    format,
    string::{String, ToString},
    vec::Vec,
};

use serde::{Deserialize, Serialize};

use super::{
    View,
    axis::{self, AXIS, Scale, gutter},
    code::{Code, mnemonic},
    mark::Mark,
    number::grouped,
    picture::{Align, Ink, Picture, Pixels, RECTANGLES, Rect, room},
    rows::{Row, Rows},
    table::Table,
};
use crate::{
    base::num::plane::round,
    trace::{Cause, Causes, swatch::Colour, window::Cell},
};

/// From this row height on there are labels.
const LABEL_ROW: f64 = 13.0;
/// Pixels of a cell in the image, one above the other; the last one is the gap between rows.
const LEVELS: usize = 8;

/// See the module.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Cells {
    /// The rows that the answer holds.
    pub rows: Vec<Row>,
    /// Place of the first of them in the whole list.
    pub first: u32,
    /// Number of rows of the whole list.
    pub all: u32,
    /// First cycle.
    pub from: u64,
    /// Cycles of one column, at least 1.
    pub cycles_per_column: u64,
    /// Number of columns.
    pub columns: u32,
    /// The machine's causes.
    pub causes: Causes,
    /// Row after row.
    pub cells: Vec<Cell>,
    /// The instructions of the cells.
    pub code: Code,
}

/// Where things are.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Geometry {
    /// Cycles to pixels.
    pub scale: Scale,
    /// The rows.
    pub rows: Rows,
}

impl Cells {
    /// Where things are in a view.
    pub fn geometry(&self, view: &View) -> Geometry {
        let (width, height) = view.size;
        let scale = Scale::new(width, view.window, gutter(width));
        Geometry { scale, rows: Rows::scrolling(AXIS, height - AXIS - 2.0, self.all, view.first_row) }
    }

    /// Height that all rows need.
    pub fn height(&self) -> f64 {
        AXIS + 2.0 + f64::from(self.all.max(1)) * 20.0
    }

    fn row(&self, at: u32) -> Option<&Row> {
        self.rows.get(at.checked_sub(self.first)? as usize)
    }

    /// The cells of a row of the list.
    fn cells_of(&self, row: u32) -> Option<&[Cell]> {
        let (at, columns) = (row.checked_sub(self.first)? as usize, self.columns as usize);
        self.cells.get(at.checked_mul(columns)?..at.checked_add(1)?.checked_mul(columns)?)
    }

    /// The cell of a row of the list at a cycle, if the answer holds it.
    fn cell(&self, row: u32, cycle: u64) -> Option<&Cell> {
        let column = cycle.checked_sub(self.from)? / self.cycles_per_column.max(1);
        self.cells_of(row)?.get(usize::try_from(column).ok()?)
    }

    /// The place in the list of the row that is selected.
    fn selected(&self, view: &View) -> Option<u32> {
        let at = self.rows.iter().position(|row| row.mark == Some(Mark::Unit(view.selected.0)))?;
        Some(self.first + at as u32)
    }

    /// Draws it.
    pub fn draw(&self, view: &View) -> Picture {
        let geometry = self.geometry(view);
        let mut picture = Picture::default();
        let bottom = geometry.rows.bottom();
        axis::draw(&mut picture, &geometry.scale, view.time, (AXIS, bottom));
        self.draw_cells(&mut picture, view, &geometry);
        let edges = (geometry.scale.left, view.size.0);
        geometry.rows.names(&mut picture, edges, view, |at| self.row(at));
        if let Some(cycle) = view.cursor {
            cursor(&mut picture, &geometry.scale, cycle, bottom);
        }
        picture
    }

    fn draw_cells(&self, picture: &mut Picture, view: &View, geometry: &Geometry) {
        let rows = geometry.rows.first..geometry.rows.first + geometry.rows.count;
        let runs: Vec<Stretch> = rows.flat_map(|row| self.stretches(row)).collect();
        if runs.len() > RECTANGLES {
            picture.pixels = self.pixels(geometry);
            return;
        }
        for run in &runs {
            self.stretch(picture, view, geometry, run);
        }
    }

    fn stretches(&self, row: u32) -> Vec<Stretch<'_>> {
        let mut runs: Vec<Stretch> = Vec::new();
        for (column, cell) in (0u32..).zip(self.cells_of(row).unwrap_or_default()) {
            let (issued, busy) = (u32::from(cell.issued), u32::from(cell.busy));
            match runs.last_mut() {
                Some(last) if same(last.cell, cell) => {
                    last.to = column + 1;
                    last.issued += issued;
                    last.busy += busy;
                }
                _ => runs.push(Stretch { row, from: column, to: column + 1, cell, issued, busy }),
            }
        }
        runs
    }

    fn stretch(&self, picture: &mut Picture, view: &View, geometry: &Geometry, run: &Stretch) {
        let cell = run.cell;
        let cycle = |column: u32| (self.from + u64::from(column) * self.cycles_per_column) as f64;
        let span = geometry.scale.span(cycle(run.from), cycle(run.to));
        let (Some((left, width)), Some(top)) = (span, geometry.rows.y_of(run.row)) else { return };
        if cell.cause == Cause::EMPTY {
            return;
        }
        let gap = if width > 4.0 { 1.0 } else { 0.0 };
        let (y, height) = (top + 1.0, geometry.rows.height - 2.0);
        let (issued, busy) = run.shares();
        let high = |share: f64| if share > 0.0 { (height * share).max(1.0) } else { 0.0 };
        let (part, all) = (high(issued), high(busy).max(high(issued)));
        let bottom = y + height;
        // A replay is neither an issue nor a wait of its own: it is the cause that the cell waits with.
        for (cause, from, to) in [(cell.wait, part, all), (Cause::ISSUED, 0.0, part)] {
            if to > from {
                picture.fill(
                    Ink::Swatch(self.causes.swatch(cause)),
                    left,
                    bottom - to,
                    width - gap,
                    to - from,
                );
            }
        }
        if (cell.pc != u32::MAX && view.lit.pcs.contains(&cell.pc)) || view.lit.cause == Some(cell.cause) {
            picture.outline(Ink::Hover, left, y, width - gap, height);
        }
        if geometry.rows.height >= LABEL_ROW && width > 20.0 && busy > 0.75 {
            let ink = if cell.cause == Cause::ISSUED { Ink::OnIssued } else { Ink::OnCause };
            if let Some(text) = label(cell, self.causes.label(cell.cause), &self.code, room(width - 6.0)) {
                picture.label(ink, Align::Left, left + 4.0, y + height / 2.0, text);
            }
        }
    }

    /// The rows that are shown and answered, as an image.
    fn pixels(&self, geometry: &Geometry) -> Option<Pixels> {
        let from = geometry.rows.first.max(self.first);
        let to = (geometry.rows.first + geometry.rows.count).min(self.first + self.rows.len() as u32);
        let cells = (from..to).filter_map(|row| self.cells_of(row)).flat_map(|row| {
            (0..LEVELS).flat_map(move |level| row.iter().map(move |cell| self.at_level(cell, level)))
        });
        let cells = cells.collect();
        let cycles = (u64::from(self.columns) * self.cycles_per_column) as f64;
        let at = Rect {
            x: geometry.scale.x(self.from as f64),
            y: geometry.rows.y_of(from)?,
            w: cycles * geometry.scale.pixels(),
            h: f64::from(to.saturating_sub(from)) * geometry.rows.height,
        };
        Some(Pixels { at, width: self.columns, cells })
    }

    /// What is at a place: a cell, or the unit of a name.
    pub fn at(&self, view: &View, x: f64, y: f64) -> Option<Mark> {
        let geometry = self.geometry(view);
        let row = geometry.rows.at(y)?;
        let cycle = geometry.scale.cycle(x);
        if x < geometry.scale.left || cycle < 0.0 {
            return self.row(row)?.mark;
        }
        self.mark(row, cycle as u64)
    }

    fn mark(&self, row: u32, cycle: u64) -> Option<Mark> {
        let Some(Mark::Unit(unit)) = self.row(row)?.mark else { return None };
        let cell = self.cell(row, cycle)?;
        Some(Mark::Cell(unit, cycle, cell.cause, cell.pc))
    }

    /// The cell of the selected unit at the cursor.
    pub fn here(&self, view: &View) -> Option<Mark> {
        self.mark(self.selected(view)?, view.cursor?)
    }

    /// What the selected unit does at the cursor, in words.
    pub fn words(&self, view: &View) -> String {
        let Some((row, cycle)) = self.selected(view).zip(view.cursor) else { return String::new() };
        let name = self.row(row).map_or("", |row| &row.name);
        match self.cell(row, cycle) {
            Some(cell) if self.cycles_per_column > 1 => {
                format!("{name} · {}", self.column_words(cell))
            }
            Some(cell) if cell.pc != u32::MAX => {
                format!("{name} · {} · {}", self.causes.label(cell.cause), self.code.name(cell.pc))
            }
            Some(cell) => format!("{name} · {}", self.causes.label(cell.cause)),
            None => name.into(),
        }
    }

    /// A row for each stretch of cycles in which a unit does the same.
    pub fn table(&self) -> Table {
        let heads =
            ["unit", "from", "to", "cause", "pc", "instruction", "active lanes", "issued", "with work"];
        let mut table = Table::new(&heads);
        for (at, row) in (self.first..).zip(&self.rows) {
            for run in self.stretches(at).iter().filter(|run| run.cell.cause != Cause::EMPTY) {
                let cycle = |column: u32| self.from + u64::from(column) * self.cycles_per_column;
                let (pc, lanes) = (run.cell.pc, &run.cell.lanes);
                let known = pc != u32::MAX;
                let (issued, busy) = run.shares();
                table.push([
                    row.name.clone(),
                    cycle(run.from).to_string(),
                    cycle(run.to).to_string(),
                    self.causes.id(run.cell.cause).into(),
                    if known { pc.to_string() } else { String::new() },
                    self.code.text(pc).into(),
                    // What is issued for no lane at all says so.
                    if lanes.is_empty() && run.cell.issued == 0 {
                        String::new()
                    } else {
                        lanes.count().to_string()
                    },
                    format!("{issued:.3}"),
                    format!("{busy:.3}"),
                ]);
            }
        }
        table
    }

    /// What a cell of several cycles says.
    fn column_words(&self, cell: &Cell) -> String {
        let parts = [
            (cell.issued, "issued".to_string()),
            (
                cell.busy.saturating_sub(cell.issued),
                format!("held up, mostly: {}", self.causes.label(cell.wait)),
            ),
            (255 - cell.busy, "no work".to_string()),
        ];
        let parts = parts.into_iter().filter(|(share, _)| *share > 0);
        let percent = |(share, words): (u8, String)| format!("{:.0} % {words}", f64::from(share) / 2.55);
        let parts: Vec<String> = parts.map(percent).collect();
        format!("{} cycles here: {}", grouped(self.cycles_per_column), parts.join(", "))
    }

    /// The colour of a cell at a level counted from the top, and whether there is any.
    fn at_level(&self, cell: &Cell, level: usize) -> (Colour, u8) {
        const BARS: usize = LEVELS - 1;
        let high = |share: u8| match (usize::from(share) * BARS + 127) / 255 {
            0 if share > 0 => 1,
            high => high,
        };
        let colour = |cause| self.causes.swatch(cause).colour;
        match BARS.checked_sub(level + 1) {
            Some(up) if up < high(cell.issued) => (colour(Cause::ISSUED), 255),
            Some(up) if up < high(cell.busy) => (colour(cell.wait), 255),
            _ => (colour(Cause::EMPTY), 0),
        }
    }
}

/// Neighbouring columns `from..to` of a row that say the same, with the sums of their shares.
struct Stretch<'a> {
    row: u32,
    from: u32,
    to: u32,
    cell: &'a Cell,
    issued: u32,
    busy: u32,
}

impl Stretch<'_> {
    /// Parts of the cycles in which an instruction was issued, and in which there was work.
    fn shares(&self) -> (f64, f64) {
        let all = f64::from(self.to - self.from) * 255.0;
        (f64::from(self.issued) / all, f64::from(self.busy) / all)
    }
}

/// Two issues are two things even if they are of one instruction.
fn same(a: &Cell, b: &Cell) -> bool {
    let single = a.pc != u32::MAX && matches!(a.cause, Cause::ISSUED | Cause::REPLAY);
    let shares = |cell: &Cell| (cell.issued / 32, cell.busy / 32);
    (a.cause, a.wait, a.pc) == (b.cause, b.wait, b.pc) && !single && shares(a) == shares(b)
}

/// What a cell says in at most `room` characters; nothing rather than a cut word.
fn label(cell: &Cell, reason: &str, code: &Code, room: usize) -> Option<String> {
    let issued = matches!(cell.cause, Cause::ISSUED | Cause::REPLAY);
    let text = code.text(cell.pc);
    let short = mnemonic(text);
    let candidates = if issued {
        let stem = short.split('.').next().unwrap_or(short);
        [text.to_string(), short.to_string(), stem.to_string(), cell.pc.to_string()]
    } else {
        let named = if short.is_empty() { String::new() } else { format!("{reason}: {short}") };
        let last = reason.rsplit(' ').next().unwrap_or(reason);
        [named, reason.to_string(), last.to_string(), String::new()]
    };
    let fits = |text: &String| !text.is_empty() && text.chars().count() <= room;
    candidates.into_iter().find(fits).filter(|_| cell.pc != u32::MAX || !issued)
}

/// Draws the cursor round its column, or as a line where columns are narrow; never outside the scale.
fn cursor(picture: &mut Picture, scale: &Scale, cursor: u64, bottom: f64) {
    let (x, width) = (scale.x(cursor as f64), scale.pixels());
    if x + width < scale.left || x > scale.right() {
        return;
    }
    if width >= 6.0 {
        let (left, right) = (x.max(scale.left), (x + width).min(scale.right()));
        picture.outline(Ink::Cursor, left, AXIS - 2.0, right - left, bottom - AXIS + 4.0);
    } else {
        let x = round(x.max(scale.left)).min(scale.right() - 2.0);
        picture.fill(Ink::Halo, x - 1.0, AXIS - 2.0, 4.0, bottom - AXIS + 4.0);
        picture.fill(Ink::Cursor, x, AXIS - 8.0, 2.0, bottom - AXIS + 10.0);
    }
}

#[cfg(test)]
mod tests;
