//! What a function of one element can know: the types of the current width, rounding modes, its bit of `v0`.

use lanescope_parts::{
    base::num,
    ir::{Convert, Type},
    riscv::hart::arithmetic::{float, integer},
};

use crate::isa::Vtype;

/// The surroundings of one element.
pub(super) struct Lane {
    /// Integer of SEW bits.
    pub ty: Type,
    /// Integer of twice SEW bits.
    pub wide: Type,
    /// Float of SEW bits.
    pub float: Type,
    /// Float of twice SEW bits.
    pub wide_float: Type,
    /// `vxrm`.
    pub fixed_rounding: u8,
    /// `frm`.
    pub rounding: u8,
    /// The element's bit of `v0`, for carries and merges.
    pub carry: bool,
    /// Has a result been cut to the range?
    pub saturated: bool,
}

impl Lane {
    pub(super) const fn new(vtype: Vtype, fixed_rounding: u8, rounding: u8) -> Lane {
        Lane {
            ty: integer(vtype.sew),
            wide: integer(2 * vtype.sew),
            float: float(vtype.sew),
            wide_float: float(2 * vtype.sew),
            fixed_rounding,
            rounding,
            carry: false,
            saturated: false,
        }
    }

    /// The low SEW bits.
    pub(super) fn cut(&self, value: u64) -> u64 {
        value & self.ty.mask()
    }

    /// SEW bits with their sign, as a number.
    pub(super) fn signed(&self, value: u64) -> i128 {
        num::signed(self.ty, value).into()
    }

    /// Nothing to widen.
    pub(super) const fn same(&self, value: u64) -> u64 {
        value
    }

    /// SEW bits with their sign in twice SEW bits.
    pub(super) fn widen(&self, value: u64) -> u64 {
        num::signed(self.ty, value) as u64 & self.wide.mask()
    }

    /// SEW / `factor` bits with their sign in SEW bits.
    pub(super) fn extend(&self, value: u64, factor: u32) -> u64 {
        self.cut(num::signed(integer(self.ty.bits() / factor), value) as u64)
    }

    /// A float of SEW bits in twice SEW bits: exact.
    pub(super) fn widen_float(&self, value: u64) -> u64 {
        num::convert(Convert::FToF, self.float, self.wide_float, value)
    }

    /// A shift amount: the low bits of a number.
    pub(super) const fn amount(&self, value: u64) -> u32 {
        value as u32 & (self.ty.bits() - 1)
    }

    /// A shift amount for twice SEW bits.
    pub(super) const fn wide_amount(&self, value: u64) -> u32 {
        value as u32 & (self.wide.bits() - 1)
    }

    /// The nearest number with SEW bits and sign.
    pub(super) fn saturate_signed(&mut self, value: i128) -> u64 {
        let most = i128::from(self.ty.mask() >> 1);
        self.clamped(value, -most - 1, most)
    }

    /// The nearest number with SEW bits without sign.
    pub(super) fn saturate_unsigned(&mut self, value: i128) -> u64 {
        self.clamped(value, 0, self.ty.mask().into())
    }

    fn clamped(&mut self, value: i128, least: i128, most: i128) -> u64 {
        let near = value.clamp(least, most);
        self.saturated |= near != value;
        self.cut(near as u64)
    }

    /// Is the float negative (or -0, or a NaN with a sign)?
    pub(super) const fn negative(&self, value: u64) -> bool {
        value >> (self.float.bits() - 1) & 1 == 1
    }

    /// The float with a sign.
    pub(super) const fn with_sign(&self, value: u64, negative: bool) -> u64 {
        let sign = 1 << (self.float.bits() - 1);
        (value & !sign) | if negative { sign } else { 0 }
    }
}
