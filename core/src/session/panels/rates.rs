//! Counters over time: how fast each grew, stretch by stretch.
//!
//! The values of all counters are kept at cycles that are equally far apart ([`crate::trace::columns`]). A point of a curve is
//! the mean between the point before it and itself, so a curve times its cycles adds up to the counter exactly.

use alloc::{format, string::String, vec::Vec};

use super::LaboratoryPanel;
use crate::{
    figure::{
        About, Figure, Form, Pages, Panel, Plot, Question, Takes,
        legend::{Entry, Swatch},
        number::{grouped, quantity},
        palette,
        picture::Ink,
        plot::{Axis, Series, Style},
    },
    machines::counters::CounterInfo,
    session::Session,
    trace::columns::Columns,
};

/// The row of the counters over time.
pub const RATES: LaboratoryPanel = Panel {
    about: About {
        id: "rates",
        title: "Counters over time",
        says: "How much a counter grew in each cycle of the run so far, as the mean of stretches that are equally long.",
        label: "Counters over time: growth in a cycle over cycles. Arrow keys move a line that reads the curve, Delete takes it away.",
        help: &[
            (
                "Curve",
                "A point is the mean of the cycles since the point before it; the first stretch begins at cycle 0.",
            ),
            ("Below zero", "A few counters can sink, such as bytes that are still to be written back."),
            ("Pages", "One counter at a time, picked by its name or in the order of the table of counters."),
        ],
        legend: &[Entry::Swatch(Swatch::Tail, Ink::Text, "growth in a cycle")],
        empty: "A curve appears with the first cycle.",
        takes: &[Takes::Page(1)],
        shows: &[],
    },
    answer: rates,
};

fn rates(session: &Session, question: &Question) -> Figure {
    let Some(run) = session.running().filter(|run| run.frontier() > 0) else {
        return Figure::empty(RATES.about.empty);
    };
    let (infos, readings) = (run.counters(), run.final_counters());
    if readings.is_empty() {
        return Figure::empty("This machine has no counters.");
    }
    let names = readings.iter().map(|reading| reading.id.clone()).collect();
    let pages = Pages { names, ..Pages::of("counters", question, readings.len() as u64) };
    let all = infos.iter().zip(&readings).enumerate();
    let shown = all.skip(pages.first as usize).take(pages.shown as usize);
    let curves = shown.map(|(at, (info, reading))| {
        let points = curve(run.history(), at, (run.frontier(), reading.value));
        Curve { info, total: reading.value, points }
    });
    Figure { pages: pages.partial(), ..Figure::from(Form::Plot(plot(&curves.collect::<Vec<_>>()))) }
}

/// The values of the counter at a place, up to the frontier, where it has a value.
pub fn over_time(history: &Columns<u64>, at: usize, frontier: (u64, u64)) -> Vec<(u64, u64)> {
    let kept = history.all().map(|(cycle, values)| (cycle, values.get(at).copied().unwrap_or(0)));
    kept.filter(|(cycle, _)| *cycle < frontier.0).chain([frontier]).collect()
}

/// The growth in a cycle of the counter at a place.
fn curve(history: &Columns<u64>, at: usize, frontier: (u64, u64)) -> Vec<(f64, f64)> {
    let all = over_time(history, at, frontier);
    let rise = |pair: &[(u64, u64)]| {
        let (cycles, growth) = (pair[1].0 - pair[0].0, pair[1].1 as f64 - pair[0].1 as f64);
        (pair[1].0 as f64, growth / cycles as f64)
    };
    all.windows(2).map(rise).collect()
}

/// The growth of a counter.
struct Curve<'a> {
    info: &'a CounterInfo,
    /// What it came to.
    total: u64,
    points: Vec<(f64, f64)>,
}

fn plot(curves: &[Curve]) -> Plot {
    let unit = match curves {
        [first, rest @ ..] if rest.iter().all(|one| one.info.unit == first.info.unit) => &first.info.unit,
        _ => "counts",
    };
    let is_alone = curves.len() == 1;
    let series =
        curves.iter().zip(palette::CURVES.iter().cycle()).map(|(Curve { info, points, .. }, ink)| Series {
            name: info.id.clone(),
            ink: if is_alone { Ink::Text } else { *ink },
            style: Style::Line,
            points: points.clone(),
            labels: if is_alone { Vec::new() } else { Vec::from([(highest(points), info.id.clone())]) },
        });
    Plot {
        x: Axis::new("cycle", "cycle"),
        y: Axis::new(format!("{unit} in a cycle"), "in a cycle"),
        series: series.collect(),
        rules: Vec::new(),
        words: if let [curve] = curves { words(curve) } else { String::new() },
    }
}

/// The highest point of a curve, where its name stands.
fn highest(points: &[(f64, f64)]) -> u32 {
    let above = |best: u32, at: u32| if points[at as usize].1 > points[best as usize].1 { at } else { best };
    (0..points.len() as u32).reduce(above).unwrap_or(0)
}

/// What one counter is and came to.
fn words(Curve { info, total, points }: &Curve) -> String {
    let most = points.iter().fold(0.0_f64, |most, (_, rate)| most.max(*rate));
    let (id, doc, total) = (&info.id, info.doc.trim_end_matches('.'), grouped(*total));
    format!("{id}: {doc}. {total} {} so far, at most {} in a cycle.", info.unit, quantity(most))
}
