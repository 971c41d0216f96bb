//! The scalar fall-back: what a mask with few ones guards is carried out by scalar code, element after element (hp_ch4
//! 4.13, 5.7, HV30).
//!
//! Vector code takes its time however few elements its mask lets through; the time of a loop over these elements grows
//! with their number. With `skip = sparse` a piece of the kernel that is under a mask of its own is therefore written
//! twice, and where it begins `vcpop.m` decides which of the two is carried out:
//!
//! ```text
//!          count = vcpop mask
//!          count = 0: go on behind the piece
//!          100 * count >= sparse_below * vl: go on at dense
//!          … the piece for each element of the mask: see `element` …
//!          go on behind the piece
//! dense:   … the piece for all elements, under its mask …
//! ```
//!
//! Pieces are what one way of a divergent branch (or a place where several meet) dominates, and loops that elements leave
//! in different turns: there the question is asked at the end of each turn, about those that stay.
//!
//! A piece has no scalar copy if it uses functions that the scalar core has not, or if it waits for other work-items (an
//! atomic or a volatile access in a loop): an element would wait for another one whose turn never comes.

use alloc::vec::Vec;

use super::{
    blocks::Shape,
    code::{Class, Label, Line, Reg, What},
    generate::Generator,
    kinds::{Kind, Level, by_vector},
    masks::Own,
};
use crate::{
    ir::{BlockId, Op, Value},
    machines::rvv::{
        isa::{Csr, Form, Op as M},
        spec::Skip,
    },
};

/// A piece of the kernel that may be carried out for one element after another.
pub(super) struct Piece {
    pub entry: BlockId,
    /// Its blocks in the order of the code.
    pub blocks: Vec<BlockId>,
}

impl Generator<'_> {
    /// The piece that begins with a way or a join, if there is to be scalar code for it: what the block dominates within
    /// its loop.
    pub fn piece_of_block(&self, shape: &Shape, entry: BlockId) -> Option<Piece> {
        let blocks = self.region.plan.guarded(self.flow, entry);
        self.piece(shape, entry, |block| blocks.contains(&block))
    }

    /// The piece that is a loop, if there is to be scalar code for it.
    pub fn piece_of_loop(&self, shape: &Shape, at: usize) -> Option<Piece> {
        let header = self.flow.loops.loops[at].header;
        self.piece(shape, header, |block| self.flow.loops.contains(at, block))
    }

    fn piece(&self, shape: &Shape, entry: BlockId, contains: impl Fn(BlockId) -> bool) -> Option<Piece> {
        if self.spec.skip != Skip::Sparse {
            return None;
        }
        let blocks: Vec<BlockId> =
            self.region.plan.order.iter().copied().filter(|block| contains(*block)).collect();
        let piece = Piece { entry, blocks };
        let fits = |block: &BlockId| {
            self.is_scalar_work(&piece, *block) && self.is_left_forwards(shape, &piece, *block)
        };
        piece.blocks.iter().all(fits).then_some(piece)
    }

    /// Has the scalar core instructions for what a block does, and does none of them wait for another work-item?
    fn is_scalar_work(&self, piece: &Piece, block: BlockId) -> bool {
        let mut loops = self.flow.loops.loops.iter();
        let repeated = loops.any(|l| piece.blocks.contains(&l.header) && l.blocks.contains(&block));
        self.kernel.blocks[block.index()].insts.iter().all(|inst| {
            let inst = &self.kernel.insts[inst.index()];
            let waits = match inst.op {
                Op::Atomic(..) | Op::CompareExchange(..) => true,
                Op::Load { volatile, .. } | Op::Store { volatile, .. } => volatile,
                _ => false,
            };
            let by_vector =
                |value| self.kinds.level(value) == Level::Block && by_vector(self.kernel, &inst.op, value);
            !(waits && repeated || inst.result.is_some_and(by_vector))
        })
    }

    /// Do all ways out of a block lead on, to where elements may come one by one? What is the same in all of them, or
    /// affine, has no place for each of them.
    fn is_left_forwards(&self, shape: &Shape, piece: &Piece, block: BlockId) -> bool {
        let plan = &self.region.plan;
        let at = plan.position[piece.entry.index()];
        let one_place = |value: Value| self.kinds.kind(value) != Kind::Vector;
        let mut ways = self.kernel.blocks[block.index()].term.targets();
        ways.all(|way| {
            let to = way.block;
            let params = self.kernel.blocks[to.index()].params.iter().copied();
            let passed = |(param, arg): (Value, Value)| one_place(param) && self.is_made_in(piece, arg);
            let mut left = plan.left_loops(self.flow, block, to);
            let escapes = |value: &Value| one_place(*value) && self.is_made_in(piece, *value);
            piece.blocks.contains(&to)
                || !shape.regions.leaves(block, to)
                    && plan.position[to.index()] > at
                    && matches!(plan.own(to), Own::None | Own::Join)
                    && !params.zip(way.args.iter().copied()).any(passed)
                    && !left.any(|at| shape.escapes(at).iter().any(escapes))
        })
    }

    /// Does the piece compute the value where it stands?
    fn is_made_in(&self, piece: &Piece, value: Value) -> bool {
        let home = self.context.home(value);
        self.kinds.level(value) == Level::Block && home.is_some_and(|home| piece.blocks.contains(&home))
    }

    /// Goes to `dense` unless `count` is so small a part of the vector length that scalar code is quicker.
    pub fn unless_sparse(&mut self, count: Reg, dense: Label) {
        let percent = self.spec.sparse_below;
        let divides = |n: &u32| percent.is_multiple_of(*n) && 100_u32.is_multiple_of(*n);
        let divisor = (1..=percent).rev().find(divides).unwrap_or(1);
        let length = self.vector_length();
        let ones = self.times(count, 100 / divisor);
        let least = self.times(length, percent / divisor);
        self.code.branch(M::Bgeu, ones, least, dense);
    }

    fn times(&mut self, reg: Reg, factor: u32) -> Reg {
        if factor == 1 {
            return reg;
        }
        let factor = self.code.number(factor.into());
        self.code.x(M::Mul, reg, factor)
    }

    /// The vector length.
    pub fn vector_length(&mut self) -> Reg {
        let rd = self.code.value(Class::X);
        let read = Line::new(What::Machine(M::Csrrs, Form::Csr));
        self.code.push(Line { rd, imm: Csr::Vl.number(), ..read });
        rd
    }
}
