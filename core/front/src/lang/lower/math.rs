//! Float builtins to instructions. What the IR has no operation for is written out with its definition.

use super::super::builtins::Action;
use super::super::types::TypeId;
use super::place::Addr;
use super::*;
use crate::ir::{Binary, Compare, Convert, Math, Unary};

impl<'a> Lower<'a> {
    fn math(&mut self, math: Math, args: &[Value], span: Span) -> Value {
        let ty = self.b.kernel.ty(args[0]);
        self.b.emit(Op::Math(math, args.to_vec()), ty, span)
    }

    pub(super) fn float_computed(&mut self, action: Action, v: &[Value], ty: Type, span: Span) -> Value {
        match action {
            Action::Math(math) => self.math(math, v, span),
            Action::Fma => self.b.emit(Op::Fma(v[0], v[1], v[2]), ty, span),
            Action::OfPi(math) => self.of_pi(math, v[0], ty, span),
            Action::Recip => {
                let one = self.float(1.0, ty, span);
                self.two(Binary::FDiv, one, v[0], span)
            }
            Action::Degrees => self.scaled(v[0], 180.0 / core::f64::consts::PI, ty, span),
            Action::Radians => self.scaled(v[0], core::f64::consts::PI / 180.0, ty, span),
            Action::Saturate => self.unit_range(v[0], ty, span),
            Action::Mix => {
                let distance = self.two(Binary::FSub, v[1], v[0], span);
                let part = self.two(Binary::FMul, distance, v[2], span);
                self.two(Binary::FAdd, v[0], part, span)
            }
            Action::Step => {
                let (zero, one) = (self.float(0.0, ty, span), self.float(1.0, ty, span));
                let below = self.test(Compare::FLt, v[1], v[0], span);
                self.choose(below, zero, one, span)
            }
            Action::Smoothstep => self.smoothstep(v, ty, span),
            Action::Sign => self.sign(v[0], ty, span),
            Action::Fdim => {
                let zero = self.float(0.0, ty, span);
                let not_above = self.test(Compare::FLe, v[0], v[1], span);
                let difference = self.two(Binary::FSub, v[0], v[1], span);
                self.choose(not_above, zero, difference, span)
            }
            Action::Pown => self.pown(v[0], v[1], ty, span),
            Action::Powr => self.powr(v[0], v[1], ty, span),
            Action::Ldexp => self.ldexp(v, ty, span),
            _ => {
                let truth = self.relation(action, v, ty, span);
                self.b.emit(Op::Convert(Convert::ZExt, truth), Type::I32, span)
            }
        }
    }

    /// Sine, cosine or tangent of pi x (OpenCL C 7.5.1). Whole and quarter turns are taken off x itself, which is exact; what is
    /// left is at most a quarter, and only that is multiplied by pi.
    fn of_pi(&mut self, math: Math, x: Value, ty: Type, span: Span) -> Value {
        let (half, two) = (self.float(0.5, ty, span), self.float(2.0, ty, span));
        let turns = self.two(Binary::FMul, x, half, span);
        let turns = self.math(Math::Rint, &[turns], span);
        let whole = self.two(Binary::FMul, turns, two, span);
        // Between -1 and 1; an infinite number has no rest.
        let rest = self.two(Binary::FSub, x, whole, span);
        let quarters = self.two(Binary::FMul, rest, two, span);
        let quarters = self.math(Math::Rint, &[quarters], span);
        let taken = self.two(Binary::FMul, quarters, half, span);
        let rest = self.two(Binary::FSub, rest, taken, span);
        let angle = self.scaled(rest, core::f64::consts::PI, ty, span);
        let (sine, cosine) = (self.math(Math::Sin, &[angle], span), self.math(Math::Cos, &[angle], span));
        let size = self.one(Unary::FAbs, quarters, span);
        let one = self.float(1.0, ty, span);
        let odd = self.test(Compare::FEq, size, one, span);
        let opposite = self.test(Compare::FEq, size, two, span);
        let (minus_sine, minus_cosine) =
            (self.one(Unary::FNeg, sine, span), self.one(Unary::FNeg, cosine, span));
        // A quarter turn forward or back.
        let back = self.test(Compare::FLt, quarters, one, span);
        let of_sine = |this: &mut Self| {
            let even = this.choose(opposite, minus_sine, sine, span);
            let turned = this.choose(back, minus_cosine, cosine, span);
            let value = this.choose(odd, turned, even, span);
            // Its zeros have the sign of x.
            let zero = this.float(0.0, ty, span);
            let is_zero = this.test(Compare::FEq, value, zero, span);
            let signed = this.math(Math::Copysign, &[zero, x], span);
            this.choose(is_zero, signed, value, span)
        };
        let of_cosine = |this: &mut Self| {
            let even = this.choose(opposite, minus_cosine, cosine, span);
            let turned = this.choose(back, sine, minus_sine, span);
            let value = this.choose(odd, turned, even, span);
            // Its zeros are positive.
            let zero = this.float(0.0, ty, span);
            let is_zero = this.test(Compare::FEq, value, zero, span);
            this.choose(is_zero, zero, value, span)
        };
        match math {
            Math::Sin => of_sine(self),
            Math::Cos => of_cosine(self),
            _ => {
                let (sine, cosine) = (of_sine(self), of_cosine(self));
                self.two(Binary::FDiv, sine, cosine, span)
            }
        }
    }

