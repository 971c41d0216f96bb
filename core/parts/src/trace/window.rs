//! Questions about a run: windows of the timeline, the strip of the whole run, DRAM commands, the next event of a kind. A
//! [`Log`] answers them for the part that it covers, to the cycle. The [`Summary`] of the whole run answers those about
//! sums, in columns that are not finer than its own. The cost follows the size of the answer, not the length of the run.

use alloc::vec::Vec;

use serde::{Deserialize, Serialize};

use super::{
    Cause, Causes, DramCommand, Event, Log, SharedEvent, Summary,
    track::{State, Sums, Track},
};
use crate::base::Lanes;

mod next;

pub(in crate::trace) use next::happens;
pub use next::{EventKind, Found, next_event};

/// Columns and units that one answer may have.
const MOST_COLUMNS: u64 = 8192;
const MOST_UNITS: usize = 4096;

/// A question about the timeline.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Window {
    /// First cycle.
    pub from: u64,
    /// One past the last cycle.
    pub to: u64,
    /// At most this many columns; a column is a whole number of cycles.
    pub columns: u32,
    /// First unit.
    pub first_unit: u32,
    /// Number of units.
    pub units: u32,
}

/// The answer: a grid of cells, `units` rows of `columns`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Timeline {
    /// First cycle.
    pub from: u64,
    /// Cycles of one column, at least 1.
    pub cycles_per_column: u64,
    /// Number of columns.
    pub columns: u32,
    /// First unit.
    pub first_unit: u32,
    /// Row after row.
    pub cells: Vec<Cell>,
    /// Are the columns wider than they were asked for, because finer ones are not recorded?
    pub coarse: bool,
}

impl Timeline {
    /// Nothing from a cycle and a unit on.
    pub fn nothing(from: u64, first_unit: u32) -> Timeline {
        Timeline { from, cycles_per_column: 1, columns: 0, first_unit, cells: Vec::new(), coarse: false }
    }
}

/// A cell of the timeline.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Cell {
    /// The cause that takes most of the column's cycles with work (`ISSUED` wins ties); `EMPTY` if no cycle has any.
    pub cause: Cause,
    /// For columns of one cycle: the instruction (issued or waiting); `u32::MAX` if there is none.
    pub pc: u32,
    /// For columns of one cycle with an issue: the active lanes.
    pub lanes: Lanes,
    /// Share of the column's cycles in which an instruction was issued, 0 to 255; at least 1 if there was one.
    pub issued: u8,
    /// Share of the column's cycles with work, issued or waiting, in the same way.
    pub busy: u8,
    /// The cause that takes most of the cycles with work in which nothing was issued; `EMPTY` if there are none.
    pub wait: Cause,
}

/// Everything that is recorded of a run, in a strip: per column, slots by cause.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Strip {
    /// First cycle.
    pub from: u64,
    /// Where the recording ends: one past its last cycle.
    pub end: u64,
    /// Does the run end there, too? If not, nobody knows how long the whole run is.
    pub complete: bool,
    /// Cycles of one column.
    pub cycles_per_column: u64,
    /// The machine's causes.
    pub causes: Causes,
    /// For each column the number of slots by place of the cause. Schedulers without any work in the recorded run have no
    /// part in it: a machine with many idle cores shows what its few busy ones do.
    pub columns: Vec<Vec<u32>>,
    /// The same of functional units behind a front end, a cycle of a unit being a slot; empty for machines without.
    pub units: Vec<Vec<u32>>,
}

/// The strip of nothing: no cycle, no column.
impl Default for Strip {
    fn default() -> Strip {
        let (columns, units) = (Vec::new(), Vec::new());
        let causes = Causes::SHARED;
        Strip { from: 0, end: 0, complete: false, cycles_per_column: 1, causes, columns, units }
    }
}

/// DRAM commands in a window.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DramWindow {
    /// Channels and banks per channel.
    pub channels: u16,
    /// Banks of one channel.
    pub banks: u16,
    /// The commands: cycle, channel, bank, command, row.
    pub commands: Vec<(u64, u16, u16, DramCommand, u32)>,
    /// Were there more than the answer may hold?
    pub cut: bool,
}

