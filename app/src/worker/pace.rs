//! How far a run is simulated in one slice of the worker's time.

use lanescope_core::session::Session;

use super::desk::SLICE;

/// How many cycles fit in a few milliseconds on this machine and kernel: learnt while running.
#[derive(Clone, Copy)]
pub struct Pace {
    /// Cycles of the next call.
    pub cycles: u64,
}

impl Default for Pace {
    fn default() -> Pace {
        Pace { cycles: 256 }
    }
}

impl Pace {
    /// Seeks for the rest of a slice. True if the cursor is there (or at the end of the run, if that is earlier).
    pub fn go(&mut self, session: &mut Session, target: u64, started: f64, clock: &dyn Fn() -> f64) -> bool {
        loop {
            let before = clock();
            let status = session.seek(target, self.cycles);
            if status.cycle == target || (status.complete && status.cycle >= status.frontier.min(target)) {
                return true;
            }
            let now = clock();
            self.learn(now - before);
            if now - started >= SLICE {
                return false;
            }
        }
    }

    /// Moves the frontier on for the rest of a slice, at most to a cycle; the cursor stays. True if there is more of the run before
    /// that cycle.
    pub fn extend(&mut self, session: &mut Session, to: u64, started: f64, clock: &dyn Fn() -> f64) -> bool {
        let (mut status, mut before) = (session.status(), started);
        while !status.complete && status.frontier < to {
            // Not a cycle more: a fast machine does a million in one step.
            status = session.extend(self.cycles.min(to - status.frontier));
            let now = clock();
            self.learn(now - before);
            before = now;
            if now - started >= SLICE {
                break;
            }
        }
        !status.complete && status.frontier < to
    }

    /// Aims at a quarter of a slice per call.
    pub fn learn(&mut self, took: f64) {
        if took < SLICE / 8.0 {
            self.cycles = (self.cycles * 2).min(1 << 20);
        } else if took > SLICE / 2.0 {
            self.cycles = (self.cycles / 2).max(16);
        }
    }
}