    /// x to a whole power. The sign comes from the power's last bit. Where a power has more digits than the format, the
    /// digits that are lost are made up for: x is then so near 1 that x^d is 1 + d (x - 1), or the result is 0 or infinite.
    fn pown(&mut self, x: Value, power: Value, ty: Type, span: Span) -> Value {
        let rounded = self.b.emit(Op::Convert(Convert::SToF, power), ty, span);
        let size = self.one(Unary::FAbs, x, span);
        let mut result = self.math(Math::Pow, &[size, rounded], span);
        if ty == Type::F32 {
            let kept = self.b.emit(Op::Convert(Convert::FToS, rounded), Type::I32, span);
            let lost = self.two(Binary::Sub, power, kept, span);
            let lost = self.b.emit(Op::Convert(Convert::SToF, lost), ty, span);
            let one = self.float(1.0, ty, span);
            let beyond = self.two(Binary::FSub, size, one, span);
            let beyond = self.two(Binary::FMin, beyond, one, span);
            let more = self.two(Binary::FMul, lost, beyond, span);
            let factor = self.two(Binary::FAdd, more, one, span);
            let factor = self.one(Unary::FAbs, factor, span);
            result = self.two(Binary::FMul, result, factor, span);
        }
        let one = self.like(power, 1, span);
        let last = self.two(Binary::And, power, one, span);
        let zero = self.like(power, 0, span);
        let is_even = self.test(Compare::Eq, last, zero, span);
        let signed = self.math(Math::Copysign, &[result, x], span);
        self.choose(is_even, result, signed, span)
    }

    /// e^(y ln x), which is no number where that is none (OpenCL C 7.5.1): of negative x, of NaNs, 0^0, infinity^0, 1^infinity.
    fn powr(&mut self, x: Value, y: Value, ty: Type, span: Span) -> Value {
        let [zero, one, infinity, none] =
            [0.0, 1.0, f64::INFINITY, f64::NAN].map(|value| self.float(value, ty, span));
        let [size, power] = [x, y].map(|value| self.one(Unary::FAbs, value, span));
        let result = self.math(Math::Pow, &[size, y], span);
        let excluded: [&[(Compare, Value, Value)]; 6] = [
            &[(Compare::FLt, x, zero)],
            &[(Compare::FNe, x, x)],
            &[(Compare::FNe, y, y)],
            &[(Compare::FEq, x, zero), (Compare::FEq, y, zero)],
            &[(Compare::FEq, x, infinity), (Compare::FEq, y, zero)],
            &[(Compare::FEq, x, one), (Compare::FEq, power, infinity)],
        ];
        excluded.into_iter().fold(result, |result, all| {
            all.iter().fold(none, |value, (compare, a, b)| {
                let holds = self.test(*compare, *a, *b, span);
                self.choose(holds, value, result, span)
            })
        })
    }

    fn scaled(&mut self, value: Value, factor: f64, ty: Type, span: Span) -> Value {
        let factor = self.float(factor, ty, span);
        self.two(Binary::FMul, value, factor, span)
    }

    /// Between 0 and 1; a NaN becomes 0.
    fn unit_range(&mut self, value: Value, ty: Type, span: Span) -> Value {
        let (zero, one) = (self.float(0.0, ty, span), self.float(1.0, ty, span));
        let low = self.two(Binary::FMax, value, zero, span);
        self.two(Binary::FMin, low, one, span)
    }

