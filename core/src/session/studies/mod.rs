//! Studies: named computations over several runs of one document that answer with a figure.
//!
//! A study plans its runs from the document's machine and a few inputs, and does them one after another in slices of cycles
//! ([`Study::advance`]), so that whoever waits sees how far it is and may drop it at any time. What is known so far is a
//! figure at every moment ([`Study::figure`]). A run that cannot be made is a row that says why; it does not stop the
//! others.
//!
//! The machine of a run may not be in this program ([`Machines`]). Such runs are done elsewhere, at the same time: the study
//! says which one it waits for ([`Study::next_abroad`]), one for each machine, and is given what came of it
//! ([`Study::give`]). Its figure is the same, whoever did the runs.
//!
//! A machine may have studies of its own ([`crate::machines::studies`]): it says which runs it wants once the program is compiled, is
//! told what came of them, and may have steps of its own behind them. Its runs are made like all others.
//!
//! Like panels, studies are rows of a table ([`TABLE`], or one of the machine): terminal and page know no study by name.

mod accounts;
mod choices;
mod code;
mod compare;
mod inputs;
mod jitter;
mod job;
mod own;
mod presets;
mod sweep;
mod tables;
#[cfg(test)]
mod tests;

use alloc::{format, string::String, vec::Vec};

pub use crate::machines::studies::{Data, Plan};
pub use inputs::Inputs;
use inputs::{read, setting, words};
pub use job::{Job, Outcome};
use own::Own;
use serde::{Deserialize, Serialize};
use tables::{bars, of_runs, table, unknown};

use crate::{
    document::{Document, Language, Limits, MachineChoice, machine_of},
    figure::{About, Figure, PanelInfo, StudyInput, panel::Of},
    launch::Launch,
    machines::{info::MachineInfo, registry, studies::Steps},
    session::Session,
    trace::Causes,
};

/// Most runs of a study.
pub const MOST_RUNS: usize = 256;

/// Numbers by their names.
pub type Numbers = Vec<(String, f64)>;

/// Every study.
pub const TABLE: &[Row] = &rows([
    sweep::SWEEP,
    choices::CHOICES,
    presets::PRESETS,
    compare::COMPARE,
    accounts::ACCOUNTS,
    code::CODE,
    jitter::JITTER,
]);

/// A row: what a study says of itself, how it plans its runs, and what it makes of them.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// What it says of itself. Its id is its name on the command line, too.
    pub about: About,
    /// What it can be given.
    pub inputs: &'static [StudyInput],
    plan: fn(&MachineChoice, &Inputs, &Machines) -> Result<Vec<Plan>, String>,
    figure: fn(&Inputs, &[Done]) -> Figure,
    numbers: fn(&Inputs, &[Done]) -> Numbers,
}

/// The rows; a program without [prose](mod@crate::base::prose) leaves out what only explains.
const fn rows<const N: usize>(mut rows: [Row; N]) -> [Row; N] {
    let mut at = 0;
    while at < N {
        rows[at].about = rows[at].about.without_prose();
        at += 1;
    }
    rows
}

/// Every study as a panel, for user interfaces, on a machine with these causes.
pub fn infos(causes: &Causes) -> Vec<PanelInfo> {
    let info = |row: &Row| PanelInfo { study: Some(row.inputs.to_vec()), ..row.about.info(causes) };
    TABLE.iter().map(info).collect()
}

/// A run that was made.
#[derive(Clone, Debug)]
pub struct Done {
    /// Its place in the plan.
    run: usize,
    /// What tells it from the others.
    pub name: String,
    /// Its numbers, or why there are none.
    pub report: Outcome,
}

/// The machines that there are, and those among them that this program has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Machines {
    /// The presets of all machines, machine by machine.
    pub presets: Vec<Vec<String>>,
    /// The ids of the machines that this program has.
    pub here: Vec<String>,
}

