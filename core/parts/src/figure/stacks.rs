//! The form *shares over time*: bands of columns, each column a stack of causes with the issued part at the bottom, so that
//! the height of the lowest part is the utilisation. The strip of a whole run is one.

use alloc::{
    string::{String, ToString},
    vec::Vec,
};

use serde::{Deserialize, Serialize};

use super::{
    View,
    axis::{self, Scale},
    number::percent,
    picture::{Align, Ink, Picture},
    table::Table,
};
use crate::{
    base::num::plane::round,
    trace::{Cause, Causes},
};

/// Height of the axis, which is below.
pub const AXIS: f64 = 20.0;
/// Between two bands.
const GAP: f64 = 3.0;
/// Room for the names of two bands.
const NAMES: f64 = 64.0;
/// From this width on there is room for them.
const WIDE: f64 = 480.0;

/// See the module.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Stacks {
    /// First cycle.
    pub from: u64,
    /// One past the last cycle.
    pub end: u64,
    /// Cycles of one column.
    pub cycles_per_column: u64,
    /// The machine's causes.
    pub causes: Causes,
    /// The bands from top to bottom.
    pub bands: Vec<Band>,
}

/// A band.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Band {
    /// Its name.
    pub name: String,
    /// For each column the number of slots by place of the cause.
    pub columns: Vec<Vec<u32>>,
}

impl Stacks {
    /// From cycles to pixels: everything that there is.
    pub fn scale(&self, width: f64) -> Scale {
        let left = if self.bands.len() < 2 || width < WIDE { 0.0 } else { NAMES };
        Scale::new(width, (0.0, (self.end as f64 + 1.0).max(16.0)), left)
    }

    /// Upper edge and height of each band in a space of this height.
    pub fn places(&self, height: f64) -> Vec<(f64, f64)> {
        let all = self.bands.len().max(1) as f64;
        let each = ((height - GAP * (all - 1.0)) / all).max(1.0);
        (0..self.bands.len()).map(|at| (at as f64 * (each + GAP), each)).collect()
    }

    /// Draws it with its axis and the cursor.
    pub fn draw(&self, view: &View) -> Picture {
        let mut picture = Picture::default();
        let (width, height) = (view.size.0, (view.size.1 - AXIS).max(1.0));
        let scale = self.scale(width);
        axis::draw(&mut picture, &scale, view.time, (height + AXIS, height + AXIS));
        // Whole pixels: no gaps between neighbours.
        self.draw_bands(&mut picture, height, |from, to| {
            let x = round(scale.x(from as f64));
            let right = round(scale.x(to as f64).min(width));
            (x < width).then_some((x, (right - x).max(1.0)))
        });
        if scale.left > 0.0 {
            for (band, (top, height)) in self.bands.iter().zip(self.places(height)) {
                picture.label(Ink::Faint, Align::Left, 0.0, top + height / 2.0, band.name.as_str());
            }
        }
        if let Some(cursor) = view.cursor {
            let x = scale.x(cursor as f64 + 0.5).clamp(4.0, width.max(8.0) - 4.0);
            picture.fill(Ink::Halo, x - 2.0, 0.0, 4.0, height);
            picture.fill(Ink::Cursor, x - 1.0, 0.0, 2.0, height + 3.0);
            picture.fill(Ink::Cursor, x - 4.0, 0.0, 8.0, 5.0);
        }
        picture
    }

    /// Draws the bands; `place` gives the left edge and the width of a column from its first cycle and the one past its
    /// last, or nothing for a column that is not in sight.
    pub fn draw_bands(
        &self,
        picture: &mut Picture,
        height: f64,
        place: impl Fn(u64, u64) -> Option<(f64, f64)>,
    ) {
        for (band, (top, height)) in self.bands.iter().zip(self.places(height)) {
            for (at, column) in (0u64..).zip(&band.columns) {
                let from = self.from + at * self.cycles_per_column;
                if let Some((x, w)) = place(from, from + self.cycles_per_column) {
                    self.stack(picture, column, (x, w), (top, height));
                }
            }
        }
    }

