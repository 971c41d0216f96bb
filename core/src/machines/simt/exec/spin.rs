//! The deadlock detector (a warp that waits for lanes which its own stack holds back spins for ever).
//!
//! [`crate::machines::spin`] says how a warp is found to repeat its steps; when every warp that has not ended does so (or
//! waits at a barrier), nothing will ever change again.

use alloc::{format, string::String};

use super::{Warp, state::Group};
use crate::{
    base::LaneMask,
    image::Digest,
    machines::{
        simt::isa::{Bank, Class, Program},
        spin::{self, Thread, Uses},
    },
};

impl Warp {
    /// Notes that a branch at `pc` went backwards.
    #[inline]
    pub(super) fn note_back_edge(&mut self, program: &Program, pc: u32, limit: u32, changes: u64) {
        let mut spin = self.spin.take();
        spin.turn(&Watched { warp: self, program }, pc, limit, changes);
        self.spin = spin;
    }

    /// Will this warp repeat the same steps until somebody else changes memory? `changes` is
    /// [`super::Scratch::changes`].
    pub fn is_stuck(&self, changes: u64) -> bool {
        self.spin.is_stuck(changes)
    }
}

/// A warp with its program. The key of an instruction is its pc, the number of a register that of
/// [`crate::machines::simt::isa::Registers::flat`].
struct Watched<'a> {
    warp: &'a Warp,
    program: &'a Program,
}

impl Thread for Watched<'_> {
    fn control(&self) -> u64 {
        let mut digest = Digest::default();
        self.warp.control_digest(&mut digest);
        digest.0
    }

    fn registers(&self) -> u32 {
        self.program.registers.all()
    }

    fn register(&self, number: u32) -> u64 {
        let reg = self.program.registers.reg(number);
        let blocks = self.warp.blocks();
        let (from, to) = (reg.index as usize * blocks, (reg.index as usize + 1) * blocks);
        let mut digest = Digest::default();
        match reg.bank {
            Bank::R => {
                let pairs = self.warp.r.get(from..to).unwrap_or(&[]).as_flattened().as_chunks().0;
                pairs.iter().for_each(|[low, high]| digest.word(u64::from(*high) << 32 | u64::from(*low)));
            }
            Bank::D => {
                self.warp.d.get(from..to).unwrap_or(&[]).iter().flatten().for_each(|word| digest.word(*word));
            }
            Bank::P => digest.word(self.warp.p.get(reg.index as usize).map_or(0, |mask| mask.0)),
        }
        digest.0
    }

    fn uses(&self, key: u32) -> Option<Uses> {
        let inst = self.program.code.get(key as usize)?;
        let flat = |reg| self.program.registers.flat(reg);
        Some(Uses {
            reads: inst.sources().map(flat).collect(),
            writes: inst.dst_reg().map(flat).into_iter().collect(),
            decides: inst.steers() || inst.class() == Class::Memory,
        })
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
    format!("{} {}", if mask.count() == 1 { "lane" } else { "lanes" }, spin::ranges(mask.iter()))
}
