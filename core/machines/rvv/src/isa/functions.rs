//! Which instruction computes which float function.

use lanescope_parts::ir::Math;

use super::{Op, VOp};

macro_rules! functions {
    ($($math:ident = $op:ident,)*) => {
        /// The instruction of a function.
        pub const fn op_of_math(math: Math) -> Op {
            match math { $(Math::$math => Op::Ext(VOp::$op),)* }
        }
    };
}

functions! {
    Sqrt = Vfsqrt,
    Rsqrt = MathRsqrt,
    Sin = MathSin,
    Cos = MathCos,
    Tan = MathTan,
    Asin = MathAsin,
    Acos = MathAcos,
    Atan = MathAtan,
    Atan2 = MathAtan2,
    Sinh = MathSinh,
    Cosh = MathCosh,
    Tanh = MathTanh,
    Exp = MathExp,
    Exp2 = MathExp2,
    Exp10 = MathExp10,
    Expm1 = MathExpm1,
    Log = MathLog,
    Log2 = MathLog2,
    Log10 = MathLog10,
    Log1p = MathLog1p,
    Pow = MathPow,
    Cbrt = MathCbrt,
    Hypot = MathHypot,
    Fmod = MathFmod,
    Copysign = MathCopysign,
    Floor = MathFloor,
    Ceil = MathCeil,
    Trunc = MathTrunc,
    Round = MathRound,
    Rint = MathRint,
    Erf = MathErf,
    Erfc = MathErfc,
}
