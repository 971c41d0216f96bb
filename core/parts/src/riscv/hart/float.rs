//! Scalar float arithmetic: the rounding mode of an instruction, and the exceptions that it adds to `fflags`.
//!
//! Rounding in integers is slow, so the common case goes past it. To the nearest number [`num`] has the same bits, and a result
//! that is plainly normal can only have been inexact, which matters no more once that flag is set.

use super::{Extension, Hart, Outcome, Trap, arithmetic::multiply_add_signs};
use crate::{
    base::num::{
        self,
        rounded::{Flags, Format, Rounded, Rounding},
    },
    ir::{Binary, Compare, Convert, Type},
    riscv::isa::{Inst, rounding},
};

/// The format of a float type.
pub const fn format(ty: Type) -> Format {
    match ty {
        Type::F16 => Format::HALF,
        Type::F32 => Format::SINGLE,
        _ => Format::DOUBLE,
    }
}

/// The rounding mode of a number in a word or in `frm`.
///
/// # Errors
/// It is none.
pub const fn rounding_mode(number: u8) -> Outcome<Rounding> {
    Ok(match number {
        rounding::NEAREST => Rounding::NearestEven,
        rounding::ZERO => Rounding::Zero,
        rounding::DOWN => Rounding::Down,
        rounding::UP => Rounding::Up,
        rounding::AWAY => Rounding::NearestAway,
        _ => return Err(Trap::Illegal("frm holds no rounding mode")),
    })
}

impl<X: Extension> Hart<X> {
    /// The rounding mode of an instruction.
    fn mode(&self, inst: &Inst<X>) -> Outcome<Rounding> {
        rounding_mode(if inst.rounding == rounding::DYNAMIC { self.frm } else { inst.rounding })
    }

    /// Adds what happened to the flags.
    fn raise(&mut self, flags: Flags) {
        self.fflags |= flags.0;
    }

    /// Does one operation: `exact` in any mode, `nearest` where only the result matters, because no flag is raised that is not
    /// there; `is_exact` says whether that is so of a result.
    fn rounded(
        &mut self,
        inst: &Inst<X>,
        ty: Type,
        nearest: impl FnOnce() -> u64,
        is_exact: impl FnOnce(u64) -> bool,
        exact: impl FnOnce(Format, Rounding) -> Rounded,
    ) -> Outcome<u64> {
        let mode = self.mode(inst)?;
        if mode == Rounding::NearestEven {
            let (result, known) = (nearest(), self.fflags & Flags::INEXACT.0 != 0);
            if num::exact::raises_nothing(format(ty), known, result, || is_exact(result)) {
                return Ok(result);
            }
        }
        let (result, flags) = exact(format(ty), mode);
        self.raise(flags);
        Ok(result)
    }

    /// Sum, difference, product, quotient, or the smaller or larger of two numbers.
    pub(super) fn float_binary(
        &mut self,
        inst: &Inst<X>,
        op: Binary,
        ty: Type,
        a: u64,
        b: u64,
    ) -> Outcome<u64> {
        let exact: fn(Format, Rounding, u64, u64) -> Rounded = match op {
            Binary::FAdd => Format::add,
            Binary::FSub => Format::subtract,
            Binary::FMul => Format::multiply,
            Binary::FDiv => Format::divide,
            _ => {
                self.raise(format(ty).compare_flags(true, a, b));
                return Ok(num::binary(op, ty, a, b));
            }
        };
        let is_exact = |result| num::exact::binary(op, ty, [a, b], result);
        let nearest = || num::binary(op, ty, a, b);
        self.rounded(inst, ty, nearest, is_exact, |format, mode| exact(format, mode, a, b))
    }

    /// a * b + c with the signs of product and addend as the instruction has them.
    pub(super) fn float_fused(
        &mut self,
        inst: &Inst<X>,
        ty: Type,
        operands: [u64; 3],
        signs: (bool, bool),
    ) -> Outcome<u64> {
        let [a, b, c] = multiply_add_signs(ty, operands, signs);
        let is_exact = |result| num::exact::fused(ty, [a, b, c], result);
        let nearest = || num::fma(ty, a, b, c);
        self.rounded(inst, ty, nearest, is_exact, |format, mode| format.fused(mode, a, b, c))
    }

    /// The square root.
    pub(super) fn float_root(&mut self, inst: &Inst<X>, ty: Type, a: u64) -> Outcome<u64> {
        let nearest = || super::arithmetic::root(ty, a);
        self.rounded(inst, ty, nearest, |_| false, |format, mode| format.root(mode, a))
    }

    /// A comparison: only that for equality is quiet.
    pub(super) fn float_compare(&mut self, op: Compare, ty: Type, a: u64, b: u64) -> bool {
        self.raise(format(ty).compare_flags(op == Compare::FEq, a, b));
        num::compare(op, ty, a, b)
    }

    /// A float as a whole number of so many bits, with a sign or without.
    pub(super) fn float_to_integer(
        &mut self,
        inst: &Inst<X>,
        from: Type,
        to: (u32, bool),
        a: u64,
    ) -> Outcome<u64> {
        let (result, flags) = format(from).to_integer(self.mode(inst)?, to, a);
        self.raise(flags);
        Ok(result)
    }

    /// A whole number as a float.
    pub(super) fn float_from_integer(
        &mut self,
        inst: &Inst<X>,
        (from, signed): (Type, bool),
        to: Type,
        a: u64,
    ) -> Outcome<u64> {
        let convert = if signed { Convert::SToF } else { Convert::UToF };
        let wide = if signed { num::signed(from, a) as u64 } else { a & from.mask() };
        let nearest = || num::convert(convert, from, to, a & from.mask());
        self.rounded(inst, to, nearest, |_| false, |format, mode| format.from_integer(mode, signed, wide))
    }

    /// A float in another format.
    pub(super) fn float_convert(&mut self, inst: &Inst<X>, from: Type, to: Type, a: u64) -> Outcome<u64> {
        let nearest = || num::convert(Convert::FToF, from, to, a);
        self.rounded(
            inst,
            to,
            nearest,
            |_| from.bytes() < to.bytes(),
            |to, mode| format(from).convert(to, mode, a),
        )
    }
}
