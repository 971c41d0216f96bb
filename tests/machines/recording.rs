//! Recordings of parts of a run, on every machine: a part that is run again from a keyframe has the events of a run that is
//! recorded in whole, and the summary of the run has its sums.

use std::sync::Arc;

use lanescope_core::{
    base::Lanes,
    session::{EventKind, Format, Found, Session, Slice, WHOLE, gallery, vocabulary::*},
    trace::{LaneKey, Log, event::Field, log::Standing},
};
use lanescope_tests::runs;

/// A kernel with traffic, one with barriers, one with branches that part the lanes.
const KERNELS: [&str; 3] = ["saxpy", "reduce_sequential", "mandelbrot"];
/// Cycles between keyframes: so few that short runs have several.
const INTERVAL: u64 = 96;
/// More cycles are not needed.
const CYCLES: u64 = 3000;

/// Every format of a file.
const FORMATS: [Format; 4] = [Format::Csv, Format::Json, Format::Kanata, Format::Perfetto];

/// A run with many keyframes up to its end or [`CYCLES`].
fn open(kernel: &str, preset: &str) -> Option<Session> {
    let source = gallery().into_iter().find(|item| item.name == kernel).expect("it is in the gallery").source;
    let mut session = Session::open(runs::document(&source, preset), Limits::default());
    session.start_with_keyframes(INTERVAL).ok()?;
    session.advance(CYCLES, CYCLES);
    Some(session)
}

fn pairs() -> impl Iterator<Item = (&'static str, String)> {
    runs::kernel_presets().into_iter().flat_map(|preset| KERNELS.map(|kernel| (kernel, preset.clone())))
}

/// Windows at the edges of stretches and in the middle of them.
fn windows(end: u64) -> Vec<(u64, u64)> {
    let edge = (end / 2 / INTERVAL).max(1) * INTERVAL;
    let all = [
        (0, 5),
        (INTERVAL - 1, INTERVAL),
        (INTERVAL, INTERVAL + 1),
        (edge - 1, edge + 1),
        (edge + 3, edge + 40),
        (edge - 50, edge + 2 * INTERVAL),
        (end.saturating_sub(2), end),
    ];
    all.into_iter().map(|(from, to)| (from, to.min(end))).filter(|(from, to)| from < to).collect()
}

/// An event: its cycle and its words, and the sets of lanes that they name. (Keys of large sets are those of one log.)
type Told = (u64, Vec<Result<u64, Lanes>>);

/// Every event of the cycles, stream by stream.
fn events(log: &Log, (from, to): (u64, u64)) -> Vec<Vec<Told>> {
    let stream = |place: usize| {
        let fields = log.rows()[place].fields;
        let word = |(at, word): (usize, &u64)| match fields.get(at).is_some_and(|field| field.lanes) {
            true => Err(log.lanes_of(LaneKey::of_word(*word).expect("any number is one"))),
            false => Ok(*word),
        };
        let kept = log.stream(place).into_iter().flat_map(|stream| stream.from(from));
        let told = kept.take_while(|kept| kept.cycle < to);
        told.map(|kept| (kept.cycle, kept.words.iter().enumerate().map(word).collect())).collect()
    };
    (0..log.rows().len()).map(stream).collect()
}

/// What a log says that stands at a cycle which it begins with.
fn standing(log: &Log) -> usize {
    log.standing_at_begin().iter().filter(|one: &&Standing| one.cycle < log.begin()).count()
}

#[test]
fn a_part_that_is_run_again_has_the_events_of_the_whole() {
    let (mut compared, mut stood) = (0, 0);
    for (kernel, preset) in pairs() {
        let (Some(one), Some(other)) = (open(kernel, &preset), open(kernel, &preset)) else { continue };
        let end = one.status().frontier;
        let whole = one.record(0, end).expect("a run");
        for window in windows(end) {
            let (from, to) = window;
            let part: Arc<Log> = other.record(from, to).expect("a run");
            let name = format!("{kernel} on {preset} in {from}..{to}");
            assert!(part.begin() <= from && part.end() >= to, "{name}");
            let lanes = (|key| part.lanes_of(key), |key| whole.lanes_of(key));
            for (part, whole) in
                part.units.iter().chain(&part.slots).zip(whole.units.iter().chain(&whole.slots))
            {
                let (mut part, mut whole) = (part.cursor(), whole.cursor());
                for cycle in from..to {
                    let (found, expected) = (part.state(cycle), whole.state(cycle));
                    assert_eq!((found.cause, found.pc), (expected.cause, expected.pc), "{name} {cycle}");
                    assert_eq!(lanes.0(found.lanes), lanes.1(expected.lanes), "{name} {cycle}");
                }
            }
            assert_eq!(events(&part, window), events(&whole, window), "{name}");
            compared += events(&part, window).iter().map(Vec::len).sum::<usize>();
            stood += standing(&part);
        }
    }
    assert!(compared > 10_000 && stood > 0, "{compared} events, {stood} standing");
}

