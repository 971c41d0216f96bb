//! Step 3: what a node and each edge of a graph cost in cycles of computation.
//!
//! Two models. That of the author's tool: a block costs the edges from its first commit to the first commit behind it, and one; an
//! edge costs what the next block takes longer warm than cold, a flush, or pops. Ours follows the machine: a phase lasts from
//! the edge at which its group could be fetched to the commit of its request, so that phases of groups follow each other
//! without gaps in what is counted.

use alloc::vec::Vec;

use super::{
    graph::{EdgeKind, Graph},
    issue::{Pending, Ran, Rules},
};
use crate::isa::{Instruction, Issue, Op, Program};

/// Costs of a graph.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Costs {
    /// What each node costs by itself, cold.
    pub nodes: Vec<u64>,
    /// The same, warm: with what the block before it in the text may leave pending.
    pub warm: Vec<u64>,
    /// What each edge adds to the node that it leaves.
    pub edges: Vec<i64>,
    /// What a group's first phase begins with.
    pub begin: u64,
}

impl Costs {
    /// What an edge costs with the node that it leaves.
    pub fn of(&self, node: u32, edge: u32) -> u64 {
        self.nodes[node as usize].saturating_add_signed(self.edges[edge as usize])
    }
}

fn instructions<'p>(program: &'p Program, graph: &Graph, node: usize) -> &'p [Instruction] {
    let block = graph.nodes[node].block;
    &program.instructions[block.first as usize..=block.last as usize]
}

fn divides(program: &Program, graph: &Graph, node: usize) -> bool {
    instructions(program, graph, node).first().is_some_and(|one| one.op.row().issue == Issue::Divider)
}

fn asks(program: &Program, graph: &Graph, node: usize) -> bool {
    graph.request(node, program).is_some()
}

/// Costs as the author's tool has them (facts 15, 2 and 3).
pub fn author(program: &Program, graph: &Graph, rules: &Rules) -> Costs {
    let depth = rules.commit + 1;
    let decode = depth - rules.stages;
    let blocks: Vec<usize> = (0..graph.nodes.len()).collect();
    // From the first commit to the first one behind the block, and one.
    let cost = |node: usize, pending: &Pending| {
        let list = instructions(program, graph, node);
        let ran = rules.run(list, pending);
        let next = if asks(program, graph, node) {
            ran.edges + depth
        } else {
            let behind = program.instructions.get(graph.nodes[node].block.last as usize + 1);
            let mut pending = ran.pending.clone();
            let wait = behind.map_or(0, |one| rules.issue(one, 0, &mut pending).0);
            ran.edges + wait
        };
        (next - ran.first + 1, ran.pending)
    };
    let mut warm = Vec::new();
    let mut pending = Pending::default();
    for &node in &blocks {
        let (edges, left) = cost(node, &pending);
        warm.push(edges);
        pending = if asks(program, graph, node) { Pending::default() } else { left };
    }
    let cold: Vec<u64> = blocks.iter().map(|node| cost(*node, &Pending::default()).0).collect();
    let flush = |to: Option<usize>| {
        let divides = to.is_some_and(|to| divides(program, graph, to));
        if divides { depth.max(decode + 8) } else { depth }
    };
    let edge = |edge: &super::graph::Edge| match edge.way {
        EdgeKind::Falls => edge.to.map_or(0, |to| warm[to] as i64 - cold[to] as i64),
        EdgeKind::Jumps => flush(edge.to) as i64,
        EdgeKind::Pops(count) => {
            let last = flush(edge.to) + rules.warps + 1;
            ((u64::from(count) - 1) * (depth + rules.warps + 1) + last) as i64
        }
        EdgeKind::Exits | EdgeKind::Stores => 0,
    };
    Costs { edges: graph.edges.iter().map(edge).collect(), nodes: cold, warm, begin: depth }
}

