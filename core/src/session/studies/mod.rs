//! Studies: named computations over several runs of one document that answer with a figure.
//!
//! A study plans its runs from the document's machine and a few inputs, and does them one after another in slices of cycles
//! ([`Study::advance`]), so that whoever waits sees how far it is and may drop it at any time. What is known so far is a
//! figure at every moment ([`Study::figure`]). A run that cannot be made is a row that says why; it does not stop the
//! others.
//!
//! Like panels, studies are rows of a table ([`TABLE`]): terminal and page know no study by name.

mod compare;
mod presets;
mod sweep;
#[cfg(test)]
mod tests;

use alloc::{
    format,
    string::{String, ToString},
    vec::Vec,
};

use serde::{Deserialize, Serialize};

use super::{Session, data::Report};
use crate::{
    document::{Document, Limits, MachineChoice},
    figure::{About, Figure, PanelInfo, StudyInput, Table},
    machines::registry,
    trace::Causes,
};

/// Most runs of a study.
pub const MOST_RUNS: usize = 256;

/// Numbers by their names.
pub type Numbers = Vec<(String, f64)>;

/// Every study.
pub const TABLE: &[Row] = &[sweep::SWEEP, presets::PRESETS, compare::COMPARE];

/// A row: what a study says of itself, how it plans its runs, and what it makes of them.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// What it says of itself. Its id is its name on the command line, too.
    pub about: About,
    /// What it can be given.
    pub inputs: &'static [StudyInput],
    plan: fn(&MachineChoice, &Inputs) -> Result<Vec<Plan>, String>,
    figure: fn(&Inputs, &[Done]) -> Figure,
    numbers: fn(&Inputs, &[Done]) -> Numbers,
}

/// Every study as a panel, for user interfaces, on a machine with these causes.
pub fn infos(causes: &Causes) -> Vec<PanelInfo> {
    let info = |row: &Row| PanelInfo { study: Some(row.inputs.to_vec()), ..row.about.info(causes) };
    TABLE.iter().map(info).collect()
}

/// A run that a study will make.
#[derive(Clone, Debug)]
pub struct Plan {
    /// What tells it from the others.
    pub name: String,
    /// The machine that the study's document runs on. A document may hold megabytes of data: it is there once.
    pub machine: MachineChoice,
}

/// A run that was made.
#[derive(Clone, Debug)]
pub struct Done {
    /// What tells it from the others.
    pub name: String,
    /// Its numbers, or why there are none.
    pub report: Result<Report, String>,
}

/// What a study was given.
#[derive(Clone, Debug, Default)]
pub struct Inputs(Vec<(String, String)>);

impl Inputs {
    /// A value by its name.
    pub fn get(&self, name: &str) -> &str {
        self.0.iter().find(|(known, _)| known == name).map_or("", |(_, value)| value)
    }
}

/// How far a study is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Progress {
    /// Runs that are done.
    pub done: usize,
    /// Runs in all.
    pub all: usize,
    /// The run that is under way, and its cycle.
    pub now: Option<(String, u64)>,
}

impl Progress {
    /// Is nothing left to do?
    pub fn complete(&self) -> bool {
        self.done == self.all
    }
}

/// A study under way.
#[derive(Debug)]
pub struct Study {
    row: &'static Row,
    inputs: Inputs,
    document: Document,
    plans: Vec<Plan>,
    done: Vec<Done>,
    session: Option<Session>,
    limits: Limits,
}

impl Study {
    /// Plans a study of a document, with inputs as pairs of name and value.
    ///
    /// # Errors
    /// There is no such study or input, an input has a wrong value, or there would be too many runs.
    pub fn new(
        id: &str,
        document: &Document,
        given: &[(String, String)],
        limits: Limits,
    ) -> Result<Study, String> {
        let row = TABLE.iter().find(|row| row.about.id == id).ok_or_else(|| {
            let ids: Vec<&str> = TABLE.iter().map(|row| row.about.id).collect();
            format!("there is no study `{id}`; there are {}", ids.join(", "))
        })?;
        let inputs = read(row, given)?;
        let plans = (row.plan)(&document.machine, &inputs)?;
        match plans.len() {
            0 => Err("there is nothing to run".into()),
            n if n > MOST_RUNS => Err(format!("this takes {n} runs; limit `study_runs` is {MOST_RUNS}")),
            _ => {
                let document = document.clone();
                Ok(Study { row, inputs, document, plans, done: Vec::new(), session: None, limits })
            }
        }
    }

