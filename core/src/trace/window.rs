//! Questions about the recorded log: windows of the timeline, the strip of the whole run, DRAM commands, the next event
//! of a kind. The cost follows the size of the answer, not the length of the run.

use alloc::vec::Vec;

use serde::{Deserialize, Serialize};

use super::{
    Cause, Causes, DramCommand, Event, Kind, LaneKey, Log,
    cause::Class,
    track::{Run, Sums, Track},
};
use crate::base::Lanes;

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

/// What "run to the next event" looks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum EventKind {
    /// The unit's cause changes.
    Change,
    /// The unit issues an instruction.
    Issue,
    /// The unit issues with other lanes than before.
    Divergence,
    /// The unit starts or stops to wait at a barrier.
    Barrier,
    /// The unit no longer waits for memory.
    Response,
    /// The unit, which issued or could have issued, begins to wait.
    Stall,
}

/// Where the next event is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Found {
    /// At this cycle, to this unit.
    At {
        /// The cycle.
        cycle: u64,
        /// The first unit to which it happens there.
        unit: u32,
    },
    /// Not before the frontier: advance and ask again.
    NotYet,
    /// Not in this run.
    Never,
}

/// Width of a column, a power of two so that columns of neighbouring windows and of coarse tracks agree: the first one
/// that fits `span` cycles into `columns`.
fn column_width(from: u64, to: u64, columns: u64, grain: u64) -> u64 {
    let mut width = grain;
    while (to - (from - from % width)).div_ceil(width) > columns && width < 1 << 62 {
        width *= 2;
    }
    width
}

/// Units x cycles.
pub fn timeline(log: &Log, window: &Window) -> Timeline {
    let first = (window.first_unit as usize).min(log.units.len());
    let count = (window.units as usize).min(log.units.len() - first).min(MOST_UNITS);
    let tracks: Vec<&Track> = log.units[first..first + count].iter().collect();
    Timeline { first_unit: first as u32, ..grid(log, (window.from, window.to), window.columns, &tracks) }
}

/// Chosen units x cycles: the rows are those of `units`, in this order; units that do not exist have none.
pub fn rows(log: &Log, from: u64, to: u64, columns: u32, units: &[u32]) -> Timeline {
    let tracks = units.iter().filter_map(|unit| log.units.get(*unit as usize));
    grid(log, (from, to), columns, &tracks.take(MOST_UNITS).collect::<Vec<_>>())
}

fn grid(log: &Log, (from, to): (u64, u64), columns: u32, tracks: &[&Track]) -> Timeline {
    let to = to.min(log.end());
    let from = from.min(to);
    let coarsest = tracks.iter().map(|track| track.grain()).max().unwrap_or(1);
    let width = column_width(from, to, u64::from(columns).clamp(1, MOST_COLUMNS), coarsest);
    let from = from - from % width;
    let columns = (to - from).div_ceil(width);
    let mut cells = Vec::with_capacity(columns as usize * tracks.len());
    tracks.iter().for_each(|track| row(log, track, from, to, width, &mut cells));
    Timeline { from, cycles_per_column: width, columns: columns as u32, first_unit: 0, cells }
}

/// The units that have had work.
pub fn busy(log: &Log) -> Vec<u32> {
    (0u32..).zip(&log.units).filter(|(_, track)| !idle(log, track)).map(|(unit, _)| unit).collect()
}

/// Issue slots that have had no work.
pub fn idle_slots(log: &Log) -> u64 {
    log.slots.iter().filter(|track| idle(log, track)).count() as u64
}

fn idle(log: &Log, track: &Track) -> bool {
    track.cursor().sums(log.end())[Cause::EMPTY.index()] >= log.end()
}

