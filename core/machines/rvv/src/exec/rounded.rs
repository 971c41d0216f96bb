//! Float arithmetic while `frm` is not 0: the instructions that round by it, with the same shapes as in [`super::meaning`] and
//! functions that take the mode.
//!
//! Absent: `fflags`. Vector instructions add nothing to it, in any mode.

use lanescope_parts::{
    base::num::rounded::{Format, Rounded, Rounding},
    ir::Type,
    riscv::hart::{
        arithmetic::multiply_add_signs,
        float::{format, rounding_mode},
    },
};

use super::{
    lane::Lane,
    meaning::{Floats, Meaning, NARROW, SAME, WIDE, WIDE_A},
};
use crate::isa::VOp;

impl Lane {
    /// A result in a format, rounded by `frm`. (Whether that holds a mode has been looked at.)
    fn by_frm(&self, to: Type, f: impl FnOnce(Format, Rounding) -> Rounded) -> u64 {
        f(format(to), rounding_mode(self.rounding).unwrap_or(Rounding::NearestEven)).0
    }
}

/// Two operands of one width, in this order or the other.
macro_rules! plain {
    ($f:ident) => {
        Meaning::Lanes(SAME, Floats::All, |lane, a, b, _| {
            lane.by_frm(lane.float, |to, mode| to.$f(mode, a, b))
        })
    };
    ($f:ident swapped) => {
        Meaning::Lanes(SAME, Floats::All, |lane, a, b, _| {
            lane.by_frm(lane.float, |to, mode| to.$f(mode, b, a))
        })
    };
}

/// The result is twice as wide as b, and as a too unless that is `wide`.
macro_rules! widened {
    ($f:ident) => {
        Meaning::Lanes(WIDE, Floats::All, |lane, a, b, _| {
            let (a, b) = (lane.widen_float(a), lane.widen_float(b));
            lane.by_frm(lane.wide_float, |to, mode| to.$f(mode, a, b))
        })
    };
    ($f:ident wide) => {
        Meaning::Lanes(WIDE_A, Floats::All, |lane, a, b, _| {
            let b = lane.widen_float(b);
            lane.by_frm(lane.wide_float, |to, mode| to.$f(mode, a, b))
        })
    };
}

/// Multiply-add: which operand is which (of a, b and the old destination), and the signs of product and addend.
macro_rules! fused {
    ([$x:literal $y:literal $z:literal], $product:literal, $addend:literal) => {
        Meaning::Lanes(SAME, Floats::All, |lane, a, b, d| {
            let operands = [[a, b, d][$x], [a, b, d][$y], [a, b, d][$z]];
            let [x, y, z] = multiply_add_signs(lane.float, operands, ($product, $addend));
            lane.by_frm(lane.float, |to, mode| to.fused(mode, x, y, z))
        })
    };
    (wide, $product:literal, $addend:literal) => {
        Meaning::Lanes(WIDE, Floats::All, |lane, a, b, d| {
            let operands = [lane.widen_float(a), lane.widen_float(b), d];
            let [x, y, z] = multiply_add_signs(lane.wide_float, operands, ($product, $addend));
            lane.by_frm(lane.wide_float, |to, mode| to.fused(mode, x, y, z))
        })
    };
}

/// A whole number, with a sign or without, as float.
macro_rules! from_integer {
    ($widths:ident, $from:ident, signed) => {
        Meaning::Lanes($widths, Floats::To, |lane, a, _, _| {
            let a = lanescope_parts::base::num::signed(lane.$from, a) as u64;
            lane.by_frm(lane.float, |to, mode| to.from_integer(mode, true, a))
        })
    };
    ($widths:ident, $from:ident, unsigned) => {
        Meaning::Lanes($widths, Floats::To, |lane, a, _, _| {
            lane.by_frm(lane.float, |to, mode| to.from_integer(mode, false, a))
        })
    };
}

/// What an instruction means while `frm` is not 0; `None` if it does not round by it, or takes the mode itself.
pub(super) fn rounded(op: VOp) -> Option<Meaning> {
    use Meaning::{Lanes, Reduce};
    Some(match op {
        VOp::Vfadd => plain!(add),
        VOp::Vfsub => plain!(subtract),
        VOp::Vfrsub => plain!(subtract swapped),
        VOp::Vfmul => plain!(multiply),
        VOp::Vfdiv => plain!(divide),
        VOp::Vfrdiv => plain!(divide swapped),
        VOp::Vfsqrt => {
            Lanes(SAME, Floats::All, |lane, a, _, _| lane.by_frm(lane.float, |to, mode| to.root(mode, a)))
        }
        VOp::Vfmadd => fused!([1 2 0], false, false),
        VOp::Vfnmadd => fused!([1 2 0], true, true),
        VOp::Vfmsub => fused!([1 2 0], false, true),
        VOp::Vfnmsub => fused!([1 2 0], true, false),
        VOp::Vfmacc => fused!([0 1 2], false, false),
        VOp::Vfnmacc => fused!([0 1 2], true, true),
        VOp::Vfmsac => fused!([0 1 2], false, true),
        VOp::Vfnmsac => fused!([0 1 2], true, false),
        VOp::Vfwadd => widened!(add),
        VOp::Vfwsub => widened!(subtract),
        VOp::VfwaddW => widened!(add wide),
        VOp::VfwsubW => widened!(subtract wide),
        VOp::Vfwmul => widened!(multiply),
        VOp::Vfwmacc => fused!(wide, false, false),
        VOp::Vfwnmacc => fused!(wide, true, true),
        VOp::Vfwmsac => fused!(wide, false, true),
        VOp::Vfwnmsac => fused!(wide, true, false),
        VOp::Vfredusum | VOp::Vfredosum => {
            Reduce(SAME, Floats::All, |lane, a, b, _| lane.by_frm(lane.float, |to, mode| to.add(mode, a, b)))
        }
        VOp::Vfwredusum | VOp::Vfwredosum => Reduce(WIDE, Floats::All, |lane, a, b, _| {
            let a = lane.widen_float(a);
            lane.by_frm(lane.wide_float, |to, mode| to.add(mode, a, b))
        }),
        VOp::VfcvtFX => from_integer!(SAME, ty, signed),
        VOp::VfcvtFXu => from_integer!(SAME, ty, unsigned),
        VOp::VfncvtFX => from_integer!(NARROW, wide, signed),
        VOp::VfncvtFXu => from_integer!(NARROW, wide, unsigned),
        VOp::VfncvtFF => Lanes(NARROW, Floats::All, |lane, a, _, _| {
            let from = format(lane.wide_float);
            lane.by_frm(lane.float, |to, mode| from.convert(to, mode, a))
        }),
        _ => return None,
    })
}
