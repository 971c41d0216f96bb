//! One setting of the machine over several values.

use alloc::{
    format,
    string::{String, ToString},
    vec::Vec,
};

use super::{Done, Inputs, Machines, Numbers, Plan, Row, of_runs, setting, table, unknown, words};
use crate::{
    base::{decimal, order},
    document::MachineChoice,
    figure::{
        About, Figure, Form, Plot, StudyInput,
        panel::Of,
        picture::Ink,
        plot::{Axis, Series, Style},
    },
};

/// From this factor between the largest and the smallest value on the axis is logarithmic.
const FACTOR: f64 = 16.0;

/// The row of the study.
pub const SWEEP: Row = Row {
    about: About {
        id: "sweep",
        title: "Sweep",
        says: "The same run with one setting of the machine at several values: where does more of it stop to help?",
        label: "The measure over the setting.",
        help: &[
            ("Runs", "One for each value; all else is as in the document."),
            ("Picture", "The measure over the values; the axis is logarithmic where they go far."),
            ("Table", "Cycles and measure of each run, and both as multiples of the first run's."),
        ],
        legend: &[],
        empty: "Choose a setting and its values, then run.",
        takes: &[],
        shows: &[],
    },
    inputs: &[
        StudyInput::new("setting", Of::Setting, "", "id of the setting; `list settings` prints them all"),
        StudyInput::new("values", Of::Values, "", "its values, with commas between them"),
        StudyInput::new(
            "measure",
            Of::Measure,
            "cycles",
            "the number that is drawn: the id of a counter or measure (`figure --panel counters`)",
        ),
    ],
    plan,
    figure,
    numbers,
};

fn plan(machine: &MachineChoice, inputs: &Inputs, _: &Machines) -> Result<Vec<Plan>, String> {
    let id = inputs.get("setting").trim();
    if id.is_empty() || words(inputs.get("values")).next().is_none() {
        return Err("Enter a setting and its values: `setting=ID values=A,B,C`.".into());
    }
    if inputs.get("values").split(',').any(|value| value.trim().is_empty()) {
        return Err(format!("`values={}`: between two commas stands a value.", inputs.get("values")));
    }
    // A machine that is not here finds out itself.
    let id = setting(machine, id)?.map_or_else(|| id.to_string(), |known| known.id);
    let plan = |value: &str| Plan::new(value.to_string(), machine.with(&id, value));
    Ok(words(inputs.get("values")).map(plan).collect())
}

/// The measure at each value, and `least`: the smallest value at which the measure is as small as it gets.
fn numbers(inputs: &Inputs, done: &[Done]) -> Numbers {
    let mut numbers = of_runs(inputs.get("measure"), done);
    let at = |run: &(String, f64)| Some((run.1, decimal::f64(&run.0)?));
    let least = numbers.iter().filter_map(at).min_by(|a, b| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)));
    numbers.extend(least.map(|(_, value)| ("least".to_string(), value)));
    numbers
}

fn figure(inputs: &Inputs, done: &[Done]) -> Figure {
    let measure = inputs.get("measure");
    let mut figure = Figure::default();
    figure.push("", Form::Plot(plot(inputs.get("setting"), measure, done)));
    figure.push("", Form::Table(table(inputs.get("setting"), measure, done)));
    figure.with_remark(unknown(measure, done))
}

/// A point for each value; values that are no numbers stand by their names in their order.
fn plot(setting: &str, measure: &str, done: &[Done]) -> Plot {
    let numbers: Option<Vec<f64>> = done.iter().map(|run| decimal::f64(&run.name)).collect();
    let named = numbers.is_none();
    let places = numbers.unwrap_or_else(|| (0..done.len()).map(|at| at as f64).collect());
    let known =
        places.iter().zip(done).filter_map(|(x, run)| Some((*x, run.report.as_ref().ok()?.number(measure)?)));
    let mut points: Vec<(f64, f64)> = known.collect();
    order::sort_by(&mut points, |a, b| a.0.total_cmp(&b.0));
    let (low, high) =
        (points.first().map_or(0.0, |point| point.0), points.last().map_or(0.0, |point| point.0));
    let logarithmic = !named && low > 0.0 && high >= FACTOR * low;
    let names: &[Done] = if named { done } else { &[] };
    let series = |style| Series {
        name: measure.into(),
        ink: Ink::LaneOn,
        style,
        points: points.clone(),
        labels: Vec::new(),
    };
    Plot {
        x: Axis::new(setting, setting)
            .logarithmic(logarithmic)
            .named(names.iter().map(|run| run.name.as_str())),
        y: Axis::new(measure, measure),
        series: Vec::from([series(Style::Line), series(Style::Points)]),
        rules: Vec::new(),
        words: format!("{measure} over {setting}"),
    }
}
