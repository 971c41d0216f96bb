//! Ways that lead to several blocks are gathered in one, and told apart again behind it by a number (HARP 4.16, "guard variables": flags at
//! cross edges, tests at the join).

use alloc::vec::Vec;

use super::{
    super::isa::Op,
    code::{Block, Choice, End, Reg},
    emit::Emitter,
};

/// More numbers than that are told apart by a tree of comparisons, since each test of a row lies in the one before.
const ROW: usize = 16;

/// Edges that were gathered.
#[derive(Clone, Debug)]
pub(super) struct Gathered {
    /// The value that tells where a lane goes on.
    pub out: Reg,
    /// Where the lanes go on, by their numbers: what comes first in the code is first.
    pub targets: Vec<usize>,
}

impl Gathered {
    /// Where edges lead.
    pub fn new(emit: &mut Emitter, edges: &[(usize, usize)]) -> Gathered {
        let order = emit.code.order();
        let out = emit.word();
        let targets = order.into_iter().filter(|block| edges.iter().any(|(_, to)| to == block)).collect();
        Gathered { out, targets }
    }

    /// Leads an edge to a block instead, with its number, and with what else is done on the way.
    pub fn lead(
        &self,
        emit: &mut Emitter,
        (from, to): (usize, usize),
        meet: usize,
        also: impl Fn(&mut Emitter),
    ) {
        let way = emit.code.add(Block::empty(meet, emit.span));
        emit.block = way;
        also(emit);
        let number = self.targets.iter().position(|target| *target == to).unwrap_or(0);
        emit.line(None, Op::Ldi, [self.out, 0, 0], number as i64);
        emit.code.blocks[from].end.redirect(to, way);
    }

    /// Writes the tests; the block with the first of them. `None` if nobody is told apart, because there is no edge.
    pub fn dispatch(&self, emit: &mut Emitter) -> Option<usize> {
        if self.targets.len() > ROW {
            return Some(self.tree(emit, 0, self.targets.len()));
        }
        let (last, tested) = self.targets.split_last()?;
        let mut rest = *last;
        for (number, to) in tested.iter().enumerate().rev() {
            rest = self.test(emit, Op::Iszero, number, [*to, rest]);
        }
        Some(rest)
    }

    /// The tests for the numbers from one on and below another: half of them lie behind each side of a comparison.
    fn tree(&self, emit: &mut Emitter, from: usize, below: usize) -> usize {
        if below - from == 1 {
            return self.targets[from];
        }
        let middle = from.midpoint(below);
        let [low, high] = [(from, middle), (middle, below)].map(|(from, below)| self.tree(emit, from, below));
        self.test(emit, Op::Isneg, middle, [low, high])
    }

    /// A block that leads lanes one way if their number less another passes a test.
    fn test(&self, emit: &mut Emitter, test: Op, number: usize, [yes, no]: [usize; 2]) -> usize {
        let block = emit.code.add(Block::empty(no, emit.span));
        emit.block = block;
        let left = emit.with(Op::Subi, self.out, number as u64);
        let on = emit.test(test, left);
        emit.code.blocks[block].end = End::Branch { on, yes, no, choice: Choice::Split, site: None };
        block
    }
}
