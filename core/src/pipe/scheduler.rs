//! Which warp issues: the policies of one scheduler over a bit set of ready warps (gpgpu W01-W03).
//!
//! A scheduler sees up to 64 warps of its core as bits. It knows nothing of why a warp is ready. Policies that hold
//! warps back (two-level pools, throttling) are not here: they would shrink the ready set before it comes in.

use serde::Serialize;

use crate::choice;

choice! {
    /// How a scheduler picks among the warps that are ready.
    pub enum Policy {
        /// Loose round robin: the next ready warp after the last one picked.
        Lrr = "lrr",
        /// Greedy then oldest: the same warp until it stalls, then the oldest ready one.
        Gto = "gto",
        /// Strict round robin: each warp has its turn, ready or not.
        StrictRr = "strict-rr",
        /// The ready warp that was started first.
        Oldest = "oldest",
        /// The ready warp that was started last.
        Youngest = "youngest",
    }
}

/// The memory of one scheduler.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Scheduler {
    #[serde(skip)]
    policy: Policy,
    last: u32,
}

impl Scheduler {
    /// A scheduler that has not issued yet: round robin starts at warp 0.
    pub fn new(policy: Policy) -> Scheduler {
        Scheduler { policy, last: 63 }
    }

    /// The warp to issue. `ready` and `with_instruction` (only [`Policy::StrictRr`] looks at it) hold only this
    /// scheduler's warps; `age` has each warp's launch number.
    #[inline]
    pub fn pick(&self, ready: u64, with_instruction: u64, age: &[u32]) -> Option<u32> {
        if ready == 0 {
            return None;
        }
        match self.policy {
            Policy::Lrr => Some(next_after(self.last, ready)),
            Policy::Gto if ready >> self.last & 1 != 0 => Some(self.last),
            Policy::Gto | Policy::Oldest => bits(ready).min_by_key(|warp| age_of(age, *warp)),
            Policy::Youngest => bits(ready).max_by_key(|warp| age_of(age, *warp)),
            Policy::StrictRr => {
                Some(next_after(self.last, with_instruction)).filter(|warp| ready >> warp & 1 != 0)
            }
        }
    }

    /// Notes that a warp was picked and issued.
    #[inline]
    pub fn picked(&mut self, warp: u32) {
        self.last = warp;
    }

    /// The warp that issued last.
    pub fn last(&self) -> u32 {
        self.last
    }
}

fn age_of(age: &[u32], warp: u32) -> (u32, u32) {
    (age.get(warp as usize).copied().unwrap_or(u32::MAX), warp)
}

/// The first member of a set of at most 64 after `last`, going round; `last` itself comes last. The set is not empty.
#[inline]
pub fn next_after(last: u32, set: u64) -> u32 {
    let behind = if last >= 63 { 0 } else { set & (u64::MAX << (last + 1)) };
    (if behind != 0 { behind } else { set }).trailing_zeros()
}

/// The members of a set in ascending order.
#[inline]
pub fn bits(mut set: u64) -> impl Iterator<Item = u32> {
    core::iter::from_fn(move || {
        let first = (set != 0).then(|| set.trailing_zeros())?;
        set &= set - 1;
        Some(first)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(policy: Policy, last: u32) -> Scheduler {
        let mut scheduler = Scheduler::new(policy);
        scheduler.picked(last);
        scheduler
    }

    #[test]
    fn round_robin_goes_round() {
        assert_eq!(Scheduler::new(Policy::Lrr).pick(0b1001, 0, &[]), Some(0));
        assert_eq!(after(Policy::Lrr, 0).pick(0b1001, 0, &[]), Some(3));
        assert_eq!(after(Policy::Lrr, 3).pick(0b1001, 0, &[]), Some(0));
        assert_eq!(after(Policy::Lrr, 3).pick(0b1000, 0, &[]), Some(3));
        assert_eq!(after(Policy::Lrr, 63).pick(1 << 63, 0, &[]), Some(63));
    }

    #[test]
    fn greedy_stays_then_takes_the_oldest() {
        let age = [7, 5, 6, 5];
        assert_eq!(after(Policy::Gto, 2).pick(0b1111, 0, &age), Some(2));
        assert_eq!(after(Policy::Gto, 2).pick(0b1011, 0, &age), Some(1));
        assert_eq!(after(Policy::Oldest, 2).pick(0b1101, 0, &age), Some(3));
        assert_eq!(after(Policy::Youngest, 2).pick(0b1011, 0, &age), Some(0));
    }

    #[test]
    fn strict_waits_for_exactly_the_next() {
        assert_eq!(after(Policy::StrictRr, 0).pick(0b1000, 0b1010, &[]), None);
        assert_eq!(after(Policy::StrictRr, 0).pick(0b0010, 0b1010, &[]), Some(1));
        assert_eq!(after(Policy::StrictRr, 1).pick(0b1000, 0b1010, &[]), Some(3));
    }

    #[test]
    fn nothing_ready_is_nothing_picked() {
        for policy in Policy::ALL {
            assert_eq!(Scheduler::new(*policy).pick(0, 0b1111, &[0; 4]), None);
        }
    }
}
