//! The operations of the IR, as tables.
//!
//! Meaning, where C or the hardware leave a choice (the same on every machine, so that results can be compared):
//! - Integers wrap. Shift amounts are taken modulo the width.
//! - Division by zero gives all ones, its remainder the dividend; the most negative number by -1 gives itself and
//!   remainder 0 (the rules of RISC-V, which trap on nothing).
//! - Float operations round to nearest even, keep subnormals, and give the canonical NaN. Nothing is contracted: only
//!   `fma` fuses.
//! - `fmin`/`fmax` return the other operand when one is a NaN; -0 is below +0.
//! - Float to integer truncates and saturates; a NaN gives 0.

use serde::{Deserialize, Serialize};

/// Declares an enum of operations with the name of each in IR text.
macro_rules! named {
    ($(#[$meta:meta])* $name:ident { $($(#[$doc:meta])* $variant:ident = $text:literal,)* }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        pub enum $name { $($(#[$doc])* $variant,)* }

        impl $name {
            /// Every one, in table order.
            pub const ALL: &'static [$name] = &[$($name::$variant,)*];

            /// The name in IR text.
            pub const fn name(self) -> &'static str {
                match self { $($name::$variant => $text,)* }
            }

            /// The one with this name.
            pub fn parse(text: &str) -> Option<$name> {
                $name::ALL.iter().copied().find(|op| op.name() == text)
            }
        }
    };
}

named! {
    /// One operand, result of the same type.
    Unary {
        /// Two's complement negation.
        Neg = "neg",
        /// Bitwise complement (logical for `bool`).
        Not = "not",
        /// Sign flipped.
        FNeg = "fneg",
        /// Sign cleared.
        FAbs = "fabs",
        /// Number of one bits.
        PopCount = "popcount",
        /// Number of leading zero bits; the width for 0.
        Clz = "clz",
        /// Number of trailing zero bits; the width for 0.
        Ctz = "ctz",
    }
}

named! {
    /// Two operands of one type, result of the same type.
    Binary {
        /// a + b.
        Add = "add",
        /// a - b.
        Sub = "sub",
        /// Low half of a * b.
        Mul = "mul",
        /// High half of the signed product.
        MulHiS = "mulhi.s",
        /// High half of the unsigned product.
        MulHiU = "mulhi.u",
        /// Signed quotient, towards zero.
        DivS = "div.s",
        /// Unsigned quotient.
        DivU = "div.u",
        /// Signed remainder, sign of the dividend.
        RemS = "rem.s",
        /// Unsigned remainder.
        RemU = "rem.u",
        /// Bitwise and.
        And = "and",
        /// Bitwise or.
        Or = "or",
        /// Bitwise exclusive or.
        Xor = "xor",
        /// Shift left.
        Shl = "shl",
        /// Arithmetic shift right.
        ShrS = "shr.s",
        /// Logical shift right.
        ShrU = "shr.u",
        /// Signed minimum.
        MinS = "min.s",
        /// Signed maximum.
        MaxS = "max.s",
        /// Unsigned minimum.
        MinU = "min.u",
        /// Unsigned maximum.
        MaxU = "max.u",
        /// Float sum.
        FAdd = "fadd",
        /// Float difference.
        FSub = "fsub",
        /// Float product.
        FMul = "fmul",
        /// Float quotient, correctly rounded.
        FDiv = "fdiv",
        /// Float minimum.
        FMin = "fmin",
        /// Float maximum.
        FMax = "fmax",
    }
}

named! {
    /// Comparison; the result is `bool`. "Greater" is written by swapping operands.
    Compare {
        /// Equal (integers, pointers, bools).
        Eq = "eq",
        /// Not equal.
        Ne = "ne",
        /// Signed less.
        LtS = "lt.s",
        /// Signed less or equal.
        LeS = "le.s",
        /// Unsigned less.
        LtU = "lt.u",
        /// Unsigned less or equal.
        LeU = "le.u",
        /// Ordered and equal.
        FEq = "feq",
        /// Unordered or not equal (C's `!=`).
        FNe = "fne",
        /// Ordered and less.
        FLt = "flt",
        /// Ordered and less or equal.
        FLe = "fle",
    }
}

named! {
    /// Conversion to the type of the result.
    Convert {
        /// Integer to a narrower integer.
        Trunc = "trunc",
        /// Unsigned integer or bool to a wider integer.
        ZExt = "zext",
        /// Signed integer to a wider integer.
        SExt = "sext",
        /// Float to signed integer: truncate, saturate, NaN gives 0.
        FToS = "ftos",
        /// Float to unsigned integer: truncate, saturate, NaN gives 0.
        FToU = "ftou",
        /// Signed integer to float, nearest even.
        SToF = "stof",
        /// Unsigned integer to float, nearest even.
        UToF = "utof",
        /// Between float types, nearest even.
        FToF = "ftof",
        /// The same bits as another type of the same size (also pointer to and from `i64`, and between spaces).
        Bits = "bits",
    }
}

named! {
    /// What a work-item can ask about its place; the result is `i32`, the dimension is 0, 1 or 2.
    WorkItem {
        /// Position in the whole range.
        GlobalId = "global_id",
        /// Position in its work-group.
        LocalId = "local_id",
        /// Position of its work-group.
        GroupId = "group_id",
        /// Size of the whole range.
        GlobalSize = "global_size",
        /// Size of a work-group.
        LocalSize = "local_size",
        /// Number of work-groups.
        NumGroups = "num_groups",
    }
}

