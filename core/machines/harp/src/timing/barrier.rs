//! The barrier unit (HARP 5.5): a table of warps that wait, and a machine of four states.
//!
//! IDLE takes an instruction, WRITE notes its warp in the table, RELEASE gives the warps of a barrier that is complete to the arbiter, one in a
//! cycle in the order in which they came, CLEAR empties the entry. An instruction in which no lane takes part goes through in a cycle.
//!
//! Whether a barrier is complete was decided when its last instruction was executed: when as many warps wait as that says.

use alloc::{collections::VecDeque, vec::Vec};

use serde::Serialize;

use super::token::{Meeting, Token};

/// What the unit does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// It takes an instruction.
    Idle,
    /// It notes a warp.
    Write,
    /// It gives warps away.
    Release,
    /// It empties an entry.
    Clear,
}

/// See the module.
#[derive(Clone, Debug, Serialize)]
pub struct Barriers {
    /// Who waits at each barrier, in the order of arrival.
    waiting: Vec<Vec<Token>>,
    /// Who goes on.
    leaving: VecDeque<Token>,
    /// The first cycle in which the next of them does.
    from: u64,
    /// The first cycle in which the unit is idle, if nobody leaves.
    idle: u64,
    /// Is there an entry to be emptied when all have left?
    clears: bool,
}

impl Barriers {
    /// So many barriers at which nobody waits.
    pub fn new(count: u32) -> Barriers {
        let waiting = alloc::vec![Vec::new(); count as usize];
        Barriers { waiting, leaving: VecDeque::new(), from: 0, idle: 0, clears: false }
    }

    /// What it does in a cycle that begins.
    pub fn state(&self, now: u64) -> State {
        match self.leaving.is_empty() {
            false if now < self.from => State::Write,
            false => State::Release,
            true if now >= self.idle => State::Idle,
            true if self.clears => State::Clear,
            true => State::Write,
        }
    }

    /// Does it take an instruction now?
    pub fn accepts(&self, now: u64) -> bool {
        self.leaving.is_empty() && now >= self.idle
    }

    /// Takes an instruction in cycle `now`.
    pub fn accept(&mut self, token: Token, now: u64) {
        let meeting = token.meeting;
        match meeting {
            Meeting::None => {
                self.leaving.push_back(token);
                (self.from, self.clears) = (now + 1, false);
            }
            Meeting::Waits(barrier) | Meeting::Completes(barrier) => {
                if let Some(entry) = self.waiting.get_mut(barrier as usize) {
                    entry.push(token);
                    self.clears = matches!(meeting, Meeting::Completes(_));
                    if self.clears {
                        self.leaving.extend(entry.drain(..));
                    }
                }
                (self.from, self.idle) = (now + 2, now + 2);
            }
        }
    }

    /// Does a warp go on in this cycle, if the arbiter takes it?
    pub fn offers(&self, now: u64) -> bool {
        !self.leaving.is_empty() && now >= self.from
    }

    /// Gives the warp away that goes on.
    pub fn give(&mut self, now: u64) -> Option<Token> {
        let token = self.offers(now).then(|| self.leaving.pop_front()).flatten()?;
        self.from = now + 1;
        if self.leaving.is_empty() {
            self.idle = now + 1 + u64::from(self.clears);
        }
        Some(token)
    }

    /// The instructions that wait at a barrier.
    pub fn waiting(&self) -> impl Iterator<Item = &Token> {
        self.waiting.iter().flatten()
    }

    /// Those that go on.
    pub fn leaving(&self) -> impl Iterator<Item = &Token> {
        self.leaving.iter()
    }

    /// The first cycle behind `now` in which it does something else.
    pub fn next(&self, now: u64) -> Option<u64> {
        let at = if self.leaving.is_empty() { self.idle } else { self.from };
        (at > now).then_some(at)
    }
}
