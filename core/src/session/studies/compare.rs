//! One kernel on a few machines, with everything that they count side by side.

use alloc::{format, string::String, vec::Vec};

use super::{Done, Inputs, Machines, Plan, Row, of_runs, on_presets, words};
use crate::{
    document::MachineChoice,
    figure::{About, Figure, Form, StudyInput, Table, number::quantity, panel::Of, table::TableCell},
    session::{RowGroup, compare, data::Report},
};

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
    },
    inputs: &[StudyInput::new(
        "presets",
        Of::Presets,
        "",
        "the presets, with commas between them (the first of each machine if there are none)",
    )],
    plan,
    figure,
    numbers: |_, done| of_runs("cycles", done),
};

fn plan(_: &MachineChoice, inputs: &Inputs, machines: &Machines) -> Result<Vec<Plan>, String> {
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
    let heads: Vec<String> = core::iter::once("number".into())
        .chain(found.columns.iter().cloned())
        .chain(found.columns.iter().skip(1).map(|name| format!("{name} / first")))
        .chain(["unit".into()])
        .collect();
    let heads: Vec<&str> = heads.iter().map(String::as_str).collect();
    let mut table = Table::new(&heads);
    for row in &found.rows {
        let slots = if row.group == RowGroup::Slots { "slots: " } else { "" };
        let name = format!("{slots}{}", row.label);
        let values = row.values.iter().map(|value| value.map_or_else(|| "–".into(), quantity));
        let ratios = (1..row.values.len())
            .map(|run| row.ratio(run).map_or_else(|| "–".into(), |ratio| format!("{ratio:.3}")));
        let cells = core::iter::once(name).chain(values).chain(ratios).chain([row.unit.clone()]);
        table.rows.push(cells.map(TableCell::text).collect());
    }
    let failed = done.iter().filter_map(|run| Some(format!("{}: {}", run.name, run.report.as_ref().err()?)));
    let failed: Vec<String> = failed.collect();
    Figure::from(Form::Table(table)).with_remark(failed.join(" "))
}
