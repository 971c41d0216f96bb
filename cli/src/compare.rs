//! `lanescope compare`: one document on several machines, their numbers side by side; or the float rates of several
//! documents, with their harmonic means.

use std::io::Write;

use lanescope_core::session::{
    ComparedRow, Comparison, Report, compare, harmonic_mean, studies,
    vocabulary::{Document, MachineChoice},
};
use serde_json::{Value, json};

use crate::{
    Failure,
    args::Compare,
    document,
    drive::{self, Clock},
    figure, tables,
};

/// Runs the document on each machine and prints the table; with several documents, that of their rates.
pub fn run(options: &Compare, out: &mut dyn Write) -> Result<(), Failure> {
    document::are_decisions(&options.input)?;
    let (name, document) = document::read(&options.input)?;
    if document.compare.is_empty() {
        return Err("give --machine at least twice".to_string().into());
    }
    let machines: Vec<MachineChoice> =
        std::iter::once(&document.machine).chain(&document.compare).cloned().collect();
    let mut documents = vec![(name, document)];
    for file in &options.also {
        documents.push(document::read_also(&options.input, file)?);
    }
    let mut table = Vec::new();
    for (name, document) in &documents {
        table.push((name.clone(), runs(options, name, document, &machines)?));
    }
    let titles: Vec<String> = machines.iter().map(title).collect();
    if let [(_, reports)] = table.as_slice() {
        let runs: Vec<(String, &Report)> = titles.into_iter().zip(reports).collect();
        let table = compare(&runs);
        return match (&options.out, options.json) {
            (None, true) => Ok(writeln!(out, "{:#}", to_json(&table))?),
            (None, false) => Ok(write!(out, "{}", figure::text(&table.figure(), options.format))?),
            (Some(path), _) => {
                let about = studies::TABLE.iter().map(|row| row.about).find(|about| about.id == "compare");
                let words = about.map_or(("", ""), |about| (about.title, about.says));
                figure::save(&table.figure(), path, options.theme, words)
            }
        };
    }
    if options.out.is_some() {
        return Err("--out goes with one kernel".to_string().into());
    }
    let rows = rates(&table);
    match options.json {
        true => {
            let row =
                |(name, values): &(String, Vec<Option<f64>>)| json!({ "kernel": name, "values": values });
            let rows: Vec<Value> = rows.iter().map(row).collect();
            writeln!(out, "{:#}", json!({ "machines": titles, "unit": "GFLOP/s", "rows": rows }))?;
        }
        false => {
            let heading: Vec<&str> =
                std::iter::once("GFLOP/s").chain(titles.iter().map(String::as_str)).collect();
            let cells = |(name, values): &(String, Vec<Option<f64>>)| {
                let values = values.iter().map(|value| value.map_or("-".into(), tables::number));
                std::iter::once(name.clone()).chain(values).collect()
            };
            let rows: Vec<Vec<String>> = rows.iter().map(cells).collect();
            write!(out, "{}", tables::render(options.format, &heading, &rows))?;
        }
    }
    Ok(())
}

/// The report of a document on each machine.
fn runs(
    options: &Compare,
    name: &str,
    document: &Document,
    machines: &[MachineChoice],
) -> Result<Vec<Report>, Failure> {
    let report = |machine: &MachineChoice| {
        let name = format!("{name} on {}", title(machine));
        let clock = Clock::start(options.input.limits.max_seconds);
        let mut session = document::open(&name, document.on(machine), options.input.limits.all(), clock)?;
        drive::start(&mut session, &name)?;
        if let Some(stop) = drive::to_end(&mut session, clock) {
            return Err(drive::failure(&name, &session, &stop));
        }
        session.totals().ok_or_else(|| "there is no report of the run".to_string().into())
    };
    machines.iter().map(report).collect()
}

/// The float rate of each kernel on each machine, and their harmonic means: the rate of a set of programs that do as many
/// operations each. A mean is there if all of its rates are.
fn rates(table: &[(String, Vec<Report>)]) -> Vec<(String, Vec<Option<f64>>)> {
    let of = |reports: &Vec<Report>| reports.iter().map(|report| report.number("gflops")).collect();
    let mut rows: Vec<(String, Vec<Option<f64>>)> =
        table.iter().map(|(name, reports)| (name.clone(), of(reports))).collect();
    let machines = rows.first().map_or(0, |(_, values)| values.len());
    let mean = |machine: usize| {
        let rates: Option<Vec<f64>> =
            rows.iter().map(|(_, values)| values[machine].filter(|rate| *rate > 0.0)).collect();
        rates.map(|rates| harmonic_mean(&rates))
    };
    let means = (0..machines).map(mean).collect();
    rows.push(("harmonic mean".into(), means));
    rows
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
