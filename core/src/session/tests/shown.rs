//! What only one machine has: causes of its own, registers and stacks of any form.

use alloc::{boxed::Box, format, vec, vec::Vec};
use core::cell::RefCell;

use super::toy::*;
use crate::{
    base::Lanes,
    figure::{Cells, Code, Figure, Form, Ink, Question, Stacks, Theme, View, csv, legend, svg},
    files::Files,
    machines::{
        Machine,
        family::Dimensions,
        panels::{Scene, registers::REGISTERS, stacks},
    },
    run::{Excerpt, Runner},
    session::{Exporting, Slice, WHOLE, figures::Shown, panels},
    source::Listing,
    trace::{
        Cause, Log, Sites,
        export::{FileSection, Names, Out, Subject, Writer, chrome::Chrome, csv::Csv, perfetto::Perfetto},
        window,
    },
};

fn log() -> Log {
    let mut runner = Runner::new(Toy::new(2, 400), 1, u64::MAX, 1 << 24);
    runner.seek(u64::MAX, u64::MAX);
    (*runner.record(&Excerpt::all(0, u64::MAX))).clone()
}

/// What a file is about that has the whole run.
fn subject(runner: &Runner<Toy>) -> Subject {
    let summary = runner.summary();
    Subject {
        names: Names {
            units: vec!["unit 0".into(), "unit 1".into()],
            slots: vec!["slot".into()],
            ..Names::default()
        },
        causes: summary.causes().clone(),
        sites: Sites::SHARED,
        rows: summary.rows().to_vec(),
        units: summary.units(),
        slots: summary.slots(),
        begin: 0,
        end: runner.frontier(),
        until: u64::MAX,
    }
}

fn exporting(runner: &Runner<Toy>, writer: impl Writer + 'static) -> Exporting {
    Exporting::new(Box::new(writer), subject(runner), runner.replay(WHOLE))
}

fn exported(runner: &Runner<Toy>, writer: impl Writer + 'static) -> Vec<u8> {
    let mut bytes = Vec::new();
    exporting(runner, writer).finish(&mut |piece| {
        bytes.extend_from_slice(piece);
        true
    });
    bytes
}

fn tide_ink() -> Ink {
    Ink::Swatch(CAUSES.swatch(TIDE))
}

#[test]
fn a_cause_of_one_machine_has_its_part_of_the_stack() {
    let (mut runner, log) = (Runner::new(Toy::new(2, 400), 1, u64::MAX, 1 << 24), log());
    runner.seek(u64::MAX, u64::MAX);
    let strip = window::strip(&log, 1, true, (&[0], &[]));
    let counted = runner.machine().slots();
    assert_eq!(counted.len(), Cause::SHARED + 1);
    assert_eq!(strip.columns[0].iter().map(|slots| u64::from(*slots)).collect::<Vec<_>>(), counted);
    let stacks: Stacks = panels::stacks(&strip);
    let view = View::plain((160.0, 80.0));
    let picture = stacks.draw(&view);
    let [tide] = picture.filled(tide_ink()) else { panic!("one column") };
    let share = counted[TIDE.index()] as f64 / counted.iter().sum::<u64>() as f64;
    assert!(share > 0.3 && (tide.h - 60.0 * share).abs() < 1e-9, "{share} {tide:?}");
    let image = svg::write(&picture, view.size, Theme::Light, "", "");
    assert!(image.contains("<g fill=\"#0f5f9e\">") && image.contains("url(#cross)"), "{image}");
    assert_eq!(stacks.table().columns.last().map(|column| column.title.as_str()), Some("tide"));
}

