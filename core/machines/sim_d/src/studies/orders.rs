//! Orders of phases: in how many ways the phases of some groups can follow each other, and what the policies that leave only
//! one of them cost (SD-97 to SD-99; simd 7.6). A study of phases that a person writes down: no program is asked.

use alloc::{
    boxed::Box,
    format,
    string::{String, ToString},
    vec::Vec,
};

use lanescope_parts::{
    figure::{
        About, Figure, Form, Ink, StudyInput, Table,
        legend::{Entry, Swatch},
        number::grouped,
        panel::Of,
    },
    launch::bind::Bound,
    machines::studies::{Analysis, Asked, Begin, Data, Steps, Study},
    source::{Diagnostic, Span},
};

use super::worst_case::chart;
use crate::{
    family::Function,
    spec::Spec,
    wcet::{
        formulas,
        phases::{Phase, Resource},
        report::Rule,
        schedule::{pairwise, serialisations},
    },
};

/// Phases that a person writes down.
const PHASES_OF_GROUPS: &[StudyInput] = &[
    StudyInput::new("groups", Of::Number, "4", "groups of the launch"),
    StudyInput::new(
        "phases",
        Of::Number,
        "c10 d30 c20 s5 c8 d25",
        "phases of a group in order: c, d or s for computing, DRAM or scratchpad, and the cycles",
    ),
];

/// What orders there are, and what they cost.
pub const STUDY: Study<Begin<Function, Spec>> = Study {
    about: About {
        id: "orders",
        title: "Orders of phases",
        says: "In how many orders can the phases of groups follow each other, and what does a policy cost that leaves one of them?",
        label: "How many orders there are by the policy, what they cost at most, and the one order as bars.",
        help: &[
            (
                "Orders",
                "Two slots, each with one group after the other: all ways in which the phases of both can begin one behind the other. A bound has to hold for each.",
            ),
            ("In pairs", "Two groups begin together, and the next two when both are over."),
            (
                "Two resources",
                "If scratchpads count as accesses or as computation, groups take turns: one order is left. Where two phases of one resource meet, also at the end of a group and its beginning, one group goes behind the other.",
            ),
            ("Phases", "`c10 d30 s5`: computes 10 cycles, waits 30 for the DRAM, 5 for its scratchpad."),
        ],
        legend: &[
            Entry::Swatch(Swatch::Bar, Ink::Link(0), "computes"),
            Entry::Swatch(Swatch::Bar, Ink::Link(3), "main memory"),
            Entry::Swatch(Swatch::Bar, Ink::Link(5), "scratchpad"),
        ],
        empty: "Write down phases such as `c10 d30`.",
        takes: &[],
        shows: &[],
    },
    inputs: PHASES_OF_GROUPS,
    decides: &[],
    begin: begin as Begin<Function, Spec>,
};

/// Most groups, phases, and cycles of a phase.
const MOST: [u64; 3] = [1_000_000, 1000, 1_000_000_000];

/// Groups with the same phases.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Orders {
    groups: u32,
    phases: Vec<Phase>,
}

fn wrong(message: String) -> Diagnostic {
    Diagnostic::error("orders::input", Span::NONE, message)
}

/// Begins with the groups and phases that a person writes down.
///
/// # Errors
/// What is written down are no phases.
pub fn begin(_: &Function, _: &Spec, _: Bound, asked: &Asked) -> Result<Box<dyn Analysis>, Diagnostic> {
    let text = asked.input("groups").trim();
    let groups = text.parse().ok().filter(|groups| (1..=MOST[0]).contains(groups));
    let groups = groups
        .ok_or_else(|| wrong(format!("`groups` is a number from 1 to {}, not `{text}`", grouped(MOST[0]))))?;
    let phases: Vec<Phase> =
        asked.input("phases").split_whitespace().map(phase).collect::<Result<_, Diagnostic>>()?;
    if phases.is_empty() || phases.len() as u64 > MOST[1] {
        return Err(wrong(format!("`phases` are 1 to {}, not {}", grouped(MOST[1]), phases.len())));
    }
    Ok(Box::new(Orders { groups: groups as u32, phases }))
}

