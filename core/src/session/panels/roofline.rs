//! The roofline: float operations a second over float operations a byte, both axes logarithmic, with the roofs of the
//! machine and the place of the run.

use alloc::{format, vec::Vec};

use super::LaboratoryPanel;
use crate::{
    figure::{
        About, Figure, Form, Panel, Plot, Question, Table, Takes,
        legend::{Entry, Swatch},
        number::quantity,
        picture::Ink,
        plot::{Axis, Rule, Series, Style},
    },
    report::Roofline,
    session::Session,
};

/// The row of the roofline.
pub const ROOFLINE: LaboratoryPanel = Panel {
    about: About {
        id: "roofline",
        title: "Roofline",
        says: "Float operations a second over operations a byte, up to the cursor: the slanted roof is memory, the flat one the float units.",
        label: "Roofline: float operations a second over float operations a byte, both logarithmic. Arrow keys move a line that reads the roof, Delete takes it away.",
        help: &[
            (
                "Roofs",
                "Slanted: the most that the memory's data bus can feed. Flat: the most that the float units can do. They meet at the ridge.",
            ),
            (
                "Point",
                "The run up to the cursor. The line through it is its intensity, the highest point of the line what is attainable.",
            ),
            ("Hand", "Click or drag for a line that reads what is attainable at another intensity."),
        ],
        legend: &[
            Entry::Swatch(Swatch::Roofs, Ink::Text, "roofs of the machine"),
            Entry::Swatch(Swatch::Point, Ink::Cursor, "the run up to the cursor"),
            Entry::Swatch(Swatch::Upright, Ink::Cursor, "its intensity"),
        ],
        empty: "The place under the roofs appears with the first cycle.",
        takes: &[Takes::Cursor],
        shows: &[],
    },
    answer: roofline,
};

fn roofline(session: &Session, _: &Question) -> Figure {
    let Some(roofs) = session.report().and_then(|report| report.roofline()) else {
        return Figure::empty(ROOFLINE.about.empty);
    };
    let mut figure = Figure::from(Form::Table(numbers(&roofs)));
    figure.parts.insert(0, crate::figure::Subfigure { title: "".into(), form: Form::Plot(plot(&roofs)) });
    figure
}

/// The plot alone.
pub fn plot(roofs: &Roofline) -> Plot {
    let axis = |title: &str, short: &str, around: &[f64]| Axis {
        around: around.to_vec(),
        ..Axis::new(title, short).logarithmic(true)
    };
    let ridge = roofs.ridge();
    let place = |intensity: f64| (intensity, roofs.attainable(intensity));
    let roof = Series {
        name: "roof".into(),
        ink: Ink::Text,
        style: Style::Endless,
        points: Vec::from([place(ridge / 8.0), (ridge, roofs.peak_gflops), (ridge * 8.0, roofs.peak_gflops)]),
        labels: Vec::from([(1, "ridge".into())]),
    };
    let run = roofs.intensity.filter(|_| roofs.gflops > 0.0).map(|intensity| Series {
        name: "run".into(),
        ink: Ink::Cursor,
        style: Style::Points,
        points: Vec::from([(intensity, roofs.gflops)]),
        labels: Vec::new(),
    });
    let rule = |intensity: f64| Rule {
        name: "intensity".into(),
        at: intensity,
        to: Some(roofs.attainable(intensity)),
        ink: Ink::Cursor,
    };
    Plot {
        x: axis("FLOP/B: float operations for each byte of memory traffic", "FLOP/B", &[]),
        y: axis("GFLOP/s", "GFLOP/s", &[]),
        series: core::iter::once(roof).filter(|_| ridge > 0.0).chain(run).collect(),
        rules: roofs.intensity.map(rule).into_iter().collect(),
        words: words(roofs).into(),
    }
}

fn words(roofs: &Roofline) -> &'static str {
    if roofs.reached().is_some_and(|share| share > 1.0) {
        "Above the roof for a moment: the work of a vector instruction counts when it issues."
    } else if roofs.intensity.is_none() {
        "No float operation has met memory traffic yet, so the run has no place here."
    } else if roofs.intensity < Some(roofs.ridge()) {
        "Left of the ridge: memory limits."
    } else {
        "Right of the ridge: the float units limit."
    }
}

fn numbers(roofs: &Roofline) -> Table {
    let share = roofs.reached().map(|share| format!("{:.1}", share * 100.0));
    let mut table = Table::new(&["number", "value", "unit"]);
    for (name, value, unit) in [
        ("float units", Some(quantity(roofs.peak_gflops)), "GFLOP/s"),
        ("memory", Some(quantity(roofs.peak_gbytes)), "GB/s"),
        ("ridge", Some(quantity(roofs.ridge())), "FLOP/B"),
        ("intensity", roofs.intensity.map(quantity), "FLOP/B"),
        ("reached", Some(quantity(roofs.gflops)), "GFLOP/s"),
        ("of the attainable", share, "%"),
    ] {
        table.push([name.into(), value.unwrap_or("–".into()), unit.into()]);
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figure::View;

    #[test]
    fn the_roofs_meet_at_the_ridge_and_the_run_is_below() {
        let plot = plot(&Roofline::new(40.0, 16.0, 32.0, 64.0, 1e-8));
        let view = View::plain((480.0, 300.0));
        let ((x, y), picture) = (plot.ranges(&view), plot.draw(&view));
        let (slope, flat) = (picture.lines[0].1, picture.lines[1].1);
        assert_eq!((slope[2], slope[3]), (flat[0], flat[1]));
        assert_eq!(flat[1], flat[3]);
        let run = picture.filled(Ink::Cursor)[0];
        assert_eq!((run.x + 4.0, run.y + 4.0), (x.at(0.5), y.at(3.2)));
        let intensity = picture.lines.iter().find(|(ink, _)| *ink == Ink::Cursor).unwrap().1;
        assert!(run.y > intensity[3], "below the roof");
    }

    #[test]
    fn a_machine_without_numbers_is_no_trouble() {
        let nothing = plot(&Roofline::new(0.0, 0.0, 0.0, 0.0, 0.0));
        assert!(nothing.draw(&View::plain((100.0, 50.0))).lines.is_empty());
    }
}
