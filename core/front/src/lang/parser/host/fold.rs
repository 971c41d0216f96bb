//! What expressions of host code come to.

use core::cell::Cell;

use super::{declare::Shape, *};
use crate::lang::ast::{BinaryOp, Specifiers, TypeSyntax};
use crate::lang::records::{Record, record};

/// Most expressions that are looked at for one value: functions may call each other.
const MAX_STEPS: u32 = 4096;
/// How deep functions may call each other.
const MAX_CALLS: u32 = 32;

/// Works out values.
pub(super) struct Folder<'a> {
    host: &'a HostValues,
    names: &'a Names,
    /// The parameters of the function that is being called.
    locals: &'a [(Symbol, Folded)],
    /// Expressions that may still be looked at.
    left: &'a Cell<u32>,
    calls: u32,
}

impl Parser<'_> {
    /// Works something out with what is known at this place of the text.
    pub(super) fn folder<T>(&self, work: impl FnOnce(Folder<'_>) -> T) -> T {
        let left = Cell::new(MAX_STEPS);
        work(Folder { host: &self.host, names: self.names, locals: &[], left: &left, calls: 0 })
    }

    pub(super) fn fold(&self, expr: &Expr) -> Folded {
        self.folder(|folder| folder.value(expr))
    }
}

/// The value as a size.
pub(super) fn size(value: HostValue, unknown: HostUnknown) -> Folded<u32> {
    match value {
        HostValue::Int(value) => u32::try_from(value).map_err(|_| unknown),
        HostValue::Float(value) if value >= 0.0 && value <= f64::from(u32::MAX) => Ok(value as u32),
        _ => Err(unknown),
    }
}

/// The value as a `dim3`.
pub(super) fn dim(value: HostValue, unknown: HostUnknown) -> Folded<[u32; 3]> {
    match value {
        HostValue::Dim(dim) => Ok(dim),
        value => Ok([size(value, unknown)?, 1, 1]),
    }
}

fn not_folded(expr: &Expr) -> HostUnknown {
    HostUnknown { span: expr.span, why: Why::NotFolded }
}

