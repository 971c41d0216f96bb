//! One kernel many times on several machines: how far do its runs differ, if only data and places of buffers do?

use alloc::{
    format,
    string::{String, ToString},
    vec::Vec,
};

use super::{Done, Inputs, Machines, Numbers, Plan, Row, compare, setting, unknown};
use crate::{
    base::rng::Rng,
    document::MachineChoice,
    figure::{
        About, Figure, Form, Plot, StudyInput, Table,
        number::quantity,
        panel::Of,
        picture::Ink,
        plot::{Axis, Series, Style},
    },
    machines::settings::{Info, SettingKind},
};

/// The row of the study.
pub const JITTER: Row = Row {
    about: About {
        id: "jitter",
        title: "Jitter",
        says: "The same kernel many times on several machines, with other random data and other places of its buffers: on which does its time depend on them?",
        label: "The spread of each machine's runs, and each run beside the mean of its machine.",
        help: &[
            (
                "Runs",
                "Each has other seeds for random data and permutations, and buffers at other places; data that are given stay. The first run of each machine is the document as it is.",
            ),
            (
                "Setting",
                "One setting of the document's machine may be random, too: at which phase of the refresh a run begins, for instance.",
            ),
            ("Spread", "The longest run less the shortest one, as a part of their mean."),
            (
                "Picture",
                "Above the spread of each machine; below each run by how far it is from the mean of its machine's runs.",
            ),
        ],
        legend: &[],
        empty: "The runs are made one after another.",
        takes: &[],
        shows: &[],
    },
    inputs: &[
        StudyInput::new("presets", Of::Presets, "", compare::PRESETS_SAYS),
        StudyInput::new("runs", Of::Number, "16", "how many runs on each"),
        StudyInput::new(
            "setting",
            Of::Setting,
            "",
            "a setting of the document's machine that is random in each run; a number with a range",
        ),
        StudyInput::new(
            "measure",
            Of::Measure,
            "cycles",
            "the number that is compared: the id of a counter or measure (`figure --panel counters`)",
        ),
    ],
    plan,
    figure,
    numbers,
};

/// The name of a run: its preset, and which one it is.
fn name(preset: &str, run: u32) -> String {
    format!("{preset} #{}", run + 1)
}

/// The preset of a run by its name.
fn preset(name: &str) -> &str {
    name.rsplit_once(" #").map_or(name, |(preset, _)| preset)
}

fn plan(machine: &MachineChoice, inputs: &Inputs, machines: &Machines) -> Result<Vec<Plan>, String> {
    let text = inputs.get("runs").trim();
    let runs: u32 = text.parse().map_err(|_| format!("`runs` is a whole number, not `{text}`"))?;
    let range = range(machine, inputs.get("setting").trim())?;
    let mut plans = Vec::new();
    for Plan { name: preset, machine: choice, .. } in compare::plan(machine, inputs, machines)? {
        let own = choice.machine() == machine.machine();
        for again in 0..runs.min(super::MOST_RUNS as u32 + 1) {
            let mut machine = choice.clone();
            if let Some((id, low, high)) = range.as_ref().filter(|_| own && again > 0) {
                let value = low + Rng::new(u64::from(again) << 32).below(high - low + 1);
                machine.changes.push((id.clone(), value.to_string()));
            }
            plans.push(Plan { name: name(&preset, again), machine, again });
        }
    }
    Ok(plans)
}

/// The range of a setting of a machine; nothing if none is named.
fn range(machine: &MachineChoice, id: &str) -> Result<Option<(String, u64, u64)>, String> {
    if id.is_empty() {
        return Ok(None);
    }
    match setting(machine, id)? {
        Some(Info { id, kind: SettingKind::Integer { min, max }, .. }) => Ok(Some((id, min, max))),
        Some(_) => Err(format!("setting `{id}` is no number with a range")),
        None => Err(format!("machine `{}` is not in this program", machine.machine())),
    }
}

/// The runs of a preset.
struct Runs<'a> {
    preset: &'a str,
    /// The place in its runs and the number of each that has one.
    values: Vec<(u32, f64)>,
    /// Why a run has none.
    failed: Option<&'a str>,
}