    /// Its row.
    pub fn row(&self) -> &'static Row {
        self.row
    }

    /// Goes on for at most `budget` cycles of one run.
    pub fn advance(&mut self, budget: u64) -> Progress {
        let Some(plan) = self.plans.get(self.done.len()) else { return self.progress() };
        let name = plan.name.clone();
        let session = match self.session.take() {
            Some(session) => Ok(session),
            None => started(self.document.on(&plan.machine), &self.limits),
        };
        let report = match session {
            Err(why) => Some(Err(why)),
            Ok(mut session) => {
                let status = session.advance(u64::MAX, budget);
                let report = status.complete.then(|| finished(&session));
                self.session = Some(session).filter(|_| report.is_none());
                report
            }
        };
        self.done.extend(report.map(|report| Done { name, report }));
        self.progress()
    }

    /// How far it is.
    pub fn progress(&self) -> Progress {
        let cycle = self.session.as_ref().map_or(0, |session| session.status().frontier);
        let now = self.plans.get(self.done.len()).map(|plan| (plan.name.clone(), cycle));
        Progress { done: self.done.len(), all: self.plans.len(), now }
    }

    /// The runs that are done, in the order of the plan.
    pub fn done(&self) -> &[Done] {
        &self.done
    }

    /// The numbers that lessons may ask for, by their names, of the runs that are done.
    pub fn numbers(&self) -> Numbers {
        (self.row.numbers)(&self.inputs, &self.done)
    }

    /// What is known so far.
    pub fn figure(&self) -> Figure {
        let figure = (self.row.figure)(&self.inputs, &self.done);
        let cycles = self.done.iter().filter_map(|run| Some(run.report.as_ref().ok()?.cycles)).max();
        let figure = Figure { span: Some(cycles.unwrap_or(1)), ..figure };
        match self.plans.len() - self.done.len() {
            0 => figure,
            left => figure.with_remark(format!("{left} of {} runs are still to come.", self.plans.len())),
        }
    }
}

fn started(document: Document, limits: &Limits) -> Result<Session, String> {
    let mut session = Session::open(document, limits.clone());
    match session.start() {
        Ok(_) => Ok(session),
        Err(found) => {
            Err(found.first().map_or_else(|| "it cannot run".into(), |first| first.message.clone()))
        }
    }
}

fn finished(session: &Session) -> Result<Report, String> {
    match session.status().halt {
        Some(halt) => Err(halt.message),
        None => session.totals().ok_or_else(|| "there are no numbers".to_string()),
    }
}

/// The inputs of a row: those that are given, and the usual values of the others.
fn read(row: &Row, given: &[(String, String)]) -> Result<Inputs, String> {
    if let Some((name, _)) = given.iter().find(|(name, _)| row.inputs.iter().all(|input| input.name != *name))
    {
        let names: Vec<&str> = row.inputs.iter().map(|input| &*input.name).collect();
        return Err(format!("study `{}` takes no `{name}`; it takes {}", row.about.id, names.join(", ")));
    }
    let value = |input: &StudyInput| {
        let said = given.iter().rev().find(|(known, _)| *known == input.name);
        (input.name.to_string(), said.map_or_else(|| input.usual.to_string(), |(_, value)| value.clone()))
    };
    Ok(Inputs(row.inputs.iter().map(value).collect()))
}

/// The words of a list with commas.
fn words(list: &str) -> impl Iterator<Item = &str> {
    list.split(',').map(str::trim).filter(|word| !word.is_empty())
}

/// A run on each of these presets; its name is that of the preset.
fn on_presets(presets: Vec<String>) -> Vec<Plan> {
    let plan = |preset: String| {
        let machine = MachineChoice { preset: preset.clone(), changes: Vec::new() };
        Plan { name: preset, machine }
    };
    presets.into_iter().map(plan).collect()
}

/// The presets of all machines, machine by machine.
fn presets_of_all() -> Vec<Vec<String>> {
    let ids =
        |info: crate::machines::info::MachineInfo| info.presets.into_iter().map(|preset| preset.id).collect();
    registry::infos().into_iter().map(ids).collect()
}

/// A number of each run that has it, by the names of the runs.
fn of_runs(measure: &str, done: &[Done]) -> Numbers {
    let number = |run: &Done| Some((run.name.clone(), run.report.as_ref().ok()?.number(measure)?));
    done.iter().filter_map(number).collect()
}

/// What to say of a measure that no run has; nothing if one has it.
fn unknown(measure: &str, done: &[Done]) -> String {
    let mut reports = done.iter().filter_map(|run| run.report.as_ref().ok()).peekable();
    if reports.peek().is_none() || reports.any(|report| report.number(measure).is_some()) {
        return String::new();
    }
    format!(
        "no run has a number `{measure}`; it is the id of a counter or of a measure (`figure --panel counters`)"
    )
}

/// A table of runs: cycles, a measure, and both as multiples of the first run's.
fn table(first_head: &str, measure: &str, done: &[Done]) -> Table {
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
