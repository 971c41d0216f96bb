//! A run that halts leads to where it happened: the cursor goes there, and the unit and lane whose work it was are selected.

use super::{Mark, State};

impl State {
    /// A worker has said how far the run is; `known` says whether it had halted before that, `beyond` whether the cursor was to go
    /// on behind its end. Who wanted to go on, or had not gone anywhere yet, sees where it halted.
    pub(super) fn hear_halt(&mut self, known: bool, beyond: bool) {
        let untouched = self.goal == 0 && !self.play.on;
        if self.runs()
            && (beyond || !known && untouched)
            && let Some(cycle) = self.halted_in()
        {
            self.seek(cycle);
            self.select_halted();
        }
    }

    /// Goes there by a wish of the person.
    pub(super) fn jump_to_halt(&mut self) {
        if let Some(cycle) = self.halted_in() {
            self.jump(cycle);
            self.select_halted();
        }
    }

    /// The cycle in which the run halts; the last one if a limit was passed, which happens nowhere in particular.
    pub fn halted_in(&self) -> Option<u64> {
        let place = self.status.halt.as_ref()?.halt.place();
        Some(place.map_or(self.status.frontier, |at| at.cycle.min(self.status.frontier)))
    }

    fn select_halted(&mut self) {
        let place = self.status.halt.as_ref().and_then(|info| info.halt.place());
        let Some((unit, lane)) = place.and_then(|at| Some((at.unit?, at.lane))) else { return };
        self.select(unit);
        self.panes.lane = lane;
        // The elements of a vector pass a unit of one lane together.
        let lanes =
            self.build.run.as_ref().and_then(|run| run.units.get(unit as usize)).map_or(0, |unit| unit.lanes);
        self.picked = Some(if lanes > 1 { Mark::Lane(unit, lane) } else { Mark::Unit(unit) });
    }
}