impl Folder<'_> {
    /// The value of an expression.
    pub(super) fn value(&self, expr: &Expr) -> Folded {
        let unknown = not_folded(expr);
        self.left.set(self.left.get().checked_sub(1).ok_or(unknown)?);
        match &expr.kind {
            ExprKind::Int(value, _) => Ok(HostValue::Int(*value as i64)),
            ExprKind::Float(value, _) => Ok(HostValue::Float(*value)),
            ExprKind::Name(name) => self.variable(*name, expr.span),
            ExprKind::Unary(UnaryOp::Minus, a) => match self.value(a)? {
                HostValue::Int(a) => a.checked_neg().map(HostValue::Int).ok_or(unknown),
                HostValue::Float(a) => Ok(HostValue::Float(-a)),
                HostValue::Dim(_) | HostValue::Memory(_) => Err(unknown),
            },
            ExprKind::Unary(UnaryOp::Plus, a) => self.value(a),
            ExprKind::Binary(first, rest) => rest.iter().try_fold(self.value(first)?, |left, (op, right)| {
                fold_binary(*op, left, self.value(right)?).ok_or(unknown)
            }),
            ExprKind::Conditional(condition, yes, no) => match self.value(condition)? {
                HostValue::Int(0) => self.value(no),
                HostValue::Int(_) => self.value(yes),
                _ => Err(unknown),
            },
            ExprKind::Cast(ty, a) => self.cast(ty, self.value(a)?).ok_or(unknown),
            ExprKind::Member { base, name, .. } => match (self.value(base)?, self.names.text(*name)) {
                (HostValue::Dim(dim), "x") => Ok(HostValue::Int(dim[0].into())),
                (HostValue::Dim(dim), "y") => Ok(HostValue::Int(dim[1].into())),
                (HostValue::Dim(dim), "z") => Ok(HostValue::Int(dim[2].into())),
                _ => Err(unknown),
            },
            ExprKind::SizeofType(ty) if ty.declarator.derivation.is_empty() => {
                let bytes = self.bytes_of(&ty.specifiers).ok_or(unknown)?;
                Ok(HostValue::Int(bytes.into()))
            }
            ExprKind::SizeofExpr(of) => self.size_of(of).map(HostValue::Int).ok_or(unknown),
            ExprKind::Call(callee, args) => match &callee.kind {
                ExprKind::Name(name) => self.call(*name, args, unknown),
                ExprKind::Functions { targets, .. } => {
                    self.call(*targets.first().ok_or(unknown)?, args, unknown)
                }
                _ => Err(unknown),
            },
            _ => Err(unknown),
        }
    }

    fn variable(&self, name: Symbol, span: Span) -> Folded {
        if let Some((_, value)) = self.locals.iter().find(|(known, _)| *known == name) {
            return *value;
        }
        match self.host.vars.get(&name) {
            Some(value) => *value,
            None => Err(HostUnknown { span, why: Why::RunTime }),
        }
    }

    /// The bytes of a type. What a person writes without a declaration of the type in sight is read as an expression.
    fn bytes_of(&self, specifiers: &Specifiers) -> Option<u32> {
        match &specifiers.base {
            Base::Scalar(scalar) => Some(scalar.bytes()),
            Base::Named(name, _) => Some(self.host.types.get(name)?.0),
            Base::Record(name) => record(self.names.text(*name)).map(Record::bytes),
            _ => None,
        }
    }

    /// `sizeof` of an expression: a type, a variable, or what a pointer or an array leads to.
    fn size_of(&self, of: &Expr) -> Option<i64> {
        let kind = |expr: &Expr| match expr.kind {
            ExprKind::Name(name) => self.host.kinds.get(&name),
            _ => None,
        };
        match &of.kind {
            ExprKind::Name(name) if self.host.types.contains_key(name) => {
                Some(self.host.types.get(name)?.0.into())
            }
            ExprKind::Name(_) => match kind(of)?.shape {
                Shape::Value => Some(kind(of)?.scalar.bytes().into()),
                Shape::Pointer => Some(8),
                Shape::Array => None,
            },
            ExprKind::Unary(UnaryOp::Deref, base) | ExprKind::Index(base, _) => {
                let led = kind(base).filter(|kind| kind.shape != Shape::Value)?;
                Some(led.scalar.bytes().into())
            }
            _ => None,
        }
    }

    fn float(&self, expr: &Expr) -> Folded<f64> {
        as_float(self.value(expr)?).ok_or(not_folded(expr))
    }

    fn call(&self, name: Symbol, args: &[Expr], unknown: HostUnknown) -> Folded {
        match (self.names.text(name), args) {
            ("dim3", sizes) => Ok(HostValue::Dim(self.dim_of(sizes, unknown)?)),
            ("ceil" | "ceilf", [a]) => Ok(HostValue::Float(libm::ceil(self.float(a)?))),
            ("floor" | "floorf", [a]) => Ok(HostValue::Float(libm::floor(self.float(a)?))),
            ("sqrt" | "sqrtf", [a]) => Ok(HostValue::Float(libm::sqrt(self.float(a)?))),
            (word @ ("min" | "max"), [a, b]) if !self.host.functions.contains_key(&name) => {
                match (self.value(a)?, self.value(b)?) {
                    (HostValue::Int(a), HostValue::Int(b)) if word == "min" => Ok(HostValue::Int(a.min(b))),
                    (HostValue::Int(a), HostValue::Int(b)) => Ok(HostValue::Int(a.max(b))),
                    _ => Err(unknown),
                }
            }
            _ => self.call_own(name, args, unknown),
        }
    }

    /// A call of a function of the text.
    fn call_own(&self, name: Symbol, args: &[Expr], unknown: HostUnknown) -> Folded {
        let function = self.host.functions.get(&name).ok_or(unknown)?;
        if args.len() != function.params.len() || self.calls >= MAX_CALLS {
            return Err(unknown);
        }
        let pass = |((param, scalar), arg): (&(Symbol, Option<Scalar>), &Expr)| {
            let value = self.value(arg).map(|value| scalar.map_or(value, |scalar| to_scalar(value, scalar)));
            (*param, value)
        };
        let locals: Vec<_> = function.params.iter().zip(args).map(pass).collect();
        Folder { locals: &locals, calls: self.calls + 1, ..*self }.value(&function.body)
    }

    /// A `dim3` of so many sizes.
    pub(super) fn dim_of(&self, sizes: &[Expr], unknown: HostUnknown) -> Folded<[u32; 3]> {
        if let [one] = sizes {
            return dim(self.value(one)?, not_folded(one));
        }
        let mut dim = [1; 3];
        for (at, expr) in sizes.iter().enumerate() {
            *dim.get_mut(at).ok_or(unknown)? = size(self.value(expr)?, not_folded(expr))?;
        }
        Ok(dim)
    }

    fn cast(&self, ty: &TypeSyntax, value: HostValue) -> Option<HostValue> {
        let is_pointer = !ty.declarator.derivation.is_empty();
        if let HostValue::Memory(_) = value {
            return is_pointer.then_some(value);
        }
        let scalar = match &ty.specifiers.base {
            Base::Scalar(scalar) => Some(*scalar),
            Base::Named(name, _) => self.host.types.get(name)?.1,
            _ => None,
        };
        Some(to_scalar(value, scalar.filter(|_| !is_pointer)?))
    }
}

