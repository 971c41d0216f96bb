//! What the study shows: all requests as a table, the longest of them at each place, and against fixed patterns.

use alloc::{
    format,
    string::{String, ToString},
    vec::Vec,
};

use lanescope_parts::{
    figure::{
        Figure, Form, Ink, Plot, Table,
        number::grouped,
        plot::{Axis, Series, Style},
    },
    mem::dram::standard::Standard,
};

use super::{
    ask::{Form as Asked, MOST_BURSTS},
    equations,
    search::{Found, SEQUENCES},
    study::{Row, Study},
};
use crate::{
    dram::{
        bounds::{ALIGNMENTS, crossover_words, utilisation_ppm},
        shapes::PATTERNS,
    },
    isa::WORK_ITEMS,
};

/// Points of percent of the bars of differences, at most.
const MOST_POINTS: f64 = 50.0;

/// The whole picture.
pub fn figure(study: &Study) -> Figure {
    let (rows, standards) = (study.rows(), study.standards());
    let Some(longest) = study.longest() else {
        return Figure::empty(remark(study, &rows)).with_remark(
            "The program has no request of main memory whose size is known: describe one by its `words`.",
        );
    };
    let mut figure = Figure::default();
    figure.push("Requests, in DRAM cycles", Form::Table(table(&rows, &standards)));
    let row = &rows[longest];
    let title = |what: &str| if rows.len() == 1 { what.into() } else { format!("{what}: {}", row.item.name) };
    match (row.item.form, row.found[0]) {
        (Asked::Rectangle(_), Some(_)) => {
            figure
                .push(title("The delay by the place of the first word"), Form::Plot(places(row, &standards)));
        }
        (Asked::Indexes { .. }, Some(found)) => {
            figure.push(title("The delay by the sequence of indexes"), Form::Table(sequences(found)));
        }
        _ => {}
    }
    if row.item.snoopy || matches!(row.item.form, Asked::Indexes { .. }) {
        figure.push(title("Ways to serve indexes"), Form::Table(ways(row, &standards[0])));
    }
    if let Some(cycles) = equations::patterns(&standards[0], &row.item.form) {
        figure.push(title("Against fixed patterns"), Form::Table(patterns(row, &standards[0], &cycles)));
        figure.push("", Form::Plot(differences(row, &standards[0], &cycles)));
    }
    figure.with_remark(remark(study, &rows))
}

