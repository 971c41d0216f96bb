//! The analysis as a study: its figure, its numbers and its whole answer.

pub mod chart;
pub mod histogram;
pub mod observed;
#[cfg(test)]
mod tests;

use alloc::{
    boxed::Box,
    format,
    string::{String, ToString},
    vec::Vec,
};

use lanescope_parts::{
    figure::{Figure, Form, Table, number::grouped},
    machines::studies::{Analysis, Data, Steps},
    source::{Diagnostic, LineIndex, Span},
};

use self::chart::chart;
use crate::{
    asm,
    isa::Program,
    wcet::{
        phases::{Phase, Resource},
        picture::{self, MOST_NODES},
        plan::Plan,
        report::{Bounded, Report, RequestBound, Rule},
        schedule,
        unroll::Step,
    },
};

/// The analysis of a launch, with the lines of its program.
#[derive(Debug)]
pub struct Study {
    plan: Plan,
    lines: LineIndex,
}

impl Study {
    /// Of a plan.
    pub fn boxed(plan: Plan, text: &str) -> Box<dyn Analysis> {
        Box::new(Study { plan, lines: LineIndex::new(text) })
    }

    /// The line of an instruction, 0 if it has none.
    fn line(&self, pc: u32) -> u64 {
        let span = self.plan.program().instructions.get(pc as usize).map_or(Span::NONE, |one| one.span);
        if span.is_none() { 0 } else { u64::from(self.lines.line(span.start)) + 1 }
    }
}

impl Analysis for Study {
    fn advance(&mut self, budget: u64) -> Result<Steps, Diagnostic> {
        self.plan.advance(budget)
    }

    fn figure(&self) -> Figure {
        let mut figure = Figure::default();
        let Some(report) = self.plan.report() else {
            return figure.with_remark("The requests are being bounded.");
        };
        figure.push("Bounds, in compute cycles", Form::Table(bounds(report)));
        let bars = chart(report);
        let span = bars.bars.iter().map(|bar| bar.to).max();
        figure.push(
            "The first groups, if every phase lasts as long as it may, and the critical path",
            Form::Bars(bars),
        );
        figure.push("Requests", Form::Table(requests(self, report)));
        figure.push("The longest way of a group", Form::Table(way(self, report)));
        if !report.loops.is_empty() {
            figure.push("Loops", Form::Table(loops(self, report)));
        }
        if report.machine.graph.nodes.len() <= MOST_NODES {
            let graph = picture::whole(self.plan.program(), report);
            figure.push("Blocks, and how often the longest way goes through them", Form::Graph(graph));
        }
        Figure { span, ..figure.with_remark(remark(self, report)) }
    }

    fn numbers(&self) -> Vec<(String, f64)> {
        let Some(report) = self.plan.report() else { return Vec::new() };
        values(report).into_iter().map(|(name, value)| (name.to_string(), value as f64)).collect()
    }

    fn answer(&self) -> Vec<(String, Data)> {
        let Some(report) = self.plan.report() else { return Vec::new() };
        let bounds = values(report).into_iter().map(|(name, value)| (name.to_string(), value.into()));
        let mut answer: Vec<(String, Data)> = bounds.collect();
        let lists = [("sp_as_access", 0), ("sp_as_compute", 1)].map(|(name, at)| {
            let list = report.author_phases[at].iter().map(|phase| data(self, phase));
            (name.to_string(), Data::List(list.collect()))
        });
        let own =
            ("bound".to_string(), Data::List(report.phases.iter().map(|one| data(self, one)).collect()));
        let every = Data::Text("all".into());
        answer.push(("phase".into(), report.refresh_start.map_or(every, |start| u64::from(start).into())));
        answer.push(("phases".into(), Data::Map(lists.into_iter().chain([own]).collect())));
        let path = visited(report).into_iter().map(|visit| visit.data(self));
        answer.push(("critical_path".into(), Data::List(path.collect())));
        answer.push(("terms".into(), terms(self, report)));
        answer
    }
}

