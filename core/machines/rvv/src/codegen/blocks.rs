//! Blocks: their instructions, the passing over of those whose mask is empty, and where the code goes on behind them.

use alloc::vec::Vec;

use lanescope_parts::{
    codegen::spmd::{
        masks::Own,
        variability::{Level, Variability},
    },
    ir::{BlockId, Op, Terminator, Value},
    riscv::codegen::Emit,
};

use super::{
    code::{Label, Line, Reg, What, ZERO},
    state::{Generator, Made, Places, scalar_class},
};
use crate::codegen::code::VectorCode;
use crate::{
    isa::{Form, Op as M, OpNames},
    spec::Skip,
};

impl Generator<'_> {
    pub fn emit_block(&mut self, places: &Places, block: BlockId) -> Made<()> {
        self.block = block;
        self.forget_v0();
        self.copies.clear();
        self.code.place(places.label(block));
        self.skip_if_empty(places, block)?;
        let kernel = &self.facts.kernel;
        for inst in &kernel.blocks[block.index()].insts {
            let inst = &kernel.insts[inst.index()];
            self.code.span = inst.span;
            self.instruction(&inst.op, inst.result)?;
        }
        self.code.span = kernel.blocks[block.index()].term_span;
        self.begin_collections(Some(block))?;
        match &kernel.blocks[block.index()].term {
            Terminator::Return(_) => self.go_on(places, self.next(block, &[])),
            Terminator::Jump(target) => self.jump(places, block, target)?,
            Terminator::Branch(condition, yes, no) => self.branch(places, block, *condition, yes, no)?,
        }
        Ok(())
    }

    pub(super) fn instruction(&mut self, op: &Op, result: Option<Value>) -> Made<()> {
        match (op, result) {
            (Op::Store { ptr, value, .. }, _) => self.store(*ptr, *value),
            (Op::Fence, _) => {
                let fence = What::Machine(M::Fence, Form::Bare);
                self.code.push(Line::new(fence));
                Ok(())
            }
            (Op::Atomic(..) | Op::CompareExchange(..), result) => {
                let old = self.atomic(op)?;
                result.into_iter().for_each(|value| self.define(value, old));
                Ok(())
            }
            (_, Some(value)) if self.facts.variability.level(value) < Level::Block => Ok(()),
            (op, Some(value)) => {
                let reg = match op {
                    Op::Load { ptr, .. } => self.load(*ptr, value)?,
                    op if self.variability(value) == Variability::Vector => {
                        self.masked(|this| this.vector_op(op, value))?
                    }
                    op => self.scalar_op(op, value)?,
                };
                self.define(value, reg);
                if self.variability(value) == Variability::Affine {
                    self.stride(value)?;
                }
                Ok(())
            }
            (_, None) => Ok(()),
        }
    }

    /// Takes note in which register a value is.
    pub(super) fn define(&mut self, value: Value, reg: Reg) {
        if let Some(element) = &mut self.element {
            element.define(value, reg);
        } else if self.variability(value) == Variability::Vector {
            self.region.vectors.insert(value, reg);
        } else if self.facts.uniform.is_uniform(value) {
            self.define_scalar(value, reg);
        } else {
            self.region.scalars.insert(value, reg);
        }
    }

    /// A uniform value may be asked for by a region that stands before: then it has a register already.
    fn define_scalar(&mut self, value: Value, reg: Reg) {
        match self.scalars.get(&value).copied() {
            Some(known) => {
                let ty = self.ty(value);
                self.code.copy(known, reg, scalar_class(ty), ty);
            }
            None => {
                self.scalars.insert(value, reg);
            }
        }
    }

    /// Where code goes on from the end of a block whose elements go to some others.
    pub(super) fn next(&self, block: BlockId, to: &[BlockId]) -> Option<BlockId> {
        self.region.plan.next(block, to)
    }

    /// Goes on at a block, or ends the strip.
    pub(super) fn go_on(&mut self, places: &Places, next: Option<BlockId>) {
        let plan = &self.region.plan;
        let at = plan.masks.position[self.block.index()].map_or(0, |at| at + 1);
        if plan.masks.order.get(at).copied() == next && (next.is_some() || self.region.ended) {
            return;
        }
        let label = self.target(places, next);
        self.code.jump(label);
    }

    /// The label of a block, or of the end of the strip.
    pub(super) fn target(&mut self, places: &Places, next: Option<BlockId>) -> Label {
        match next {
            Some(block) => places.label(block),
            None => {
                self.region.ended = true;
                self.region.labels.done
            }
        }
    }

    /// Passes over a block that begins a way, and all that it guards, if nobody takes the way. If few take it, scalar code
    /// may do it for each of them.
    fn skip_if_empty(&mut self, places: &Places, block: BlockId) -> Made<()> {
        let plan = &self.region.plan;
        if !matches!(plan.masks.own(block), Own::Way | Own::Join) {
            return Ok(());
        }
        let dominates = |other: &BlockId| self.facts.flow.dom.dominates(block, *other);
        let below: Vec<BlockId> = plan.masks.order.iter().copied().filter(dominates).collect();
        let work: usize = below.iter().map(|other| self.facts.kernel.blocks[other.index()].insts.len()).sum();
        let must = self.facts.needs_elements(&self.region.plan, block, &below);
        let op = match self.spec.skip {
            Skip::None if !must => return Ok(()),
            Skip::Count | Skip::Sparse => M::VcpopM,
            Skip::None | Skip::First => M::VfirstM,
        };
        if !must && work < WORTH_SKIPPING {
            return Ok(());
        }
        let mask = self.block_register(block);
        let found = self.code.find(op, mask);
        let to = self.target(places, self.next(block, &[]));
        match op {
            M::VcpopM => self.code.branch(M::Beq, found, ZERO, to),
            _ => self.code.branch(M::Blt, found, ZERO, to),
        }
        if let Some(piece) = self.piece_of_block(block) {
            let dense = self.code.label();
            self.unless_sparse(found, dense);
            let behind = self.region.plan.behind(&self.facts.flow, block, &piece.blocks);
            let behind = self.target(places, behind);
            self.one_by_one(&piece, (mask, found), behind)?;
            self.code.place(dense);
        }
        Ok(())
    }
}

/// Instructions of the kernel that a block must save to be passed over when its mask is empty.
const WORTH_SKIPPING: usize = 3;
