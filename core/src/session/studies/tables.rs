//! What studies say of their runs: numbers, a table, and why there is none.

use alloc::{format, string::String, vec::Vec};

use super::{Done, Numbers};
use crate::figure::{
    Bars, Table,
    bars::{Bar, Note, Style},
    rows::Row as NamedRow,
};

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

/// The cycles of each run as a bar.
pub(super) fn bars(done: &[Done]) -> Bars {
    let mut bars = Bars::default();
    for (at, run) in (0u32..).zip(done) {
        bars.rows.push(NamedRow::new(run.name.as_str(), None));
        let Ok(report) = &run.report else { continue };
        let labels = Vec::from([crate::figure::number::grouped(report.cycles)]);
        let note = bars.note(Note { labels, words: format!("{} cycles", report.cycles), mark: None });
        let style = Style::Work { hue: 0, until: report.cycles };
        bars.bars.push(Bar { row: at, from: 0, to: report.cycles.max(1), style, note });
    }
    bars
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
