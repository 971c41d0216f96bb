//! In which unit of time the axes count: cycles of one of the run's clocks, or nanoseconds.
//!
//! What was chosen stays when the machine changes; a run that has no such clock counts its own cycles.

use lanescope_core::session::{Run, vocabulary::TimeUnit};

use super::State;

/// The unit with this id on a run; its cycles if it has none, or is not there.
fn unit(run: Option<&Run>, id: &str) -> TimeUnit {
    let known = run.and_then(|run| TimeUnit::all(&run.clocks).into_iter().find(|unit| unit.id == id));
    known.unwrap_or_else(|| TimeUnit::CYCLES.clone())
}

impl State {
    /// The units that the run on the screen can be counted in; none before there is a run.
    pub fn times(&self) -> Vec<TimeUnit> {
        self.build.run.as_ref().map(|run| TimeUnit::all(&run.clocks)).unwrap_or_default()
    }

    /// The unit that the axes of the run on the screen count in.
    pub fn time(&self) -> TimeUnit {
        unit(self.build.run.as_deref(), &self.panes.time)
    }

    /// The same for a run beside it, which has clocks of its own.
    pub fn time_beside(&self, at: usize) -> TimeUnit {
        let run = self.beside.get(at).and_then(|beside| beside.run.as_ref()?.as_ref().ok());
        unit(run.map(|run| &**run), &self.panes.time)
    }

    /// The id of the unit after the one that is chosen, round in a circle.
    pub fn next_time(&self) -> String {
        let (times, now) = (self.times(), self.time());
        let at = times.iter().position(|unit| unit.id == now.id).map_or(0, |at| at + 1);
        times.get(at).or(times.first()).map_or_else(|| self.panes.time.clone(), |unit| unit.id.to_string())
    }
}