fn as_float(value: HostValue) -> Option<f64> {
    match value {
        HostValue::Int(value) => Some(value as f64),
        HostValue::Float(value) => Some(value),
        HostValue::Dim(_) | HostValue::Memory(_) => None,
    }
}

/// A number as a value of a type. Other values stay what they are.
pub(super) fn to_scalar(value: HostValue, scalar: Scalar) -> HostValue {
    match value {
        HostValue::Int(value) if scalar.is_float() => to_scalar(HostValue::Float(value as f64), scalar),
        HostValue::Float(value) if scalar == Scalar::Float => HostValue::Float(f64::from(value as f32)),
        HostValue::Float(value) if !scalar.is_float() => to_scalar(HostValue::Int(value as i64), scalar),
        HostValue::Int(value) if scalar == Scalar::Bool => HostValue::Int((value != 0).into()),
        HostValue::Int(value) => {
            let unused = 64 - 8 * scalar.bytes().min(8);
            HostValue::Int(match scalar == scalar.unsigned() {
                true => (((value as u64) << unused) >> unused) as i64,
                false => (value << unused) >> unused,
            })
        }
        value => value,
    }
}

fn fold_binary(op: BinaryOp, a: HostValue, b: HostValue) -> Option<HostValue> {
    let (HostValue::Int(a), HostValue::Int(b)) = (a, b) else {
        let (a, b) = (as_float(a)?, as_float(b)?);
        return Some(HostValue::Float(match op {
            BinaryOp::Add => a + b,
            BinaryOp::Sub => a - b,
            BinaryOp::Mul => a * b,
            BinaryOp::Div => a / b,
            _ => return None,
        }));
    };
    let truth = |value: bool| Some(i64::from(value));
    let value = match op {
        BinaryOp::Add => a.checked_add(b),
        BinaryOp::Sub => a.checked_sub(b),
        BinaryOp::Mul => a.checked_mul(b),
        BinaryOp::Div => a.checked_div(b),
        BinaryOp::Rem => a.checked_rem(b),
        BinaryOp::Shl => a.checked_shl(u32::try_from(b).ok()?),
        BinaryOp::Shr => a.checked_shr(u32::try_from(b).ok()?),
        BinaryOp::And => Some(a & b),
        BinaryOp::Or => Some(a | b),
        BinaryOp::Xor => Some(a ^ b),
        BinaryOp::Lt => truth(a < b),
        BinaryOp::Gt => truth(a > b),
        BinaryOp::Le => truth(a <= b),
        BinaryOp::Ge => truth(a >= b),
        BinaryOp::Eq => truth(a == b),
        BinaryOp::Ne => truth(a != b),
        BinaryOp::LogicalAnd => truth(a != 0 && b != 0),
        BinaryOp::LogicalOr => truth(a != 0 || b != 0),
    };
    value.map(HostValue::Int)
}