impl Machines {
    /// Those of this program alone.
    pub fn of_this_program() -> Machines {
        let infos = registry::infos();
        let here = infos.iter().map(|info| info.id.clone()).collect();
        let ids = |info: MachineInfo| info.presets.into_iter().map(|preset| preset.id).collect();
        Machines { presets: infos.into_iter().map(ids).collect(), here }
    }

    /// All of these presets, machine by machine, of which this program has some.
    pub fn among(presets: Vec<Vec<String>>) -> Machines {
        Machines { presets, ..Machines::of_this_program() }
    }

    /// The machine of a choice if it is not in this program. A preset that no machine has is nobody's: its run, made here,
    /// says so.
    fn abroad<'a>(&self, choice: &'a MachineChoice) -> Option<&'a str> {
        let machine = choice.machine();
        let known = self.presets.iter().flatten().any(|preset| machine_of(preset) == machine);
        (known && self.here.iter().all(|here| here != machine)).then_some(machine)
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
    /// Are some of these steps of an analysis, and not runs? Then nobody asks for the cycle of `now`.
    pub steps: bool,
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
    about: About,
    /// What it makes of its runs; an analysis of the machine says itself what it found.
    work: Work,
    inputs: Inputs,
    document: Document,
    /// The runs that it wants; those of a machine's own study are known when it has begun.
    plans: Vec<Plan>,
    /// The runs that were made, in the order of the plan.
    done: Vec<Done>,
    /// The run that is made here, by its place in the plan.
    here: Option<(usize, Job)>,
    /// The runs that are made elsewhere now.
    asked: Vec<usize>,
    machines: Machines,
    limits: Limits,
    /// The whole launch of the document, if runs differ in it.
    launch: Option<Launch>,
}

/// What a study does.
#[derive(Debug)]
enum Work {
    Runs(&'static Row),
    Own(Own),
}

impl Study {
    /// Plans a study of a document with the machines of this program, with inputs as pairs of name and value.
    ///
    /// # Errors
    /// There is no such study or input, an input has a wrong value, or there would be too many runs.
    pub fn new(
        id: &str,
        document: &Document,
        given: &[(String, String)],
        limits: Limits,
    ) -> Result<Study, String> {
        Study::with(Machines::of_this_program(), id, document, given, limits)
    }

    /// The same with machines of which this program has some.
    ///
    /// # Errors
    /// As [`Study::new`].
    pub fn with(
        machines: Machines,
        id: &str,
        document: &Document,
        given: &[(String, String)],
        limits: Limits,
    ) -> Result<Study, String> {
        let Some(row) = TABLE.iter().find(|row| row.about.id == id) else {
            let declared = own::find(document.machine.machine(), id)?;
            let inputs = read(&declared.about, declared.inputs, given)?;
            let work = Work::Own(Own::new(&declared, document.clone(), &inputs, limits.clone()));
            return Ok(Study::of(declared.about, work, inputs, document, Vec::new(), machines, limits));
        };
        let inputs = read(&row.about, row.inputs, given)?;
        let plans = (row.plan)(&document.machine, &inputs, &machines)?;
        match plans.len() {
            0 => Err("there is nothing to run".into()),
            n if n > MOST_RUNS => Err(too_many(n)),
            _ => Ok(Study::of(row.about, Work::Runs(row), inputs, document, plans, machines, limits)),
        }
    }

    /// The names of the inputs that are launches.
    pub fn launch_inputs(&self) -> Vec<String> {
        let Work::Own(_) = &self.work else { return Vec::new() };
        let declared =
            registry::of(&self.document.machine.preset).and_then(|machine| machine.own_study(self.about.id));
        let inputs = declared.iter().flat_map(|study| study.inputs).filter(|input| input.of == Of::Launch);
        inputs.map(|input| String::from(&*input.name)).collect()
    }

