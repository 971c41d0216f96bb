//! What studies say of their runs: numbers, a table, and why there is none.

use alloc::{format, string::String};

use super::{Done, Numbers};
use crate::figure::Table;

/// A number of each run that has it, by the names of the runs.
pub(super) fn of_runs(measure: &str, done: &[Done]) -> Numbers {
    let number = |run: &Done| Some((run.name.clone(), run.report.as_ref().ok()?.number(measure)?));
    done.iter().filter_map(number).collect()
}

/// What to say of a measure that no run has; nothing if one has it.
pub(super) fn unknown(measure: &str, done: &[Done]) -> String {
    let mut reports = done.iter().filter_map(|run| run.report.as_ref().ok()).peekable();
    if reports.peek().is_none() || reports.any(|report| report.number(measure).is_some()) {
        return String::new();
    }
    format!(
        "no run has a number `{measure}`; it is the id of a counter or of a measure (`figure --panel counters`)"
    )
}

/// A table of runs: cycles, a measure, and both as multiples of the first run's.
pub(super) fn table(first_head: &str, measure: &str, done: &[Done]) -> Table {
    let heads = [first_head, "cycles", "ratio", measure, "ratio of it", "remark"];
    let mut table = Table::new(&heads);
    let number = |run: &Done, id: &str| run.report.as_ref().ok().and_then(|report| report.number(id));
    let first = |id: &str| done.iter().find_map(|run| number(run, id));
    for run in done {
        let cell = |id: &str| number(run, id).map_or_else(|| "–".into(), crate::figure::number::quantity);
        let ratio = |id: &str| match (number(run, id), first(id)) {
            (Some(this), Some(first)) if first != 0.0 => format!("{:.3}", this / first),
            _ => "–".into(),
        };
        let remark = run.report.as_ref().err().cloned().unwrap_or_default();
        let cells =
            [run.name.clone(), cell("cycles"), ratio("cycles"), cell(measure), ratio(measure), remark];
        table.push(cells);
    }
    table
}