fn remark(study: &Study, rows: &[Row<'_>]) -> String {
    let mut words = String::new();
    if rows.iter().any(|row| row.item.form.bursts() > MOST_BURSTS) {
        words += &format!("Requests of more than {} bursts are not run. ", grouped(MOST_BURSTS));
    }
    if !study.unknown().is_empty() {
        let lines: Vec<String> = study.unknown().iter().map(u64::to_string).collect();
        words += &format!(
            "Nothing says before the launch how large the requests of these lines are: {}.",
            lines.join(", ")
        );
    }
    words
}

fn or_dash(value: Option<u64>) -> String {
    value.map_or("–".into(), grouped)
}

fn percent(ppm: u64) -> String {
    let tenths = ppm / 1000;
    format!("{}.{} %", tenths / 10, tenths % 10)
}

fn groups(standard: &Standard) -> String {
    format!("{} bank groups", standard.organization.groups)
}

fn table(rows: &[Row<'_>], standards: &[Standard; 2]) -> Table {
    let other = groups(&standards[1]);
    let heads = [
        "line",
        "request",
        "words",
        "delay",
        "by equation",
        "response",
        "by equation",
        "useful",
        &other,
        "patterns",
    ];
    let mut table = Table::new(&heads);
    for row in rows {
        let item = row.item;
        let found = |of: fn(&Found) -> u64| row.found[0].map(of);
        let [low, high] = [found(|found| found.delay[0]), found(|found| found.delay[1])].map(or_dash);
        let pattern = equations::best_pattern(&standards[0], &item.form);
        table.push([
            if item.line == 0 { "–".into() } else { item.line.to_string() },
            item.name.clone(),
            item.form.shape(),
            if low == high { low } else { format!("{low} to {high}") },
            or_dash(row.equations[0].map(|bounds| bounds.delay)),
            or_dash(found(|found| found.response)),
            or_dash(row.equations[0].map(|bounds| bounds.response)),
            row.useful_ppm(0, &standards[0]).map_or("–".into(), percent),
            or_dash(row.delay(1)),
            pattern.map_or("–".into(), |(bursts, cycles)| format!("{}, of {bursts}", grouped(cycles))),
        ]);
    }
    table
}

/// Delays at all places: each holds until the next that differs.
fn places(row: &Row<'_>, standards: &[Standard; 2]) -> Plot {
    let points = |found: &Found| {
        let ends = found.places.iter().skip(1).map(|(place, _)| place - 1).chain([ALIGNMENTS - 1]);
        let steps = found.places.iter().zip(ends);
        steps
            .flat_map(|((from, delay), to)| [(*from as f64, *delay as f64), (to as f64, *delay as f64)])
            .collect()
    };
    let series = |part: usize, hue: u8| {
        row.found[part].map(|found| Series {
            name: groups(&standards[part]),
            ink: Ink::Link(hue),
            style: Style::Line,
            points: points(found),
            labels: Vec::new(),
        })
    };
    Plot {
        x: Axis::new("first word in a row of a bank pair", "first word"),
        y: Axis::new("delay in DRAM cycles", "DRAM cycles"),
        series: [series(0, 0), series(1, 3)].into_iter().flatten().collect(),
        ..Plot::default()
    }
}

/// The longest delay of each sequence of indexes.
fn sequences(found: &Found) -> Table {
    let mut table = Table::new(&["indexes", "delay"]);
    for (at, name) in SEQUENCES.iter().enumerate() {
        let own = found.places.iter().filter(|(place, _)| *place as usize % SEQUENCES.len() == at);
        table.push([(*name).into(), or_dash(own.map(|(_, delay)| *delay).max())]);
    }
    table
}

/// The request, and the other way to serve its indexes.
fn ways(row: &Row<'_>, standard: &Standard) -> Table {
    let (form, write) = (&row.item.form, row.item.write);
    let items = WORK_ITEMS as u64;
    let own = row.equations[0].map(|bounds| bounds.delay).or(row.delay(0));
    let other = equations::other_way(standard, form, write, items).map(|bounds| bounds.delay);
    let (each, stream) = if matches!(form, Asked::Indexes { .. }) { (own, other) } else { (other, own) };
    let mut table = Table::new(&["way", "delay by equation"]);
    table.push(["a burst for each index".into(), or_dash(each)]);
    table.push(["all words streamed past the indexes".into(), or_dash(stream)]);
    let words = crossover_words(standard, items, write);
    let bytes = format!("{} words, {} KiB", grouped(words), grouped(words * 4 / 1024));
    table.push(["both take the same, if rows conflict, at".into(), bytes]);
    table
}

fn patterns(row: &Row<'_>, standard: &Standard, cycles: &[u64; 7]) -> Table {
    let mut table = Table::new(&["bursts of a pattern", "delay", "useful", "its delay, to ours"]);
    let words = row.item.form.words();
    for (bursts, cycles) in PATTERNS.into_iter().zip(cycles) {
        let ours = row.delay(0).unwrap_or(0).max(1);
        table.push([
            bursts.to_string(),
            grouped(*cycles),
            percent(utilisation_ppm(standard, words, *cycles)),
            percent(cycles * 1_000_000 / ours),
        ]);
    }
    table
}

/// How many points more of the bus are useful than with each pattern.
fn differences(row: &Row<'_>, standard: &Standard, cycles: &[u64; 7]) -> Plot {
    let ours = row.useful_ppm(0, standard).unwrap_or(0) as f64 / 10_000.0;
    let point = |(bursts, cycles): (u64, &u64)| {
        let theirs = utilisation_ppm(standard, row.item.form.words(), *cycles) as f64 / 10_000.0;
        (bursts as f64, (ours - theirs).clamp(-MOST_POINTS, MOST_POINTS))
    };
    let series = Series {
        name: "more of the bus".into(),
        ink: Ink::Link(0),
        style: Style::Columns,
        points: PATTERNS.into_iter().zip(cycles).map(point).collect(),
        labels: Vec::new(),
    };
    Plot {
        x: Axis::new("bursts of a pattern", "bursts").logarithmic(true),
        y: Axis { around: Vec::from([0.0]), ..Axis::new("points of percent more of the bus", "points") },
        series: Vec::from([series]),
        ..Plot::default()
    }
}
