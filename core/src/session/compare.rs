//! Several runs of the same document side by side: a table of plain data, made of their reports.
//!
//! A row is there if at least one run has its number. Ratios are to the first run, because that is the one on the page.
//! Which of two numbers is the better one is not said: it depends on the row, and on the reader.

use alloc::{format, string::String, vec::Vec};

use serde::{Deserialize, Serialize};

use super::data::Report;
use crate::{
    base::OrdSet,
    figure::{
        Figure, Form, Table,
        number::quantity,
        table::{Column, TableCell},
    },
    report::{
        derived::{self, MeasureInfo},
        formulas::Linear,
    },
    trace::{Swatch, cause::CauseRow},
};

/// The table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Comparison {
    /// The runs, by the names they were given.
    pub columns: Vec<String>,
    /// What is compared, group after group.
    pub rows: Vec<ComparedRow>,
}

/// A row of the table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ComparedRow {
    /// Its group.
    pub group: RowGroup,
    /// Permanent id: key in JSON.
    pub id: String,
    /// Short name for people.
    pub label: String,
    /// What one is.
    pub unit: String,
    /// What it means, in a sentence.
    pub doc: String,
    /// The colour and pattern of what it counts, if that has one.
    pub swatch: Option<Swatch>,
    /// For each run its number, if it has one.
    pub values: Vec<Option<f64>>,
}

/// Groups of rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum RowGroup {
    /// How long, how much.
    Run,
    /// Numbers that follow from counters.
    Measures,
    /// Share of the issue slots by cause.
    Slots,
}

impl ComparedRow {
    /// The number of a run as a multiple of the first one's.
    pub fn ratio(&self, run: usize) -> Option<f64> {
        let (first, this) =
            (self.values.first().copied().flatten()?, self.values.get(run).copied().flatten()?);
        (first != 0.0).then(|| this / first)
    }

    /// Its name, also where groups have no heads.
    pub fn name(&self) -> String {
        if self.group == RowGroup::Slots { format!("slots: {}", self.label) } else { self.label.clone() }
    }

    /// The number of a run; a dash if it has none.
    pub fn value_text(&self, run: usize) -> String {
        self.values.get(run).copied().flatten().map_or_else(|| "–".into(), quantity)
    }

    /// The number of a run as a multiple of the first one's; a dash if one of them is missing.
    pub fn ratio_text(&self, run: usize) -> String {
        self.ratio(run).map_or_else(|| "–".into(), |ratio| format!("{ratio:.3}"))
    }

    fn cells(&self) -> Vec<TableCell> {
        let values = (0..self.values.len()).map(|run| self.value_text(run));
        let ratios = (1..self.values.len()).map(|run| self.ratio_text(run));
        let cells = core::iter::once(self.name()).chain(values).chain(ratios).chain([self.unit.clone()]);
        cells.map(TableCell::text).collect()
    }
}

impl Comparison {
    /// As a table: the number on each machine, then as a multiple of the first machine's. A row stands for the cause that it
    /// counts, if it counts one.
    pub fn table(&self) -> Table {
        let first = self.columns.first().map_or("", String::as_str);
        let heads = core::iter::once(String::from("number"))
            .chain(self.columns.iter().cloned())
            .chain(self.columns.iter().skip(1).map(|name| format!("{name} / {first}")))
            .chain(["unit".into()]);
        Table {
            columns: heads.map(Column::new).collect(),
            rows: self.rows.iter().map(ComparedRow::cells).collect(),
        }
    }

    /// As a figure, which has files.
    pub fn figure(&self) -> Figure {
        Form::Table(self.table()).into()
    }
}

/// A row made of one quotient.
struct Made {
    id: &'static str,
    label: &'static str,
    unit: &'static str,
    doc: &'static str,
    value: fn(&Report) -> Option<f64>,
}

