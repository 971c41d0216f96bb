//! Integer division without traps, by the rules of RISC-V.

/// Declares quotient and remainder of one signed and one unsigned width.
macro_rules! division {
    ($($signed:ident, $unsigned:ident: $sdiv:ident $srem:ident $udiv:ident $urem:ident;)*) => {$(
        /// Signed quotient towards zero; by 0 it is -1, and the most negative number by -1 is itself.
        #[inline(always)]
        pub const fn $sdiv(a: $signed, b: $signed) -> $signed {
            if b == 0 { -1 } else { a.wrapping_div(b) }
        }

        /// Signed remainder with the sign of `a`; by 0 it is `a`, and the most negative number by -1 leaves 0.
        #[inline(always)]
        pub const fn $srem(a: $signed, b: $signed) -> $signed {
            if b == 0 { a } else { a.wrapping_rem(b) }
        }

        /// Unsigned quotient; by 0 it is all ones.
        #[inline(always)]
        pub const fn $udiv(a: $unsigned, b: $unsigned) -> $unsigned {
            if b == 0 { $unsigned::MAX } else { a / b }
        }

        /// Unsigned remainder; by 0 it is `a`.
        #[inline(always)]
        pub const fn $urem(a: $unsigned, b: $unsigned) -> $unsigned {
            if b == 0 { a } else { a % b }
        }
    )*};
}

division! {
    i32, u32: i32_div i32_rem u32_div u32_rem;
    i64, u64: i64_div i64_rem u64_div u64_rem;
}
