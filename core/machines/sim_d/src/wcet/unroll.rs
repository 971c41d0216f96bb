//! Step 4 and 5: loops are unrolled by what is said of their branches, and the longest way through what results is found (SD-92,
//! SD-93).
//!
//! A *vertex* is a node at a turn of each loop around it, and at an encounter of each branch of these loops of which outcomes
//! are said. Encounters are counted from 0 when a loop is entered: what is in a loop does not depend on the loops around. A branch
//! of which nothing is said goes both ways. No vertex leads back, so that the longest way is found in the order
//! in which vertices depend on each other, with a look at each edge.

use alloc::{format, vec, vec::Vec};

use lanescope_parts::{base::OrdMap, source::Diagnostic};

use super::{
    graph::{EdgeKind, Graph},
    loops::{Loops, span},
    marks::Marks,
};
use crate::isa::Program;

/// Most vertices.
pub const MOST_VERTICES: usize = 1 << 19;

/// An edge between vertices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// The vertex that it leaves.
    pub from: u32,
    /// The vertex that it reaches; `None` where the group ends.
    pub to: Option<u32>,
    /// The edge of the graph.
    pub edge: u32,
}

/// The unrolled graph. The group begins in vertex 0.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Dag {
    /// The node of each vertex.
    pub vertices: Vec<u32>,
    /// The steps, those that leave a vertex one after the other.
    pub steps: Vec<Step>,
    /// The vertices so that each comes behind all that lead to it.
    pub order: Vec<u32>,
}

/// Where the counts of a loop are in a context, and of which nodes.
struct Counted<'a> {
    graph: &'a Graph,
    loops: &'a Loops,
    marks: &'a Marks,
    /// Of each loop the nodes whose encounters are counted.
    branches: Vec<Vec<usize>>,
    /// The loops around each node.
    around: Vec<Vec<usize>>,
}

impl Counted<'_> {
    /// Where the counts of a loop begin in the context of a node.
    fn place(&self, node: usize, wanted: usize) -> usize {
        let before = self.around[node].iter().take_while(|at| **at != wanted);
        before.map(|at| 1 + self.branches[*at].len()).sum()
    }

    /// Where the encounters of a branch are in its own context.
    fn counter(&self, node: usize) -> Option<usize> {
        let at = self.loops.innermost[node]?;
        let place = self.branches[at].iter().position(|one| *one == node)?;
        Some(self.place(node, at) + 1 + place)
    }

    /// The context behind an edge; `None` if control cannot go there.
    fn pass(&self, from: usize, context: &[u32], edge: usize) -> Option<(usize, Vec<u32>)> {
        let edge = self.graph.edges[edge];
        let mut context = context.to_vec();
        if let Some((outcomes, _)) = self.marks.outcomes[from] {
            let counter = self.counter(from);
            let encounter = counter.map_or(0, |at| context[at]);
            if outcomes.is_taken(encounter) != (edge.way == EdgeKind::Jumps) {
                return None;
            }
            if let Some(at) = counter {
                context[at] = (encounter + 1) % outcomes.period;
            }
        }
        let Some(to) = edge.to else { return Some((usize::MAX, Vec::new())) };
        let (old, new) = (&self.around[from], &self.around[to]);
        let kept = old.iter().zip(new).take_while(|(a, b)| a == b).count();
        let counts: usize = new[..kept].iter().map(|at| 1 + self.branches[*at].len()).sum();
        context.truncate(counts);
        if let Some(&inner) = new.last().filter(|at| kept == new.len() && self.loops.list[**at].header == to)
        {
            let place = self.place(to, inner);
            context[place] += 1;
            if self.marks.turns[inner].is_some_and(|most| context[place] > most) {
                return None;
            }
        }
        let more: usize = new[kept..].iter().map(|at| 1 + self.branches[*at].len()).sum();
        context.resize(counts + more, 0);
        Some((to, context))
    }
}

