//! The meaning of every instruction that touches registers only: one match over the op table.

use lanescope_parts::{
    base::{LaneMask, num},
    ir::{Binary, Convert, Math, Type},
};

use super::{
    Group, LaunchState, Warp, flush,
    lanes::{fill, map1, map2, map3, select, slow2, test},
};
use crate::isa::{Cmp, Detail, Inst, Op, Operand, Special, Ty};

/// Executes an instruction on `lanes` of a warp. Instructions with memory or control flow do nothing here.
#[inline]
pub(super) fn execute(
    warp: &mut Warp,
    inst: &Inst,
    lanes: LaneMask,
    launch: (&LaunchState, u64),
    group: &Group,
) {
    if inst.flush && flush::has_all_singles(inst) {
        return flush::execute(warp, inst, lanes);
    }
    let wide = inst.ty.bits() == 64;

    /// Integers: the same expression on `u32` and `u64`.
    macro_rules! int {
        (|$a:ident| $f:expr) => {
            if wide {
                map1(warp, inst, lanes, |$a: u64| -> u64 { $f })
            } else {
                map1(warp, inst, lanes, |$a: u32| -> u32 { $f })
            }
        };
        (|$a:ident, $b:ident| $f:expr) => {
            if wide {
                map2(warp, inst, lanes, |$a: u64, $b: u64| -> u64 { $f })
            } else {
                map2(warp, inst, lanes, |$a: u32, $b: u32| -> u32 { $f })
            }
        };
    }
    /// One expression for signed, one for unsigned types, each in both widths.
    macro_rules! by_sign {
        ($map:ident, |$a:ident, $b:ident| $signed:expr, $unsigned:expr) => {
            match (wide, inst.ty.is_signed()) {
                (false, false) => $map(warp, inst, lanes, |$a: u32, $b: u32| -> u32 { $unsigned }),
                (true, false) => $map(warp, inst, lanes, |$a: u64, $b: u64| -> u64 { $unsigned }),
                (false, true) => $map(warp, inst, lanes, |$a: u32, $b: u32| -> u32 {
                    let ($a, $b) = ($a as i32, $b as i32);
                    $signed as u32
                }),
                (true, true) => $map(warp, inst, lanes, |$a: u64, $b: u64| -> u64 {
                    let ($a, $b) = ($a as i64, $b as i64);
                    $signed as u64
                }),
            }
        };
    }
    /// Division has a function of its own for each type.
    macro_rules! division {
        ($s32:ident $u32:ident $s64:ident $u64:ident) => {
            match (wide, inst.ty.is_signed()) {
                (false, false) => slow2(warp, inst, lanes, num::$u32),
                (true, false) => slow2(warp, inst, lanes, num::$u64),
                (false, true) => {
                    slow2(warp, inst, lanes, |a: u32, b: u32| num::$s32(a as i32, b as i32) as u32)
                }
                (true, true) => {
                    slow2(warp, inst, lanes, |a: u64, b: u64| num::$s64(a as i64, b as i64) as u64)
                }
            }
        };
    }
    /// Floats: a function for each type; half precision by the general definition.
    macro_rules! float {
        ($op:ident, $f32:ident, $f64:ident) => {
            match inst.ty {
                Ty::F64 => map2(warp, inst, lanes, |a: u64, b: u64| {
                    num::$f64(f64::from_bits(a), f64::from_bits(b)).to_bits()
                }),
                Ty::F16 => slow2(warp, inst, lanes, |a: u32, b: u32| {
                    num::binary(Binary::$op, Type::F16, a.into(), b.into()) as u32
                }),
                _ => map2(warp, inst, lanes, |a: u32, b: u32| {
                    num::$f32(f32::from_bits(a), f32::from_bits(b)).to_bits()
                }),
            }
        };
    }

    match inst.op {
        Op::Mov => mov(warp, inst, lanes, launch, group),
        Op::Cvta => int!(|a| a),
        Op::Selp => {
            let choice = predicate(warp, inst.src[2]);
            if wide {
                select::<u64>(warp, inst, lanes, choice);
            } else {
                select::<u32>(warp, inst, lanes, choice);
            }
        }
        Op::Setp => {
            let result = compare_ints(warp, inst, lanes);
            set_predicate(warp, inst, lanes, result);
        }
        Op::FSetp => {
            let result = compare_floats(warp, inst, lanes);
            set_predicate(warp, inst, lanes, result);
        }
        Op::Cvt => convert(warp, inst, lanes, |inst, a| {
            let extend = if inst.from.is_signed() { Convert::SExt } else { Convert::ZExt };
            let value = num::convert(extend, inst.from.ir(), Type::I64, a & inst.from.mask());
            // A narrow signed result keeps its sign in all 32 bits, as a narrow signed load does.
            let narrow = value & inst.ty.mask();
            if inst.ty.is_signed() { num::signed(inst.ty.ir(), narrow) as u64 } else { narrow }
        }),
        Op::CvtFtoI => convert(warp, inst, lanes, |inst, a| {
            let op = if inst.ty.is_signed() { Convert::FToS } else { Convert::FToU };
            let a = flush::operand(inst, a & inst.from.mask());
            let value = num::convert(op, inst.from.ir(), inst.ty.ir(), a);
            if inst.ty.is_signed() { num::signed(inst.ty.ir(), value) as u64 } else { value }
        }),
        Op::CvtItoF => match (inst.from, inst.ty) {
            (Ty::S32, Ty::F32) => map1(warp, inst, lanes, |a: u32| (a as i32 as f32).to_bits()),
            _ => convert(warp, inst, lanes, |inst, a| {
                let op = if inst.from.is_signed() { Convert::SToF } else { Convert::UToF };
                num::convert(op, inst.from.ir(), inst.ty.ir(), a & inst.from.mask())
            }),
        },
        Op::CvtFtoF => convert(warp, inst, lanes, |inst, a| {
            let a = flush::operand(inst, a & inst.from.mask());
            flush::result(inst, num::convert(Convert::FToF, inst.from.ir(), inst.ty.ir(), a))
        }),
        Op::Floor => function(warp, inst, lanes, Math::Floor),
        Op::Ceil => function(warp, inst, lanes, Math::Ceil),
        Op::Trunc => function(warp, inst, lanes, Math::Trunc),
        Op::Rint => function(warp, inst, lanes, Math::Rint),

        Op::Add => int!(|a, b| a.wrapping_add(b)),
        Op::Sub => int!(|a, b| a.wrapping_sub(b)),
        Op::Mul => int!(|a, b| a.wrapping_mul(b)),
        Op::MulHi => match (wide, inst.ty.is_signed()) {
            (false, false) => map2(warp, inst, lanes, |a: u32, b: u32| mul_wide(a, b, false, 32)),
            (false, true) => map2(warp, inst, lanes, |a: u32, b: u32| mul_wide(a, b, true, 32)),
            (true, signed) => slow2(warp, inst, lanes, |a: u64, b: u64| {
                num::binary(if signed { Binary::MulHiS } else { Binary::MulHiU }, Type::I64, a, b)
            }),
        },
        Op::MulWide if inst.ty.is_signed() => map2(warp, inst, lanes, |a: u32, b: u32| product(a, b, true)),
        Op::MulWide => map2(warp, inst, lanes, |a: u32, b: u32| product(a, b, false)),
        Op::Mad if wide => {
            map3(warp, inst, lanes, |a: u64, b: u64, c: u64| a.wrapping_mul(b).wrapping_add(c))
        }
        Op::Mad => map3(warp, inst, lanes, |a: u32, b: u32, c: u32| a.wrapping_mul(b).wrapping_add(c)),
        Op::MadWide if inst.ty.is_signed() => {
            map3(warp, inst, lanes, |a: u32, b: u32, c: u64| product(a, b, true).wrapping_add(c))
        }
        Op::MadWide => map3(warp, inst, lanes, |a: u32, b: u32, c: u64| product(a, b, false).wrapping_add(c)),
        Op::Div => division!(i32_div u32_div i64_div u64_div),
        Op::Rem => division!(i32_rem u32_rem i64_rem u64_rem),
        Op::Min => by_sign!(map2, |a, b| a.min(b), a.min(b)),
        Op::Max => by_sign!(map2, |a, b| a.max(b), a.max(b)),
        Op::Abs if wide => map1(warp, inst, lanes, |a: u64| (a as i64).wrapping_abs() as u64),
        Op::Abs => map1(warp, inst, lanes, |a: u32| (a as i32).wrapping_abs() as u32),
        Op::Neg => int!(|a| a.wrapping_neg()),
        Op::And | Op::Or | Op::Xor | Op::Not if inst.ty == Ty::Pred => logic(warp, inst, lanes),
        Op::And => int!(|a, b| a & b),
        Op::Or => int!(|a, b| a | b),
        Op::Xor => int!(|a, b| a ^ b),
        Op::Not => int!(|a| !a),
        Op::Cnot if wide => map1(warp, inst, lanes, |a: u64| u64::from(a == 0)),
        Op::Cnot => map1(warp, inst, lanes, |a: u32| u32::from(a == 0)),
        Op::Shl if wide => map2(warp, inst, lanes, |a: u64, n: u32| if n < 64 { a << (n & 63) } else { 0 }),
        Op::Shl => map2(warp, inst, lanes, |a: u32, n: u32| if n < 32 { a << (n & 31) } else { 0 }),
        Op::Shr => match (wide, inst.ty.is_signed()) {
            (false, false) => {
                map2(warp, inst, lanes, |a: u32, n: u32| if n < 32 { a >> (n & 31) } else { 0 })
            }
            (false, true) => map2(warp, inst, lanes, |a: u32, n: u32| ((a as i32) >> n.min(31)) as u32),
            (true, false) => map2(warp, inst, lanes, |a: u64, n: u32| if n < 64 { a >> (n & 63) } else { 0 }),
            (true, true) => map2(warp, inst, lanes, |a: u64, n: u32| ((a as i64) >> n.min(63)) as u64),
        },
        Op::Popc if wide => map1(warp, inst, lanes, |a: u64| a.count_ones()),
        Op::Popc => map1(warp, inst, lanes, |a: u32| a.count_ones()),
        Op::Clz if wide => map1(warp, inst, lanes, |a: u64| a.leading_zeros()),
        Op::Clz => map1(warp, inst, lanes, |a: u32| a.leading_zeros()),
        Op::Brev => int!(|a| a.reverse_bits()),
        Op::Bfe => {
            let signed = inst.ty.is_signed();
            if wide {
                map3(warp, inst, lanes, |a: u64, at: u32, count: u32| field(a, at, count, 64, signed));
            } else {
                let of = |a: u32, at: u32, count: u32| field(a.into(), at, count, 32, signed) as u32;
                map3(warp, inst, lanes, |a: u32, at: u32, count: u32| of(a, at, count));
            }
        }
        Op::Prmt => map3(warp, inst, lanes, permuted),

        Op::FAdd => float!(FAdd, f32_add, f64_add),
        Op::FSub => float!(FSub, f32_sub, f64_sub),
        Op::FMul => float!(FMul, f32_mul, f64_mul),
        Op::FDiv => float!(FDiv, f32_div, f64_div),
        Op::FMin => float!(FMin, f32_min, f64_min),
        Op::FMax => float!(FMax, f32_max, f64_max),
        Op::Fma => match inst.ty {
            Ty::F64 => map3(warp, inst, lanes, |a: u64, b: u64, c: u64| num::fma(Type::F64, a, b, c)),
            Ty::F16 => map3(warp, inst, lanes, |a: u32, b: u32, c: u32| {
                num::fma(Type::F16, a.into(), b.into(), c.into()) as u32
            }),
            _ => map3(warp, inst, lanes, |a: u32, b: u32, c: u32| {
                num::f32_fma(f32::from_bits(a), f32::from_bits(b), f32::from_bits(c)).to_bits()
            }),
        },
        Op::Rcp if wide => map1(warp, inst, lanes, |a: u64| num::f64_div(1.0, f64::from_bits(a)).to_bits()),
        Op::Rcp => map1(warp, inst, lanes, |a: u32| num::f32_div(1.0, f32::from_bits(a)).to_bits()),
        Op::FAbs => {
            let magnitude = inst.ty.mask() >> 1;
            if wide {
                map1(warp, inst, lanes, |a: u64| a & magnitude);
            } else {
                map1(warp, inst, lanes, |a: u32| a & magnitude as u32);
            }
        }
        Op::FNeg => {
            let sign = 1u64 << (inst.ty.bits() - 1);
            if wide {
                map1(warp, inst, lanes, |a: u64| a ^ sign);
            } else {
                map1(warp, inst, lanes, |a: u32| a ^ sign as u32);
            }
        }
        Op::Sqrt => function(warp, inst, lanes, Math::Sqrt),
        Op::Rsqrt => function(warp, inst, lanes, Math::Rsqrt),
        Op::Sin => function(warp, inst, lanes, Math::Sin),
        Op::Cos => function(warp, inst, lanes, Math::Cos),
        Op::Ex2 => function(warp, inst, lanes, Math::Exp2),
        Op::Lg2 => function(warp, inst, lanes, Math::Log2),
        Op::Math => {
            if let Detail::Math(op) = inst.detail {
                function(warp, inst, lanes, op);
            }
        }

        Op::Ld | Op::St | Op::Atom | Op::AtomCas | Op::Red | Op::Prefetch => {}
        Op::Bra | Op::BraUni | Op::Ret | Op::Exit | Op::BarSync | Op::Membar => {}
        Op::ShflSync | Op::Shfl | Op::VoteSync | Op::Vote | Op::BallotSync | Op::Ballot => {}
        Op::MatchAny | Op::ActiveMask | Op::WarpSync => {}
    }
}

