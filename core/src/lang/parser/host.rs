//! Host code of a CUDA file: skipped, except that launches `kernel<<<grid, block, shared>>>(…)` are looked for and
//! folded to numbers with what the host's constants, integers and `dim3` values are.
//!
//! This is no interpreter: a variable has the last value that was written to it in the text, and none as soon as that
//! does not fold. Inside a loop it has that of the first turn. Nothing in host code is ever reported.

mod loops;

use alloc::vec::Vec;

use super::*;
use crate::lang::types::Scalar;
use crate::{
    base::OrdMap,
    lang::ast::{Base, BinaryOp, ExprKind, TypeSyntax, UnaryOp},
};
use loops::Loops;

/// A value that host code computes.
#[derive(Clone, Copy, Debug, PartialEq)]
enum HostValue {
    Int(i64),
    Float(f64),
    Dim([u32; 3]),
    /// A pointer to the start of so many bytes.
    Memory(u64),
}

/// The functions that allocate memory of the device: `f(&pointer, bytes, …)`.
const ALLOCATORS: [&str; 4] = ["cudaMalloc", "cudaMallocManaged", "cudaMallocHost", "cudaHostAlloc"];

/// What is known of the variables of host code.
#[derive(Debug, Default)]
pub(super) struct HostValues {
    vars: OrdMap<Symbol, HostValue>,
    /// Bytes of the types that a `typedef` names.
    types: OrdMap<Symbol, u32>,
}

