//! What each vector instruction means: one exhaustive match from the op table to a shape of work and, where there is one, the
//! function of one element. The shapes are carried out in the neighbouring files.

use lanescope_parts::{
    base::num,
    ir::{Binary, Compare, Convert, Math, Unary},
    riscv::hart::arithmetic::*,
};

use super::{estimate::*, fixed::*, lane::Lane};
use crate::isa::VOp;

/// A function of one element: sources a and b, old destination.
pub(super) type Element = fn(&mut Lane, u64, u64, u64) -> u64;
/// A comparison of one element.
pub(super) type Test = fn(&mut Lane, u64, u64) -> bool;

/// Widths of destination, a and b, as powers of two times SEW.
pub(super) type Widths = (i32, i32, i32);

pub(super) const SAME: Widths = (0, 0, 0);
pub(super) const WIDE: Widths = (1, 0, 0);
pub(super) const WIDE_A: Widths = (1, 1, 0);
pub(super) const NARROW: Widths = (0, 1, 0);

/// Which of its operands are floats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Floats {
    /// None.
    No,
    /// Destination and sources.
    All,
    /// Only the destination.
    To,
    /// Only the sources.
    From,
}

/// Element moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Permute {
    SlideUp,
    SlideDown,
    SlideUpOne,
    SlideDownOne,
    Gather,
    GatherShort,
    Compress,
    Iota,
    Index,
    CopyWhole,
    First,
    FirstOut,
}

/// How a vector memory access finds its addresses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pattern {
    Unit,
    FaultFirst,
    Strided,
    Indexed,
    Mask,
    Whole,
}

/// A mask of a mask, by whether the first one has been seen before and is here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FirstMask {
    Before,
    Only,
    Including,
}

/// The shape of an instruction.
#[derive(Clone, Copy)]
pub(super) enum Meaning {
    SetLength,

    Lanes(Widths, Floats, Element),
    /// Elements to mask bits.
    Tests(Floats, Test),
    Masks(fn(bool, bool) -> bool),
    CountMask,
    FindMask,
    FirstMask(FirstMask),
    /// Widths are those of the running value and the elements.
    Reduce(Widths, Floats, Element),
    Permute(Permute),
    VectorLoad(Pattern),
    VectorStore(Pattern),
}

impl Meaning {
    /// Does it move whole registers, whatever the vector type is?
    pub(super) const fn is_whole(&self) -> bool {
        use Meaning::{Permute as Moves, VectorLoad, VectorStore};
        matches!(self, Moves(Permute::CopyWhole) | VectorLoad(Pattern::Whole) | VectorStore(Pattern::Whole))
    }
}

/// Integer arithmetic in SEW.
macro_rules! lanes {
    ($op:ident) => {
        Meaning::Lanes(SAME, Floats::No, |lane, a, b, _| num::binary(Binary::$op, lane.ty, a, b))
    };
    ($op:ident float) => {
        Meaning::Lanes(SAME, Floats::All, |lane, a, b, _| num::binary(Binary::$op, lane.float, a, b))
    };
}

/// Integer arithmetic in twice SEW: how a and b are widened.
macro_rules! wide {
    ($widths:ident, $op:ident, $a:ident, $b:ident) => {
        Meaning::Lanes($widths, Floats::No, |lane, a, b, _| {
            num::binary(Binary::$op, lane.wide, lane.$a(a), lane.$b(b))
        })
    };
}

/// Multiply-add in twice SEW.
macro_rules! wide_add {
    ($a:ident, $b:ident) => {
        Meaning::Lanes(WIDE, Floats::No, |lane, a, b, d| {
            let product = num::binary(Binary::Mul, lane.wide, lane.$a(a), lane.$b(b));
            num::binary(Binary::Add, lane.wide, product, d)
        })
    };
}