/// Width of a column, a power of two so that columns of neighbouring windows agree: the first one, not below `grain`, that
/// fits the cycles `from..to` into `columns`.
pub fn column_width(from: u64, to: u64, columns: u32, grain: u64) -> u64 {
    let columns = u64::from(columns).clamp(1, MOST_COLUMNS);
    let mut width = grain;
    while (to - (from - from % width)).div_ceil(width) > columns && width < 1 << 62 {
        width *= 2;
    }
    width
}

/// Units x cycles.
pub fn timeline(log: &Log, window: &Window) -> Timeline {
    let units: Vec<u32> = window.chosen(log.units.len()).collect();
    let first_unit = window.first_unit.min(log.units.len() as u32);
    Timeline { first_unit, ..rows(log, window.from, window.to, window.columns, &units) }
}

impl Window {
    /// The units in it, of so many.
    pub fn chosen(&self, units: usize) -> core::ops::Range<u32> {
        let first = (self.first_unit as usize).min(units);
        let count = (self.units as usize).min(units - first).min(MOST_UNITS);
        first as u32..(first + count) as u32
    }
}

/// Chosen units x cycles: the rows are those of `units`, in this order; units that do not exist have none.
pub fn rows(log: &Log, from: u64, to: u64, columns: u32, units: &[u32]) -> Timeline {
    let to = to.min(log.end());
    let from = from.min(to);
    let width = column_width(from, to, columns, 1);
    let from = (from - from % width).max(log.begin());
    let tracks = units.iter().filter_map(|unit| log.units.get(*unit as usize)).take(MOST_UNITS);
    let mut cells = Vec::new();
    for track in tracks {
        let mut cursor = track.cursor();
        match width {
            1 => cells.extend((from..to).map(|cycle| single(log, cursor.state(cycle)))),
            _ => row(log.causes(), (from, to), width, |cycle| cursor.sums(cycle), &mut cells),
        }
    }
    let columns = if from < to { to.div_ceil(width) - from / width } else { 0 };
    Timeline { columns: columns as u32, cycles_per_column: width, cells, ..Timeline::nothing(from, 0) }
}

/// The same in columns of whole ones of the summary, of which the last one may go beyond the window.
pub fn rows_of(summary: &Summary, from: u64, to: u64, columns: u32, units: &[u32]) -> Timeline {
    let to = to.min(summary.end());
    let from = from.min(to);
    let width = column_width(from, to, columns, summary.unit_grain());
    let from = from - from % width;
    let to = to.next_multiple_of(width).min(summary.end());
    let units = units.iter().map(|unit| *unit as usize).filter(|unit| *unit < summary.units());
    let mut cells = Vec::new();
    for unit in units.take(MOST_UNITS) {
        let sums = |cycle| summary.unit_sums(unit, cycle).unwrap_or([0; Cause::MOST]);
        row(summary.causes(), (from, to), width, sums, &mut cells);
    }
    let columns_in = (to - from).div_ceil(width) as u32;
    let coarse = width > column_width(from, to, columns, 1);
    Timeline { columns: columns_in, cycles_per_column: width, cells, coarse, ..Timeline::nothing(from, 0) }
}

/// The cell of one cycle.
fn single(log: &Log, state: State) -> Cell {
    let full = |is: bool| if is { 255 } else { 0 };
    let (issued, busy) = (state.cause == Cause::ISSUED, state.cause != Cause::EMPTY);
    let lanes = if issued { log.lanes_of(state.lanes) } else { Lanes::NONE };
    let wait = if issued { Cause::EMPTY } else { state.cause };
    Cell { cause: state.cause, pc: state.pc, lanes, issued: full(issued), busy: full(busy), wait }
}

fn row(
    causes: &Causes,
    (from, to): (u64, u64),
    width: u64,
    mut sums: impl FnMut(u64) -> Sums,
    cells: &mut Vec<Cell>,
) {
    let mut before = sums(from);
    let mut at = from;
    while at < to {
        let end = (at - at % width + width).min(to);
        let after = sums(end);
        cells.push(cell(causes.all(), &before, &after, end - at));
        (before, at) = (after, end);
    }
}

