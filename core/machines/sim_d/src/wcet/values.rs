//! What scalars hold at each request of each group, where [`affine`](super::affine) does not say it: in loops, and where they are
//! divided, shifted or masked.
//!
//! The scalars of a group follow from its place in the launch, but for what is read from memory. So each group goes once through the
//! [unrolled graph](super::unroll), with numbers: every turn of a loop is a vertex of its own. Where ways meet that left different
//! numbers, nothing is known. A jump that a known scalar decides goes one way alone; where what is said of it leaves only the other one,
//! that is not true.

use alloc::{vec, vec::Vec};

use lanescope_parts::base::OrdMap;

use super::{
    graph::{EdgeKind, Graph},
    scalars::{self, ALL, SCALARS, STRIDE},
    unroll::{Dag, Step},
};
use crate::{
    exec::{Group, Launch, scalar},
    isa::{Instruction, Op, Operand, OperandKind, Program, Register, Suffix},
};

/// Most vertices that are gone through, of all groups together: a second's work.
const MOST_VISITS: u64 = 1 << 22;

/// What is known of each scalar.
type Scalars = [Option<u32>; ALL];

/// A request that a group makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct At {
    /// The group.
    pub group: u32,
    /// Its offset; nothing of what is read from memory.
    pub offset: [Option<u32>; 2],
    /// The custom stride.
    pub stride: [Option<u32>; 3],
}

/// What is found out.
#[derive(Clone, Debug, Default)]
pub struct Found {
    /// The requests of all groups by the node that they end; `None` if that is too much to go through. Then there is one group alone.
    pub requests: Option<Vec<Vec<At>>>,
    /// Nodes that end with a jump which a scalar decides otherwise than is said, of the jump or of its loop.
    pub untrue: Vec<usize>,
}

/// Goes through the groups of a launch.
pub fn found(program: &Program, graph: &Graph, dag: &Dag, launch: Launch) -> Found {
    let [columns, rows] = launch.groups().map(u64::from);
    let visits = columns.saturating_mul(rows).saturating_mul(dag.vertices.len() as u64);
    let whole = visits <= MOST_VISITS;
    let mut steps: Vec<Vec<Step>> = vec![Vec::new(); dag.vertices.len()];
    dag.steps.iter().for_each(|step| steps[step.from as usize].push(*step));
    let mut requests: Vec<OrdMap<At, ()>> = vec![OrdMap::new(); graph.nodes.len()];
    let mut untrue: OrdMap<usize, ()> = OrdMap::new();
    for group in launch.all_groups().take(if whole { usize::MAX } else { 1 }) {
        let walk = Walk { program, launch, group };
        let mut first: Scalars = [None; ALL];
        first[SCALARS..].fill(Some(1));
        // At the beginning a scalar holds what a group before left.
        let mut before: Vec<Option<Scalars>> = vec![None; dag.vertices.len()];
        before[0] = Some(first);
        for &vertex in &dag.order {
            let Some(mut scalars) = before[vertex as usize].take() else { continue };
            let node = dag.vertices[vertex as usize] as usize;
            if let Some(at) = walk.through(graph, node, &mut scalars) {
                requests[node].insert(at, ());
            }
            let taken = walk.taken(graph, node, &scalars);
            let goes = |step: &&Step| {
                let way = graph.edges[step.edge as usize].way;
                taken.is_none_or(|taken| {
                    !matches!(way, EdgeKind::Falls | EdgeKind::Jumps) || taken == (way == EdgeKind::Jumps)
                })
            };
            let leaving = &steps[vertex as usize];
            if !leaving.is_empty() && !leaving.iter().any(|step| goes(&step)) {
                untrue.insert(node, ());
            }
            for to in leaving.iter().filter(goes).filter_map(|step| step.to) {
                join(&mut before[to as usize], &scalars);
            }
        }
    }
    let requests = requests.into_iter().map(|found| found.into_keys().collect()).collect();
    Found { requests: whole.then_some(requests), untrue: untrue.into_keys().collect() }
}

/// A group on its way.
struct Walk<'p> {
    program: &'p Program,
    launch: Launch,
    group: Group,
}

impl Walk<'_> {
    /// Goes through a node; the request with which it ends.
    fn through(&self, graph: &Graph, node: usize, scalars: &mut Scalars) -> Option<At> {
        let block = graph.nodes[node].block;
        for at in block.first..block.last {
            self.step(&self.program.instructions[at as usize], scalars);
        }
        let last = &self.program.instructions[block.last as usize];
        let asks = graph.request(node, self.program).is_some();
        let offset = [1, 2].map(|at| last.sources[at].map_or(Some(0), |_| self.source(last, at, scalars)));
        let stride = core::array::from_fn(|at| scalars[SCALARS + at]);
        self.step(last, scalars);
        asks.then_some(At { group: self.group.number, offset, stride })
    }

    /// Is the conditional jump taken with which a node ends, if its scalar is known?
    fn taken(&self, graph: &Graph, node: usize, scalars: &Scalars) -> Option<bool> {
        let node = &graph.nodes[node];
        let one = &self.program.instructions[node.block.last as usize];
        let value = (one.op == Op::Sicj && !node.straggles).then(|| self.source(one, 1, scalars))??;
        Some(scalar::compares(one.suffix, value as i32))
    }

    fn source(&self, one: &Instruction, at: usize, scalars: &[Option<u32>]) -> Option<u32> {
        match one.sources[at]? {
            Operand::Immediate(bits) => Some(bits),
            Operand::Register(Register { kind: OperandKind::Scalar, number }) => scalars[usize::from(number)],
            Operand::Register(Register { kind: OperandKind::ScalarSpecial, number }) => match number {
                0 | 1 => Some(self.launch.size[usize::from(number)]),
                2 | 3 => Some(self.group.offset[usize::from(number) - 2]),
                4 => Some(self.launch.width),
                _ => scalars[SCALARS + usize::from(number - STRIDE)],
            },
            _ => None,
        }
    }

    fn step(&self, one: &Instruction, scalars: &mut Scalars) {
        // How many words come from a scratchpad, a register says.
        let of_scratchpad = scalars[SCALARS].map_or(SCALARS, |words| words as usize);
        scalars::step(one, scalars, of_scratchpad, |scalars| self.result(one, scalars));
    }

    fn result(&self, one: &Instruction, scalars: &[Option<u32>]) -> Option<u32> {
        let source = |at: usize| match one.sources[at] {
            None => Some(0),
            Some(_) => self.source(one, at, scalars),
        };
        match one.op {
            Op::Smov | Op::Smovssp => source(0),
            Op::Bufquery => {
                let buffer = self.program.buffer(one.immediate(0)?)?;
                Some(if one.suffix == Some(Suffix::DimX) { buffer.width } else { buffer.height })
            }
            op => scalar::result(op, source(0)?, source(1)?, source(2)?),
        }
    }
}

/// What is known on both ways.
fn join(known: &mut Option<Scalars>, new: &Scalars) {
    match known {
        None => *known = Some(*new),
        Some(known) => {
            known.iter_mut().zip(new).filter(|(old, new)| old != new).for_each(|(old, _)| *old = None);
        }
    }
}