/// Negation of a comparison that is false for a NaN: not the same as the opposite comparison.
#[inline(always)]
fn not(holds: bool) -> bool {
    !holds
}

/// The 64-bit product of two 32-bit factors.
#[inline(always)]
fn product(a: u32, b: u32, signed: bool) -> u64 {
    if signed {
        i64::from(a as i32).wrapping_mul(i64::from(b as i32)) as u64
    } else {
        u64::from(a) * u64::from(b)
    }
}

/// `count` bits of a register of `width` from bit `at` on (each 0 to 255), extended with the highest of them that there is.
fn field(a: u64, at: u32, count: u32, width: u32, signed: bool) -> u64 {
    let (at, count) = (at & 0xFF, count & 0xFF);
    let top = (at + count).saturating_sub(1).min(width - 1);
    let fill = if signed && count > 0 && a >> top & 1 != 0 { u64::MAX } else { 0 };
    let taken = count.min(width.saturating_sub(at));
    match taken {
        0 => fill,
        64 => a,
        _ => a >> at & ((1 << taken) - 1) | fill << taken,
    }
}

/// Bytes of two registers as the low four hexadecimal digits of a third name them.
fn permuted(a: u32, b: u32, choice: u32) -> u32 {
    let bytes = u64::from(a) | u64::from(b) << 32;
    (0..4).fold(0, |result, at| {
        let digit = choice >> (4 * at) & 15;
        let byte = (bytes >> (8 * (digit & 7))) as u8;
        let byte = if digit & 8 != 0 { ((byte as i8) >> 7) as u8 } else { byte };
        result | u32::from(byte) << (8 * at)
    })
}