    /// t * t * (3 - 2 t) with t = (x - edge0) / (edge1 - edge0) between 0 and 1.
    fn smoothstep(&mut self, v: &[Value], ty: Type, span: Span) -> Value {
        let (from, width) =
            (self.two(Binary::FSub, v[2], v[0], span), self.two(Binary::FSub, v[1], v[0], span));
        let t = self.two(Binary::FDiv, from, width, span);
        let t = self.unit_range(t, ty, span);
        let (two, three) = (self.float(2.0, ty, span), self.float(3.0, ty, span));
        let twice = self.two(Binary::FMul, two, t, span);
        let rest = self.two(Binary::FSub, three, twice, span);
        let square = self.two(Binary::FMul, t, t, span);
        self.two(Binary::FMul, square, rest, span)
    }

    /// 1, -1, the zero itself, or 0 for a NaN.
    fn sign(&mut self, x: Value, ty: Type, span: Span) -> Value {
        let (zero, one, minus) =
            (self.float(0.0, ty, span), self.float(1.0, ty, span), self.float(-1.0, ty, span));
        let (above, below) = (self.test(Compare::FLt, zero, x, span), self.test(Compare::FLt, x, zero, span));
        let equal = self.test(Compare::FEq, x, zero, span);
        let rest = self.choose(equal, x, zero, span);
        let rest = self.choose(below, minus, rest, span);
        self.choose(above, one, rest, span)
    }

    /// x * 2^n, rounded once. A power that no number of the type holds is taken off in two steps: upwards by what one holds, downwards
    /// by as many places less as it has, so that what is left of a result that is not 0 is exact until the last step.
    fn ldexp(&mut self, v: &[Value], ty: Type, span: Span) -> Value {
        let (places, bias) = if ty == Type::F64 { (53, 1023) } else { (24, 127) };
        let number = |this: &mut Self, number: i64| this.like(v[1], number as u64, span);
        let power = |exponent: i64| f64::from_bits(((1023 + exponent) as u64) << 52);
        let (least, most) = (number(self, 1 - bias), number(self, bias));
        let (low, high) = (number(self, -3 * bias), number(self, 3 * bias));
        let n = self.two(Binary::MaxS, v[1], low, span);
        let (mut n, mut x) = (self.two(Binary::MinS, n, high, span), v[0]);
        let (up, down) = (number(self, bias), number(self, places + 1 - bias));
        for _ in 0..2 {
            let above = self.test(Compare::LtS, most, n, span);
            let below = self.test(Compare::LtS, n, least, span);
            let [one, large, small] =
                [0, bias, places + 1 - bias].map(|exponent| self.float(power(exponent), ty, span));
            let none = number(self, 0);
            let (factor, taken) =
                (self.choose(below, small, one, span), self.choose(below, down, none, span));
            let (factor, taken) =
                (self.choose(above, large, factor, span), self.choose(above, up, taken, span));
            (x, n) = (self.two(Binary::FMul, x, factor, span), self.two(Binary::Sub, n, taken, span));
        }
        let n = self.two(Binary::MaxS, n, least, span);
        let n = self.two(Binary::MinS, n, most, span);
        let bias = number(self, bias);
        let mut exponent = self.two(Binary::Add, n, bias, span);
        if ty == Type::F64 {
            exponent = self.b.emit(Op::Convert(Convert::ZExt, exponent), Type::I64, span);
        }
        let place = self.like(exponent, places as u64 - 1, span);
        let bits = self.two(Binary::Shl, exponent, place, span);
        let power = self.b.emit(Op::Convert(Convert::Bits, bits), ty, span);
        self.two(Binary::FMul, x, power, span)
    }