    /// The inputs that are launches, as they were given: each is to be read, and given by [`Study::give_launch`] before the study begins.
    pub fn launches(&self) -> Vec<(String, String)> {
        let given = self.launch_inputs().into_iter().map(|name| {
            let value = String::from(self.inputs.get(&name));
            (name, value)
        });
        given.filter(|(_, value)| !value.is_empty()).collect()
    }

    /// Gives it a launch as the input of this name.
    pub fn give_launch(&mut self, name: String, launch: Launch) {
        if let Work::Own(own) = &mut self.work {
            own.give_launch(name, launch);
        }
    }

    /// The ids of what a person can decide about lines for it. A document may hold decisions that only other studies take.
    pub fn decides(&self) -> &'static [&'static str] {
        match &self.work {
            Work::Own(own) => own.decides,
            Work::Runs(_) => &[],
        }
    }

    fn of(
        about: About,
        work: Work,
        inputs: Inputs,
        document: &Document,
        plans: Vec<Plan>,
        machines: Machines,
        limits: Limits,
    ) -> Study {
        let (document, done, asked) = (document.clone(), Vec::new(), Vec::new());
        let launch = None;
        let mut study =
            Study { about, work, inputs, document, plans, done, here: None, asked, machines, limits, launch };
        study.complete_launch();
        study
    }

    /// Completes the launch of the document, if runs differ in it.
    fn complete_launch(&mut self) {
        if self.plans.iter().any(|plan| plan.again > 0) {
            let session = Session::open(self.document.clone(), self.limits.clone());
            self.launch = Some(session.compiled().launch.clone());
        }
    }

    /// The document of a run of the plan.
    fn document_of(&self, run: usize) -> Document {
        let Plan { machine, again, .. } = &self.plans[run];
        let mut document = self.document.on(machine);
        if let Some(launch) = self.launch.as_ref().filter(|_| *again > 0) {
            // A program by hand may know where its data lie.
            document.launch = Some(launch.again(*again, document.language != Language::Assembly));
        }
        document
    }

    /// What it says of itself.
    pub fn about(&self) -> &About {
        &self.about
    }

    /// The answer of a machine's own study by names, or why there is none; `None` of any other study, and before the end.
    pub fn answer(&self) -> Option<Result<Vec<(String, Data)>, String>> {
        match &self.work {
            Work::Own(own) if own.is_failed() || self.progress().complete() => own.answer(),
            Work::Own(_) | Work::Runs(_) => None,
        }
    }

    /// Goes on for at most `budget` cycles of one run, if there is one to make here, or else with what a machine's own study does behind
    /// its runs.
    pub fn advance(&mut self, budget: u64) -> Progress {
        let here = self.here.take().or_else(|| {
            let run = self.next(|choice| self.machines.abroad(choice).is_none())?;
            Some((run, Job::new(self.document_of(run), self.limits.clone())))
        });
        match (here, &mut self.work) {
            (Some((run, mut job)), _) => match job.advance(budget) {
                Some(outcome) => self.note(run, outcome),
                None => self.here = Some((run, job)),
            },
            (None, Work::Own(own)) if own.is_waiting() => {
                self.plans = own.begin();
                self.complete_launch();
            }
            (None, Work::Own(own)) if self.done.len() == self.plans.len() => own.advance(budget),
            (None, _) => {}
        }
        self.progress()
    }

    /// The next run to make elsewhere: its place in the plan, and the document that is to be run. `None` while every machine
    /// that is not here has one, or there is none left.
    pub fn next_abroad(&mut self) -> Option<(usize, Document)> {
        let busy = |machine: &str| {
            self.asked.iter().any(|run| self.machines.abroad(&self.plans[*run].machine) == Some(machine))
        };
        let run = self.next(|choice| self.machines.abroad(choice).is_some_and(|machine| !busy(machine)))?;
        self.asked.push(run);
        Some((run, self.document_of(run)))
    }

    /// What came of a run that was made elsewhere, by its place in the plan. What nobody waits for is passed over.
    pub fn give(&mut self, run: usize, outcome: Outcome) {
        if let Some(at) = self.asked.iter().position(|asked| *asked == run) {
            self.asked.swap_remove(at);
            self.note(run, outcome);
        }
    }

