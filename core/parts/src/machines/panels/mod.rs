//! Panels of machines: what a machine's `views` table is made of, and the panels that several machines have.
//!
//! A row of a table names its answer, a function of the [`Scene`] and the question. What is the same on every machine
//! that has it (the timeline, the lanes, the registers, the access of a unit, DRAM commands) is answered here; a machine
//! takes such a row with a sentence of its own. What only one machine has is answered in its folder.

pub mod accesses;
pub mod console;
pub mod diagram;
pub mod dram;
pub mod follow;
pub mod lanes;
pub mod radix;
pub mod registers;
pub mod stacks;
pub mod timeline;

use alloc::{string::String, sync::Arc, vec::Vec};

use super::{UnitInfo, family::Dimensions};
use crate::{
    figure::{Code, Figure, Mark, Panel, Question, bars::Note, rows::Row},
    run::Cursor,
    source::Listing,
    trace::{Log, Summary, window::Timeline},
};

/// A panel of a machine.
pub type MachinePanel = Panel<fn(&dyn Scene, &Question) -> Figure>;

/// What a panel of a machine looks at: a run, at the cursor.
pub trait Scene {
    /// The machine at the cursor.
    fn cursor(&self) -> &dyn Cursor;
    /// What is known of the run up to the furthest cycle.
    fn summary(&self) -> &Summary;
    /// A recording with every event of the cycles `from..to`. Of many cycles it has only the first ones: it covers those up
    /// to its end.
    fn recording(&self, from: u64, to: u64) -> Arc<Log>;
    /// Chosen units x cycles `from..to`: a row for each of `units`, in this order.
    fn rows(&self, from: u64, to: u64, columns: u32, units: &[u32]) -> Timeline;
    /// Sizes that do not change.
    fn dimensions(&self) -> Dimensions;
    /// Every setting of the machine with its value, as a person writes it.
    fn settings(&self) -> &[(String, String)];
    /// The units, by the names that people read.
    fn units(&self) -> &[UnitInfo];
    /// The instructions of the program.
    fn code(&self) -> &Code;
    /// The whole listing of the program: buffers, labels and annotations stand between its instructions.
    fn listing(&self) -> &Listing;
    /// The cycle with which the run has ended, all its work done.
    fn ended(&self) -> Option<u64>;
    /// The values of a counter at cycles that are equally far apart, and at the furthest one; empty if there is no such counter.
    fn history(&self, counter: &str) -> Vec<(u64, u64)>;
    /// A cycle at or not long before another one, with the values of some counters then; 0 for those that there are not.
    fn counters_before(&self, cycle: u64, counters: &[&str]) -> (u64, Vec<u64>);
    /// See [`super::Machine::shown`], at the furthest cycle.
    fn shown(&self, panel: &str) -> Option<Figure>;
}

/// The units that have a row: those with work, or all if that is wished or none has had work yet.
pub fn listed(scene: &dyn Scene, idle: bool) -> Vec<u32> {
    let busy = if idle { Vec::new() } else { scene.summary().busy() };
    if busy.is_empty() { (0..scene.units().len() as u32).collect() } else { busy }
}

/// The rows `rows` (first and number) of a list, as far as they are there: the first one, and the rows.
pub fn part<T: Copy>(list: &[T], (first, count): (u32, u32)) -> (u32, Vec<T>) {
    // A list that is scrolled to its end is still full.
    let first = (first as usize).min(list.len().saturating_sub(count as usize));
    (first as u32, list.iter().skip(first).take(count as usize).copied().collect())
}

/// The row of a unit.
pub fn row(scene: &dyn Scene, unit: u32) -> Row {
    let info = scene.units().get(unit as usize);
    Row {
        name: info.map_or_else(Default::default, |info| info.name.clone()),
        group: info.map_or(0, |info| info.core),
        head: info.map_or(0, |info| info.core_length() as u32),
        mark: Some(Mark::Unit(unit)),
    }
}

/// What a bar that is an instruction says.
pub fn instruction(code: &Code, pc: u32, words: alloc::string::String) -> Note {
    let text = code.text(pc);
    let labels = Vec::from([text.into(), crate::figure::code::mnemonic(text).into()]);
    Note { labels, words, mark: Some(Mark::Pc(pc)) }
}

/// The cycles of a question as far as they are recorded.
pub fn recorded(scene: &dyn Scene, question: &Question) -> (u64, u64) {
    let end = scene.summary().end();
    (question.cycles.0.min(end), question.cycles.1.min(end))
}
