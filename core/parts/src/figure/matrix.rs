//! The form *matrix at an instant*: a row for each unit or block of memory, a column for each lane, sector or bank, and in
//! each cell whether it takes part. Behind a row stands what it does.

use alloc::{
    format,
    string::{String, ToString},
    vec::Vec,
};

use serde::{Deserialize, Serialize};

use super::{
    View,
    mark::Mark,
    picture::{Align, CHARACTER, Ink, Picture, cut, room},
    rows::{Row, Rows},
    table::{Look, Table, TableCell},
};
use crate::{
    base::num::plane::{ceil, floor},
    trace::{Cause, Causes},
};

/// Height of the row of column numbers.
const HEAD: f64 = 24.0;
/// Width of the column of names.
const NAMES: f64 = 104.0;
/// Width of the column with the cause.
const CAUSES: f64 = 136.0;
/// Narrowest and widest cell, and one that gives way to what is said behind its row.
const CELL: (f64, f64) = (3.0, 40.0);
const READABLE: f64 = 22.0;
/// Width of a character of program text.
const CODE: f64 = 7.3;
/// Cells of a line where a row has more than twice as many: 1,024 work-items are 16 lines.
const FOLD: u32 = 64;

/// See the module.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Matrix {
    /// What a column is, such as `lane`.
    pub column: String,
    /// Number of columns.
    pub columns: u32,
    /// The rows that the answer holds.
    pub rows: Vec<Line>,
    /// Place of the first of them in the whole list.
    pub first: u32,
    /// Number of rows of the whole list.
    pub all: u32,
    /// The machine's causes.
    pub causes: Causes,
}

/// A row.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Line {
    /// Its name and what it stands for.
    pub row: Row,
    /// Its cells, at most as many as there are columns.
    pub cells: Vec<State>,
    /// What is written into cells, if anything is.
    pub texts: Vec<String>,
    /// What stands for a column in this row.
    pub marks: Marks,
    /// For lanes of a unit with work: its work-group, and the work-item of its first lane.
    pub items: Option<(u32, u32)>,
    /// What the unit does.
    pub cause: Option<Cause>,
    /// What else there is to say, where there is room.
    pub note: String,
}

/// What a cell is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum State {
    /// It takes part.
    On,
    /// It is there but takes no part.
    Off,
    /// It is not there.
    Absent,
}

/// What the cells of a row stand for.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Marks {
    /// Lanes of a unit.
    Lanes(u32),
    /// Bytes from an address on, so many for each cell.
    Bytes(u64, u64),
    /// Banks.
    Banks,
}

impl Marks {
    fn of(self, column: u32) -> Mark {
        match self {
            Marks::Lanes(unit) => Mark::Lane(unit, column),
            Marks::Bytes(base, each) => Mark::Bytes(base.saturating_add(u64::from(column) * each), each),
            Marks::Banks => Mark::Bank(column),
        }
    }
}

/// Where things are.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Geometry {
    /// Width of a cell.
    pub cell: f64,
    /// Cells side by side; the others of a row stand in lines below.
    pub across: u32,
    /// Height of a line of cells.
    pub line: f64,
    /// The rows.
    pub rows: Rows,
}

impl Geometry {
    /// The upper left corner of a column's cell, from that of the row.
    fn place(&self, column: u32) -> (f64, f64) {
        let (line, at) = (column / self.across, column % self.across);
        (NAMES + f64::from(at) * self.cell, f64::from(line) * self.line)
    }
}

impl Matrix {
    /// Where things are in a view.
    pub fn geometry(&self, view: &View) -> Geometry {
        let (width, height) = view.size;
        let (across, lines) = self.folded();
        let least = if lines > 1 { CELL.0 / 2.0 } else { CELL.0 };
        let cell = |behind: f64| ((width - NAMES - behind) / f64::from(across)).clamp(least, CELL.1);
        let notes = self.rows.iter().map(|line| line.note.len()).max().unwrap_or(0) as f64 * CODE + 16.0;
        let cell = match self.rows.iter().any(|line| line.cause.is_some()) {
            true => cell(CAUSES),
            false if cell(notes) >= READABLE => cell(notes),
            false => cell(0.0),
        };
        let cell = if cell >= 6.0 { floor(cell) } else { cell };
        let rows = Rows::of_lines(HEAD, height - HEAD, self.all, view.first_row, lines);
        Geometry { cell, across, line: rows.height / f64::from(lines), rows }
    }

