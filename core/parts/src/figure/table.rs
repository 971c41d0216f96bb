//! The form *table*: named columns and rows of text, some of which are marked. Every other form can be read as one; that
//! is what is written as CSV.

use alloc::{string::String, vec::Vec};

use serde::{Deserialize, Serialize};

use super::{
    View,
    mark::Mark,
    picture::{self, Align, CHARACTER, Ink, Picture, room},
};

/// Height of a row of text.
pub const ROW: f64 = 18.0;
/// Space between two columns.
const GAP: f64 = 14.0;
/// Most characters of a column that are drawn.
const WIDEST: usize = 56;

/// See the module.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Table {
    /// Heads of the columns; the first one names the rows.
    pub columns: Vec<Column>,
    /// The rows, each with a cell for every column.
    pub rows: Vec<Vec<TableCell>>,
}

/// A column.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Column {
    /// Its head.
    pub title: String,
    /// What lights up with it.
    pub mark: Option<Mark>,
    /// It steps back: a lane that takes no part.
    pub off: bool,
}

/// A cell.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct TableCell {
    /// What it says.
    pub text: String,
    /// What it stands for.
    pub mark: Option<Mark>,
    /// How it is shown.
    pub look: Look,
    /// The bits behind the text, where a change of them is worth a mark.
    pub bits: Option<u64>,
}

/// How a cell is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Look {
    /// As it is.
    #[default]
    Plain,
    /// It has changed since the start of the run.
    Changed,
    /// It is in use: a lane that is served, a bit that is set.
    On,
    /// It steps back: beyond the end, or switched off.
    Off,
    /// Its text is a row of bits, 1 and 0.
    Bits,
}

impl TableCell {
    /// A cell that only says something.
    pub fn text(text: impl Into<String>) -> TableCell {
        TableCell { text: text.into(), ..TableCell::default() }
    }

    /// A cell that stands for something.
    pub fn of(text: impl Into<String>, mark: Mark) -> TableCell {
        TableCell { text: text.into(), mark: Some(mark), ..TableCell::default() }
    }

    /// The same cell with the bits behind its text.
    pub fn holding(self, bits: u64) -> TableCell {
        TableCell { bits: Some(bits), ..self }
    }

    /// The same cell, shown in another way.
    pub fn looking(self, look: Look) -> TableCell {
        TableCell { look, ..self }
    }
}

impl Column {
    /// A column with a head.
    pub fn new(title: impl Into<String>) -> Column {
        Column { title: title.into(), ..Column::default() }
    }
}

impl Table {
    /// Has the cell at a row and a column other bits than in an earlier answer to the same question? Rows and columns are the same if
    /// they have the same names.
    pub fn changed(&self, before: &Table, row: usize, column: usize) -> bool {
        let same_column = |table: &Table| table.columns.get(column).map(|column| column.title.clone());
        let cell = |table: &Table, at: usize| table.rows.get(row).and_then(|row| row.get(at)).cloned();
        let name = |table: &Table| cell(table, 0).map(|cell| cell.text);
        let bits = |table: &Table| cell(table, column).and_then(|cell| cell.bits);
        let (now, old) = (bits(self), bits(before));
        now.is_some()
            && old.is_some()
            && now != old
            && name(self) == name(before)
            && same_column(self) == same_column(before)
    }

    /// A table with these heads and no row.
    pub fn new(heads: &[&str]) -> Table {
        Table { columns: heads.iter().map(|head| Column::new(*head)).collect(), rows: Vec::new() }
    }

    /// Adds a row of plain cells.
    pub fn push<const N: usize>(&mut self, cells: [String; N]) {
        self.rows.push(cells.into_iter().map(TableCell::text).collect());
    }

    /// Height that it needs.
    pub fn height(&self) -> f64 {
        (self.rows.len() + 1) as f64 * ROW + 4.0
    }

