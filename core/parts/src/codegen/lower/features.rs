//! What a machine has, as plain data.

use crate::{
    ir::{Binary, Convert, Inst, Kernel, Math, Op, Type, Unary},
    opt::exchange::are_votes,
};

/// What a machine has. Integers of 32 bits with all but the operations named here, conversions between the types that it has,
/// pointers, comparisons and selections go without saying.
#[derive(Clone, Copy, Debug)]
pub struct Features {
    /// Calls of functions. Those who lack them get kernels in which every function is written out
    /// ([`crate::opt::inline`]).
    pub calls: bool,
    /// What the lanes of a warp do together. The others exchange through memory what all work-items of a group come to
    /// ([`crate::opt::exchange`]); a kernel that asks for more is refused before all else ([`super::without_lanes`]).
    pub lanes: Lanes,
    /// Atomic operations. No pass lowers them: a kernel that asks for one is refused.
    pub atomics: bool,
    /// The atomic addition that takes room for what is [printed](crate::printed), which may be there where others are not. For who lacks it what a
    /// kernel prints is [left out](crate::opt::silence).
    pub prints: bool,
    /// An instruction that brings data nearer. For who lacks it the kernel does not ask for that ([`crate::opt::hints`]).
    pub prefetches: bool,
    /// Arithmetic on integers of 8 and 16 bits.
    pub narrow_integers: bool,
    /// Arithmetic on integers of 64 bits.
    pub long_integers: bool,
    /// Arithmetic on `f16`.
    pub half: bool,
    /// Arithmetic on `f64`.
    pub double: bool,
    /// `fma` of the float types that it has.
    pub fused: bool,
    /// Quotients of `f32`.
    pub quotients: bool,
    /// Minimum and maximum of integers.
    pub least: bool,
    /// Counting of bits: ones, leading and trailing zeros.
    pub counts: bool,
    /// High half of a product.
    pub high_products: bool,
    /// Bits of an address: 32 or 64.
    pub address_bits: u32,
    /// Bytes of the narrowest load and store: 1, 2 or 4.
    pub least_access: u32,
    /// The functions of the float types that it has; nothing if it has all.
    pub functions: Option<fn(Math, Type) -> bool>,
}

/// What the lanes of a warp can do together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lanes {
    /// All that kernels ask for.
    All,
    /// Tell whether a condition holds in any of them, in warps of so many lanes.
    Votes(u32),
    /// Nothing.
    None,
}

impl Lanes {
    /// Have they what a kernel asks for?
    pub fn have(self, kernel: &Kernel) -> bool {
        match self {
            Lanes::All => true,
            Lanes::Votes(lanes) => kernel.warp() == lanes && are_votes(kernel),
            Lanes::None => false,
        }
    }
}

impl Features {
    /// A machine that has everything.
    pub const ALL: Features = Features {
        calls: true,
        lanes: Lanes::All,
        atomics: true,
        prints: true,
        prefetches: true,
        narrow_integers: true,
        long_integers: true,
        half: true,
        double: true,
        fused: true,
        quotients: true,
        least: true,
        counts: true,
        high_products: true,
        address_bits: 64,
        least_access: 1,
        functions: None,
    };

    /// A machine that lacks everything that a pass lowers.
    pub const LEAST: Features = Features {
        calls: false,
        lanes: Lanes::None,
        atomics: false,
        prints: false,
        prefetches: false,
        narrow_integers: false,
        half: false,
        fused: false,
        quotients: false,
        least: false,
        counts: false,
        high_products: false,
        address_bits: 32,
        least_access: 4,
        functions: Some(|math, ty| (math, ty) == (Math::Sqrt, Type::F64)),
        ..Features::ALL
    };

    /// Has the machine all that a pass lowers or a kernel could ask for, but for calls, atomics and what lanes do together? Then lowering does nothing, and a program for
    /// such machines only need not hold its passes.
    pub const fn is_whole(&self) -> bool {
        let integers =
            self.narrow_integers && self.long_integers && self.least && self.counts && self.high_products;
        let floats = self.half && self.double && self.fused && self.quotients && self.functions.is_none();
        integers && floats && self.address_bits == 64 && self.least_access == 1
    }