#[test]
fn a_cause_of_one_machine_is_in_cells_legends_and_tables() {
    let log = log();
    let grid = window::rows(&log, 0, 40, 40, &[1]);
    let cells = Cells {
        rows: vec![crate::figure::rows::Row::new("unit 1", None)],
        all: 1,
        cycles_per_column: 1,
        columns: grid.columns,
        causes: log.causes().clone(),
        cells: grid.cells,
        ..Cells::default()
    };
    let picture = cells.draw(&View { window: (0.0, 40.0), ..View::plain((4000.0, 60.0)) });
    assert!(!picture.filled(tide_ink()).is_empty());
    assert!(picture.labels.iter().any(|label| label.text == "waits for the tide"));
    let text = csv::write(&crate::figure::Figure::from(Form::Cells(cells)));
    assert!(text.contains(",tide,"), "{text}");
    let keys = legend::keys(legend::CAUSES, log.causes());
    assert_eq!(keys.iter().filter(|key| key.words == "waits for the tide").count(), 1);
    let found = window::next_event(&log, 0, window::EventKind::Stall, Some(1));
    assert!(matches!(found, Some((_, 1))), "to wait for the tide is a stall");
}

#[test]
fn a_cause_of_one_machine_is_in_every_file() {
    let text = |bytes: Vec<u8>| alloc::string::String::from_utf8_lossy(&bytes).into_owned();
    let run = wide(4);
    assert!(text(exported(&run, Csv)).contains(",tide,"));
    let chrome = text(exported(&run, Chrome::default()));
    assert!(chrome.contains("\"cat\":\"tide\",\"name\":\"waits for the tide\""), "{chrome}");
    let perfetto = exported(&run, Perfetto::default());
    let has = |word: &[u8]| perfetto.windows(word.len()).any(|part| part == word);
    assert!(has(b"tide") && has(b"waits for the tide"));
}

/// What a panel answers for the first unit.
fn shown(lanes: u32, answer: fn(&dyn Scene, &Question) -> Figure) -> Figure {
    let runner = Runner::new(Toy::new(2, 400).wide(lanes), 1, u64::MAX, 1 << 24);
    let (units, code) = (runner.machine().units(), Code::of(vec![]));
    let wanted = RefCell::default();
    let scene = Shown {
        run: &runner,
        dimensions: Dimensions::default(),
        settings: vec![],
        units: &units,
        code: &code,
        listing: &Listing::default(),
        files: &Files::default(),
        missing: None,
        wanted: &wanted,
    };
    answer(&scene, &Question::default())
}

fn rows(form: &Form) -> Vec<Vec<&str>> {
    let Form::Table(table) = form else { panic!("a table") };
    table.rows.iter().map(|row| row.iter().map(|cell| cell.text.as_str()).collect()).collect()
}

#[test]
fn a_stack_has_the_columns_of_its_machine() {
    let figure = shown(4, stacks::stack);
    let Form::Table(table) = &figure.parts[0].form else { panic!("a table") };
    let heads: Vec<&str> = table.columns.iter().map(|column| column.title.as_str()).collect();
    assert_eq!(heads, ["entry", "at moon", "depth", "boats", "number of boats"]);
    assert_eq!(
        rows(&figure.parts[0].form),
        [["0", "no moon", "70", "1110", "3"], ["top", "001 ", "80", "1110", "3"]]
    );
    let wide = shown(1024, stacks::stack);
    assert_eq!(rows(&wide.parts[0].form)[0][3..], ["1".repeat(1023) + "0", "1023".into()]);
}

/// A run with units of so many lanes, of which all but the last one take part.
fn wide(lanes: u32) -> Runner<Toy> {
    let mut runner = Runner::new(Toy::new(2, 400).wide(lanes), 1, u64::MAX, 1 << 24);
    runner.keyframes(64);
    runner.seek(u64::MAX, u64::MAX);
    runner
}

#[test]
fn a_recorded_window_has_all_lanes_wherever_it_begins() {
    for lanes in [4, 64, 65, 66, 1024] {
        let runner = wide(lanes);
        for (from, to) in [(0, 400), (65, 70), (200, 300)] {
            let log = runner.record(&Excerpt::all(from, to));
            let grid = window::rows(&log, from, to, 400, &[0, 1]);
            let issued = || grid.cells.iter().filter(|cell| cell.cause == Cause::ISSUED);
            assert!(issued().all(|cell| cell.lanes == Lanes::first_n(lanes - 1)));
            assert!(to - from < 100 || issued().count() > 0);
            let held = log.units[0].cursor().state(from).lanes;
            assert!([Lanes::NONE, Lanes::first_n(lanes - 1)].contains(&log.lanes_of(held)), "{held:?}");
        }
    }
}