impl Parser<'_> {
    /// Skips an item of host code and records the launches in it.
    pub(super) fn skip_host_item(&mut self) {
        let start = self.at;
        self.skip_item();
        if self.at == start {
            self.at += usize::from(self.tokens[self.at].kind != Tok::End);
        }
        let end = self.at;
        self.record_constants(start, end);
        self.at = end;
    }

    /// Looks through tokens of host code for values of variables and for launches.
    pub(super) fn record_constants(&mut self, start: usize, end: usize) {
        self.report.mute();
        let depth = core::mem::replace(&mut self.depth, 0);
        let (mut at, mut loops) = (start, Loops::default());
        while at < end {
            at = loops.pass(self, at);
            at = self.host_token(at).max(at + 1);
        }
        self.depth = depth;
        self.at = end;
        self.report.unmute();
    }

    /// Looks at one token; returns where to go on.
    fn host_token(&mut self, at: usize) -> usize {
        let Some(name) = self.tokens[at].name() else { return at + 1 };
        let after = |distance: usize| self.tokens[(at + distance).min(self.tokens.len() - 1)];
        let (next, second) = (after(1), after(2));
        if next.is(Punct::Shl) && second.is(Punct::Lt) && !second.space {
            return self.launch(at, name);
        }
        if next.is(Punct::LParen) && ALLOCATORS.contains(&self.names.text(name)) {
            return self.allocation(at + 1);
        }
        if self.names.text(name) == "dim3" && next.name().is_some() {
            self.dims(at + 1);
            return at + 1;
        }
        if at > 0 && matches!(self.tokens[at - 1].kind, Tok::Punct(Punct::PlusPlus | Punct::MinusMinus)) {
            self.set(name, None);
            return at + 1;
        }
        match next.kind {
            Tok::Punct(Punct::Assign) if at > 1 && self.tokens[at - 1].is(Punct::Dot) => {
                self.assign_component(at, name)
            }
            Tok::Punct(Punct::Assign) => self.assign(at + 2, name),
            Tok::Punct(
                Punct::PlusPlus
                | Punct::MinusMinus
                | Punct::PlusAssign
                | Punct::MinusAssign
                | Punct::StarAssign
                | Punct::SlashAssign
                | Punct::PercentAssign
                | Punct::AmpAssign
                | Punct::PipeAssign
                | Punct::CaretAssign
                | Punct::ShlAssign
                | Punct::ShrAssign,
            ) => {
                self.set(name, None);
                at + 2
            }
            _ => at + 1,
        }
    }

    /// The variables of a declaration `dim3 a(2, 3), b = c, d;`, at the first name. Parameters of a function have no value.
    fn dims(&mut self, at: usize) {
        self.at = at;
        let mut names = Vec::new();
        while let Some(name) = self.tokens[self.at].name() {
            self.at += 1;
            let value = match self.tokens[self.at].kind {
                Tok::Punct(Punct::LParen | Punct::LBrace) => self.bracketed_dim(),
                Tok::Punct(Punct::Assign) => {
                    self.at += 1;
                    match self.at(Punct::LBrace) {
                        true => self.bracketed_dim(),
                        false => self.assignment().ok().and_then(|expr| self.fold_dim(&expr)),
                    }
                }
                _ => Some([1; 3]),
            };
            // The next variable may take its size from this one.
            self.set(name, value.map(HostValue::Dim));
            names.push(name);
            if !self.take(Punct::Comma) {
                break;
            }
        }
        if !self.at(Punct::Semi) {
            names.into_iter().for_each(|name| self.set(name, None));
        }
    }

    /// `(x, y, z)` or `{x, y, z}`, and on to what is behind it.
    fn bracketed_dim(&mut self) -> Option<[u32; 3]> {
        let open = self.at;
        let value = self.dim_arguments(open);
        self.at = self.behind_bracket(open);
        value
    }

    /// The place behind the bracket that closes the one at `open`, or the end of the text.
    fn behind_bracket(&self, open: usize) -> usize {
        let mut depth = 0;
        for (at, token) in self.tokens.iter().enumerate().skip(open) {
            match token.kind {
                Tok::Punct(Punct::LParen | Punct::LBrace) => depth += 1,
                Tok::Punct(Punct::RParen | Punct::RBrace) => depth -= 1,
                _ => {}
            }
            if depth == 0 || token.kind == Tok::End {
                return at + usize::from(token.kind != Tok::End);
            }
        }
        open
    }

    fn set(&mut self, name: Symbol, value: Option<HostValue>) {
        match value {
            Some(value) => self.host.vars.insert(name, value),
            None => self.host.vars.remove(&name),
        };
    }

    fn assign(&mut self, at: usize, name: Symbol) -> usize {
        self.at = at;
        let value = match self.tokens[at].is(Punct::LBrace) {
            true => self.dim_arguments(at).map(HostValue::Dim),
            false => self.assignment().ok().and_then(|expr| self.fold(&expr)),
        };
        self.set(name, value);
        at
    }

    /// `g.x = value`, at the component's name: of a `dim3`, or of something else, which has no value then.
    fn assign_component(&mut self, at: usize, component: Symbol) -> usize {
        let Some(name) = self.tokens[at - 2].name() else { return at + 1 };
        self.at = at + 2;
        let value = self.assignment().ok().and_then(|expr| self.fold_size(&expr));
        let place = ["x", "y", "z"].iter().position(|known| *known == self.names.text(component));
        let dim = match (self.host.vars.get(&name), place, value) {
            (Some(HostValue::Dim(dim)), Some(place), Some(value)) => {
                let mut dim = *dim;
                dim[place] = value;
                Some(HostValue::Dim(dim))
            }
            _ => None,
        };
        self.set(name, dim);
        at + 2
    }

    /// `(&pointer, bytes)` or `((void**)&pointer, bytes)`, at its bracket.
    fn allocation(&mut self, at: usize) -> usize {
        self.at = at + 1;
        let pointer = self.assignment().ok();
        let bytes = self.take(Punct::Comma).then(|| self.assignment().ok()).flatten();
        let bytes = match bytes.and_then(|bytes| self.fold(&bytes)) {
            Some(HostValue::Int(bytes)) => u64::try_from(bytes).ok().map(HostValue::Memory),
            _ => None,
        };
        if let Some(name) = pointer.as_ref().and_then(target) {
            self.set(name, bytes);
        }
        at + 1
    }

    /// Keeps the size of the types that a `typedef` names.
    pub(super) fn record_types(&mut self, declaration: &crate::lang::ast::Declaration) {
        let bytes = self.bytes_of(&declaration.specifiers).filter(|_| declaration.specifiers.is_typedef);
        for declared in &declaration.names {
            if let (Some((name, _)), Some(bytes)) = (declared.declarator.name, bytes) {
                let is_pointer = !declared.declarator.derivation.is_empty();
                self.host.types.insert(name, if is_pointer { 8 } else { bytes });
            }
        }
    }

    fn bytes_of(&self, specifiers: &crate::lang::ast::Specifiers) -> Option<u32> {
        match &specifiers.base {
            Base::Scalar(scalar) => Some(scalar.bytes()),
            Base::Named(name, _) => self.host.types.get(name).copied(),
            _ => None,
        }
    }

    /// `(x, y, z)` or `{x, y, z}` of a `dim3`, at its bracket.
    fn dim_arguments(&mut self, at: usize) -> Option<[u32; 3]> {
        self.at = at + 1;
        let mut sizes = Vec::new();
        while !self.at(Punct::RParen) && !self.at(Punct::RBrace) {
            sizes.push(self.assignment().ok()?);
            if !self.take(Punct::Comma) {
                break;
            }
        }
        self.dim(&sizes)
    }

    fn dim(&self, sizes: &[Expr]) -> Option<[u32; 3]> {
        if let [one] = sizes
            && let Some(HostValue::Dim(dim)) = self.fold(one)
        {
            return Some(dim);
        }
        let mut dim = [1; 3];
        for (at, size) in sizes.iter().enumerate() {
            *dim.get_mut(at)? = self.fold_size(size)?;
        }
        Some(dim)
    }

    fn fold_size(&self, expr: &Expr) -> Option<u32> {
        match self.fold(expr)? {
            HostValue::Int(value) => u32::try_from(value).ok(),
            HostValue::Float(value) if value >= 0.0 && value <= f64::from(u32::MAX) => Some(value as u32),
            _ => None,
        }
    }

    fn fold_dim(&self, expr: &Expr) -> Option<[u32; 3]> {
        match self.fold(expr)? {
            HostValue::Dim(dim) => Some(dim),
            _ => Some([self.fold_size(expr)?, 1, 1]),
        }
    }

    /// A launch, at the kernel's name.
    fn launch(&mut self, at: usize, name: Symbol) -> usize {
        self.at = at + 3;
        let mut config = Vec::new();
        while let Ok(expr) = self.assignment() {
            config.push(expr);
            if !self.take(Punct::Comma) {
                break;
            }
        }
        if !(self.at(Punct::Shr) && self.closes_launch()) || config.len() < 2 {
            return at + 1;
        }
        self.at += 2;
        let end = self.at;
        let args = self.launch_arguments();
        let (blocks, local) = (self.fold_dim(&config[0]), self.fold_dim(&config[1]));
        let global = blocks.zip(local).and_then(|(blocks, local)| {
            let mut global = [0; 3];
            for d in 0..3 {
                global[d] = blocks[d].checked_mul(local[d])?;
            }
            Some(global)
        });
        let dynamic_local = config.get(2).map_or(Some(0), |bytes| self.fold_size(bytes));
        let kernel = self.names.text(name).into();
        let span = self.tokens[at].span.to(self.last);
        self.launches.push(HostLaunch { kernel, global, local, dynamic_local, args, span });
        end
    }

    /// `(a, b, …)` behind a launch.
    fn launch_arguments(&mut self) -> Vec<Option<HostArg>> {
        let mut args = Vec::new();
        if !self.take(Punct::LParen) {
            return args;
        }
        while let Ok(expr) = self.assignment() {
            args.push(match self.fold(&expr) {
                Some(HostValue::Int(value)) => Some(HostArg::Int(value)),
                Some(HostValue::Float(value)) => Some(HostArg::Float(value)),
                Some(HostValue::Memory(bytes)) => Some(HostArg::Bytes(bytes)),
                Some(HostValue::Dim(_)) | None => None,
            });
            if !self.take(Punct::Comma) {
                break;
            }
        }
        self.take(Punct::RParen);
        args
    }

    fn fold(&self, expr: &Expr) -> Option<HostValue> {
        match &expr.kind {
            ExprKind::Int(value, _) => Some(HostValue::Int(*value as i64)),
            ExprKind::Float(value, _) => Some(HostValue::Float(*value)),
            ExprKind::Name(name) => self.host.vars.get(name).copied(),
            ExprKind::Unary(UnaryOp::Minus, a) => match self.fold(a)? {
                HostValue::Int(a) => Some(HostValue::Int(a.checked_neg()?)),
                HostValue::Float(a) => Some(HostValue::Float(-a)),
                HostValue::Dim(_) | HostValue::Memory(_) => None,
            },
            ExprKind::Unary(UnaryOp::Plus, a) => self.fold(a),
            ExprKind::Binary(first, rest) => rest
                .iter()
                .try_fold(self.fold(first)?, |left, (op, right)| fold_binary(*op, left, self.fold(right)?)),
            ExprKind::Conditional(condition, yes, no) => match self.fold(condition)? {
                HostValue::Int(0) => self.fold(no),
                HostValue::Int(_) => self.fold(yes),
                _ => None,
            },
            ExprKind::Cast(ty, a) => fold_cast(ty, self.fold(a)?),
            ExprKind::Member { base, name, .. } => match (self.fold(base)?, self.names.text(*name)) {
                (HostValue::Dim(dim), "x") => Some(HostValue::Int(dim[0].into())),
                (HostValue::Dim(dim), "y") => Some(HostValue::Int(dim[1].into())),
                (HostValue::Dim(dim), "z") => Some(HostValue::Int(dim[2].into())),
                _ => None,
            },
            ExprKind::SizeofType(ty) if ty.declarator.derivation.is_empty() => {
                Some(HostValue::Int(self.bytes_of(&ty.specifiers)?.into()))
            }
            // What a person writes so without parentheses inside is read as an expression.
            ExprKind::SizeofExpr(ty) => match ty.kind {
                ExprKind::Name(name) => Some(HostValue::Int((*self.host.types.get(&name)?).into())),
                _ => None,
            },
            ExprKind::Call(callee, args) => match &callee.kind {
                ExprKind::Name(name) => self.fold_call(self.names.text(*name), args),
                _ => None,
            },
            _ => None,
        }
    }

    fn fold_call(&self, name: &str, args: &[Expr]) -> Option<HostValue> {
        match (name, args) {
            ("dim3", sizes) => Some(HostValue::Dim(self.dim(sizes)?)),
            ("ceil" | "ceilf", [a]) => Some(HostValue::Float(libm::ceil(as_float(self.fold(a)?)?))),
            ("floor" | "floorf", [a]) => Some(HostValue::Float(libm::floor(as_float(self.fold(a)?)?))),
            ("sqrt" | "sqrtf", [a]) => Some(HostValue::Float(libm::sqrt(as_float(self.fold(a)?)?))),
            ("min" | "max", [a, b]) => match (self.fold(a)?, self.fold(b)?) {
                (HostValue::Int(a), HostValue::Int(b)) if name == "min" => Some(HostValue::Int(a.min(b))),
                (HostValue::Int(a), HostValue::Int(b)) => Some(HostValue::Int(a.max(b))),
                _ => None,
            },
            _ => None,
        }
    }
}

