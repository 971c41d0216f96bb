//! What a value is within a strip (a run of neighbouring work-items of one row), and how often it must be computed.
//!
//! A scalar is the same in all elements: uniform in the group, or along a row. An affine value grows by the same amount
//! from element to element; it is computed for element 0 with its stride beside it, and becomes a vector only where one
//! is needed. All others are vectors.
//!
//! A value is affine only if that holds to the bit: through operations that wrap the stride stays true, but widening
//! does not keep it. Sign extension is trusted where [`super::trust`] lets it; zero extension only of a work-item's
//! place, which is known to be small.

use alloc::{vec, vec::Vec};

use crate::{
    analysis::uniformity::{Shape, Uniformity},
    codegen::target::TargetMachine,
    ir::{Binary, BlockId, Convert, Kernel, Op, Type, Unary, Value, ValueDef, WorkItem, cfg::Cfg},
};

/// How a value varies from element to element of a strip.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Variability {
    /// The same in all elements of a strip.
    Scalar,
    /// Grows by the same amount from element to element.
    Affine,
    /// Anything.
    Vector,
}

/// How often a value changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// Never in a launch.
    Launch,
    /// From group to group.
    Group,
    /// From row to row.
    Row,
    /// From strip to strip.
    Strip,
    /// Where it is computed.
    Block,
}

/// The variability and the level of each value.
#[derive(Clone)]
pub struct Variabilities {
    variability: Vec<Variability>,
    levels: Vec<Level>,
}

impl Variabilities {
    /// Classifies the values of a kernel.
    pub fn new(
        kernel: &Kernel,
        cfg: &Cfg,
        uniform: &Uniformity,
        target: &dyn TargetMachine,
    ) -> Variabilities {
        let mut variability: Vec<Variability> = (0..kernel.values.len() as u32)
            .map(|value| match uniform.shape(Value(value)) {
                shape if shape.is_row_uniform() => Variability::Scalar,
                Shape::Affine(_) if integer(kernel.ty(Value(value))) => Variability::Affine,
                _ => Variability::Vector,
            })
            .collect();
        while demote(kernel, cfg, uniform, &mut variability) {}
        let levels = levels(kernel, cfg, &variability, target);
        Variabilities { variability, levels }
    }

    /// Makes vectors of the values that `wanted` says, and of those that follow from them. Says whether there were any.
    pub fn make_vectors(
        &mut self,
        kernel: &Kernel,
        cfg: &Cfg,
        uniform: &Uniformity,
        target: &dyn TargetMachine,
        wanted: &[Value],
    ) -> bool {
        let scalars: Vec<&Value> =
            wanted.iter().filter(|value| self.of(**value) != Variability::Vector).collect();
        let changed = !scalars.is_empty();
        scalars.into_iter().for_each(|value| self.variability[value.index()] = Variability::Vector);
        while demote(kernel, cfg, uniform, &mut self.variability) {}
        self.levels = levels(kernel, cfg, &self.variability, target);
        changed
    }

    /// How a value varies.
    pub fn of(&self, value: Value) -> Variability {
        self.variability[value.index()]
    }

    /// Is it the same in all elements of a strip?
    pub fn is_scalar(&self, value: Value) -> bool {
        self.of(value) == Variability::Scalar
    }

    /// How often a value changes.
    pub fn level(&self, value: Value) -> Level {
        self.levels[value.index()]
    }
}

/// The level of each value.
fn levels(kernel: &Kernel, cfg: &Cfg, variability: &[Variability], target: &dyn TargetMachine) -> Vec<Level> {
    let mut levels = vec![Level::Block; variability.len()];
    for block in &cfg.rpo {
        for inst in &kernel.blocks[block.index()].insts {
            let inst = &kernel.insts[inst.index()];
            if let Some(result) = inst.result {
                let steady = variability[result.index()] != Variability::Vector && is_pure(&inst.op);
                if steady && target.has_scalar(&inst.op, kernel.ty(result)) {
                    levels[result.index()] = level_of(&inst.op, &levels);
                }
            }
        }
    }
    levels
}

fn level_of(op: &Op, levels: &[Level]) -> Level {
    match op {
        Op::WorkItem(WorkItem::GroupId, _) => Level::Group,
        Op::WorkItem(WorkItem::GlobalId | WorkItem::LocalId, 0) => Level::Strip,
        Op::WorkItem(WorkItem::GlobalId | WorkItem::LocalId, _) => Level::Row,
        op => op.operands().iter().map(|value| levels[value.index()]).max().unwrap_or(Level::Launch),
    }
}

const fn integer(ty: Type) -> bool {
    ty.is_int() || matches!(ty, Type::Ptr(_))
}

/// Can it be computed anywhere?
fn is_pure(op: &Op) -> bool {
    !op.has_effect() && !matches!(op, Op::Load { .. })
}

