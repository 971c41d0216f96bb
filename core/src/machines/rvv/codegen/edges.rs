//! Blocks and the ways between them: masks, moves of arguments, and where the code goes on.

use alloc::{collections::BTreeMap, vec, vec::Vec};

use super::{
    code::{Class, Label, Line, Reg, ZERO},
    generate::{Flow, Generator, Made, scalar_class, vector_class},
    guard::{self, Guard},
    kinds::{Kind, Level},
    masks::{Mask, Own, Plan},
    regions::Regions,
};
use crate::{
    ir::{BlockId, Compare, Kernel, Op, Target, Terminator, Type, Value, moves},
    machines::rvv::{isa::Op as M, spec::Skip},
};

/// What is fixed before code is written: regions, guards, labels.
pub(super) struct Shape<'k> {
    regions: &'k Regions,
    /// The guard that shortens the vector length, and its block.
    guard: Option<(BlockId, Guard)>,
    enters: BTreeMap<BlockId, Label>,
    blocks: Vec<Label>,
    /// Where a group ends.
    pub end: Label,
    /// For each loop the values that it defines and that are used outside.
    escapes: Vec<Vec<Value>>,
}

impl<'k> Shape<'k> {
    pub fn new(generator: &mut Generator<'k>, regions: &'k Regions) -> Shape<'k> {
        let (kernel, flow) = (generator.kernel, generator.flow);
        let code = &mut generator.code;
        let enters = regions.heads.iter().map(|head| (*head, code.label())).collect();
        let blocks = kernel.blocks.iter().map(|_| code.label()).collect();
        let end = code.label();
        let escapes = escapes(generator, kernel, flow);
        let guard = if regions.heads.len() == 1 { guard::find(generator) } else { None };
        Shape { regions, guard, enters, blocks, end, escapes }
    }

    /// The heads of the regions in order.
    pub fn heads(&self) -> Vec<BlockId> {
        self.regions.heads.clone()
    }

    pub fn enter(&self, head: BlockId) -> Label {
        self.enters.get(&head).copied().unwrap_or(self.end)
    }

    pub fn plan(&self, generator: &Generator<'_>, head: BlockId) -> Plan {
        let shortened = self.guard.map(|(block, _)| block);
        Plan::new(generator.kernel, generator.flow, self.regions, generator.kinds, head, shortened)
    }

    pub fn escapes(&self, at: usize) -> &[Value] {
        &self.escapes[at]
    }

    fn label(&self, block: BlockId) -> Label {
        self.blocks[block.index()]
    }
}

/// For each loop the values that are defined in it and used outside of it.
fn escapes(generator: &Generator<'_>, kernel: &Kernel, flow: &Flow) -> Vec<Vec<Value>> {
    let mut escapes = vec![vec![]; flow.loops.loops.len()];
    let mut used = |value: Value, by: BlockId| {
        let home = generator.context.home(value);
        let mut around = home.and_then(|home| flow.loops.innermost[home.index()]);
        while let Some(at) = around.filter(|at| !flow.loops.contains(*at, by)) {
            if !escapes[at].contains(&value) {
                escapes[at].push(value);
            }
            around = flow.loops.loops[at].parent;
        }
    };
    for id in flow.cfg.rpo.iter().copied() {
        let block = &kernel.blocks[id.index()];
        for inst in &block.insts {
            kernel.insts[inst.index()].op.operands().into_iter().for_each(|value| used(value, id));
        }
        block.term.clone().for_each_operand(|value| used(*value, id));
    }
    escapes
}