    /// Cells side by side, and lines of them in a row.
    fn folded(&self) -> (u32, u32) {
        let columns = self.columns.max(1);
        let across = if columns > 2 * FOLD { FOLD } else { columns };
        (across, columns.div_ceil(across))
    }

    /// Height that all rows need.
    pub fn height(&self) -> f64 {
        let (_, lines) = self.folded();
        HEAD + f64::from(self.all.max(1)) * 20.0_f64.max(6.0 * f64::from(lines))
    }

    fn line(&self, at: u32) -> Option<&Line> {
        self.rows.get(at.checked_sub(self.first)? as usize)
    }

    /// Draws it.
    pub fn draw(&self, view: &View) -> Picture {
        let (geometry, mut picture) = (self.geometry(view), Picture::default());
        let Geometry { cell, across, rows, .. } = geometry;
        self.head(&mut picture, (across, cell), view);
        rows.names(&mut picture, (NAMES, view.size.0), view, |at| self.line(at).map(|line| &line.row));
        for at in rows.first..rows.first + rows.count {
            let Some(line) = self.line(at) else { continue };
            line.cells(&mut picture, view, &geometry, rows.y(at));
            let x = NAMES + f64::from(across) * cell + 8.0;
            line.words(&mut picture, &self.causes, view.size.0, (x, rows.y(at) + rows.height / 2.0));
        }
        if let Some(lane) = view.lit.lane.filter(|lane| *lane < self.columns && self.has_lanes()) {
            let (x, down) = geometry.place(lane);
            for row in rows.first..rows.first + rows.count {
                picture.outline(Ink::Hover, x, rows.y(row) + down, cell - 1.0, geometry.line);
            }
        }
        picture
    }

    fn has_lanes(&self) -> bool {
        self.rows.first().is_some_and(|line| matches!(line.marks, Marks::Lanes(_)))
    }

    fn head(&self, picture: &mut Picture, (across, cell): (u32, f64), view: &View) {
        let every = ceil(20.0 / cell).max(1.0) as u32;
        let every = if every > 2 { every.next_multiple_of(4) } else { every };
        for column in (0..across).step_by(every as usize) {
            let x = NAMES + (f64::from(column) + 0.5) * cell;
            picture.label(Ink::Faint, Align::Centre, x, HEAD / 2.0 + 2.0, column.to_string());
        }
        // Behind the numbers if there is room, else before them.
        let end = NAMES + f64::from(across) * cell + 8.0;
        let x = if end + self.column.len() as f64 * CHARACTER < view.size.0 { end } else { 8.0 };
        picture.label(Ink::Faint, Align::Left, x, HEAD / 2.0 + 2.0, self.column.as_str());
    }

    /// What is at a place: a cell, or the row of a name.
    pub fn at(&self, view: &View, x: f64, y: f64) -> Option<Mark> {
        let Geometry { cell, across, line: height, rows } = self.geometry(view);
        let row = rows.at(y)?;
        let line = self.line(row)?;
        let at = floor((x - NAMES) / cell);
        let column = floor((y - rows.y(row)) / height) * f64::from(across) + at;
        let inside = at >= 0.0 && at < f64::from(across) && column < f64::from(self.columns);
        if inside { Some(line.marks.of(column as u32)) } else { line.row.mark }
    }