/// The bounds by their names.
fn values(report: &Report) -> [(&'static str, u64); 5] {
    [
        ("best", report.best),
        ("single", report.single),
        ("sp_as_access", report.sp_as_access),
        ("sp_as_compute", report.sp_as_compute),
        ("bound", report.bound),
    ]
}

/// A bound's name as a key, what it is, and its cycles.
fn bounds(report: &Report) -> Table {
    let says = [
        "author's tool: the least that the worst case can be",
        "author's tool: one group after the other",
        "author's tool: two groups in turns, scratchpads as accesses",
        "author's tool: two groups in turns, scratchpads as computation",
        rule(report.rule),
    ];
    let mut table = Table::new(&["bound", "compute cycles", "what it is"]);
    for ((name, value), says) in values(report).into_iter().zip(says) {
        table.push([name.into(), grouped(value), says.into()]);
    }
    table
}

const fn rule(rule: Rule) -> &'static str {
    match rule {
        Rule::Sum => "no run with these settings exceeds it: one group after the other",
        Rule::Turns => "no run with these settings exceeds it: two groups in turns",
    }
}

/// A resource by its name.
pub const fn resource(resource: Resource) -> &'static str {
    match resource {
        Resource::Compute => "compute",
        Resource::Dram => "dram",
        Resource::Scratchpad => "scratchpad",
    }
}

/// What has to be said beside the bounds.
fn remark(study: &Study, report: &Report) -> String {
    let many = |count: u64, what: &str| match count {
        1 => format!("1 {what}"),
        count if what.ends_with('h') => format!("{} {what}es", grouped(count)),
        count => format!("{} {what}s", grouped(count)),
    };
    let mut words = format!(
        "The bound counts {}, {} of upload and {}.",
        many(report.groups, "group"),
        many(report.upload, "cycle"),
        many(report.refreshes[0], "refresh")
    );
    if let Some(pc) = report.untrue.first() {
        let line = study.line(*pc);
        words += &format!(
            " It is none: what is said of the jump in line {line}, or of its loop, is not true, for its scalar decides otherwise."
        );
    }
    if let Some(pc) = report.off_way.first() {
        let line = study.line(*pc);
        words += &format!(
            " The author's bounds leave out requests that are not on its longest way, as in line {line}."
        );
    }
    if report.requests.iter().any(|request| !request.placed) {
        words +=
            " Some requests are bounded as if they lay anywhere: their place is not known before the launch.";
    }
    words
}

fn requests(study: &Study, report: &Report) -> Table {
    let heads = [
        "line",
        "instruction",
        "served by",
        "author's, DRAM cycles",
        "ours",
        "ours, compute cycles",
        "place",
    ];
    let mut table = Table::new(&heads);
    for RequestBound { pc, resource: by, author, machine, placed } in &report.requests {
        let place = if *placed { "known" } else { "anywhere" };
        table.push([
            study.line(*pc).to_string(),
            text(study.plan.program(), *pc),
            resource(*by).into(),
            grouped(author[0]),
            grouped(machine[0]),
            grouped(machine[1]),
            place.into(),
        ]);
    }
    table
}

fn text(program: &Program, pc: u32) -> String {
    program.instructions.get(pc as usize).map_or(String::new(), |one| asm::print_instruction(one, &[]))
}

fn loops(study: &Study, report: &Report) -> Table {
    let mut table = Table::new(&["line", "bounded by"]);
    for one in &report.loops {
        table.push([study.line(one.pc).to_string(), bounded(study, one)]);
    }
    table
}

fn bounded(study: &Study, one: &Bounded) -> String {
    one.in_words(&|pc| format!("branch of line {}", study.line(pc)))
}

/// A block on the longest way: how often, and what it costs there in all.
struct Visit {
    node: usize,
    first: u32,
    last: u32,
    times: u64,
    cycles: u64,
    access: u64,
}

impl Visit {
    fn data(&self, study: &Study) -> Data {
        Data::map([
            ("node", (self.node as u64).into()),
            ("line", study.line(self.first).into()),
            ("first", u64::from(self.first).into()),
            ("last", u64::from(self.last).into()),
            ("times", self.times.into()),
            ("compute_cycles", self.cycles.into()),
            ("access_cycles", self.access.into()),
        ])
    }
}

