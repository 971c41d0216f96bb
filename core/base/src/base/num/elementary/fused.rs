//! a b + c, rounded once, by integers.
//!
//! The product of two significands has two words. It is shifted left, the significand of *c* to its place in the same two words,
//! they are added, and the sum is rounded. So many bits are left below what is kept that all bits which a shift to the right
//! loses may become one, set if any was.

use super::{Formatted, MaskOf, Real, Word, rounding::parts, sign};

/// An integer of two words.
#[derive(Clone, Copy)]
struct Wide<W> {
    high: W,
    low: W,
}

/// Bits of a word.
fn width<W: Word>(word: W) -> i64 {
    word.by(32, 64)
}

/// By how many bits the product is shifted to the left, and `c` at most, so that the sum of both has a bit left.
fn room<W: Word>(word: W) -> (i64, i64) {
    let (digits, both) = (i64::from(word.fraction()) + 1, 2 * width(word));
    (both - 2 - 2 * digits, both - 2 - digits)
}

impl<W: Word> Wide<W> {
    fn pick(mask: W::Mask, yes: Self, no: Self) -> Self {
        Wide { high: W::pick(mask, yes.high, no.high), low: W::pick(mask, yes.low, no.low) }
    }

    fn plus(self, other: Self) -> Self {
        let low = self.low + other.low;
        let zero = low.num(0);
        let carry = W::pick(low.below(other.low), zero + 1, zero);
        Wide { high: self.high + other.high + carry, low }
    }

    fn minus(self, other: Self) -> Self {
        let zero = self.low.num(0);
        let borrow = W::pick(self.low.below(other.low), zero + 1, zero);
        Wide { high: self.high - other.high - borrow, low: self.low - other.low }
    }

    fn below(self, other: Self) -> W::Mask {
        let equal = !(self.high.below(other.high) | other.high.below(self.high));
        self.high.below(other.high) | equal & self.low.below(other.low)
    }

    /// To the left by less than the bits of both words.
    fn left(self, by: W) -> Self {
        let (within, against) = within(by);
        let near = Wide {
            high: self.high.shl_by(within) | self.low.shr(1).shr_by(against),
            low: self.low.shl_by(within),
        };
        let far = Wide { high: near.low, low: by.num(0) };
        Wide::pick(by.lt(by.num(width(by))), near, far)
    }

    /// To the right by any number of bits, or none if that is negative. The last bit says, too, whether any other was lost.
    fn right(self, by: W) -> Self {
        let zero = by.num(0);
        let most = by.num(2 * width(by) - 1);
        let by = W::pick(most.lt(by), most, W::pick(by.lt(zero), zero, by));
        let (within, against) = within(by);
        let near = Wide {
            high: self.high.shr_by(within),
            low: self.low.shr_by(within) | self.high.shl(1).shl_by(against),
        };
        let far = Wide { high: zero, low: near.high };
        let moved = Wide::pick(by.lt(zero + width(by)), near, far);
        let back = moved.left(by);
        let lost = self.minus(back);
        let exact = (lost.high | lost.low).below(zero + 1);
        Wide { low: moved.low | W::pick(exact, zero, zero + 1), ..moved }
    }

    /// With the highest bit in its place, and how far it was moved.
    fn normal(self) -> (Self, W) {
        let zero = self.high.num(0);
        let mut moved = self;
        let mut by = zero;
        let width = width(zero);
        let mut step = width;
        while step > 0 {
            let empty = if step == width {
                moved.high.below(zero + 1)
            } else {
                moved.high.shr((width - step) as u32).below(zero + 1)
            };
            moved = Wide::pick(empty, moved.left(zero + step), moved);
            by = by + W::pick(empty, zero + step, zero);
            step /= 2;
        }
        (moved, by)
    }
}

/// A number of bits within a word, and what it lacks of the last one.
fn within<W: Word>(by: W) -> (W, W) {
    let within = by & (width(by) - 1);
    (within, by.num(width(by) - 1) - within)
}

/// Rounds to nearest even: the magnitude whose first bit is the highest of a word, with an exponent field, which may be out of
/// range.
fn rounded<F: Real>(sum: Wide<F::Word>, field: F::Word) -> F {
    let zero = field.num(0);
    // Below the first field digits are lost.
    let sum = sum.right(zero + 1 - field);
    let top = sum.high | F::Word::pick(sum.low.below(zero + 1), zero, zero + 1);
    let extra = (width(field) - i64::from(field.fraction()) - 1) as u32;
    let significand = top.shr(extra);
    let tail = (top & (zero.num(1).shl(extra) - 1)) + (significand & 1);
    let up = zero.num(1).shl(extra - 1).lt(tail);
    let field = F::Word::pick(field.lt(zero + 1), zero + 1, field);
    let most = zero + (2 * field.bias() + 1);
    let field = F::Word::pick(most.lt(field), most, field) - 1;
    // The first bit of the significand counts the field up by one, and so does a carry.
    let bits = field.shl(field.fraction()) + significand + F::Word::pick(up, zero + 1, zero);
    let infinity = most.shl(most.fraction());
    F::of(F::Word::pick(bits.below(infinity), bits, infinity))
}

/// Is it neither infinite nor a NaN?
fn is_finite<F: Real>(x: F) -> MaskOf<F> {
    x.abs().lt(x.num(f64::INFINITY))
}

/// a b + c, rounded once.
pub fn fma<F: Real>(a: F, b: F, c: F) -> F {
    let [(a_field, a_digits), (b_field, b_digits), (c_field, c_digits)] =
        [a, b, c].map(|x| parts::<F>(x.abs().bits()));
    let (raise, most) = room(a_digits);
    let product = Wide { high: a_digits.mul_high(b_digits), low: a_digits * b_digits };
    // The unit of `c` in bits above that of the shifted product; where there is no room for so many the product goes right.
    let scale = a.bias() + i64::from(a.fraction());
    let field = a_field + b_field - raise;
    let distance = c_field + scale - field;
    let zero = distance.num(0);
    let excess = distance - most;
    let place = F::Word::pick(excess.lt(zero), distance, zero + most);
    let field = field + F::Word::pick(excess.lt(zero), zero, excess);
    let product = product.left(zero + raise).right(excess);
    let addend = Wide { high: zero, low: c_digits };
    let up = F::Word::pick(place.lt(zero), zero, place);
    let addend = Wide::pick(place.lt(zero), addend.right(zero - place), addend.left(up));
    let product_sign = sign(a) ^ sign(b);
    let differ = zero.below(product_sign ^ sign(c));
    let larger = addend.below(product);
    let difference = Wide::pick(larger, product.minus(addend), addend.minus(product));
    let sum = Wide::pick(differ, difference, product.plus(addend));
    let sign_of = F::Word::pick(differ & !larger, sign(c), product_sign);
    let is_zero = (sum.high | sum.low).below(zero + 1);
    let (sum, by) = sum.normal();
    let magnitude = rounded::<F>(sum, field - by - (2 * scale - 2 * width(zero) + 1 - a.bias()));
    let result = F::of(magnitude.bits() | sign_of);
    let none = a.num(0.0);
    let result = F::pick(is_zero, none, result);
    // Without a product there is nothing to round, and its exponent means nothing.
    let result = F::pick(a.eq(none) | b.eq(none), a * b + c, result);
    let finite = is_finite(a) & is_finite(b);
    let special = F::pick(finite, c + c, a * b + c);
    F::pick(finite & is_finite(c), result, special)
}