macro_rules! tests {
    ($op:ident) => {
        Meaning::Tests(Floats::No, |lane, a, b| num::compare(Compare::$op, lane.ty, a, b))
    };
    ($op:ident swapped) => {
        Meaning::Tests(Floats::No, |lane, a, b| num::compare(Compare::$op, lane.ty, b, a))
    };
    ($op:ident float) => {
        Meaning::Tests(Floats::All, |lane, a, b| num::compare(Compare::$op, lane.float, a, b))
    };
    ($op:ident float swapped) => {
        Meaning::Tests(Floats::All, |lane, a, b| num::compare(Compare::$op, lane.float, b, a))
    };
}

/// Fused multiply-add x * y + z, with signs of product and z.
macro_rules! fused {
    ($x:ident $y:ident $z:ident, $product:literal, $addend:literal) => {
        Meaning::Lanes(SAME, Floats::All, |lane, a, b, d| {
            let operands = [$x(a, b, d), $y(a, b, d), $z(a, b, d)];
            let [x, y, z] = multiply_add_signs(lane.float, operands, ($product, $addend));
            num::fma(lane.float, x, y, z)
        })
    };
    (wide, $product:literal, $addend:literal) => {
        Meaning::Lanes(WIDE, Floats::All, |lane, a, b, d| {
            let operands = [lane.widen_float(a), lane.widen_float(b), d];
            let [x, y, z] = multiply_add_signs(lane.wide_float, operands, ($product, $addend));
            num::fma(lane.wide_float, x, y, z)
        })
    };
}

const fn first(a: u64, _: u64, _: u64) -> u64 {
    a
}
const fn second(_: u64, b: u64, _: u64) -> u64 {
    b
}
const fn old(_: u64, _: u64, d: u64) -> u64 {
    d
}

macro_rules! reduce {
    ($op:ident) => {
        Meaning::Reduce(SAME, Floats::No, |lane, a, b, _| num::binary(Binary::$op, lane.ty, a, b))
    };
    ($op:ident float) => {
        Meaning::Reduce(SAME, Floats::All, |lane, a, b, _| num::binary(Binary::$op, lane.float, a, b))
    };
}

/// A float function: exactly what the reference computes.
macro_rules! function {
    ($math:ident 1) => {
        Meaning::Lanes(SAME, Floats::All, |lane, a, _, _| num::math(Math::$math, lane.float, &[a]))
    };
    ($math:ident 2) => {
        Meaning::Lanes(SAME, Floats::All, |lane, a, b, _| num::math(Math::$math, lane.float, &[a, b]))
    };
}

