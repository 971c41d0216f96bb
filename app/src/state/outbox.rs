//! What to ask the worker follows from the state: compare what it was last asked with what is wanted now.

use lanescope_core::session::PanelKind;

use super::{Checking, State, view::functional};
use crate::protocol::{Ask, Rows, View};

/// Most cycles of a window in which elements are shown one by one.
const ELEMENTS: u64 = 512;

/// Bytes of memory on one page of the memory panel.
pub const MEMORY_PAGE: u64 = 512;

impl State {
    /// Everything that the screen shows now.
    pub fn look(&self) -> View {
        let panes = &self.panes;
        let window = (self.comparing() || panes.shows(PanelKind::Timeline)).then(|| self.visible());
        let span = window.as_ref().map_or_else(|| self.window_cycles(), |w| (w.from, w.to));
        View {
            ticket: self.build.have.unwrap_or(0),
            cycle: self.goal,
            unit: panes.unit,
            timeline: window.filter(|w| w.columns > 0),
            strip: panes.strip_size,
            dram: panes.shows(PanelKind::Dram).then_some(span),
            elements: self.elements(span),
            chart: (panes.shows(PanelKind::Convoys) || panes.shows(PanelKind::Groups)).then_some(span),
            banks: panes.shows(PanelKind::Banks).then_some(span),
            strips: panes.shows(PanelKind::Strips).then_some(span),
            totals: self.comparing(),
            memory: panes.shows(PanelKind::Memory).then_some((panes.region, panes.offset, MEMORY_PAGE)),
        }
    }

    /// The unit whose elements are shown, if the window is not too wide to show them.
    fn elements(&self, (from, to): (u64, u64)) -> Option<u32> {
        let run = self.build.run.as_ref().filter(|_| self.panes.shows(PanelKind::Groups))?;
        (to.saturating_sub(from) <= ELEMENTS).then(|| functional(&run.units, self.panes.unit))
    }

    /// The part of the run that the timeline shows, in whole cycles: the chosen window, or the whole run.
    pub fn window_cycles(&self) -> (u64, u64) {
        let (from, cycles) = self.window_exact();
        (from.floor() as u64, (from + cycles).ceil() as u64)
    }

    /// The same in fractions of cycles: first cycle and number of cycles.
    pub fn window_exact(&self) -> (f64, f64) {
        self.panes.window.unwrap_or((0.0, (self.reach() as f64 + 1.0).max(16.0)))
    }

    fn visible(&self) -> Rows {
        let (from, to) = self.window_cycles();
        let ((columns, count), on_top) = match self.comparing() {
            true => (self.beside_size, 0),
            false => (self.panes.timeline_size, self.panes.first_row as usize),
        };
        let count = count as usize;
        // The picture stays full when it is scrolled to its end.
        let first = on_top.min(self.rows.len().saturating_sub(count));
        Rows { from, to, columns, units: self.rows.iter().skip(first).take(count).copied().collect() }
    }
}

/// What must be asked now that `before` has become `now`; `asked` is the view that was asked last.
pub fn asks(before: &State, now: &State) -> Vec<Ask> {
    let mut asks = Vec::new();
    if before.stops != now.stops {
        asks.push(Ask::Stop);
    }
    let has_run = now.build.run.is_some();
    if has_run && (before.look() != now.look() || before.build.run != now.build.run) {
        asks.push(Ask::Look(now.look()));
    }
    asks.extend(super::beside::asks(before, now));
    asks.extend(super::lesson::asks(before, now));
    // Asked before the run is there, these wait for it.
    let finding = |state: &State| state.finding.filter(|_| state.runs());
    if let Some((kind, unit)) = finding(now).filter(|_| finding(before) != finding(now)) {
        asks.push(Ask::Find { from: now.cursor(), kind, unit });
    }
    let checking = |state: &State| state.runs() && state.check == Checking::Running;
    if checking(now) && !checking(before) {
        asks.push(Ask::Check);
    }
    if let Some((format, _)) = now.export.filter(|_| before.export != now.export) {
        asks.push(Ask::Export(format));
    }
    let pass = |state: &State| state.pass.as_ref().map(|(pass, _)| *pass);
    if let Some(wanted) = pass(now).filter(|_| pass(before) != pass(now)) {
        asks.push(Ask::IrAfter(wanted));
    }
    asks
}