fn as_float(value: HostValue) -> Option<f64> {
    match value {
        HostValue::Int(value) => Some(value as f64),
        HostValue::Float(value) => Some(value),
        HostValue::Dim(_) | HostValue::Memory(_) => None,
    }
}

/// The variable that `&pointer` or `(void**)&pointer` names.
fn target(expr: &Expr) -> Option<Symbol> {
    match &expr.kind {
        ExprKind::Cast(_, inner) => target(inner),
        ExprKind::Unary(UnaryOp::Address, inner) => match inner.kind {
            ExprKind::Name(name) => Some(name),
            _ => None,
        },
        _ => None,
    }
}

fn fold_cast(ty: &TypeSyntax, value: HostValue) -> Option<HostValue> {
    if let HostValue::Memory(_) = value {
        return (!ty.declarator.derivation.is_empty()).then_some(value);
    }
    let Base::Scalar(scalar) = ty.specifiers.base else { return None };
    match value {
        _ if !ty.declarator.derivation.is_empty() => None,
        HostValue::Int(value) if scalar.is_float() => Some(HostValue::Float(value as f64)),
        HostValue::Float(value) if scalar == Scalar::Float => Some(HostValue::Float(f64::from(value as f32))),
        HostValue::Float(value) if !scalar.is_float() => Some(HostValue::Int(value as i64)),
        value => Some(value),
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