impl Dag {
    /// Unrolls the loops of a graph.
    ///
    /// # Errors
    /// It takes too many vertices, or no way leads to the end.
    pub fn new(program: &Program, graph: &Graph, loops: &Loops, marks: &Marks) -> Result<Dag, Diagnostic> {
        let counts = |node: &usize| marks.outcomes[*node].is_some();
        let of = |at: usize| {
            let own = |node: &usize| loops.innermost[*node] == Some(at);
            loops.list[at].nodes.iter().copied().filter(own).filter(counts).collect()
        };
        let counted = Counted {
            graph,
            loops,
            marks,
            branches: (0..loops.list.len()).map(of).collect(),
            around: (0..graph.nodes.len()).map(|node| loops.around(node)).collect(),
        };
        let leaving = graph.leaving();
        let first = vec![0; counted.around[0].iter().map(|at| 1 + counted.branches[*at].len()).sum()];
        let mut dag = Dag { vertices: vec![0], steps: Vec::new(), order: Vec::new() };
        let mut known: OrdMap<(u32, Vec<u32>), u32> = OrdMap::new();
        known.insert((0, first.clone()), 0);
        let mut contexts = vec![first];
        let mut at = 0;
        while at < dag.vertices.len() {
            let node = dag.vertices[at] as usize;
            let context = core::mem::take(&mut contexts[at]);
            for &edge in &leaving[node] {
                let Some((to, context)) = counted.pass(node, &context, edge) else { continue };
                let new = dag.vertices.len() as u32;
                let to =
                    (to != usize::MAX).then(|| *known.entry((to as u32, context.clone())).or_insert(new));
                if to == Some(new) {
                    dag.vertices.push(graph.edges[edge].to.unwrap_or(0) as u32);
                    contexts.push(context);
                }
                dag.steps.push(Step { from: at as u32, to, edge: edge as u32 });
            }
            if dag.vertices.len() > MOST_VERTICES {
                let message = format!("The unrolled loops have more than {MOST_VERTICES} vertices.");
                return Err(Diagnostic::error("limit::wcet-vertices", span(graph, program, node), message));
            }
            at += 1;
        }
        dag.arrange();
        Ok(dag)
    }

    /// The steps that leave each vertex, as a range.
    fn leaving(&self) -> Vec<core::ops::Range<usize>> {
        let mut ranges = vec![0..0; self.vertices.len()];
        let mut at = 0;
        while at < self.steps.len() {
            let from = self.steps[at].from;
            let end = at + self.steps[at..].iter().take_while(|step| step.from == from).count();
            ranges[from as usize] = at..end;
            at = end;
        }
        ranges
    }

    /// Puts the vertices in order.
    fn arrange(&mut self) {
        let mut missing = vec![0u32; self.vertices.len()];
        self.steps.iter().filter_map(|step| step.to).for_each(|to| missing[to as usize] += 1);
        let leaving = self.leaving();
        self.order = vec![0];
        let mut at = 0;
        while let Some(&from) = self.order.get(at) {
            for step in &self.steps[leaving[from as usize].clone()] {
                if let Some(to) = step.to {
                    missing[to as usize] -= 1;
                    if missing[to as usize] == 0 {
                        self.order.push(to);
                    }
                }
            }
            at += 1;
        }
    }

    /// The longest way from the beginning to the end, by the cost of each edge of the graph and of each node that is left by
    /// it: the cost, and its steps. `None` if no way leads to the end.
    pub fn longest(&self, cost: impl Fn(u32, u32) -> u64) -> Option<(u64, Vec<Step>)> {
        let mut best: Vec<Option<(u64, usize)>> = vec![None; self.vertices.len()];
        let mut end: Option<(u64, usize)> = None;
        let leaving = self.leaving();
        for &from in &self.order {
            let before = if from == 0 { 0 } else { best[from as usize].map_or(0, |(cost, _)| cost) };
            for at in leaving[from as usize].clone() {
                let step = self.steps[at];
                let sum = before + cost(self.vertices[from as usize], step.edge);
                let known = step.to.map_or(&mut end, |to| &mut best[to as usize]);
                if known.is_none_or(|(known, _)| sum > known) {
                    *known = Some((sum, at));
                }
            }
        }
        let (sum, mut at) = end?;
        let mut way = vec![self.steps[at]];
        while self.steps[at].from != 0 {
            at = best[self.steps[at].from as usize]?.1;
            way.push(self.steps[at]);
        }
        way.reverse();
        Some((sum, way))
    }
}
