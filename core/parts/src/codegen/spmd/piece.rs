//! Pieces of a kernel that scalar code may carry out for one element after another.
//!
//! Pieces are what one way of a divergent branch (or a place where several meet) dominates, and loops that elements leave
//! in different turns. A piece has no scalar copy if it uses functions that the scalar unit has not, or if it waits for other
//! work-items (an atomic or a volatile access in a loop): an element would wait for another one whose turn never comes.
//! Nor has one that is left backwards, or with values that have no place for each element.

use alloc::vec::Vec;

use super::{facts::Facts, masks::Own, plan::Plan, variability::Level};
use crate::{
    codegen::target::TargetMachine,
    ir::{BlockId, Op, Value},
};

/// A piece of the kernel that may be carried out for one element after another.
pub struct Piece {
    /// Its first block.
    pub entry: BlockId,
    /// Its blocks in the order of the code.
    pub blocks: Vec<BlockId>,
}

impl Facts {
    /// The piece that begins with a way or a join, if there can be scalar code for it: what the block dominates within its
    /// loop.
    pub fn piece_of_block(&self, plan: &Plan, entry: BlockId, target: &dyn TargetMachine) -> Option<Piece> {
        let blocks = plan.masks.guarded(&self.flow, entry);
        self.piece(plan, entry, target, |block| blocks.contains(&block))
    }

    /// The piece that is a loop, if there can be scalar code for it.
    pub fn piece_of_loop(&self, plan: &Plan, at: usize, target: &dyn TargetMachine) -> Option<Piece> {
        let header = self.flow.loops.loops[at].header;
        self.piece(plan, header, target, |block| self.flow.loops.contains(at, block))
    }

    fn piece(
        &self,
        plan: &Plan,
        entry: BlockId,
        target: &dyn TargetMachine,
        contains: impl Fn(BlockId) -> bool,
    ) -> Option<Piece> {
        let blocks: Vec<BlockId> =
            plan.masks.order.iter().copied().filter(|block| contains(*block)).collect();
        let piece = Piece { entry, blocks };
        let fits = |block: &BlockId| {
            self.is_scalar_work(&piece, *block, target) && self.is_left_forwards(plan, &piece, *block)
        };
        piece.blocks.iter().all(fits).then_some(piece)
    }

    /// Has the scalar unit instructions for what a block does, and does none of them wait for another work-item?
    fn is_scalar_work(&self, piece: &Piece, block: BlockId, target: &dyn TargetMachine) -> bool {
        let mut loops = self.flow.loops.loops.iter();
        let repeated = loops.any(|l| piece.blocks.contains(&l.header) && l.blocks.contains(&block));
        self.kernel.blocks[block.index()].insts.iter().all(|inst| {
            let inst = &self.kernel.insts[inst.index()];
            let waits = match inst.op {
                Op::Atomic(..) | Op::CompareExchange(..) => true,
                Op::Load { volatile, .. } | Op::Store { volatile, .. } => volatile,
                _ => false,
            };
            let has_none = |value| {
                self.variability.level(value) == Level::Block
                    && !target.has_scalar(&inst.op, self.kernel.ty(value))
            };
            !(waits && repeated || inst.result.is_some_and(has_none))
        })
    }

    /// Do all ways out of a block lead on, to where elements may come one by one? What is the same in all of them, or
    /// affine, has no place for each of them.
    fn is_left_forwards(&self, plan: &Plan, piece: &Piece, block: BlockId) -> bool {
        let at = plan.masks.position[piece.entry.index()];
        let one_place = |value: Value| !self.is_vector(value);
        let mut ways = self.kernel.blocks[block.index()].term.targets();
        ways.all(|way| {
            let to = way.block;
            let params = self.kernel.blocks[to.index()].params.iter().copied();
            let passed = |(param, arg): (Value, Value)| one_place(param) && self.is_made_in(piece, arg);
            let mut left = plan.masks.left_loops(&self.flow, block, to);
            let escapes = |value: &Value| one_place(*value) && self.is_made_in(piece, *value);
            piece.blocks.contains(&to)
                || !self.regions.leaves(block, to)
                    && plan.masks.position[to.index()] > at
                    && matches!(plan.masks.own(to), Own::None | Own::Join)
                    && !params.zip(way.args.iter().copied()).any(passed)
                    && !left.any(|at| self.escapes(at).iter().any(escapes))
        })
    }

    /// Does the piece compute the value where it stands?
    fn is_made_in(&self, piece: &Piece, value: Value) -> bool {
        let home = self.kept.home(value);
        self.variability.level(value) == Level::Block && home.is_some_and(|home| piece.blocks.contains(&home))
    }
}
