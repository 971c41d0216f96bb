//! Float arithmetic in every rounding mode with exception flags, computed with integers after IEEE 754-2019.
//!
//! A value is the bits of a float of some [`Format`]. Operands and results are exact up to the one rounding at the end
//! (`Format::round`), which also says what happened. A result that is a NaN is the canonical one: positive, quiet, no
//! payload. A number is tiny if its result, rounded as if exponents had no end, lies below the least normal number.
//!
//! This is slow. To the nearest number and without flags [`super::binary`] and its neighbours give the same bits.
//!
//! Absent: traps, payloads of NaNs, tininess before rounding, remainder, decimal floats.

use core::ops::{BitOr, BitOrAssign};

/// Where a result goes that lies between two numbers of the format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rounding {
    /// To the nearest; from halfway to the one whose last bit is 0.
    NearestEven,
    /// Towards zero.
    Zero,
    /// Down.
    Down,
    /// Up.
    Up,
    /// To the nearest; from halfway away from zero.
    NearestAway,
}

/// What happened: a set of exceptions, as bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Flags(pub u8);

impl Flags {
    /// Nothing.
    pub const NONE: Flags = Flags(0);
    /// The result is not exact.
    pub const INEXACT: Flags = Flags(1);
    /// The result is tiny and not exact.
    pub const UNDERFLOW: Flags = Flags(2);
    /// The result is larger than all numbers of the format.
    pub const OVERFLOW: Flags = Flags(4);
    /// A number was divided by zero.
    pub const DIVIDE_BY_ZERO: Flags = Flags(8);
    /// There is no result that makes sense.
    pub const INVALID: Flags = Flags(16);
}

impl BitOr for Flags {
    type Output = Flags;
    fn bitor(self, other: Flags) -> Flags {
        Flags(self.0 | other.0)
    }
}

impl BitOrAssign for Flags {
    fn bitor_assign(&mut self, other: Flags) {
        self.0 |= other.0;
    }
}

/// A binary interchange format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Format {
    /// Bits in all.
    pub bits: u32,
    /// Bits of the fraction.
    pub fraction: u32,
}

/// A result and what happened.
pub type Rounded = (u64, Flags);

/// A float taken apart.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Value {
    /// A NaN; is it signalling?
    Nan(bool),
    Infinite,
    Zero,
    Finite(Exact),
}

/// The positive number `significand * 2^exponent`; the significand is not 0 and below 2^127.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Exact {
    exponent: i32,
    significand: u128,
    /// Is the number larger than that, by less than the last place?
    more: bool,
}

impl Exact {
    const fn new(exponent: i32, significand: u128) -> Exact {
        Exact { exponent, significand, more: false }
    }

    /// The same with the highest bit of the significand in place `top`, which is not below where it is.
    const fn with_top(self, top: u32) -> Exact {
        let shift = self.significand.leading_zeros() - (127 - top);
        Exact { exponent: self.exponent - shift as i32, significand: self.significand << shift, ..self }
    }

    /// The same with an exponent larger by `places`.
    const fn coarser(self, places: u32) -> Exact {
        let exponent = self.exponent + places as i32;
        if places > 127 {
            return Exact { exponent, significand: 0, more: true };
        }
        let lost = self.significand & ((1 << places) - 1) != 0;
        Exact { exponent, significand: self.significand >> places, more: self.more || lost }
    }
}

/// The place of the highest bit of a sum's operands: two places are free above it.
const TOP: u32 = 125;

impl Format {
    /// Half precision.
    pub const HALF: Format = Format { bits: 16, fraction: 10 };
    /// Single precision.
    pub const SINGLE: Format = Format { bits: 32, fraction: 23 };
    /// Double precision.
    pub const DOUBLE: Format = Format { bits: 64, fraction: 52 };

    const fn sign(self) -> u64 {
        1 << (self.bits - 1)
    }

    const fn infinity(self) -> u64 {
        self.sign() - (1 << self.fraction)
    }

    /// The canonical NaN.
    pub const fn nan(self) -> u64 {
        self.infinity() | 1 << (self.fraction - 1)
    }

    const fn bias(self) -> i32 {
        (1 << (self.bits - self.fraction - 2)) - 1
    }

    const fn least_exponent(self) -> i32 {
        1 - self.bias()
    }

    /// Is the sign set?
    const fn is_negative(self, a: u64) -> bool {
        a & self.sign() != 0
    }

    const fn signed(self, negative: bool, magnitude: u64) -> u64 {
        if negative { magnitude | self.sign() } else { magnitude }
    }

