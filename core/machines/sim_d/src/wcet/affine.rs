//! What scalars hold, as far as it follows from the place of a group in the launch.
//!
//! A scalar is a sum of the group's first column and row, each times a number, and a number; or nothing is known of it. That is
//! worked out over all ways through the program, so that the places of requests of each group are known before it runs.

use alloc::{vec, vec::Vec};

use super::{
    graph::Graph,
    scalars::{self, ALL, SCALARS, STRIDE},
};
use crate::{
    exec::{Group, Launch},
    isa::{Instruction, Op, Operand, OperandKind, Program, Register, Suffix},
};

/// `column * x + row * y + number`, in words of 32 bits that wrap.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Affine {
    /// Times the group's first column.
    pub column: u32,
    /// Times its first row.
    pub row: u32,
    /// And that.
    pub number: u32,
}

impl Affine {
    /// A number.
    pub const fn number(number: u32) -> Affine {
        Affine { column: 0, row: 0, number }
    }

    /// Its value in a group.
    pub const fn of(&self, group: &Group) -> u32 {
        let column = self.column.wrapping_mul(group.offset[0]);
        column.wrapping_add(self.row.wrapping_mul(group.offset[1])).wrapping_add(self.number)
    }

    const fn constant(&self) -> Option<u32> {
        if self.column == 0 && self.row == 0 { Some(self.number) } else { None }
    }

    fn zip(self, other: Affine, with: impl Fn(u32, u32) -> u32) -> Affine {
        let (column, row) = (with(self.column, other.column), with(self.row, other.row));
        Affine { column, row, number: with(self.number, other.number) }
    }
}

/// What is known of each scalar.
pub type Scalars = Vec<Option<Affine>>;

/// What scalars hold in front of each node of a graph.
#[derive(Clone, Debug)]
pub struct Known<'p> {
    program: &'p Program,
    launch: Launch,
    nodes: Vec<Option<Scalars>>,
}

impl<'p> Known<'p> {
    /// Works it out. At the beginning a scalar holds what a group before left.
    pub fn new(program: &'p Program, graph: &Graph, launch: Launch) -> Known<'p> {
        let mut known = Known { program, launch, nodes: vec![None; graph.nodes.len()] };
        let mut first: Scalars = vec![None; ALL];
        first[SCALARS..].fill(Some(Affine::number(1)));
        known.nodes[0] = Some(first);
        let leaving = graph.leaving();
        let mut waiting = vec![0];
        while let Some(node) = waiting.pop() {
            let block = graph.nodes[node].block;
            let left = known.behind(node, block.first..block.last + 1);
            for to in leaving[node].iter().filter_map(|edge| graph.edges[*edge].to) {
                if join(&mut known.nodes[to], &left) {
                    waiting.push(to);
                }
            }
        }
        known
    }

    /// What scalars hold behind some instructions of a node, from its first on.
    fn behind(&self, node: usize, instructions: core::ops::Range<u32>) -> Scalars {
        let mut scalars = self.nodes[node].clone().unwrap_or(vec![None; ALL]);
        for at in instructions {
            self.step(&self.program.instructions[at as usize], &mut scalars);
        }
        scalars
    }

    /// The offset and the custom stride at the last instruction of a node.
    pub fn at_end(&self, graph: &Graph, node: usize) -> ([Option<Affine>; 2], [Option<Affine>; 3]) {
        let block = graph.nodes[node].block;
        let scalars = self.behind(node, block.first..block.last);
        let one = &self.program.instructions[block.last as usize];
        let offset = [1, 2].map(|at| self.source(one.sources[at], &scalars));
        (offset, core::array::from_fn(|at| scalars[SCALARS + at]))
    }

    fn source(&self, source: Option<Operand>, scalars: &[Option<Affine>]) -> Option<Affine> {
        let special = |number: u8| {
            let [columns, rows] = self.launch.size;
            match number {
                0 => Some(Affine::number(columns)),
                1 => Some(Affine::number(rows)),
                2 => Some(Affine { column: 1, ..Affine::default() }),
                3 => Some(Affine { row: 1, ..Affine::default() }),
                4 => Some(Affine::number(self.launch.width)),
                _ => scalars[SCALARS + usize::from(number - STRIDE)],
            }
        };
        match source {
            None => Some(Affine::default()),
            Some(Operand::Immediate(bits)) => Some(Affine::number(bits)),
            Some(Operand::Register(Register { kind: OperandKind::Scalar, number })) => {
                scalars[usize::from(number)]
            }
            Some(Operand::Register(Register { kind: OperandKind::ScalarSpecial, number })) => special(number),
            _ => None,
        }
    }

    fn step(&self, one: &Instruction, scalars: &mut Scalars) {
        // How many words come from a scratchpad, a register says.
        scalars::step(one, scalars, SCALARS, |scalars| self.result(one, scalars));
    }

    fn result(&self, one: &Instruction, scalars: &[Option<Affine>]) -> Option<Affine> {
        let source = |at: usize| self.source(one.sources[at], scalars);
        let product = |a: Affine, b: Affine| match (a.constant(), b.constant()) {
            (_, Some(by)) => Some(a.zip(a, |x, _| x.wrapping_mul(by))),
            (Some(by), _) => Some(b.zip(b, |x, _| x.wrapping_mul(by))),
            _ => None,
        };
        let buffer = || self.program.buffer(one.immediate(0)?);
        match one.op {
            Op::Smov | Op::Smovssp => source(0),
            Op::Siadd => Some(source(0)?.zip(source(1)?, u32::wrapping_add)),
            Op::Sisub => Some(source(0)?.zip(source(1)?, u32::wrapping_sub)),
            Op::Simul => product(source(0)?, source(1)?),
            Op::Simad => Some(product(source(0)?, source(1)?)?.zip(source(2)?, u32::wrapping_add)),
            Op::Sshl => {
                let by = 1u32.checked_shl(source(1)?.constant()?)?;
                product(source(0)?, Affine::number(by))
            }
            Op::Sor if source(1)? == Affine::default() => source(0),
            Op::Bufquery if one.suffix == Some(Suffix::DimX) => Some(Affine::number(buffer()?.width)),
            Op::Bufquery => Some(Affine::number(buffer()?.height)),
            _ => None,
        }
    }
}

/// What is known on both ways; has it changed?
fn join(known: &mut Option<Scalars>, new: &Scalars) -> bool {
    let Some(known) = known else {
        *known = Some(new.clone());
        return true;
    };
    let mut changed = false;
    for (old, new) in known.iter_mut().zip(new) {
        if old.is_some() && old != new {
            (*old, changed) = (None, true);
        }
    }
    changed
}
