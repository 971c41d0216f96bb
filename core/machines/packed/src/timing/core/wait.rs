//! Until when a thread waits, and for what: one cause, and in the last cycles perhaps that an access crosses a border.

use lanescope_parts::{machines::chassis::slots::Stretch, trace::Cause};
use serde::Serialize;

use crate::causes::CROSSING;

/// A wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Wait {
    /// The first cycle in which it is over.
    pub until: u64,
    /// What it is for.
    pub cause: Cause,
    /// How many of its last cycles are for a border that an access crosses.
    pub late: u64,
}

impl Wait {
    /// A wait for one thing.
    pub const fn new(until: u64, cause: Cause) -> Wait {
        Wait { until, cause, late: 0 }
    }

    /// The first of the cycles that it is longer for a border.
    fn border(self) -> u64 {
        self.until.saturating_sub(self.late)
    }

    /// Until both are over. It is for the one that would be over last if nothing crossed a border; what is left is for that.
    #[must_use]
    pub fn and(self, other: Wait) -> Wait {
        let main = if other.border() > self.border() { other } else { self };
        let until = self.until.max(other.until);
        Wait { until, late: until - main.border(), ..main }
    }

    /// What it is for in a cycle.
    pub fn cause(self, cycle: u64) -> Cause {
        if self.late > 0 && cycle >= self.border() { CROSSING } else { self.cause }
    }

    /// The slots that it takes in `from..to`.
    pub fn stretches(self, from: u64, to: u64) -> [Stretch; 2] {
        let border = if self.late > 0 { self.border().clamp(from.min(to), to) } else { to };
        [
            Stretch { from, to: border, cause: self.cause },
            Stretch { from: border.max(from), to, cause: CROSSING },
        ]
    }

    /// What it is for from `from` on, and from when on for something else.
    pub fn turns(self, from: u64) -> impl Iterator<Item = (u64, Cause)> {
        let second = Some((self.border(), CROSSING)).filter(|(at, _)| self.late > 0 && *at > from);
        [(from, self.cause(from))].into_iter().chain(second)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_two_waits_only_what_nothing_else_takes_is_for_the_border() {
        let late = |until, late| Wait { late, ..Wait::new(until, Cause::MEMORY) };
        let plain = |until| Wait::new(until, Cause::ARITHMETIC);
        assert_eq!(late(10, 3).and(plain(5)), late(10, 3));
        assert_eq!(late(10, 3).and(plain(9)), Wait { late: 1, ..plain(10) });
        assert_eq!(plain(9).and(late(10, 3)), Wait { late: 1, ..plain(10) });
        assert_eq!(late(10, 3).and(plain(12)), plain(12));
        // Of two that are over together, the first.
        assert_eq!(plain(4).and(Wait::new(4, Cause::MEMORY)), plain(4));
    }

    #[test]
    fn the_last_cycles_are_for_the_border() {
        let wait = Wait { late: 3, ..Wait::new(10, Cause::MEMORY) };
        assert_eq!([6, 7, 9].map(|cycle| wait.cause(cycle)), [Cause::MEMORY, CROSSING, CROSSING]);
        let lengths = |from, to| wait.stretches(from, to).map(|stretch| stretch.to - stretch.from);
        assert_eq!(
            [lengths(2, 10), lengths(2, 5), lengths(8, 10), lengths(5, 5)],
            [[5, 3], [3, 0], [0, 2], [0, 0]]
        );
        assert!(wait.turns(2).eq([(2, Cause::MEMORY), (7, CROSSING)]) && wait.turns(8).eq([(8, CROSSING)]));
        let plain = Wait::new(10, Cause::MEMORY);
        assert_eq!(plain.stretches(2, 10).map(|stretch| stretch.to - stretch.from), [8, 0]);
        assert!(plain.turns(2).eq([(2, Cause::MEMORY)]) && plain.cause(9) == Cause::MEMORY);
    }
}
