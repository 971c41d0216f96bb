//! One setting of the machine at each of its choices, with several numbers side by side: what is done about branches, which warp goes first.

use alloc::{
    format,
    string::{String, ToString},
    vec::Vec,
};

use super::{Done, Inputs, Machines, Numbers, Plan, Row, bars, setting, unknown, words};
use crate::{
    document::MachineChoice,
    figure::{About, Figure, Form, StudyInput, Table, panel::Of, table::TableCell},
    machines::settings::SettingKind,
};

/// The row of the study.
pub const CHOICES: Row = Row {
    about: About {
        id: "choices",
        title: "Choices of a setting",
        says: "The same run under every choice of a setting, with several numbers side by side: what does each policy cost, and what does it save?",
        label: "The cycles of each run as bars.",
        help: &[
            ("Runs", "One for each choice of the setting; all else is as in the document."),
            ("Picture", "The cycles of each run."),
            (
                "Table",
                "The numbers of each run. On HARP: `kdic` are instructions of warps, `ldic` lanes that took part in them, `divergence` is the share of the guarded jumps whose lanes parted.",
            ),
        ],
        legend: &[],
        empty: "Choose a setting that is a choice, then run.",
        takes: &[],
        shows: &[],
    },
    inputs: &[
        StudyInput::new("setting", Of::Setting, "divergence", "id of a setting that is a choice"),
        StudyInput::new(
            "measures",
            Of::Measure,
            "cycles,kdic,ldic,splits,divergent_splits,divergence",
            "ids of counters or measures (`figure --panel counters`), with commas between them",
        ),
    ],
    plan,
    figure,
    numbers,
};

fn plan(machine: &MachineChoice, inputs: &Inputs, _: &Machines) -> Result<Vec<Plan>, String> {
    let id = inputs.get("setting").trim();
    // A machine that is not here cannot say what there is to choose: whoever has it makes the study.
    let Some(known) = setting(machine, id)? else {
        return Err(format!("the choices of `{id}` are known where machine `{}` is", machine.machine()));
    };
    let SettingKind::Choice(choices) = &known.kind else {
        return Err(format!("setting `{id}` is no choice; study `sweep` takes values"));
    };
    let plan = |value: &String| Plan::new(value.clone(), machine.with(&known.id, value));
    Ok(choices.iter().map(plan).collect())
}

fn number(run: &Done, measure: &str) -> Option<f64> {
    run.report.as_ref().ok()?.number(measure)
}

/// Each measure of each run, as `sj.kdic`.
fn numbers(inputs: &Inputs, done: &[Done]) -> Numbers {
    let of = |run: &Done| {
        let one = |measure: &str| Some((format!("{}.{measure}", run.name), number(run, measure)?));
        words(inputs.get("measures")).filter_map(one).collect::<Numbers>()
    };
    done.iter().flat_map(of).collect()
}

fn figure(inputs: &Inputs, done: &[Done]) -> Figure {
    let measures: Vec<&str> = words(inputs.get("measures")).collect();
    let heads: Vec<&str> =
        [inputs.get("setting")].into_iter().chain(measures.iter().copied()).chain(["remark"]).collect();
    let mut table = Table::new(&heads);
    for run in done {
        let cell = |measure: &&str| {
            number(run, measure).map_or_else(|| "–".to_string(), crate::figure::number::quantity)
        };
        let remark = run.report.as_ref().err().cloned().unwrap_or_default();
        let cells = [run.name.clone()].into_iter().chain(measures.iter().map(cell)).chain([remark]);
        table.rows.push(cells.map(TableCell::text).collect());
    }
    let mut figure = Figure::default();
    figure.push("Cycles of each run", Form::Bars(bars(done)));
    figure.push("", Form::Table(table));
    let remark = measures.iter().map(|measure| unknown(measure, done)).find(|said| !said.is_empty());
    figure.with_remark(remark.unwrap_or_default())
}
