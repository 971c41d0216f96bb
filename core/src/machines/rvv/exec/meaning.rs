//! What each instruction means: one exhaustive match from the op table to a shape of work and, where there is one, the
//! function of one element. The shapes are carried out in the neighbouring files.

use super::{estimate::*, fixed::*, lane::Lane};
use crate::{
    base::num,
    ir::{AtomicOp, Binary, Compare, Convert, Math, Type, Unary},
    machines::rvv::isa::Op,
};

/// A function of one element: sources a and b, old destination.
pub(super) type Element = fn(&mut Lane, u64, u64, u64) -> u64;
/// A comparison of one element.
pub(super) type Test = fn(&mut Lane, u64, u64) -> bool;

/// Widths of destination, a and b, as powers of two times SEW.
pub(super) type Widths = (i32, i32, i32);

const SAME: Widths = (0, 0, 0);
const WIDE: Widths = (1, 0, 0);
const WIDE_A: Widths = (1, 1, 0);
const NARROW: Widths = (0, 1, 0);

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
    /// rd = f(rs1, rs2 or number).
    Integer(fn(u64, u64) -> u64),
    Upper,
    UpperPc,
    Jump,
    JumpRegister,
    Branch(fn(u64, u64) -> bool),
    Load(u32, bool),
    Store(u32),
    LoadFloat(u32),
    StoreFloat(u32),
    Nothing,
    End,
    Break,
    Csr(fn(u64, u64) -> u64),
    Atomic(AtomicOp),
    CompareSwap,
    /// a * b + c: is the product negated, is c negated?
    Fused(bool, bool),
    Float(Binary),
    Root,
    Sign(fn(bool, bool) -> bool),
    FloatTest(Compare),
    Kind,
    /// To a whole number of so many bits, signed?
    ToInteger(u32, bool),
    FromInteger(u32, bool),
    FromFloat(Type),
    BitsOut,
    BitsIn,
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
            let (a, b, d) = (a, b, d);
            fused(lane.float, $x(a, b, d), $y(a, b, d), $z(a, b, d), $product, $addend)
        })
    };
    (wide, $product:literal, $addend:literal) => {
        Meaning::Lanes(WIDE, Floats::All, |lane, a, b, d| {
            let (a, b) = (lane.widen_float(a), lane.widen_float(b));
            fused(lane.wide_float, a, b, d, $product, $addend)
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

/// x * y + z with one rounding, product or z with the other sign.
pub(super) fn fused(ty: Type, x: u64, y: u64, z: u64, product: bool, addend: bool) -> u64 {
    let sign = 1 << (ty.bits() - 1);
    let x = if product { x ^ sign } else { x };
    let z = if addend { z ^ sign } else { z };
    num::fma(ty, x, y, z)
}

/// A 32-bit operation whose result is extended with its sign.
macro_rules! word {
    ($op:ident) => {
        Meaning::Integer(|a, b| {
            let mask = 0xFFFF_FFFF;
            num::signed(Type::I32, num::binary(Binary::$op, Type::I32, a & mask, b & mask)) as u64
        })
    };
}

macro_rules! long {
    ($op:ident) => {
        Meaning::Integer(|a, b| num::binary(Binary::$op, Type::I64, a, b))
    };
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

/// Does the standard have the result rounded by `frm` where it is always the nearest number here?
#[rustfmt::skip]
pub(super) const fn rounds_to_nearest(op: Op) -> bool {
    matches!(
        op,
        Op::Fmadd | Op::Fmsub | Op::Fnmsub | Op::Fnmadd | Op::Fadd | Op::Fsub | Op::Fmul | Op::Fdiv | Op::Fsqrt
            | Op::FcvtFromW | Op::FcvtFromWu | Op::FcvtFromL | Op::FcvtFromLu | Op::FcvtFromSp | Op::FcvtFromDp
            | Op::Vfadd | Op::Vfsub | Op::Vfrsub | Op::Vfmul | Op::Vfdiv | Op::Vfrdiv | Op::Vfsqrt
            | Op::Vfmadd | Op::Vfnmadd | Op::Vfmsub | Op::Vfnmsub | Op::Vfmacc | Op::Vfnmacc | Op::Vfmsac | Op::Vfnmsac
            | Op::Vfwadd | Op::Vfwsub | Op::VfwaddW | Op::VfwsubW | Op::Vfwmul
            | Op::Vfwmacc | Op::Vfwnmacc | Op::Vfwmsac | Op::Vfwnmsac
            | Op::Vfredusum | Op::Vfredosum | Op::Vfwredusum | Op::Vfwredosum
            | Op::VfcvtFXu | Op::VfcvtFX | Op::VfncvtFXu | Op::VfncvtFX | Op::VfncvtFF
    )
}

/// What an instruction means.
#[rustfmt::skip]
pub(super) fn meaning(op: Op) -> Meaning {
    use Floats::{All, From, No, To};
    use Meaning::*;
    match op {
        Op::Lui => Upper,
        Op::Auipc => UpperPc,
        Op::Jal => Jump,
        Op::Jalr => JumpRegister,
        Op::Beq => Branch(|a, b| a == b),
        Op::Bne => Branch(|a, b| a != b),
        Op::Blt => Branch(|a, b| (a as i64) < b as i64),
        Op::Bge => Branch(|a, b| a as i64 >= b as i64),
        Op::Bltu => Branch(|a, b| a < b),
        Op::Bgeu => Branch(|a, b| a >= b),
        Op::Lb => Load(1, true),
        Op::Lh => Load(2, true),
        Op::Lw => Load(4, true),
        Op::Ld => Load(8, true),
        Op::Lbu => Load(1, false),
        Op::Lhu => Load(2, false),
        Op::Lwu => Load(4, false),
        Op::Sb => Store(1),
        Op::Sh => Store(2),
        Op::Sw => Store(4),
        Op::Sd => Store(8),
        Op::Addi | Op::Add => long!(Add),
        Op::Slti | Op::Slt => Integer(|a, b| u64::from((a as i64) < b as i64)),
        Op::Sltiu | Op::Sltu => Integer(|a, b| u64::from(a < b)),
        Op::Xori | Op::Xor => long!(Xor),
        Op::Ori | Op::Or => long!(Or),
        Op::Andi | Op::And => long!(And),
        Op::Slli | Op::Sll => long!(Shl),
        Op::Srli | Op::Srl => long!(ShrU),
        Op::Srai | Op::Sra => long!(ShrS),
        Op::Addiw | Op::Addw => word!(Add),
        Op::Slliw | Op::Sllw => word!(Shl),
        Op::Srliw | Op::Srlw => word!(ShrU),
        Op::Sraiw | Op::Sraw => word!(ShrS),
        Op::Sub => long!(Sub),
        Op::Mul => long!(Mul),
        Op::Mulh => long!(MulHiS),
        Op::Mulhsu => Integer(|a, b| multiply_high_mixed(64, a, b)),
        Op::Mulhu => long!(MulHiU),
        Op::Div => long!(DivS),
        Op::Divu => long!(DivU),
        Op::Rem => long!(RemS),
        Op::Remu => long!(RemU),
        Op::Subw => word!(Sub),
        Op::Mulw => word!(Mul),
        Op::Divw => word!(DivS),
        Op::Divuw => word!(DivU),
        Op::Remw => word!(RemS),
        Op::Remuw => word!(RemU),
        Op::Fence => Nothing,
        Op::Ecall => End,
        Op::Ebreak => Break,
        Op::Csrrw | Op::Csrrwi => Csr(|_, new| new),
        Op::Csrrs | Op::Csrrsi => Csr(|old, bits| old | bits),
        Op::Csrrc | Op::Csrrci => Csr(|old, bits| old & !bits),
        Op::Amoadd => Atomic(AtomicOp::Add),
        Op::Amoswap => Atomic(AtomicOp::Exchange),
        Op::Amoxor => Atomic(AtomicOp::Xor),
        Op::Amoor => Atomic(AtomicOp::Or),
        Op::Amoand => Atomic(AtomicOp::And),
        Op::Amomin => Atomic(AtomicOp::MinS),
        Op::Amomax => Atomic(AtomicOp::MaxS),
        Op::Amominu => Atomic(AtomicOp::MinU),
        Op::Amomaxu => Atomic(AtomicOp::MaxU),
        Op::Amocas => CompareSwap,
        Op::Flh => LoadFloat(2),
        Op::Flw => LoadFloat(4),
        Op::Fld => LoadFloat(8),
        Op::Fsh => StoreFloat(2),
        Op::Fsw => StoreFloat(4),
        Op::Fsd => StoreFloat(8),
        Op::Fmadd => Fused(false, false),
        Op::Fmsub => Fused(false, true),
        Op::Fnmsub => Fused(true, false),
        Op::Fnmadd => Fused(true, true),
        Op::Fadd => Float(Binary::FAdd),
        Op::Fsub => Float(Binary::FSub),
        Op::Fmul => Float(Binary::FMul),
        Op::Fdiv => Float(Binary::FDiv),
        Op::Fmin => Float(Binary::FMin),
        Op::Fmax => Float(Binary::FMax),
        Op::Fsqrt => Root,
        Op::Fsgnj => Sign(|_, b| b),
        Op::Fsgnjn => Sign(|_, b| !b),
        Op::Fsgnjx => Sign(|a, b| a ^ b),
        Op::Feq => FloatTest(Compare::FEq),
        Op::Flt => FloatTest(Compare::FLt),
        Op::Fle => FloatTest(Compare::FLe),
        Op::Fclass => Kind,
        Op::FcvtToW => ToInteger(32, true),
        Op::FcvtToWu => ToInteger(32, false),
        Op::FcvtToL => ToInteger(64, true),
        Op::FcvtToLu => ToInteger(64, false),
        Op::FcvtFromW => FromInteger(32, true),
        Op::FcvtFromWu => FromInteger(32, false),
        Op::FcvtFromL => FromInteger(64, true),
        Op::FcvtFromLu => FromInteger(64, false),
        Op::FcvtFromSp => FromFloat(Type::F32),
        Op::FcvtFromDp => FromFloat(Type::F64),
        Op::FcvtFromHp => FromFloat(Type::F16),
        Op::FmvX => BitsOut,
        Op::FmvF => BitsIn,
        Op::Vsetvli | Op::Vsetivli | Op::Vsetvl => SetLength,

        Op::Vle | Op::Vlseg => VectorLoad(Pattern::Unit),
        Op::Vse | Op::Vsseg => VectorStore(Pattern::Unit),
        Op::Vleff | Op::Vlsegff => VectorLoad(Pattern::FaultFirst),
        Op::Vlm => VectorLoad(Pattern::Mask),
        Op::Vsm => VectorStore(Pattern::Mask),
        Op::Vlr => VectorLoad(Pattern::Whole),
        Op::Vsr => VectorStore(Pattern::Whole),
        Op::Vlse | Op::Vlsseg => VectorLoad(Pattern::Strided),
        Op::Vsse | Op::Vssseg => VectorStore(Pattern::Strided),
        Op::Vluxei | Op::Vloxei | Op::Vluxseg | Op::Vloxseg => VectorLoad(Pattern::Indexed),
        Op::Vsuxei | Op::Vsoxei | Op::Vsuxseg | Op::Vsoxseg => VectorStore(Pattern::Indexed),

        Op::Vadd => lanes!(Add),
        Op::Vsub => lanes!(Sub),
        Op::Vrsub => Lanes(SAME, No, |lane, a, b, _| num::binary(Binary::Sub, lane.ty, b, a)),
        Op::Vminu => lanes!(MinU),
        Op::Vmin => lanes!(MinS),
        Op::Vmaxu => lanes!(MaxU),
        Op::Vmax => lanes!(MaxS),
        Op::Vand => lanes!(And),
        Op::Vor => lanes!(Or),
        Op::Vxor => lanes!(Xor),
        Op::Vrgather => Permute(self::Permute::Gather),
        Op::Vrgatherei16 => Permute(self::Permute::GatherShort),
        Op::Vslideup => Permute(self::Permute::SlideUp),
        Op::Vslidedown => Permute(self::Permute::SlideDown),
        Op::Vadc => Lanes(SAME, No, |lane, a, b, _| lane.cut(a.wrapping_add(b).wrapping_add(lane.carry.into()))),
        Op::Vsbc => Lanes(SAME, No, |lane, a, b, _| lane.cut(a.wrapping_sub(b).wrapping_sub(lane.carry.into()))),
        Op::Vmadc => Tests(No, |lane, a, b| u128::from(a) + u128::from(b) + u128::from(lane.carry) > lane.ty.mask().into()),
        Op::Vmsbc => Tests(No, |lane, a, b| u128::from(a) < u128::from(b) + u128::from(lane.carry)),
        Op::Vmerge => Lanes(SAME, No, |lane, a, b, _| if lane.carry { b } else { a }),
        Op::VmvV => Lanes(SAME, No, |_, _, b, _| b),
        Op::Vmseq => tests!(Eq),
        Op::Vmsne => tests!(Ne),
        Op::Vmsltu => tests!(LtU),
        Op::Vmslt => tests!(LtS),
        Op::Vmsleu => tests!(LeU),
        Op::Vmsle => tests!(LeS),
        Op::Vmsgtu => tests!(LtU swapped),
        Op::Vmsgt => tests!(LtS swapped),
        Op::Vsaddu => Lanes(SAME, No, |lane, a, b, _| lane.saturate_unsigned(i128::from(a) + i128::from(b))),
        Op::Vsadd => Lanes(SAME, No, |lane, a, b, _| lane.saturate_signed(lane.signed(a) + lane.signed(b))),
        Op::Vssubu => Lanes(SAME, No, |lane, a, b, _| lane.saturate_unsigned(i128::from(a) - i128::from(b))),
        Op::Vssub => Lanes(SAME, No, |lane, a, b, _| lane.saturate_signed(lane.signed(a) - lane.signed(b))),
        Op::Vsll => lanes!(Shl),
        Op::Vsmul => Lanes(SAME, No, |lane, a, b, _| {
            let product = lane.signed(a) * lane.signed(b);
            lane.saturate_signed(round_off(product, lane.ty.bits() - 1, lane.fixed_rounding))
        }),
        Op::Vsrl => lanes!(ShrU),
        Op::Vsra => lanes!(ShrS),
        Op::Vssrl => Lanes(SAME, No, |lane, a, b, _| lane.cut(round_off(a.into(), lane.amount(b), lane.fixed_rounding) as u64)),
        Op::Vssra => Lanes(SAME, No, |lane, a, b, _| lane.cut(round_off(lane.signed(a), lane.amount(b), lane.fixed_rounding) as u64)),
        Op::Vnsrl => Lanes(NARROW, No, |lane, a, b, _| lane.cut(num::binary(Binary::ShrU, lane.wide, a, b))),
        Op::Vnsra => Lanes(NARROW, No, |lane, a, b, _| lane.cut(num::binary(Binary::ShrS, lane.wide, a, b))),
        Op::Vnclipu => Lanes(NARROW, No, |lane, a, b, _| {
            lane.saturate_unsigned(round_off(a.into(), lane.wide_amount(b), lane.fixed_rounding))
        }),
        Op::Vnclip => Lanes(NARROW, No, |lane, a, b, _| {
            let a = num::signed(lane.wide, a).into();
            lane.saturate_signed(round_off(a, lane.wide_amount(b), lane.fixed_rounding))
        }),
        Op::Vwredsumu => Reduce(WIDE, No, |lane, a, b, _| num::binary(Binary::Add, lane.wide, a, b)),
        Op::Vwredsum => Reduce(WIDE, No, |lane, a, b, _| num::binary(Binary::Add, lane.wide, lane.widen(a), b)),
        Op::VmvR => Permute(self::Permute::CopyWhole),

        Op::Vredsum => reduce!(Add),
        Op::Vredand => reduce!(And),
        Op::Vredor => reduce!(Or),
        Op::Vredxor => reduce!(Xor),
        Op::Vredminu => reduce!(MinU),
        Op::Vredmin => reduce!(MinS),
        Op::Vredmaxu => reduce!(MaxU),
        Op::Vredmax => reduce!(MaxS),
        Op::Vaaddu => Lanes(SAME, No, |lane, a, b, _| lane.cut(round_off(i128::from(a) + i128::from(b), 1, lane.fixed_rounding) as u64)),
        Op::Vaadd => Lanes(SAME, No, |lane, a, b, _| lane.cut(round_off(lane.signed(a) + lane.signed(b), 1, lane.fixed_rounding) as u64)),
        Op::Vasubu => Lanes(SAME, No, |lane, a, b, _| lane.cut(round_off(i128::from(a) - i128::from(b), 1, lane.fixed_rounding) as u64)),
        Op::Vasub => Lanes(SAME, No, |lane, a, b, _| lane.cut(round_off(lane.signed(a) - lane.signed(b), 1, lane.fixed_rounding) as u64)),
        Op::Vslide1up | Op::Vfslide1up => Permute(self::Permute::SlideUpOne),
        Op::Vslide1down | Op::Vfslide1down => Permute(self::Permute::SlideDownOne),
        Op::VmvXS | Op::VfmvFS => Permute(self::Permute::FirstOut),
        Op::VmvSX | Op::VfmvSF => Permute(self::Permute::First),
        Op::VcpopM => CountMask,
        Op::VfirstM => FindMask,
        Op::VclzV => Lanes(SAME, No, |lane, a, _, _| num::unary(Unary::Clz, lane.ty, a)),
        Op::VctzV => Lanes(SAME, No, |lane, a, _, _| num::unary(Unary::Ctz, lane.ty, a)),
        Op::VcpopV => Lanes(SAME, No, |lane, a, _, _| num::unary(Unary::PopCount, lane.ty, a)),
        Op::VzextVf8 => Lanes((0, -3, 0), No, |_, a, _, _| a),
        Op::VzextVf4 => Lanes((0, -2, 0), No, |_, a, _, _| a),
        Op::VzextVf2 => Lanes((0, -1, 0), No, |_, a, _, _| a),
        Op::VsextVf8 => Lanes((0, -3, 0), No, |lane, a, _, _| lane.extend(a, 8)),
        Op::VsextVf4 => Lanes((0, -2, 0), No, |lane, a, _, _| lane.extend(a, 4)),
        Op::VsextVf2 => Lanes((0, -1, 0), No, |lane, a, _, _| lane.extend(a, 2)),
        Op::VmsbfM => FirstMask(self::FirstMask::Before),
        Op::VmsofM => FirstMask(self::FirstMask::Only),
        Op::VmsifM => FirstMask(self::FirstMask::Including),
        Op::ViotaM => Permute(self::Permute::Iota),
        Op::VidV => Permute(self::Permute::Index),
        Op::Vcompress => Permute(self::Permute::Compress),
        Op::Vmandn => Masks(|a, b| a & !b),
        Op::Vmand => Masks(|a, b| a & b),
        Op::Vmor => Masks(|a, b| a | b),
        Op::Vmxor => Masks(|a, b| a ^ b),
        Op::Vmorn => Masks(|a, b| a | !b),
        Op::Vmnand => Masks(|a, b| !(a & b)),
        Op::Vmnor => Masks(|a, b| !(a | b)),
        Op::Vmxnor => Masks(|a, b| a == b),
        Op::Vdivu => lanes!(DivU),
        Op::Vdiv => lanes!(DivS),
        Op::Vremu => lanes!(RemU),
        Op::Vrem => lanes!(RemS),
        Op::Vmulhu => lanes!(MulHiU),
        Op::Vmul => lanes!(Mul),
        Op::Vmulhsu => Lanes(SAME, No, |lane, a, b, _| multiply_high_mixed(lane.ty.bits(), a, b)),
        Op::Vmulh => lanes!(MulHiS),
        Op::Vmadd => Lanes(SAME, No, |lane, a, b, d| lane.cut(b.wrapping_mul(d).wrapping_add(a))),
        Op::Vnmsub => Lanes(SAME, No, |lane, a, b, d| lane.cut(a.wrapping_sub(b.wrapping_mul(d)))),
        Op::Vmacc => Lanes(SAME, No, |lane, a, b, d| lane.cut(a.wrapping_mul(b).wrapping_add(d))),
        Op::Vnmsac => Lanes(SAME, No, |lane, a, b, d| lane.cut(d.wrapping_sub(a.wrapping_mul(b)))),
        Op::Vwaddu => wide!(WIDE, Add, same, same),
        Op::Vwadd => wide!(WIDE, Add, widen, widen),
        Op::Vwsubu => wide!(WIDE, Sub, same, same),
        Op::Vwsub => wide!(WIDE, Sub, widen, widen),
        Op::VwadduW => wide!(WIDE_A, Add, same, same),
        Op::VwaddW => wide!(WIDE_A, Add, same, widen),
        Op::VwsubuW => wide!(WIDE_A, Sub, same, same),
        Op::VwsubW => wide!(WIDE_A, Sub, same, widen),
        Op::Vwmulu => wide!(WIDE, Mul, same, same),
        Op::Vwmulsu => wide!(WIDE, Mul, widen, same),
        Op::Vwmul => wide!(WIDE, Mul, widen, widen),
        Op::Vwmaccu => wide_add!(same, same),
        Op::Vwmacc => wide_add!(widen, widen),
        Op::Vwmaccus => wide_add!(widen, same),
        Op::Vwmaccsu => wide_add!(same, widen),

        Op::Vfadd => lanes!(FAdd float),
        Op::Vfredusum | Op::Vfredosum => reduce!(FAdd float),
        Op::Vfsub => lanes!(FSub float),
        Op::Vfmin => lanes!(FMin float),
        Op::Vfredmin => reduce!(FMin float),
        Op::Vfmax => lanes!(FMax float),
        Op::Vfredmax => reduce!(FMax float),
        Op::Vfsgnj => Lanes(SAME, All, |lane, a, b, _| lane.with_sign(a, lane.negative(b))),
        Op::Vfsgnjn => Lanes(SAME, All, |lane, a, b, _| lane.with_sign(a, !lane.negative(b))),
        Op::Vfsgnjx => Lanes(SAME, All, |lane, a, b, _| lane.with_sign(a, lane.negative(a) ^ lane.negative(b))),
        Op::VfcvtXuF => Lanes(SAME, From, |lane, a, _, _| to_integer(lane.float, lane.ty, false, a, lane.rounding)),
        Op::VfcvtXF => Lanes(SAME, From, |lane, a, _, _| to_integer(lane.float, lane.ty, true, a, lane.rounding)),
        Op::VfcvtFXu => Lanes(SAME, To, |lane, a, _, _| num::convert(Convert::UToF, lane.ty, lane.float, a)),
        Op::VfcvtFX => Lanes(SAME, To, |lane, a, _, _| num::convert(Convert::SToF, lane.ty, lane.float, a)),
        Op::VfcvtRtzXuF => Lanes(SAME, From, |lane, a, _, _| to_integer(lane.float, lane.ty, false, a, 1)),
        Op::VfcvtRtzXF => Lanes(SAME, From, |lane, a, _, _| to_integer(lane.float, lane.ty, true, a, 1)),
        Op::VfwcvtXuF => Lanes(WIDE, From, |lane, a, _, _| to_integer(lane.float, lane.wide, false, a, lane.rounding)),
        Op::VfwcvtXF => Lanes(WIDE, From, |lane, a, _, _| to_integer(lane.float, lane.wide, true, a, lane.rounding)),
        Op::VfwcvtFXu => Lanes(WIDE, To, |lane, a, _, _| num::convert(Convert::UToF, lane.ty, lane.wide_float, a)),
        Op::VfwcvtFX => Lanes(WIDE, To, |lane, a, _, _| num::convert(Convert::SToF, lane.ty, lane.wide_float, a)),
        Op::VfwcvtFF => Lanes(WIDE, All, |lane, a, _, _| lane.widen_float(a)),
        Op::VfwcvtRtzXuF => Lanes(WIDE, From, |lane, a, _, _| to_integer(lane.float, lane.wide, false, a, 1)),
        Op::VfwcvtRtzXF => Lanes(WIDE, From, |lane, a, _, _| to_integer(lane.float, lane.wide, true, a, 1)),
        Op::VfncvtXuF => Lanes(NARROW, From, |lane, a, _, _| to_integer(lane.wide_float, lane.ty, false, a, lane.rounding)),
        Op::VfncvtXF => Lanes(NARROW, From, |lane, a, _, _| to_integer(lane.wide_float, lane.ty, true, a, lane.rounding)),
        Op::VfncvtFXu => Lanes(NARROW, To, |lane, a, _, _| num::convert(Convert::UToF, lane.wide, lane.float, a)),
        Op::VfncvtFX => Lanes(NARROW, To, |lane, a, _, _| num::convert(Convert::SToF, lane.wide, lane.float, a)),
        Op::VfncvtFF => Lanes(NARROW, All, |lane, a, _, _| num::convert(Convert::FToF, lane.wide_float, lane.float, a)),
        Op::VfncvtRodFF => Lanes(NARROW, All, |lane, a, _, _| round_to_odd(lane.wide_float, lane.float, a)),
        Op::VfncvtRtzXuF => Lanes(NARROW, From, |lane, a, _, _| to_integer(lane.wide_float, lane.ty, false, a, 1)),
        Op::VfncvtRtzXF => Lanes(NARROW, From, |lane, a, _, _| to_integer(lane.wide_float, lane.ty, true, a, 1)),
        Op::Vfsqrt => Lanes(SAME, All, |lane, a, _, _| root(lane.float, a)),
        Op::Vfrsqrt7 => Lanes(SAME, All, |lane, a, _, _| reciprocal_root(lane.float, a)),
        Op::Vfrec7 => Lanes(SAME, All, |lane, a, _, _| reciprocal(lane.float, a, lane.rounding)),
        Op::Vfclass => Lanes(SAME, All, |lane, a, _, _| kind(lane.float, a)),
        Op::Vfmerge => Lanes(SAME, All, |lane, a, b, _| if lane.carry { b } else { a }),
        Op::VfmvV => Lanes(SAME, All, |_, _, b, _| b),
        Op::Vmfeq => tests!(FEq float),
        Op::Vmfle => tests!(FLe float),
        Op::Vmflt => tests!(FLt float),
        Op::Vmfne => tests!(FNe float),
        Op::Vmfgt => tests!(FLt float swapped),
        Op::Vmfge => tests!(FLe float swapped),
        Op::Vfdiv => lanes!(FDiv float),
        Op::Vfrdiv => Lanes(SAME, All, |lane, a, b, _| num::binary(Binary::FDiv, lane.float, b, a)),
        Op::Vfmul => lanes!(FMul float),
        Op::Vfrsub => Lanes(SAME, All, |lane, a, b, _| num::binary(Binary::FSub, lane.float, b, a)),
        Op::Vfmadd => fused!(second old first, false, false),
        Op::Vfnmadd => fused!(second old first, true, true),
        Op::Vfmsub => fused!(second old first, false, true),
        Op::Vfnmsub => fused!(second old first, true, false),
        Op::Vfmacc => fused!(first second old, false, false),
        Op::Vfnmacc => fused!(first second old, true, true),
        Op::Vfmsac => fused!(first second old, false, true),
        Op::Vfnmsac => fused!(first second old, true, false),
        Op::Vfwadd => Lanes(WIDE, All, |lane, a, b, _| num::binary(Binary::FAdd, lane.wide_float, lane.widen_float(a), lane.widen_float(b))),
        Op::Vfwredusum | Op::Vfwredosum => Reduce(WIDE, All, |lane, a, b, _| num::binary(Binary::FAdd, lane.wide_float, lane.widen_float(a), b)),
        Op::Vfwsub => Lanes(WIDE, All, |lane, a, b, _| num::binary(Binary::FSub, lane.wide_float, lane.widen_float(a), lane.widen_float(b))),
        Op::VfwaddW => Lanes(WIDE_A, All, |lane, a, b, _| num::binary(Binary::FAdd, lane.wide_float, a, lane.widen_float(b))),
        Op::VfwsubW => Lanes(WIDE_A, All, |lane, a, b, _| num::binary(Binary::FSub, lane.wide_float, a, lane.widen_float(b))),
        Op::Vfwmul => Lanes(WIDE, All, |lane, a, b, _| num::binary(Binary::FMul, lane.wide_float, lane.widen_float(a), lane.widen_float(b))),
        Op::Vfwmacc => fused!(wide, false, false),
        Op::Vfwnmacc => fused!(wide, true, true),
        Op::Vfwmsac => fused!(wide, false, true),
        Op::Vfwnmsac => fused!(wide, true, false),

        Op::MathRsqrt => function!(Rsqrt 1),
        Op::MathSin => function!(Sin 1),
        Op::MathCos => function!(Cos 1),
        Op::MathTan => function!(Tan 1),
        Op::MathAsin => function!(Asin 1),
        Op::MathAcos => function!(Acos 1),
        Op::MathAtan => function!(Atan 1),
        Op::MathAtan2 => function!(Atan2 2),
        Op::MathSinh => function!(Sinh 1),
        Op::MathCosh => function!(Cosh 1),
        Op::MathTanh => function!(Tanh 1),
        Op::MathExp => function!(Exp 1),
        Op::MathExp2 => function!(Exp2 1),
        Op::MathExp10 => function!(Exp10 1),
        Op::MathExpm1 => function!(Expm1 1),
        Op::MathLog => function!(Log 1),
        Op::MathLog2 => function!(Log2 1),
        Op::MathLog10 => function!(Log10 1),
        Op::MathLog1p => function!(Log1p 1),
        Op::MathPow => function!(Pow 2),
        Op::MathCbrt => function!(Cbrt 1),
        Op::MathHypot => function!(Hypot 2),
        Op::MathFmod => function!(Fmod 2),
        Op::MathCopysign => function!(Copysign 2),
        Op::MathFloor => function!(Floor 1),
        Op::MathCeil => function!(Ceil 1),
        Op::MathTrunc => function!(Trunc 1),
        Op::MathRound => function!(Round 1),
        Op::MathRint => function!(Rint 1),
        Op::MathErf => function!(Erf 1),
        Op::MathErfc => function!(Erfc 1),
    }
}
