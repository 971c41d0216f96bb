//! Data from descriptions: the bytes of a buffer, and the bits of a scalar.
//!
//! Everything is computed in 64-bit integers or binary64 and converted once, so that the bytes are the same on every
//! platform. A number that does not fit its type is an error for scalars and lists, where a person wrote it; a ramp
//! wraps around like the kernel's own arithmetic would.

use alloc::{format, string::String, vec::Vec};

use super::{Init, Number};
use crate::{
    base::{num, rng::Rng},
    ir::Type,
};

/// The little-endian bytes of a buffer of `len` elements. Integers too wide for the element wrap, floats round.
pub fn generate(init: &Init, element: Type, len: u64) -> Vec<u8> {
    let count = usize::try_from(len).unwrap_or(usize::MAX);
    let size = count.saturating_mul(element.bytes() as usize);
    let mut out = match init {
        Init::Zeros => Vec::new(),
        Init::Iota { start, step } => list((0..len).map(|i| bits(ramp(*start, *step, i), element)), element),
        Init::Random { seed, low, high } => {
            let mut rng = Rng::new(*seed);
            let (a, b) = (low.as_f64(), high.as_f64());
            let (least, most) = if a <= b { (a, b) } else { (b, a) };
            match element {
                // The ordinary case has a loop of its own, without a question for each element.
                Type::F32 => list((0..len).map(|_| float(&mut rng, least, most, Type::F32)), element),
                Type::F16 | Type::F64 => {
                    list((0..len).map(|_| float(&mut rng, least, most, element)), element)
                }
                _ => list((0..len).map(|_| integer(&mut rng, *low, *high, element)), element),
            }
        }
        Init::Permutation { seed } => {
            list(permutation(*seed, len).map(|i| bits(Number::Int(i.into()), element)), element)
        }
        Init::Fill(value) => list(core::iter::repeat_n(bits(*value, element), count), element),
        Init::List(values) => {
            list(values.iter().cycle().take(count).map(|value| bits(*value, element)), element)
        }
        Init::Bytes(bytes) => bytes[..bytes.len().min(size)].to_vec(),
    };
    out.resize(size, 0);
    out
}

/// The bytes of elements, one behind the other.
fn list(elements: impl Iterator<Item = u64>, element: Type) -> Vec<u8> {
    /// With the size known to the compiler, an element is one store.
    fn sized<const SIZE: usize>(elements: impl Iterator<Item = u64>) -> Vec<u8> {
        let mut out = Vec::with_capacity(elements.size_hint().0.saturating_mul(SIZE));
        elements.for_each(|bits| out.extend_from_slice(&bits.to_le_bytes()[..SIZE]));
        out
    }
    match element.bytes() {
        1 => sized::<1>(elements),
        2 => sized::<2>(elements),
        4 => sized::<4>(elements),
        _ => sized::<8>(elements),
    }
}

fn ramp(start: Number, step: Number, i: u64) -> Number {
    match (start, step) {
        (Number::Int(start), Number::Int(step)) => {
            Number::Int(start.wrapping_add(step.wrapping_mul(i.into())))
        }
        _ => Number::Float(start.as_f64() + step.as_f64() * i as f64),
    }
}

/// A float in `[low, high)`: what rounds up to `high` is `low`.
#[inline(always)]
fn float(rng: &mut Rng, low: f64, high: f64, element: Type) -> u64 {
    let value = float_bits(low + rng.unit_f64() * (high - low), element);
    if value == float_bits(high, element) { float_bits(low, element) } else { value }
}

/// An integer in `low..=high`; the ends may stand in either order.
fn integer(rng: &mut Rng, low: Number, high: Number, element: Type) -> u64 {
    let (a, b) = (whole(low), whole(high));
    let (low, width) = (a.min(b), a.max(b).wrapping_sub(a.min(b)) as u64);
    let offset = if width == u64::MAX { rng.next_u64() } else { rng.below(width + 1) };
    low.wrapping_add(offset as i64) as u64 & element.mask()
}

/// The low 64 bits of its whole part.
fn whole(number: Number) -> i64 {
    match number {
        Number::Int(value) => value as i64,
        Number::Float(value) => value as i64,
    }
}

/// Fisher-Yates.
fn permutation(seed: u64, len: u64) -> impl Iterator<Item = u64> {
    let mut rng = Rng::new(seed);
    let mut order: Vec<u64> = (0..len).collect();
    for last in (1..order.len()).rev() {
        order.swap(last, rng.below(last as u64 + 1) as usize);
    }
    order.into_iter()
}

/// The bits of a number in a type; integers wrap, floats round.
pub fn bits(number: Number, ty: Type) -> u64 {
    if ty.is_float() { float_bits(number.as_f64(), ty) } else { whole(number) as u64 & ty.mask() }
}

#[inline(always)]
fn float_bits(value: f64, ty: Type) -> u64 {
    match ty {
        Type::F16 => u64::from(num::f16_from_f64(value)),
        Type::F32 => u64::from((value as f32).to_bits()),
        _ => value.to_bits(),
    }
}

