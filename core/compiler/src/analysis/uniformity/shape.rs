//! The shape of a value across work-items, and what operations make of shapes.

use crate::ir::{Binary, Convert, Kernel, Op, Space, Type, Unary, Value, WorkItem};

/// How a value differs between work-items of a group that run together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Shape {
    /// The same in all.
    Uniform,
    /// From one work-item to its neighbour in dimension 0 it grows by the stride (`None`: by the same amount
    /// everywhere, which is known only when the kernel runs). Work-items that differ in another dimension may differ by
    /// anything. With stride 0 it is the same along each row.
    Affine(Option<i64>),
    /// Anything.
    Varying,
}

impl Shape {
    /// The same in all work-items that differ only in dimension 0?
    pub fn is_row_uniform(self) -> bool {
        matches!(self, Shape::Uniform | Shape::Affine(Some(0)))
    }

    /// What is both, when all work-items together choose one or the other. `None` is not known yet.
    pub(super) fn join(a: Option<Shape>, b: Option<Shape>) -> Option<Shape> {
        let (Some(a), Some(b)) = (a, b) else { return a.or(b) };
        Some(match (a, b) {
            (a, b) if a == b => a,
            (Shape::Varying, _) | (_, Shape::Varying) => Shape::Varying,
            (a, b) if a.is_row_uniform() && b.is_row_uniform() => Shape::Affine(Some(0)),
            _ => Shape::Affine(None),
        })
    }

    fn stride(self) -> Option<i64> {
        match self {
            Shape::Uniform => Some(0),
            Shape::Affine(stride) => stride,
            Shape::Varying => None,
        }
    }

    /// Changes the stride of what has one.
    fn map(self, stride: impl FnOnce(i64) -> Option<i64>) -> Shape {
        match self {
            Shape::Affine(known) => Shape::Affine(known.and_then(stride)),
            shape => shape,
        }
    }

    /// The shape of a sum (or, with `sign` -1, a difference).
    fn sum(a: Shape, b: Shape, sign: i64) -> Shape {
        match (a, b) {
            (Shape::Uniform, Shape::Uniform) => Shape::Uniform,
            (Shape::Varying, _) | (_, Shape::Varying) => Shape::Varying,
            _ => Shape::Affine(a.stride().zip(b.stride()).map(|(a, b)| a.wrapping_add(b.wrapping_mul(sign)))),
        }
    }

    /// The shape of a product of which one factor is uniform, with its value if it is a constant.
    fn scaled(self, factor: Option<i64>) -> Shape {
        self.map(
            |stride| if stride == 0 { Some(0) } else { factor.map(|factor| stride.wrapping_mul(factor)) },
        )
    }

    /// A result that depends on `shapes` in no particular way.
    fn any(shapes: impl Iterator<Item = Shape>) -> Shape {
        let worst = shapes.max().unwrap_or(Shape::Uniform);
        if worst.is_row_uniform() { worst } else { Shape::Varying }
    }

    /// The shape of an operation's result; `None` while that of an operand is not known. `together`: do all work-items
    /// run it at once?
    pub(super) fn of(
        kernel: &Kernel,
        op: &Op,
        together: bool,
        shape: impl Fn(Value) -> Option<Shape>,
    ) -> Option<Shape> {
        let constant = |value: Value| {
            kernel.constant(value).map(|bits| crate::base::num::signed(kernel.ty(value), bits))
        };
        Some(match *op {
            Op::Const(_) | Op::Arg(_) | Op::Slot(_) => Shape::Uniform,
            Op::WorkItem(what, dim) => place(what, dim),
            Op::Unary(Unary::Neg | Unary::Not, a) if kernel.ty(a) != Type::Bool => {
                shape(a)?.map(|stride| Some(stride.wrapping_neg()))
            }
            Op::Binary(Binary::Add, a, b) | Op::PtrAdd(a, b) => Shape::sum(shape(a)?, shape(b)?, 1),
            Op::Binary(Binary::Sub, a, b) => Shape::sum(shape(a)?, shape(b)?, -1),
            Op::Binary(Binary::Mul, a, b) if shape(b)? == Shape::Uniform => shape(a)?.scaled(constant(b)),
            Op::Binary(Binary::Mul, a, b) if shape(a)? == Shape::Uniform => shape(b)?.scaled(constant(a)),
            Op::Binary(Binary::Shl, a, b) if shape(b)? == Shape::Uniform => {
                let power =
                    constant(b).and_then(|by| 1i64.checked_shl(by as u32 & (kernel.ty(a).bits() - 1)));
                shape(a)?.scaled(power)
            }
            Op::Convert(Convert::ZExt | Convert::SExt | Convert::Trunc, a) if kernel.ty(a) != Type::Bool => {
                shape(a)?
            }
            Op::Convert(Convert::Bits, a) if !kernel.ty(a).is_float() => shape(a)?,
            Op::Select(condition, a, b) => match shape(condition)? {
                Shape::Uniform => Shape::join(shape(a), shape(b))?,
                condition => Shape::any([condition, shape(a)?, shape(b)?].into_iter()),
            },
            Op::Load { ptr, volatile } => {
                let private = kernel.ty(ptr) == Type::Ptr(Space::Private);
                if volatile || private || !together {
                    Shape::Varying
                } else {
                    Shape::any([shape(ptr)?].into_iter())
                }
            }
            Op::Atomic(..) | Op::CompareExchange(..) | Op::Lane(..) => Shape::Varying,
            // Each asks when its turn comes.
            Op::Clock => Shape::Varying,
            // Nothing is known of callers, nor of what a function does.
            Op::Call(..) | Op::Param(_) => Shape::Varying,
            _ => {
                let mut worst = Shape::Uniform;
                for operand in op.operands() {
                    worst = worst.max(shape(operand)?);
                }
                Shape::any([worst].into_iter())
            }
        })
    }
}

/// The shape of a work-item's place.
fn place(what: WorkItem, dim: u8) -> Shape {
    match what {
        WorkItem::GlobalId | WorkItem::LocalId => Shape::Affine(Some((dim == 0).into())),
        WorkItem::GroupId | WorkItem::GlobalSize | WorkItem::LocalSize | WorkItem::NumGroups => {
            Shape::Uniform
        }
    }
}
