//! Intervals of whole numbers, far wider than any type of the IR: an end beyond [`Interval::FAR`] is no bound at all.
//! Arithmetic is that of integers that never wrap.

/// All numbers from `low` to `high`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Interval {
    /// The smallest number.
    pub low: i128,
    /// The largest number.
    pub high: i128,
}

impl Interval {
    /// Ends at or beyond this are no bounds.
    pub const FAR: i128 = 1 << 90;
    const END: i128 = 1 << 100;

    /// Every number.
    pub const ALL: Interval = Interval { low: -Interval::END, high: Interval::END };

    /// One number.
    pub fn point(at: i128) -> Interval {
        Interval::between(at, at)
    }

    /// From `low` to `high`.
    pub fn between(low: i128, high: i128) -> Interval {
        let clip = |end: i128| end.clamp(-Interval::END, Interval::END);
        Interval { low: clip(low), high: clip(high) }
    }

    /// The upper end, if there is one.
    pub fn bound(self) -> Option<i128> {
        (self.high < Interval::FAR).then_some(self.high)
    }

    /// The number, if there is only one.
    pub fn single(self) -> Option<i128> {
        (self.low == self.high).then_some(self.low)
    }

    /// What is in both, if anything.
    pub fn meet(self, other: Interval) -> Option<Interval> {
        let (low, high) = (self.low.max(other.low), self.high.min(other.high));
        (low <= high).then_some(Interval { low, high })
    }

    /// The smallest interval around both.
    pub fn join(self, other: Interval) -> Interval {
        Interval { low: self.low.min(other.low), high: self.high.max(other.high) }
    }

    /// This, with every end that `next` has passed given up.
    pub fn widen(self, next: Interval) -> Interval {
        Interval {
            low: if next.low < self.low { Interval::ALL.low } else { self.low },
            high: if next.high > self.high { Interval::ALL.high } else { self.high },
        }
    }

    /// a + b.
    pub fn plus(self, other: Interval) -> Interval {
        Interval::between(self.low + other.low, self.high + other.high)
    }

    /// -a.
    pub fn negated(self) -> Interval {
        Interval::between(-self.high, -self.low)
    }

    /// a - b.
    pub fn minus(self, other: Interval) -> Interval {
        self.plus(other.negated())
    }

    /// a * b.
    pub fn times(self, other: Interval) -> Interval {
        self.corners(other, i128::saturating_mul)
    }

    /// a / b, towards zero, for a positive divisor.
    pub fn divided(self, by: Interval) -> Interval {
        if by.low < 1 { Interval::ALL } else { self.corners(by, |a, b| a / b) }
    }

    /// The remainder by a positive divisor.
    pub fn remainder(self, by: Interval) -> Interval {
        if by.low < 1 {
            return Interval::ALL;
        }
        let most = by.high - 1;
        let low = if self.low < 0 { self.low.max(-most) } else { 0 };
        Interval::between(low, self.high.clamp(0, most))
    }

    /// The smaller of a and b.
    pub fn smaller(self, other: Interval) -> Interval {
        Interval { low: self.low.min(other.low), high: self.high.min(other.high) }
    }

    /// The larger of a and b.
    pub fn larger(self, other: Interval) -> Interval {
        Interval { low: self.low.max(other.low), high: self.high.max(other.high) }
    }

    /// The ends of a function that is monotone in both numbers.
    fn corners(self, other: Interval, f: impl Fn(i128, i128) -> i128) -> Interval {
        let ends = [
            f(self.low, other.low),
            f(self.low, other.high),
            f(self.high, other.low),
            f(self.high, other.high),
        ];
        let (low, high) =
            ends.iter().fold((i128::MAX, i128::MIN), |(low, high), end| (low.min(*end), high.max(*end)));
        Interval::between(low, high)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arithmetic_holds_every_pair() {
        let list =
            [(-3, 2), (0, 0), (1, 4), (-5, -2), (2, 2)].map(|(low, high)| Interval::between(low, high));
        let holds = |interval: Interval, value: i128| interval.low <= value && value <= interval.high;
        for (a, b) in list.iter().flat_map(|a| list.iter().map(move |b| (*a, *b))) {
            for (x, y) in (a.low..=a.high).flat_map(|x| (b.low..=b.high).map(move |y| (x, y))) {
                assert!(holds(a.plus(b), x + y) && holds(a.minus(b), x - y) && holds(a.times(b), x * y));
                assert!(holds(a.smaller(b), x.min(y)) && holds(a.larger(b), x.max(y)));
                if b.low > 0 {
                    assert!(holds(a.divided(b), x / y) && holds(a.remainder(b), x % y), "{a:?} {b:?}");
                }
            }
        }
    }

    #[test]
    fn an_end_that_moves_is_given_up() {
        let start = Interval::point(0);
        let wide = start.widen(Interval::between(0, 1));
        assert_eq!((wide.low, wide.bound()), (0, None));
        assert_eq!(wide.meet(Interval::between(-9, 7)), Some(Interval::between(0, 7)));
        assert_eq!(wide.times(Interval::point(0)), Interval::point(0));
    }
}