    /// Left edge of each column and the right edge of the last, in a picture of a width. Columns that have no room are
    /// left out.
    fn edges(&self, width: f64) -> Vec<f64> {
        let longest = |column: usize| {
            let cells =
                self.rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.text.chars().count());
            let head = self.columns.get(column).map_or(0, |column| column.title.chars().count());
            cells.chain([head]).max().unwrap_or(0).min(WIDEST)
        };
        let mut edges = Vec::from([8.0]);
        for column in 0..self.columns.len() {
            let left = edges.last().copied().unwrap_or(8.0);
            let right = left + longest(column) as f64 * CHARACTER + GAP;
            // The last one that has some room is cut.
            if right > width && (width - left < 6.0 * CHARACTER + GAP || longest(column) < 12) {
                break;
            }
            edges.push(right.min(width));
        }
        edges
    }

    /// Draws the rows that fit.
    pub fn draw(&self, view: &View) -> Picture {
        let (width, height) = view.size;
        let (mut picture, edges) = (Picture::default(), self.edges(width));
        let columns: Vec<(f64, f64)> = edges.windows(2).map(|pair| (pair[0], pair[1])).collect();
        for ((left, right), column) in columns.iter().zip(&self.columns) {
            let text = cut(&column.title, right - left);
            picture.label(Ink::Faint, Align::Left, *left, ROW / 2.0, text);
            if column.mark.is_some_and(|mark| view.lit.shows(&mark)) {
                picture.outline(Ink::Hover, left - 4.0, 1.0, right - left - 4.0, ROW - 2.0);
            }
        }
        let end = edges.last().copied().unwrap_or(width);
        picture.fill(Ink::Rule, 0.0, ROW, end, 1.0);
        let fit = ((height - ROW) / ROW).max(0.0) as usize;
        for (at, row) in self.rows.iter().take(fit).enumerate() {
            let y = (at + 1) as f64 * ROW;
            for ((left, right), cell) in columns.iter().zip(row) {
                cell.draw(&mut picture, view, (*left, y), right - left);
            }
        }
        if fit < self.rows.len() && fit > 0 {
            // The last row that fits says how many do not.
            let y = fit as f64 * ROW;
            let more = self.rows.len() - fit;
            picture.fill(Ink::Halo, 0.0, y + 1.0, end, ROW - 1.0);
            picture.labels.retain(|label| label.y < y);
            let words = alloc::format!("and {} more rows", more + 1);
            picture.label(Ink::Faint, Align::Left, 8.0, y + ROW / 2.0, words);
        }
        picture
    }

    /// What is at a place.
    pub fn at(&self, view: &View, x: f64, y: f64) -> Option<Mark> {
        let edges = self.edges(view.size.0);
        let column = edges.windows(2).position(|pair| (pair[0] - GAP / 2.0..pair[1]).contains(&x))?;
        let row = (y / ROW) as usize;
        match row.checked_sub(1) {
            Some(row) => self.rows.get(row)?.get(column)?.mark,
            None => self.columns.get(column)?.mark,
        }
    }
}

impl TableCell {
    fn draw(&self, picture: &mut Picture, view: &View, (x, y): (f64, f64), width: f64) {
        let ground = match self.look {
            Look::Changed => Some(Ink::Changed),
            Look::On => Some(Ink::Selected),
            Look::Plain | Look::Off | Look::Bits => None,
        };
        if let Some(ground) = ground {
            picture.fill(ground, x - 4.0, y + 1.0, width - GAP + 8.0, ROW - 2.0);
        }
        if self.mark.is_some_and(|mark| view.lit.shows(&mark)) {
            picture.outline(Ink::Hover, x - 4.0, y + 1.5, width - GAP + 8.0, ROW - 3.0);
        }
        let ink = if self.look == Look::Off { Ink::Faint } else { Ink::Text };
        if !self.text.is_empty() {
            picture.label(ink, Align::Left, x, y + ROW / 2.0, cut(&self.text, width));
        }
    }
}

/// A text in a column of a width.
fn cut(text: &str, width: f64) -> String {
    picture::cut(text, room(width - GAP + 0.01))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table() -> Table {
        let mut table = Table::new(&["lane", "value"]);
        table.push(["0".into(), "17".into()]);
        table
            .rows
            .push([TableCell::text("1"), TableCell::of("4", Mark::Bank(4)).looking(Look::Changed)].into());
        table
    }

    #[test]
    fn a_cell_is_found_where_it_is_drawn() {
        let (table, view) = (table(), View::plain((300.0, 100.0)));
        let picture = table.draw(&view);
        let four = picture.labels.iter().find(|label| label.text == "4").unwrap();
        assert_eq!(table.at(&view, four.x + 2.0, four.y), Some(Mark::Bank(4)));
        assert_eq!(table.at(&view, four.x + 2.0, four.y - ROW), None);
        assert_eq!(picture.filled(Ink::Changed).len(), 1);
    }

    #[test]
    fn what_does_not_fit_is_said() {
        let mut table = table();
        (0..30).for_each(|_| table.push(["2".into(), "x".into()]));
        let picture = table.draw(&View::plain((300.0, 5.0 * ROW)));
        assert_eq!(picture.labels.last().map(|label| label.text.as_str()), Some("and 29 more rows"));
        assert!(picture.labels.iter().all(|label| label.y < 5.0 * ROW));
        assert_eq!(cut("abcdefgh", 5.0 * CHARACTER + GAP), "abcd…");
    }
}
