//! The ways between blocks: masks, values that loops leave behind, and moves of arguments.

use alloc::{vec, vec::Vec};

use lanescope_parts::{
    codegen::spmd::{masks::Own, variability::Variability},
    ir::{BlockId, Target, Type, moves},
    riscv::codegen::Emit,
};

use super::{
    code::{Class, Reg},
    state::{Generator, Made, scalar_class, vector_class},
};
use crate::codegen::code::VectorCode;
use crate::isa::{Form, FormNames, Op as M, OpNames};

impl Generator<'_> {
    /// What happens on the way to another block of the region, for the elements of a mask (`None`: all).
    pub(super) fn way(&mut self, from: BlockId, target: &Target, mask: Option<Reg>) -> Made<()> {
        self.save_outs(from, target.block, mask)?;
        self.pass(from, target, mask)?;
        let plan = &self.region.plan;
        let is_latch =
            self.facts.flow.loops.loops.iter().any(|l| l.header == target.block && l.latches == [from]);
        match plan.masks.own(target.block) {
            Own::Join => {
                let into = self.block_register(target.block);
                let mask = mask.unwrap_or_else(|| self.ones());
                self.code.m_to(into, M::Vmor, into, mask);
                self.mask_changes(into);
            }
            Own::Loop if !is_latch => {
                let into = self.block_register(target.block);
                let mask = mask.unwrap_or_else(|| self.ones());
                self.code.copy(into, mask, Class::M, Type::Bool);
                self.mask_changes(into);
            }
            _ => {}
        }
        Ok(())
    }

    /// Keeps the values of loops for the elements that leave them on this way.
    fn save_outs(&mut self, from: BlockId, to: BlockId, mask: Option<Reg>) -> Made<()> {
        for (value, at) in self.facts.left_values(&self.region.plan, from, to) {
            if !self.facts.stays(value, at) {
                let now = self.varying(value)?;
                let out = self.out(value, at);
                self.put_where(out, now, self.ty(value), mask);
            }
        }
        Ok(())
    }

    /// `to` = `from` for the elements of a mask.
    fn put_where(&mut self, to: Reg, from: Reg, ty: Type, mask: Option<Reg>) {
        match (mask, vector_class(ty)) {
            (None, class) => self.copy_to(to, from, class, ty),
            (Some(mask), Class::M) => {
                let new = self.code.m(M::Vmand, from, mask);
                let old = self.code.m(M::Vmandn, to, mask);
                self.code.m_to(to, M::Vmor, old, new);
                self.mask_changes(to);
            }
            (Some(mask), _) => {
                self.set_v0(mask);
                self.code.v_to(to, M::Vmerge, Form::IVVM, 8 * ty.bytes(), to, from);
            }
        }
    }

    fn copy_to(&mut self, to: Reg, from: Reg, class: Class, ty: Type) {
        self.code.copy(to, from, class, ty);
        self.mask_changes(to);
    }

    /// Gives the parameters of a block their arguments, all at once.
    pub(super) fn pass(&mut self, from: BlockId, target: &Target, mask: Option<Reg>) -> Made<()> {
        let params = self.facts.kernel.blocks[target.block.index()].params.clone();
        let mut pairs: Vec<(Reg, Reg, Type, Class, Option<Reg>)> = vec![];
        let mut late = vec![];
        for (param, arg) in params.iter().copied().zip(target.args.iter().copied()) {
            let ty = self.ty(param);
            if self.facts.variability.of(param) != Variability::Vector {
                pairs.push((self.scalar(param)?, self.scalar(arg)?, ty, scalar_class(ty), None));
                continue;
            }
            let mask = mask.filter(|_| self.facts.is_partial(&self.region.plan, from, target.block, param));
            let to = self.own_vector(param);
            if ty == Type::Bool {
                pairs.push((to, self.mask(arg)?, ty, Class::M, mask));
            } else if !self.is_scalar(arg) {
                pairs.push((to, self.vector(arg)?, ty, Class::V, mask));
            } else if params.contains(&arg) {
                // Its own register gets another value on this way.
                let from = self.scalar(arg)?;
                pairs.push((to, self.broadcast(from, ty), ty, Class::V, mask));
            } else {
                late.push((to, arg, mask));
            }
        }
        self.move_all(&pairs);
        for (to, arg, mask) in late {
            match mask {
                Some(mask) => self.merge(to, to, arg, mask)?,
                None => {
                    let (ty, from) = (self.ty(arg), self.scalar(arg)?);
                    self.broadcast_to(to, from, ty);
                }
            }
        }
        Ok(())
    }

    pub(super) fn move_all(&mut self, pairs: &[(Reg, Reg, Type, Class, Option<Reg>)]) {
        for class in [Class::X, Class::F, Class::M, Class::V] {
            let of_class: Vec<_> = pairs.iter().filter(|pair| pair.3 == class).collect();
            let parallel: Vec<(Reg, Reg)> = of_class.iter().map(|pair| (pair.0, pair.1)).collect();
            if parallel.is_empty() {
                continue;
            }
            let spare = self.code.value(class);
            for (to, from) in moves::sequence(&parallel, spare) {
                let pair = of_class.iter().find(|pair| pair.0 == to);
                let source = of_class.iter().find(|pair| pair.0 == from);
                let ty = pair.or(source).map_or(Type::I64, |pair| pair.2);
                match pair.and_then(|pair| pair.4) {
                    Some(mask) => self.put_where(to, from, ty, Some(mask)),
                    None => self.copy_to(to, from, class, ty),
                }
            }
        }
    }
}
