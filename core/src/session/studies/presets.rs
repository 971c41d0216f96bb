//! One kernel under every preset.

use alloc::{format, string::String, vec::Vec};

use super::{Done, Inputs, Machines, Plan, Row, bars, of_runs, on_presets, table, unknown};
use crate::{
    document::MachineChoice,
    figure::{About, Figure, Form, StudyInput, panel::Of},
};

/// The row of the study.
pub const PRESETS: Row = Row {
    about: About {
        id: "presets",
        title: "All presets",
        says: "The same kernel on every preset: which machines are alike, and which are far away?",
        label: "The cycles of each run as bars.",
        help: &[
            ("Runs", "The document's kernel on each preset as it is; changed settings are left out."),
            (
                "Picture",
                "The cycles of each run. Cycles of machines with other clocks are not the same time.",
            ),
            ("Table", "Cycles and measure of each run, and both as multiples of the first run's."),
        ],
        legend: &[],
        empty: "Every preset is run once.",
        takes: &[],
        shows: &[],
    },
    inputs: &[
        StudyInput::new("machine", Of::Machine, "", "only the presets of this machine"),
        StudyInput::new(
            "measure",
            Of::Measure,
            "time",
            "the number beside the cycles: the id of a counter or measure (`figure --panel counters`)",
        ),
    ],
    plan,
    figure,
    numbers: |inputs, done| of_runs(inputs.get("measure"), done),
};

fn plan(_: &MachineChoice, inputs: &Inputs, machines: &Machines) -> Result<Vec<Plan>, String> {
    let machine = inputs.get("machine");
    let of_machine = |preset: &&String| machine.is_empty() || preset.split('/').next() == Some(machine);
    let presets: Vec<String> = machines.presets.iter().flatten().filter(of_machine).cloned().collect();
    if presets.is_empty() {
        return Err(format!("there is no machine `{machine}`"));
    }
    Ok(on_presets(presets))
}

/// The runs as bars of their cycles, and their numbers.
fn figure(inputs: &Inputs, done: &[Done]) -> Figure {
    let mut figure = Figure::default();
    figure.push("Cycles of each run", Form::Bars(bars(done)));
    figure.push("", Form::Table(table("preset", inputs.get("measure"), done)));
    figure.with_remark(unknown(inputs.get("measure"), done))
}
