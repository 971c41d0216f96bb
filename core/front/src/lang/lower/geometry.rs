//! Geometric functions to instructions (OpenCL C 1.2, 6.12.5).
//!
//! Products are added from the first component to the last. A length whose square no float holds is computed of the
//! components times a power of two, which is exact; the `fast_` forms do without.

use super::row::Row;
use super::*;
use crate::ir::{Binary, Compare, Math, Unary};

/// For a float type: above which size squares may be too large, below which too small, and the powers of two by which
/// the components are then multiplied.
struct Range {
    large: f64,
    down: f64,
    small: f64,
    up: f64,
}

fn range(ty: Type) -> Range {
    let power = |exponent: i64| f64::from_bits(((1023 + exponent) as u64) << 52);
    match ty {
        Type::F64 => Range { large: power(500), down: power(-600), small: power(-400), up: power(600) },
        _ => Range { large: power(60), down: power(-70), small: power(-40), up: power(90) },
    }
}

impl<'a> Lower<'a> {
    pub(super) fn dot(&mut self, a: &[Value], b: &[Value], span: Span) -> Value {
        let products: Row = a.iter().zip(b).map(|(a, b)| self.two(Binary::FMul, *a, *b, span)).collect();
        products[1..].iter().fold(products[0], |sum, product| self.two(Binary::FAdd, sum, *product, span))
    }

    /// The fourth component of a product is 0.
    pub(super) fn cross(&mut self, a: &[Value], b: &[Value], span: Span) -> Row {
        let mut part = |i: usize, j: usize| {
            let (left, right) =
                (self.two(Binary::FMul, a[i], b[j], span), self.two(Binary::FMul, a[j], b[i], span));
            self.two(Binary::FSub, left, right, span)
        };
        let mut row = alloc::vec![part(1, 2), part(2, 0), part(0, 1)];
        if a.len() == 4 {
            row.push(self.like(a[0], 0, span));
        }
        row
    }

    pub(super) fn length(&mut self, row: &[Value], fast: bool, span: Span) -> Value {
        match (row, fast) {
            ([one], _) => self.one(Unary::FAbs, *one, span),
            (_, true) => self.root_of_squares(row, span),
            (_, false) => {
                let (scaled, back) = self.scaled_row(row, span);
                let length = self.root_of_squares(&scaled, span);
                let length = self.two(Binary::FMul, length, back, span);
                // Of an infinite vector, whatever else is in it.
                let [largest, infinity] = self.largest(row, span);
                let endless = self.test(Compare::FEq, largest, infinity, span);
                self.choose(endless, infinity, length, span)
            }
        }
    }

    /// A vector of length 1. One of zeros stays; one with a NaN is all NaN; of infinite components only the signs count.
    pub(super) fn normalize(&mut self, row: &[Value], fast: bool, span: Span) -> Row {
        let ty = self.b.kernel.ty(row[0]);
        let [largest, infinity] = self.largest(row, span);
        let zero = self.float(0.0, ty, span);
        let none = self.test(Compare::FEq, largest, zero, span);
        let scaled = if fast { row.to_vec() } else { self.finite_row(row, largest, infinity, span) };
        let length = self.root_of_squares(&scaled, span);
        let mut unit = |(own, scaled): (&Value, &Value)| {
            let unit = self.two(Binary::FDiv, *scaled, length, span);
            self.choose(none, *own, unit, span)
        };
        row.iter().zip(&scaled).map(&mut unit).collect()
    }

    /// A vector of the same direction whose squares a float holds.
    fn finite_row(&mut self, row: &[Value], largest: Value, infinity: Value, span: Span) -> Row {
        let (scaled, _) = self.scaled_row(row, span);
        let ty = self.b.kernel.ty(row[0]);
        let (zero, one) = (self.float(0.0, ty, span), self.float(1.0, ty, span));
        let endless = self.test(Compare::FEq, largest, infinity, span);
        let mut finite = |(own, scaled): (&Value, &Value)| {
            let size = self.one(Unary::FAbs, *own, span);
            let is_endless = self.test(Compare::FEq, size, infinity, span);
            let is_none = self.test(Compare::FNe, *own, *own, span);
            let size = self.choose(is_endless, one, zero, span);
            let sign = self.b.emit(Op::Math(Math::Copysign, alloc::vec![size, *own]), ty, span);
            let sign = self.choose(is_none, *own, sign, span);
            self.choose(endless, sign, *scaled, span)
        };
        row.iter().zip(&scaled).map(&mut finite).collect()
    }

    fn root_of_squares(&mut self, row: &[Value], span: Span) -> Value {
        let square = self.dot(row, row, span);
        let ty = self.b.kernel.ty(square);
        self.b.emit(Op::Math(Math::Sqrt, alloc::vec![square]), ty, span)
    }

    /// The largest size of a component, and infinity.
    fn largest(&mut self, row: &[Value], span: Span) -> [Value; 2] {
        let ty = self.b.kernel.ty(row[0]);
        let sizes: Row = row.iter().map(|value| self.one(Unary::FAbs, *value, span)).collect();
        let largest =
            sizes[1..].iter().fold(sizes[0], |most, size| self.two(Binary::FMax, most, *size, span));
        [largest, self.float(f64::INFINITY, ty, span)]
    }

    /// The components times a power of two, and the reciprocal of that.
    fn scaled_row(&mut self, row: &[Value], span: Span) -> (Row, Value) {
        let ty = self.b.kernel.ty(row[0]);
        let Range { large, down, small, up } = range(ty);
        let [largest, _] = self.largest(row, span);
        let [one, large, small] = [1.0, large, small].map(|bound| self.float(bound, ty, span));
        let above = self.test(Compare::FLt, large, largest, span);
        let below = self.test(Compare::FLt, largest, small, span);
        let mut power = |shrink: f64, grow: f64| {
            let (shrink, grow) = (self.float(shrink, ty, span), self.float(grow, ty, span));
            let factor = self.choose(below, grow, one, span);
            self.choose(above, shrink, factor, span)
        };
        let (factor, back) = (power(down, up), power(1.0 / down, 1.0 / up));
        let scaled = row.iter().map(|value| self.two(Binary::FMul, *value, factor, span)).collect();
        (scaled, back)
    }
}