#[test]
fn sums_of_the_whole_run_are_those_of_every_cycle() {
    for (kernel, preset) in pairs() {
        let Some(session) = open(kernel, &preset) else { continue };
        let end = session.status().frontier;
        let whole = session.record(0, end).expect("a run");
        let units: Vec<u32> = (0..whole.units.len() as u32).collect();
        let grid = session.rows(0, end, 9, &units);
        let width = grid.cycles_per_column;
        assert!(!grid.coarse && width >= end / 9, "{kernel} on {preset}");
        for (at, cell) in grid.cells.iter().enumerate() {
            let (unit, column) = (at / grid.columns as usize, at as u64 % u64::from(grid.columns));
            let (from, to) = (column * width, ((column + 1) * width).min(end));
            let mut cursor = whole.units[unit].cursor();
            let states: Vec<Cause> = (from..to).map(|cycle| cursor.state(cycle).cause).collect();
            let share = |is: fn(Cause) -> bool| {
                let count = states.iter().filter(|cause| is(**cause)).count() as u64;
                (count * 255).div_ceil(to - from) as u8
            };
            let expected = (share(|cause| cause == Cause::ISSUED), share(|cause| cause != Cause::EMPTY));
            assert_eq!(
                (cell.issued, cell.busy),
                expected,
                "{kernel} on {preset}: unit {unit} in {from}..{to}"
            );
        }
        let strip = session.strip(7);
        let sum = |cause: usize| strip.columns.iter().map(|column| u64::from(column[cause])).sum::<u64>();
        let slots = session.totals().expect("a run");
        let idle = slots.slots_idle;
        for cause in 0..slots.slots.len() {
            let left_out = if cause == Cause::EMPTY.index() { idle } else { 0 };
            assert_eq!(sum(cause), slots.slots[cause] - left_out, "{kernel} on {preset}");
        }
    }
}

/// What a part has counted up to a cycle is what the recording says of its cycles: of its tracks of issue slots, or of the
/// unit that has its name.
#[test]
fn slots_of_each_part_are_those_of_every_cycle() {
    let mut compared = 0;
    for (kernel, preset) in pairs() {
        let Some(mut session) = open(kernel, &preset) else { continue };
        let end = session.status().frontier;
        let whole = session.record(0, end).expect("a run");
        let units = session.run().expect("a run").units.clone();
        for cycle in [1, 2, 37, end / 3, end - 1, end] {
            session.seek(cycle, u64::MAX);
            let report = session.report().expect("a run");
            let mut slots = whole.slots.iter();
            for group in &report.slot_groups {
                for part in &group.parts {
                    let name = format!("{} {}", group.issue.name, part.name);
                    let tracks: Vec<_> = match part.kind {
                        SlotKind::Instructions => slots.by_ref().take(part.slots as usize).collect(),
                        SlotKind::ElementGroups => {
                            let unit = units.iter().position(|unit| unit.name == name);
                            vec![&whole.units[unit.expect("a unit of this name")]]
                        }
                    };
                    let mut counted = vec![0; part.causes.len()];
                    for track in tracks {
                        let mut cursor = track.cursor();
                        (0..report.cycles).for_each(|at| counted[cursor.state(at).cause.index()] += 1);
                    }
                    assert_eq!(part.causes, counted, "{kernel} on {preset}: {name} at {cycle}");
                    compared += usize::from(part.kind == SlotKind::ElementGroups && part.has_worked());
                }
            }
        }
    }
    assert!(compared > 100, "{compared} parts that take element groups have worked");
}

#[test]
fn the_next_event_is_that_of_a_recording_of_the_whole() {
    for (kernel, preset) in pairs() {
        let (Some(mut one), Some(other)) = (open(kernel, &preset), open(kernel, &preset)) else { continue };
        let status = one.status();
        let whole = other.record(0, status.frontier).expect("a run");
        for after in [0, INTERVAL - 1, INTERVAL, status.frontier / 2] {
            one.seek(after, u64::MAX);
            for kind in EventKind::STATES {
                for unit in [None, Some(0), Some(1)] {
                    let found = lanescope_core::trace::window::next_event(&whole, after, kind, unit);
                    let expected = match found {
                        Some((cycle, unit)) => Found::At { cycle, unit: Some(unit) },
                        None if status.complete => Found::Never,
                        None => Found::NotYet,
                    };
                    let name = format!("{kernel} on {preset}: {kind:?} of {unit:?} after {after}");
                    assert_eq!(one.next_event(kind, unit), expected, "{name}");
                }
            }
        }
    }
}