/// Checks the variability assumed so far: a value that is no scalar or affine after all becomes a vector. Was there one?
fn demote(kernel: &Kernel, cfg: &Cfg, uniform: &Uniformity, variability: &mut [Variability]) -> bool {
    let mut changed = false;
    for block in &cfg.rpo {
        let block = &kernel.blocks[block.index()];
        let results = block.insts.iter().filter_map(|inst| kernel.insts[inst.index()].result);
        for value in results.chain(block.params.iter().copied()) {
            let holds = match variability[value.index()] {
                Variability::Affine => is_affine(kernel, cfg, uniform, variability, value),
                Variability::Scalar => {
                    uniform.is_uniform(value) || is_scalar(kernel, cfg, variability, value)
                }
                Variability::Vector => true,
            };
            if !holds {
                variability[value.index()] = Variability::Vector;
                changed = true;
            }
        }
    }
    changed
}

/// Can a value that is the same along a row be computed from scalars?
fn is_scalar(kernel: &Kernel, cfg: &Cfg, variability: &[Variability], value: Value) -> bool {
    let scalar = |value: &Value| variability[value.index()] == Variability::Scalar;
    match kernel.values[value.index()].def {
        ValueDef::Inst(inst) => match &kernel.insts[inst.index()].op {
            Op::Binary(Binary::Add | Binary::Sub, a, b) | Op::PtrAdd(a, b) => {
                [a, b].iter().all(|value| variability[value.index()] != Variability::Vector)
            }
            op => op.operands().iter().all(scalar),
        },
        ValueDef::BlockParam(block, at) => args(kernel, cfg, block, at).iter().all(scalar),
    }
}

/// What is passed to a block parameter.
fn args(kernel: &Kernel, cfg: &Cfg, block: BlockId, at: u32) -> Vec<Value> {
    let edges = cfg.preds[block.index()].iter().flat_map(|pred| kernel.blocks[pred.index()].term.targets());
    edges.filter(|target| target.block == block).map(|target| target.args[at as usize]).collect()
}

fn is_affine(
    kernel: &Kernel,
    cfg: &Cfg,
    uniform: &Uniformity,
    variability: &[Variability],
    value: Value,
) -> bool {
    let of = |value: &Value| variability[value.index()];
    let steady = |value: &Value| of(value) != Variability::Vector;
    let inst = match kernel.values[value.index()].def {
        ValueDef::Inst(inst) => &kernel.insts[inst.index()],
        ValueDef::BlockParam(block, at) => {
            let known = matches!(uniform.shape(value), Shape::Affine(Some(_)));
            return known && args(kernel, cfg, block, at).iter().all(|arg| of(arg) == Variability::Affine);
        }
    };
    match &inst.op {
        Op::WorkItem(..) => true,
        Op::Binary(Binary::Add | Binary::Sub, a, b) | Op::PtrAdd(a, b) => steady(a) && steady(b),
        Op::Binary(Binary::Mul, a, b) => {
            steady(a) && steady(b) && (of(a) == Variability::Scalar || of(b) == Variability::Scalar)
        }
        Op::Binary(Binary::Shl, a, b) => steady(a) && of(b) == Variability::Scalar,
        Op::Unary(Unary::Neg, a) => steady(a),
        Op::Convert(Convert::Trunc, a) => steady(a),
        Op::Convert(Convert::Bits, a) => steady(a) && integer(kernel.ty(*a)),
        Op::Convert(Convert::SExt, a) => steady(a) && !cut(kernel, *a) && kernel.ty(*a) == Type::I32,
        Op::Convert(Convert::ZExt, a) => steady(a) && is_place(kernel, *a),
        _ => false,
    }
}

/// Is it the low half of a number?
fn cut(kernel: &Kernel, value: Value) -> bool {
    let narrows = |op: &Op| matches!(op, Op::Convert(Convert::Trunc, _));
    kernel.def(value).is_some_and(|inst| narrows(&inst.op)) && !is_place(kernel, value)
}

/// Is it a work-item's place in dimension 0, as it is asked for or computed from the group's? Then it is small and not
/// negative.
pub fn is_place(kernel: &Kernel, value: Value) -> bool {
    let op = |value: Value| kernel.def(value).map(|inst| &inst.op);
    let work_item = |value: Value, what: WorkItem| op(value) == Some(&Op::WorkItem(what, 0));
    let start = |value: Value| match op(value) {
        Some(Op::Binary(Binary::Mul, a, b)) => {
            let pair = |a, b| work_item(a, WorkItem::GroupId) && work_item(b, WorkItem::LocalSize);
            pair(*a, *b) || pair(*b, *a)
        }
        _ => false,
    };
    match op(value) {
        Some(Op::WorkItem(WorkItem::GlobalId | WorkItem::LocalId, 0)) => true,
        Some(Op::Binary(Binary::Add, a, b)) => {
            let pair = |a, b| start(a) && work_item(b, WorkItem::LocalId);
            pair(*a, *b) || pair(*b, *a)
        }
        Some(Op::Convert(Convert::ZExt | Convert::SExt, a)) => is_place(kernel, *a),
        Some(Op::Convert(Convert::Trunc, a)) => kernel.ty(value) == Type::I32 && is_place(kernel, *a),
        _ => false,
    }
}