fn row(log: &Log, track: &Track, from: u64, to: u64, width: u64, cells: &mut Vec<Cell>) {
    let mut cursor = track.cursor();
    if width == 1 {
        cells.extend((from..to).map(|cycle| {
            let state = cursor.state(cycle);
            let full = |is: bool| if is { 255 } else { 0 };
            let (issued, busy) = (state.cause == Cause::ISSUED, state.cause != Cause::EMPTY);
            let lanes = if issued { log.lanes_of(state.lanes) } else { Lanes::NONE };
            let wait = if issued { Cause::EMPTY } else { state.cause };
            Cell { cause: state.cause, pc: state.pc, lanes, issued: full(issued), busy: full(busy), wait }
        }));
        return;
    }
    let causes = log.causes().all();
    let mut before = cursor.sums(from);
    let mut at = from;
    while at < to {
        let end = (at + width).min(to);
        let after = cursor.sums(end);
        cells.push(cell(causes.clone(), &before, &after, end - at));
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

/// The whole log in at most `columns` columns: slots by cause, and the cycles of the `units` that are functional units.
/// What has had no work at all is left out of both. `complete` says whether the run ends with the log.
pub fn strip(log: &Log, columns: u32, complete: bool, units: &[u32]) -> Strip {
    let slots: Vec<&Track> = log.slots.iter().filter(|track| !idle(log, track)).collect();
    let units = units.iter().filter_map(|unit| log.units.get(*unit as usize));
    let units: Vec<&Track> = units.filter(|track| !idle(log, track)).collect();
    let coarsest = log.slots.iter().chain(&log.units).map(Track::grain).max().unwrap_or(1);
    let width = column_width(0, log.end(), u64::from(columns).clamp(1, MOST_COLUMNS), coarsest);
    Strip {
        from: 0,
        end: log.end(),
        complete,
        cycles_per_column: width,
        causes: log.causes().clone(),
        columns: by_cause(log, &slots, width),
        units: if units.is_empty() { Vec::new() } else { by_cause(log, &units, width) },
    }
}

/// Cycles of all `tracks` by cause, in columns of `width` cycles.
fn by_cause(log: &Log, tracks: &[&Track], width: u64) -> Vec<Vec<u32>> {
    let end = log.end();
    let mut out = alloc::vec![alloc::vec![0u32; log.causes().count()]; end.div_ceil(width) as usize];
    for track in tracks {
        let mut cursor = track.cursor();
        let mut before = [0; Cause::MOST];
        for (at, column) in out.iter_mut().enumerate() {
            let after = cursor.sums(((at as u64 + 1) * width).min(end));
            for (sum, (after, before)) in column.iter_mut().zip(after.iter().zip(before)) {
                *sum = sum.saturating_add(u32::try_from(after - before).unwrap_or(u32::MAX));
            }
            before = after;
        }
    }
    out
}

/// DRAM commands of the cycles `from..to`, at most `limit`, on `channels` channels of `banks` banks.
pub fn dram(log: &Log, from: u64, to: u64, limit: u32, channels: u16, banks: u16) -> DramWindow {
    let limit = limit as usize;
    let mut commands: Vec<_> = log
        .events(Kind::Dram, from)
        .take_while(|(cycle, _)| *cycle < to)
        .take(limit.saturating_add(1))
        .filter_map(|(cycle, event)| match event {
            Event::Dram { channel, bank, command, row, .. } => Some((cycle, channel, bank, command, row)),
            _ => None,
        })
        .collect();
    let cut = commands.len() > limit;
    commands.truncate(limit);
    DramWindow { channels, banks, commands, cut }
}

/// The first cycle after `cycle` in which something of the kind happens to the unit, or to any.
pub fn next_event(log: &Log, cycle: u64, kind: EventKind, unit: Option<u32>, complete: bool) -> Found {
    let nothing = if complete { Found::Never } else { Found::NotYet };
    let units = (0u32..).zip(&log.units).filter(|(at, _)| unit.is_none_or(|unit| unit == *at));
    // Each track is searched only as far as the best so far.
    let best = units.fold((log.end(), None), |best, (unit, track)| {
        let found = first_change(log, track, cycle, best.0, kind).filter(|found| *found < best.0);
        found.map_or(best, |found| (found, Some(unit)))
    });
    best.1.map_or(nothing, |unit| Found::At { cycle: best.0, unit })
}

fn first_change(log: &Log, track: &Track, cycle: u64, to: u64, kind: EventKind) -> Option<u64> {
    let mut runs = track.runs(cycle, to);
    let mut before = runs.next()?;
    let mut lanes = (before.state.cause == Cause::ISSUED).then_some(before.state.lanes);
    for run in runs {
        if happens(log.causes(), kind, before, run, lanes) {
            return Some(run.from);
        }
        if run.state.cause == Cause::ISSUED {
            lanes = Some(run.state.lanes);
        }
        before = run;
    }
    None
}

fn happens(causes: &Causes, kind: EventKind, before: Run, now: Run, lanes: Option<LaneKey>) -> bool {
    let (was, is) = (before.state.cause, now.state.cause);
    match kind {
        EventKind::Change => was != is,
        EventKind::Issue => is == Cause::ISSUED,
        EventKind::Stall => was != is && waits(causes.class(is)),
        EventKind::Divergence => is == Cause::ISSUED && lanes.is_some_and(|lanes| lanes != now.state.lanes),
        EventKind::Barrier => (was == Cause::BARRIER) != (is == Cause::BARRIER),
        EventKind::Response => was == Cause::MEMORY && is != Cause::MEMORY,
    }
}

/// Does such a unit have work that waits?
fn waits(class: Class) -> bool {
    matches!(class, Class::Replayed | Class::Waiting)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        base::{LaneMask, rng::Rng},
        trace::Sink,
    };

    const UNITS: u32 = 3;

    /// A log of random states and the cause of every unit in every cycle.
    fn random(seed: u64, cycles: u64) -> (Log, Vec<Vec<Cause>>) {
        let mut rng = Rng::new(seed);
        let mut log = Log::new(Causes::SHARED, &[], UNITS as usize, UNITS as usize, 1 << 24);
        let mut cells = alloc::vec![Vec::new(); UNITS as usize];
        let mut now = [Cause::EMPTY; UNITS as usize];
        for cycle in 0..cycles {
            for unit in 0..UNITS {
                if rng.below(4) == 0 {
                    let cause = Cause::from_index(rng.below(Cause::SHARED as u64)).unwrap();
                    now[unit as usize] = cause;
                    log.tell(
                        cycle,
                        Event::Unit { unit, cause, pc: cycle as u32, lanes: LaneMask(cycle).into() },
                    );
                    log.tell(cycle, Event::Slot { slot: unit, cause });
                }
                cells[unit as usize].push(now[unit as usize]);
            }
        }
        log.close(cycles);
        (log, cells)
    }

    fn window(from: u64, to: u64, columns: u32) -> Window {
        Window { from, to, columns, first_unit: 0, units: UNITS }
    }

    #[test]
    fn a_timeline_equals_a_count_of_every_cycle() {
        let (log, cells) = random(1, 5000);
        for (from, to, columns) in
            [(0, 5000, 100), (17, 900, 64), (123, 124, 1), (0, 5000, 1), (4990, 9999, 50)]
        {
            let answer = timeline(&log, &window(from, to, columns));
            let width = answer.cycles_per_column;
            assert!(answer.columns <= columns && answer.from <= from, "{answer:?}");
            assert_eq!(answer.cells.len() as u32, answer.columns * UNITS);
            for (at, cell) in answer.cells.iter().enumerate() {
                let (unit, column) = (at / answer.columns as usize, at as u64 % u64::from(answer.columns));
                let start = answer.from + column * width;
                let end = (start + width).min(to).min(5000);
                let part = &cells[unit][start as usize..end as usize];
                let count = |cause: Cause| part.iter().filter(|c| **c == cause).count();
                let work: Vec<Cause> = Causes::SHARED.all().filter(|c| *c != Cause::EMPTY).collect();
                let busy = part.len() - count(Cause::EMPTY);
                assert_eq!(cell.cause == Cause::EMPTY, busy == 0);
                assert!(busy == 0 || work.iter().all(|other| count(*other) <= count(cell.cause)));
                assert!(busy == 0 || cell.cause == Cause::ISSUED || count(Cause::ISSUED) < count(cell.cause));
                assert_eq!(cell.wait == Cause::EMPTY, busy == count(Cause::ISSUED));
                let waits = work.iter().filter(|cause| **cause != Cause::ISSUED);
                assert!(cell.wait == Cause::EMPTY || waits.clone().all(|c| count(*c) <= count(cell.wait)));
                for (share, cycles) in [(cell.issued, count(Cause::ISSUED)), (cell.busy, busy)] {
                    assert_eq!(usize::from(share), (cycles * 255).div_ceil(part.len()));
                }
            }
        }
    }

    #[test]
    fn a_unit_that_is_busy_for_a_fifth_of_a_column_shows_a_fifth() {
        let mut log = Log::new(Causes::SHARED, &[], 1, 0, 1 << 20);
        for cycle in (0..100).step_by(10) {
            let mut tell = |at, cause| {
                log.tell(at, Event::Unit { unit: 0, cause, pc: 3, lanes: LaneMask(1).into() });
            };
            tell(cycle, Cause::ISSUED);
            tell(cycle + 1, Cause::MEMORY);
            tell(cycle + 2, Cause::EMPTY);
        }
        log.close(100);
        let answer = timeline(&log, &window(0, 100, 1));
        let [ref cell] = answer.cells[..] else { panic!("one column") };
        assert_eq!((cell.cause, cell.wait), (Cause::ISSUED, Cause::MEMORY));
        // 10 and 20 of 100 cycles, in parts of 255, rounded up.
        assert_eq!((cell.issued, cell.busy), (26, 51));
    }

    #[test]
    fn single_cycles_have_instruction_and_lanes() {
        let mut log = Log::new(Causes::SHARED, &[], 1, 0, 1 << 20);
        log.tell(2, Event::Unit { unit: 0, cause: Cause::ISSUED, pc: 9, lanes: LaneMask(5).into() });
        log.tell(3, Event::Unit { unit: 0, cause: Cause::MEMORY, pc: 10, lanes: LaneMask(5).into() });
        log.close(5);
        let answer = timeline(&log, &Window { from: 1, to: 5, columns: 10, first_unit: 0, units: 9 });
        let cell = |cause, pc, lanes, issued, busy, wait| Cell {
            cause,
            pc,
            lanes: LaneMask(lanes).into(),
            issued,
            busy,
            wait,
        };
        let waits = cell(Cause::MEMORY, 10, 0, 0, 255, Cause::MEMORY);
        assert_eq!(
            answer.cells,
            [
                cell(Cause::EMPTY, u32::MAX, 0, 0, 0, Cause::EMPTY),
                cell(Cause::ISSUED, 9, 5, 255, 255, Cause::EMPTY),
                waits.clone(),
                waits,
            ]
        );
    }

    #[test]
    fn chosen_rows_are_those_of_the_whole_and_idle_units_are_known() {
        let (log, _) = random(4, 900);
        let whole = timeline(&log, &window(10, 700, 64));
        let rows = rows(&log, 10, 700, 64, &[2, 0, 99]);
        let columns = whole.columns as usize;
        assert_eq!((rows.from, rows.columns), (whole.from, whole.columns));
        assert_eq!(rows.cells[..columns], whole.cells[2 * columns..]);
        assert_eq!(rows.cells[columns..], whole.cells[..columns]);
        assert_eq!(busy(&log), [0, 1, 2]);
        let mut log = Log::new(Causes::SHARED, &[], 3, 0, 1 << 20);
        log.tell(4, Event::Unit { unit: 1, cause: Cause::FETCH, pc: 0, lanes: LaneMask(1).into() });
        log.close(9);
        assert_eq!(busy(&log), [1]);
    }

    #[test]
    fn windows_outside_the_run_are_empty() {
        let (log, _) = random(2, 100);
        for (from, to) in [(100, 200), (u64::MAX - 1, u64::MAX), (50, 50), (60, 40)] {
            let answer = timeline(&log, &window(from, to, 10));
            assert_eq!((answer.columns, answer.cells.len()), (0, 0), "{from}..{to}");
        }
        let none = timeline(&log, &Window { first_unit: 77, ..window(0, 10, 10) });
        assert_eq!(none.cells.len(), 0);
        assert_eq!(strip(&Log::new(Causes::SHARED, &[], 1, 1, 100), 10, false, &[0]).columns.len(), 0);
    }

    #[test]
    fn the_strip_adds_up_to_all_slots() {
        let (log, cells) = random(3, 3001);
        for columns in [1, 7, 3001, 9999] {
            let strip = strip(&log, columns, true, &[]);
            assert_eq!((strip.end, strip.complete), (log.end(), true));
            assert!(strip.columns.len() as u32 <= columns);
            for cause in Causes::SHARED.all() {
                let sum: u64 = strip.columns.iter().map(|column| u64::from(column[cause.index()])).sum();
                let counted = cells.iter().flatten().filter(|c| **c == cause).count();
                assert_eq!(sum, counted as u64, "{cause:?} in {columns} columns");
            }
        }
    }

    #[test]
    fn schedulers_and_units_without_work_have_no_part_in_the_strip() {
        let mut log = Log::new(Causes::SHARED, &[], 3, 4, 1 << 20);
        log.tell(2, Event::Slot { slot: 1, cause: Cause::ISSUED });
        log.tell(6, Event::Slot { slot: 1, cause: Cause::EMPTY });
        log.tell(4, Event::Unit { unit: 2, cause: Cause::MEMORY, pc: 0, lanes: LaneMask(1).into() });
        log.close(8);
        let strip = strip(&log, 1, true, &[1, 2]);
        let sums = |column: &[u32]| -> Vec<(Cause, u32)> {
            Causes::SHARED.all().zip(column.iter().copied()).filter(|(_, n)| *n > 0).collect()
        };
        assert_eq!(sums(&strip.columns[0]), [(Cause::ISSUED, 4), (Cause::EMPTY, 4)]);
        assert_eq!(sums(&strip.units[0]), [(Cause::MEMORY, 4), (Cause::EMPTY, 4)]);
        assert_eq!((strip.columns.len(), strip.units.len(), idle_slots(&log)), (1, 1, 3));
    }

    #[test]
    fn dram_windows_are_cut_at_the_limit() {
        let mut log = Log::new(Causes::SHARED, &[], 0, 0, 1 << 20);
        for cycle in 0..10 {
            log.tell(
                cycle,
                Event::Dram {
                    channel: 1,
                    bank: 2,
                    command: DramCommand::Read,
                    row: cycle as u32,
                    request: 0,
                    time: 0,
                },
            );
        }
        let answer = dram(&log, 3, 8, 100, 2, 16);
        assert_eq!((answer.commands.len(), answer.cut), (5, false));
        assert_eq!(answer.commands[0], (3, 1, 2, DramCommand::Read, 3));
        let answer = dram(&log, 3, 8, 4, 2, 16);
        assert_eq!((answer.commands.len(), answer.cut), (4, true));
    }

    #[test]
    fn the_next_event_is_the_first_after_the_cursor() {
        let mut log = Log::new(Causes::SHARED, &[], 2, 0, 1 << 20);
        let mut tell = |cycle, unit, cause, lanes| {
            log.tell(cycle, Event::Unit { unit, cause, pc: 0, lanes: LaneMask(lanes).into() });
        };
        tell(0, 0, Cause::ISSUED, 3);
        tell(1, 0, Cause::MEMORY, 3);
        tell(4, 1, Cause::ISSUED, 3);
        tell(5, 0, Cause::NOT_PICKED, 3);
        tell(6, 0, Cause::ISSUED, 3);
        tell(7, 0, Cause::ISSUED, 1);
        tell(8, 0, Cause::BARRIER, 1);
        log.close(10);
        let next = |cycle, kind, unit| next_event(&log, cycle, kind, unit, false);
        let at = |cycle, unit| Found::At { cycle, unit };
        assert_eq!(next(0, EventKind::Change, Some(0)), at(1, 0));
        assert_eq!(next(1, EventKind::Change, None), at(4, 1));
        assert_eq!(next(0, EventKind::Issue, Some(0)), at(6, 0));
        assert_eq!(next(0, EventKind::Divergence, Some(0)), at(7, 0));
        assert_eq!(next(0, EventKind::Barrier, None), at(8, 0));
        assert_eq!(next(0, EventKind::Response, Some(0)), at(5, 0));
        assert_eq!(next(8, EventKind::Change, Some(0)), Found::NotYet);
        assert_eq!(next(0, EventKind::Change, Some(9)), Found::NotYet);
        assert_eq!(next_event(&log, 8, EventKind::Change, None, true), Found::Never);
    }
}
