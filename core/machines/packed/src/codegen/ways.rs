//! The blocks of a strip and the ways between them: straight code under masks, with branches only where all elements go the
//! same way, where nobody goes, and back to the start of a loop.

use alloc::vec::Vec;

use lanescope_parts::{
    codegen::spmd::{
        masks::{Mask, Own},
        variability::{Level, Variability},
    },
    ir::{BlockId, InstId, Op, Target, Terminator, Type, Value, moves},
    riscv::codegen::{Emit, Values, store_at},
};

use super::{
    code::{Class, Label, Reg, ZERO},
    state::{Generator, Made, scalar_class},
};
use crate::isa::Op as M;

/// What a register is given on a way, and for whom.
struct Move {
    to: Reg,
    from: Reg,
    ty: Type,
    class: Class,
    mask: Option<Reg>,
}

impl Generator<'_> {
    /// The mask of the block that is being written; `None`: all elements. (Of a rest, all that are work-items.)
    pub fn block_mask(&mut self) -> Option<Reg> {
        match self.strip.choice.plan.masks.mask(self.block) {
            Mask::Full => self.strip.rest.map(|(_, mask)| mask),
            Mask::Of(block) => Some(self.mask_register(block)),
        }
    }

    /// The register of the mask that a block makes.
    fn mask_register(&mut self, block: BlockId) -> Reg {
        if let Some(reg) = self.strip.masks.get(&block) {
            return *reg;
        }
        let class = self.wide_class(Type::Bool);
        let reg = self.code.value(class);
        self.strip.masks.insert(block, reg);
        reg
    }

    /// Writes a block for the strip.
    pub fn strip_block(&mut self, block: BlockId) -> Made<()> {
        self.block = block;
        self.strip.copies.clear();
        self.strip.extended.clear();
        self.strip.array_copies.clear();
        if let Some(label) = self.region.labels.get(&block) {
            self.code.place(*label);
        }
        self.skip_if_empty(block)?;
        let kernel = &self.facts.kernel;
        let insts = &kernel.blocks[block.index()].insts;
        let mut at = 0;
        while at < insts.len() {
            let run: Vec<InstId> = insts[at..].iter().copied().take_while(|id| self.is_split(*id)).collect();
            if run.is_empty() {
                let inst = &kernel.insts[insts[at].index()];
                self.code.span = inst.span;
                self.strip_instruction(insts[at])?;
                at += 1;
            } else {
                at += run.len();
                self.run(&run)?;
            }
        }
        self.code.span = kernel.blocks[block.index()].term_span;
        self.begin_collections(Some(block))?;
        match &kernel.blocks[block.index()].term {
            Terminator::Return(_) => self.go_on(self.next(&[])),
            Terminator::Jump(target) => self.strip_jump(target)?,
            Terminator::Branch(condition, yes, no) => self.strip_branch(*condition, yes, no)?,
        }
        Ok(())
    }

    fn strip_instruction(&mut self, id: InstId) -> Made<()> {
        let inst = &self.facts.kernel.insts[id.index()];
        let early = inst.result.is_some_and(|value| self.facts.variability.level(value) < Level::Block);
        if early || !self.facts.is_for_elements(inst) {
            self.instruction(&inst.op, inst.result)?;
            if let Some(value) =
                inst.result.filter(|value| self.facts.variability.of(*value) == Variability::Affine)
            {
                self.stride(value)?;
            }
            return Ok(());
        }
        if inst.result.is_some_and(|value| self.strip.choice.folded.contains(&value)) {
            return Ok(());
        }
        let indexed = self.strip.choice.indexed.get(&id.index()).cloned();
        match (&inst.op, inst.result) {
            (Op::Store { ptr, value, .. }, _) => match &indexed {
                Some(places) => self.store_indexed(places, *ptr, *value),
                None => self.store_whole(*ptr, *value),
            },
            (Op::Load { ptr, .. }, Some(value)) => {
                let ty = self.facts.kernel.ty(value);
                let reg = match &indexed {
                    Some(places) => self.load_indexed(places, *ptr, ty)?,
                    None => self.load_whole(*ptr, ty)?,
                };
                self.define_vector(value, reg);
                Ok(())
            }
            (op, Some(value)) => {
                let reg = self.wide(op, self.facts.kernel.ty(value))?;
                self.define_vector(value, reg);
                Ok(())
            }
            _ => Ok(()),
        }
    }

    fn define_vector(&mut self, value: Value, reg: Reg) {
        match self.strip.vectors.get(&value).copied() {
            Some(known) => {
                let class = self.wide_class(self.facts.kernel.ty(value));
                self.copy_wide(known, reg, class);
            }
            None => {
                self.strip.vectors.insert(value, reg);
            }
        }
    }

    /// Where code goes on from the end of the block, whose elements go to some others.
    fn next(&self, to: &[BlockId]) -> Option<BlockId> {
        self.strip.choice.plan.next(self.block, to)
    }

    /// The label of a block, or of the end of the strip.
    fn strip_label(&mut self, next: Option<BlockId>) -> Label {
        match next.and_then(|block| self.region.labels.get(&block).copied()) {
            Some(label) => label,
            None => self.region.done,
        }
    }

    fn go_on(&mut self, next: Option<BlockId>) {
        let label = self.strip_label(next);
        self.code.jump(label);
    }

    /// Passes over a block that must not be carried out when no element comes to it.
    fn skip_if_empty(&mut self, block: BlockId) -> Made<()> {
        let plan = &self.strip.choice.plan;
        if !matches!(plan.masks.own(block), Own::Way | Own::Join) {
            return Ok(());
        }
        let dominates = |other: &BlockId| self.facts.flow.dom.dominates(block, *other);
        let below = || plan.masks.order.iter().copied().filter(dominates);
        let insts = |other: BlockId| self.facts.kernel.blocks[other.index()].insts.iter();
        // As soon as there is enough work it need not be known how much there is.
        let mut work = 0;
        let worth = below().flat_map(insts).any(|id| {
            work += if self.is_split(*id) { SPLIT } else { 1 };
            work >= WORTH_SKIPPING
        });
        if !worth && !self.facts.needs_elements(plan, block, &below().collect::<Vec<BlockId>>()) {
            return Ok(());
        }
        let mask = self.mask_register(block);
        let any = self.any(mask);
        let next = self.next(&[]);
        let to = self.strip_label(next);
        self.code.branch(M::Beq, any, ZERO, to);
        Ok(())
    }

    /// Masks that blocks collect from several ways start empty; what only some ways write starts with something.
    pub fn begin_collections(&mut self, before: Option<BlockId>) -> Made<()> {
        let plan = &self.strip.choice.plan;
        let starts = |block: &BlockId| plan.start(*block) == before && *block != plan.masks.order[0];
        let blocks: Vec<BlockId> = plan.masks.order.iter().copied().filter(starts).collect();
        for block in blocks {
            let header = self.facts.flow.loop_of_header(block);
            if self.strip.choice.plan.masks.own(block) == Own::Join {
                let (mask, none) = (self.mask_register(block), self.constant_mask(false));
                let class = self.wide_class(Type::Bool);
                self.copy_wide(mask, none, class);
            }
            if header.is_none() && self.facts.flow.cfg.preds[block.index()].len() > 1 {
                for param in self.facts.kernel.blocks[block.index()].params.clone() {
                    if self.facts.is_vector(param) {
                        let reg = self.own_vector(param);
                        self.anything(reg, param);
                    }
                }
            }
            if let Some(at) = header.filter(|at| self.strip.choice.plan.masks.divergent[*at]) {
                for value in self.facts.escapes(at).to_vec() {
                    if self.facts.is_vector(value) && !self.facts.stays(value, at) {
                        let out = self.out(value, at);
                        self.anything(out, value);
                    }
                }
            }
        }
        Ok(())
    }

    fn anything(&mut self, reg: Reg, value: Value) {
        let class = self.wide_class(self.facts.kernel.ty(value));
        let none = if class == Class::M { self.constant_mask(false) } else { self.splat_number(0) };
        self.copy_wide(reg, none, class);
    }

    fn strip_jump(&mut self, target: &Target) -> Made<()> {
        if self.facts.regions.leaves(self.block, target.block) {
            return self.leave_strip(target);
        }
        let mut loops = self.facts.flow.loops.loops.iter();
        let latch = loops.position(|l| l.header == target.block && l.latches == [self.block]);
        let mask = self.block_mask();
        self.way(target, mask)?;
        let Some(at) = latch else {
            self.go_on(self.next(&[target.block]));
            return Ok(());
        };
        let header = self.strip_label(Some(target.block));
        if !self.strip.choice.plan.masks.divergent[at] {
            self.code.jump(header);
            return Ok(());
        }
        let inside = self.mask_register(target.block);
        let mask = self.block_mask().unwrap_or(inside);
        if mask != inside {
            let class = self.wide_class(Type::Bool);
            self.copy_wide(inside, mask, class);
        }
        let any = self.any(inside);
        self.code.branch(M::Bne, any, ZERO, header);
        self.go_on(self.next(&[]));
        Ok(())
    }

    fn strip_branch(&mut self, condition: Value, yes: &Target, no: &Target) -> Made<()> {
        let block = self.block;
        if self.strip.choice.plan.masks.real[block.index()] {
            let other = self.code.label();
            self.branch_unless(condition, other)?;
            self.side(yes)?;
            self.code.place(other);
            self.strip.copies.clear();
            self.strip.extended.clear();
            self.strip.array_copies.clear();
            return self.side(no);
        }
        let (condition, mask) = (self.vector(condition)?, self.block_mask());
        let (takes, others) = match mask {
            Some(mask) => (
                self.mask_logic(lanescope_parts::ir::Binary::And, mask, condition),
                self.mask_and_not(condition, mask),
            ),
            None => (condition, self.mask_not(condition)),
        };
        for (target, mask) in [(yes, takes), (no, others)] {
            if self.strip.choice.plan.masks.own(target.block) == Own::Way {
                let class = self.wide_class(Type::Bool);
                let own = self.mask_register(target.block);
                self.copy_wide(own, mask, class);
            }
            self.way(target, Some(mask))?;
        }
        self.go_on(self.next(&[yes.block, no.block]));
        Ok(())
    }

    /// One side of a branch that all elements take together.
    fn side(&mut self, target: &Target) -> Made<()> {
        if self.facts.regions.leaves(self.block, target.block) {
            return self.leave_strip(target);
        }
        let mask = self.block_mask();
        self.way(target, mask)?;
        let mut loops = self.facts.flow.loops.loops.iter();
        let is_back = loops.any(|l| l.header == target.block && l.latches.contains(&self.block));
        let next = if is_back { Some(target.block) } else { self.next(&[target.block]) };
        self.go_on(next);
        Ok(())
    }

    /// What happens on the way to another block, for the elements of a mask.
    fn way(&mut self, target: &Target, mask: Option<Reg>) -> Made<()> {
        let (from, to) = (self.block, target.block);
        for (value, at) in self.facts.left_values(&self.strip.choice.plan, from, to) {
            if !self.facts.stays(value, at) {
                let now = self.vector(value)?;
                let out = self.out(value, at);
                self.put_where(out, now, self.facts.kernel.ty(value), mask);
            }
        }
        self.pass(target, mask)?;
        let mut loops = self.facts.flow.loops.loops.iter();
        let is_latch = loops.any(|l| l.header == to && l.latches == [from]);
        let class = self.wide_class(Type::Bool);
        match self.strip.choice.plan.masks.own(to) {
            Own::Join => {
                let into = self.mask_register(to);
                let mask = mask.unwrap_or_else(|| self.full_mask());
                let both = self.mask_logic(lanescope_parts::ir::Binary::Or, into, mask);
                self.copy_wide(into, both, class);
            }
            Own::Loop if !is_latch => {
                let into = self.mask_register(to);
                let mask = mask.unwrap_or_else(|| self.full_mask());
                self.copy_wide(into, mask, class);
            }
            _ => {}
        }
        Ok(())
    }

    /// Gives the parameters of a block their arguments, all at once.
    fn pass(&mut self, target: &Target, mask: Option<Reg>) -> Made<()> {
        let params = self.facts.kernel.blocks[target.block.index()].params.clone();
        let mut moves: Vec<Move> = Vec::new();
        for (param, arg) in params.iter().copied().zip(target.args.iter().copied()) {
            let ty = self.facts.kernel.ty(param);
            if self.facts.variability.of(param) != Variability::Vector {
                let (to, from) = (self.scalar(param)?, self.scalar(arg)?);
                moves.push(Move { to, from, ty, class: scalar_class(ty), mask: None });
                continue;
            }
            let partial = self.facts.is_partial(&self.strip.choice.plan, self.block, target.block, param);
            let (to, from) = (self.own_vector(param), self.vector(arg)?);
            let class = self.wide_class(ty);
            moves.push(Move { to, from, ty, class, mask: mask.filter(|_| partial) });
        }
        self.move_wide(&moves);
        Ok(())
    }

    fn move_wide(&mut self, moves: &[Move]) {
        for class in [Class::X, Class::F, Class::V, Class::M] {
            let pairs: Vec<(Reg, Reg)> =
                moves.iter().filter(|one| one.class == class).map(|one| (one.to, one.from)).collect();
            if pairs.is_empty() {
                continue;
            }
            let spare = self.code.value(class);
            for (to, from) in moves::sequence(&pairs, spare) {
                let one = moves.iter().find(|one| one.class == class && one.to == to);
                let ty = one.map_or(Type::I64, |one| one.ty);
                match (class, one.and_then(|one| one.mask)) {
                    (Class::X | Class::F, _) => self.code.copy(to, from, class, ty),
                    (_, None) => self.copy_wide(to, from, class),
                    (_, mask) => self.put_where(to, from, ty, mask),
                }
            }
        }
    }

    /// The strip ends, and after the last one the group goes on at another region.
    fn leave_strip(&mut self, target: &Target) -> Made<()> {
        if self.strip.choice.plan.masks.mask(self.block) != Mask::Full {
            return Err(self.refuse("barrier that only some work-items come to"));
        }
        let (block, flow) = (self.block, &self.facts.flow);
        let mut writes = Vec::new();
        for value in self.facts.kept.kept_at(block, |home| flow.dom.dominates(home, block)) {
            writes.push((value, self.array_of(value)?));
        }
        let params = self.facts.kernel.blocks[target.block.index()].params.clone();
        let mut pairs = Vec::new();
        for (param, arg) in params.into_iter().zip(target.args.iter().copied()) {
            let ty = self.facts.kernel.ty(param);
            if self.facts.kept.keeps(param) {
                writes.push((param, self.array_of(arg)?));
            } else {
                pairs.push((self.scalar(param)?, self.scalar(arg)?, ty));
            }
        }
        for (value, array) in writes {
            let (address, bytes) = (self.kept_address(value), self.facts.kernel.ty(value).bytes());
            let end = self.code.label();
            for at in 0..self.cut().count() {
                self.stop_rest(at, end);
                let from = self.read_element(array, at);
                let to = (address, (at * bytes) as i32);
                store_at(&mut self.code, to, from, self.facts.kernel.ty(value), None);
            }
            self.code.place(end);
        }
        self.end_strip();
        self.move_all(pairs);
        self.code.jump(self.enter(target.block));
        Ok(())
    }
}

/// What a branch past an empty mask must save to be worth its instructions, and what an instruction counts that is carried out
/// for each element.
const WORTH_SKIPPING: usize = 24;
const SPLIT: usize = 8;