/// Costs that the machine never exceeds.
pub fn machine(program: &Program, graph: &Graph, rules: &Rules) -> Costs {
    let flushed = flushed(program, graph, rules);
    let entries = entries(program, graph, rules, &flushed);
    let run = |node: usize, pending: &Pending| rules.run(instructions(program, graph, node), pending);
    let cold: Vec<u64> = (0..graph.nodes.len()).map(|node| run(node, &Pending::default()).edges).collect();
    let warm: Vec<u64> = (0..graph.nodes.len()).map(|node| run(node, &entries[node]).edges).collect();
    let request = |node: usize| asks(program, graph, node);
    // A transfer of a scratchpad may be over before what its flush left is: the group is decoded two edges later than behind a jump.
    let behind_request = |from: usize, to: Option<usize>| {
        let last = graph.nodes[from].block.last as usize;
        let short = program.instructions.get(last).is_some_and(|one| is_scratchpad(one.op));
        let left = || rules.left_by_flush(behind(program, graph, from)).later(2);
        to.filter(|_| short).map_or(0, |to| run(to, &left()).edges - cold[to])
    };
    let edge = |edge: &super::graph::Edge| {
        let ran = run(edge.from, &entries[edge.from]);
        let flush = rules.commit + 1;
        let more = match edge.way {
            // From the edge at which the group could be fetched until the commit.
            _ if request(edge.from) => rules.commit + 1 + behind_request(edge.from, edge.to),
            EdgeKind::Falls => {
                let to = edge.to.unwrap_or(edge.from);
                warm[to] - cold[to]
            }
            EdgeKind::Jumps => flush + edge.to.map_or(0, |to| run(to, &flushed[to]).edges - cold[to]),
            // The last pop found nothing: the group ends.
            EdgeKind::Pops(_) if edge.to.is_none() => 2,
            EdgeKind::Pops(_) => 0,
            EdgeKind::Exits | EdgeKind::Stores => rules.commit + 3,
        };
        let pops = match edge.way {
            EdgeKind::Pops(count) => pops(program, graph.nodes[edge.from].block.last + 1, count, &ran, rules),
            _ => 0,
        };
        // A straggler that asks for something waits in a phase of its own; one that jumps flushes before the pops.
        let straggles = graph.nodes[edge.from].straggles && !request(edge.from);
        (more + pops + if straggles { flush } else { 0 }) as i64
    };
    Costs { edges: graph.edges.iter().map(edge).collect(), nodes: cold, warm, begin: 0 }
}

/// What stands behind a node in the text.
fn behind<'p>(program: &'p Program, graph: &Graph, node: usize) -> &'p [Instruction] {
    program.instructions.get(graph.nodes[node].block.last as usize + 1..).unwrap_or_default()
}

/// The most that flushes may leave pending when each node is entered by a jump, or a pop of the program.
fn flushed(program: &Program, graph: &Graph, rules: &Rules) -> Vec<Pending> {
    let mut flushed = alloc::vec![Pending::default(); graph.nodes.len()];
    for edge in graph.edges.iter().filter(|edge| edge.way == EdgeKind::Jumps) {
        let Some(to) = edge.to else { continue };
        let left = rules.left_by_flush(behind(program, graph, edge.from));
        flushed[to] = core::mem::take(&mut flushed[to]).most(&left);
    }
    flushed
}

/// The most that may be pending when each node is entered from the one before it in the text.
fn entries(program: &Program, graph: &Graph, rules: &Rules, flushed: &[Pending]) -> Vec<Pending> {
    let mut entries = alloc::vec![Pending::default(); graph.nodes.len()];
    for node in 0..graph.nodes.len() {
        let list = instructions(program, graph, node);
        // What it writes itself is pending longest if nothing kept it waiting; what was pending before, at most as long as it was.
        let fresh = rules.run(list, &Pending::default());
        let kept = entries[node].clone().most(&flushed[node]).later(fresh.edges);
        let left = fresh.pending.most(&kept);
        let falls = graph.edges.iter().filter(|edge| edge.from == node && edge.way == EdgeKind::Falls);
        for to in falls.filter_map(|edge| edge.to) {
            if !asks(program, graph, node) {
                entries[to] = left.clone();
            }
        }
    }
    entries
}

/// Edges from behind a node's last warp until the target of so many pops is decoded. What stands behind is decoded and killed until
/// the decoder sees that no work-item is on.
fn pops(program: &Program, at: u32, count: u32, ran: &Ran, rules: &Rules) -> u64 {
    let seen = rules.commit + 1;
    let mut pending = ran.pending.clone();
    let (mut edge, mut at) = (0, at as usize);
    while edge < seen
        && let Some(one) = program.instructions.get(at)
    {
        (edge, at) = (rules.issue(one, edge, &mut pending).1, at + 1);
    }
    let (begun, end) = rules.issue(&Instruction::new(Op::Cpop), edge.max(seen), &mut pending);
    debug_assert!(begun >= seen);
    let flush = rules.commit + 1;
    end + flush + u64::from(count - 1) * (rules.warps + flush)
}

/// Does an instruction use a scratchpad alone?
pub const fn is_scratchpad(op: Op) -> bool {
    matches!(op, Op::Ldsplin | Op::Stsplin | Op::Ldspbidx | Op::Stspbidx | Op::Sldsp)
}