#[test]
fn every_file_has_all_lanes() {
    let (all, run) = (format!("{:#x}", Lanes::first_n(1023)), wide(1024));
    for bytes in [exported(&run, Csv), exported(&run, Chrome::default()), exported(&run, Perfetto::default())]
    {
        assert!(bytes.windows(all.len()).any(|part| part == all.as_bytes()));
    }
}

#[test]
fn the_last_cycle_of_a_run_is_told_wherever_a_piece_ends() {
    /// Writes the cycle up to which it has been told events.
    struct Ends;
    impl Writer for Ends {
        fn parts(&self, _: &Subject) -> Vec<FileSection> {
            Vec::from([FileSection::Events, FileSection::Events])
        }
        fn events(&mut self, part: usize, log: &Log, _: &Subject, out: &mut Out) {
            out.text(format_args!("{part}: {}, ", log.end()));
        }
        fn end(&mut self, part: usize, _: &Subject, out: &mut Out) {
            out.text(format_args!("end {part}, "));
        }
    }
    for cycles in [4095, 4096, 4097, 8192] {
        let mut runner = Runner::new(Toy::new(2, cycles), 1, u64::MAX, 1 << 24);
        runner.seek(u64::MAX, u64::MAX);
        let end = runner.frontier();
        let text = alloc::string::String::from_utf8(exported(&runner, Ends)).unwrap();
        for part in [0, 1] {
            let last = format!("{part}: {end}, end {part}, ");
            assert_eq!(text.matches(&last).count(), 1, "{cycles}: {text}");
            assert_eq!(text.matches(&format!("end {part}, ")).count(), 1, "{text}");
        }
        assert!(text.ends_with("end 1, "), "{text}");
    }
}

#[test]
fn a_file_in_slices_is_the_whole_file() {
    let run = wide(70);
    let whole = exported(&run, Perfetto::default());
    for budget in [1, 33, 5000] {
        let (mut bytes, mut before) = (Vec::new(), 0);
        let mut file = exporting(&run, Perfetto::default());
        while file.advance(budget, &mut |piece| {
            bytes.extend_from_slice(piece);
            true
        }) != Slice::Done
        {
            assert!(file.bytes() == bytes.len() as u64 && file.thousandths() >= before);
            before = file.thousandths();
        }
        assert!(bytes == whole && file.thousandths() == 1000, "{budget}");
    }
    let mut refused = exporting(&run, Perfetto::default());
    while refused.advance(100, &mut |_| false) != Slice::Done {}
    assert!(refused.bytes() < whole.len() as u64);
}

#[test]
fn the_fingerprint_of_a_run_knows_all_lanes() {
    let prints: Vec<u64> = [1023, 1024, 1025].map(|lanes| wide(lanes).fingerprint()).into();
    assert!(prints[0] != prints[1] && prints[1] != prints[2], "{prints:?}");
    assert_eq!(wide(1024).fingerprint(), prints[1]);
}

#[test]
fn registers_of_every_form_are_listed() {
    let figure = shown(4, REGISTERS.answer);
    // A register that is not by lane leaves the cells of the other lanes empty: each row has a cell for each column.
    assert_eq!(
        rows(&figure.parts[0].form),
        [
            ["r0", "0", "1", "2", "3"],
            ["r1", "1", "2", "3", "4"],
            ["p0", "0", "", "", ""],
            ["p1", "1", "", "", ""]
        ]
    );
    let [_, tiles] = &figure.parts[..] else { panic!("one class more") };
    assert_eq!(tiles.title, "tiles");
    assert_eq!(rows(&tiles.form)[1..3], [["t0 row 1", "3", "4", "5"], ["t1 row 0", "6", "7", "8"]]);
}