#[inline(always)]
fn mul_wide(a: u32, b: u32, signed: bool, shift: u32) -> u32 {
    (product(a, b, signed) >> shift) as u32
}

/// Moves a register, a constant, a predicate or a special register.
fn mov(warp: &mut Warp, inst: &Inst, lanes: LaneMask, (launch, clock): (&LaunchState, u64), group: &Group) {
    match (inst.src[0], inst.ty) {
        (Operand::Special(special), _) => {
            let first = warp.first_item;
            let value = special_value(special, launch, group, first, warp.lanes);
            match special {
                Special::TidX => local_id(warp, inst, lanes, launch, 0),
                Special::TidY => local_id(warp, inst, lanes, launch, 1),
                Special::TidZ => local_id(warp, inst, lanes, launch, 2),
                Special::LaneId => fill::<u32>(warp, inst, lanes, u64::from),
                Special::Clock => fill::<u32>(warp, inst, lanes, |_| clock),
                Special::Clock64 => fill::<u64>(warp, inst, lanes, |_| clock),
                _ => fill::<u32>(warp, inst, lanes, |_| value.into()),
            }
        }
        (source, Ty::Pred) => {
            let value = predicate(warp, source);
            set_predicate(warp, inst, lanes, value);
        }
        (_, ty) if ty.bits() == 64 => map1(warp, inst, lanes, |a: u64| a),
        _ => map1(warp, inst, lanes, |a: u32| a),
    }
}

