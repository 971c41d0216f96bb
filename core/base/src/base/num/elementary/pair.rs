//! Pairs: a number and a smaller one that is added to it, for twice as many digits. Sums and products of two numbers are
//! such a pair exactly (Knuth's and Dekker's algorithms), as long as nothing overflows.

use super::Real;

/// A number and what is added to it.
#[derive(Clone, Copy)]
pub(super) struct Pair<F> {
    pub high: F,
    pub low: F,
}

impl<F: Real> Pair<F> {
    pub fn new(high: F, low: F) -> Pair<F> {
        Pair { high, low }
    }

    /// a + b, exactly.
    pub fn sum(a: F, b: F) -> Pair<F> {
        let sum = a + b;
        let b_part = sum - a;
        Pair { high: sum, low: (a - (sum - b_part)) + (b - b_part) }
    }

    /// a + b, exactly, where b is not the larger of the two.
    pub fn ordered(a: F, b: F) -> Pair<F> {
        let sum = a + b;
        Pair { high: sum, low: b - (sum - a) }
    }

    /// a b, exactly.
    pub fn product(a: F, b: F) -> Pair<F> {
        let product = a * b;
        let [(a_high, a_low), (b_high, b_low)] = [halves(a), halves(b)];
        let low = a_low * b_low - (((product - a_high * b_high) - a_low * b_high) - a_high * b_low);
        Pair { high: product, low }
    }

    /// The product of two pairs, without the product of what is added to them.
    pub fn times(self, other: Pair<F>) -> Pair<F> {
        let product = Pair::product(self.high, other.high);
        let rest = product.low + (self.high * other.low + self.low * other.high);
        Pair::ordered(product.high, rest)
    }

    /// The product with a constant of more digits than a number has.
    pub fn by_constant(self, high: f64, low: f64) -> Pair<F> {
        self.times(Pair { high: self.high.num(high), low: self.high.num(low) })
    }

    /// The one number nearest to it.
    pub fn value(self) -> F {
        self.high + self.low
    }
}

/// Two numbers with half of the digits each, whose sum is `x`.
fn halves<F: Real>(x: F) -> (F, F) {
    let spread = x * x.by(4097.0, 134_217_729.0);
    let high = spread - (spread - x);
    (high, x - high)
}
