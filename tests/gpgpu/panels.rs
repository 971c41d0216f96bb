//! What panels of the GPU show, against the machine itself, cycle by cycle: resident groups over time, and the passes of constant loads.

use lanescope_core::session::{
    self, Session,
    figure::{Figure, Form, Question},
    vocabulary::{Document, Limits},
};
use lanescope_tests::runs;

/// The presets whose machine has a panel.
fn with_panel(panel: &str) -> Vec<String> {
    let has = |preset: &String| {
        let document = runs::document("__kernel void k() {}", preset);
        Session::open(document, Limits::default()).panels().iter().any(|known| known.id == panel)
    };
    let found: Vec<String> = runs::kernel_presets().into_iter().filter(has).collect();
    assert!(!found.is_empty(), "{panel}");
    found
}

fn ended(document: Document) -> (Session, u64) {
    let mut session = Session::open(document, Limits::default());
    session.start().unwrap_or_else(|found| panic!("{found:#?}"));
    while !session.advance(u64::MAX, u64::MAX).complete {}
    let end = session.status().frontier;
    (session, end)
}

fn occupancy(session: &Session, cycles: (u64, u64)) -> Figure {
    let question = Question { cycles, columns: 400, ..Question::default() };
    session.figure("occupancy", &question).expect("there is the panel")
}

/// The resident groups at a cycle as the machine itself has them then.
fn resident(session: &mut Session, cycle: u64) -> f64 {
    while session.seek(cycle, u64::MAX).cycle != cycle {}
    let figure = occupancy(session, (cycle, cycle + 1));
    let lines = figure.parts.iter().find_map(|part| match &part.form {
        Form::Text(text) => Some(text.lines.clone()),
        _ => None,
    });
    let words = lines
        .unwrap()
        .into_iter()
        .find_map(|line| Some(line.text.strip_prefix("At the cursor ")?.to_string()));
    words.and_then(|words| words.split(' ').next()?.parse().ok()).expect("a number of groups")
}

/// The curve of resident groups.
fn curve(session: &Session, cycles: (u64, u64)) -> Vec<(f64, f64)> {
    let figure = occupancy(session, cycles);
    let plot = figure.parts.into_iter().find_map(|part| match part.form {
        Form::Plot(plot) => Some(plot),
        _ => None,
    });
    let series = plot.expect("there are curves").series;
    series.into_iter().find(|series| series.name == "resident groups").expect("it is there").points
}

/// Some cycles of `from..to`.
fn some(from: u64, to: u64) -> impl Iterator<Item = u64> {
    (from + 1..to).step_by(((to - from) / 24).max(1) as usize)
}

#[test]
fn resident_groups_over_time_are_those_of_the_machine_at_each_cycle() {
    let gallery = session::gallery();
    for preset in with_panel("occupancy") {
        for kernel in ["transpose_tiled", "histogram", "matmul_tiled"] {
            let source = &gallery.iter().find(|item| item.name == kernel).unwrap().source;
            let (mut session, end) = ended(runs::document(source, &preset));
            for (from, to) in [(0, end), (end / 3, 2 * end / 3), (end - end / 8, end)] {
                let points = curve(&session, (from, to));
                for cycle in some(from, to) {
                    // What happens in a cycle is there when the next one begins.
                    let inside = cycle as f64 - 0.5;
                    let before =
                        points.iter().rfind(|(at, _)| *at <= inside).expect("the curve begins before").1;
                    assert_eq!(
                        before,
                        resident(&mut session, cycle),
                        "{kernel} on {preset}, cycle {cycle} of {from}..{to}"
                    );
                }
            }
        }
    }
}

/// Of a long run the part that is looked at is exact, and from afar the kept points are right.
#[test]
fn resident_groups_of_a_long_run_are_right_near_and_from_afar() {
    let source = "// lanescope: global 64\n// lanescope: local 16\n// lanescope: arg out [64] zeros\n\
        __kernel void k(__global int *out) { int i = get_global_id(0), s = i;\n\
        for (int j = 0; j < 1000 + 300 * (i / 16); j++) s = s * 3 + j; out[i] = s; }";
    let (mut session, end) = ended(runs::document(source, "simt/teaching"));
    assert!(end > 20_000, "{end}: a curve of all of it is one from afar");
    let looks: Vec<(u64, f64)> =
        (0..end).step_by(end as usize / 20).map(|cycle| (cycle, resident(&mut session, cycle))).collect();
    let ends: Vec<u64> =
        looks.windows(2).filter(|pair| pair[0].1 != pair[1].1).map(|pair| pair[0].0).collect();
    assert!(!ends.is_empty(), "groups end at several times");
    for around in ends.into_iter().chain([end / 2]) {
        let (from, to) = (around, (around + end / 20).min(end));
        let points = curve(&session, (from, to));
        for cycle in some(from, to) {
            let before =
                points.iter().rfind(|(at, _)| *at <= cycle as f64 - 0.5).expect("it begins before").1;
            assert_eq!(before, resident(&mut session, cycle), "cycle {cycle}");
        }
    }
    let points = curve(&session, (0, end));
    assert!(points.len() > 8, "{points:?}");
    for (cycle, groups) in points[1..points.len() - 1].iter().step_by(points.len() / 16 + 1) {
        assert_eq!(*groups, resident(&mut session, *cycle as u64), "cycle {cycle}");
    }
}

/// A constant load whose lanes want four addresses in turn takes a pass for each: pass p serves the lanes p, p + 4, p + 8, ...
#[test]
fn accesses_show_a_pass_of_a_constant_load_for_each_address() {
    let source = "// lanescope: global 64\n// lanescope: local 16\n// lanescope: arg out [64] zeros\n\
        __constant int table[4] = {3, 1, 4, 1};\n\
        __kernel void k(__global int *out) { int i = get_global_id(0); out[i] = table[i & 3]; }";
    for preset in with_panel("occupancy") {
        let (mut session, end) = ended(runs::document(source, &preset));
        let mut shown = 0;
        for cycle in 0..end {
            while session.seek(cycle, u64::MAX).cycle != cycle {}
            let figure = session.figure("accesses", &Question::default()).expect("there is the panel");
            let Some(part) =
                figure.parts.iter().find(|part| part.title == "4 passes, one for each distinct address")
            else {
                continue;
            };
            shown += 1;
            let table = part.form.table();
            let lanes = |row: usize| -> Vec<u32> {
                table.rows[row][2].text.split(' ').map(|lane| lane.parse().unwrap()).collect()
            };
            let address = |row: usize| u64::from_str_radix(&table.rows[row][1].text[2..], 16).unwrap();
            for pass in 0..4 {
                assert!(
                    lanes(pass).len() > 1 && lanes(pass).iter().all(|lane| lane % 4 == pass as u32),
                    "{preset}"
                );
                assert_eq!(address(pass), address(0) + 4 * pass as u64, "{preset}");
            }
        }
        assert!(shown > 0, "{preset}: the load is seen");
    }
}
