//! What the throttle of a core is told, and the warps that it holds back.

use lanescope_parts::{
    mem::l1::L1,
    pipe::{scheduler::bits, throttle::Seen},
};

use super::{
    cells::State,
    core::{Core, Env},
    units::Unit,
};

impl Core {
    /// The warps that may not issue in this cycle.
    #[inline]
    pub(super) fn throttled<S>(&mut self, env: &Env<S>) -> u64 {
        // A stuck decoder waits for the warp of its instruction, which may be one that would be held back.
        if self.throttle.is_none() || self.fetch.blocked {
            return 0;
        }
        let loads = if self.throttle.asks_for_loads(env.now) { self.next_loads(env) } else { 0 };
        let seen = Seen { live: self.live(), barrier: self.sets.of(State::BARRIER), loads, age: &self.age };
        let held = self.throttle.held(env.now, &seen);
        // A score falls by itself: the core must not sleep until something else happens.
        self.active |= held != 0 && self.throttle.is_restless();
        held
    }

    /// The schedulers and the throttle know that a warp slot has new work.
    pub(super) fn started(&mut self, warp: u32) {
        self.throttle.started(warp);
        for (scheduler, _) in self.schedulers.iter_mut().filter(|(_, mine)| mine >> warp & 1 != 0) {
            scheduler.started(warp);
        }
    }

    /// The throttle knows whose line had to go for an access of a warp.
    #[inline]
    pub(super) fn missed(&mut self, now: u64, warp: u32, l1: &L1) {
        if !self.throttle.is_none()
            && let Some(taken) = l1.taken()
        {
            let live = self.live();
            self.throttle.missed(now, warp, taken, live);
        }
    }

    /// The warps that have instructions left.
    fn live(&self) -> u64 {
        let all = lanescope_parts::base::LaneMask::first_n(self.warps.len() as u32).0;
        all & !(self.sets.of(State::EMPTY) | self.sets.of(State::DRAINING))
    }

    /// The warps whose next instruction is a load.
    fn next_loads<S>(&self, env: &Env<S>) -> u64 {
        let loads = |warp: &u32| {
            let decoded = env.setup.decoded.get(self.next[*warp as usize].0 as usize);
            decoded.is_some_and(|decoded| decoded.load)
        };
        let replays =
            |warp: &u32| self.warps[*warp as usize].as_ref().is_some_and(|slot| slot.replay.is_some());
        let memory = self.sets.of(State::ready(Unit::Memory));
        bits(memory).filter(|warp| loads(warp) && !replays(warp)).fold(0, |set, warp| set | 1 << warp)
    }
}
