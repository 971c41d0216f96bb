//! Calls of builtins with vectors, and of those that only exist for vectors (OpenCL C 1.2, 6.12).
//!
//! Most are done component by component. Then all arguments have one type; a scalar among them becomes a vector of equal
//! components, as for every parameter that is a vector.

use alloc::{boxed::Box, format, string::String, vec, vec::Vec};

use super::super::builtins::{Access, Action, Builtin, Prototype};
use super::super::typed::{Place, PlaceKind};
use super::super::types::{
    BOOL, DOUBLE, FLOAT, INT, LENGTHS, Pointer, Scalar, TypeKind, VOID, Vector, scalar, vector,
};
use super::*;

/// What is wrong with an argument, and where it is.
pub(super) type Wrong = (Span, String);

impl Checker<'_> {
    /// Has the call vectors among its arguments, or can it only be explained here?
    pub(super) fn is_vector_call(&self, prototype: Prototype, args: &[Expr]) -> bool {
        let points_at_vector = |arg: &Expr| {
            self.program.types.as_pointer(arg.ty).is_some_and(|to| self.as_vector(to.to).is_some())
        };
        match prototype {
            Prototype::Geometric(_)
            | Prototype::Truth
            | Prototype::Shuffle(_)
            | Prototype::Upsample
            | Prototype::To(_)
            | Prototype::VectorLoad(_)
            | Prototype::VectorStore(_) => true,
            Prototype::FloatOut => {
                args.iter().any(|arg| self.as_vector(arg.ty).is_some() || points_at_vector(arg))
            }
            Prototype::Anything | Prototype::Print | Prototype::Hint(..) => false,
            _ => args.iter().any(|arg| self.as_vector(arg.ty).is_some()),
        }
    }

    pub(super) fn vector_call(
        &mut self,
        builtin: &Builtin,
        args: Vec<Expr>,
        span: Span,
    ) -> Result<Expr, Wrong> {
        // The answers of comparisons are `int`s here.
        let number =
            |this: &mut Self, arg: Expr| if arg.ty == BOOL { this.make_convert(arg, INT) } else { arg };
        let args: Vec<Expr> = args.into_iter().map(|arg| number(self, arg)).collect();
        let action = builtin.action;
        let made = |args, ty| Expr { kind: ExprKind::Builtin(action, args), ty, span };
        match builtin.prototype {
            Prototype::Float(_) | Prototype::Single(_) | Prototype::Int(_) | Prototype::Number(_) => {
                let (args, of) = self.of_one_type(builtin, args)?;
                Ok(self.by_components(builtin, args, of, span))
            }
            Prototype::FloatInt => self.with_powers(builtin, args, span),
            Prototype::Test | Prototype::Relation => {
                let (args, of) = self.of_one_type(builtin, args)?;
                // Each answer is 1 or 0 at first.
                let ones = made(args, vector(Vector { of: Scalar::Int, ..of }));
                let answers = self.truth(ones, Vector { of: Scalar::Int, ..of });
                Ok(self.mask(answers, of))
            }
            Prototype::Select => self.select(args, span),
            Prototype::FloatOut => {
                let to = self.program.types.as_pointer(args[1].ty).map_or(VOID, |to| to.to);
                match self.as_vector(to) {
                    Some(of) if of.of.is_float() && args[0].ty == to => Ok(made(args, to)),
                    _ => Err((
                        args[1].span,
                        format!("A pointer to {} is expected here.", self.show(args[0].ty)),
                    )),
                }
            }
            Prototype::Geometric(_) => self.geometric(builtin, args, span),
            Prototype::Truth => match self.program.types.component(args[0].ty) {
                Some(of) if !of.is_float() => Ok(made(args, INT)),
                _ => Err((args[0].span, "Integers are expected here.".into())),
            },
            Prototype::Shuffle(_) => self.shuffle(args, span),
            Prototype::Upsample => self.upsample(args, span),
            Prototype::To(to) => self.retyped(action, args, to, span),
            Prototype::VectorLoad(access) => self.vector_load(access, args, span),
            Prototype::VectorStore(access) => self.vector_store(access, args, span),
            _ => {
                let at =
                    args.iter().find(|arg| self.as_vector(arg.ty).is_some()).map_or(span, |arg| arg.span);
                Err((at, "This function takes no vectors.".into()))
            }
        }
    }

    /// The vectors of a call, all of one type, with its scalars as such vectors where the standard has that form.
    fn of_one_type(&mut self, builtin: &Builtin, args: Vec<Expr>) -> Result<(Vec<Expr>, Vector), Wrong> {
        let mut vectors = args.iter().filter_map(|arg| self.as_vector(arg.ty));
        let Some(of) = vectors.next() else {
            return Err((args[0].span, "A vector is expected here.".into()));
        };
        drop(vectors);
        let kind = match builtin.prototype {
            Prototype::Int(_) if builtin.action != Action::BitSelect => (of.of.is_float(), "integers"),
            Prototype::Single(_) => (of.of != Scalar::Float, "`float`s"),
            Prototype::Int(_) | Prototype::Number(_) => (false, ""),
            _ => (!of.of.is_float(), "floats"),
        };
        if kind.0 {
            return Err((
                args[0].span,
                format!("A vector of {} is expected here, not {}.", kind.1, self.show(vector(of))),
            ));
        }
        let mut out = Vec::with_capacity(args.len());
        for arg in args {
            let fits = self.as_vector(arg.ty) == Some(of);
            out.push(match self.program.types.as_scalar(arg.ty) {
                _ if fits => arg,
                Some(_) => self.splat(arg, of),
                None => {
                    let ty = self.show(vector(of));
                    let message = format!(
                        "{ty} is expected here, as in the other arguments, not {}.",
                        self.show(arg.ty)
                    );
                    return Err((arg.span, message));
                }
            });
        }
        Ok((out, of))
    }

    /// A function of each component. Halves are computed as floats; of floats as bits, where a function is one of bits.
    pub(super) fn by_components(
        &mut self,
        builtin: &Builtin,
        args: Vec<Expr>,
        of: Vector,
        span: Span,
    ) -> Expr {
        let of_bits = builtin.action == Action::BitSelect && of.of.is_float();
        let inner = match of.of {
            _ if of_bits => of.of.mask(),
            Scalar::Half if !matches!(builtin.action, Action::Min | Action::Max | Action::Clamp) => {
                Scalar::Float
            }
            found => found,
        };
        let inside = number(inner, of.len);
        let turned = |this: &Self, value: Expr, ty: TypeId| match (of_bits, value.ty == ty) {
            (_, true) => value,
            (true, _) => Expr { span: value.span, kind: ExprKind::Builtin(Action::Bits, vec![value]), ty },
            _ => this.as_type(value, ty),
        };
        let args = args.into_iter().map(|arg| turned(self, arg, inside)).collect();
        let ty = self.distance_type(builtin.action, inside);
        let value = Expr { kind: ExprKind::Builtin(builtin.action, args), ty, span };
        if inner == of.of { value } else { turned(self, value, number(of.of, of.len)) }
    }

    /// `ldexp` and `pown`: the second argument is a vector of `int`s, or one for all.
    fn with_powers(&mut self, builtin: &Builtin, args: Vec<Expr>, span: Span) -> Result<Expr, Wrong> {
        let [x, power] =
            <[Expr; 2]>::try_from(args).map_err(|_| (span, "Two arguments are expected.".into()))?;
        let Some(of) = self.as_vector(x.ty).filter(|of| matches!(of.of, Scalar::Float | Scalar::Double))
        else {
            return Err((x.span, "A vector of floats is expected here.".into()));
        };
        let powers = Vector { of: Scalar::Int, ..of };
        let is_int = self.program.types.as_scalar(power.ty).is_some_and(|found| !found.is_float());
        let power = match is_int {
            true => self.splat(power, powers),
            false if power.ty == vector(powers) => power,
            false => {
                let message =
                    format!("{} is expected here, not {}.", self.show(vector(powers)), self.show(power.ty));
                return Err((power.span, message));
            }
        };
        let ty = x.ty;
        Ok(Expr { kind: ExprKind::Builtin(builtin.action, vec![x, power]), ty, span })
    }

    /// `select(a, b, c)`: of each component the sign bit of `c` chooses (OpenCL C 1.2, 6.12.6).
    fn select(&mut self, args: Vec<Expr>, span: Span) -> Result<Expr, Wrong> {
        let [a, b, c] =
            <[Expr; 3]>::try_from(args).map_err(|_| (span, "Three arguments are expected.".into()))?;
        let Some(of) = self.as_vector(a.ty).filter(|_| a.ty == b.ty) else {
            return Err((b.span, format!("{} is expected here, not {}.", self.show(a.ty), self.show(b.ty))));
        };
        match self.as_vector(c.ty) {
            Some(asked)
                if !asked.of.is_float() && (asked.len, asked.of.bytes()) == (of.len, of.of.bytes()) =>
            {
                let condition = self.sign_bits(c, asked);
                let ty = a.ty;
                Ok(Expr { kind: ExprKind::Builtin(Action::Select, vec![a, b, condition]), ty, span })
            }
            _ => {
                let wanted = vector(Vector { of: of.of.mask(), ..of });
                Err((c.span, format!("{} is expected here, not {}.", self.show(wanted), self.show(c.ty))))
            }
        }
    }

    /// Lengths, distances, products (OpenCL C 1.2, 6.12.5).
    fn geometric(&mut self, builtin: &Builtin, args: Vec<Expr>, span: Span) -> Result<Expr, Wrong> {
        let (args, of, len) = match self.as_vector(args[0].ty) {
            Some(_) => {
                let (args, of) = self.of_one_type(builtin, args)?;
                (args, of.of, of.len)
            }
            None => {
                let ty = self.float_type(&args)?;
                (self.all(args, ty), if ty == DOUBLE { Scalar::Double } else { Scalar::Float }, 1)
            }
        };
        let lengths: &[u8] = if builtin.action == Action::Cross { &[3, 4] } else { &[1, 2, 3, 4] };
        if !lengths.contains(&len) {
            return Err((args[0].span, format!("This function takes no {}.", self.show(args[0].ty))));
        }
        // Halves are computed as floats.
        let own = args[0].ty;
        let inner = if of == Scalar::Half { Scalar::Float } else { of };
        let inside = if len == 1 { scalar(inner) } else { vector(Vector { of: inner, len }) };
        let args: Vec<Expr> = args.into_iter().map(|arg| self.as_type(arg, inside)).collect();
        let (ty, outside) = match builtin.action {
            Action::Cross | Action::Normalize(_) => (inside, own),
            _ => (scalar(inner), scalar(of)),
        };
        let value = Expr { kind: ExprKind::Builtin(builtin.action, args), ty, span };
        Ok(self.as_type(value, outside))
    }

    /// `shuffle` and `shuffle2` (OpenCL C 1.2, 6.12.12).
    fn shuffle(&mut self, mut args: Vec<Expr>, span: Span) -> Result<Expr, Wrong> {
        let Some(mask) = args.pop() else { return Err((span, "A mask is expected.".into())) };
        let Some(of) = self.as_vector(args[0].ty) else {
            return Err((args[0].span, format!("A vector is expected here, not {}.", self.show(args[0].ty))));
        };
        if let Some(other) = args.iter().find(|arg| arg.ty != args[0].ty) {
            return Err((
                other.span,
                format!("{} is expected here, not {}.", self.show(args[0].ty), self.show(other.ty)),
            ));
        }
        match self.as_vector(mask.ty) {
            Some(chosen)
                if !chosen.of.is_float() && !chosen.of.is_signed() && chosen.of.bytes() == of.of.bytes() =>
            {
                args.push(mask);
                let ty = vector(Vector { len: chosen.len, ..of });
                Ok(Expr { kind: ExprKind::Builtin(Action::Shuffle, args), ty, span })
            }
            _ => {
                let message = format!(
                    "A vector of `{}`s is expected here, not {}.",
                    of.of.mask().unsigned().name(),
                    self.show(mask.ty)
                );
                Err((mask.span, message))
            }
        }
    }

    /// `upsample(high, low)`; the low half is unsigned (OpenCL C 1.2, 6.12.3).
    fn upsample(&mut self, args: Vec<Expr>, span: Span) -> Result<Expr, Wrong> {
        let types = &self.program.types;
        let parts = types.component(args[0].ty).zip(types.component(args[1].ty));
        let len = self.as_vector(args[0].ty).map_or(1, |of| of.len);
        let same = len == self.as_vector(args[1].ty).map_or(1, |of| of.len);
        match parts {
            Some((high, low))
                if same && low == high.unsigned() && !low.is_signed() && low < Scalar::ULong =>
            {
                let wide = match (high.bytes(), high.is_signed()) {
                    (1, true) => Scalar::Short,
                    (1, false) => Scalar::UShort,
                    (2, true) => Scalar::Int,
                    (2, false) => Scalar::UInt,
                    (_, true) => Scalar::Long,
                    (_, false) => Scalar::ULong,
                };
                let ty = number(wide, len);
                Ok(Expr { kind: ExprKind::Builtin(Action::Upsample, args), ty, span })
            }
            _ => {
                let low = types.component(args[0].ty).map_or("uint", |high| high.unsigned().name());
                Err((
                    args[1].span,
                    format!("As many `{low}`s are expected here, not {}.", self.show(args[1].ty)),
                ))
            }
        }
    }

    /// `as_T` and `convert_T`.
    fn retyped(&mut self, action: Action, args: Vec<Expr>, to: TypeId, span: Span) -> Result<Expr, Wrong> {
        let (from, at) = (args[0].ty, args[0].span);
        let types = &self.program.types;
        if types.component(from).is_none() {
            return Err((at, format!("A number is expected here, not {}.", self.show(from))));
        }
        let len = |ty| self.as_vector(ty).map_or(1, |of| of.len);
        match action {
            Action::Bits if types.bytes(from) != types.bytes(to) => {
                Err((at, format!("{} and {} have different sizes.", self.show(from), self.show(to))))
            }
            Action::Bits => {
                // Three components stand for themselves only (6.2.4.2): what the fourth is, nothing says.
                let more = len(from) == 3 && len(to) != 3;
                if more || (len(to) == 3 && (len(from) != 4 && len(from) != 3)) {
                    let message = format!(
                        "Nothing says what the bits of {} are as {}.",
                        self.show(from),
                        self.show(to)
                    );
                    return Err((at, message));
                }
                Ok(Expr { kind: ExprKind::Builtin(action, args), ty: to, span })
            }
            _ if len(from) != len(to) => Err((
                at,
                format!("{} and {} do not have as many components.", self.show(from), self.show(to)),
            )),
            _ => Ok(Expr { kind: ExprKind::Builtin(action, args), ty: to, span }),
        }
    }

    /// The place that a vector is read from or written to: offset and pointer, which points at its components.
    fn packed(&mut self, access: Access, offset: Expr, pointer: Expr, span: Span) -> Result<Place, Wrong> {
        let found = self.program.types.as_pointer(pointer.ty);
        let part = found.and_then(|to| Some((to, self.program.types.as_scalar(to.to)?)));
        let fits = |of: Scalar| of != Scalar::Bool && (of == Scalar::Half) >= access.half;
        let Some((to, of)) = part.filter(|(_, of)| fits(*of)) else {
            let what = if access.half { "`half`s" } else { "numbers" };
            return Err((
                pointer.span,
                format!("A pointer to {what} is expected here, not {}.", self.show(pointer.ty)),
            ));
        };
        let Some(index) = self.as_offset(offset) else {
            return Err((span, "The offset is an integer.".into()));
        };
        let (stride, ty) = (u64::from(access.step) * u64::from(of.bytes()), pointer.ty);
        let kind = ExprKind::Offset { pointer: Box::new(pointer), index: Box::new(index), stride };
        let held = number(of, access.len);
        let pointer = self.as_type(Expr { kind, ty, span }, ty);
        let ty = self.program.types.pointer(Pointer { to: held, ..to });
        let pointer = self.as_type(pointer, ty);
        let is_const = to.is_const || to.space == Some(super::super::types::Space::Constant);
        Ok(Place { kind: PlaceKind::Deref(pointer), ty: held, is_const, is_volatile: to.is_volatile, span })
    }

    fn vector_load(&mut self, access: Access, args: Vec<Expr>, span: Span) -> Result<Expr, Wrong> {
        let [offset, pointer] =
            <[Expr; 2]>::try_from(args).map_err(|_| (span, "Two arguments are expected.".into()))?;
        let place = self.packed(access, offset, pointer, span)?;
        let value = self.load(place, span);
        let ty = if access.half { number(Scalar::Float, access.len) } else { value.ty };
        Ok(self.as_type(value, ty))
    }

    fn vector_store(&mut self, access: Access, args: Vec<Expr>, span: Span) -> Result<Expr, Wrong> {
        let [value, offset, pointer] =
            <[Expr; 3]>::try_from(args).map_err(|_| (span, "Three arguments are expected.".into()))?;
        let at = pointer.span;
        let place = self.packed(access, offset, pointer, span)?;
        if place.is_const {
            return Err((at, "This points at something `const`.".into()));
        }
        let outside = |of| number(of, access.len);
        let ty = place.ty;
        let value = match access.half {
            true if value.ty == outside(Scalar::Float) || value.ty == outside(Scalar::Double) => {
                let action = Action::Convert(access.rounding, false);
                Expr { span: value.span, kind: ExprKind::Builtin(action, vec![value]), ty }
            }
            true if access.len == 1 && self.program.types.as_scalar(value.ty).is_some() => {
                let value = self.make_convert(value, FLOAT);
                let action = Action::Convert(access.rounding, false);
                Expr { span: value.span, kind: ExprKind::Builtin(action, vec![value]), ty }
            }
            false if value.ty == ty => value,
            false if self.program.types.as_scalar(value.ty).is_some() => self.convert(value, ty),
            _ => {
                let wanted = if access.half { outside(Scalar::Float) } else { ty };
                return Err((
                    value.span,
                    format!("{} is expected here, not {}.", self.show(wanted), self.show(value.ty)),
                ));
            }
        };
        let stored = Expr { kind: ExprKind::Assign(Box::new(place), Box::new(value)), ty, span };
        Ok(self.as_type(stored, VOID))
    }

    /// `vec_step`: how many components a value has room for; 1 for a scalar, 4 for a vector of 3 (OpenCL C 1.2, 6.11.12).
    pub(super) fn vec_step(&mut self, ty: TypeId, span: Span) -> Expr {
        let step = match self.program.types.kind(ty) {
            TypeKind::Scalar(_) => 1,
            TypeKind::Void => 1,
            TypeKind::Vector(of) => u64::from(of.len.next_power_of_two()),
            _ => {
                if !ty.is_error() {
                    self.error(
                        "type::arguments",
                        span,
                        format!("`vec_step` takes a number or a vector, not {}.", self.show(ty)),
                    );
                }
                return self.nothing(span);
            }
        };
        Expr { kind: ExprKind::Const(step), ty: INT, span }
    }
}

/// A scalar, or a vector of several.
fn number(of: Scalar, len: u8) -> TypeId {
    if LENGTHS.contains(&len) { vector(Vector { of, len }) } else { scalar(of) }
}
