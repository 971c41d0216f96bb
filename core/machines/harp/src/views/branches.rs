//! The branches of a kernel as data and as a table: class by static analysis, by profile, decided, measured, and cost (HARP 4.14, 4.15, 7.2).

use alloc::{
    format,
    string::{String, ToString},
    vec::Vec,
};

use lanescope_parts::{
    codegen::classify::Static,
    figure::{About, Figure, Form, Panel, Question, Table, Takes, number::grouped, table::TableCell},
    files::Files,
    machines::{
        panels::{MachinePanel, Scene},
        studies::Data,
    },
    source::{Span, TextPlace},
};

use super::super::{
    codegen::{Branch, Choice, Verdict, branches::way, cost::Behaviour},
    exec::Cube,
};

/// The row of the branches.
pub const BRANCHES: MachinePanel = Panel {
    about: About {
        id: "branches",
        title: "Branches",
        says: "Each branch of the kernel: what analysis and profile say, what was decided, how often warps came and their lanes disagreed, and what it costs.",
        label: "Table of the branches of the kernel.",
        help: &[
            (
                "Static",
                "What the analysis of the program proves: lanes agree, their place decides, or data do.",
            ),
            ("Profile", "What the profile of the launch says, under a policy that asks for one."),
            (
                "Decision",
                "What was decided: nothing, split and join, or guards. The remark says where it could not be kept.",
            ),
            (
                "Came, disagreed",
                "How often warps came to the branch in this run, and how often their lanes disagreed; of a branch that became guards, in the run of the profile.",
            ),
            (
                "Cost",
                "Instructions of warps by the formula with these numbers: as it is, what was measured in this run, if it were split, and if it were under guards. The remark says why there are none: the formula is for sides that are straight code, and for what was counted.",
            ),
        ],
        legend: &[],
        empty: "There are no branches to show: the program was written by hand.",
        takes: &[Takes::Cursor],
        shows: &[],
    },
    answer: rows,
};

fn rows(scene: &dyn Scene, _: &Question) -> Figure {
    scene.shown(BRANCHES.about.id).unwrap_or_else(|| Figure::empty(BRANCHES.about.empty))
}

/// The figure of the branches.
pub fn figure(seen: &[Seen]) -> Figure {
    if seen.is_empty() {
        return Figure::empty("The kernel has no branches.");
    }
    let ratio = divergence_ratio(seen).map_or_else(String::new, |ratio| {
        format!("Lanes disagreed on {:.1} % of the branches that are of no loop.", 100.0 * ratio)
    });
    Figure::from(Form::Table(table(seen))).with_remark(ratio)
}

/// The name of a class.
const fn class(class: Static) -> &'static str {
    match class {
        Static::Unanimous => "unanimous",
        Static::Nonunanimous => "nonunanimous",
        Static::Indeterminate => "indeterminate",
    }
}

/// The name of what a profile says.
const fn verdict(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Unanimous => "unanimous",
        Verdict::Nonunanimous => "nonunanimous",
    }
}

/// A branch with what was counted of it: in this run, or in that of the profile if it became guards.
#[derive(Clone, Debug)]
pub struct Seen<'a> {
    /// The branch.
    pub branch: &'a Branch,
    /// Its line, from 1 on, and the name of its file if that is not the main text.
    pub place: Option<TextPlace>,
    /// What was counted.
    pub times: Option<Behaviour>,
    /// Instructions of warps that were for it, and for what lies in its sides, in this run. `None` if its sides are no straight code.
    pub measured: Option<u64>,
}

/// What a run has counted of a branch.
#[derive(Clone, Copy, Debug, Default)]
pub struct Counted {
    /// How often warps came to it. `None` of one that became guards.
    pub times: Option<Behaviour>,
    /// Instructions that were for it, or part of its sides and of no branch in them.
    pub spent: Option<u64>,
}

impl Counted {
    /// Of each branch, in a run until now.
    pub fn all(core: &Cube, branches: &[Branch]) -> Vec<Counted> {
        (0..branches.len()).map(|at| Counted { times: core.came(at), spent: Some(core.spent(at)) }).collect()
    }
}

/// What branches cost with all that lies in their sides.
fn whole(branches: &[Branch], counted: &[Counted]) -> Vec<Option<u64>> {
    let spent = |at: usize| counted.get(at).and_then(|counted| counted.spent);
    let mut whole: Vec<u64> = (0..branches.len()).map(|at| spent(at).unwrap_or(0)).collect();
    for (at, branch) in branches.iter().enumerate() {
        let (mut around, own) = (branch.inside, spent(at).unwrap_or(0));
        while let Some(outer) = around {
            whole[outer as usize] += own;
            around = branches[outer as usize].inside;
        }
    }
    let of = |at: usize| (branches[at].arms.is_ok() && spent(at).is_some()).then_some(whole[at]);
    (0..branches.len()).map(of).collect()
}