impl Generator<'_> {
    pub fn emit_block(&mut self, shape: &Shape, block: BlockId) -> Made<()> {
        self.block = block;
        self.forget_v0();
        self.copies.clear();
        self.code.place(shape.label(block));
        self.skip_if_empty(shape, block);
        let kernel = self.kernel;
        for inst in &kernel.blocks[block.index()].insts {
            let inst = &kernel.insts[inst.index()];
            self.code.span = inst.span;
            self.instruction(&inst.op, inst.result)?;
        }
        self.code.span = kernel.blocks[block.index()].term_span;
        self.begin_collections(shape, Some(block))?;
        match &kernel.blocks[block.index()].term {
            Terminator::Return => self.go_on(shape, self.next(block, None)),
            Terminator::Jump(target) => self.jump(shape, block, target)?,
            Terminator::Branch(condition, yes, no) => self.branch(shape, block, *condition, yes, no)?,
        }
        Ok(())
    }

    fn instruction(&mut self, op: &Op, result: Option<Value>) -> Made<()> {
        match (op, result) {
            (Op::Store { ptr, value, .. }, _) => self.store(*ptr, *value),
            (Op::Fence, _) => {
                let fence = super::code::What::Machine(M::Fence, crate::machines::rvv::isa::Form::Bare);
                self.code.push(Line::new(fence));
                Ok(())
            }
            (Op::Atomic(..) | Op::CompareExchange(..), result) => {
                let old = self.atomic(op)?;
                result.into_iter().for_each(|value| self.define(value, old));
                Ok(())
            }
            (_, Some(value)) if self.kinds.level(value) < Level::Block => Ok(()),
            (op, Some(value)) => {
                let reg = match op {
                    Op::Load { ptr, .. } => self.load(*ptr, value)?,
                    op if self.kinds.kind(value) == Kind::Vector => self.vector_op(op, value)?,
                    op => self.scalar_op(op, value)?,
                };
                self.define(value, reg);
                if self.kinds.kind(value) == Kind::Affine {
                    self.stride(value)?;
                }
                Ok(())
            }
            (_, None) => Ok(()),
        }
    }

    /// Takes note in which register a value is.
    fn define(&mut self, value: Value, reg: Reg) {
        if self.kinds.kind(value) == Kind::Vector {
            self.region.vectors.insert(value, reg);
        } else if self.uniform.is_uniform(value) {
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
                self.code.copy(known, reg, scalar_class(ty), ty)
            }
            None => {
                self.scalars.insert(value, reg);
            }
        }
    }

    fn next(&self, block: BlockId, skip: Option<BlockId>) -> Option<BlockId> {
        self.region.plan.next(self.flow, self.kernel, block, skip)
    }

    /// Goes on at a block, or ends the strip.
    fn go_on(&mut self, shape: &Shape, next: Option<BlockId>) {
        let plan = &self.region.plan;
        let at = plan.position[self.block.index()].map_or(0, |at| at + 1);
        if plan.order.get(at).copied() == next && (next.is_some() || self.region.ended) {
            return;
        }
        let label = self.target(shape, next);
        self.code.jump(label);
    }

    /// The label of a block, or of the end of the strip.
    fn target(&mut self, shape: &Shape, next: Option<BlockId>) -> Label {
        match next {
            Some(block) => shape.label(block),
            None => {
                self.region.ended = true;
                self.region.labels.done
            }
        }
    }

    /// Passes over a block that begins a way, and all that it dominates, if nobody takes the way. Loops that never ask
    /// whether a mask is empty are always passed over.
    fn skip_if_empty(&mut self, shape: &Shape, block: BlockId) {
        let plan = &self.region.plan;
        if !matches!(plan.own(block), Own::Way | Own::Join) {
            return;
        }
        let below = plan.order.iter().filter(|other| self.flow.dom.dominates(block, **other));
        let work: usize = below.clone().map(|other| self.kernel.blocks[other.index()].insts.len()).sum();
        let is_header = |other: &BlockId| self.flow.loops.loops.iter().any(|l| l.header == *other);
        let loops = below.clone().any(is_header);
        let op = match self.spec.skip {
            Skip::None if !loops => return,
            Skip::Count => M::VcpopM,
            Skip::None | Skip::First => M::VfirstM,
        };
        if !loops && work < WORTH_SKIPPING {
            return;
        }
        let mask = self.block_register(block);
        let found = self.code.find(op, mask);
        let next = self.next(block, Some(block));
        let to = self.target(shape, next);
        match op {
            M::VcpopM => self.code.branch(M::Beq, found, ZERO, to),
            _ => self.code.branch(M::Blt, found, ZERO, to),
        }
    }

    fn jump(&mut self, shape: &Shape, block: BlockId, target: &Target) -> Made<()> {
        if shape.regions.leaves(block, target.block) {
            return self.leave_region(shape, block, target);
        }
        let latch =
            self.flow.loops.loops.iter().position(|l| l.header == target.block && l.latches == [block]);
        let mask = self.block_mask();
        self.way(shape, block, target, mask)?;
        match latch {
            Some(at) => self.jump_back(shape, block, target.block, at),
            None => self.go_on(shape, self.next(block, None)),
        }
        Ok(())
    }

    /// The end of a loop.
    fn jump_back(&mut self, shape: &Shape, block: BlockId, header: BlockId, at: usize) {
        if !self.region.plan.divergent[at] {
            self.code.jump(shape.label(header));
            return;
        }
        let inside = self.block_register(header);
        let mask = self.block_mask().unwrap_or(inside);
        if mask != inside {
            self.code.copy(inside, mask, Class::M, Type::Bool);
            self.mask_changes(inside);
        }
        let found = self.code.find(M::VfirstM, inside);
        self.code.branch(M::Bge, found, ZERO, shape.label(header));
        self.go_on(shape, self.next(block, None));
    }

    /// What happens on the way to another block of the region, for the elements of a mask (`None`: all).
    fn way(&mut self, shape: &Shape, from: BlockId, target: &Target, mask: Option<Reg>) -> Made<()> {
        self.save_outs(shape, from, target.block, mask)?;
        self.pass(shape, from, target, mask)?;
        let plan = &self.region.plan;
        let is_latch = self.flow.loops.loops.iter().any(|l| l.header == target.block && l.latches == [from]);
        match plan.own(target.block) {
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
    fn save_outs(&mut self, shape: &Shape, from: BlockId, to: BlockId, mask: Option<Reg>) -> Made<()> {
        let left: Vec<usize> = self.region.plan.left_loops(self.flow, from, to).collect();
        for (depth, at) in left.iter().enumerate() {
            for value in shape.escapes(*at).to_vec() {
                let outer = &left[depth + 1..];
                let goes_further = outer.iter().any(|outer| shape.escapes(*outer).contains(&value));
                if self.kinds.kind(value) != Kind::Vector || self.stays(value, *at) || goes_further {
                    continue;
                }
                if self.home(value).is_some_and(|home| self.flow.dom.dominates(home, from)) {
                    let now = self.varying(value)?;
                    let out = self.out(value, *at);
                    self.put_where(out, now, self.ty(value), mask);
                }
            }
        }
        Ok(())
    }

    /// `to` = `from` for the elements of a mask.
    fn put_where(&mut self, to: Reg, from: Reg, ty: Type, mask: Option<Reg>) {
        use crate::machines::rvv::isa::Form;
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
    fn pass(&mut self, shape: &Shape, from: BlockId, target: &Target, mask: Option<Reg>) -> Made<()> {
        let params = self.kernel.blocks[target.block.index()].params.clone();
        let mut pairs: Vec<(Reg, Reg, Type, Class, Option<Reg>)> = vec![];
        let mut late = vec![];
        for (param, arg) in params.into_iter().zip(target.args.iter().copied()) {
            let ty = self.ty(param);
            if self.kinds.kind(param) != Kind::Vector {
                pairs.push((self.scalar(param)?, self.scalar(arg)?, ty, scalar_class(ty), None));
                continue;
            }
            let mask = mask.filter(|_| self.is_partial(shape, from, target.block, param));
            let to = self.own_vector(param);
            if ty == Type::Bool {
                pairs.push((to, self.mask(arg)?, ty, Class::M, mask));
            } else if self.is_scalar(arg) {
                late.push((to, arg, mask));
            } else {
                pairs.push((to, self.vector(arg)?, ty, Class::V, mask));
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

    fn move_all(&mut self, pairs: &[(Reg, Reg, Type, Class, Option<Reg>)]) {
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

    /// Must a parameter keep its value in elements that do not come on this way?
    fn is_partial(&self, shape: &Shape, from: BlockId, to: BlockId, param: Value) -> bool {
        let plan = &self.region.plan;
        if let Some(at) = self.flow.loops.loops.iter().position(|l| l.header == to) {
            let escapes = plan.divergent[at] && shape.escapes(at).contains(&param);
            return escapes && self.flow.loops.loops[at].latches == [from];
        }
        let left_behind = plan.left_loops(self.flow, from, to).next().is_some();
        let first = plan.before(self.flow, to).into_iter().min_by_key(|pred| plan.position[pred.index()]);
        left_behind || plan.mask(from) != plan.mask(to) && first != Some(from)
    }

    fn branch(
        &mut self,
        shape: &Shape,
        block: BlockId,
        condition: Value,
        yes: &Target,
        no: &Target,
    ) -> Made<()> {
        if let Some((_, guard)) = shape.guard.filter(|(at, _)| *at == block) {
            let (live, dead) = if guard.live_if { (yes, no) } else { (no, yes) };
            let done = self.target(shape, None);
            let count = guard.length(self)?;
            self.apply_guard(count, done);
            self.pass(shape, block, live, None)?;
            let next = self.next(block, Some(dead.block));
            self.go_on(shape, next);
            return Ok(());
        }
        if self.region.plan.real[block.index()] {
            return self.scalar_branch(shape, block, condition, yes, no);
        }
        if [yes, no].iter().any(|target| shape.regions.leaves(block, target.block)) {
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
            if self.region.plan.own(target.block) == Own::Way {
                self.region.masks.insert(target.block, mask);
            }
            self.way(shape, block, target, Some(mask))?;
        }
        self.go_on(shape, self.next(block, None));
        Ok(())
    }

    fn scalar_branch(
        &mut self,
        shape: &Shape,
        block: BlockId,
        condition: Value,
        yes: &Target,
        no: &Target,
    ) -> Made<()> {
        let after_yes = self.next(block, Some(no.block));
        let after_no = self.next(block, Some(yes.block));
        let (yes_bare, no_bare) = (self.is_bare(shape, block, yes), self.is_bare(shape, block, no));
        if no_bare {
            let to = self.target(shape, after_no);
            self.branch_if(block, condition, false, to)?;
            return self.side(shape, block, yes, after_yes);
        }
        if yes_bare {
            let to = self.target(shape, after_yes);
            self.branch_if(block, condition, true, to)?;
            return self.side(shape, block, no, after_no);
        }
        let other = self.code.label();
        self.branch_if(block, condition, false, other)?;
        self.side_and_jump(shape, block, yes, after_yes)?;
        self.code.place(other);
        self.forget_v0();
        self.copies.clear();
        self.side(shape, block, no, after_no)
    }

    /// Is there nothing to do on the way to a block?
    fn is_bare(&self, shape: &Shape, from: BlockId, target: &Target) -> bool {
        let plan = &self.region.plan;
        let leaves = plan.left_loops(self.flow, from, target.block).next().is_some();
        let plain = !shape.regions.leaves(from, target.block) && target.args.is_empty() && !leaves;
        plain && plan.own(target.block) == Own::None
    }

    fn side(&mut self, shape: &Shape, block: BlockId, target: &Target, next: Option<BlockId>) -> Made<()> {
        if shape.regions.leaves(block, target.block) {
            return self.leave_region(shape, block, target);
        }
        let mask = self.block_mask();
        self.way(shape, block, target, mask)?;
        self.go_on(shape, next);
        Ok(())
    }

    fn side_and_jump(
        &mut self,
        shape: &Shape,
        block: BlockId,
        target: &Target,
        next: Option<BlockId>,
    ) -> Made<()> {
        if shape.regions.leaves(block, target.block) {
            return self.leave_region(shape, block, target);
        }
        let mask = self.block_mask();
        self.way(shape, block, target, mask)?;
        let to = self.target(shape, next);
        self.code.jump(to);
        Ok(())
    }

    /// A branch on a scalar condition. A comparison of integers in the same block becomes the branch itself.
    fn branch_if(&mut self, block: BlockId, condition: Value, wanted: bool, to: Label) -> Made<()> {
        let here = self.context.home(condition) == Some(block);
        let def = self.kernel.def(condition).map(|inst| inst.op.clone());
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
    fn leave_region(&mut self, shape: &Shape, block: BlockId, target: &Target) -> Made<()> {
        if self.region.plan.mask(block) != Mask::Full {
            return Err(self.refuse("barrier that only some work-items come to"));
        }
        let flow = self.flow;
        let mut writes = vec![];
        for value in self.context.kept_at(block, |home| flow.dom.dominates(home, block)) {
            writes.push((value, self.varying(value)?));
        }
        let params = self.kernel.blocks[target.block.index()].params.clone();
        let mut pairs = vec![];
        for (param, arg) in params.into_iter().zip(target.args.iter().copied()) {
            let ty = self.ty(param);
            if self.context.keeps(param) {
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
        self.code.jump(shape.enter(target.block));
        Ok(())
    }
}

/// Instructions of the kernel that a block must save to be passed over when its mask is empty.
const WORTH_SKIPPING: usize = 3;