named! {
    /// Read-modify-write; the result is the value before.
    AtomicOp {
        /// memory + value.
        Add = "add",
        /// memory - value.
        Sub = "sub",
        /// Signed minimum.
        MinS = "min.s",
        /// Signed maximum.
        MaxS = "max.s",
        /// Unsigned minimum.
        MinU = "min.u",
        /// Unsigned maximum.
        MaxU = "max.u",
        /// Bitwise and.
        And = "and",
        /// Bitwise or.
        Or = "or",
        /// Bitwise exclusive or.
        Xor = "xor",
        /// Replace.
        Exchange = "exchange",
        /// CUDA `atomicInc`: memory >= value ? 0 : memory + 1.
        IncWrap = "inc",
        /// CUDA `atomicDec`: memory == 0 || memory > value ? value : memory - 1.
        DecWrap = "dec",
        /// Float sum.
        FAdd = "fadd",
    }
}

named! {
    /// What the lanes of a warp do together. Each takes its operands and then, if only those who are named are to take part,
    /// an `i32` with a bit for each lane of the warp: the mask of the forms with `_sync` in CUDA.
    LaneOp {
        /// The value of the lane with a number in the segment (operands of the four: value, number, segments).
        Index = "index",
        /// The value of the lane so many below.
        Up = "up",
        /// The value of the lane so many above.
        Down = "down",
        /// The value of the lane whose number differs in these bits.
        Xor = "xor",
        /// A bit for each lane in which the operand, a `bool`, holds.
        Ballot = "ballot",
        /// A bit for each lane that has the same value.
        Match = "match",
        /// They wait for each other; what each wrote to memory is seen by the others. Always with a mask.
        Sync = "sync",
        /// The number of the lane in its warp, which is the operand.
        Number = "number",
        /// The number of the warp among those of the launch, which is the operand: it is the same in all its lanes.
        Warp = "warp",
    }
}

impl LaneOp {
    /// Number of operands before the mask.
    pub const fn arity(self) -> usize {
        match self {
            LaneOp::Index | LaneOp::Up | LaneOp::Down | LaneOp::Xor => 3,
            LaneOp::Ballot | LaneOp::Match | LaneOp::Number | LaneOp::Warp => 1,
            LaneOp::Sync => 0,
        }
    }

    /// Does a lane get the value of another one?
    pub const fn is_shuffle(self) -> bool {
        self.arity() == 3
    }
}

/// Declares the math functions with name and number of operands.
macro_rules! math {
    ($($(#[$doc:meta])* $variant:ident = $text:literal / $arity:literal,)*) => {
        named! {
            /// A float function; operands and result have one float type.
            Math { $($(#[$doc])* $variant = $text,)* }
        }
        impl Math {
            /// Number of operands.
            pub const fn arity(self) -> usize {
                match self { $(Math::$variant => $arity,)* }
            }
        }
    };
}

math! {
    /// Square root, correctly rounded.
    Sqrt = "sqrt" / 1,
    /// 1 / sqrt(x).
    Rsqrt = "rsqrt" / 1,
    /// Sine of radians.
    Sin = "sin" / 1,
    /// Cosine.
    Cos = "cos" / 1,
    /// Tangent.
    Tan = "tan" / 1,
    /// Arc sine.
    Asin = "asin" / 1,
    /// Arc cosine.
    Acos = "acos" / 1,
    /// Arc tangent.
    Atan = "atan" / 1,
    /// Arc tangent of y / x.
    Atan2 = "atan2" / 2,
    /// Hyperbolic sine.
    Sinh = "sinh" / 1,
    /// Hyperbolic cosine.
    Cosh = "cosh" / 1,
    /// Hyperbolic tangent.
    Tanh = "tanh" / 1,
    /// e^x.
    Exp = "exp" / 1,
    /// 2^x.
    Exp2 = "exp2" / 1,
    /// 10^x.
    Exp10 = "exp10" / 1,
    /// e^x - 1.
    Expm1 = "expm1" / 1,
    /// Natural logarithm.
    Log = "log" / 1,
    /// Logarithm to base 2.
    Log2 = "log2" / 1,
    /// Logarithm to base 10.
    Log10 = "log10" / 1,
    /// log(1 + x).
    Log1p = "log1p" / 1,
    /// x^y.
    Pow = "pow" / 2,
    /// Cube root.
    Cbrt = "cbrt" / 1,
    /// sqrt(x*x + y*y).
    Hypot = "hypot" / 2,
    /// Remainder with the sign of x.
    Fmod = "fmod" / 2,
    /// Magnitude of x, sign of y.
    Copysign = "copysign" / 2,
    /// Round down.
    Floor = "floor" / 1,
    /// Round up.
    Ceil = "ceil" / 1,
    /// Round towards zero.
    Trunc = "trunc" / 1,
    /// Round half away from zero.
    Round = "round" / 1,
    /// Round half to even.
    Rint = "rint" / 1,
    /// Error function.
    Erf = "erf" / 1,
    /// Complementary error function.
    Erfc = "erfc" / 1,
}
