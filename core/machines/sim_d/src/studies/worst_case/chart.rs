//! The schedule of the first groups if every phase lasts as long as it may, with its critical path and what the bound adds: the chart of
//! the analysis.
//!
//! Where groups take turns each ground is a pair of groups, as long as the formula has it. Else one group goes behind the other,
//! and each ground is a group. If the launch has no more groups than are drawn, the path ends with the bound.

use alloc::{format, string::ToString, vec::Vec};

use lanescope_parts::figure::{
    Bars, Mark,
    bars::{Bar, Ground, Note, Style},
    number::grouped,
    rows::Row,
};

use super::resource;
use crate::wcet::{
    formulas,
    phases::{Phase, Resource},
    report::{Report, Rule},
    schedule::{self, Reservation, Times, minimal},
};

/// Most phases of all groups that are drawn.
const MOST_PHASES: usize = 1000;
/// Most groups that are drawn.
const MOST_GROUPS: u64 = 4;
/// The row of the critical path.
const PATH: u32 = 2;
/// The colour of what is no phase.
const OTHER: u8 = 6;

/// What is drawn of some groups with the same phases.
struct Drawn<'a> {
    phases: &'a [Phase],
    groups: u64,
    rule: Rule,
    /// When the first group begins.
    begin: u64,
    /// What a phase stands for.
    mark: fn(&Phase) -> Option<Mark>,
}

/// See the module.
pub fn chart(report: &Report) -> Bars {
    let phases = all_phases(report);
    let drawn = Drawn {
        phases: &phases,
        groups: report.groups,
        rule: report.rule,
        begin: report.upload,
        mark: |phase| Some(Mark::Pc(phase.pc)),
    };
    let (mut bars, end) = drawn.bars();
    other(&mut bars, "upload of the program", 0, report.upload);
    if let Some(end) = end {
        let words = format!("{} refreshes, and two cycles at the end", grouped(report.refreshes[0]));
        other(&mut bars, &words, end, report.bound);
    }
    bars
}

/// The chart of phases that belong to no program.
pub fn of_phases(phases: &[Phase], groups: u64, rule: Rule) -> Bars {
    Drawn { phases, groups, rule, begin: 0, mark: |_| None }.bars().0
}

impl Drawn<'_> {
    /// The first groups with their critical path, and when all groups have ended if all are drawn.
    fn bars(&self) -> (Bars, Option<u64>) {
        let rows = ["slot 0", "slot 1", "critical path"].map(|name| Row::new(name, None));
        let mut bars = Bars { rows: Vec::from(rows), ..Bars::default() };
        let phases = &self.phases[..self.phases.len().min(MOST_PHASES)];
        let most = (MOST_PHASES / phases.len().max(1)).clamp(1, MOST_GROUPS as usize) as u64;
        let groups = self.groups.min(most);
        let (list, times) = schedule(phases, groups as u32, self.rule);
        let notes: Vec<u32> = phases.iter().map(|phase| bars.note(note(phase, self.mark))).collect();
        let path = path(&list, &times);
        let mut put = |row: u32, from: u64, to: u64, hue: u8, note: u32| {
            let (from, to) = (self.begin + from, self.begin + to.max(from + 1));
            bars.bars.push(Bar { row, from, to, style: Style::Work { hue, until: to }, note });
        };
        for (at, (one, time)) in list.iter().zip(&times).enumerate() {
            let phase = one.phase as usize;
            let hue = hue(phases[phase].resource);
            put(one.slot, time.start, time.end, hue, notes[phase]);
            if path.contains(&at) {
                put(PATH, time.start, time.end, hue, notes[phase]);
            }
        }
        let end = self.begin + times.iter().map(|time| time.end).max().unwrap_or(0);
        bars.ground_name = if self.rule == Rule::Turns { "pair" } else { "group" }.into();
        bars.grounds = grounds(&list, &times, self.rule, self.begin);
        let whole = phases.len() == self.phases.len() && groups == self.groups;
        (bars, whole.then_some(end))
    }
}

