//! Fewer units at a time than a core holds, so that what they have in the cache is still there when they come back
//! (gpgpu W08, W09).
//!
//! A throttle stands before all schedulers of a core and takes units out of their ready sets. It is told what happens by hooks:
//! [`Throttle::started`], [`Throttle::picked`] and [`Throttle::missed`].
//!
//! Units at a barrier do not count among those that may issue: the ones that they wait for come after them. A unit that waits in a
//! loop for one that is held back waits for ever; that is what such a machine does.
//!
//! Used by: `simt`: it is the GPU's own.

pub mod locality;
#[cfg(test)]
mod tests;

use alloc::boxed::Box;

pub use locality::Locality;
use serde::Serialize;

use super::scheduler::bits;
use crate::{choice, mem::l1::Taken};

choice! {
    /// What holds warps of a core back.
    pub enum ThrottleKind {
        /// Nothing.
        None = "none",
        /// Only the oldest few may issue.
        Limit = "limit",
        /// Cache-conscious: warps that lose their lines to others keep them, while those with the least to lose may not load.
        Ccws = "ccws",
    }
}

/// ThrottleKind and sizes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Config {
    /// What holds units back.
    pub kind: ThrottleKind,
    /// For [`ThrottleKind::Limit`]: units that may issue.
    pub limit: u32,
    /// For [`ThrottleKind::Ccws`].
    pub locality: locality::Config,
}

impl Config {
    /// Most bytes of the host's memory that a throttle takes.
    pub fn host_bytes(&self) -> u64 {
        if self.kind == ThrottleKind::Ccws { self.locality.host_bytes() } else { 0 }
    }
}

/// What a throttle sees of the units of its core in a cycle, as sets.
#[derive(Clone, Copy, Debug, Default)]
pub struct Seen<'a> {
    /// Those that have work left.
    pub live: u64,
    /// Those that wait at a barrier.
    pub barrier: u64,
    /// Those whose next instruction is a load.
    pub loads: u64,
    /// Launch number of every unit: the smaller, the older.
    pub age: &'a [u32],
}

/// The throttle of a core.
#[derive(Clone, Debug, Serialize)]
pub enum Throttle {
    /// Holds nobody back.
    None,
    /// Lets so many units issue.
    Limit(u32),
    /// Lets units load by what they have lost.
    Ccws(Box<Locality>),
}

impl Throttle {
    /// A throttle to which nothing has happened.
    pub fn new(config: Config) -> Throttle {
        match config.kind {
            ThrottleKind::None => Throttle::None,
            ThrottleKind::Limit => Throttle::Limit(config.limit),
            ThrottleKind::Ccws => Throttle::Ccws(Box::new(Locality::new(config.locality))),
        }
    }

    /// Does it never hold anybody back?
    pub fn is_none(&self) -> bool {
        matches!(self, Throttle::None)
    }

    /// Does it matter in cycle `now` which units load next?
    pub fn asks_for_loads(&self, now: u64) -> bool {
        matches!(self, Throttle::Ccws(locality) if locality.is_raised(now))
    }

    /// The units that may not issue in cycle `now`.
    pub fn held(&self, now: u64, seen: &Seen<'_>) -> u64 {
        match self {
            Throttle::None => 0,
            Throttle::Limit(limit) => seen.live & !oldest(*limit, seen.live & !seen.barrier, seen.age),
            Throttle::Ccws(_) if seen.loads == 0 => 0,
            Throttle::Ccws(locality) => locality.held(now, seen.live) & seen.loads,
        }
    }

    /// Can a unit be let go by the passing of time alone?
    pub fn is_restless(&self) -> bool {
        matches!(self, Throttle::Ccws(_))
    }

    /// Notes that a unit has new work.
    pub fn started(&mut self, unit: u32) {
        if let Throttle::Ccws(locality) = self {
            locality.started(unit);
        }
    }

    /// Notes that a unit has issued an instruction.
    #[inline]
    pub fn picked(&mut self) {
        if let Throttle::Ccws(locality) = self {
            locality.picked();
        }
    }

    /// Notes that an access of a unit missed and took a line's place; `live` are the units that have work left.
    #[inline]
    pub fn missed(&mut self, now: u64, unit: u32, taken: Taken, live: u64) {
        if let Throttle::Ccws(locality) = self {
            locality.missed(now, unit, taken, live);
        }
    }
}

/// The oldest `count` units of a set.
fn oldest(count: u32, units: u64, age: &[u32]) -> u64 {
    let mut rest = units;
    let mut chosen = 0;
    for _ in 0..count {
        let by_age = |unit: &u32| (age.get(*unit as usize).copied().unwrap_or(u32::MAX), *unit);
        let Some(next) = bits(rest).min_by_key(by_age) else { break };
        rest &= !(1 << next);
        chosen |= 1 << next;
    }
    chosen
}
