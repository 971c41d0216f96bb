//! Going back and forth, keyframes, recordings of any part, and the next event.

use super::*;
use crate::{
    document::Limits,
    image::PAGE,
    run::toy::Toy,
    trace::{
        Event, Sink,
        summary::{SLOT_BYTES, UNIT_BYTES},
        track::Track,
    },
};

fn runner(end: u64) -> Runner<Toy> {
    Runner::new(Toy::new(3, end), 1, u64::MAX, 1 << 24)
}

fn to_end(runner: &mut Runner<Toy>) {
    while !runner.complete() {
        runner.seek(u64::MAX, 1000);
    }
}

#[test]
fn slices_of_any_size_leave_the_same_machine_and_log() {
    let mut whole = runner(3000);
    whole.seek(u64::MAX, u64::MAX);
    for slice in [1, 7, 1000] {
        let mut sliced = runner(3000);
        while !sliced.complete() {
            sliced.seek(u64::MAX, slice);
        }
        assert_eq!(sliced.machine().digest(), whole.machine().digest());
        assert_eq!(sliced.fingerprint(), whole.fingerprint());
    }
}

#[test]
fn skipping_idle_cycles_leaves_the_same_log() {
    let mut ticking = Runner::new(Toy::new(3, 3000).ticking(), 1, u64::MAX, 1 << 24);
    let mut skipping = runner(3000);
    to_end(&mut ticking);
    to_end(&mut skipping);
    assert_eq!(ticking.fingerprint(), skipping.fingerprint());
    assert_eq!(ticking.machine().digest(), skipping.machine().digest());
}

#[test]
fn forward_back_forward_is_the_same_place() {
    let mut runner = runner(100_000);
    let mut digests = Vec::new();
    let cycles = [0, 1, 8191, 8192, 8193, 9000, 99_999];
    for cycle in cycles {
        runner.seek(cycle, u64::MAX);
        assert_eq!(runner.machine().cycle(), cycle);
        digests.push(runner.machine().digest());
    }
    to_end(&mut runner);
    let log = runner.fingerprint();
    for (cycle, digest) in cycles.iter().zip(digests).rev() {
        runner.seek(*cycle, u64::MAX);
        assert_eq!((runner.machine().cycle(), runner.machine().digest()), (*cycle, digest));
    }
    runner.seek(u64::MAX, u64::MAX);
    assert!(runner.at_frontier() && runner.fingerprint() == log);
}

#[test]
fn causes_ahead_of_the_frontier_are_those_that_will_be_recorded() {
    let mut runner = runner(3000);
    for cycle in [0, 1, 17, 256, 2999] {
        runner.seek(cycle, u64::MAX);
        let ahead = runner.causes();
        runner.extend(1);
        assert_eq!(runner.causes(), ahead, "cycle {cycle}");
    }
}

#[test]
fn the_machine_a_cycle_ahead_is_made_once_and_follows_the_cursor() {
    let mut runner = runner(3000);
    for cycle in [0, 17, 5, 2999, 3000] {
        runner.seek(cycle, u64::MAX);
        assert!(core::ptr::eq(runner.ahead(), runner.ahead()));
        assert_eq!(runner.ahead().cycle(), (cycle + 1).min(3000));
    }
}

#[test]
fn a_long_seek_takes_several_slices_and_arrives() {
    let mut runner = runner(100_000);
    to_end(&mut runner);
    runner.seek(99_000, 10);
    let mut slices = 1;
    while runner.machine().cycle() != 99_000 {
        runner.seek(99_000, 10);
        slices += 1;
    }
    assert!((2..=1 + runner.frames.interval / 10).contains(&slices), "{slices}");
}

#[test]
fn extending_leaves_the_cursor() {
    let mut runner = runner(1000);
    runner.seek(100, u64::MAX);
    runner.extend(50);
    assert_eq!((runner.machine().cycle(), runner.frontier()), (100, 150));
    runner.extend(u64::MAX);
    assert_eq!((runner.machine().cycle(), runner.frontier(), runner.complete()), (100, 1000, true));
}

#[test]
fn keyframes_are_thinned_and_stay_evenly_spaced() {
    let mut runner = runner(1_000_000);
    runner.frames.most = 16;
    to_end(&mut runner);
    let frames: Vec<u64> = runner.frames.list.iter().map(|frame| frame.cycle).collect();
    assert!(frames.len() <= 16 && frames[0] == 0);
    assert!(frames.windows(2).all(|pair| pair[1] - pair[0] == runner.frames.interval));
    assert!(frames.last().unwrap() + runner.frames.interval >= 1_000_000);
}

