//! What each instruction of RV64G means: one exhaustive match from the op table to a shape of work and, where there is one,
//! its function. The shapes are carried out in [`super::scalar`].

use super::arithmetic::multiply_high_mixed;
use crate::{
    base::num,
    ir::{AtomicOp, Binary, Compare, Type},
    riscv::isa::{Isa, Op},
};

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
    /// `ecall`.
    Call,
    Break,
    Csr(fn(u64, u64) -> u64),
    Atomic(AtomicOp),
    /// Load-reserved.
    Reserve,
    /// Store-conditional.
    StoreConditional,
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
    /// An instruction of the extension.
    Extension,
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

/// The low word without a sign.
const fn low(a: u64) -> u64 {
    a & 0xFFFF_FFFF
}

/// What an instruction means.
#[rustfmt::skip]
pub(super) fn meaning<X: Isa>(op: Op<X>) -> Meaning {
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
        Op::Fence | Op::FenceI | Op::FenceTso => Nothing,
        Op::Ecall => Call,
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
        Op::Lr => Reserve,
        Op::Sc => StoreConditional,
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
        Op::AddUw => Integer(|a, b| low(a).wrapping_add(b)),
        Op::Sh1add => Integer(|a, b| (a << 1).wrapping_add(b)),
        Op::Sh2add => Integer(|a, b| (a << 2).wrapping_add(b)),
        Op::Sh3add => Integer(|a, b| (a << 3).wrapping_add(b)),
        Op::Sh1addUw => Integer(|a, b| (low(a) << 1).wrapping_add(b)),
        Op::Sh2addUw => Integer(|a, b| (low(a) << 2).wrapping_add(b)),
        Op::Sh3addUw => Integer(|a, b| (low(a) << 3).wrapping_add(b)),
        Op::SlliUw => Integer(|a, b| low(a) << (b & 63)),
        Op::Andn => Integer(|a, b| a & !b),
        Op::Orn => Integer(|a, b| a | !b),
        Op::Xnor => Integer(|a, b| !(a ^ b)),
        Op::Clz => Integer(|a, _| a.leading_zeros().into()),
        Op::Ctz => Integer(|a, _| a.trailing_zeros().into()),
        Op::Cpop => Integer(|a, _| a.count_ones().into()),
        Op::Clzw => Integer(|a, _| (a as u32).leading_zeros().into()),
        Op::Ctzw => Integer(|a, _| (a as u32).trailing_zeros().into()),
        Op::Cpopw => Integer(|a, _| (a as u32).count_ones().into()),
        Op::Max => long!(MaxS),
        Op::Maxu => long!(MaxU),
        Op::Min => long!(MinS),
        Op::Minu => long!(MinU),
        Op::SextB => Integer(|a, _| a as i8 as u64),
        Op::SextH => Integer(|a, _| a as i16 as u64),
        Op::ZextH => Integer(|a, _| a & 0xFFFF),
        Op::Rol => Integer(|a, b| a.rotate_left(b as u32 & 63)),
        Op::Ror | Op::Rori => Integer(|a, b| a.rotate_right(b as u32 & 63)),
        Op::Rolw => Integer(|a, b| (a as u32).rotate_left(b as u32 & 31) as i32 as u64),
        Op::Rorw | Op::Roriw => Integer(|a, b| (a as u32).rotate_right(b as u32 & 31) as i32 as u64),
        Op::OrcB => Integer(|a, _| u64::from_le_bytes(a.to_le_bytes().map(|byte| if byte == 0 { 0 } else { 0xFF }))),
        Op::Rev8 => Integer(|a, _| a.swap_bytes()),
        Op::Bclr | Op::Bclri => Integer(|a, b| a & !(1 << (b & 63))),
        Op::Bext | Op::Bexti => Integer(|a, b| a >> (b & 63) & 1),
        Op::Binv | Op::Binvi => Integer(|a, b| a ^ 1 << (b & 63)),
        Op::Bset | Op::Bseti => Integer(|a, b| a | 1 << (b & 63)),
        Op::CzeroEqz => Integer(|a, b| if b == 0 { 0 } else { a }),
        Op::CzeroNez => Integer(|a, b| if b == 0 { a } else { 0 }),
        Op::Ext(_) => Extension,
    }
}
