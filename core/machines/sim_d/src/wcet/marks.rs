//! What is said of branches and loops: annotations of the program, those that the compiler found out, and decisions of a person
//! about a line (SD-91; simd C12).
//!
//! `branchcycle T N S` belongs to a conditional jump of scalars: with C = T + N its k-th encounter, counted from 0 since its
//! loop was entered, is taken if (S + k) mod C is below T. A person may say the same of a line (`T N` or `T N S`), or how often the
//! innermost loop on that line goes back to its beginning at most (`N`).

use alloc::{format, vec, vec::Vec};

use lanescope_parts::{machines::studies::Decision, source::Diagnostic};

use super::{
    graph::{EdgeKind, Graph},
    loops::{Loops, span},
};
use crate::isa::{Bound, Op, Program};

/// The id of decisions about loops.
pub const DECISION: &str = "bound";

/// The outcomes of a branch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcomes {
    /// Taken so often in a row.
    pub taken: u32,
    /// Outcomes until they begin again, at least 1.
    pub period: u32,
    /// Where in that they begin.
    pub start: u32,
}

impl Outcomes {
    /// Of an annotation; `None` if it says nothing.
    pub fn of(taken: u32, not_taken: u32, start: u32) -> Option<Outcomes> {
        let period = taken.checked_add(not_taken).filter(|period| *period > 0)?;
        Some(Outcomes { taken, period, start: start % period })
    }

    /// Is an encounter taken?
    pub const fn is_taken(&self, encounter: u32) -> bool {
        (self.start as u64 + encounter as u64) % (self.period as u64) < self.taken as u64
    }
}

/// Who said it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Said {
    /// The program, or the compiler for this launch.
    Program,
    /// A person.
    Person,
}

/// What is said beside the program.
#[derive(Clone, Copy, Debug, Default)]
pub struct Given<'a> {
    /// A person's decisions about lines.
    pub decisions: &'a [Decision],
    /// How often a loop goes back at most of which nothing else is known.
    pub turns: Option<u32>,
    /// How far the refresh counter is when the launch begins, if that is said; else the bound is one for every beginning.
    pub refresh_start: Option<u32>,
}

/// What is known of the branches and loops of a graph.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Marks {
    /// The outcomes of each node that ends with a conditional jump.
    pub outcomes: Vec<Option<(Outcomes, Said)>>,
    /// How often each loop goes back at most, if a person said so.
    pub turns: Vec<Option<u32>>,
}

impl Marks {
    /// What the program itself says of its branches.
    pub fn said(program: &Program, graph: &Graph, loops: &Loops) -> Marks {
        let mut marks =
            Marks { outcomes: vec![None; graph.nodes.len()], turns: vec![None; loops.list.len()] };
        for (at, node) in graph.nodes.iter().enumerate().filter(|(_, node)| node.stack.is_some()) {
            let bound = program.instructions[node.block.last as usize].bound;
            if let Some(Bound::Branch { taken, not_taken, start }) = bound {
                marks.outcomes[at] =
                    Outcomes::of(taken, not_taken, start).map(|outcomes| (outcomes, Said::Program));
            }
        }
        marks
    }

    /// Gathers what is said of a graph.
    ///
    /// # Errors
    /// A decision that says nothing, or a loop of which nothing is known.
    pub fn new(
        program: &Program,
        graph: &Graph,
        loops: &Loops,
        given: &Given<'_>,
    ) -> Result<Marks, Diagnostic> {
        let mut marks = Marks::said(program, graph, loops);
        for decision in given.decisions.iter().filter(|decision| decision.id == DECISION) {
            marks.decide(program, graph, loops, decision)?;
        }
        marks.check(program, graph, loops, given.turns)?;
        Ok(marks)
    }

    fn decide(
        &mut self,
        program: &Program,
        graph: &Graph,
        loops: &Loops,
        decision: &Decision,
    ) -> Result<(), Diagnostic> {
        let wrong = |message| Err(Diagnostic::error("wcet::decision", decision.span, message));
        let numbers: Option<Vec<u32>> =
            decision.value.split_whitespace().map(|word| word.parse().ok()).collect();
        let on_line = |at: u32| {
            let span = program.instructions[at as usize].span;
            !span.is_none() && (decision.span.start..=decision.span.end).contains(&span.start)
        };
        let here = |node: &usize| {
            let block = graph.nodes[*node].block;
            graph.nodes[*node].stack.is_some() && (block.first..=block.last).any(on_line)
        };
        let nodes = (0..graph.nodes.len()).filter(here);
        match numbers.as_deref() {
            Some([turns]) => {
                let deepest =
                    nodes.filter_map(|node| loops.innermost[node]).max_by_key(|at| loops.depth(*at));
                let Some(at) = deepest else {
                    return wrong(format!(
                        "No loop of the program is on this line, of which a bound of {turns} is said."
                    ));
                };
                self.turns[at] = Some(*turns);
            }
            Some([taken, not_taken, start @ ..]) if start.len() <= 1 => {
                let jumps = |node: &usize| {
                    let last = graph.nodes[*node].block.last;
                    program.instructions[last as usize].op == Op::Sicj && on_line(last)
                };
                let Some(node) = nodes.into_iter().find(jumps) else {
                    return wrong("No conditional jump is on this line, of which outcomes are said.".into());
                };
                let start = start.first().copied().unwrap_or(0);
                self.outcomes[node] =
                    Outcomes::of(*taken, *not_taken, start).map(|known| (known, Said::Person));
            }
            _ => {
                let value = &decision.value;
                return wrong(format!(
                    "A bound is a number of turns, or the outcomes of a branch (taken, not taken, start), not `{value}`."
                ));
            }
        }
        Ok(())
    }

    /// Is each loop bounded: by a person, or by a branch that leaves it? Others turn as often as is said of all.
    fn check(
        &mut self,
        program: &Program,
        graph: &Graph,
        loops: &Loops,
        turns: Option<u32>,
    ) -> Result<(), Diagnostic> {
        for (at, one) in loops.list.iter().enumerate() {
            let leaves = |edge: &super::graph::Edge| {
                loops.innermost[edge.from] == Some(at)
                    && matches!(edge.way, EdgeKind::Falls | EdgeKind::Jumps)
                    && self.outcomes[edge.from].is_some()
                    && edge.to.is_none_or(|to| !loops.contains(at, to))
            };
            if self.turns[at].is_none() && !graph.edges.iter().any(leaves) {
                if turns.is_some() {
                    self.turns[at] = turns;
                    continue;
                }
                let message = "Nothing says how often this loop turns.";
                let error = Diagnostic::error("wcet::unbounded", span(graph, program, one.header), message);
                return Err(error.help(
                    "Write `#bound branchcycle TAKEN NOT_TAKEN` in front of the jump that leaves it, or decide `bound` for the line: most times that it goes back to its beginning",
                ));
            }
        }
        Ok(())
    }
}
