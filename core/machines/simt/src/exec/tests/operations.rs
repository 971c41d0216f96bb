//! Every register operation on random values, masked lanes included, against [`lanescope_parts::base::num`].

use alloc::{format, string::String, vec::Vec};

use lanescope_parts::{
    base::{num, rng::Rng},
    ir::{Binary, Compare, Convert, Math, Unary},
};

use super::*;
use crate::isa::{
    Bank, Cmp, Detail, Operand, OperandType, Reg, Ty,
    ops::{Op, Row, Syntax, TABLE},
};

/// The type of the IR with the same width.
fn ir_type(ty: Ty) -> Type {
    match (ty.is_float(), ty.bits()) {
        (_, 1) => Type::Bool,
        (false, 8) => Type::I8,
        (false, 16) => Type::I16,
        (false, 32) => Type::I32,
        (false, _) => Type::I64,
        (true, 16) => Type::F16,
        (true, 32) => Type::F32,
        (true, _) => Type::F64,
    }
}

/// What an instruction must give for operands `a`, `b`, `c`, from the definitions of the IR's operations.
fn expected(inst: &Inst, [a, b, c]: [u64; 3]) -> u64 {
    let ty = ir_type(inst.ty);
    let signed = inst.ty.is_signed();
    let by = |s: Binary, u: Binary| if signed { s } else { u };
    let binary = |op| num::binary(op, ty, a, b);
    let math = |op| num::math(op, ty, &[a, b]);
    let wide = |ty: Ty, v: u64| if ty.is_signed() { num::signed(ir_type(ty), v) as u64 } else { v };
    // A narrow signed result fills the register with its sign.
    let fill =
        |v: u64| if signed && inst.ty.bits() < 32 { num::signed(ty, v) as u64 & 0xFFFF_FFFF } else { v };
    let from = ir_type(inst.from);
    let a_from = a & inst.from.mask();
    match inst.op {
        Op::Mov | Op::Cvta => a,
        Op::Selp => {
            if c & 1 != 0 {
                a
            } else {
                b
            }
        }
        Op::Setp | Op::FSetp => u64::from(compare(inst, a, b)),
        Op::Cvt => fill(wide(inst.from, a_from) & inst.ty.mask()),
        Op::CvtFtoI => {
            fill(num::convert(if signed { Convert::FToS } else { Convert::FToU }, from, ty, a_from))
        }
        Op::CvtItoF => {
            let op = if inst.from.is_signed() { Convert::SToF } else { Convert::UToF };
            num::convert(op, from, ty, a_from)
        }
        Op::CvtFtoF => num::convert(Convert::FToF, from, ty, a_from),
        Op::Floor => math(Math::Floor),
        Op::Ceil => math(Math::Ceil),
        Op::Trunc => math(Math::Trunc),
        Op::Rint => math(Math::Rint),
        Op::Add => binary(Binary::Add),
        Op::Sub => binary(Binary::Sub),
        Op::Mul => binary(Binary::Mul),
        Op::MulHi => binary(by(Binary::MulHiS, Binary::MulHiU)),
        Op::MulWide => num::binary(Binary::Mul, Type::I64, wide(inst.ty, a), wide(inst.ty, b)),
        Op::Mad => num::binary(Binary::Add, ty, binary(Binary::Mul), c),
        Op::MadWide => {
            num::binary(Binary::Mul, Type::I64, wide(inst.ty, a), wide(inst.ty, b)).wrapping_add(c)
        }
        Op::Div => binary(by(Binary::DivS, Binary::DivU)),
        Op::Rem => binary(by(Binary::RemS, Binary::RemU)),
        Op::Min => binary(by(Binary::MinS, Binary::MinU)),
        Op::Max => binary(by(Binary::MaxS, Binary::MaxU)),
        Op::Abs => (num::signed(ty, a).wrapping_abs() as u64) & ty.mask(),
        Op::Neg => num::unary(Unary::Neg, ty, a),
        Op::And => binary(Binary::And),
        Op::Or => binary(Binary::Or),
        Op::Xor => binary(Binary::Xor),
        Op::Not => num::unary(Unary::Not, ty, a),
        Op::Cnot => u64::from(a == 0),
        Op::Shl if b >= u64::from(ty.bits()) => 0,
        Op::Shl => binary(Binary::Shl),
        Op::Shr if b >= u64::from(ty.bits()) => {
            if signed && num::signed(ty, a) < 0 {
                ty.mask()
            } else {
                0
            }
        }
        Op::Shr => binary(by(Binary::ShrS, Binary::ShrU)),
        Op::Popc => num::unary(Unary::PopCount, ty, a),
        Op::Clz => num::unary(Unary::Clz, ty, a),
        Op::Brev => a.reverse_bits() >> (64 - ty.bits()),
        Op::Bfe => bfe(inst.ty, a, b & 0xFF, c & 0xFF),
        Op::Prmt => (0..4).map(|at| prmt_byte(a, b, c >> (4 * at)) << (8 * at)).sum(),
        Op::FAdd => binary(Binary::FAdd),
        Op::FSub => binary(Binary::FSub),
        Op::FMul => binary(Binary::FMul),
        Op::Fma => num::fma(ty, a, b, c),
        Op::FDiv => binary(Binary::FDiv),
        Op::Rcp => {
            let one = if ty == Type::F64 { 1f64.to_bits() } else { 1f32.to_bits().into() };
            num::binary(Binary::FDiv, ty, one, a)
        }
        Op::FMin => binary(Binary::FMin),
        Op::FMax => binary(Binary::FMax),
        Op::FAbs => num::unary(Unary::FAbs, ty, a),
        Op::FNeg => num::unary(Unary::FNeg, ty, a),
        Op::Sqrt => math(Math::Sqrt),
        Op::Rsqrt => math(Math::Rsqrt),
        Op::Sin => math(Math::Sin),
        Op::Cos => math(Math::Cos),
        Op::Ex2 => math(Math::Exp2),
        Op::Lg2 => math(Math::Log2),
        Op::Math => match inst.detail {
            Detail::Math(op) => math(op),
            _ => unreachable!(),
        },
        other => panic!("{other:?} is not a register operation"),
    }
}