    /// What the selected lane does, in words.
    pub fn words(&self, view: &View) -> String {
        let (unit, lane) = view.selected;
        let Some(line) = self.rows.iter().find(|line| line.row.mark == Some(Mark::Unit(unit))) else {
            return String::new();
        };
        let on = |state| line.cells.iter().filter(|cell| **cell == state).count();
        let does = match line.cells.get(lane as usize) {
            Some(State::On) => "takes part",
            Some(State::Off) => "is switched off",
            Some(State::Absent) | None => "has no work-item",
        };
        let (active, live) = (on(State::On), on(State::On) + on(State::Off));
        let item = line.items.map_or(String::new(), |(group, first)| {
            format!(", group {group}, work-item {}", first.saturating_add(lane))
        });
        let text = line.texts.get(lane as usize).filter(|text| !text.is_empty() && self.has_lanes());
        let holds = text.map_or(String::new(), |text| format!(" with {text}"));
        format!("{} · Lane {lane} {does}{holds}{item} · {active} of {live} lanes take part", line.row.name)
    }

    /// A row for each row, a column for each column: 1 and 0 for what takes part and what does not, unless cells of the row say
    /// more; then one that says nothing is empty.
    pub fn table(&self) -> Table {
        let mut table = Table::new(&["row"]);
        for column in 0..self.columns {
            table.columns.push(super::table::Column::new(format!("{} {column}", self.column)));
        }
        ["cause", "note"].iter().for_each(|head| table.columns.push(super::table::Column::new(*head)));
        for line in &self.rows {
            let says = line.texts.iter().any(|text| !text.is_empty());
            let cell = |column: u32| {
                let text = line.texts.get(column as usize).cloned().unwrap_or_default();
                match line.cells.get(column as usize) {
                    Some(State::On) if text.is_empty() => TableCell::text("1").looking(Look::On),
                    Some(State::Off) if text.is_empty() && !says => TableCell::text("0").looking(Look::Off),
                    _ => TableCell::text(text),
                }
            };
            let cause = line.cause.map_or("", |cause| self.causes.id(cause));
            let ends = [TableCell::text(cause), TableCell::text(line.note.as_str())];
            let name = TableCell::text(line.row.name.as_str());
            table.rows.push([name].into_iter().chain((0..self.columns).map(cell)).chain(ends).collect());
        }
        table
    }
}

impl Line {
    fn cells(&self, picture: &mut Picture, view: &View, geometry: &Geometry, y: f64) {
        let width = geometry.cell;
        let gap = if width > 5.0 { 1.0 } else { 0.5 };
        let height = geometry.line - if geometry.line > 8.0 { 2.0 } else { 1.0 };
        for (column, state) in (0u32..).zip(&self.cells) {
            let (x, down) = geometry.place(column);
            let (y, middle) = (y + down, y + down + geometry.line / 2.0);
            match state {
                State::On => picture.fill(Ink::LaneOn, x, y + 1.0, width - gap, height),
                State::Off => picture.fill(Ink::LaneOff, x, y + 1.0, width - gap, height),
                State::Absent => picture.fill(Ink::Rule, x + width / 2.0 - 1.0, middle, 2.0, 1.0),
            }
            let mark = self.marks.of(column);
            if view.is_selected(&mark) {
                picture.outline(Ink::Cursor, x, y + 1.0, width - 1.0, height);
            }
            if !matches!(self.marks, Marks::Lanes(_)) && view.lit.shows(&mark) {
                picture.outline(Ink::Hover, x, y + 1.0, width - 1.0, height);
            }
            let text = self.texts.get(column as usize).filter(|text| !text.is_empty());
            if let Some(text) = text.filter(|text| text.chars().count() <= room(width - 2.0)) {
                let ink = if *state == State::On { Ink::Halo } else { Ink::Text };
                picture.label(ink, Align::Centre, x + width / 2.0, middle, text.as_str());
            }
        }
    }