    /// Is it a normal number other than the least one? (A result of rounding that is so was neither tiny nor too large.)
    pub const fn is_plainly_normal(self, a: u64) -> bool {
        let magnitude = a & (self.sign() - 1);
        magnitude > 1 << self.fraction && magnitude < self.infinity()
    }

    const fn take_apart(self, a: u64) -> Value {
        let magnitude = a & (self.sign() - 1);
        let fraction = magnitude & ((1 << self.fraction) - 1);
        if magnitude > self.infinity() {
            return Value::Nan(fraction >> (self.fraction - 1) == 0);
        }
        if magnitude == self.infinity() {
            return Value::Infinite;
        }
        if magnitude == 0 {
            return Value::Zero;
        }
        let biased = (magnitude >> self.fraction) as i32;
        let (hidden, biased) = if biased == 0 { (0, 1) } else { (1 << self.fraction, biased) };
        let exponent = biased - self.bias() - self.fraction as i32;
        Value::Finite(Exact::new(exponent, (fraction | hidden) as u128))
    }

    /// The NaN that comes of operands one of which is a NaN.
    fn propagated(self, operands: &[Value]) -> Rounded {
        let signals = operands.contains(&Value::Nan(true));
        (self.nan(), if signals { Flags::INVALID } else { Flags::NONE })
    }

    const fn invalid(self) -> Rounded {
        (self.nan(), Flags::INVALID)
    }

    /// Rounds an exact number. Where `more` is set the significand has at least two bits more than the format.
    fn round(self, mode: Rounding, negative: bool, exact: Exact) -> Rounded {
        let top = exact.exponent + 127 - exact.significand.leading_zeros() as i32;
        let least = self.least_exponent();
        let fraction = self.fraction as i32;
        let (kept, inexact) = cut(mode, negative, exact, top.max(least) - fraction);
        let biased = (top.max(least) + self.bias() - 1).min(1 << 20) as u64;
        let magnitude = (biased << self.fraction) + kept;
        if magnitude >= self.infinity() || top > self.bias() {
            let to_infinity = match mode {
                Rounding::NearestEven | Rounding::NearestAway => true,
                Rounding::Zero => false,
                Rounding::Down => negative,
                Rounding::Up => !negative,
            };
            let magnitude = self.infinity() - u64::from(!to_infinity);
            return (self.signed(negative, magnitude), Flags::OVERFLOW | Flags::INEXACT);
        }
        let mut flags = if inexact { Flags::INEXACT } else { Flags::NONE };
        if inexact && top < least {
            let (unbounded, _) = cut(mode, negative, exact, top - fraction);
            let tiny = top + 1 < least || unbounded >> (self.fraction + 1) == 0;
            flags |= if tiny { Flags::UNDERFLOW } else { Flags::NONE };
        }
        (self.signed(negative, magnitude), flags)
    }

    /// The sum of two exact numbers with signs; a sum of nothing is +0, but -0 where results are rounded down.
    fn sum(self, mode: Rounding, (a_negative, a): (bool, Exact), (b_negative, b): (bool, Exact)) -> Rounded {
        let (a, b) = (a.with_top(TOP), b.with_top(TOP));
        let places = (a.exponent - b.exponent).unsigned_abs();
        let (large, small, negative) =
            if a.exponent >= b.exponent { (a, b, a_negative) } else { (b, a, b_negative) };
        let small = small.coarser(places);
        if a_negative == b_negative {
            let significand = large.significand + small.significand;
            return self.round(mode, negative, Exact { significand, more: small.more, ..large });
        }
        let difference = large.significand as i128 - small.significand as i128 - i128::from(small.more);
        if difference == 0 && !small.more {
            return (self.signed(mode == Rounding::Down, 0), Flags::NONE);
        }
        let significand = difference.unsigned_abs();
        self.round(mode, negative != (difference < 0), Exact { significand, more: small.more, ..large })
    }