fn cell(
    causes: impl DoubleEndedIterator<Item = Cause> + Clone,
    before: &Sums,
    after: &Sums,
    cycles: u64,
) -> Cell {
    let count = |cause: Cause| after[cause.index()] - before[cause.index()];
    // The first of the largest: `ISSUED` stands first in the table.
    let most = |issued: bool| {
        let some = causes.clone().rev().filter(|cause| {
            count(*cause) > 0 && *cause != Cause::EMPTY && (issued || *cause != Cause::ISSUED)
        });
        some.max_by_key(|cause| count(*cause)).unwrap_or(Cause::EMPTY)
    };
    let share = |cycles_of: u64| (cycles_of * 255).div_ceil(cycles.max(1)).min(255) as u8;
    Cell {
        cause: most(true),
        pc: u32::MAX,
        lanes: Lanes::NONE,
        issued: share(count(Cause::ISSUED)),
        busy: share(cycles.saturating_sub(count(Cause::EMPTY))),
        wait: most(false),
    }
}

/// A log of a whole run in at most `columns` columns: the cycles by cause of these slots, and of these units. `complete`
/// says whether the run ends with the log.
pub fn strip(log: &Log, columns: u32, complete: bool, (slots, units): (&[u32], &[u32])) -> Strip {
    let by_cause = |tracks: &[Track], chosen: &[u32], width| {
        let chosen: Vec<&Track> = chosen.iter().filter_map(|at| tracks.get(*at as usize)).collect();
        let mut cursors: Vec<_> = chosen.iter().map(|track| track.cursor()).collect();
        stacks(log.causes(), log.end(), width, cursors.len(), |track, cycle| cursors[track].sums(cycle))
    };
    let width = column_width(0, log.end(), columns, 1);
    Strip {
        end: log.end(),
        complete,
        cycles_per_column: width,
        causes: log.causes().clone(),
        columns: by_cause(&log.slots, slots, width),
        units: if units.is_empty() { Vec::new() } else { by_cause(&log.units, units, width) },
        ..Strip::default()
    }
}

/// The same of a summary, in columns of whole ones of it.
pub fn strip_of(summary: &Summary, columns: u32, complete: bool, (slots, units): (&[u32], &[u32])) -> Strip {
    let grain = summary.slot_grain().max(if units.is_empty() { 1 } else { summary.unit_grain() });
    let (causes, end) = (summary.causes(), summary.end());
    let width = column_width(0, end, columns, grain);
    let none = [0; Cause::MOST];
    let slot = |at: usize, cycle| summary.slot_sums(slots[at] as usize, cycle).unwrap_or(none);
    let unit = |at: usize, cycle| summary.unit_sums(units[at] as usize, cycle).unwrap_or(none);
    Strip {
        end,
        complete,
        cycles_per_column: width,
        causes: causes.clone(),
        columns: stacks(causes, end, width, slots.len(), slot),
        units: if units.is_empty() { Vec::new() } else { stacks(causes, end, width, units.len(), unit) },
        ..Strip::default()
    }
}

/// Cycles of `tracks` tracks by cause, in columns of `width` cycles.
fn stacks(
    causes: &Causes,
    end: u64,
    width: u64,
    tracks: usize,
    mut sums: impl FnMut(usize, u64) -> Sums,
) -> Vec<Vec<u32>> {
    let mut out = alloc::vec![alloc::vec![0u32; causes.count()]; end.div_ceil(width) as usize];
    for track in 0..tracks {
        let mut before = [0; Cause::MOST];
        for (at, column) in out.iter_mut().enumerate() {
            let after = sums(track, ((at as u64 + 1) * width).min(end));
            for (sum, (after, before)) in column.iter_mut().zip(after.iter().zip(before)) {
                *sum = sum.saturating_add(u32::try_from(after - before).unwrap_or(u32::MAX));
            }
            before = after;
        }
    }
    out
}

/// DRAM commands of the cycles `from..to`, at most `limit` and as far as the log goes, on `channels` channels of `banks` banks.
pub fn dram(log: &Log, from: u64, to: u64, limit: u32, channels: u16, banks: u16) -> DramWindow {
    let limit = limit as usize;
    let mut commands: Vec<_> = log
        .events(SharedEvent::Dram, from)
        .take_while(|(cycle, _)| *cycle < to)
        .take(limit.saturating_add(1))
        .filter_map(|(cycle, event)| match event {
            Event::Dram { channel, bank, command, row, .. } => Some((cycle, channel, bank, command, row)),
            _ => None,
        })
        .collect();
    let cut = commands.len() > limit || log.end() < to;
    commands.truncate(limit);
    DramWindow { channels, banks, commands, cut }
}

#[cfg(test)]
mod tests;
