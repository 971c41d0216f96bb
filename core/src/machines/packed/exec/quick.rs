//! Float arithmetic of a whole register at once: the functions of [`crate::base::num`] with operation and type known outside the
//! loop over the elements, which compilers turn into vector code.
//!
//! It answers only where every result is a plainly normal number: then there is no exception but an inexact result, and who
//! asks has had one before. All else goes element by element ([`super::lane`]), with the same bits.

use super::state::{Value, WIDEST};
use crate::{
    base::num::{
        f32_add, f32_div, f32_fma, f32_mul, f32_sub, f64_add, f64_div, f64_fma, f64_mul, f64_sub,
        rounded::Format,
    },
    ir::Type,
    machines::packed::isa::{Elem, Lane},
    riscv::hart::{arithmetic::float, float::format},
};

/// Declares how a value is read as numbers of a type, and written.
macro_rules! numbers {
    ($($read:ident $each:ident $ty:ident $bits:ident;)*) => {$(
        #[inline(always)]
        fn $read(value: &Value) -> [$ty; WIDEST / size_of::<$ty>()] {
            let (words, _) = value.as_chunks();
            core::array::from_fn(|at| words.get(at).map_or(0.0, |word| $ty::from_le_bytes(*word)))
        }

        /// A function of the elements at each of so many places.
        #[inline(always)]
        fn $each(count: usize, format: Format, f: impl Fn(usize) -> $ty) -> Option<Value> {
            let mut value = [0; WIDEST];
            let mut normal = true;
            let (words, _) = value.as_chunks_mut();
            for (at, word) in words.iter_mut().enumerate().take(count) {
                let result = f(at);
                normal &= format.is_plainly_normal($bits::from(result.to_bits()));
                *word = result.to_le_bytes();
            }
            normal.then_some(value)
        }
    )*};
}

numbers! {
    singles each_single f32 u64;
    doubles each_double f64 u64;
}

/// Sums, differences, products and quotients of the first elements of two registers.
pub fn lanes(op: Lane, elem: Elem, count: usize, a: &Value, b: &Value) -> Option<Value> {
    let ty = float(elem.bits());
    let format = format(ty);
    match ty {
        Type::F32 => {
            let (a, b) = (singles(a), singles(b));
            match op {
                Lane::FAdd => each_single(count, format, |at| f32_add(a[at], b[at])),
                Lane::FSub => each_single(count, format, |at| f32_sub(a[at], b[at])),
                Lane::FMul => each_single(count, format, |at| f32_mul(a[at], b[at])),
                Lane::FDiv => each_single(count, format, |at| f32_div(a[at], b[at])),
                _ => None,
            }
        }
        Type::F64 => {
            let (a, b) = (doubles(a), doubles(b));
            match op {
                Lane::FAdd => each_double(count, format, |at| f64_add(a[at], b[at])),
                Lane::FSub => each_double(count, format, |at| f64_sub(a[at], b[at])),
                Lane::FMul => each_double(count, format, |at| f64_mul(a[at], b[at])),
                Lane::FDiv => each_double(count, format, |at| f64_div(a[at], b[at])),
                _ => None,
            }
        }
        _ => None,
    }
}

/// Products and sums of the first elements of three registers, rounded once; with the signs of product and addend.
pub fn fused(
    (product, addend): (bool, bool),
    elem: Elem,
    count: usize,
    [a, b, c]: [&Value; 3],
) -> Option<Value> {
    let ty = float(elem.bits());
    let format = format(ty);
    match ty {
        Type::F32 => {
            let [a, b, c] = [singles(a), singles(b), singles(c)];
            let turn = |number: f32, by: bool| if by { -number } else { number };
            each_single(count, format, |at| f32_fma(turn(a[at], product), b[at], turn(c[at], addend)))
        }
        Type::F64 => {
            let [a, b, c] = [doubles(a), doubles(b), doubles(c)];
            let turn = |number: f64, by: bool| if by { -number } else { number };
            each_double(count, format, |at| f64_fma(turn(a[at], product), b[at], turn(c[at], addend)))
        }
        _ => None,
    }
}