/// The phases of a group. Where groups go one behind the other, what the longest way has behind its last request is one, too.
fn all_phases(report: &Report) -> Vec<Phase> {
    let mut phases = report.phases.clone();
    let rest = report.group.saturating_sub(formulas::sum(&phases));
    if let Some(last) = phases.last().copied().filter(|_| report.rule == Rule::Sum && rest > 0) {
        phases.push(Phase { resource: Resource::Compute, cycles: rest, ..last });
    }
    phases
}

/// The colour of a resource, as in the panel of a run's phases.
const fn hue(resource: Resource) -> u8 {
    match resource {
        Resource::Compute => 0,
        Resource::Dram => 3,
        Resource::Scratchpad => 5,
    }
}

fn note(phase: &Phase, mark: fn(&Phase) -> Option<Mark>) -> Note {
    let name = resource(phase.resource);
    let labels = Vec::from([format!("{name} {}", phase.cycles), name.to_string()]);
    let words = format!("{name}, {} cycles at most", grouped(phase.cycles));
    Note { labels, words, mark: mark(phase) }
}

/// Something on the path that is no phase.
fn other(bars: &mut Bars, words: &str, from: u64, to: u64) {
    if from < to {
        let labels = Vec::from([words.to_string(), grouped(to - from)]);
        let words = format!("{words}: {} cycles", grouped(to - from));
        let note = bars.note(Note { labels, words, mark: None });
        bars.bars.push(Bar { row: PATH, from, to, style: Style::Work { hue: OTHER, until: to }, note });
    }
}

/// The reservations of some groups, and when each begins and ends.
fn schedule(phases: &[Phase], groups: u32, rule: Rule) -> (Vec<Reservation>, Vec<Times>) {
    // Accesses are one resource where groups take turns.
    let access = |phase: &Phase| {
        let access = phase.resource != Resource::Compute;
        (if access { Resource::Dram } else { Resource::Compute }, phase.cycles)
    };
    let phases: Vec<(Resource, u64)> = phases.iter().map(access).collect();
    if rule == Rule::Turns {
        let list = schedule::in_turns(&phases, groups);
        let times = minimal(&list);
        return (list, times);
    }
    let mut at = 0;
    let mut both = (Vec::new(), Vec::new());
    for group in 0..groups {
        for (phase, (resource, cycles)) in (0..).zip(&phases) {
            let (resource, cycles) = (*resource, *cycles);
            both.0.push(Reservation { group, phase, slot: group % 2, resource, cycles });
            both.1.push(Times { start: at, end: at + cycles });
            at += cycles;
        }
    }
    both
}

/// The reservations that decide when the last one ends: each begins when the one before it on the path ends.
fn path(list: &[Reservation], times: &[Times]) -> Vec<usize> {
    let mut path = Vec::new();
    let mut next = (0..list.len()).max_by_key(|at| times[*at].end);
    while let Some(at) = next {
        path.push(at);
        let start = times[at].start;
        // Where two ended just then, either decided; what takes no time is passed over.
        next = (0..at).rev().find(|before| times[*before].end == start && times[*before].start < start);
    }
    path
}

/// From the second phase of a pair's first group, which is when its other group begins, to the next pair: so each is as long as the
/// formula has it, and what stands alone is in front of the first and in the last. Else a ground for each group.
fn grounds(list: &[Reservation], times: &[Times], rule: Rule, begin: u64) -> Vec<Ground> {
    let (of, phase) = if rule == Rule::Turns { (2, 1) } else { (1, 0) };
    let first = |(one, time): (&Reservation, &Times)| {
        (one.phase == phase && one.group % of == 0).then_some((one.group / of, begin + time.start))
    };
    let starts: Vec<(u32, u64)> = list.iter().zip(times).filter_map(first).collect();
    let end = begin + times.iter().map(|time| time.end).max().unwrap_or(0);
    let behind = starts.iter().skip(1).map(|(_, from)| *from).chain([end]);
    starts
        .iter()
        .zip(behind)
        .map(|((number, from), to)| Ground { rows: (0, 3), from: *from, to, number: *number })
        .collect()
}