impl Runs<'_> {
    fn least(&self) -> f64 {
        self.values.iter().map(|one| one.1).fold(f64::INFINITY, f64::min)
    }

    fn most(&self) -> f64 {
        self.values.iter().map(|one| one.1).fold(f64::NEG_INFINITY, f64::max)
    }

    fn mean(&self) -> f64 {
        self.values.iter().map(|one| one.1).sum::<f64>() / self.values.len().max(1) as f64
    }

    /// The longest less the shortest, as a part of the mean; nothing without runs.
    fn spread(&self) -> Option<f64> {
        let mean = self.mean();
        (!self.values.is_empty() && mean > 0.0).then(|| (self.most() - self.least()) / mean)
    }
}

/// The runs of each preset, in the order of the plan.
fn by_preset<'a>(measure: &str, done: &'a [Done]) -> Vec<Runs<'a>> {
    let mut all: Vec<Runs> = Vec::new();
    for run in done {
        let of = preset(&run.name);
        if all.last().is_none_or(|last| last.preset != of) {
            all.push(Runs { preset: of, values: Vec::new(), failed: None });
        }
        let Some(last) = all.last_mut() else { continue };
        let at = run.name.rsplit_once(" #").and_then(|(_, at)| at.parse().ok()).unwrap_or(0);
        match &run.report {
            Ok(report) => last.values.extend(report.number(measure).map(|value| (at, value))),
            Err(why) => last.failed = last.failed.or(Some(why)),
        }
    }
    all
}

/// The spread of each preset by its name, and its mean as `PRESET.mean`.
fn numbers(inputs: &Inputs, done: &[Done]) -> Numbers {
    let mut numbers = Numbers::new();
    for runs in by_preset(inputs.get("measure"), done) {
        if let Some(spread) = runs.spread() {
            numbers.push((runs.preset.to_string(), spread));
            numbers.push((format!("{}.mean", runs.preset), runs.mean()));
        }
    }
    numbers
}

fn figure(inputs: &Inputs, done: &[Done]) -> Figure {
    let measure = inputs.get("measure");
    let all = by_preset(measure, done);
    let mut figure = Figure::default();
    figure.push("Spread of each machine", Form::Plot(spreads(&all)));
    figure.push("Each run", Form::Plot(each(measure, &all)));
    figure.push("", Form::Table(table(measure, &all)));
    figure.with_remark(unknown(measure, done))
}

/// A column for each preset, with its name.
fn spreads(all: &[Runs]) -> Plot {
    let known = || all.iter().filter_map(|runs| Some((runs.preset, 100.0 * runs.spread()?)));
    let points = known().enumerate().map(|(at, (_, part))| (at as f64, part)).collect();
    let series =
        Series { name: "spread".into(), ink: Ink::LaneOn, style: Style::Columns, points, labels: Vec::new() };
    Plot {
        x: Axis::new("machines, in their order", "machine").named(known().map(|(preset, _)| preset)),
        y: Axis::new("longest less shortest, % of the mean", "% of the mean"),
        series: Vec::from([series]),
        ..Plot::default()
    }
}

/// Each run by how far it is from the mean of its machine's runs.
fn each(measure: &str, all: &[Runs]) -> Plot {
    let series = |(hue, runs): (u8, &Runs)| {
        let mean = runs.mean();
        let point = |(at, value): &(u32, f64)| (f64::from(*at), 100.0 * (value / mean - 1.0));
        Series {
            name: runs.preset.to_string(),
            ink: Ink::Link(hue % 8),
            style: Style::Points,
            points: runs.values.iter().map(point).collect(),
            labels: Vec::new(),
        }
    };
    let shown = all.iter().filter(|runs| runs.spread().is_some());
    Plot {
        x: Axis::new("run", "run"),
        y: Axis::new(format!("{measure}, % above the mean"), "% above the mean"),
        series: (0u8..).zip(shown).map(series).collect(),
        ..Plot::default()
    }
}

fn table(measure: &str, all: &[Runs]) -> Table {
    let heads = ["preset", "runs", &format!("{measure}, least"), "mean", "most", "spread", "remark"];
    let mut table = Table::new(&heads);
    for runs in all {
        let number = |value: f64| if runs.values.is_empty() { "–".into() } else { quantity(value) };
        let spread = runs.spread().map_or("–".into(), |part| format!("{:.3} %", 100.0 * part));
        table.push([
            runs.preset.to_string(),
            runs.values.len().to_string(),
            number(runs.least()),
            number(runs.mean()),
            number(runs.most()),
            spread,
            runs.failed.unwrap_or_default().to_string(),
        ]);
    }
    table
}