/// A phase as it is written: its resource's first letter and its cycles.
fn phase(text: &str) -> Result<Phase, Diagnostic> {
    let known = [('c', Resource::Compute), ('d', Resource::Dram), ('s', Resource::Scratchpad)];
    let read = || {
        let first = text.chars().next()?.to_ascii_lowercase();
        let (_, resource) = known.into_iter().find(|(letter, _)| *letter == first)?;
        let cycles: u64 = text[1..].parse().ok()?;
        (cycles <= MOST[2]).then_some(Phase { resource, cycles, pc: 0 })
    };
    read().ok_or_else(|| {
        let example = "`c10` computes 10 cycles, `d30` waits 30 for the DRAM, `s5` 5 for the scratchpad";
        wrong(format!("`{text}` is no phase: {example}"))
    })
}

/// The phases where scratchpads count as computation: with the computation around them they are one.
fn merged(phases: &[Phase]) -> Vec<Phase> {
    let mut list: Vec<Phase> = Vec::new();
    for one in phases {
        let one = match one.resource {
            Resource::Dram => *one,
            _ => Phase { resource: Resource::Compute, ..*one },
        };
        match list.last_mut() {
            Some(last) if last.resource == Resource::Compute && one.resource == Resource::Compute => {
                last.cycles += one.cycles;
            }
            _ => list.push(one),
        }
    }
    list
}

/// The order that a policy with two resources leaves: groups in turns, or, where phases of one resource meet, one group behind
/// the other.
fn rule(phases: &[Phase]) -> Rule {
    if formulas::alternate(phases) { Rule::Turns } else { Rule::Sum }
}

/// What that order costs at most.
fn cost(phases: &[Phase], groups: u64) -> u64 {
    match rule(phases) {
        Rule::Turns => formulas::interleaved(phases, groups),
        Rule::Sum => groups.saturating_mul(formulas::sum(phases)),
    }
}

impl Orders {
    /// How many orders there are: of any kind, launched in pairs, with two resources. Nothing where no number of 128 bits says it.
    fn counts(&self) -> [Option<u128>; 3] {
        let count = self.phases.len() as u32;
        [serialisations(self.groups, count), pairwise(self.groups, count), Some(1)]
    }

    fn totals(&self) -> Vec<(&'static str, u64)> {
        let groups = self.groups.into();
        let none = formulas::Refresh { every: 0, edges: 0, mhz: 1 };
        let [upper, busiest, halves] = formulas::extremes(&self.phases, groups, 0, &none);
        Vec::from([
            ("sp_as_access", cost(&self.phases, groups)),
            ("sp_as_compute", cost(&merged(&self.phases), groups)),
            ("ub", upper),
            ("lb1", busiest),
            ("lb2", halves),
        ])
    }

    fn orders(&self) -> Table {
        let mut table = Table::new(&["policy", "orders"]);
        let names = ["any group, any free slot", "groups launched in pairs", "in pairs, with two resources"];
        for (name, count) in names.into_iter().zip(self.counts()) {
            table.push([name.into(), count.map_or("more than 10^38".into(), large)]);
        }
        table
    }

    fn cycles(&self) -> Table {
        let says = [
            "scratchpads are accesses: one of them and one of the DRAM never overlap",
            "scratchpads are computation: nobody else computes meanwhile",
            "no order takes longer: one group after the other",
            "no order takes less: all work of the busiest resource",
            "no order takes less: half of the groups one after the other",
        ];
        let mut table = Table::new(&["bound", "cycles", "what it is"]);
        for ((name, cycles), says) in self.totals().into_iter().zip(says) {
            table.push([name.into(), grouped(cycles), says.into()]);
        }
        table
    }
}

/// A count, or its first digit and its power of ten.
fn large(count: u128) -> String {
    match u64::try_from(count) {
        Ok(count) => grouped(count),
        Err(_) => {
            let digits = count.to_string();
            format!("{}.{} · 10^{}", &digits[..1], &digits[1..3], digits.len() - 1)
        }
    }
}

impl Analysis for Orders {
    fn advance(&mut self, _: u64) -> Result<Steps, Diagnostic> {
        Ok(Steps { done: 1, all: 1, now: String::new() })
    }