/// Bit by bit, as the manual of PTX says it.
fn bfe(ty: Ty, a: u64, from: u64, count: u64) -> u64 {
    let top = u64::from(ty.bits()) - 1;
    let bit = |at: u64| a >> at & 1;
    let sign = if ty.is_signed() && count > 0 { bit((from + count - 1).min(top)) } else { 0 };
    let of_result = |at: u64| if at < count && from + at <= top { bit(from + at) } else { sign };
    (0..=top).map(|at| of_result(at) << at).sum()
}

/// The byte that the lowest four bits of a choice name.
fn prmt_byte(a: u64, b: u64, choice: u64) -> u64 {
    let source = if choice & 4 == 0 { a } else { b };
    let byte = source >> (8 * (choice & 3)) & 0xFF;
    match choice & 8 {
        0 => byte,
        _ if byte >= 0x80 => 0xFF,
        _ => 0,
    }
}

/// With `.ftz` a subnormal `f32` is a zero of its sign, before and behind the operation.
fn flushed(ty: Ty, bits: u64) -> u64 {
    let is_subnormal = ty == Ty::F32 && f32::from_bits(bits as u32).is_subnormal();
    if is_subnormal { bits & 0x8000_0000 } else { bits }
}

fn expected_flushed(inst: &Inst, operands: [u64; 3]) -> u64 {
    let result = expected(inst, operands.map(|bits| flushed(inst.from, bits)));
    if inst.op == Op::FSetp { result } else { flushed(inst.ty, result) }
}

fn compare(inst: &Inst, a: u64, b: u64) -> bool {
    let Detail::Cmp(cmp) = inst.detail else { unreachable!() };
    let ty = ir_type(inst.ty);
    let ir = |op, a, b| num::compare(op, ty, a, b);
    if inst.ty.is_float() {
        let nan = ir(Compare::FNe, a, a) || ir(Compare::FNe, b, b);
        return match cmp {
            Cmp::Eq => ir(Compare::FEq, a, b),
            Cmp::Ne => !nan && ir(Compare::FNe, a, b),
            Cmp::Lt => ir(Compare::FLt, a, b),
            Cmp::Le => ir(Compare::FLe, a, b),
            Cmp::Gt => ir(Compare::FLt, b, a),
            Cmp::Ge => ir(Compare::FLe, b, a),
            Cmp::Equ => nan || ir(Compare::FEq, a, b),
            Cmp::Neu => ir(Compare::FNe, a, b),
            Cmp::Ltu => nan || ir(Compare::FLt, a, b),
            Cmp::Leu => nan || ir(Compare::FLe, a, b),
            Cmp::Gtu => nan || ir(Compare::FLt, b, a),
            Cmp::Geu => nan || ir(Compare::FLe, b, a),
            Cmp::Num => !nan,
            Cmp::Nan => nan,
        };
    }
    let (lt, le) =
        if inst.ty.is_signed() { (Compare::LtS, Compare::LeS) } else { (Compare::LtU, Compare::LeU) };
    match cmp {
        Cmp::Eq => ir(Compare::Eq, a, b),
        Cmp::Ne => ir(Compare::Ne, a, b),
        Cmp::Lt => ir(lt, a, b),
        Cmp::Le => ir(le, a, b),
        Cmp::Gt => ir(lt, b, a),
        _ => ir(le, b, a),
    }
}