    /// a + b.
    pub fn add(self, mode: Rounding, a: u64, b: u64) -> Rounded {
        let (x, y) = (self.take_apart(a), self.take_apart(b));
        let signs = (self.is_negative(a), self.is_negative(b));
        match (x, y) {
            (Value::Nan(_), _) | (_, Value::Nan(_)) => self.propagated(&[x, y]),
            (Value::Infinite, Value::Infinite) if signs.0 != signs.1 => self.invalid(),
            (Value::Infinite, _) => (a, Flags::NONE),
            (_, Value::Infinite) => (b, Flags::NONE),
            (Value::Zero, Value::Zero) if signs.0 == signs.1 => (a, Flags::NONE),
            (Value::Zero, Value::Zero) => (self.signed(mode == Rounding::Down, 0), Flags::NONE),
            (Value::Zero, Value::Finite(_)) => (b, Flags::NONE),
            (Value::Finite(_), Value::Zero) => (a, Flags::NONE),
            (Value::Finite(x), Value::Finite(y)) => self.sum(mode, (signs.0, x), (signs.1, y)),
        }
    }

    /// a - b.
    pub fn subtract(self, mode: Rounding, a: u64, b: u64) -> Rounded {
        self.add(mode, a, b ^ self.sign())
    }

    /// a * b.
    pub fn multiply(self, mode: Rounding, a: u64, b: u64) -> Rounded {
        let (x, y) = (self.take_apart(a), self.take_apart(b));
        let negative = self.is_negative(a) != self.is_negative(b);
        match (x, y) {
            (Value::Nan(_), _) | (_, Value::Nan(_)) => self.propagated(&[x, y]),
            (Value::Infinite, Value::Zero) | (Value::Zero, Value::Infinite) => self.invalid(),
            (Value::Infinite, _) | (_, Value::Infinite) => {
                (self.signed(negative, self.infinity()), Flags::NONE)
            }
            (Value::Zero, _) | (_, Value::Zero) => (self.signed(negative, 0), Flags::NONE),
            (Value::Finite(x), Value::Finite(y)) => self.round(mode, negative, product(x, y)),
        }
    }

    /// a * b + c, rounded once.
    pub fn fused(self, mode: Rounding, a: u64, b: u64, c: u64) -> Rounded {
        let [x, y, z] = [a, b, c].map(|value| self.take_apart(value));
        let negative = self.is_negative(a) != self.is_negative(b);
        match (x, y, z) {
            (Value::Infinite, Value::Zero, _) | (Value::Zero, Value::Infinite, _) => self.invalid(),
            (Value::Nan(_), ..) | (_, Value::Nan(_), _) | (.., Value::Nan(_)) => self.propagated(&[x, y, z]),
            (Value::Infinite, ..) | (_, Value::Infinite, _) => {
                if z == Value::Infinite && self.is_negative(c) != negative {
                    return self.invalid();
                }
                (self.signed(negative, self.infinity()), Flags::NONE)
            }
            (.., Value::Infinite) => (c, Flags::NONE),
            (Value::Zero, ..) | (_, Value::Zero, _) => self.add(mode, self.signed(negative, 0), c),
            (Value::Finite(x), Value::Finite(y), Value::Zero) => self.round(mode, negative, product(x, y)),
            (Value::Finite(x), Value::Finite(y), Value::Finite(z)) => {
                self.sum(mode, (negative, product(x, y)), (self.is_negative(c), z))
            }
        }
    }

    /// a / b.
    pub fn divide(self, mode: Rounding, a: u64, b: u64) -> Rounded {
        let (x, y) = (self.take_apart(a), self.take_apart(b));
        let negative = self.is_negative(a) != self.is_negative(b);
        match (x, y) {
            (Value::Nan(_), _) | (_, Value::Nan(_)) => self.propagated(&[x, y]),
            (Value::Infinite, Value::Infinite) | (Value::Zero, Value::Zero) => self.invalid(),
            (Value::Infinite, _) => (self.signed(negative, self.infinity()), Flags::NONE),
            (_, Value::Zero) => (self.signed(negative, self.infinity()), Flags::DIVIDE_BY_ZERO),
            (Value::Zero, _) | (_, Value::Infinite) => (self.signed(negative, 0), Flags::NONE),
            (Value::Finite(x), Value::Finite(y)) => {
                let (x, y) = (x.with_top(126), y.with_top(63));
                let quotient = Exact {
                    exponent: x.exponent - y.exponent,
                    significand: x.significand / y.significand,
                    more: !x.significand.is_multiple_of(y.significand),
                };
                self.round(mode, negative, quotient)
            }
        }
    }

    /// The square root.
    pub fn root(self, mode: Rounding, a: u64) -> Rounded {
        match self.take_apart(a) {
            nan @ Value::Nan(_) => self.propagated(&[nan]),
            Value::Zero => (a, Flags::NONE),
            _ if self.is_negative(a) => self.invalid(),
            Value::Infinite => (a, Flags::NONE),
            Value::Finite(x) => {
                let x = x.with_top(TOP);
                let even = if x.exponent % 2 == 0 { x } else { x.with_top(TOP + 1) };
                let root = even.significand.isqrt();
                let more = root * root != even.significand;
                self.round(mode, false, Exact { exponent: even.exponent / 2, significand: root, more })
            }
        }
    }

