//! The front end of a core.

use serde::Serialize;

use crate::{
    base::LaneMask,
    machines::chassis::slots::{Account, Stretch},
    trace::{Cause, Event, LaneKey},
};

pub use crate::machines::chassis::agenda::NO_PC;

/// What the next instruction waits for, until when, in the order in which causes are told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Waits(pub [(u64, Cause); 4]);

impl Waits {
    /// The first cycle from `from` on in which nothing is waited for any more.
    pub fn over(&self, from: u64) -> u64 {
        self.0.iter().fold(from, |latest, (until, _)| latest.max(*until))
    }
}

/// What a front end does.
#[derive(Clone, Debug, Serialize)]
pub enum Front {
    /// It waits for the next instruction to issue.
    Waits {
        /// Since when.
        from: u64,
        /// The cycle in which it issues.
        issue: u64,
        /// The instruction.
        pc: u32,
        /// Until when for which cause.
        causes: [(u64, Cause); 4],
    },
    /// All is issued; the last result comes in a cycle.
    Drains {
        /// Since when.
        from: u64,
        /// The cycle of the last result.
        until: u64,
    },
    /// There is no work.
    Empty {
        /// Since when.
        from: u64,
    },
    /// An instruction cannot issue before an extension has answered or has room.
    Stalls {
        /// Since when.
        from: u64,
        /// The instruction.
        pc: u32,
        /// Why.
        cause: Cause,
    },
}

/// Where a front end is in the machine: its row of the timeline, and its issue slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    /// The unit.
    pub unit: u32,
    /// The slot.
    pub slot: u32,
}

impl Front {
    /// From cycle `from` on it waits until an instruction can issue.
    pub fn wait(from: u64, pc: u32, waits: &Waits) -> Front {
        Front::Waits { from, issue: waits.over(from), pc, causes: waits.0 }
    }

    /// From cycle `from` on there is no instruction to issue, which the thread finds out at once.
    pub fn astray(from: u64) -> Front {
        Front::Waits { from, issue: from, pc: NO_PC, causes: [(from, Cause::FETCH); 4] }
    }

    /// From cycle `from` on an instruction waits for an extension.
    pub const fn stall(from: u64, pc: u32, cause: Cause) -> Front {
        Front::Stalls { from, pc, cause }
    }

    /// All is issued before cycle `from`; the last result comes in cycle `until`.
    pub fn drain(from: u64, until: u64) -> Front {
        Front::Drains { from, until: until.max(from) }
    }

    /// The cycle in which the next instruction issues. `None` if all is issued, or if nobody knows yet.
    pub const fn wake(&self) -> Option<u64> {
        match self {
            Front::Waits { issue, .. } => Some(*issue),
            Front::Drains { .. } | Front::Empty { .. } | Front::Stalls { .. } => None,
        }
    }

    /// The cycle in which the last result is there, if all is issued.
    pub const fn end(&self) -> Option<u64> {
        match self {
            Front::Waits { .. } | Front::Stalls { .. } => None,
            Front::Drains { until, .. } => Some(*until),
            Front::Empty { from } => Some(*from),
        }
    }

    /// The next instruction, if there is one.
    pub fn next(&self) -> Option<u32> {
        match self {
            Front::Waits { pc, .. } | Front::Stalls { pc, .. } => Some(*pc).filter(|pc| *pc != NO_PC),
            Front::Drains { .. } | Front::Empty { .. } => None,
        }
    }

    /// Its states before cycle `now`, from when the last instruction had issued.
    pub fn idle(&self, now: u64) -> impl Iterator<Item = Stretch> + use<> {
        let (from, causes) = match *self {
            Front::Waits { from, causes, .. } => (from, causes),
            Front::Drains { from, until } => (
                from,
                [(until, Cause::DRAINING), (u64::MAX, Cause::EMPTY), (0, Cause::EMPTY), (0, Cause::EMPTY)],
            ),
            Front::Empty { from } => (from, [(u64::MAX, Cause::EMPTY); 4]),
            Front::Stalls { from, cause, .. } => (from, [(u64::MAX, cause); 4]),
        };
        let mut at = from;
        causes.into_iter().filter_map(move |(until, cause)| {
            let stretch = Stretch { from: at, to: until.min(now), cause };
            (stretch.to > at).then(|| {
                at = stretch.to;
                stretch
            })
        })
    }

    /// Why it issued or did not in a cycle since the last instruction issued, or in the cycle of that.
    pub fn cause(&self, cycle: u64) -> Cause {
        let stretch = self.idle(cycle + 1).find(|stretch| (stretch.from..stretch.to).contains(&cycle));
        stretch.map_or(Cause::ISSUED, |stretch| stretch.cause)
    }

    /// Tells what it does until the next instruction issues.
    pub fn tell(&self, Row { unit, slot }: Row, tell: &mut impl FnMut(u64, Event)) {
        let (end, pc) = (self.wake().unwrap_or(u64::MAX), self.next().unwrap_or(NO_PC));
        for Stretch { from, cause, .. } in self.idle(end) {
            tell(from, Event::Unit { unit, cause, pc, lanes: LaneKey::NONE });
            tell(from, Event::Slot { slot, cause });
        }
    }

    /// Tells that an instruction issues in a cycle.
    pub fn tell_issue(Row { unit, slot }: Row, now: u64, pc: u32, tell: &mut impl FnMut(u64, Event)) {
        tell(now, Event::Unit { unit, cause: Cause::ISSUED, pc, lanes: LaneMask::lane(0).into() });
        tell(now, Event::Slot { slot, cause: Cause::ISSUED });
    }
}

/// What a front end has done.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Issued {
    slots: Account,
    count: u64,
    /// The cycle in which it has issued last, and how many instructions.
    burst: (u64, u32),
}

impl Issued {
    /// An instruction issues in cycle `now`, for which `front` has waited. How many did before it.
    pub fn take(&mut self, front: &Front, now: u64) -> u64 {
        self.slots.settle(front.idle(now));
        self.burst = if self.burst.0 == now { (now, self.burst.1 + 1) } else { (now, 1) };
        if self.burst.1 == 1 {
            self.slots.add(Cause::ISSUED, 1);
        }
        self.count += 1;
        self.count - 1
    }

    /// The front end behind an instruction that has issued in cycle `now`: the next one may issue in the same cycle if it may go
    /// `together` with it, waits for nothing, and no more than `width` do. `wait` is the front end from a cycle on.
    pub fn go_on(&self, now: u64, together: bool, width: u32, wait: impl Fn(u64) -> Front) -> Front {
        if together && self.burst.1 < width {
            let front = wait(now);
            if front.wake() == Some(now) {
                return front;
            }
        }
        wait(now + 1)
    }

    /// An instruction that could not issue in cycle `now` waits for an extension from there on: what was waited for before is settled.
    pub fn stall(&mut self, front: &Front, now: u64, pc: u32, cause: Cause) -> Front {
        self.slots.settle(front.idle(now));
        Front::stall(now, pc, cause)
    }

    /// The front end stalls no longer from cycle `now` on.
    pub fn resume(&mut self, front: &Front, now: u64, pc: u32, waits: &Waits) -> Front {
        self.slots.settle(front.idle(now));
        Front::wait(now, pc, waits)
    }

    /// Slots by cause before cycle `now`.
    pub fn slots(&self, front: &Front, now: u64) -> Account {
        self.slots.with(front.idle(now))
    }
}