/// Declares the rows of the first group.
macro_rules! rows {
    ($($(#[doc = $doc:literal])+ $id:ident $label:literal $unit:literal = $value:expr;)+) => {
        const ROWS: &[Made] = &[$(Made {
            id: stringify!($id),
            label: $label,
            unit: $unit,
            doc: concat!($($doc),+),
            value: $value,
        },)+];
    };
}

rows! {
    /// Cycles of the whole run.
    cycles "cycles" "cycles" = |report| Some(report.cycles as f64);
    /// Cycles by the machine's clock.
    time "simulated time" "µs" = |report| Some(report.seconds * 1e6);
    /// Instructions that were issued, each for a whole warp or vector.
    instructions "instructions" "instructions" = |report| Some(report.work.instructions as f64);
    /// Instructions times their active lanes, or the elements that they worked on.
    lane_operations "lane operations" "operations" = |report| Some(report.work.lane_operations as f64);
    /// Float operations; a fused multiply-add is two.
    flops "float operations" "operations" = |report| count(report.well_known.flops);
    /// Bytes to and from main memory.
    memory_bytes "memory traffic" "bytes" = |report| count(report.well_known.memory_bytes);
    /// Bytes of main memory by simulated time.
    bandwidth "memory rate" "GB/s" = |report| rate(count(report.well_known.memory_bytes)?, report.seconds);
    /// Float operations by simulated time.
    gflops "float rate" "GFLOP/s" = |report| rate(count(report.well_known.flops)?, report.seconds);
    /// Length of a strip whose start-up takes as long as its elements, by the chime models (hp_ch4 HA11).
    half_length "half-performance length" "elements" = |report| Some(strip_time(report)?.half_length() as f64);
}

fn count(count: Option<u64>) -> Option<f64> {
    count.map(|count| count as f64)
}

/// Thousands of millions a second.
fn rate(count: f64, seconds: f64) -> Option<f64> {
    (seconds > 0.0).then(|| count / seconds / 1e9)
}

impl Report {
    /// A counter by its id.
    pub fn counter(&self, id: &str) -> Option<f64> {
        self.counters.iter().find(|reading| reading.id == id).map(|reading| reading.value as f64)
    }

    /// Any number of the report by its id: `cycles`, `time` and the like, a counter, a derived measure, or `slots.CAUSE` for
    /// the slots of a cause.
    pub fn number(&self, id: &str) -> Option<f64> {
        if let Some(cause) = id.strip_prefix("slots.") {
            let at = self.causes.find(cause)?.index();
            return self.slots.get(at).map(|slots| *slots as f64);
        }
        let made = ROWS.iter().find(|row| row.id == id).and_then(|row| (row.value)(self));
        let derived = || self.derived.iter().find(|measure| measure.id == id).map(|measure| measure.value);
        made.or_else(|| self.counter(id)).or_else(derived)
    }
}

/// The time of a strip on the machine of a report, in nanoseconds by its number of results: start-up and time of each as
/// the chime models have them (hp_ch4 5.4). `None` for machines without strips.
fn strip_time(report: &Report) -> Option<Linear> {
    let known = &report.well_known;
    let (plain, all) = (count(known.l0_cycles)?, count(known.l1_cycles)?);
    let (strips, results) = (count(known.strips)?, count(known.stored_elements)?);
    let cycle = 1e9 * report.seconds / report.cycles as f64;
    (strips > 0.0 && results > 0.0 && report.cycles > 0)
        .then(|| Linear { start_up: cycle * (all - plain) / strips, each: cycle * plain / results })
}

/// From which length of a strip on a run is no slower than the first one.
fn crossover(reports: &[&Report]) -> ComparedRow {
    let first = reports.first().and_then(|report| strip_time(report));
    let value = |(run, report): (usize, &&Report)| {
        let length = strip_time(report)?.crossover(first?)?;
        (run > 0).then_some(length as f64)
    };
    ComparedRow {
        group: RowGroup::Measures,
        id: "crossover".into(),
        label: "start-up crossover".into(),
        unit: "elements".into(),
        doc: "Length of a strip from which on the machine is no slower than the first one, by the chime models (hp_ch4 HA11)."
            .into(),
        swatch: None,
        values: reports.iter().enumerate().map(value).collect(),
    }
}

/// Compares runs: name and report of each.
pub fn compare(runs: &[(String, &Report)]) -> Comparison {
    let reports: Vec<&Report> = runs.iter().map(|(_, report)| *report).collect();
    let mut rows: Vec<ComparedRow> = ROWS.iter().map(|row| made(row, &reports)).collect();
    rows.extend(measures(&reports));
    rows.push(crossover(&reports));
    rows.extend(slots(&reports));
    rows.retain(|row| row.values.iter().any(Option::is_some));
    Comparison { columns: runs.iter().map(|(name, _)| name.clone()).collect(), rows }
}

fn made(row: &Made, reports: &[&Report]) -> ComparedRow {
    ComparedRow {
        group: RowGroup::Run,
        id: row.id.into(),
        label: row.label.into(),
        unit: row.unit.into(),
        doc: row.doc.trim().into(),
        swatch: None,
        values: reports.iter().map(|report| (row.value)(report)).collect(),
    }
}

/// Every derived measure that a run has, in the order of their table.
fn measures<'a>(reports: &'a [&Report]) -> impl Iterator<Item = ComparedRow> + 'a {
    let measures = reports.iter().flat_map(|report| &report.derived);
    let known: OrdSet<&str> = measures.map(|measure| measure.id.as_str()).collect();
    derived::ids().filter(move |id| known.contains(id)).filter_map(|id| {
        let of = |report: &&Report| Some(report.derived.iter().find(|measure| measure.id == id)?.value);
        let MeasureInfo { id, label, unit, doc } = derived::info(id)?;
        Some(ComparedRow {
            group: RowGroup::Measures,
            id: id.into(),
            label: label.into(),
            unit: unit.into(),
            doc: doc.into(),
            swatch: None,
            values: reports.iter().map(of).collect(),
        })
    })
}