    /// The number in another format.
    pub fn convert(self, to: Format, mode: Rounding, a: u64) -> Rounded {
        let negative = self.is_negative(a);
        match self.take_apart(a) {
            nan @ Value::Nan(_) => to.propagated(&[nan]),
            Value::Infinite => (to.signed(negative, to.infinity()), Flags::NONE),
            Value::Zero => (to.signed(negative, 0), Flags::NONE),
            Value::Finite(exact) => to.round(mode, negative, exact),
        }
    }

    /// A whole number of 64 bits as a float.
    pub fn from_integer(self, mode: Rounding, signed: bool, value: u64) -> Rounded {
        let negative = signed && (value as i64) < 0;
        let magnitude = if negative { value.wrapping_neg() } else { value };
        if magnitude == 0 {
            (0, Flags::NONE)
        } else {
            self.round(mode, negative, Exact::new(0, magnitude.into()))
        }
    }

    /// The number as a whole one of `bits` bits. What does not fit is invalid and becomes the nearest number that does,
    /// a NaN the largest.
    pub fn to_integer(self, mode: Rounding, (bits, signed): (u32, bool), a: u64) -> Rounded {
        let negative = self.is_negative(a);
        let most = if signed { (1u128 << (bits - 1)) - 1 } else { (1u128 << bits) - 1 };
        let least = if signed { 1u128 << (bits - 1) } else { 0 };
        let mask = u64::MAX >> (64 - bits);
        let end = |negative: bool| {
            let value = if negative { least.wrapping_neg() } else { most };
            (value as u64 & mask, Flags::INVALID)
        };
        match self.take_apart(a) {
            Value::Nan(_) => end(false),
            Value::Infinite => end(negative),
            Value::Zero => (0, Flags::NONE),
            // The significand has the bits of the format, so that larger numbers fit nowhere.
            Value::Finite(exact) if exact.exponent > 64 => end(negative),
            Value::Finite(exact) => {
                let (magnitude, inexact) = cut_wide(mode, negative, exact, 0);
                if magnitude > if negative { least } else { most } {
                    return end(negative);
                }
                let value = if negative { magnitude.wrapping_neg() } else { magnitude };
                (value as u64 & mask, if inexact { Flags::INEXACT } else { Flags::NONE })
            }
        }
    }

    /// What a comparison of two numbers says besides its result: a quiet one is invalid for signalling NaNs, any other one
    /// for all NaNs.
    pub fn compare_flags(self, quiet: bool, a: u64, b: u64) -> Flags {
        let invalid = |value| match self.take_apart(value) {
            Value::Nan(signals) => signals || !quiet,
            _ => false,
        };
        if invalid(a) || invalid(b) { Flags::INVALID } else { Flags::NONE }
    }
}

fn product(x: Exact, y: Exact) -> Exact {
    Exact::new(x.exponent + y.exponent, x.significand * y.significand)
}

/// The significand for the exponent `exponent` of the last place, rounded, and whether anything was lost. It fits into 64
/// bits where the format's bits are asked for.
fn cut(mode: Rounding, negative: bool, exact: Exact, exponent: i32) -> (u64, bool) {
    let (kept, inexact) = cut_wide(mode, negative, exact, exponent);
    (kept as u64, inexact)
}

fn cut_wide(mode: Rounding, negative: bool, exact: Exact, exponent: i32) -> (u128, bool) {
    let places = exponent - exact.exponent;
    if places <= 0 {
        return (exact.significand << places.unsigned_abs().min(127), exact.more);
    }
    let places = places as u32;
    let kept = exact.coarser(places);
    // What is lost, in comparison with half of the last place.
    let half = exact.coarser(places.saturating_sub(1));
    let half_or_more = places <= 128 && half.significand & 1 == 1;
    let rest = half.more;
    let up = match mode {
        Rounding::NearestEven => half_or_more && (rest || kept.significand & 1 == 1),
        Rounding::NearestAway => half_or_more,
        Rounding::Zero => false,
        Rounding::Down => negative && kept.more,
        Rounding::Up => !negative && kept.more,
    };
    (kept.significand + u128::from(up), kept.more)
}