    /// Is nothing left to do here? Then it waits for runs that are made elsewhere, or is complete.
    pub fn rests(&self) -> bool {
        let is_over = match &self.work {
            Work::Own(own) => !own.is_waiting() && (own.is_over() || self.done.len() < self.plans.len()),
            Work::Runs(_) => true,
        };
        is_over && self.here.is_none() && self.next(|choice| self.machines.abroad(choice).is_none()).is_none()
    }

    /// The first run that nobody has begun, of those on machines of this kind.
    fn next(&self, kind: impl Fn(&MachineChoice) -> bool) -> Option<usize> {
        if matches!(&self.work, Work::Own(own) if own.is_failed()) {
            return None;
        }
        let begun = |run: &usize| {
            self.asked.contains(run) || self.done.binary_search_by_key(run, |done| done.run).is_ok()
        };
        (0..self.plans.len()).find(|run| kind(&self.plans[*run].machine) && !begun(run))
    }

    fn note(&mut self, run: usize, report: Outcome) {
        if let Work::Own(own) = &mut self.work {
            own.ran(run, &report);
        }
        let at = self.done.partition_point(|done| done.run < run);
        self.done.insert(at, Done { run, name: self.plans[run].name.clone(), report });
    }

    /// How far it is: the runs, then the steps of a machine's own study.
    pub fn progress(&self) -> Progress {
        let here = self.here.as_ref().map(|(run, job)| (*run, job.cycle()));
        let next = || self.next(|_| true).or(self.asked.first().copied()).map(|run| (run, 0));
        let now = here.or_else(next).map(|(run, cycle)| (self.plans[run].name.clone(), cycle));
        let (done, all) = (self.done.len(), self.plans.len());
        match &self.work {
            Work::Runs(_) => Progress { done, all, now, steps: false },
            Work::Own(own) if own.is_failed() => Progress { done: 1, all: 1, now: None, steps: true },
            Work::Own(own) => {
                let Steps { done: steps, all: of, now: step } = own.steps();
                let now = now.or_else(|| (!step.is_empty()).then(|| (step.clone(), 0)));
                Progress { done: done + steps, all: all + of, now, steps: *of > 0 }
            }
        }
    }

    /// The runs that are done, in the order of the plan.
    pub fn done(&self) -> &[Done] {
        &self.done
    }

    /// The numbers that lessons may ask for, by their names, of the runs that are done.
    pub fn numbers(&self) -> Numbers {
        match &self.work {
            Work::Runs(row) => (row.numbers)(&self.inputs, &self.done),
            Work::Own(own) => own.numbers(),
        }
    }

    /// What is known so far.
    pub fn figure(&self) -> Figure {
        let figure = match &self.work {
            Work::Runs(row) => (row.figure)(&self.inputs, &self.done),
            Work::Own(own) if own.is_failed() => return own.figure(),
            Work::Own(own) => own.figure(),
        };
        let cycles = self.done.iter().filter_map(|run| Some(run.report.as_ref().ok()?.cycles)).max();
        let figure = Figure { span: figure.span.or(cycles).or(Some(1)), ..figure };
        match self.plans.len() - self.done.len() {
            0 => figure,
            left => figure.with_remark(format!("{left} of {} runs are still to come.", self.plans.len())),
        }
    }
}

/// What is wrong with so many runs.
fn too_many(runs: usize) -> String {
    format!("this takes {runs} runs; limit `study_runs` is {MOST_RUNS}")
}

/// A run on each of these presets; its name is that of the preset.
fn on_presets(presets: Vec<String>) -> Vec<Plan> {
    let plan = |preset: String| {
        let machine = MachineChoice { preset: preset.clone(), changes: Vec::new() };
        Plan::new(preset, machine)
    };
    presets.into_iter().map(plan).collect()
}
