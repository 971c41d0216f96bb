//! Windows, strips, commands and next events against counts of every cycle.

use super::*;
use crate::{
    base::{LaneMask, rng::Rng},
    trace::Sink,
};

const UNITS: u32 = 3;

/// A log of random states and the cause of every unit in every cycle.
fn random(seed: u64, cycles: u64) -> (Log, Vec<Vec<Cause>>) {
    let mut rng = Rng::new(seed);
    let mut log = Log::new(Causes::SHARED, &[], UNITS as usize, UNITS as usize);
    let mut cells = alloc::vec![Vec::new(); UNITS as usize];
    let mut now = [Cause::EMPTY; UNITS as usize];
    for cycle in 0..cycles {
        for unit in 0..UNITS {
            if rng.below(4) == 0 {
                let cause = Cause::from_index(rng.below(Cause::SHARED as u64)).unwrap();
                now[unit as usize] = cause;
                log.tell(cycle, Event::Unit { unit, cause, pc: cycle as u32, lanes: LaneMask(cycle).into() });
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
    for (from, to, columns) in [(0, 5000, 100), (17, 900, 64), (123, 124, 1), (0, 5000, 1), (4990, 9999, 50)]
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
    let mut log = Log::new(Causes::SHARED, &[], 1, 0);
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
    let mut log = Log::new(Causes::SHARED, &[], 1, 0);
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
fn chosen_rows_are_those_of_the_whole() {
    let (log, _) = random(4, 900);
    let whole = timeline(&log, &window(10, 700, 64));
    let rows = rows(&log, 10, 700, 64, &[2, 0, 99]);
    let columns = whole.columns as usize;
    assert_eq!((rows.from, rows.columns), (whole.from, whole.columns));
    assert_eq!(rows.cells[..columns], whole.cells[2 * columns..]);
    assert_eq!(rows.cells[columns..], whole.cells[..columns]);
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
    assert_eq!(strip(&Log::new(Causes::SHARED, &[], 1, 1), 10, false, (&[0], &[0])).columns.len(), 0);
}

#[test]
fn the_strip_adds_up_to_all_slots() {
    let (log, cells) = random(3, 3001);
    for columns in [1, 7, 3001, 9999] {
        let strip = strip(&log, columns, true, (&[0, 1, 2], &[]));
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
fn a_strip_has_the_slots_and_units_that_are_chosen() {
    let mut log = Log::new(Causes::SHARED, &[], 3, 4);
    log.tell(2, Event::Slot { slot: 1, cause: Cause::ISSUED });
    log.tell(6, Event::Slot { slot: 1, cause: Cause::EMPTY });
    log.tell(4, Event::Unit { unit: 2, cause: Cause::MEMORY, pc: 0, lanes: LaneMask(1).into() });
    log.close(8);
    let chosen = strip(&log, 1, true, (&[1], &[2]));
    let sums = |column: &[u32]| -> Vec<(Cause, u32)> {
        Causes::SHARED.all().zip(column.iter().copied()).filter(|(_, n)| *n > 0).collect()
    };
    assert_eq!(sums(&chosen.columns[0]), [(Cause::ISSUED, 4), (Cause::EMPTY, 4)]);
    assert_eq!(sums(&chosen.units[0]), [(Cause::MEMORY, 4), (Cause::EMPTY, 4)]);
    assert_eq!((chosen.columns.len(), chosen.units.len()), (1, 1));
    assert_eq!(strip(&log, 1, true, (&[1], &[])).units.len(), 0);
}

#[test]
fn dram_windows_are_cut_at_the_limit() {
    let mut log = Log::new(Causes::SHARED, &[], 0, 0);
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
    log.close(10);
    let answer = dram(&log, 3, 8, 100, 2, 16);
    assert_eq!((answer.commands.len(), answer.cut), (5, false));
    assert_eq!(answer.commands[0], (3, 1, 2, DramCommand::Read, 3));
    let answer = dram(&log, 3, 8, 4, 2, 16);
    assert_eq!((answer.commands.len(), answer.cut), (4, true));
    assert!(dram(&log, 3, 11, 100, 2, 16).cut, "the log ends before");
}

#[test]
fn the_next_event_is_the_first_after_the_cursor() {
    let mut log = Log::new(Causes::SHARED, &[], 2, 0);
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
    let next = |cycle, kind, unit| next_event(&log, cycle, kind, unit);
    let at = |cycle, unit| Some((cycle, unit));
    assert_eq!(next(0, EventKind::Change, Some(0)), at(1, 0));
    assert_eq!(next(1, EventKind::Change, None), at(4, 1));
    assert_eq!(next(0, EventKind::Issue, Some(0)), at(6, 0));
    assert_eq!(next(0, EventKind::Divergence, Some(0)), at(7, 0));
    assert_eq!(next(0, EventKind::Barrier, None), at(8, 0));
    assert_eq!(next(0, EventKind::Response, Some(0)), at(5, 0));
    assert_eq!(next(8, EventKind::Change, Some(0)), None);
    assert_eq!(next(0, EventKind::Change, Some(9)), None);
}

#[test]
fn an_instruction_in_which_no_lane_takes_part_changes_no_lanes() {
    let mut log = Log::new(Causes::SHARED, &[], 1, 0);
    let mut tell = |cycle, lanes| {
        let lanes = LaneMask(lanes).into();
        log.tell(cycle, Event::Unit { unit: 0, cause: Cause::ISSUED, pc: cycle as u32, lanes });
    };
    // A guarded exit that nobody takes stands at 0, 2, 4, 5 and 7.
    [0, 3, 0, 3, 0, 0, 1, 0, 1].into_iter().enumerate().for_each(|(at, lanes)| tell(at as u64, lanes));
    log.close(9);
    let next = |cycle| next_event(&log, cycle, EventKind::Divergence, Some(0));
    assert_eq!(next(0), Some((6, 0)));
    assert_eq!(next(6), None);
}