/// The blocks on the longest way, in the order of their first visits.
fn visited(report: &Report) -> Vec<Visit> {
    let model = &report.machine;
    let access = |pc: u32| {
        report.requests.iter().find(|request| request.pc == pc).map_or(0, |request| request.machine[1])
    };
    let mut places = alloc::vec![None; model.graph.nodes.len()];
    let mut list: Vec<Visit> = Vec::new();
    for Step { from, edge, .. } in &model.way {
        let node = model.dag.vertices[*from as usize];
        let block = model.graph.nodes[node as usize].block;
        let place = *places[node as usize].get_or_insert(list.len());
        if place == list.len() {
            let (first, last) = (block.first, block.last);
            list.push(Visit { node: node as usize, first, last, times: 0, cycles: 0, access: 0 });
        }
        let visit = &mut list[place];
        visit.times += 1;
        visit.cycles += model.costs.of(node, *edge);
        visit.access += access(block.last);
    }
    list
}

fn way(study: &Study, report: &Report) -> Table {
    let mut table = Table::new(&["lines", "instructions", "times", "computing", "waiting"]);
    for visit in visited(report) {
        let lines = [visit.first, visit.last].map(|pc| study.line(pc));
        table.push([
            format!("{}–{}", lines[0], lines[1]),
            format!("{}–{}", visit.first, visit.last),
            grouped(visit.times),
            grouped(visit.cycles),
            grouped(visit.access),
        ]);
    }
    table
}

fn data(study: &Study, phase: &Phase) -> Data {
    Data::map([
        ("resource", resource(phase.resource).into()),
        ("cycles", phase.cycles.into()),
        ("pc", u64::from(phase.pc).into()),
        ("line", study.line(phase.pc).into()),
    ])
}

/// In how many orders the phases of all groups may take place (SD-99), as words: no number of a program is so large.
fn orders(count: fn(u32, u32) -> Option<u128>, report: &Report) -> Data {
    let groups = u32::try_from(report.groups).ok();
    let known = groups.and_then(|groups| count(groups, report.phases.len() as u32));
    Data::Text(known.map_or_else(|| "more than 2^128".into(), |count| count.to_string()))
}

/// Everything that the bounds are made of.
fn terms(study: &Study, report: &Report) -> Data {
    use crate::wcet::formulas::{edge, extremes, pair, sum};
    let of = |phases: &[Phase]| {
        Data::map([
            ("group", sum(phases).into()),
            ("pair", pair(phases).into()),
            ("edge", edge(phases, report.groups).into()),
        ])
    };
    let request = |one: &RequestBound| {
        Data::map([
            ("pc", u64::from(one.pc).into()),
            ("line", study.line(one.pc).into()),
            ("resource", resource(one.resource).into()),
            ("author_dram_cycles", one.author[0].into()),
            ("author_cycles", one.author[1].into()),
            ("dram_cycles", one.machine[0].into()),
            ("cycles", one.machine[1].into()),
            ("place", if one.placed { "known" } else { "anywhere" }.into()),
        ])
    };
    let looped = |one: &Bounded| {
        Data::map([("line", study.line(one.pc).into()), ("bounded_by", Data::Text(bounded(study, one)))])
    };
    let [upper, lower_1, lower_2] =
        extremes(&report.author_phases[0], report.groups, report.upload, &report.refresh);
    let lines = |list: &[u32]| Data::List(list.iter().map(|pc| study.line(*pc).into()).collect());
    Data::map([
        ("groups", report.groups.into()),
        ("upload", report.upload.into()),
        ("ub", upper.into()),
        ("lb1", lower_1.into()),
        ("lb2", lower_2.into()),
        ("sp_as_access", of(&report.author_phases[0])),
        ("sp_as_compute", of(&report.author_phases[1])),
        ("bound", of(&report.phases)),
        (
            "rule",
            if report.rule == Rule::Turns { "two groups in turns" } else { "one group after the other" }
                .into(),
        ),
        ("longest_way", report.group.into()),
        ("serialisations", orders(schedule::serialisations, report)),
        ("serialisations_in_pairs", orders(schedule::pairwise, report)),
        ("refreshes", report.refreshes[0].into()),
        ("refresh_cycles", report.refreshes[1].into()),
        ("requests", Data::List(report.requests.iter().map(request).collect())),
        ("loops", Data::List(report.loops.iter().map(looped).collect())),
        ("untrue_bounds", lines(&report.untrue)),
        ("requests_off_the_authors_way", lines(&report.off_way)),
        ("controller_runs", report.runs.into()),
    ])
}