    fn relation(&mut self, action: Action, v: &[Value], ty: Type, span: Span) -> Value {
        let size = |this: &mut Self| this.one(Unary::FAbs, v[0], span);
        match action {
            Action::IsNan => self.test(Compare::FNe, v[0], v[0], span),
            Action::IsInf => {
                let (size, infinity) = (size(self), self.float(f64::INFINITY, ty, span));
                self.test(Compare::FEq, size, infinity, span)
            }
            Action::IsFinite => {
                let (size, infinity) = (size(self), self.float(f64::INFINITY, ty, span));
                self.test(Compare::FLt, size, infinity, span)
            }
            Action::IsNormal => {
                let smallest = match ty {
                    Type::F64 => f64::MIN_POSITIVE,
                    Type::F16 => 1.0 / 16384.0,
                    _ => f64::from(f32::MIN_POSITIVE),
                };
                let (size, infinity) = (size(self), self.float(f64::INFINITY, ty, span));
                let smallest = self.float(smallest, ty, span);
                let finite = self.test(Compare::FLt, size, infinity, span);
                let large = self.test(Compare::FLe, smallest, size, span);
                self.two(Binary::And, finite, large, span)
            }
            Action::SignBit => {
                let int = match ty {
                    Type::F64 => Type::I64,
                    Type::F16 => Type::I16,
                    _ => Type::I32,
                };
                let bits = self.b.emit(Op::Convert(Convert::Bits, v[0]), int, span);
                let zero = self.b.constant(0, int, span);
                self.test(Compare::LtS, bits, zero, span)
            }
            Action::Less => self.test(Compare::FLt, v[0], v[1], span),
            Action::LessEqual => self.test(Compare::FLe, v[0], v[1], span),
            Action::Greater => self.test(Compare::FLt, v[1], v[0], span),
            Action::GreaterEqual => self.test(Compare::FLe, v[1], v[0], span),
            Action::LessGreater => {
                let (less, greater) =
                    (self.test(Compare::FLt, v[0], v[1], span), self.test(Compare::FLt, v[1], v[0], span));
                self.two(Binary::Or, less, greater, span)
            }
            Action::Ordered => {
                let (a, b) =
                    (self.test(Compare::FEq, v[0], v[0], span), self.test(Compare::FEq, v[1], v[1], span));
                self.two(Binary::And, a, b, span)
            }
            Action::Unordered => {
                let (a, b) =
                    (self.test(Compare::FNe, v[0], v[0], span), self.test(Compare::FNe, v[1], v[1], span));
                self.two(Binary::Or, a, b, span)
            }
            Action::NotEqual => self.test(Compare::FNe, v[0], v[1], span),
            _ => self.test(Compare::FEq, v[0], v[1], span),
        }
    }

    /// Functions that write further results of this type to other places.
    pub(super) fn with_pointers(
        &mut self,
        action: Action,
        x: Value,
        targets: &[Addr],
        ty: TypeId,
        span: Span,
    ) -> Value {
        let ir = self.b.kernel.ty(x);
        let put = |this: &mut Self, at: usize, value| this.store(targets[at], ty, value, false, span);
        match action {
            Action::SinCos | Action::SinCosBoth => {
                let (sine, cosine) = (self.math(Math::Sin, &[x], span), self.math(Math::Cos, &[x], span));
                if action == Action::SinCosBoth {
                    put(self, 0, sine);
                    put(self, 1, cosine);
                } else {
                    put(self, 0, cosine);
                }
                sine
            }
            Action::Modf => {
                let whole = self.math(Math::Trunc, &[x], span);
                put(self, 0, whole);
                let rest = self.two(Binary::FSub, x, whole, span);
                // Infinity has no fraction.
                let zero = self.float(0.0, ir, span);
                let same = self.test(Compare::FEq, x, whole, span);
                let rest = self.choose(same, zero, rest, span);
                self.math(Math::Copysign, &[rest, x], span)
            }
            _ => {
                let whole = self.math(Math::Floor, &[x], span);
                put(self, 0, whole);
                let rest = self.two(Binary::FSub, x, whole, span);
                // The largest number below 1.
                let digits = match ir {
                    Type::F64 => f64::EPSILON,
                    Type::F16 => 1.0 / 1024.0,
                    _ => f64::from(f32::EPSILON),
                };
                let largest = self.float(1.0 - digits / 2.0, ir, span);
                let above = self.test(Compare::FLt, largest, rest, span);
                let rest = self.choose(above, largest, rest, span);
                // Whole numbers and infinity have none, with their sign; a NaN stays one.
                let zero = self.float(0.0, ir, span);
                let none = self.math(Math::Copysign, &[zero, x], span);
                let same = self.test(Compare::FEq, x, whole, span);
                self.choose(same, none, rest, span)
            }
        }
    }
}