#[test]
fn keyframes_stay_below_their_bytes() {
    let mut runner = runner(1_000_000);
    // Each writes the one page of memory, so none shares it.
    let each = runner.head().clone_bytes() + PAGE + runner.summary.start(|_| Vec::new()).bytes();
    runner.frames.most_bytes = 9 * each;
    to_end(&mut runner);
    assert!((5..=10).contains(&runner.frames.list.len()), "{}", runner.frames.list.len());
    assert_eq!(runner.frames.bytes, (runner.frames.list.len() - 1) * each);
    let mut poor = self::runner(1_000_000);
    poor.frames.most_bytes = 0;
    to_end(&mut poor);
    assert_eq!(poor.frames.list.len(), 1, "the start is always there");
}

#[test]
fn the_cycle_limit_ends_a_run_by_name() {
    let mut runner = Runner::new(Toy::new(3, 1000), 1, 500, 1 << 20);
    runner.seek(u64::MAX, u64::MAX);
    assert_eq!(runner.frontier(), 500);
    assert_eq!(runner.halt(), Some(&Halt::Limit { limit: "cycles".into(), value: 500 }));
    let mut exact = Runner::new(Toy::new(3, 500), 1, 500, 1 << 20);
    exact.seek(u64::MAX, u64::MAX);
    assert!(exact.complete() && exact.halt().is_none());
}

#[test]
fn a_halt_is_found_again_at_the_frontier() {
    let mut runner = Runner::new(Toy::halting(3, 700), 1, u64::MAX, 1 << 20);
    runner.seek(u64::MAX, u64::MAX);
    assert!(runner.halt().is_some() && runner.frontier() == 700);
    runner.seek(10, u64::MAX);
    assert_eq!((runner.machine().cycle(), runner.complete()), (10, true));
    runner.seek(u64::MAX, u64::MAX);
    assert_eq!((runner.machine().cycle(), runner.at_frontier()), (700, true));
}

/// Every event of `from..` in the order in which it was told.
#[derive(Default)]
struct Heard(u64, Vec<(u64, Event)>);

impl Sink for Heard {
    const ON: bool = true;
    fn tell(&mut self, cycle: u64, event: Event) {
        if cycle >= self.0 {
            self.1.push((cycle, event));
        }
    }
}

#[test]
fn a_recording_of_any_cycles_is_that_part_of_a_recording_of_all() {
    let mut runner = runner(50_000);
    to_end(&mut runner);
    let mut whole = runner.empty();
    runner.first().run(u64::MAX, &mut whole).unwrap();
    whole.close(50_000);
    let edge = FIRST_INTERVAL;
    for (from, to) in [(0, 10), (edge - 1, edge), (edge, edge + 1), (edge - 1, edge + 1), (49_990, 50_000)] {
        let part = runner.record(&Excerpt::all(from, to));
        assert!(part.begin() <= from && part.end() >= to);
        let same = |part: &Track, whole: &Track| {
            (from..to).all(|at| part.cursor().state(at) == whole.cursor().state(at))
        };
        assert!(part.units.iter().zip(&whole.units).all(|(part, whole)| same(part, whole)), "{from}..{to}");
        assert!(part.slots.iter().zip(&whole.slots).all(|(part, whole)| same(part, whole)));
    }
}

#[test]
fn the_next_event_is_found_wherever_the_stretches_end() {
    let mut runner = runner(30_000);
    to_end(&mut runner);
    let whole = runner.record(&Excerpt::all(0, 30_000));
    let edge = FIRST_INTERVAL;
    for after in [0, edge - 2, edge - 1, edge, edge + 1, 3 * edge - 1, 29_900, 29_999] {
        runner.seek(after, u64::MAX);
        for (kind, unit) in EventKind::STATES.into_iter().flat_map(|kind| [(kind, None), (kind, Some(1))]) {
            let expected = match window::next_event(&whole, after, kind, unit) {
                Some((cycle, unit)) => Found::At { cycle, unit: Some(unit) },
                None => Found::Never,
            };
            assert_eq!(runner.next_event(kind, unit), expected, "{kind:?} of {unit:?} after {after}");
        }
    }
}

#[test]
fn recordings_stay_below_their_bytes() {
    let mut runner = Runner::new(Toy::new(3, 400_000), 1, u64::MAX, 200_000);
    to_end(&mut runner);
    for from in (0..400_000).step_by(10_000) {
        runner.record(&Excerpt::all(from, from + 10_000));
        let bytes = runner.recorder.borrow().bytes();
        assert!(bytes <= 200_000, "{bytes}");
    }
    assert!(runner.recorder.borrow().count() > 1);
    // One that takes more than all may ends early.
    let all = Excerpt::all(0, 400_000);
    let cut = runner.record(&all);
    assert!(cut.end() < 400_000 && cut.bytes() < 250_000, "{} {}", cut.end(), cut.bytes());
    // It is what there is to say to the same question, and to others as far as it goes.
    assert_eq!(runner.recorded(&all).map(|log| log.end()), Some(cut.end()));
    assert!(runner.recorded(&Excerpt::all(10, cut.end())).is_some());
    let behind = Excerpt::all(cut.end(), cut.end() + 10_000);
    assert!(runner.recorded(&behind).is_none());
    assert!(runner.record(&behind).end() >= behind.to);
}

