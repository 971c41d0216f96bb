//! `lanescope compare`: one document on several machines, their numbers side by side.

use std::io::Write;

use lanescope_core::session::{
    ComparedRow, Comparison, Report, RowGroup, compare, vocabulary::MachineChoice,
};
use serde_json::{Value, json};

use crate::{
    Failure,
    args::{Compare, Style},
    document,
    run::{self, Clock},
    tables,
};

/// Runs the document on each machine and prints the table.
pub fn run(options: &Compare, out: &mut dyn Write) -> Result<(), Failure> {
    let (name, document) = document::read(&options.input)?;
    if document.compare.is_empty() {
        return Err("give --machine at least twice".to_string().into());
    }
    let machines: Vec<MachineChoice> =
        std::iter::once(&document.machine).chain(&document.compare).cloned().collect();
    let mut runs: Vec<(String, Report)> = Vec::new();
    for machine in &machines {
        let name = format!("{name} on {}", title(machine));
        let mut session = document::open(&name, document.on(machine), document::limits(&options.input))?;
        run::start(&mut session, &name)?;
        if let Some(stop) = run::to_end(&mut session, Clock::start(options.input.max_seconds)) {
            return Err(run::failure(&name, &session, &stop));
        }
        let report = session.totals().ok_or_else(|| "there is no report of the run".to_string())?;
        runs.push((title(machine), report));
    }
    let runs: Vec<(String, &Report)> = runs.iter().map(|(name, report)| (name.clone(), report)).collect();
    let table = compare(&runs);
    match options.json {
        true => writeln!(out, "{:#}", to_json(&table))?,
        false => write!(out, "{}", text(&table, options.format))?,
    }
    Ok(())
}

/// The preset, and what is changed in it.
fn title(machine: &MachineChoice) -> String {
    let changes: String = machine.changes.iter().map(|(key, value)| format!(",{key}={value}")).collect();
    format!("{}{changes}", machine.preset)
}

fn to_json(table: &Comparison) -> Value {
    let row = |row: &ComparedRow| {
        let ratios: Vec<Option<f64>> = (0..row.values.len()).map(|run| row.ratio(run)).collect();
        json!({ "id": row.id, "label": row.label, "unit": row.unit, "values": row.values, "ratios": ratios })
    };
    json!({ "machines": table.columns, "rows": table.rows.iter().map(row).collect::<Vec<_>>() })
}

/// One table; each machine but the first has a column of ratios.
fn text(table: &Comparison, style: Style) -> String {
    let ratio = |machine: &String| format!("{machine} / {}", table.columns[0]);
    let machines = table.columns.iter().cloned();
    let heading: Vec<String> = std::iter::once("number".into())
        .chain(machines)
        .chain(table.columns.iter().skip(1).map(ratio))
        .chain(["unit".into()])
        .collect();
    let heading: Vec<&str> = heading.iter().map(String::as_str).collect();
    let rows: Vec<Vec<String>> = table.rows.iter().map(cells).collect();
    tables::render(style, &heading, &rows)
}

fn cells(row: &ComparedRow) -> Vec<String> {
    let label =
        if row.group == RowGroup::Slots { format!("slots: {}", row.label) } else { row.label.clone() };
    let values = row.values.iter().map(|value| value.map_or("-".into(), show));
    let ratios =
        (1..row.values.len()).map(|run| row.ratio(run).map_or("-".into(), |ratio| format!("{ratio:.3} x")));
    std::iter::once(label).chain(values).chain(ratios).chain([row.unit.clone()]).collect()
}

/// Whole numbers as they are, others with three digits behind the point.
fn show(value: f64) -> String {
    if value.fract() == 0.0 { format!("{value:.0}") } else { format!("{value:.3}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_has_a_ratio_for_every_machine_but_the_first() {
        let row = ComparedRow {
            group: RowGroup::Run,
            id: "cycles".into(),
            label: "cycles".into(),
            unit: "cycles".into(),
            doc: String::new(),
            values: vec![Some(400.0), Some(100.0), None],
        };
        assert_eq!(cells(&row), ["cycles", "400", "100", "-", "0.250 x", "-", "cycles"]);
    }
}