/// One coordinate of the threads of a warp.
fn local_id(warp: &mut Warp, inst: &Inst, lanes: LaneMask, launch: &LaunchState, dimension: usize) {
    let id = launch.local_id(warp.first_item);
    let row_holds_warp = id[0].saturating_add(warp.lanes) <= launch.local[0];
    match (row_holds_warp, dimension) {
        (true, 0) => fill::<u32>(warp, inst, lanes, |lane| u64::from(id[0]) + u64::from(lane)),
        (true, _) => fill::<u32>(warp, inst, lanes, |_| id[dimension].into()),
        (false, _) => {
            let ids = local_ids(launch, id, dimension);
            fill::<u32>(warp, inst, lanes, |lane| ids[lane as usize & 63].into());
        }
    }
}

/// One coordinate of 64 threads from the one at `id` on, row after row.
fn local_ids(launch: &LaunchState, mut id: [u32; 3], dimension: usize) -> [u32; 64] {
    core::array::from_fn(|_| {
        let here = id[dimension];
        id[0] += 1;
        for d in 0..2 {
            if id[d] >= launch.local[d] {
                id[d] = 0;
                id[d + 1] += 1;
            }
        }
        here
    })
}

/// The value of a special register that is the same in every lane and at any time (0 for the others).
fn special_value(special: Special, launch: &LaunchState, group: &Group, first: u32, warp_size: u32) -> u32 {
    match special {
        Special::TidX | Special::TidY | Special::TidZ | Special::LaneId => 0,
        Special::Clock | Special::Clock64 => 0,
        Special::NtidX => launch.local[0],
        Special::NtidY => launch.local[1],
        Special::NtidZ => launch.local[2],
        Special::CtaidX => group.index[0],
        Special::CtaidY => group.index[1],
        Special::CtaidZ => group.index[2],
        Special::NctaidX => launch.groups[0],
        Special::NctaidY => launch.groups[1],
        Special::NctaidZ => launch.groups[2],
        Special::WarpId => first / warp_size.max(1),
        Special::NWarpId => launch.warps_per_group(),
    }
}

