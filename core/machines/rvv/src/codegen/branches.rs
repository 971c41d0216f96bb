//! Branches at the ends of blocks: those of the machine, those that divide a mask, and those that leave the region.

use alloc::vec;

use lanescope_parts::{
    codegen::spmd::masks::{Mask, Own},
    ir::{BlockId, Compare, Op, Target, Type, Value},
    riscv::codegen::Emit,
};

use super::{
    code::{Class, Label, ZERO},
    state::{Generator, Made, Places, scalar_class},
};
use crate::codegen::code::VectorCode;
use crate::isa::{Op as M, OpNames};

impl Generator<'_> {
    pub(super) fn jump(&mut self, places: &Places, block: BlockId, target: &Target) -> Made<()> {
        if self.facts.regions.leaves(block, target.block) {
            return self.leave_region(places, block, target);
        }
        let latch =
            self.facts.flow.loops.loops.iter().position(|l| l.header == target.block && l.latches == [block]);
        let mask = self.block_mask();
        self.way(block, target, mask)?;
        match latch {
            Some(at) => self.jump_back(places, block, target.block, at)?,
            None => self.go_on(places, self.next(block, &[target.block])),
        }
        Ok(())
    }

    /// The end of a loop.
    fn jump_back(&mut self, places: &Places, block: BlockId, header: BlockId, at: usize) -> Made<()> {
        if !self.region.plan.masks.divergent[at] {
            self.code.jump(places.label(header));
            return Ok(());
        }
        let inside = self.block_register(header);
        let mask = self.block_mask().unwrap_or(inside);
        if mask != inside {
            self.code.copy(inside, mask, Class::M, Type::Bool);
            self.mask_changes(inside);
        }
        let next = self.next(block, &[]);
        if let Some(piece) = self.piece_of_loop(at) {
            let (left, behind) = (self.code.find(M::VcpopM, inside), self.target(places, next));
            self.code.branch(M::Beq, left, ZERO, behind);
            self.unless_sparse(left, places.label(header));
            self.one_by_one(&piece, (inside, left), behind)?;
        } else {
            let found = self.code.find(M::VfirstM, inside);
            self.code.branch(M::Bge, found, ZERO, places.label(header));
        }
        self.go_on(places, next);
        Ok(())
    }

    pub(super) fn branch(
        &mut self,
        places: &Places,
        block: BlockId,
        condition: Value,
        yes: &Target,
        no: &Target,
    ) -> Made<()> {
        if let Some((_, guard)) = places.guard.filter(|(at, _)| *at == block) {
            let live = if guard.live_if { yes } else { no };
            let done = self.target(places, None);
            let count = self.guarded_length(guard)?;
            self.apply_guard(count, done);
            self.pass(block, live, None)?;
            let next = self.next(block, &[live.block]);
            self.go_on(places, next);
            return Ok(());
        }
        if self.region.plan.masks.real[block.index()] {
            return self.scalar_branch(places, block, condition, yes, no);
        }
        if [yes, no].iter().any(|target| self.facts.regions.leaves(block, target.block)) {
            return Err(self.refuse("divergent branch around a barrier"));
        }
        let (condition, mask) = (self.mask(condition)?, self.block_mask());
        let takes = match mask {
            Some(mask) => self.code.m(M::Vmand, mask, condition),
            None => condition,
        };
        let others = match mask {
            Some(mask) => self.code.m(M::Vmandn, mask, condition),
            None => self.code.m(M::Vmnand, condition, condition),
        };
        for (target, mask) in [(yes, takes), (no, others)] {
            if self.region.plan.masks.own(target.block) == Own::Way {
                self.region.masks.insert(target.block, mask);
            }
            self.way(block, target, Some(mask))?;
        }
        self.go_on(places, self.next(block, &[yes.block, no.block]));
        Ok(())
    }

    fn scalar_branch(
        &mut self,
        places: &Places,
        block: BlockId,
        condition: Value,
        yes: &Target,
        no: &Target,
    ) -> Made<()> {
        let after_yes = self.next(block, &[yes.block]);
        let after_no = self.next(block, &[no.block]);
        let (yes_bare, no_bare) = (
            self.facts.is_bare(&self.region.plan, block, yes),
            self.facts.is_bare(&self.region.plan, block, no),
        );
        if no_bare {
            let to = self.target(places, after_no);
            self.branch_if(block, condition, false, to)?;
            return self.side(places, block, yes, after_yes);
        }
        if yes_bare {
            let to = self.target(places, after_yes);
            self.branch_if(block, condition, true, to)?;
            return self.side(places, block, no, after_no);
        }
        let other = self.code.label();
        self.branch_if(block, condition, false, other)?;
        self.side_and_jump(places, block, yes, after_yes)?;
        self.code.place(other);
        self.forget_v0();
        self.copies.clear();
        self.side(places, block, no, after_no)
    }

    fn side(&mut self, places: &Places, block: BlockId, target: &Target, next: Option<BlockId>) -> Made<()> {
        if self.facts.regions.leaves(block, target.block) {
            return self.leave_region(places, block, target);
        }
        let mask = self.block_mask();
        self.way(block, target, mask)?;
        self.go_on(places, next);
        Ok(())
    }

    fn side_and_jump(
        &mut self,
        places: &Places,
        block: BlockId,
        target: &Target,
        next: Option<BlockId>,
    ) -> Made<()> {
        if self.facts.regions.leaves(block, target.block) {
            return self.leave_region(places, block, target);
        }
        let mask = self.block_mask();
        self.way(block, target, mask)?;
        let to = self.target(places, next);
        self.code.jump(to);
        Ok(())
    }

    /// A branch on a scalar condition. A comparison of integers in the same block becomes the branch itself.
    pub(super) fn branch_if(
        &mut self,
        block: BlockId,
        condition: Value,
        wanted: bool,
        to: Label,
    ) -> Made<()> {
        let here = self.facts.kept.home(condition) == Some(block);
        let def = self.facts.kernel.def(condition).map(|inst| inst.op.clone());
        if let Some(Op::Compare(op, a, b)) = def.filter(|_| here && self.is_scalar(condition)) {
            let turned = matches!(op, Compare::LeS | Compare::LeU);
            let m = match (op, wanted != turned) {
                (Compare::Eq, true) | (Compare::Ne, false) => Some(M::Beq),
                (Compare::Ne, true) | (Compare::Eq, false) => Some(M::Bne),
                (Compare::LtS | Compare::LeS, true) => Some(M::Blt),
                (Compare::LtS | Compare::LeS, false) => Some(M::Bge),
                (Compare::LtU | Compare::LeU, true) => Some(M::Bltu),
                (Compare::LtU | Compare::LeU, false) => Some(M::Bgeu),
                _ => None,
            };
            if let Some(m) = m.filter(|_| [a, b].iter().all(|value| self.is_scalar(*value))) {
                let (a, b) = (self.scalar(a)?, self.scalar(b)?);
                let (a, b) = if turned { (b, a) } else { (a, b) };
                self.code.branch(m, a, b, to);
                return Ok(());
            }
        }
        let condition = self.scalar(condition)?;
        self.code.branch(if wanted { M::Bne } else { M::Beq }, condition, ZERO, to);
        Ok(())
    }

    /// The strip ends, and after the last strip the group goes on at another region.
    fn leave_region(&mut self, places: &Places, block: BlockId, target: &Target) -> Made<()> {
        if self.region.plan.masks.mask(block) != Mask::Full {
            return Err(self.refuse("barrier that only some work-items come to"));
        }
        let flow = &self.facts.flow;
        let mut writes = vec![];
        for value in self.facts.kept.kept_at(block, |home| flow.dom.dominates(home, block)) {
            writes.push((value, self.varying(value)?));
        }
        let params = self.facts.kernel.blocks[target.block.index()].params.clone();
        let mut pairs = vec![];
        for (param, arg) in params.into_iter().zip(target.args.iter().copied()) {
            let ty = self.ty(param);
            if self.facts.kept.keeps(param) {
                let from = if ty == Type::Bool { self.mask(arg)? } else { self.vector(arg)? };
                writes.push((param, from));
            } else {
                pairs.push((self.scalar(param)?, self.scalar(arg)?, ty, scalar_class(ty), None));
            }
        }
        for (value, from) in writes {
            self.keep(value, from);
        }
        self.end_strip();
        self.move_all(&pairs);
        self.code.jump(places.enter(target.block));
        Ok(())
    }
}
