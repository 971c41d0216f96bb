//! Blocks: their instructions, the passing over of those whose mask is empty, and where the code goes on behind them.

use alloc::{collections::BTreeMap, vec, vec::Vec};

use super::{
    code::{Label, Line, Reg, What, ZERO},
    generate::{Flow, Generator, Made, scalar_class},
    guard::{self, Guard},
    kinds::{Kind, Level},
    masks::{Own, Plan},
    regions::Regions,
};
use crate::{
    ir::{BlockId, Kernel, Op, Terminator, Value},
    machines::rvv::{
        isa::{Form, Op as M},
        spec::Skip,
    },
};

/// What is fixed before code is written: regions, guards, labels.
pub(super) struct Shape<'k> {
    pub regions: &'k Regions,
    /// The guard that shortens the vector length, and its block.
    pub guard: Option<(BlockId, Guard)>,
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
        let one_by_one = generator.spec.skip == Skip::Sparse;
        let (kernel, flow, kinds) = (generator.kernel, generator.flow, generator.kinds);
        Plan::new(kernel, flow, self.regions, kinds, head, shortened, one_by_one)
    }

    pub fn escapes(&self, at: usize) -> &[Value] {
        &self.escapes[at]
    }

    pub(super) fn label(&self, block: BlockId) -> Label {
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
        self.skip_if_empty(shape, block)?;
        let kernel = self.kernel;
        for inst in &kernel.blocks[block.index()].insts {
            let inst = &kernel.insts[inst.index()];
            self.code.span = inst.span;
            self.instruction(&inst.op, inst.result)?;
        }
        self.code.span = kernel.blocks[block.index()].term_span;
        self.begin_collections(shape, Some(block))?;
        match &kernel.blocks[block.index()].term {
            Terminator::Return => self.go_on(shape, self.next(block, &[])),
            Terminator::Jump(target) => self.jump(shape, block, target)?,
            Terminator::Branch(condition, yes, no) => self.branch(shape, block, *condition, yes, no)?,
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
            (_, Some(value)) if self.kinds.level(value) < Level::Block => Ok(()),
            (op, Some(value)) => {
                let reg = match op {
                    Op::Load { ptr, .. } => self.load(*ptr, value)?,
                    op if self.kind(value) == Kind::Vector => {
                        self.masked(|this| this.vector_op(op, value))?
                    }
                    op => self.scalar_op(op, value)?,
                };
                self.define(value, reg);
                if self.kind(value) == Kind::Affine {
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
        } else if self.kind(value) == Kind::Vector {
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
    pub(super) fn go_on(&mut self, shape: &Shape, next: Option<BlockId>) {
        let plan = &self.region.plan;
        let at = plan.position[self.block.index()].map_or(0, |at| at + 1);
        if plan.order.get(at).copied() == next && (next.is_some() || self.region.ended) {
            return;
        }
        let label = self.target(shape, next);
        self.code.jump(label);
    }

    /// The label of a block, or of the end of the strip.
    pub(super) fn target(&mut self, shape: &Shape, next: Option<BlockId>) -> Label {
        match next {
            Some(block) => shape.label(block),
            None => {
                self.region.ended = true;
                self.region.labels.done
            }
        }
    }

    /// Passes over a block that begins a way, and all that it guards, if nobody takes the way. If few take it, scalar code
    /// may do it for each of them.
    fn skip_if_empty(&mut self, shape: &Shape, block: BlockId) -> Made<()> {
        let plan = &self.region.plan;
        if !matches!(plan.own(block), Own::Way | Own::Join) {
            return Ok(());
        }
        let dominates = |other: &BlockId| self.flow.dom.dominates(block, *other);
        let below: Vec<BlockId> = plan.order.iter().copied().filter(dominates).collect();
        let work: usize = below.iter().map(|other| self.kernel.blocks[other.index()].insts.len()).sum();
        let must = self.needs_elements(block, &below);
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
        let to = self.target(shape, self.next(block, &[]));
        match op {
            M::VcpopM => self.code.branch(M::Beq, found, ZERO, to),
            _ => self.code.branch(M::Blt, found, ZERO, to),
        }
        if let Some(piece) = self.piece_of_block(shape, block) {
            let dense = self.code.label();
            self.unless_sparse(found, dense);
            let behind = self.region.plan.behind(self.flow, block, &piece.blocks);
            let behind = self.target(shape, behind);
            self.one_by_one(shape, &piece, (mask, found), behind)?;
            self.code.place(dense);
        }
        Ok(())
    }

    /// Must a block not be carried out when its mask is empty? What it guards then goes wrong if it is a loop, which may never
    /// end; a scalar load, which no mask guards; or what the elements that are elsewhere have done already.
    fn needs_elements(&self, block: BlockId, below: &[BlockId]) -> bool {
        let is_header = |other: &BlockId| self.flow.loops.loops.iter().any(|l| l.header == *other);
        let loads = |other: &BlockId| {
            let mut insts = self.kernel.blocks[other.index()].insts.iter();
            insts.any(|inst| {
                let inst = &self.kernel.insts[inst.index()];
                matches!(inst.op, Op::Load { .. }) && inst.result.is_some_and(|value| self.is_scalar(value))
            })
        };
        self.region.plan.is_uncertain(block) || below.iter().any(|other| is_header(other) || loads(other))
    }
}

/// Instructions of the kernel that a block must save to be passed over when its mask is empty.
const WORTH_SKIPPING: usize = 3;