    /// Has the machine a float function?
    pub fn has(&self, math: Math, ty: Type) -> bool {
        self.functions.is_none_or(|has| has(math, ty))
    }

    /// What an instruction asks for that the machine lacks.
    pub fn lacks(&self, kernel: &Kernel, inst: &Inst) -> Option<&'static str> {
        if takes_high_word(kernel, &inst.op) {
            return None;
        }
        let operands = inst.op.operands();
        let types = operands.iter().chain(&inst.result).map(|value| kernel.ty(*value));
        let mut arithmetic = types.filter(|_| is_arithmetic(&inst.op));
        let lacking = arithmetic.find_map(|ty| match ty {
            Type::I8 | Type::I16 if !self.narrow_integers => Some("arithmetic on 8 and 16 bits"),
            Type::I64 if !self.long_integers => Some("arithmetic on 64 bits"),
            Type::F16 if !self.half => Some("arithmetic on `half`"),
            Type::F64 if !self.double => Some("`double`"),
            _ => None,
        });
        let narrow = |ty: Type| ty.bytes() < self.least_access;
        lacking.or(match &inst.op {
            Op::Atomic(_, _, value) | Op::CompareExchange(_, _, value)
                if !self.long_integers && kernel.ty(*value).bytes() == 8 =>
            {
                Some("atomics on 64 bits")
            }
            Op::Call(..) if !self.calls => Some("calls of functions"),
            Op::Prefetch(_) if !self.prefetches => Some("instruction that brings data nearer"),
            Op::Lane(..) if self.lanes == Lanes::None => Some(LANES),
            Op::Fma(..) if !self.fused => Some("fused multiply-add"),
            Op::Binary(Binary::FDiv, a, _) if !self.quotients && kernel.ty(*a) == Type::F32 => {
                Some("float division")
            }
            Op::Binary(op, ..) if !self.least && is_least(*op) => Some("minimum and maximum"),
            Op::Binary(Binary::MulHiS | Binary::MulHiU, ..) if !self.high_products => {
                Some("high half of a product")
            }
            Op::Unary(Unary::PopCount | Unary::Clz | Unary::Ctz, _) if !self.counts => {
                Some("instruction that counts bits")
            }
            Op::Load { .. } | Op::Store { .. } | Op::Atomic(..) | Op::CompareExchange(..) => {
                let data = inst.result.or(operands.get(1).copied());
                data.filter(|value| narrow(kernel.ty(*value))).map(|_| "access to so few bytes")
            }
            Op::Math(math, _) if !inst.result.is_some_and(|v| self.has(*math, kernel.ty(v))) => {
                Some(math.name())
            }
            _ => None,
        })
    }

    /// Bytes of the widest value that memory has: where it has nothing less than a word, it has nothing more either.
    pub const fn widest_access(&self) -> u32 {
        if self.least_access < 4 { 8 } else { 4 }
    }
}

/// What a machine lacks that has no operations of the lanes of a warp.
pub(super) const LANES: &str = "operations between the lanes of a warp (a sub-group)";

/// Minimum or maximum of integers?
pub(super) const fn is_least(op: Binary) -> bool {
    matches!(op, Binary::MinS | Binary::MaxS | Binary::MinU | Binary::MaxU)
}

/// Is it the shift that takes the high word of an argument of the launch? Such an argument is two words for a machine of 32
/// bits.
fn takes_high_word(kernel: &Kernel, op: &Op) -> bool {
    let Op::Binary(Binary::ShrU, a, by) = op else { return false };
    kernel.constant(*by) == Some(32) && kernel.def(*a).is_some_and(|inst| matches!(inst.op, Op::Arg(_)))
}

/// Does an operation compute with its operands, rather than move them or change their type?
fn is_arithmetic(op: &Op) -> bool {
    match op {
        Op::Unary(..) | Op::Binary(..) | Op::Compare(..) | Op::Fma(..) | Op::Math(..) => true,
        Op::Convert(op, _) => {
            matches!(op, Convert::FToS | Convert::FToU | Convert::SToF | Convert::UToF)
        }
        _ => false,
    }
}
