//! A summary of random states equals a count of every cycle, whether the units are told one by one or in sets.

use super::*;
use crate::{
    base::{LaneMask, rng::Rng},
    trace::{Log, window},
};

const UNITS: usize = 70;

/// The cause of every unit in every cycle, what the units that are told one by one are told, and what the sets are.
struct Play {
    cells: Vec<[Cause; UNITS]>,
    whole: Log,
}

/// Units 0 to 4 are told one by one, 5 to 68 in sets; the last one never has work.
const FIRST: usize = 5;

fn play(seed: u64, cycles: u64, cuts: u64) -> (Summary, Play) {
    let mut rng = Rng::new(seed);
    let mut summary = Summary::new(Causes::SHARED, &[], UNITS, 2);
    let mut whole = Log::new(Causes::SHARED, &[], UNITS, 2);
    let (mut now, mut lanes) = ([Cause::EMPTY; UNITS], [LaneMask::NONE; UNITS]);
    let (mut issued, mut pc) = ([None; UNITS], 0);
    let mut cells = Vec::new();
    for cycle in 0..cycles {
        if cycle > 0 && cycle.is_multiple_of(cuts) {
            summary.close(cycle);
            summary.cut(cycle);
        }
        // Nothing happens for a while now and then.
        let sleeps = cycle / 300 % 3 == 2;
        let (mut causes, mut diverged) = ([0u64; Cause::SHARED], 0);
        for unit in 0..UNITS - 1 {
            if !sleeps && rng.below(3) == 0 {
                let cause = Cause::from_index(rng.below(Cause::SHARED as u64)).unwrap();
                now[unit] = cause;
                lanes[unit] = LaneMask(rng.below(3));
                pc += 1;
                let event = Event::Unit { unit: unit as u32, cause, pc, lanes: lanes[unit].into() };
                whole.tell(cycle, event);
                if unit < FIRST {
                    summary.tell(cycle, event);
                }
                if cause == Cause::ISSUED && lanes[unit] != LaneMask::NONE {
                    let last = issued[unit].replace(lanes[unit]);
                    if unit >= FIRST && last.is_some_and(|last| last != lanes[unit]) {
                        diverged |= 1 << (unit - FIRST);
                    }
                }
            }
            if unit >= FIRST {
                causes[now[unit].index()] |= 1 << (unit - FIRST);
            }
        }
        let slot = Event::Slot { slot: 1, cause: now[0] };
        whole.tell(cycle, slot);
        summary.tell(cycle, slot);
        if !sleeps {
            summary.tell_sets(cycle, Sets { part: 3, first: FIRST as u32, causes: &causes, diverged });
        }
        cells.push(now);
    }
    summary.close(cycles);
    whole.close(cycles);
    (summary, Play { cells, whole })
}

fn count(cells: &[[Cause; UNITS]], unit: usize) -> Sums {
    let mut sums = [0; Cause::MOST];
    cells.iter().for_each(|causes| sums[causes[unit].index()] += 1);
    sums
}

#[test]
fn sums_equal_a_count_at_every_column_and_at_the_end() {
    let cycles = 5000;
    let (summary, Play { cells, .. }) = play(1, cycles, 1 << 40);
    let grain = summary.unit_grain();
    for unit in 0..UNITS {
        for cycle in (0..cycles).step_by(grain as usize).chain([cycles]) {
            let expected = count(&cells[..cycle as usize], unit);
            assert_eq!(summary.unit_sums(unit, cycle), Some(expected), "unit {unit} cycle {cycle}");
        }
        assert_eq!(summary.unit_sums(unit, grain - 1), None);
    }
    let slot = |cycle: u64| count(&cells[..cycle as usize], 0);
    let places = (0..cycles).step_by(summary.slot_grain() as usize).chain([cycles]);
    places.for_each(|cycle| assert_eq!(summary.slot_sums(1, cycle), Some(slot(cycle))));
    assert_eq!(summary.busy(), (0..UNITS as u32 - 1).collect::<Vec<_>>());
    assert_eq!(summary.busy_slots(), [1]);
    assert_eq!((summary.unit_sums(UNITS, 0), summary.slot_sums(2, 0)), (None, None));
}

#[test]
fn a_stretch_has_the_events_that_happen_in_it() {
    let (cycles, cuts) = (4000, 250);
    let (mut summary, Play { whole, .. }) = play(2, cycles, cuts);
    for interval in [cuts, 4 * cuts] {
        summary.join(interval);
        for kind in EventKind::STATES {
            for unit in [0, 3, 5, 40, 68, 69] {
                let may: Vec<(u64, u64)> = summary.stretches(kind, Some(unit), 0).collect();
                for from in (0..cycles - interval).step_by(interval as usize) {
                    let after = from.saturating_sub(1);
                    let found = window::next_event(&whole, after, kind, Some(unit));
                    let happens = found.is_some_and(|(cycle, _)| cycle < from + interval);
                    let has = may.contains(&(from, from + interval));
                    assert!(has || !happens, "{kind:?} of {unit} from {from}");
                    // An instruction that is issued again with the same lanes at the same place would be the exception.
                    assert!(!has || happens || from == 0, "{kind:?} of {unit} from {from} does not happen");
                }
                assert!(may.windows(2).all(|pair| pair[0].1 <= pair[1].0));
            }
        }
    }
    assert_eq!(summary.stretches(EventKind::Change, None, cycles).count(), 0);
}

#[test]
fn a_log_goes_on_from_what_holds() {
    let (summary, Play { whole, .. }) = play(3, 1000, 1 << 40);
    let start = summary.start(|_| Vec::new());
    for unit in 0..FIRST {
        assert_eq!(start.units[unit].state, whole.units[unit].state());
    }
    assert_eq!((start.cycle, start.slots[1].state.cause), (1000, whole.slots[1].state().cause));
}

#[test]
fn it_takes_no_more_than_its_columns_however_long_the_run_is() {
    let mut summary = Summary::new(Causes::SHARED, &[], 6000, 500);
    let mut bytes = 0;
    for cycle in (0..40_000_000u64).step_by(10_000) {
        let cause = if cycle % 20_000 == 0 { Cause::MEMORY } else { Cause::ISSUED };
        summary.tell(cycle, Event::Unit { unit: 7, cause, pc: 0, lanes: LaneMask(1).into() });
        bytes = bytes.max(summary.bytes());
    }
    summary.close(40_000_000);
    // Lists grow by a quarter; a few numbers for each unit and slot come on top.
    assert!(bytes <= (UNIT_BYTES + SLOT_BYTES) / 4 * 5 + (3 << 20), "{bytes}");
    let sums = summary.unit_sums(7, 40_000_000).unwrap();
    assert_eq!((sums[Cause::MEMORY.index()], sums[Cause::ISSUED.index()]), (20_000_000, 20_000_000));
}
