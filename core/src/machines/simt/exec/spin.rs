//! The deadlock detector (a warp that waits for lanes which its own stack holds back spins for ever).
//!
//! A warp that takes the same backward branch very often is looked at: if it comes back to that branch in exactly the
//! same state, and nobody changed memory in between, then it will do so for ever unless somebody else changes memory.
//! When every warp that has not ended is in this state (or waits at a barrier), nothing will ever change again. So there
//! are no false alarms, and a long loop that computes something is never stopped; a loop that waits and counts at the
//! same time is not found and ends at the limit of cycles.

use alloc::{format, string::String};

use super::{Warp, state::Group};
use crate::{base::LaneMask, image::Digest};

/// Looks at a state this many times before it gives up and counts again.
const LOOKS: u32 = 8;

/// What is known about a warp's latest loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Spin {
    /// The backward branch taken last.
    pc: u32,
    /// How often in a row.
    turns: u32,
    /// State when the count reached the limit, and the number of memory changes then.
    seen: u64,
    seen_changes: u64,
    /// The number of memory changes at which the state repeated.
    stuck: Option<u64>,
}

impl Warp {
    /// Notes that a branch at `pc` went backwards.
    #[inline]
    pub(super) fn note_back_edge(&mut self, pc: u32, limit: u32, changes: u64) {
        if self.spin.pc != pc {
            self.spin = Spin { pc, ..Spin::default() };
        }
        self.spin.turns += 1;
        if self.spin.turns >= limit {
            self.look(limit, changes);
        }
    }

    #[cold]
    fn look(&mut self, limit: u32, changes: u64) {
        let mut digest = Digest::default();
        self.digest(&mut digest);
        let spin = &mut self.spin;
        if spin.turns > limit && spin.seen == digest.0 && spin.seen_changes == changes {
            spin.stuck = Some(changes);
            spin.turns = limit;
            return;
        }
        if spin.turns == limit || spin.seen_changes != changes {
            (spin.seen, spin.seen_changes, spin.stuck) = (digest.0, changes, None);
            spin.turns = limit;
        }
        if spin.turns >= limit.saturating_add(LOOKS) {
            spin.turns = 0;
        }
    }

    /// Will this warp repeat the same steps until somebody else changes memory? `changes` is
    /// [`super::Scratch::changes`].
    pub fn is_stuck(&self, changes: u64) -> bool {
        self.spin.stuck == Some(changes)
    }
}

/// Why nothing will ever change: `None` while some warp may still do something. `warps` are the warps that are on the
/// machine, each with its group and number; the answer has the number of the warp to show, the lane that should go on
/// but cannot, and a sentence.
pub fn deadlock<'a>(
    warps: impl Iterator<Item = (u32, &'a Warp, &'a Group)>,
    changes: u64,
) -> Option<(u32, u32, String)> {
    let mut shown = None;
    for (unit, warp, group) in warps {
        if warp.finished() || warp.at_barrier(group) {
            continue;
        }
        if !warp.is_stuck(changes) {
            return None;
        }
        let held = warp.live.without(warp.active());
        // A warp that holds lanes of its own back explains the others.
        if shown.is_none() || !held.is_empty() {
            let first: &(u32, LaneMask, LaneMask) = shown.get_or_insert((unit, warp.active(), held));
            if first.2.is_empty() {
                shown = Some((unit, warp.active(), held));
            }
        }
    }
    let (unit, active, held) = shown?;
    let repeat = if active.count() == 1 { "repeats" } else { "repeat" };
    let spinning = format!("{} {repeat}", lanes(active));
    Some(match held.lowest() {
        Some(lane) => (
            unit,
            lane,
            format!(
                "{spinning} the same loop and nothing changes, while {} of the same warp {} for them to \
                 leave it: lock-step keeps the waiting lanes from doing what the loop waits for (SIMT deadlock)",
                lanes(held),
                if held.count() == 1 { "waits" } else { "wait" }
            ),
        ),
        None => (
            unit,
            active.lowest().unwrap_or(0),
            format!("{spinning} the same loop and no warp will change what the loop waits for"),
        ),
    })
}

/// `lane 3`, `lanes 0-2, 5`.
pub(super) fn lanes(mask: LaneMask) -> String {
    let mut text = String::new();
    let mut rest = mask.0;
    while rest != 0 {
        let first = rest.trailing_zeros();
        let run = (rest >> first).trailing_ones();
        let comma = if text.is_empty() { "" } else { ", " };
        match run {
            1 => text += &format!("{comma}{first}"),
            _ => text += &format!("{comma}{first}-{}", first + run - 1),
        }
        rest &= if first + run >= 64 { 0 } else { u64::MAX << (first + run) };
    }
    format!("{} {text}", if mask.count() == 1 { "lane" } else { "lanes" })
}