/// A value of a type, often one at an edge.
fn value(rng: &mut Rng, ty: Ty) -> u64 {
    let top = 1u64 << (ty.bits() - 1);
    let small = rng.below(70);
    let raw = rng.next_u64();
    let float = match ty {
        Ty::F32 => ((raw as i32 >> 20) as f32).to_bits().into(),
        Ty::F64 => ((raw as i64 >> 50) as f64).to_bits(),
        _ => raw,
    };
    // Around the smallest normal number, of either sign.
    let least = 0x0080_0000u64.wrapping_sub(small.wrapping_sub(35)) | raw & 0x8000_0000;
    let picks =
        [raw, raw, float, small, top, top.wrapping_sub(small), ty.mask() - small.min(ty.mask()), least];
    picks[rng.below(8) as usize] & ty.mask()
}

const LANES: u32 = 24;

/// Sets a register in all lanes, through the same rows the lanes use.
fn set(warp: &mut Warp, reg: Reg, values: &[u64]) {
    for (lane, bits) in values.iter().enumerate() {
        let at = reg.index as usize * warp.blocks() + lane / BLOCK;
        match reg.bank {
            Bank::R => warp.r[at][lane % BLOCK] = *bits as u32,
            Bank::D => warp.d[at][lane % BLOCK] = *bits,
            Bank::P => {
                let bit = LaneMask::lane(lane as u32);
                let old = warp.p[reg.index as usize].without(bit);
                warp.p[reg.index as usize] = if bits & 1 != 0 { old | bit } else { old };
            }
        }
    }
}

fn check(row: &Row, ty: Ty, from: Ty, detail: Detail, rng: &mut Rng) {
    let mut inst = Inst { ty, from, detail, ..Inst::new(row.op, ty, lanescope_parts::source::Span::NONE) };
    inst.flush = row.op.flushes() && (ty == Ty::F32 || from == Ty::F32) && rng.below(2) == 0;
    let types = inst.operand_types();
    let bank = |ty: Ty| ty.bank();
    let dst = Reg { bank: types.dst.map_or(Bank::R, bank), index: 3 };
    inst.dst = Operand::Reg(dst);
    let mut columns: Vec<Vec<u64>> = Vec::new();
    for (at, operand) in types.src.into_iter().enumerate() {
        let Some(OperandType::Value(ty)) = operand else {
            columns.push(Vec::from([0; LANES as usize]));
            continue;
        };
        inst.src[at] = Operand::Reg(Reg { bank: ty.bank(), index: at as u32 });
        columns.push((0..LANES).map(|_| value(rng, ty)).collect());
    }
    // One operand is often a constant, one the destination itself.
    if let (0, Some(OperandType::Value(ty))) = (rng.below(4), types.src[1]) {
        let bits = value(rng, ty);
        inst.src[1] = Operand::Imm(bits);
        columns[1].fill(bits);
    }
    let text = ".entry k() { mov.u32 %r7, 0; mov.u64 %rd7, 0; mov.pred %p6, %p6; exit; }";
    let mut bench = Bench::new(text, LANES, PushOrder::FallThroughTop, &[]);
    let before: Vec<u64> = (0..LANES).map(|_| rng.next_u64() & dst.bank.bits_mask()).collect();
    for (operand, column) in inst.src.iter().zip(&columns) {
        if let Operand::Reg(reg) = operand {
            set(&mut bench.warp, *reg, column);
        }
    }
    set(&mut bench.warp, dst, &before);
    let guard = LaneMask(if rng.below(3) == 0 { u64::MAX } else { rng.next_u64() } & ((1 << LANES) - 1));
    set(
        &mut bench.warp,
        Reg { bank: Bank::P, index: 6 },
        &(0..LANES).map(|l| u64::from(guard.has(l))).collect::<Vec<_>>(),
    );
    inst.guard = Some(crate::isa::Guard { pred: 6, negate: false });
    bench.program.code[0] = inst;
    let step = bench.step().unwrap();
    assert_eq!(step.on, guard);
    for lane in 0..LANES {
        let operands: [u64; 3] = core::array::from_fn(|at| columns[at][lane as usize]);
        let want = match (guard.has(lane), inst.flush) {
            (false, _) => before[lane as usize],
            (true, false) => expected(&inst, operands),
            (true, true) => expected_flushed(&inst, operands),
        };
        let name: String = format!("{row:?}").chars().take(60).collect();
        assert_eq!(
            bench.warp.register(dst, lane),
            want,
            "{name} {ty:?} {from:?} {detail:?} {operands:x?} lane {lane} active {}",
            guard.has(lane)
        );
    }
}