#[test]
fn files_do_not_depend_on_how_much_fits_into_memory() {
    for (kernel, preset) in pairs() {
        let source = gallery().into_iter().find(|item| item.name == kernel).expect("it is there").source;
        let written = |log_bytes: u64| {
            let limits = Limits { log_bytes, ..Limits::default() };
            let mut session = Session::open(runs::document(&source, &preset), limits);
            session.start().ok()?;
            session.advance(600, 600);
            let mut bytes = Vec::new();
            for format in FORMATS {
                session.export(format, WHOLE, &mut |piece| {
                    bytes.extend_from_slice(piece);
                    true
                });
            }
            Some(bytes)
        };
        if let Some(all) = written(1 << 28) {
            assert!(written(4000) == Some(all), "{kernel} on {preset}");
        }
    }
}

/// The file of some cycles.
fn file(session: &Session, format: Format, cycles: (u64, u64)) -> Vec<u8> {
    let mut bytes = Vec::new();
    session.export(format, cycles, &mut |piece| {
        bytes.extend_from_slice(piece);
        true
    });
    bytes
}

/// The lines of a kind of events, or of the states of units if there is none.
fn lines(session: &Session, kind: Option<&str>, cycles: (u64, u64)) -> Vec<Vec<String>> {
    let mut bytes = Vec::new();
    match kind {
        None => bytes = file(session, Format::Csv, cycles),
        Some(kind) => session.export_events(kind, cycles, &mut |piece| {
            bytes.extend_from_slice(piece);
            true
        }),
    }
    let text = String::from_utf8(bytes).expect("text");
    text.lines().skip(1).map(|line| line.split(',').map(str::to_string).collect()).collect()
}

#[test]
fn a_file_of_some_cycles_is_that_part_of_the_whole_file() {
    let mut compared = 0;
    for (kernel, preset) in pairs() {
        let Some(session) = open(kernel, &preset) else { continue };
        let kinds: Vec<String> =
            session.record(0, 1).expect("a run").rows().iter().map(|row| row.id.to_string()).collect();
        let states = lines(&session, None, WHOLE);
        let events: Vec<_> = kinds.iter().map(|kind| lines(&session, Some(kind), WHOLE)).collect();
        for (from, to) in windows(session.status().frontier) {
            let name = format!("{kernel} on {preset} in {from}..{to}");
            // Unit, name, first cycle, one past the last.
            let clipped = states.iter().filter_map(|line| {
                let number = |at: usize| line[at].parse::<u64>().expect("a cycle");
                let (begin, end) = (number(2).max(from), number(3).min(to));
                let mut line = line.clone();
                (line[2], line[3]) = (begin.to_string(), end.to_string());
                (begin < end).then_some(line)
            });
            assert_eq!(lines(&session, None, (from, to)), clipped.collect::<Vec<_>>(), "{name}");
            for (kind, whole) in kinds.iter().zip(&events) {
                let inside = |line: &&Vec<String>| (from..to).contains(&line[0].parse().expect("a cycle"));
                let expected: Vec<_> = whole.iter().filter(inside).cloned().collect();
                compared += expected.len();
                let ends = to == session.status().frontier && session.status().complete;
                let mut part = lines(&session, Some(kind), (from, to));
                // Where the run is over, the file has what is told of the cycle behind.
                part.retain(|line| !ends || inside(&line));
                assert_eq!(part, expected, "{kind}, {name}");
            }
        }
    }
    assert!(compared > 1000, "{compared} events");
}

#[test]
fn a_file_of_some_cycles_does_not_depend_on_keyframes_or_on_what_was_run_behind_them() {
    for (kernel, preset) in pairs() {
        let Some(many) = open(kernel, &preset) else { continue };
        let source = gallery().into_iter().find(|item| item.name == kernel).expect("it is there").source;
        for (from, to) in windows(many.status().frontier) {
            let mut short = Session::open(runs::document(&source, &preset), Limits::default());
            short.start().expect("it starts");
            short.advance(to, u64::MAX);
            for format in FORMATS {
                let (one, other) = (file(&many, format, (from, to)), file(&short, format, (from, to)));
                assert!(one == other && !one.is_empty(), "{kernel} on {preset} in {from}..{to}: {format:?}");
            }
        }
        let end = many.status().frontier;
        assert!(file(&many, Format::Csv, (end, end + 9)).is_empty());
        assert_eq!(file(&many, Format::Json, (0, end)), file(&many, Format::Json, WHOLE));
    }
}