#[test]
fn the_next_event_does_not_depend_on_what_recordings_may_take() {
    let limited = |log_bytes| {
        let mut runner = Runner::new(Toy::new(3, 50_000), 1, u64::MAX, log_bytes);
        to_end(&mut runner);
        runner
    };
    let (mut scarce, mut ample) = (limited(1), limited(1 << 24));
    for cycle in [0, 8_191, 8_192, 20_000, 49_990] {
        for runner in [&mut scarce, &mut ample] {
            while runner.machine().cycle() != cycle {
                runner.seek(cycle, u64::MAX);
            }
        }
        for unit in [None, Some(0), Some(2)] {
            for kind in EventKind::STATES {
                assert_eq!(
                    scarce.next_event(kind, unit),
                    ample.next_event(kind, unit),
                    "{cycle} {unit:?} {kind:?}"
                );
            }
        }
    }
}

#[test]
fn a_run_of_any_length_takes_less_than_half_a_gigabyte() {
    let log = Limits::default().log_bytes as usize;
    // Columns grow by a quarter, and a log that is being made by doubling.
    let columns = (UNIT_BYTES + SLOT_BYTES) / 4 * 5;
    let all = MOST_BYTES + columns + log + 2 * log;
    assert!(all <= 500 << 20, "{} MB", all >> 20);
}

#[test]
fn a_recording_is_made_in_slices() {
    let mut runner = runner(50_000);
    to_end(&mut runner);
    assert!(runner.recorded(&Excerpt::all(20_000, 30_000)).is_none());
    let mut slices = 1;
    while !runner.prepare(&Excerpt::all(20_000, 30_000), 1000) {
        slices += 1;
    }
    assert!((10..=20).contains(&slices), "{slices}");
    let sliced = runner.recorded(&Excerpt::all(20_000, 30_000)).unwrap();
    let whole = self::runner(50_000);
    let mut whole = whole;
    to_end(&mut whole);
    let whole = whole.record(&Excerpt::all(20_000, 30_000));
    let runs = |log: &Log| log.units[2].runs(20_000, 30_000).collect::<Vec<_>>();
    assert_eq!(runs(&sliced), runs(&whole));
}

#[test]
fn a_recording_of_some_units_is_made_only_if_there_is_none_that_has_them() {
    let wanted = |units| Excerpt { from: 20_000, to: 30_000, units };
    let mut runner = runner(50_000);
    to_end(&mut runner);
    let some = runner.record(&wanted(Some(1..3)));
    let runs = |log: &Log, unit: usize| log.units[unit].runs(20_000, 30_000).collect::<Vec<_>>();
    assert!(runner.recorded(&wanted(Some(2..3))).is_some());
    assert!(runner.recorded(&wanted(Some(0..3))).is_none() && runner.recorded(&wanted(None)).is_none());
    let whole = runner.record(&wanted(None));
    assert_eq!([1, 2].map(|unit| runs(&some, unit)), [1, 2].map(|unit| runs(&whole, unit)));
    assert!(runs(&whole, 0).len() > 1 && runs(&some, 0).len() == 1);
    assert!(some.bytes() < whole.bytes());
    // The whole one takes the place of the other, and is found for both.
    assert_eq!(runner.recorder.borrow().count(), 1);
    assert!(runner.recorded(&wanted(Some(0..3))).is_some());
}

#[test]
fn what_a_halting_cycle_tells_is_recorded() {
    let mut runner = Runner::new(Toy::halting(3, 700), 1, u64::MAX, 1 << 20);
    runner.seek(u64::MAX, u64::MAX);
    let mut heard = Heard::default();
    assert!(Toy::halting(3, 700).run(u64::MAX, &mut heard).is_err());
    let log = runner.record(&Excerpt::all(0, 700));
    let (cycle, last) =
        heard.1.iter().rev().find(|(_, event)| matches!(event, Event::Unit { unit: 0, .. })).unwrap();
    let Event::Unit { cause, .. } = last else { panic!("a state") };
    assert!(*cycle < 700);
    assert_eq!(log.units[0].cursor().state(699).cause, *cause);
}
