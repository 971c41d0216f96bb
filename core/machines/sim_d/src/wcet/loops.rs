//! The loops of a graph, each in the one around it.
//!
//! A part of the graph from which control can come back to where it was is a loop. It must have one entry, its *header*; without
//! the edges back to that, the loops in it are found the same way.

use alloc::{vec, vec::Vec};

use lanescope_parts::source::{Diagnostic, Span};

use super::graph::Graph;
use crate::isa::Program;

/// Most loops in each other.
const DEEPEST: usize = 64;

/// A loop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loop {
    /// The node by which it is entered.
    pub header: usize,
    /// Its nodes, those of loops in it too, in ascending order.
    pub nodes: Vec<usize>,
    /// The loop around it.
    pub parent: Option<usize>,
}

/// All loops; each behind the one around it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Loops {
    /// The loops.
    pub list: Vec<Loop>,
    /// The innermost loop of each node.
    pub innermost: Vec<Option<usize>>,
}

impl Loops {
    /// Finds the loops of a graph.
    ///
    /// # Errors
    /// A loop has several entries, or there are too many in each other.
    pub fn new(graph: &Graph, program: &Program) -> Result<Loops, Diagnostic> {
        let mut loops = Loops { list: Vec::new(), innermost: vec![None; graph.nodes.len()] };
        let reached = (0..graph.nodes.len()).filter(|node| graph.nodes[*node].stack.is_some()).collect();
        // Parts to look at: the loop around, its depth, and the nodes without its header's incoming edges.
        let mut parts: Vec<(Option<usize>, usize, Vec<usize>)> = vec![(None, 0, reached)];
        while let Some((parent, depth, nodes)) = parts.pop() {
            let cut = parent.map(|at| loops.list[at].header);
            let span = |node: usize| span(graph, program, node);
            if depth > DEEPEST {
                let message = alloc::format!("More than {DEEPEST} loops are in each other.");
                return Err(Diagnostic::error("limit::wcet-loops", span(nodes[0]), message));
            }
            for mut part in components(graph, &nodes, cut) {
                let header = entry(graph, &part, cut).map_err(|node| {
                    let message = "A loop is entered at several places: this is one of them.";
                    Diagnostic::error("wcet::loop", span(node), message)
                })?;
                lanescope_parts::base::order::sort(&mut part);
                part.iter().for_each(|node| loops.innermost[*node] = Some(loops.list.len()));
                parts.push((Some(loops.list.len()), depth + 1, part.clone()));
                loops.list.push(Loop { header, nodes: part, parent });
            }
        }
        Ok(loops)
    }

    /// Is a node in a loop?
    pub fn contains(&self, at: usize, node: usize) -> bool {
        self.list[at].nodes.binary_search(&node).is_ok()
    }

    /// Loops around a loop.
    pub fn depth(&self, at: usize) -> usize {
        core::iter::successors(self.list[at].parent, |parent| self.list[*parent].parent).count()
    }

    /// The loops around a node, the outermost first.
    pub fn around(&self, node: usize) -> Vec<usize> {
        let mut list = Vec::new();
        let mut at = self.innermost[node];
        while let Some(one) = at {
            list.push(one);
            at = self.list[one].parent;
        }
        list.reverse();
        list
    }
}

/// The place of a node in the text.
pub fn span(graph: &Graph, program: &Program, node: usize) -> Span {
    let first = graph.nodes.get(node).map_or(u32::MAX, |node| node.block.first);
    program.instructions.get(first as usize).map_or(Span::NONE, |one| one.span)
}

/// The node of a part by which it is entered from outside, or where the program begins; else one of several such.
fn entry(graph: &Graph, part: &[usize], cut: Option<usize>) -> Result<usize, usize> {
    let mut inside = vec![false; graph.nodes.len()];
    part.iter().for_each(|node| inside[*node] = true);
    let mut header = inside[0].then_some(0);
    for edge in &graph.edges {
        let Some(to) = edge.to.filter(|to| inside[*to] && Some(*to) != cut) else { continue };
        if !inside[edge.from] {
            match header {
                Some(known) if known != to => return Err(to),
                _ => header = Some(to),
            }
        }
    }
    header.ok_or(part[0])
}

/// The parts of some nodes in which control can come back, without the edges into `cut` (Tarjan's algorithm, with a list in the
/// place of the host's stack).
fn components(graph: &Graph, nodes: &[usize], cut: Option<usize>) -> Vec<Vec<usize>> {
    let count = graph.nodes.len();
    let mut inside = vec![false; count];
    nodes.iter().for_each(|node| inside[*node] = true);
    let mut next: Vec<Vec<usize>> = vec![Vec::new(); count];
    let kept = |to: &usize| inside[*to] && Some(*to) != cut;
    for edge in graph.edges.iter().filter(|edge| inside[edge.from]) {
        next[edge.from].extend(edge.to.filter(kept));
    }
    let (mut number, mut low) = (vec![0; count], vec![0; count]);
    let (mut open, mut is_open, mut counter) = (Vec::new(), vec![false; count], 0);
    let mut found = Vec::new();
    for &root in nodes {
        if number[root] > 0 {
            continue;
        }
        let mut path = vec![(root, 0)];
        while let Some((node, at)) = path.pop() {
            if at == 0 {
                counter += 1;
                (number[node], low[node]) = (counter, counter);
                open.push(node);
                is_open[node] = true;
            }
            if let Some(&to) = next[node].get(at) {
                path.push((node, at + 1));
                if number[to] == 0 {
                    path.push((to, 0));
                } else if is_open[to] {
                    low[node] = low[node].min(number[to]);
                }
                continue;
            }
            if let Some((above, _)) = path.last() {
                low[*above] = low[*above].min(low[node]);
            }
            if low[node] == number[node] {
                let begin = open.iter().rposition(|one| *one == node).unwrap_or(0);
                let part = open.split_off(begin);
                part.iter().for_each(|one| is_open[*one] = false);
                if part.len() > 1 || next[node].contains(&node) {
                    found.push(part);
                }
            }
        }
    }
    found
}
