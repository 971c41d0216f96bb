//! Which warp goes into the pipeline next (HARP 5.4).
//!
//! Warps that are ready stand in the order in which they came back. The policy takes one of them; after `patience` others the first
//! in the row goes, so that warps that wait for another in a loop cannot keep it from going on for ever.

use alloc::collections::VecDeque;

use serde::Serialize;

use super::settings::Policy;

/// The warps that are ready.
#[derive(Clone, Debug, Serialize)]
pub struct Scheduler {
    #[serde(skip)]
    policy: Policy,
    #[serde(skip)]
    patience: u32,
    ready: VecDeque<u16>,
    last: Option<u16>,
    /// How many went since another one became the first in the row.
    passed: u32,
}

impl Scheduler {
    /// With the warps that are ready at the start.
    pub fn new(policy: Policy, patience: u32, ready: impl Iterator<Item = u16>) -> Scheduler {
        Scheduler { policy, patience, ready: ready.collect(), last: None, passed: 0 }
    }

    /// A warp is ready.
    pub fn push(&mut self, warp: u16) {
        self.ready.push_back(warp);
    }

    /// Takes the warp that goes next.
    pub fn take(&mut self) -> Option<u16> {
        let chosen = choose(self.policy, &self.ready, self.last)?;
        let at = if self.passed < self.patience { chosen } else { 0 };
        self.passed = if at == 0 { 0 } else { self.passed + 1 };
        self.last = self.ready.remove(at);
        self.last
    }

    /// The warps that are ready, the first to come back first.
    pub fn ready(&self) -> impl Iterator<Item = u16> {
        self.ready.iter().copied()
    }

    /// Is no warp ready?
    pub fn is_empty(&self) -> bool {
        self.ready.is_empty()
    }
}

/// The place of the warp that goes next, if `last` went last.
fn choose(policy: Policy, ready: &VecDeque<u16>, last: Option<u16>) -> Option<usize> {
    let places = || ready.iter().copied().enumerate();
    let first = |key: fn(u16, u16) -> (bool, u16)| {
        places()
            .min_by_key(|(_, warp)| last.map_or((false, *warp), |last| key(*warp, last)))
            .map(|(at, _)| at)
    };
    match policy {
        Policy::Fifo => (!ready.is_empty()).then_some(0),
        Policy::Rr => first(|warp, last| (warp <= last, warp)),
        Policy::Gto => first(|warp, last| (warp != last, warp)),
    }
}
