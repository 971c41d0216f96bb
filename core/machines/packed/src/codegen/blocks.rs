//! Blocks: their instructions, and the ways between them. Every branch is one of the machine.

use alloc::vec::Vec;

use lanescope_parts::{
    codegen::spmd::variability::Level,
    ir::{BlockId, Compare, Op, Target, Terminator, Type, Value},
    riscv::codegen::{Emit, Values},
};

use super::{
    code::{Label, Line, Reg, What, ZERO},
    state::{Generator, Made, scalar_class},
};
use crate::isa::{Form, Op as M};

impl Generator<'_> {
    pub fn emit_block(&mut self, block: BlockId) -> Made<()> {
        self.block = block;
        let kernel = &self.facts.kernel;
        if let Some(label) = self.region.labels.get(&block) {
            self.code.place(*label);
        }
        for inst in &kernel.blocks[block.index()].insts {
            let inst = &kernel.insts[inst.index()];
            self.code.span = inst.span;
            self.instruction(&inst.op, inst.result)?;
        }
        self.code.span = kernel.blocks[block.index()].term_span;
        match &kernel.blocks[block.index()].term {
            Terminator::Return(_) => self.code.jump(self.region.done),
            Terminator::Jump(target) => self.go(target)?,
            Terminator::Branch(condition, yes, no) => {
                let other = self.code.label();
                self.branch_unless(*condition, other)?;
                self.go(yes)?;
                self.code.place(other);
                self.go(no)?;
            }
        }
        Ok(())
    }

    pub fn instruction(&mut self, op: &Op, result: Option<Value>) -> Made<()> {
        match (op, result) {
            (Op::Store { ptr, value, .. }, _) => self.store(*ptr, *value)?,
            (Op::Fence, _) => self.code.push(Line::new(What::Machine(M::Fence, Form::Bare))),
            (Op::Atomic(..) | Op::CompareExchange(..), result) => {
                let old = self.atomic(op)?;
                result.into_iter().for_each(|value| self.define(value, old));
            }
            (_, Some(value)) if self.facts.variability.level(value) < Level::Block => {}
            (Op::Load { ptr, .. }, Some(value)) => {
                let reg = self.load(*ptr, self.facts.kernel.ty(value))?;
                self.define(value, reg);
            }
            (op, Some(value)) => {
                let reg = self.computed(op, value)?;
                self.define(value, reg);
            }
            (_, None) => {}
        }
        Ok(())
    }

    /// Takes note in which register a value is. Another region may have asked for it already: then it is copied.
    fn define(&mut self, value: Value, reg: Reg) {
        let uniform = self.facts.uniform.is_uniform(value);
        let known = if uniform { self.scalars.get(&value) } else { self.region.scalars.get(&value) };
        match known.copied() {
            Some(known) => {
                let ty = self.ty(value);
                self.code.copy(known, reg, scalar_class(ty), ty);
            }
            None if uniform => {
                // Whoever reads it elsewhere needs a register of its own.
                let ty = self.ty(value);
                let own = self.code.value(scalar_class(ty));
                self.code.copy(own, reg, scalar_class(ty), ty);
                self.scalars.insert(value, own);
            }
            None => {
                self.region.scalars.insert(value, reg);
            }
        }
    }

    /// Goes to another block of the region, or out of it.
    fn go(&mut self, target: &Target) -> Made<()> {
        if self.facts.regions.leaves(self.block, target.block) {
            return self.leave_region(target);
        }
        let params = self.facts.kernel.blocks[target.block.index()].params.clone();
        let mut scalars: Vec<(Reg, Reg, Type)> = Vec::new();
        for (param, arg) in params.into_iter().zip(target.args.iter().copied()) {
            let ty = self.ty(param);
            scalars.push((self.scalar(param)?, self.scalar(arg)?, ty));
        }
        self.move_all(scalars);
        if let Some(label) = self.region.labels.get(&target.block) {
            self.code.jump(*label);
        }
        Ok(())
    }

    /// Copies registers to others as if all at once.
    pub fn move_all(&mut self, mut pairs: Vec<(Reg, Reg, Type)>) {
        pairs.retain(|(to, from, _)| to != from);
        let written: Vec<Reg> = pairs.iter().map(|(to, ..)| *to).collect();
        for (_, from, ty) in &mut pairs {
            if written.contains(from) {
                let class = scalar_class(*ty);
                let aside = self.code.value(class);
                self.code.copy(aside, *from, class, *ty);
                *from = aside;
            }
        }
        for (to, from, ty) in pairs {
            self.code.copy(to, from, scalar_class(ty), ty);
        }
    }

    /// Branches if a condition is false. A comparison of integers becomes the branch itself.
    pub fn branch_unless(&mut self, condition: Value, to: Label) -> Made<()> {
        let here = self.facts.kept.home(condition) == Some(self.block);
        let def = self.facts.kernel.def(condition).map(|inst| inst.op.clone());
        if let Some(Op::Compare(op, a, b)) = def.filter(|_| here) {
            let m = match op {
                Compare::Eq => Some((M::Bne, false)),
                Compare::Ne => Some((M::Beq, false)),
                Compare::LtS => Some((M::Bge, false)),
                Compare::LtU => Some((M::Bgeu, false)),
                Compare::LeS => Some((M::Blt, true)),
                Compare::LeU => Some((M::Bltu, true)),
                _ => None,
            };
            if let Some((m, turned)) = m {
                let (a, b) = (self.scalar(a)?, self.scalar(b)?);
                let (a, b) = if turned { (b, a) } else { (a, b) };
                self.code.branch(m, a, b, to);
                return Ok(());
            }
        }
        let condition = self.scalar(condition)?;
        self.code.branch(M::Beq, condition, ZERO, to);
        Ok(())
    }

    /// The work-item ends, and after the last one the group goes on at another region.
    fn leave_region(&mut self, target: &Target) -> Made<()> {
        let (block, flow) = (self.block, &self.facts.flow);
        let mut writes = Vec::new();
        for value in self.facts.kept.kept_at(block, |home| flow.dom.dominates(home, block)) {
            writes.push((value, self.scalar(value)?));
        }
        let params = self.facts.kernel.blocks[target.block.index()].params.clone();
        let mut pairs = Vec::new();
        for (param, arg) in params.into_iter().zip(target.args.iter().copied()) {
            if self.facts.kept.keeps(param) {
                writes.push((param, self.scalar(arg)?));
            } else {
                let ty = self.ty(param);
                pairs.push((self.scalar(param)?, self.scalar(arg)?, ty));
            }
        }
        for (value, from) in writes {
            self.keep(value, from);
        }
        self.end_strip();
        self.move_all(pairs);
        self.code.jump(self.enter(target.block));
        Ok(())
    }
}