    /// How much of the column at the cursor was issued in each band, in words.
    pub fn words(&self, view: &View) -> String {
        let column = view.cursor.and_then(|cursor| cursor.checked_sub(self.from));
        let Some(at) = column.map(|cycles| cycles / self.cycles_per_column.max(1)) else {
            return String::new();
        };
        let one = |band: &Band| {
            let column = band.columns.get(usize::try_from(at).ok()?)?;
            let all: u64 = column.iter().map(|slots| u64::from(*slots)).sum();
            let issued = u64::from(*column.get(Cause::ISSUED.index())?);
            Some(alloc::format!("{}: {} issued", band.name, percent(issued, all)))
        };
        self.bands.iter().filter_map(one).collect::<Vec<_>>().join(" · ")
    }

    /// A row for each column of each band, a column for each cause.
    pub fn table(&self) -> Table {
        let heads: Vec<&str> =
            ["band", "from", "to"].into_iter().chain(self.causes.rows().map(|(_, row)| &*row.id)).collect();
        let mut table = Table::new(&heads);
        for band in &self.bands {
            for (at, column) in (0u64..).zip(&band.columns) {
                let from = self.from + at * self.cycles_per_column;
                let to = (from + self.cycles_per_column).min(self.end);
                let cells = [band.name.clone(), from.to_string(), to.to_string()].into_iter();
                let cells = cells.chain(column.iter().map(u32::to_string));
                table.rows.push(cells.map(super::table::TableCell::text).collect());
            }
        }
        table
    }

    /// A column of causes, issued at the bottom.
    fn stack(&self, picture: &mut Picture, column: &[u32], (x, w): (f64, f64), (top, height): (f64, f64)) {
        let total: u64 = column.iter().map(|n| u64::from(*n)).sum();
        let mut bottom = top + height;
        for ((cause, row), slots) in self.causes.rows().zip(column) {
            if *slots > 0 && cause != Cause::EMPTY {
                let h = height * f64::from(*slots) / total as f64;
                bottom -= h;
                picture.fill(Ink::Swatch(row.swatch), x, bottom, w, h);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec;

    use super::*;

    fn band(name: &str, causes: &[(Cause, u32)]) -> Band {
        let mut column = vec![0; Cause::SHARED];
        causes.iter().for_each(|(cause, slots)| column[cause.index()] = *slots);
        Band { name: name.into(), columns: vec![column] }
    }

    fn rect(picture: &Picture, cause: Cause) -> Option<(f64, f64, f64, f64)> {
        picture
            .filled(Ink::Swatch(Causes::SHARED.swatch(cause)))
            .first()
            .map(|rect| (rect.x, rect.y, rect.w, rect.h))
    }

    #[test]
    fn the_height_of_a_part_is_its_share() {
        let bands = vec![band("", &[(Cause::ISSUED, 1), (Cause::MEMORY, 2), (Cause::EMPTY, 1)])];
        let stacks = Stacks { from: 0, end: 15, cycles_per_column: 4, causes: Causes::SHARED, bands };
        let picture = stacks.draw(&View::plain((160.0, 60.0)));
        assert_eq!(rect(&picture, Cause::ISSUED), Some((0.0, 30.0, 40.0, 10.0)));
        assert_eq!(rect(&picture, Cause::MEMORY), Some((0.0, 10.0, 40.0, 20.0)));
        assert_eq!(rect(&picture, Cause::EMPTY), None);
        assert_eq!(stacks.words(&View { cursor: Some(3), ..View::plain((160.0, 60.0)) }), ": 25.0 % issued");
    }

    #[test]
    fn two_bands_have_a_name_each_where_there_is_room() {
        let bands = vec![
            band("units", &[(Cause::ISSUED, 4), (Cause::EMPTY, 4)]),
            band("front end", &[(Cause::UNIT_BUSY, 4)]),
        ];
        let stacks = Stacks { from: 0, end: 15, cycles_per_column: 4, causes: Causes::SHARED, bands };
        let wide = stacks.draw(&View::plain((544.0, AXIS + 43.0)));
        // Two bands of 20 pixels; the units are busy for half of their cycles.
        assert_eq!(rect(&wide, Cause::ISSUED), Some((64.0, 10.0, 120.0, 10.0)));
        assert_eq!(rect(&wide, Cause::UNIT_BUSY), Some((64.0, 23.0, 120.0, 20.0)));
        let narrow = stacks.draw(&View::plain((390.0, 60.0)));
        assert!(wide.labels.iter().any(|label| label.text == "front end"));
        assert!(narrow.labels.iter().all(|label| label.text != "front end"));
    }
}
