//! Which unit issues: the policies of one scheduler over a bit set of units that are ready (gpgpu W01-W07).
//!
//! A scheduler sees up to 64 units (warps) of its core as bits. What holds in a cycle comes as sets ([`Seen`]): which units can
//! issue, which are stalled and by what, which have work left. What happens is told by hooks: [`Scheduler::started`] and
//! [`Scheduler::picked`]. A cache miss is told to the [throttle](super::throttle), which takes units out of the ready set
//! before a scheduler sees it, whatever the policy.
//!
//! A policy with a [pool](pools) considers the pool's units only. The pool changes with the sets that it is shown, and showing it
//! the same sets again changes nothing: so cycles in which nothing happens can be skipped.
//!
//! Used by: `simt`: it is the GPU's own.

pub mod pools;
#[cfg(test)]
mod tests;

use alloc::vec::Vec;

use pools::{Groups, Pool};
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
        /// The ready warp that has issued the fewest instructions, so that all make equal progress.
        Fair = "fair",
        /// The ready warp that has issued the most instructions, so that the fastest runs ahead.
        Icount = "icount",
        /// Two levels: round robin in a small active pool, which a warp leaves when it waits for memory or at a barrier.
        TwoLevel = "two-level",
        /// Two levels: round robin in a fetch group of neighbouring warps, the next group when all of them wait.
        FetchGroups = "fetch-groups",
    }
}

/// Policy and sizes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Config {
    /// The policy.
    pub policy: Policy,
    /// Warps of the active pool, or of a fetch group.
    pub pool: u32,
}

/// What a scheduler sees of its units in a cycle, as sets.
#[derive(Clone, Copy, Debug, Default)]
pub struct Seen<'a> {
    /// Those that can issue.
    pub ready: u64,
    /// Those that have an instruction, ready or not.
    pub with_instruction: u64,
    /// Those that have work left.
    pub live: u64,
    /// Those that are stalled for long: they wait for memory, or at a barrier.
    pub stalled: u64,
    /// Launch number of every unit: the smaller, the older.
    pub age: &'a [u32],
}

/// What a scheduler says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The unit that issues.
    pub picked: Option<u32>,
    /// Ready units that the policy does not consider.
    pub held: u64,
}

/// The memory of one scheduler.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Scheduler {
    #[serde(skip)]
    policy: Policy,
    last: u32,
    #[serde(skip_serializing_if = "Memory::is_none")]
    memory: Memory,
}

/// What a policy remembers beyond the last unit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
enum Memory {
    None,
    /// Instructions that each unit has issued.
    Issued(Vec<u64>),
    Pool(Pool),
    Groups(Groups),
}

impl Memory {
    fn is_none(&self) -> bool {
        matches!(self, Memory::None)
    }
}

impl Scheduler {
    /// The scheduler of the units `mine`, which has not issued yet: round robin starts at unit 0.
    pub fn new(config: Config, mine: u64) -> Scheduler {
        let memory = match config.policy {
            Policy::Fair | Policy::Icount => Memory::Issued(alloc::vec![0; 64]),
            Policy::TwoLevel => Memory::Pool(Pool::new(config.pool)),
            Policy::FetchGroups => Memory::Groups(Groups::new(config.pool, mine)),
            Policy::Lrr | Policy::Gto | Policy::StrictRr | Policy::Oldest | Policy::Youngest => Memory::None,
        };
        Scheduler { policy: config.policy, last: 63, memory }
    }

    /// Picks the unit to issue. All sets hold only this scheduler's units.
    #[inline]
    pub fn pick(&mut self, seen: &Seen<'_>) -> Choice {
        if seen.ready == 0 {
            return Choice { picked: None, held: 0 };
        }
        let considered = match &mut self.memory {
            Memory::None | Memory::Issued(_) => u64::MAX,
            Memory::Pool(pool) => pool.considered(seen),
            Memory::Groups(groups) => groups.considered(seen),
        };
        let picked = self.best(seen, seen.ready & considered);
        let held = if picked.is_some() { seen.ready & !considered } else { seen.ready };
        Choice { picked, held }
    }

    /// The best of the ready units that are considered.
    #[inline]
    fn best(&self, seen: &Seen<'_>, ready: u64) -> Option<u32> {
        if ready == 0 {
            return None;
        }
        let age = |unit: u32| (seen.age.get(unit as usize).copied().unwrap_or(u32::MAX), unit);
        let issued = |unit: u32| match &self.memory {
            Memory::Issued(issued) => issued.get(unit as usize).copied().unwrap_or(0),
            _ => 0,
        };
        match self.policy {
            Policy::Lrr | Policy::TwoLevel | Policy::FetchGroups => Some(next_after(self.last, ready)),
            Policy::Gto if ready >> self.last & 1 != 0 => Some(self.last),
            Policy::Gto | Policy::Oldest => bits(ready).min_by_key(|unit| age(*unit)),
            Policy::Youngest => bits(ready).max_by_key(|unit| age(*unit)),
            Policy::StrictRr => {
                Some(next_after(self.last, seen.with_instruction)).filter(|unit| ready >> unit & 1 != 0)
            }
            Policy::Fair => bits(ready).min_by_key(|unit| (issued(*unit), age(*unit))),
            Policy::Icount => bits(ready).min_by_key(|unit| (u64::MAX - issued(*unit), age(*unit))),
        }
    }

    /// Notes that a unit has new work: what is known of the last work there does not hold.
    pub fn started(&mut self, unit: u32) {
        if let Memory::Issued(issued) = &mut self.memory
            && let Some(count) = issued.get_mut(unit as usize)
        {
            *count = 0;
        }
    }

    /// Notes that a unit was picked and issued.
    #[inline]
    pub fn picked(&mut self, unit: u32) {
        self.last = unit;
        if let Memory::Issued(issued) = &mut self.memory
            && let Some(count) = issued.get_mut(unit as usize)
        {
            *count += 1;
        }
    }

    /// The unit that issued last.
    pub fn last(&self) -> u32 {
        self.last
    }
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
