//! The slots of a functional unit: in each cycle one, which an element group takes or does not.
//!
//! The times of an instruction are known when it issues, so a unit keeps no record by cycle: [`UnitSlots`] counts the cycles
//! that are over when the next instruction issues, and those since then when someone asks. What a unit does in a cycle is
//! what [`Flight::state`] says of the last instruction that has begun in it.

use lanescope_parts::{
    machines::chassis::slots::{Account, Stretch},
    trace::Cause,
};

use super::core::Flight;

/// The slots of a unit.
#[derive(Clone, Copy, Debug, Default)]
pub struct UnitSlots {
    /// Those before `counted`.
    account: Account,
    counted: u64,
}

impl UnitSlots {
    /// Counts the cycles before `now`. `flights` are the unit's instructions, oldest first: the last one that had begun when
    /// it counted before, and all since then.
    pub fn settle<'a>(&mut self, flights: impl Iterator<Item = &'a Flight>, now: u64) {
        let counted = self.counted;
        let mut flights = flights.skip_while(|flight| flight.over_by(counted)).peekable();
        while let Some(flight) = flights.next() {
            let end = flights.peek().map_or(now, |next| next.times.start.min(now));
            self.empty(flight.times.start.min(now));
            if self.counted < end {
                flight.count(self.counted, end, &mut self.account);
                self.counted = end;
            }
        }
        self.empty(now);
    }

    /// Slots by cause before cycle `now`.
    pub fn before<'a>(&self, flights: impl Iterator<Item = &'a Flight>, now: u64) -> Account {
        let mut slots = *self;
        slots.settle(flights, now);
        slots.account
    }

    /// There is no instruction before `cycle`.
    fn empty(&mut self, cycle: u64) {
        self.account.settle([Stretch { from: self.counted, to: cycle, cause: Cause::EMPTY }]);
        self.counted = self.counted.max(cycle);
    }
}

impl Flight {
    /// Is the unit without it from cycle `at` on, whatever begins?
    fn over_by(&self, at: u64) -> bool {
        self.times.complete.max(self.last() + 1) <= at
    }

    /// The cycle in which its last group enters.
    fn last(&self) -> u64 {
        self.times.groups.last().copied().unwrap_or(self.times.start)
    }

    /// Adds what its unit does in the cycles from `from` on, before `to`.
    fn count(&self, from: u64, to: u64, account: &mut Account) {
        let groups = &self.times.groups;
        let first = groups.partition_point(|cycle| *cycle < from);
        let mut at = from;
        for (group, cycle) in groups.iter().copied().enumerate().skip(first) {
            account.settle([Stretch { from: at, to: cycle.min(to), cause: self.times.gap(group) }]);
            at = at.max(cycle.min(to));
            if cycle >= to {
                break;
            }
            // Groups that enter together take one slot.
            account.settle([Stretch { from: at, to: cycle + 1, cause: Cause::ISSUED }]);
            at = at.max(cycle + 1);
        }
        let rest = [(self.times.complete.min(to), Cause::DRAINING), (to, Cause::EMPTY)];
        for (end, cause) in rest {
            account.settle([Stretch { from: at, to: end, cause }]);
            at = at.max(end);
        }
    }
}
