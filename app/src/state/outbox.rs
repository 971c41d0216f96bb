//! What to ask the worker follows from the state: compare what it was last asked with what is wanted now.

use lanescope_core::session::{
    PanelInfo, Question,
    figure::{Takes, panel::Place},
    vocabulary::Cause,
};

use super::{Checking, Mark, State};
use crate::protocol::{Ask, View};

/// Rows that pictures of an instant are asked for.
const ROWS: u32 = 128;
/// Columns that pictures are asked for that do not say how many they have room for.
const COLUMNS: u32 = 2048;
impl State {
    /// Everything that the screen shows now.
    pub fn look(&self) -> View {
        let panes = &self.panes;
        View {
            ticket: self.build.have.unwrap_or(0),
            cycle: self.goal,
            unit: panes.unit,
            strip: panes.strip_size,
            figures: self.questions(),
            totals: self.comparing(),
            digests: false,
            log: false,
        }
    }

    /// What the open panels ask. Beside other runs there is one picture.
    fn questions(&self) -> Vec<(String, Question)> {
        if self.comparing() {
            let (from, to) = self.window_cycles();
            let panel = self.panel_beside();
            return panel.map_or_else(Vec::new, |panel| picture(panel, (from, to), self.beside_size));
        }
        self.open_panels()
            .filter(|panel| panel.study.is_none())
            .filter_map(|panel| Some((panel.id.to_string(), self.question(panel)?)))
            .collect()
    }

    /// The question of an open panel; nothing while its picture has no size.
    fn question(&self, panel: &PanelInfo) -> Option<Question> {
        let panes = &self.panes;
        let (columns, rows) = panes.timeline_size;
        let scrolls = panel.takes(Takes::Rows);
        // A picture of an instant has few columns: it is asked for more rows than any screen has.
        let rows = if panel.takes(Takes::Cycles) { rows } else { ROWS };
        let question = Question {
            cycles: self.window_cycles(),
            columns: if scrolls { columns } else { COLUMNS },
            rows: (panes.first_row, rows),
            idle: panes.all_units,
            unit: panes.unit,
            instruction: self.instruction(),
            radix: panes.radix,
            element_bits: panes.element_bits,
            region: panes.region,
            offset: panes.page(panel),
            count: panel.page().unwrap_or(u64::MAX),
            zoom: panes.zoom.clone(),
        };
        let sized = !scrolls || !panel.takes(Takes::Cycles) || columns > 0;
        sized.then(|| question.only(&panel.takes))
    }

    /// The instruction that was picked; none if the inspector speaks of what a unit is at. A cell under the cursor in which nothing
    /// issues is of that, too.
    fn instruction(&self) -> Option<u32> {
        match self.picked? {
            Mark::Pc(pc) => Some(pc),
            Mark::Cell(_, cycle, cause, pc) => {
                let there = cycle == self.goal && !matches!(cause, Cause::ISSUED | Cause::REPLAY);
                (pc != u32::MAX && !there).then_some(pc)
            }
            _ => None,
        }
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
}

/// The panel of a machine that shows each of several runs: the one with the chosen id, else its first for that.
pub(super) fn beside<'a>(panels: &'a [PanelInfo], chosen: &str) -> Option<&'a PanelInfo> {
    let mut all = panels.iter().filter(|panel| panel.shows(Place::Beside));
    let first = all.clone().next();
    all.find(|panel| panel.id == chosen).or(first)
}

/// The question for the picture of one of several runs, with room for so many columns and rows.
pub(super) fn picture(
    panel: &PanelInfo,
    cycles: (u64, u64),
    (columns, rows): (u32, u32),
) -> Vec<(String, Question)> {
    let question = Question { cycles, columns, rows: (0, rows), ..Question::default() };
    if columns > 0 { vec![(panel.id.to_string(), question.only(&panel.takes))] } else { Vec::new() }
}

/// Has a person moved something that pictures follow? Else they change because more of the run is known.
pub(super) fn moved(before: &State, now: &State) -> bool {
    let of_run = |state: &State| (state.build.have, state.beside_ticket);
    let chosen = before.goal != now.goal
        || before.picked != now.picked
        || before.panes != now.panes
        || before.doc.compare != now.doc.compare;
    of_run(before) != of_run(now) || chosen || before.beside_size != now.beside_size
}

/// What must be asked now that `before` has become `now`; `asked` is the view that was asked last.
pub fn asks(before: &State, now: &State) -> Vec<Ask> {
    let mut asks = Vec::new();
    if before.stops != now.stops {
        asks.push(Ask::Stop);
    }
    let has_run = now.build.run.is_some();
    let look = now.look();
    if has_run && (before.look() != look || before.build.run != now.build.run) {
        asks.push(if moved(before, now) { Ask::Look(look) } else { Ask::Grown(look) });
    }
    asks.extend(super::beside::asks(before, now));
    asks.extend(super::lesson::asks(before, now));
    asks.extend(super::study::asks(before, now));
    // Asked before the run is there, these wait for it.
    let finding = |state: &State| state.finding.filter(|_| state.runs());
    if let Some((kind, unit)) = finding(now).filter(|_| finding(before) != finding(now)) {
        asks.push(Ask::Find { from: now.cursor(), kind, unit });
    }
    let checking = |state: &State| state.runs() && state.check == Checking::Running;
    if checking(now) && !checking(before) {
        asks.push(Ask::Check);
    }
    asks.extend(super::export::asks(before, now));
    let pass = |state: &State| state.pass.as_ref().map(|(pass, _)| *pass);
    if let Some(wanted) = pass(now).filter(|_| pass(before) != pass(now)) {
        asks.push(Ask::IrAfter(wanted));
    }
    asks
}
