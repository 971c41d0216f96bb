//! One kernel on a few machines, with everything that they count side by side.

use alloc::{format, string::String, vec::Vec};

use super::{Done, Inputs, Machines, Plan, Row, of_runs, on_presets, words};
use crate::{
    document::MachineChoice,
    figure::{About, Figure, StudyInput, panel::Of},
    session::{compare, data::Report},
};

/// What the list of presets means.
pub const PRESETS_SAYS: &str =
    "the presets, with commas between them (the first of each machine if there are none)";

/// The row of the study.
pub const COMPARE: Row = Row {
    about: About {
        id: "compare",
        title: "Machines side by side",
        says: "One kernel on several machines: instructions, operations, traffic and the causes of lost slots, as multiples of the first.",
        label: "The numbers of each run.",
        help: &[
            ("Runs", "The document's kernel on each of the presets as it is."),
            ("Columns", "The number on each machine, then as a multiple of the first machine's."),
            (
                "Rows",
                "Counters and measures that one of the machines has; the causes of lost slots as shares.",
            ),
        ],
        legend: &[],
        empty: "The presets are run one after another.",
        takes: &[],
        shows: &[],
    },
    inputs: &[StudyInput::new("presets", Of::Presets, "", PRESETS_SAYS)],
    plan,
    figure,
    numbers: |_, done| of_runs("cycles", done),
};

/// A run on each of the presets that are given, or on the first of each machine.
pub fn plan(_: &MachineChoice, inputs: &Inputs, machines: &Machines) -> Result<Vec<Plan>, String> {
    let all = &machines.presets;
    let mut presets: Vec<String> = words(inputs.get("presets")).map(String::from).collect();
    if presets.is_empty() {
        presets = all.iter().filter_map(|presets| presets.first().cloned()).collect();
    }
    match presets.iter().find(|preset| !all.iter().flatten().any(|known| known == *preset)) {
        Some(unknown) => Err(format!("there is no preset `{unknown}`; `list presets` prints them all")),
        None => Ok(on_presets(presets)),
    }
}

fn figure(_: &Inputs, done: &[Done]) -> Figure {
    let runs: Vec<(String, &Report)> =
        done.iter().filter_map(|run| Some((run.name.clone(), run.report.as_ref().ok()?))).collect();
    let found = compare(&runs);
    let failed = done.iter().filter_map(|run| Some(format!("{}: {}", run.name, run.report.as_ref().err()?)));
    let failed: Vec<String> = failed.collect();
    found.figure().with_remark(failed.join(" "))
}
