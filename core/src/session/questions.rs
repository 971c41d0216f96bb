//! Questions about a run: what happened in it and when, and what it is doing at the cursor.

use alloc::{sync::Arc, vec::Vec};

use super::{data::*, facade::Session, recording};
use crate::{
    machines::{Role, StackColumn},
    run::Excerpt,
    trace::{Log, window},
};

impl Session {
    /// Where the next event of a unit (of any unit if `None`) after the cursor is.
    pub fn next_event(&self, kind: EventKind, unit: Option<u32>) -> Found {
        self.running().map_or(Found::Never, |run| run.next_event(kind, unit))
    }

    /// The state at the cursor, with registers and access of the selected unit.
    pub fn snapshot(&self, unit: u32) -> Option<Snapshot> {
        Some(self.running()?.snapshot(unit))
    }

    /// What each unit that has an instruction to execute holds at the cursor.
    pub fn held(&self) -> Vec<Held> {
        self.running().map_or(Vec::new(), |run| run.held())
    }

    /// Units x cycles.
    pub fn timeline(&self, window: &Window) -> Timeline {
        let Window { from, to, columns, first_unit, .. } = *window;
        let Some(run) = self.running() else { return Timeline::nothing(from, first_unit) };
        let units: Vec<u32> = window.chosen(run.summary().units()).collect();
        let first_unit = first_unit.min(run.summary().units() as u32);
        Timeline { first_unit, ..self.rows(from, to, columns, &units) }
    }

    /// Chosen units x cycles `from..to`: a row for each of `units`, in this order.
    pub fn rows(&self, from: u64, to: u64, columns: u32, units: &[u32]) -> Timeline {
        self.running()
            .map_or(Timeline::nothing(from, 0), |run| recording::rows(run, (from, to), columns, units))
    }

    /// The units that have had work so far.
    pub fn busy(&self) -> Vec<u32> {
        self.running().map_or(Vec::new(), |run| run.summary().busy())
    }

    /// The whole run so far in at most `columns` columns: slots by cause, and functional units where there are some; where it
    /// ends, and whether the run does. What has had no work at all is left out.
    pub fn strip(&self, columns: u32) -> Strip {
        let Some(run) = self.running() else { return Strip::default() };
        recording::strip(run, columns, &self.functional_units())
    }

    /// The units behind the front ends; none on machines whose units are picked by schedulers.
    fn functional_units(&self) -> Vec<u32> {
        let units = self.run().map_or(&[][..], |run| &run.units);
        let functional = (0u32..).zip(units).filter(|(_, unit)| unit.role == Role::Functional);
        functional.map(|(at, _)| at).collect()
    }

    /// The columns of a unit's stack; none without a run, or on machines without one.
    pub fn stack(&self) -> &'static [StackColumn] {
        self.running().map_or(&[], |run| run.stack())
    }

    /// DRAM commands of the cycles `from..to`, at most `limit` of them.
    pub fn dram(&self, from: u64, to: u64, limit: u32) -> DramWindow {
        let dimensions = self.prepared.bench.as_ref().map(|bench| bench.dimensions()).unwrap_or_default();
        let nothing = DramWindow {
            channels: dimensions.channels,
            banks: dimensions.banks,
            commands: Vec::new(),
            cut: false,
        };
        let Some(run) = self.running() else { return nothing };
        let to = to.min(run.frontier());
        window::dram(
            &run.record(&Excerpt::all(from, to)),
            from,
            to,
            limit,
            dimensions.channels,
            dimensions.banks,
        )
    }

    /// A recording with every event of the cycles `from..to`, as far as they have been simulated: that part of the run is run
    /// again. `None` without a run. It ends earlier when it passes limit `log_bytes`.
    pub fn record(&self, from: u64, to: u64) -> Option<Arc<Log>> {
        self.running().map(|run| run.record(&Excerpt::all(from, to)))
    }

    /// A digest of every event up to the frontier, for which the whole run is run again; 0 without a run.
    pub fn fingerprint(&self) -> u64 {
        self.running().map_or(0, |run| run.fingerprint())
    }
}