    /// What the unit does, and what else there is to say where there is room.
    fn words(&self, picture: &mut Picture, causes: &Causes, width: f64, (x, middle): (f64, f64)) {
        let mut left = x;
        if let Some(cause) = self.cause {
            let row = causes.row(cause);
            picture.fill(Ink::Swatch(row.swatch), x, middle - 5.0, 10.0, 10.0);
            let label = shorter(&row.label, room(width - x - 16.0));
            if !label.is_empty() {
                picture.label(Ink::Text, Align::Left, x + 16.0, middle, label);
            }
            left = x + 28.0 + label.chars().count() as f64 * CHARACTER;
        }
        let room = ((width - left) / CODE) as usize;
        if room >= 8 && !self.note.is_empty() {
            picture.label(Ink::Code, Align::Left, left, middle, cut(&self.note, room));
        }
    }
}

/// A label where it fits, else its last word, which says the most (*waits for memory*), else nothing rather than a cut word.
fn shorter(label: &str, room: usize) -> &str {
    let last = label.rsplit(' ').next().unwrap_or(label);
    [label, last].into_iter().find(|text| text.chars().count() <= room).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cause_is_never_cut_in_a_word() {
        assert_eq!(
            [16, 15, 6, 5].map(|room| shorter("waits for memory", room)),
            ["waits for memory", "memory", "memory", ""]
        );
    }

    fn line(unit: u32) -> Line {
        use State::{Absent, Off, On};
        Line {
            row: Row::new(format!("warp {unit}"), Some(Mark::Unit(unit))),
            cells: [On, On, Off, Off, Absent, Absent, Absent, Absent].into(),
            texts: Vec::new(),
            marks: Marks::Lanes(unit),
            items: Some((3, 8)),
            cause: Some(Cause::MEMORY),
            note: String::new(),
        }
    }

    fn matrix(units: u32) -> Matrix {
        let rows = (0..units).map(line).collect();
        Matrix { column: "lane".into(), columns: 8, rows, first: 0, all: units, causes: Causes::SHARED }
    }

    #[test]
    fn a_lane_is_on_off_or_absent() {
        let picture = matrix(1).draw(&View::plain((560.0, 100.0)));
        let count = |ink| picture.filled(ink).len();
        assert_eq!((count(Ink::LaneOn), count(Ink::LaneOff), count(Ink::Rule)), (2, 2, 4));
        let table = matrix(1).table();
        let texts: Vec<&str> = table.rows[0].iter().map(|cell| cell.text.as_str()).collect();
        assert_eq!(texts, ["warp 0", "1", "1", "0", "0", "", "", "", "", "memory", ""]);
    }

    #[test]
    fn the_pointer_finds_unit_and_lane() {
        let (matrix, view) = (matrix(4), View::plain((560.0, 152.0)));
        let geometry = matrix.geometry(&view);
        assert_eq!((geometry.cell, geometry.rows.height), (40.0, 32.0));
        assert_eq!(matrix.at(&view, NAMES + 41.0, HEAD + 65.0), Some(Mark::Lane(2, 1)));
        assert_eq!(matrix.at(&view, 3.0, HEAD + 1.0), Some(Mark::Unit(0)));
        assert_eq!(matrix.at(&view, NAMES, HEAD - 1.0), None);
    }

    #[test]
    fn a_row_of_many_lanes_is_folded_and_the_pointer_finds_each() {
        let mut matrix = matrix(2);
        matrix.columns = 1024;
        matrix.rows.iter_mut().for_each(|line| line.cells = alloc::vec![State::On; 1024]);
        let view = View::plain((960.0, matrix.height()));
        let geometry = matrix.geometry(&view);
        assert_eq!((geometry.across, matrix.height()), (64, HEAD + 2.0 * 16.0 * 6.0));
        for lane in [0, 63, 64, 700, 1023] {
            let (x, down) = geometry.place(lane);
            let y = geometry.rows.y(1) + down;
            assert_eq!(matrix.at(&view, x + 1.0, y + 1.0), Some(Mark::Lane(1, lane)), "{lane}");
        }
    }

    #[test]
    fn words_say_what_the_selected_lane_does() {
        let view = View { selected: (1, 2), ..View::plain((560.0, 152.0)) };
        assert_eq!(
            matrix(2).words(&view),
            "warp 1 · Lane 2 is switched off, group 3, work-item 10 · 2 of 4 lanes take part"
        );
    }
}