/// The branches with their lines and what a run has counted of each; nothing if there was none.
pub fn seen<'a>(branches: &'a [Branch], files: &Files, counted: &[Counted]) -> Vec<Seen<'a>> {
    let whole = whole(branches, counted);
    let origins = files.origins(true);
    let place = |span: Span| (!span.is_none()).then(|| origins.place(files.text(), span.start));
    let of = |(at, branch): (usize, &'a Branch)| Seen {
        branch,
        place: place(branch.span),
        times: counted.get(at).and_then(|counted| counted.times).or(branch.times),
        measured: whole[at],
    };
    branches.iter().enumerate().map(of).collect()
}

impl Seen<'_> {
    /// What it cost by the formula, if it had been treated like this.
    pub fn cost(&self, choice: Choice) -> Option<u64> {
        Some(self.branch.arms.ok()?.cost(choice, &self.times?))
    }

    /// Why the formula has no cost.
    pub fn no_cost(&self) -> Option<&'static str> {
        match (self.branch.arms, self.times) {
            (Err(why), _) => Some(why),
            (Ok(_), None) => Some("no run has counted it"),
            (Ok(_), Some(_)) => None,
        }
    }

    /// What the table remarks.
    fn remark(&self) -> String {
        let branch = self.branch;
        let own = match (branch.fallback, branch.by_hand, branch.of_loop) {
            (Some(why), ..) => format!("split: {why}"),
            (None, true, _) => "by hand".into(),
            (None, false, true) => "of a loop".into(),
            _ => String::new(),
        };
        match self.no_cost() {
            None => own,
            Some(why) if branch.fallback == Some(why) => format!("split, no cost: {why}"),
            Some(why) if own.is_empty() => format!("no cost: {why}"),
            Some(why) => format!("{own}; no cost: {why}"),
        }
    }

    /// Its line as the table has it.
    fn line(&self) -> String {
        match &self.place {
            None => "–".into(),
            Some(TextPlace { file: None, line, .. }) => grouped(u64::from(*line)),
            Some(TextPlace { file: Some(file), line, .. }) => format!("{file}:{line}"),
        }
    }

    /// As data.
    pub fn data(&self) -> Data {
        let branch = self.branch;
        Data::map([
            ("line", self.place.as_ref().map(|place| u64::from(place.line)).into()),
            ("file", self.place.as_ref().and_then(|place| place.file.as_deref()).into()),
            ("of_loop", Data::Truth(branch.of_loop)),
            ("pc", branch.pc.into()),
            ("static", class(branch.class).into()),
            ("profile", branch.verdict.filter(|_| !branch.of_loop).map(verdict).into()),
            ("decision", way(branch.decision).into()),
            ("fallback", branch.fallback.into()),
            ("executed", self.times.map(|times| times.executed()).into()),
            ("nonunanimous", self.times.map(|times| times.parted).into()),
            ("cost", self.cost(branch.outcome()).into()),
            ("measured_cost", self.measured.into()),
            ("no_cost", self.no_cost().into()),
        ])
    }
}

/// The share of the times that warps came to branches at which their lanes disagreed (HARP 7.2, dynamic). Branches of loops are left out.
pub fn divergence_ratio(seen: &[Seen]) -> Option<f64> {
    let times = || seen.iter().filter(|one| !one.branch.of_loop).filter_map(|one| one.times);
    let executed: u64 = times().map(|times| times.executed()).sum();
    let parted: u64 = times().map(|times| times.parted).sum();
    (executed > 0).then(|| parted as f64 / executed as f64)
}

/// The share of the branches that warps came to at which lanes of one ever disagreed (HARP 7.2, static). Branches of loops are left out.
pub fn divergent_branches(seen: &[Seen]) -> Option<f64> {
    let times = seen.iter().filter(|one| !one.branch.of_loop).filter_map(|one| one.times);
    let executed: Vec<Behaviour> = times.filter(|times| times.executed() > 0).collect();
    let parted = executed.iter().filter(|times| times.parted > 0).count();
    (!executed.is_empty()).then(|| parted as f64 / executed.len() as f64)
}

/// Branches that became guards, and those that are candidates (HARP 7.6).
pub fn converted(branches: &[Branch]) -> (u64, u64) {
    let candidates = || branches.iter().filter(|branch| !branch.of_loop);
    let guards = candidates().filter(|branch| branch.outcome() == Choice::Predicate);
    (guards.count() as u64, candidates().count() as u64)
}

/// A row for each branch.
pub fn table(seen: &[Seen]) -> Table {
    let heads = [
        "line",
        "static",
        "profile",
        "decision",
        "came",
        "disagreed",
        "cost",
        "measured",
        "if split",
        "if guards",
        "remark",
    ];
    let mut table = Table::new(&heads);
    let number = |number: Option<u64>| number.map_or_else(|| "–".to_string(), grouped);
    for one in seen {
        let branch = one.branch;
        let cells = [
            one.line(),
            class(branch.class).into(),
            branch.verdict.filter(|_| !branch.of_loop).map_or("–", verdict).into(),
            way(branch.decision).into(),
            number(one.times.map(|times| times.executed())),
            number(one.times.map(|times| times.parted)),
            number(one.cost(branch.outcome())),
            number(one.measured),
            number(one.cost(Choice::Split)),
            number(one.cost(Choice::Predicate)),
            one.remark(),
        ];
        table.rows.push(cells.into_iter().map(TableCell::text).collect());
    }
    table
}