#[test]
fn the_file_of_the_end_of_a_run_does_not_run_its_beginning() {
    let mut session = open("saxpy", "simt/teaching").expect("it starts");
    while !session.advance(u64::MAX, 1 << 20).complete {}
    let end = session.status().frontier;
    let mut exporting = session.exporting(Format::Csv, (end - 10, end)).expect("a run");
    let mut told = 0;
    while exporting.advance(1, &mut |_| true) != Slice::Done {
        told += 1;
    }
    assert!(told <= 2 * INTERVAL, "{told} slices of a cycle, {end} cycles");
}

/// The curve of every counter: cycles, and growth in a cycle.
fn curves(session: &Session) -> Vec<(String, Vec<(f64, f64)>)> {
    let figure = session.figure("rates", &Default::default()).expect("there is such a panel");
    let series = figure.plot().map_or(Vec::new(), |plot| plot.series.clone());
    series.into_iter().map(|series| (series.name, series.points)).collect()
}

#[test]
fn counters_over_time_add_up_to_the_counters() {
    let mut compared = 0;
    for (kernel, preset) in pairs() {
        let Some(mut session) = open(kernel, &preset) else { continue };
        let all = curves(&session);
        let end = session.status().frontier;
        let cycles: Vec<u64> = all[0].1.iter().map(|(cycle, _)| *cycle as u64).collect();
        assert_eq!((cycles.last(), all.len()), (Some(&end), session.totals().expect("a run").counters.len()));
        let mut sums = vec![0.0; all.len()];
        let mut before = 0;
        for (at, cycle) in cycles.into_iter().enumerate() {
            session.seek(cycle, u64::MAX);
            let counters = session.report().expect("a run").counters;
            for ((sum, (name, points)), counter) in sums.iter_mut().zip(&all).zip(&counters) {
                *sum += points[at].1 * (cycle - before) as f64;
                assert_eq!(*name, counter.id);
                let far = (*sum - counter.value as f64).abs() / (counter.value as f64).max(1.0);
                assert!(
                    far < 1e-9,
                    "{kernel} on {preset}: {name} at {cycle} is {}, not {sum}",
                    counter.value
                );
                compared += 1;
            }
            before = cycle;
        }
    }
    assert!(compared > 1000, "{compared} values");
}

#[test]
fn counters_over_time_are_the_same_however_a_run_is_cut_and_stay_few() {
    for preset in runs::presets() {
        let Some(whole) = open("reduce_sequential", &preset) else { continue };
        let source =
            gallery().into_iter().find(|item| item.name == "reduce_sequential").expect("it is there");
        let mut cut = Session::open(runs::document(&source.source, &preset), Limits::default());
        cut.start().expect("it starts");
        while cut.status().frontier < whole.status().frontier {
            cut.advance(u64::MAX, 37.min(whole.status().frontier - cut.status().frontier));
        }
        assert_eq!(curves(&cut), curves(&whole), "{preset}");
    }
    let mut long = Session::open(
        runs::document(
            "__kernel void k(__global int *x) { for (int i = 0; i < 20000; i++) x[0] += i; }",
            "simt/teaching",
        ),
        Limits::default(),
    );
    long.start().expect("it starts");
    while !long.advance(200_000, 1 << 20).complete && long.status().frontier < 200_000 {}
    let points = curves(&long)[0].1.len();
    assert!((30..=65).contains(&points), "{points} points in {} cycles", long.status().frontier);
}

#[test]
fn a_sketch_is_coarse_first_and_exact_when_it_is_refined() {
    let mut session = open("saxpy", "simt/teaching").expect("it starts");
    while !session.advance(u64::MAX, 1 << 20).complete {}
    let end = session.status().frontier;
    let question = lanescope_core::session::Question {
        cycles: (end / 2, end / 2 + 100),
        columns: 100,
        rows: (0, 8),
        ..Default::default()
    };
    let asked = [("timeline", &question)];
    let first = session.sketches(&asked).remove(0);
    let figure = first.figure.expect("it can be shown at once");
    assert!(!first.exact && figure.coarse && !figure.remark.is_empty());
    let mut slices = 1;
    while !session.refine(50) {
        slices += 1;
    }
    assert!(slices > 1);
    let second = session.sketches(&asked).remove(0);
    let exact = second.figure.expect("it is there");
    assert!(second.exact && !exact.coarse);
    assert_eq!(Some(exact), session.figure("timeline", &question));
    assert!(session.refine(50), "nothing is left");
}