/// The lanes where a predicate operand holds.
pub(super) fn predicate(warp: &Warp, operand: Operand) -> LaneMask {
    match operand {
        Operand::Reg(reg) => warp.p[reg.index as usize],
        Operand::Imm(bits) if bits & 1 != 0 => LaneMask(u64::MAX),
        _ => LaneMask::NONE,
    }
}

/// Writes a predicate register in some lanes.
pub(super) fn set_predicate(warp: &mut Warp, inst: &Inst, lanes: LaneMask, value: LaneMask) {
    let lanes = lanes & LaneMask::first_n(warp.lanes);
    if let Operand::Reg(reg) = inst.dst {
        let to = &mut warp.p[reg.index as usize];
        *to = to.without(lanes) | (value & lanes);
    }
}

/// `and`, `or`, `xor`, `not` on predicates.
fn logic(warp: &mut Warp, inst: &Inst, lanes: LaneMask) {
    let (a, b) = (predicate(warp, inst.src[0]), predicate(warp, inst.src[1]));
    let value = match inst.op {
        Op::And => a & b,
        Op::Or => a | b,
        Op::Xor => LaneMask(a.0 ^ b.0),
        _ => !a,
    };
    set_predicate(warp, inst, lanes, value);
}

fn comparison(inst: &Inst) -> Cmp {
    if let Detail::Cmp(cmp) = inst.detail { cmp } else { Cmp::Eq }
}

fn compare_ints(warp: &Warp, inst: &Inst, lanes: LaneMask) -> LaneMask {
    macro_rules! compare {
        ($word:ty, $ty:ty) => {
            match comparison(inst) {
                Cmp::Eq | Cmp::Equ => test(warp, inst, lanes, |a: $word, b: $word| a == b),
                Cmp::Ne | Cmp::Neu => test(warp, inst, lanes, |a: $word, b: $word| a != b),
                Cmp::Lt | Cmp::Ltu => test(warp, inst, lanes, |a: $word, b: $word| (a as $ty) < (b as $ty)),
                Cmp::Le | Cmp::Leu => test(warp, inst, lanes, |a: $word, b: $word| (a as $ty) <= (b as $ty)),
                Cmp::Gt | Cmp::Gtu => test(warp, inst, lanes, |a: $word, b: $word| (a as $ty) > (b as $ty)),
                Cmp::Ge | Cmp::Geu => test(warp, inst, lanes, |a: $word, b: $word| (a as $ty) >= (b as $ty)),
                Cmp::Num => LaneMask(u64::MAX),
                Cmp::Nan => LaneMask::NONE,
            }
        };
    }
    match (inst.ty.bits() == 64, inst.ty.is_signed()) {
        (false, false) => compare!(u32, u32),
        (false, true) => compare!(u32, i32),
        (true, false) => compare!(u64, u64),
        (true, true) => compare!(u64, i64),
    }
}

