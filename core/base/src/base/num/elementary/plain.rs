//! Numbers as [`Real`], and their bits as [`Word`].

use core::ops::{Add, BitAnd, BitOr, BitXor, Div, Mul, Neg, Not, Sub};

use super::{Formatted, Mask, Real, Word};

/// The answer of a comparison of numbers.
#[derive(Clone, Copy)]
pub struct Answer(bool);

impl BitAnd for Answer {
    type Output = Answer;
    #[inline(always)]
    fn bitand(self, other: Answer) -> Answer {
        Answer(self.0 & other.0)
    }
}

impl BitOr for Answer {
    type Output = Answer;
    #[inline(always)]
    fn bitor(self, other: Answer) -> Answer {
        Answer(self.0 | other.0)
    }
}

impl Not for Answer {
    type Output = Answer;
    #[inline(always)]
    fn not(self) -> Answer {
        Answer(!self.0)
    }
}

impl Mask for Answer {}

/// Operators on two values of a type, and on a value and a constant.
macro_rules! operators {
    ($name:ident, $constant:ty; $($trait:ident $method:ident |$a:ident, $b:ident| $value:expr;)* / $($with:ident $with_method:ident;)*) => {
        $(impl $trait for $name {
            type Output = $name;
            #[inline(always)]
            fn $method(self, other: $name) -> $name {
                let ($a, $b) = (self.0, other.0);
                $name($value)
            }
        })*
        $(impl $with<$constant> for $name {
            type Output = $name;
            #[inline(always)]
            fn $with_method(self, other: $constant) -> $name {
                self.$with_method(self.num(other))
            }
        })*
    };
}

/// One format.
macro_rules! format {
    ($real:ident = $float:ident, $word:ident = $bits:ident as $signed:ident, $double:literal, $wide:ident, $sqrt:path) => {
        #[doc = concat!("A number of `", stringify!($float), "`.")]
        #[derive(Clone, Copy)]
        pub struct $real(pub $float);

        #[doc = concat!("The bits of [`", stringify!($real), "`].")]
        #[derive(Clone, Copy)]
        pub struct $word($bits);

        operators! { $real, f64;
            Add add |a, b| a + b;
            Sub sub |a, b| a - b;
            Mul mul |a, b| a * b;
            Div div |a, b| a / b;
            /
            Add add;
            Sub sub;
            Mul mul;
        }

        operators! { $word, i64;
            Add add |a, b| a.wrapping_add(b);
            Sub sub |a, b| a.wrapping_sub(b);
            Mul mul |a, b| a.wrapping_mul(b);
            BitAnd bitand |a, b| a & b;
            BitOr bitor |a, b| a | b;
            BitXor bitxor |a, b| a ^ b;
            /
            Add add;
            Sub sub;
            BitAnd bitand;
        }

        impl Neg for $real {
            type Output = $real;
            #[inline(always)]
            fn neg(self) -> $real {
                $real(-self.0)
            }
        }

        impl Formatted for $real {
            #[inline(always)]
            fn is_double(self) -> bool {
                $double
            }
        }

        impl Formatted for $word {
            #[inline(always)]
            fn is_double(self) -> bool {
                $double
            }
        }

        impl Word for $word {
            type Mask = Answer;

            #[inline(always)]
            fn num(self, value: i64) -> $word {
                $word(value as $bits)
            }

            #[inline(always)]
            fn shl(self, by: u32) -> $word {
                $word(self.0 << by)
            }

            #[inline(always)]
            fn shr(self, by: u32) -> $word {
                $word(self.0 >> by)
            }

            #[inline(always)]
            fn sar(self, by: u32) -> $word {
                $word(((self.0 as $signed) >> by) as $bits)
            }

            #[inline(always)]
            fn shl_by(self, by: $word) -> $word {
                $word(self.0.wrapping_shl(by.0 as u32))
            }

            #[inline(always)]
            fn shr_by(self, by: $word) -> $word {
                $word(self.0.wrapping_shr(by.0 as u32))
            }

            #[inline(always)]
            fn mul_high(self, other: $word) -> $word {
                $word(((self.0 as $wide * other.0 as $wide) >> $bits::BITS) as $bits)
            }

            #[inline(always)]
            fn rem(self, other: $word) -> $word {
                $word(self.0.checked_rem(other.0).unwrap_or(self.0))
            }

            #[inline(always)]
            fn lt(self, other: $word) -> Answer {
                Answer((self.0 as $signed) < other.0 as $signed)
            }

            #[inline(always)]
            fn below(self, other: $word) -> Answer {
                Answer(self.0 < other.0)
            }

            #[inline(always)]
            fn pick(mask: Answer, yes: $word, no: $word) -> $word {
                if mask.0 { yes } else { no }
            }

            #[inline(always)]
            fn times(self, start: $word, step: impl Fn($word) -> $word) -> $word {
                (0..self.0 as $signed).fold(start, |state, _| step(state))
            }
        }

        impl Real for $real {
            type Word = $word;

            #[inline(always)]
            fn num(self, value: f64) -> $real {
                $real(value as $float)
            }

            #[inline(always)]
            fn bits(self) -> $word {
                $word(self.0.to_bits())
            }

            #[inline(always)]
            fn of(bits: $word) -> $real {
                $real($float::from_bits(bits.0))
            }

            #[inline(always)]
            fn abs(self) -> $real {
                $real(self.0.abs())
            }

            #[inline(always)]
            fn sqrt(self) -> $real {
                $real($sqrt(self.0))
            }

            #[inline(always)]
            fn lt(self, other: $real) -> Answer {
                Answer(self.0 < other.0)
            }

            #[inline(always)]
            fn le(self, other: $real) -> Answer {
                Answer(self.0 <= other.0)
            }

            #[inline(always)]
            fn eq(self, other: $real) -> Answer {
                Answer(self.0 == other.0)
            }

            #[inline(always)]
            fn pick(mask: Answer, yes: $real, no: $real) -> $real {
                if mask.0 { yes } else { no }
            }

            #[inline(always)]
            fn choose<const N: usize>(
                mask: Answer,
                yes: impl FnOnce() -> [$real; N],
                no: impl FnOnce() -> [$real; N],
            ) -> [$real; N] {
                if mask.0 { yes() } else { no() }
            }
        }
    };
}

format!(Single = f32, SingleBits = u32 as i32, false, u64, libm::sqrtf);
format!(Double = f64, DoubleBits = u64 as i64, true, u128, libm::sqrt);