/// The bits of a scalar argument.
///
/// # Errors
/// A sentence: not a whole number for an integer type, or out of its range.
pub fn scalar(number: Number, ty: Type, unsigned: bool) -> Result<u64, String> {
    if ty.is_float() {
        return Ok(bits(number, ty));
    }
    let value = match number {
        Number::Int(value) => value,
        Number::Float(value) if value == (value as i64) as f64 => i128::from(value as i64),
        Number::Float(_) => return Err(format!("{number} is no whole number")),
    };
    let width = ty.bits();
    let (low, high) = match (unsigned, ty) {
        (_, Type::Bool) => (0, 1),
        (true, _) => (0, (1i128 << width) - 1),
        (false, _) => (-(1i128 << (width - 1)), (1i128 << (width - 1)) - 1),
    };
    if (low..=high).contains(&value) {
        Ok(value as u64 & ty.mask())
    } else {
        Err(format!("{number} is outside {low} to {high}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec;

    fn ints(init: Init, len: u64) -> Vec<i32> {
        let bytes = generate(&init, Type::I32, len);
        bytes.chunks(4).map(|c| i32::from_le_bytes(c.try_into().unwrap())).collect()
    }

    fn floats(init: Init, len: u64) -> Vec<f32> {
        let bytes = generate(&init, Type::F32, len);
        bytes.chunks(4).map(|c| f32::from_le_bytes(c.try_into().unwrap())).collect()
    }

    #[test]
    fn every_kind_fills_the_buffer() {
        let int = Number::Int;
        assert_eq!(ints(Init::Zeros, 2), [0, 0]);
        assert_eq!(ints(Init::Iota { start: int(5), step: int(-2) }, 4), [5, 3, 1, -1]);
        assert_eq!(ints(Init::Fill(int(-7)), 2), [-7, -7]);
        assert_eq!(ints(Init::List(vec![int(1), int(2)]), 5), [1, 2, 1, 2, 1]);
        assert_eq!(ints(Init::List(vec![]), 2), [0, 0]);
        assert_eq!(ints(Init::Bytes(vec![1, 0, 0, 0, 2]), 3), [1, 2, 0]);
        let half = Init::Iota { start: Number::Float(0.5), step: int(1) };
        assert_eq!(floats(half, 3), [0.5, 1.5, 2.5]);
    }

    #[test]
    fn random_numbers_stay_in_their_range_and_reach_its_ends() {
        let init = Init::Random { seed: 1, low: Number::Int(-1), high: Number::Int(1) };
        let list = ints(init.clone(), 1000);
        assert!((-1..=1).all(|n| list.contains(&n)) && list.iter().all(|n| (-1..=1).contains(n)));
        let list = floats(init, 1000);
        assert!(list.iter().all(|x| (-1.0..1.0).contains(x)));
        assert!(list.iter().any(|x| *x < -0.9) && list.iter().any(|x| *x > 0.9));
        let all =
            Init::Random { seed: 1, low: Number::Int(i64::MIN.into()), high: Number::Int(i64::MAX.into()) };
        assert_eq!(generate(&all, Type::I64, 4).len(), 32);
    }

    #[test]
    fn a_permutation_has_every_index_once() {
        let mut list = ints(Init::Permutation { seed: 9 }, 100);
        assert_ne!(list, (0..100).collect::<Vec<_>>());
        crate::base::order::sort(&mut list);
        assert_eq!(list, (0..100).collect::<Vec<_>>());
    }

    #[test]
    fn the_seed_decides() {
        let random = |seed| Init::Random { seed, low: Number::Int(0), high: Number::Int(1 << 30) };
        assert_eq!(ints(random(4), 8), ints(random(4), 8));
        assert_ne!(ints(random(4), 8), ints(random(5), 8));
    }

    #[test]
    fn scalars_must_fit() {
        assert_eq!(scalar(Number::Int(-1), Type::I32, false), Ok(0xFFFF_FFFF));
        assert_eq!(scalar(Number::Int(255), Type::I8, true), Ok(255));
        assert_eq!(scalar(Number::Int(256), Type::I8, true).unwrap_err(), "256 is outside 0 to 255");
        assert_eq!(scalar(Number::Int(-129), Type::I8, false).unwrap_err(), "-129 is outside -128 to 127");
        assert_eq!(scalar(Number::Float(2.0), Type::I32, false), Ok(2));
        assert_eq!(scalar(Number::Float(2.5), Type::I32, false).unwrap_err(), "2.5 is no whole number");
        assert_eq!(scalar(Number::Int(3), Type::F32, false), Ok(u64::from(3f32.to_bits())));
        assert_eq!(scalar(Number::Int(i64::MIN.into()), Type::I64, false), Ok(1 << 63));
        let most = Number::Int(u64::MAX.into());
        assert_eq!(scalar(most, Type::I64, true), Ok(u64::MAX));
        assert!(scalar(most, Type::I64, false).is_err());
        assert_eq!(bits(most, Type::I64), u64::MAX);
    }
}
