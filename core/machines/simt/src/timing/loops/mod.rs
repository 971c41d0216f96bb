//! The scheduling loops of a core: where the next instruction of a warp comes from, and what it waits for. Each variant is a
//! file; which one a core has is decided here and nowhere else.

mod one;
mod two;

pub use two::{Fetch, Fetched};

use super::{
    cells::State,
    core::{Core, Due, Env},
    setup::Setup,
    warp::Slot,
};
use crate::spec::{Pipeline, Spec};
use lanescope_parts::{
    pipe::{ibuffer::Buffered, scoreboard::Tag},
    trace::Sink,
};

/// The loops that a core has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Loops {
    /// Issue alone.
    One,
    /// Fetch and issue.
    Two,
}

impl Loops {
    /// Those of a machine.
    pub fn of(spec: &Spec) -> Loops {
        match spec.pipeline {
            Pipeline::OneLoop => Loops::One,
            Pipeline::TwoLoop => Loops::Two,
        }
    }

    /// The state of a warp that nothing but its next instruction holds back.
    #[inline]
    pub(super) fn state(self, slot: &Slot, setup: &Setup) -> State {
        match self {
            Loops::One => one::state(slot, setup),
            Loops::Two => two::state(slot, setup),
        }
    }
}

impl Core {
    /// The stages in front of issue.
    pub(super) fn front_end<S: Sink>(&mut self, env: &mut Env<S>) {
        match env.setup.loops {
            Loops::One => {}
            Loops::Two => self.fill_buffers(env),
        }
    }

    /// The instruction of a warp that issues leaves the stages in front.
    pub(super) fn take<S: Sink>(&mut self, env: &Env<S>, warp: u32, pc: u32) -> Buffered {
        let buffered = self.warps[warp as usize].as_mut().and_then(|slot| slot.ibuffer.pop());
        let id = match env.setup.loops {
            Loops::One => self.new_id(),
            Loops::Two => 0,
        };
        buffered.unwrap_or(Buffered { pc, id, tag: Tag::default() })
    }

    /// A warp goes on elsewhere than behind its last instruction, or may: what lies ready for it is of no use.
    pub(super) fn redirect<S: Sink>(&mut self, env: &mut Env<S>, warp: u32) {
        match env.setup.loops {
            Loops::One => {}
            Loops::Two => {
                self.flush(env, warp);
                let due = env.now + u64::from(env.setup.spec.branch_latency);
                self.wheel.insert(due, Due::Resolve(warp));
            }
        }
    }

    /// Brings the set of warps that could fetch up to date.
    pub(super) fn refresh_fetch<S: Sink>(&mut self, env: &Env<S>, warp: u32) {
        let setup = env.setup;
        let wants =
            |slot: &Slot| slot.wants_fetch(setup.spec.fetch.ibuffer_entries, setup.decoded.len() as u32);
        let wants = match setup.loops {
            Loops::One => false,
            Loops::Two => self.warps[warp as usize].as_ref().is_some_and(wants),
        };
        self.fetch.wanting = self.fetch.wanting & !(1 << warp) | u64::from(wants) << warp;
    }
}