/// What a vector instruction means.
#[rustfmt::skip]
pub(super) fn meaning(op: VOp) -> Meaning {
    use Floats::{All, From, No, To};
    use Meaning::*;
    match op {
        VOp::Vsetvli | VOp::Vsetivli | VOp::Vsetvl => SetLength,

        VOp::Vle | VOp::Vlseg => VectorLoad(Pattern::Unit),
        VOp::Vse | VOp::Vsseg => VectorStore(Pattern::Unit),
        VOp::Vleff | VOp::Vlsegff => VectorLoad(Pattern::FaultFirst),
        VOp::Vlm => VectorLoad(Pattern::Mask),
        VOp::Vsm => VectorStore(Pattern::Mask),
        VOp::Vlr => VectorLoad(Pattern::Whole),
        VOp::Vsr => VectorStore(Pattern::Whole),
        VOp::Vlse | VOp::Vlsseg => VectorLoad(Pattern::Strided),
        VOp::Vsse | VOp::Vssseg => VectorStore(Pattern::Strided),
        VOp::Vluxei | VOp::Vloxei | VOp::Vluxseg | VOp::Vloxseg => VectorLoad(Pattern::Indexed),
        VOp::Vsuxei | VOp::Vsoxei | VOp::Vsuxseg | VOp::Vsoxseg => VectorStore(Pattern::Indexed),

        VOp::Vadd => lanes!(Add),
        VOp::Vsub => lanes!(Sub),
        VOp::Vrsub => Lanes(SAME, No, |lane, a, b, _| num::binary(Binary::Sub, lane.ty, b, a)),
        VOp::Vminu => lanes!(MinU),
        VOp::Vmin => lanes!(MinS),
        VOp::Vmaxu => lanes!(MaxU),
        VOp::Vmax => lanes!(MaxS),
        VOp::Vand => lanes!(And),
        VOp::Vor => lanes!(Or),
        VOp::Vxor => lanes!(Xor),
        VOp::Vrgather => Permute(self::Permute::Gather),
        VOp::Vrgatherei16 => Permute(self::Permute::GatherShort),
        VOp::Vslideup => Permute(self::Permute::SlideUp),
        VOp::Vslidedown => Permute(self::Permute::SlideDown),
        VOp::Vadc => Lanes(SAME, No, |lane, a, b, _| lane.cut(a.wrapping_add(b).wrapping_add(lane.carry.into()))),
        VOp::Vsbc => Lanes(SAME, No, |lane, a, b, _| lane.cut(a.wrapping_sub(b).wrapping_sub(lane.carry.into()))),
        VOp::Vmadc => Tests(No, |lane, a, b| u128::from(a) + u128::from(b) + u128::from(lane.carry) > lane.ty.mask().into()),
        VOp::Vmsbc => Tests(No, |lane, a, b| u128::from(a) < u128::from(b) + u128::from(lane.carry)),
        VOp::Vmerge => Lanes(SAME, No, |lane, a, b, _| if lane.carry { b } else { a }),
        VOp::VmvV => Lanes(SAME, No, |_, _, b, _| b),
        VOp::Vmseq => tests!(Eq),
        VOp::Vmsne => tests!(Ne),
        VOp::Vmsltu => tests!(LtU),
        VOp::Vmslt => tests!(LtS),
        VOp::Vmsleu => tests!(LeU),
        VOp::Vmsle => tests!(LeS),
        VOp::Vmsgtu => tests!(LtU swapped),
        VOp::Vmsgt => tests!(LtS swapped),
        VOp::Vsaddu => Lanes(SAME, No, |lane, a, b, _| lane.saturate_unsigned(i128::from(a) + i128::from(b))),
        VOp::Vsadd => Lanes(SAME, No, |lane, a, b, _| lane.saturate_signed(lane.signed(a) + lane.signed(b))),
        VOp::Vssubu => Lanes(SAME, No, |lane, a, b, _| lane.saturate_unsigned(i128::from(a) - i128::from(b))),
        VOp::Vssub => Lanes(SAME, No, |lane, a, b, _| lane.saturate_signed(lane.signed(a) - lane.signed(b))),
        VOp::Vsll => lanes!(Shl),
        VOp::Vsmul => Lanes(SAME, No, |lane, a, b, _| {
            let product = lane.signed(a) * lane.signed(b);
            lane.saturate_signed(round_off(product, lane.ty.bits() - 1, lane.fixed_rounding))
        }),
        VOp::Vsrl => lanes!(ShrU),
        VOp::Vsra => lanes!(ShrS),
        VOp::Vssrl => Lanes(SAME, No, |lane, a, b, _| lane.cut(round_off(a.into(), lane.amount(b), lane.fixed_rounding) as u64)),
        VOp::Vssra => Lanes(SAME, No, |lane, a, b, _| lane.cut(round_off(lane.signed(a), lane.amount(b), lane.fixed_rounding) as u64)),
        VOp::Vnsrl => Lanes(NARROW, No, |lane, a, b, _| lane.cut(num::binary(Binary::ShrU, lane.wide, a, b))),
        VOp::Vnsra => Lanes(NARROW, No, |lane, a, b, _| lane.cut(num::binary(Binary::ShrS, lane.wide, a, b))),
        VOp::Vnclipu => Lanes(NARROW, No, |lane, a, b, _| {
            lane.saturate_unsigned(round_off(a.into(), lane.wide_amount(b), lane.fixed_rounding))
        }),
        VOp::Vnclip => Lanes(NARROW, No, |lane, a, b, _| {
            let a = num::signed(lane.wide, a).into();
            lane.saturate_signed(round_off(a, lane.wide_amount(b), lane.fixed_rounding))
        }),
        VOp::Vwredsumu => Reduce(WIDE, No, |lane, a, b, _| num::binary(Binary::Add, lane.wide, a, b)),
        VOp::Vwredsum => Reduce(WIDE, No, |lane, a, b, _| num::binary(Binary::Add, lane.wide, lane.widen(a), b)),
        VOp::VmvR => Permute(self::Permute::CopyWhole),

        VOp::Vredsum => reduce!(Add),
        VOp::Vredand => reduce!(And),
        VOp::Vredor => reduce!(Or),
        VOp::Vredxor => reduce!(Xor),
        VOp::Vredminu => reduce!(MinU),
        VOp::Vredmin => reduce!(MinS),
        VOp::Vredmaxu => reduce!(MaxU),
        VOp::Vredmax => reduce!(MaxS),
        VOp::Vaaddu => Lanes(SAME, No, |lane, a, b, _| lane.cut(round_off(i128::from(a) + i128::from(b), 1, lane.fixed_rounding) as u64)),
        VOp::Vaadd => Lanes(SAME, No, |lane, a, b, _| lane.cut(round_off(lane.signed(a) + lane.signed(b), 1, lane.fixed_rounding) as u64)),
        VOp::Vasubu => Lanes(SAME, No, |lane, a, b, _| lane.cut(round_off(i128::from(a) - i128::from(b), 1, lane.fixed_rounding) as u64)),
        VOp::Vasub => Lanes(SAME, No, |lane, a, b, _| lane.cut(round_off(lane.signed(a) - lane.signed(b), 1, lane.fixed_rounding) as u64)),
        VOp::Vslide1up | VOp::Vfslide1up => Permute(self::Permute::SlideUpOne),
        VOp::Vslide1down | VOp::Vfslide1down => Permute(self::Permute::SlideDownOne),
        VOp::VmvXS | VOp::VfmvFS => Permute(self::Permute::FirstOut),
        VOp::VmvSX | VOp::VfmvSF => Permute(self::Permute::First),
        VOp::VcpopM => CountMask,
        VOp::VfirstM => FindMask,
        VOp::VclzV => Lanes(SAME, No, |lane, a, _, _| num::unary(Unary::Clz, lane.ty, a)),
        VOp::VctzV => Lanes(SAME, No, |lane, a, _, _| num::unary(Unary::Ctz, lane.ty, a)),
        VOp::VcpopV => Lanes(SAME, No, |lane, a, _, _| num::unary(Unary::PopCount, lane.ty, a)),
        VOp::VzextVf8 => Lanes((0, -3, 0), No, |_, a, _, _| a),
        VOp::VzextVf4 => Lanes((0, -2, 0), No, |_, a, _, _| a),
        VOp::VzextVf2 => Lanes((0, -1, 0), No, |_, a, _, _| a),
        VOp::VsextVf8 => Lanes((0, -3, 0), No, |lane, a, _, _| lane.extend(a, 8)),
        VOp::VsextVf4 => Lanes((0, -2, 0), No, |lane, a, _, _| lane.extend(a, 4)),
        VOp::VsextVf2 => Lanes((0, -1, 0), No, |lane, a, _, _| lane.extend(a, 2)),
        VOp::VmsbfM => FirstMask(self::FirstMask::Before),
        VOp::VmsofM => FirstMask(self::FirstMask::Only),
        VOp::VmsifM => FirstMask(self::FirstMask::Including),
        VOp::ViotaM => Permute(self::Permute::Iota),
        VOp::VidV => Permute(self::Permute::Index),
        VOp::Vcompress => Permute(self::Permute::Compress),
        VOp::Vmandn => Masks(|a, b| a & !b),
        VOp::Vmand => Masks(|a, b| a & b),
        VOp::Vmor => Masks(|a, b| a | b),
        VOp::Vmxor => Masks(|a, b| a ^ b),
        VOp::Vmorn => Masks(|a, b| a | !b),
        VOp::Vmnand => Masks(|a, b| !(a & b)),
        VOp::Vmnor => Masks(|a, b| !(a | b)),
        VOp::Vmxnor => Masks(|a, b| a == b),
        VOp::Vdivu => lanes!(DivU),
        VOp::Vdiv => lanes!(DivS),
        VOp::Vremu => lanes!(RemU),
        VOp::Vrem => lanes!(RemS),
        VOp::Vmulhu => lanes!(MulHiU),
        VOp::Vmul => lanes!(Mul),
        VOp::Vmulhsu => Lanes(SAME, No, |lane, a, b, _| multiply_high_mixed(lane.ty.bits(), a, b)),
        VOp::Vmulh => lanes!(MulHiS),
        VOp::Vmadd => Lanes(SAME, No, |lane, a, b, d| lane.cut(b.wrapping_mul(d).wrapping_add(a))),
        VOp::Vnmsub => Lanes(SAME, No, |lane, a, b, d| lane.cut(a.wrapping_sub(b.wrapping_mul(d)))),
        VOp::Vmacc => Lanes(SAME, No, |lane, a, b, d| lane.cut(a.wrapping_mul(b).wrapping_add(d))),
        VOp::Vnmsac => Lanes(SAME, No, |lane, a, b, d| lane.cut(d.wrapping_sub(a.wrapping_mul(b)))),
        VOp::Vwaddu => wide!(WIDE, Add, same, same),
        VOp::Vwadd => wide!(WIDE, Add, widen, widen),
        VOp::Vwsubu => wide!(WIDE, Sub, same, same),
        VOp::Vwsub => wide!(WIDE, Sub, widen, widen),
        VOp::VwadduW => wide!(WIDE_A, Add, same, same),
        VOp::VwaddW => wide!(WIDE_A, Add, same, widen),
        VOp::VwsubuW => wide!(WIDE_A, Sub, same, same),
        VOp::VwsubW => wide!(WIDE_A, Sub, same, widen),
        VOp::Vwmulu => wide!(WIDE, Mul, same, same),
        VOp::Vwmulsu => wide!(WIDE, Mul, widen, same),
        VOp::Vwmul => wide!(WIDE, Mul, widen, widen),
        VOp::Vwmaccu => wide_add!(same, same),
        VOp::Vwmacc => wide_add!(widen, widen),
        VOp::Vwmaccus => wide_add!(widen, same),
        VOp::Vwmaccsu => wide_add!(same, widen),

        VOp::Vfadd => lanes!(FAdd float),
        VOp::Vfredusum | VOp::Vfredosum => reduce!(FAdd float),
        VOp::Vfsub => lanes!(FSub float),
        VOp::Vfmin => lanes!(FMin float),
        VOp::Vfredmin => reduce!(FMin float),
        VOp::Vfmax => lanes!(FMax float),
        VOp::Vfredmax => reduce!(FMax float),
        VOp::Vfsgnj => Lanes(SAME, All, |lane, a, b, _| lane.with_sign(a, lane.negative(b))),
        VOp::Vfsgnjn => Lanes(SAME, All, |lane, a, b, _| lane.with_sign(a, !lane.negative(b))),
        VOp::Vfsgnjx => Lanes(SAME, All, |lane, a, b, _| lane.with_sign(a, lane.negative(a) ^ lane.negative(b))),
        VOp::VfcvtXuF => Lanes(SAME, From, |lane, a, _, _| to_integer(lane.float, lane.ty, false, a, lane.rounding)),
        VOp::VfcvtXF => Lanes(SAME, From, |lane, a, _, _| to_integer(lane.float, lane.ty, true, a, lane.rounding)),
        VOp::VfcvtFXu => Lanes(SAME, To, |lane, a, _, _| num::convert(Convert::UToF, lane.ty, lane.float, a)),
        VOp::VfcvtFX => Lanes(SAME, To, |lane, a, _, _| num::convert(Convert::SToF, lane.ty, lane.float, a)),
        VOp::VfcvtRtzXuF => Lanes(SAME, From, |lane, a, _, _| to_integer(lane.float, lane.ty, false, a, 1)),
        VOp::VfcvtRtzXF => Lanes(SAME, From, |lane, a, _, _| to_integer(lane.float, lane.ty, true, a, 1)),
        VOp::VfwcvtXuF => Lanes(WIDE, From, |lane, a, _, _| to_integer(lane.float, lane.wide, false, a, lane.rounding)),
        VOp::VfwcvtXF => Lanes(WIDE, From, |lane, a, _, _| to_integer(lane.float, lane.wide, true, a, lane.rounding)),
        VOp::VfwcvtFXu => Lanes(WIDE, To, |lane, a, _, _| num::convert(Convert::UToF, lane.ty, lane.wide_float, a)),
        VOp::VfwcvtFX => Lanes(WIDE, To, |lane, a, _, _| num::convert(Convert::SToF, lane.ty, lane.wide_float, a)),
        VOp::VfwcvtFF => Lanes(WIDE, All, |lane, a, _, _| lane.widen_float(a)),
        VOp::VfwcvtRtzXuF => Lanes(WIDE, From, |lane, a, _, _| to_integer(lane.float, lane.wide, false, a, 1)),
        VOp::VfwcvtRtzXF => Lanes(WIDE, From, |lane, a, _, _| to_integer(lane.float, lane.wide, true, a, 1)),
        VOp::VfncvtXuF => Lanes(NARROW, From, |lane, a, _, _| to_integer(lane.wide_float, lane.ty, false, a, lane.rounding)),
        VOp::VfncvtXF => Lanes(NARROW, From, |lane, a, _, _| to_integer(lane.wide_float, lane.ty, true, a, lane.rounding)),
        VOp::VfncvtFXu => Lanes(NARROW, To, |lane, a, _, _| num::convert(Convert::UToF, lane.wide, lane.float, a)),
        VOp::VfncvtFX => Lanes(NARROW, To, |lane, a, _, _| num::convert(Convert::SToF, lane.wide, lane.float, a)),
        VOp::VfncvtFF => Lanes(NARROW, All, |lane, a, _, _| num::convert(Convert::FToF, lane.wide_float, lane.float, a)),
        VOp::VfncvtRodFF => Lanes(NARROW, All, |lane, a, _, _| round_to_odd(lane.wide_float, lane.float, a)),
        VOp::VfncvtRtzXuF => Lanes(NARROW, From, |lane, a, _, _| to_integer(lane.wide_float, lane.ty, false, a, 1)),
        VOp::VfncvtRtzXF => Lanes(NARROW, From, |lane, a, _, _| to_integer(lane.wide_float, lane.ty, true, a, 1)),
        VOp::Vfsqrt => Lanes(SAME, All, |lane, a, _, _| root(lane.float, a)),
        VOp::Vfrsqrt7 => Lanes(SAME, All, |lane, a, _, _| reciprocal_root(lane.float, a)),
        VOp::Vfrec7 => Lanes(SAME, All, |lane, a, _, _| reciprocal(lane.float, a, lane.rounding)),
        VOp::Vfclass => Lanes(SAME, All, |lane, a, _, _| kind(lane.float, a)),
        VOp::Vfmerge => Lanes(SAME, All, |lane, a, b, _| if lane.carry { b } else { a }),
        VOp::VfmvV => Lanes(SAME, All, |_, _, b, _| b),
        VOp::Vmfeq => tests!(FEq float),
        VOp::Vmfle => tests!(FLe float),
        VOp::Vmflt => tests!(FLt float),
        VOp::Vmfne => tests!(FNe float),
        VOp::Vmfgt => tests!(FLt float swapped),
        VOp::Vmfge => tests!(FLe float swapped),
        VOp::Vfdiv => lanes!(FDiv float),
        VOp::Vfrdiv => Lanes(SAME, All, |lane, a, b, _| num::binary(Binary::FDiv, lane.float, b, a)),
        VOp::Vfmul => lanes!(FMul float),
        VOp::Vfrsub => Lanes(SAME, All, |lane, a, b, _| num::binary(Binary::FSub, lane.float, b, a)),
        VOp::Vfmadd => fused!(second old first, false, false),
        VOp::Vfnmadd => fused!(second old first, true, true),
        VOp::Vfmsub => fused!(second old first, false, true),
        VOp::Vfnmsub => fused!(second old first, true, false),
        VOp::Vfmacc => fused!(first second old, false, false),
        VOp::Vfnmacc => fused!(first second old, true, true),
        VOp::Vfmsac => fused!(first second old, false, true),
        VOp::Vfnmsac => fused!(first second old, true, false),
        VOp::Vfwadd => Lanes(WIDE, All, |lane, a, b, _| num::binary(Binary::FAdd, lane.wide_float, lane.widen_float(a), lane.widen_float(b))),
        VOp::Vfwredusum | VOp::Vfwredosum => Reduce(WIDE, All, |lane, a, b, _| num::binary(Binary::FAdd, lane.wide_float, lane.widen_float(a), b)),
        VOp::Vfwsub => Lanes(WIDE, All, |lane, a, b, _| num::binary(Binary::FSub, lane.wide_float, lane.widen_float(a), lane.widen_float(b))),
        VOp::VfwaddW => Lanes(WIDE_A, All, |lane, a, b, _| num::binary(Binary::FAdd, lane.wide_float, a, lane.widen_float(b))),
        VOp::VfwsubW => Lanes(WIDE_A, All, |lane, a, b, _| num::binary(Binary::FSub, lane.wide_float, a, lane.widen_float(b))),
        VOp::Vfwmul => Lanes(WIDE, All, |lane, a, b, _| num::binary(Binary::FMul, lane.wide_float, lane.widen_float(a), lane.widen_float(b))),
        VOp::Vfwmacc => fused!(wide, false, false),
        VOp::Vfwnmacc => fused!(wide, true, true),
        VOp::Vfwmsac => fused!(wide, false, true),
        VOp::Vfwnmsac => fused!(wide, true, false),

        VOp::MathRsqrt => function!(Rsqrt 1),
        VOp::MathSin => function!(Sin 1),
        VOp::MathCos => function!(Cos 1),
        VOp::MathTan => function!(Tan 1),
        VOp::MathAsin => function!(Asin 1),
        VOp::MathAcos => function!(Acos 1),
        VOp::MathAtan => function!(Atan 1),
        VOp::MathAtan2 => function!(Atan2 2),
        VOp::MathSinh => function!(Sinh 1),
        VOp::MathCosh => function!(Cosh 1),
        VOp::MathTanh => function!(Tanh 1),
        VOp::MathExp => function!(Exp 1),
        VOp::MathExp2 => function!(Exp2 1),
        VOp::MathExp10 => function!(Exp10 1),
        VOp::MathExpm1 => function!(Expm1 1),
        VOp::MathLog => function!(Log 1),
        VOp::MathLog2 => function!(Log2 1),
        VOp::MathLog10 => function!(Log10 1),
        VOp::MathLog1p => function!(Log1p 1),
        VOp::MathPow => function!(Pow 2),
        VOp::MathCbrt => function!(Cbrt 1),
        VOp::MathHypot => function!(Hypot 2),
        VOp::MathFmod => function!(Fmod 2),
        VOp::MathCopysign => function!(Copysign 2),
        VOp::MathFloor => function!(Floor 1),
        VOp::MathCeil => function!(Ceil 1),
        VOp::MathTrunc => function!(Trunc 1),
        VOp::MathRound => function!(Round 1),
        VOp::MathRint => function!(Rint 1),
        VOp::MathErf => function!(Erf 1),
        VOp::MathErfc => function!(Erfc 1),
    }
}