trait BitsMask {
    fn bits_mask(self) -> u64;
}

impl BitsMask for Bank {
    fn bits_mask(self) -> u64 {
        u64::MAX >> (64 - self.bits())
    }
}

#[test]
fn every_operation_fits_the_shared_definition() {
    let mut rng = Rng::new(3);
    let registers = |row: &&Row| {
        // Where lanes meet has tests of its own.
        let registers = !matches!(
            row.syntax,
            Syntax::Load
                | Syntax::Store
                | Syntax::Atomic
                | Syntax::CompareSwap
                | Syntax::Reduce
                | Syntax::Address
                | Syntax::Branch
                | Syntax::Barrier
                | Syntax::Nothing
        );
        registers && !row.op.meets()
    };
    for row in TABLE.iter().filter(registers) {
        let details: Vec<Detail> = match row.syntax {
            Syntax::Compare => {
                let count = if row.op == Op::FSetp { Cmp::ALL.len() } else { 6 };
                Cmp::ALL[..count].iter().map(|cmp| Detail::Cmp(*cmp)).collect()
            }
            Syntax::Function => Math::ALL.iter().map(|math| Detail::Math(*math)).collect(),
            _ => Vec::from([Detail::Nothing]),
        };
        for ty in row.types {
            let same = [*ty];
            let rounds = matches!(row.op, Op::Floor | Op::Ceil | Op::Trunc | Op::Rint);
            let sources = if row.from.is_empty() || rounds { &same[..] } else { row.from };
            for from in sources {
                for detail in &details {
                    (0..12).for_each(|_| check(row, *ty, *from, *detail, &mut rng));
                }
            }
        }
    }
}

/// The edge: the smallest normal number stays, the one below it is a zero of its sign.
#[test]
fn subnormal_numbers_are_zero_where_ftz_is_written() {
    const LEAST: u32 = 0x0080_0000;
    const BELOW: u32 = 0x007F_FFFF;
    const SIGN: u32 = 1 << 31;
    let power = |exponent: i32| ((exponent + 127) as u32) << 23;
    let rows = [
        ("add.f32", LEAST, SIGN | BELOW, 1),
        ("add.ftz.f32", LEAST, SIGN | BELOW, LEAST),
        ("add.ftz.f32", BELOW, 0, 0),
        ("mul.ftz.f32", power(-63), power(-63), LEAST),
        ("mul.ftz.f32", power(-63), power(-64), 0),
        ("mul.ftz.f32", power(-63), SIGN | power(-64), SIGN),
        ("mul.f32", power(-63), power(-64), LEAST / 2),
        ("max.ftz.f32", BELOW, SIGN, 0),
        ("div.rn.ftz.f32", LEAST, power(1), 0),
        ("div.full.ftz.f32", power(0), BELOW, 0x7F80_0000),
    ];
    for (name, a, b, want) in rows {
        let text = format!(".entry k() {{ {name} %r2, %r0, %r1; exit; }}");
        let mut bench = Bench::new(&text, 1, PushOrder::FallThroughTop, &[]);
        let reg = |index| Reg { bank: Bank::R, index };
        set(&mut bench.warp, reg(0), &[a.into()]);
        set(&mut bench.warp, reg(1), &[b.into()]);
        bench.step().unwrap();
        assert_eq!(bench.warp.register(reg(2), 0), u64::from(want), "{name} {a:x} {b:x}");
    }
}