/// Every cause that took a slot of some run. Causes of several machines are one if they have one id.
fn slots(reports: &[&Report]) -> Vec<ComparedRow> {
    let mut known: Vec<&CauseRow> = Vec::new();
    for (_, row) in reports.iter().flat_map(|report| report.causes.rows()) {
        if known.iter().all(|other| other.id != row.id) {
            known.push(row);
        }
    }
    known.retain(|row| reports.iter().any(|report| slots_of(report, &row.id) > 0));
    known.into_iter().map(|row| slots_row(row, reports)).collect()
}

fn slots_of(report: &Report, id: &str) -> u64 {
    report.causes.find(id).and_then(|cause| report.slots.get(cause.index())).copied().unwrap_or(0)
}

fn slots_row(row: &CauseRow, reports: &[&Report]) -> ComparedRow {
    let share = |report: &&Report| {
        (report.slots_total > 0).then(|| 100.0 * slots_of(report, &row.id) as f64 / report.slots_total as f64)
    };
    ComparedRow {
        group: RowGroup::Slots,
        id: format!("slots.{}", row.id),
        label: row.label.clone().into_owned(),
        unit: "%".into(),
        doc: row.doc.clone().into_owned(),
        swatch: Some(row.swatch),
        values: reports.iter().map(share).collect(),
    }
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;

    use super::*;
    use crate::{
        machines::{WellKnown, Work, counters::Reading},
        report::derived::{Run, derive},
        trace::{Cause, Causes},
    };

    fn report(cycles: u64, memory: u64, extra: Option<&str>) -> Report {
        let mut slots = [0; Cause::SHARED];
        (slots[Cause::ISSUED.index()], slots[Cause::MEMORY.index()]) = (cycles / 4, cycles - cycles / 4);
        let reading = |id: &str| Reading { id: id.into(), value: 5 };
        let counters = extra.map(reading).into_iter().collect();
        let well_known = WellKnown { flops: Some(200), memory_bytes: Some(memory), ..WellKnown::default() };
        let work = Work { instructions: 10, lane_operations: 40, lane_slots: 80 };
        Report {
            cycles,
            seconds: cycles as f64 / 1e9,
            work,
            causes: Causes::SHARED,
            slots: slots.to_vec(),
            slot_groups: Vec::new(),
            slots_total: cycles,
            slots_idle: 0,
            derived: derive(&Run::new(cycles, work, &slots), &well_known),
            counters,
            well_known,
            peak_gflops: 16.0,
            peak_gbytes: 8.0,
        }
    }

    fn row<'a>(table: &'a Comparison, id: &str) -> &'a ComparedRow {
        table.rows.iter().find(|row| row.id == id).unwrap()
    }

    #[test]
    fn ratios_are_to_the_first_run() {
        let (a, b) = (report(400, 1200, None), report(100, 600, None));
        let table = compare(&[("a".to_string(), &a), ("b".to_string(), &b)]);
        assert_eq!(table.columns, ["a", "b"]);
        assert_eq!(row(&table, "cycles").ratio(1), Some(0.25));
        assert_eq!(row(&table, "cycles").ratio(0), Some(1.0));
        // 1,200 bytes in 400 ns.
        assert_eq!(row(&table, "bandwidth").values, [Some(3.0), Some(6.0)]);
        assert_eq!(row(&table, "gflops").values, [Some(0.5), Some(2.0)]);
        assert_eq!(row(&table, "slots.memory").values, [Some(75.0), Some(75.0)]);
        assert_eq!(row(&table, "cycles").ratio(2), None);
    }

    #[test]
    fn the_table_has_a_ratio_for_every_machine_but_the_first() {
        let (a, b) = (report(400, 1200, None), report(100, 600, None));
        let table = compare(&[("a".to_string(), &a), ("b".to_string(), &b)]).table();
        let heads: Vec<&str> = table.columns.iter().map(|column| column.title.as_str()).collect();
        assert_eq!(heads, ["number", "a", "b", "b / a", "unit"]);
        let texts =
            |row: usize| -> Vec<&str> { table.rows[row].iter().map(|cell| cell.text.as_str()).collect() };
        assert_eq!(texts(0), ["cycles", "400", "100", "0.250", "cycles"]);
        assert!(table.rows.iter().any(|row| row[0].text.starts_with("slots: ")));
    }

    #[test]
    fn a_number_that_one_machine_lacks_is_a_gap_and_one_that_all_lack_no_row() {
        let mut a = report(400, 1200, None);
        let b = report(100, 600, None);
        a.well_known = WellKnown::default();
        let table = compare(&[("a".to_string(), &a), ("b".to_string(), &b)]);
        assert_eq!(row(&table, "flops").values, [None, Some(200.0)]);
        assert_eq!(row(&table, "flops").ratio(1), None);
        assert!(table.rows.iter().all(|row| row.id != "slots.barrier"));
    }

    #[test]
    fn ha11_crossover_of_two_machines_by_the_chime_models() {
        let strips = |start_up: u64, chimes: u64, lanes: u64| {
            let mut report = report(1000, 1200, None);
            // Ten strips of 32 results.
            let plain = 10 * chimes * 32 / lanes;
            let all = plain + 10 * start_up;
            report.well_known = WellKnown {
                strips: Some(10),
                stored_elements: Some(320),
                l0_cycles: Some(plain),
                l1_cycles: Some(all),
                ..report.well_known
            };
            report
        };
        let (short, long) = (strips(9, 3, 1), strips(99, 3, 4));
        let table = compare(&[("short".to_string(), &short), ("long".to_string(), &long)]);
        // 99 + 0.75 n <= 9 + 3 n from n = 40 on.
        assert_eq!(row(&table, "crossover").values, [None, Some(40.0)]);
        assert_eq!(row(&table, "half_length").values, [Some(3.0), Some(132.0)]);
        let table = compare(&[("long".to_string(), &long), ("short".to_string(), &short)]);
        assert_eq!(row(&table, "crossover").values, [None, Some(0.0)]);
    }

    #[test]
    fn every_number_has_an_id() {
        let report = report(400, 1200, Some("strips"));
        assert_eq!(report.number("cycles"), Some(400.0));
        assert_eq!(report.number("strips"), Some(5.0));
        assert_eq!(report.number("slots.memory"), Some(300.0));
        assert_eq!(report.number("simd_efficiency"), Some(50.0));
        assert_eq!(report.number("nothing"), None);
    }
}