fn compare_floats(warp: &Warp, inst: &Inst, lanes: LaneMask) -> LaneMask {
    macro_rules! compare {
        ($word:ty, $float:expr) => {{
            let f = $float;
            match comparison(inst) {
                Cmp::Eq => test(warp, inst, lanes, |a: $word, b: $word| f(a) == f(b)),
                Cmp::Ne => test(warp, inst, lanes, |a: $word, b: $word| (f(a) < f(b)) | (f(a) > f(b))),
                Cmp::Lt => test(warp, inst, lanes, |a: $word, b: $word| f(a) < f(b)),
                Cmp::Le => test(warp, inst, lanes, |a: $word, b: $word| f(a) <= f(b)),
                Cmp::Gt => test(warp, inst, lanes, |a: $word, b: $word| f(a) > f(b)),
                Cmp::Ge => test(warp, inst, lanes, |a: $word, b: $word| f(a) >= f(b)),
                Cmp::Equ => test(warp, inst, lanes, |a: $word, b: $word| !((f(a) < f(b)) | (f(a) > f(b)))),
                Cmp::Neu => test(warp, inst, lanes, |a: $word, b: $word| f(a) != f(b)),
                Cmp::Ltu => test(warp, inst, lanes, |a: $word, b: $word| not(f(a) >= f(b))),
                Cmp::Leu => test(warp, inst, lanes, |a: $word, b: $word| not(f(a) > f(b))),
                Cmp::Gtu => test(warp, inst, lanes, |a: $word, b: $word| not(f(a) <= f(b))),
                Cmp::Geu => test(warp, inst, lanes, |a: $word, b: $word| not(f(a) < f(b))),
                Cmp::Num => test(warp, inst, lanes, |a: $word, b: $word| !(f(a).is_nan() | f(b).is_nan())),
                Cmp::Nan => test(warp, inst, lanes, |a: $word, b: $word| f(a).is_nan() | f(b).is_nan()),
            }
        }};
    }
    match inst.ty {
        Ty::F64 => compare!(u64, f64::from_bits),
        Ty::F16 => compare!(u32, |a: u32| num::f16_to_f32(a as u16)),
        _ if inst.flush => compare!(u32, |a: u32| f32::from_bits(flush::flushed(a))),
        _ => compare!(u32, f32::from_bits),
    }
}

/// A conversion between any two widths, on 64-bit patterns.
fn convert(warp: &mut Warp, inst: &Inst, lanes: LaneMask, f: impl Fn(&Inst, u64) -> u64 + Copy) {
    match (inst.from.bits() == 64, inst.ty.bits() == 64) {
        (false, false) => map1(warp, inst, lanes, |a: u32| f(inst, a.into()) as u32),
        (false, true) => map1(warp, inst, lanes, |a: u32| f(inst, a.into())),
        (true, false) => map1(warp, inst, lanes, |a: u64| f(inst, a) as u32),
        (true, true) => map1(warp, inst, lanes, |a: u64| f(inst, a)),
    }
}

/// A float function in the active lanes.
fn function(warp: &mut Warp, inst: &Inst, lanes: LaneMask, op: Math) {
    match inst.ty {
        Ty::F64 => slow2(warp, inst, lanes, |a: u64, b: u64| num::math(op, Type::F64, &[a, b])),
        Ty::F16 => {
            slow2(warp, inst, lanes, |a: u32, b: u32| num::math(op, Type::F16, &[a.into(), b.into()]) as u32)
        }
        _ => slow2(warp, inst, lanes, |a: u32, b: u32| {
            num::math_f32(op, f32::from_bits(a), f32::from_bits(b)).to_bits()
        }),
    }
}
