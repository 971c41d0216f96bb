//! Ways that lead to several blocks are gathered in one, and told apart again behind it by a number (HARP 4.16, "guard variables": flags at
//! cross edges, tests at the join).

use alloc::vec::Vec;

use super::{
    super::isa::Op,
    code::{Block, Choice, End, Reg},
    emit::Emitter,
};

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
        let (last, tested) = self.targets.split_last()?;
        let mut rest = *last;
        for (number, to) in tested.iter().enumerate().rev() {
            let test = emit.code.add(Block::empty(rest, emit.span));
            emit.block = test;
            let left = emit.with(Op::Subi, self.out, number as u64);
            let on = emit.test(Op::Iszero, left);
            emit.code.blocks[test].end =
                End::Branch { on, yes: *to, no: rest, choice: Choice::Split, site: None };
            rest = test;
        }
        Some(rest)
    }
}