    fn figure(&self) -> Figure {
        let mut figure = Figure::default();
        figure.push("Orders of all phases", Form::Table(self.orders()));
        figure.push("What the one order costs that a policy leaves", Form::Table(self.cycles()));
        let mut span = 0;
        let lists = [("as accesses", self.phases.clone()), ("as computation", merged(&self.phases))];
        for (name, phases) in lists {
            let bars = chart::of_phases(&phases, self.groups.into(), rule(&phases));
            span = bars.bars.iter().map(|bar| bar.to).max().unwrap_or(0).max(span);
            figure.push(format!("The first groups, scratchpads {name}"), Form::Bars(bars));
        }
        Figure { span: Some(span.max(1)), ..figure }
    }

    fn numbers(&self) -> Vec<(String, f64)> {
        let names = ["orders", "orders_in_pairs", "orders_with_two_resources"];
        let counts = names.into_iter().zip(self.counts());
        let counts = counts.filter_map(|(name, count)| count.map(|count| (name.to_string(), count as f64)));
        let totals = self.totals().into_iter().map(|(name, cycles)| (name.to_string(), cycles as f64));
        counts.chain(totals).collect()
    }

    fn answer(&self) -> Vec<(String, Data)> {
        let names = ["orders", "orders_in_pairs", "orders_with_two_resources"];
        let text =
            |count: Option<u128>| Data::Text(count.map_or("more than 2^128".into(), |one| one.to_string()));
        let counts =
            names.into_iter().zip(self.counts()).map(|(name, count)| (name.to_string(), text(count)));
        let totals = self.totals().into_iter().map(|(name, cycles)| (name.to_string(), cycles.into()));
        counts.chain(totals).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn orders(groups: u32, text: &str) -> Orders {
        let phases = text.split(' ').map(|text| phase(text).unwrap_or_else(|error| panic!("{error:?}")));
        Orders { groups, phases: phases.collect() }
    }

    /// Four groups of two phases: 8!/(4!4!), in pairs 6 * 6, with two resources one.
    #[test]
    fn simd_9_15_a_person_counts_orders() {
        assert_eq!(orders(4, "c10 d20").counts(), [Some(70), Some(36), Some(1)]);
        assert_eq!(orders(400, "c10 d20").counts()[0], None);
    }

    #[test]
    fn simd_9_8_the_policies_cost_what_the_example_says() {
        let example = orders(4, "c10 d30 c20 s5 c8 d25");
        let cycles: Vec<u64> = example.totals().into_iter().map(|(_, cycles)| cycles).collect();
        assert_eq!(cycles, [286, 252, 392, 220, 196]);
        // The bars of all four groups end where the formulas say.
        assert_eq!(example.figure().span, Some(286));
        assert_eq!(large(70), "70");
        assert_eq!(large(u128::from(u64::MAX) + 1), "1.84 · 10^19");
    }

    /// Two groups cannot compute at once: where phases of one resource meet, no formula of turns holds, and nothing is below the work of
    /// the busiest resource.
    #[test]
    fn simd_7_6_groups_whose_phases_do_not_alternate_go_one_behind_the_other() {
        // As accesses they alternate: two pairs of 10 + 10, and 5 alone. As computation all is one phase of 15.
        let of = |text: &str| -> Vec<u64> {
            orders(4, text).totals().into_iter().take(4).map(|(_, cycles)| cycles).collect()
        };
        assert_eq!(of("c10 s5"), [45, 60, 60, 40]);
        // A group ends as it begins: the next one of its slot computes on.
        assert_eq!(of("c10 d20 c30"), [240, 240, 240, 160]);
        assert_eq!(of("c10 c20"), [120, 120, 120, 120]);
        for text in ["c10 d30 c20 s5 c8 d25", "c10 s5", "c7", "d7", "s5 c10 d30 c8", "c3 d4 s5", "d9 c2"] {
            let cycles = of(text);
            let [access, compute, upper, busiest] = cycles[..] else { panic!("{text}") };
            let range = busiest..=upper;
            assert!(range.contains(&access) && range.contains(&compute), "{text}: {cycles:?}");
        }
    }

    #[test]
    fn what_is_no_phase_is_said() {
        for text in ["x10", "c", "c-1", "c9999999999", "ç10", ""] {
            assert!(phase(text).is_err(), "{text}");
        }
    }
}
