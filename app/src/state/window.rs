//! The part of a run that the timeline shows: its rows, and its window in time.

use super::{Shared, State};
use crate::protocol::END;

/// The narrowest timeline window, in cycles.
const NARROWEST: f64 = 4.0;

impl State {
    /// Selects a unit and scrolls so that it shows.
    pub(super) fn select(&mut self, unit: u32) {
        self.panes.unit = unit.min(self.units().saturating_sub(1));
        let row = self.rows.iter().position(|unit| *unit == self.panes.unit).unwrap_or(0) as u32;
        let panes = &mut self.panes;
        let first = panes.first_row.clamp((row + 1).saturating_sub(panes.timeline_size.1.max(1)), row);
        if first != panes.first_row {
            (panes.first_row, panes.scrolled) = (first, 0.0);
        }
    }

    pub(super) fn select_next(&mut self, by: i32) {
        let row = self.rows.partition_point(|unit| *unit < self.panes.unit);
        let row = row.saturating_add_signed(by as isize).min(self.rows.len().saturating_sub(1));
        if let Some(unit) = self.rows.get(row).copied() {
            self.select(unit);
        }
    }

    /// Which units have a row: those with work; all if that is wished, or if there is none with work yet.
    pub(super) fn list_rows(&mut self) {
        let all = self.panes.all_units || self.busy.is_empty();
        let rows = if all { (0..self.units()).collect() } else { self.busy.clone() };
        if *self.rows != rows {
            self.rows = Shared::new(rows);
        }
    }

    pub(super) fn scroll(&mut self, rows: f64, most: u32) {
        let panes = &mut self.panes;
        let at = f64::from(panes.first_row.min(most)) + panes.scrolled + rows;
        let at = at.clamp(0.0, f64::from(most));
        (panes.first_row, panes.scrolled) = (at as u32, at.fract());
    }

    pub(super) fn zoom(&mut self, factor: f64, around: f64) {
        let (from, cycles) = self.window_exact();
        let whole = self.whole();
        let wanted = (cycles * factor).clamp(NARROWEST.min(whole), whole);
        let share = ((around - from) / cycles).clamp(0.0, 1.0);
        self.place_window(around - share * wanted, wanted);
    }

    pub(super) fn pan(&mut self, by: f64) {
        let (from, cycles) = self.window_exact();
        self.place_window(from + by, cycles);
    }

    /// Keeps the window inside the run; a window that holds the whole run is no window.
    fn place_window(&mut self, from: f64, cycles: f64) {
        let whole = self.whole();
        let sane = from.is_finite() && cycles.is_finite() && cycles < whole;
        self.panes.window = sane.then(|| (from.clamp(0.0, whole - cycles), cycles));
    }

    /// Moves the window so that the cursor is inside, with a margin ahead. On its way to the end the cursor has not moved yet.
    pub(super) fn follow(&mut self) {
        let Some((from, cycles)) = self.panes.window.filter(|_| self.goal != END) else { return };
        let at = self.goal as f64;
        if at < from || at + 1.0 > from + cycles {
            let start = if at < from { at - cycles * 0.8 } else { at - cycles * 0.2 };
            self.place_window(start, cycles);
        }
    }

    fn whole(&self) -> f64 {
        (self.reach() as f64 + 1.0).max(16.0)
    }
}
