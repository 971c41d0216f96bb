//! The deadlock detector (a warp that waits for lanes which its own stack holds back spins for ever).
//!
//! [`lanescope_parts::machines::chassis::spin`] says how a warp is found to repeat its steps; when every warp that has not ended does so, or
//! waits at a barrier for one that does and has no barrier in its loop, nothing will ever change again.

use alloc::{format, string::String};

use lanescope_parts::{
    base::LaneMask,
    image::Digest,
    machines::chassis::spin::{self, Thread, Uses},
};

use super::{Warp, state::Group};
use crate::isa::{Bank, Class, Op, Operand, Program};

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

    /// Is a barrier in the loop that it was last seen in?
    fn passes_barrier(&self, program: &Program) -> bool {
        let is_barrier = |key: u32| program.code.get(key as usize).is_some_and(|inst| inst.op == Op::BarSync);
        self.spin.keys().any(is_barrier)
    }
}

/// A warp with its program. The key of an instruction is its pc, the number of a register that of
/// [`crate::isa::Registers::flat`].
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
        if matches!(inst.src[0], Operand::Special(special) if special.is_clock()) {
            return None;
        }
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
    program: &Program,
    warps: impl Iterator<Item = (u32, &'a Warp, &'a Group)> + Clone,
    changes: u64,
) -> Option<(u32, u32, String)> {
    let all = warps.filter(|(_, warp, _)| !warp.finished());
    let is_lost = |(_, warp, group): (u32, &Warp, &Group)| {
        let blocks = |(_, other, its): (u32, &Warp, &Group)| {
            its.linear == group.linear && !other.at_barrier(its) && !other.passes_barrier(program)
        };
        warp.is_stuck(changes) || (warp.at_barrier(group) && all.clone().any(blocks))
    };
    if !all.clone().all(is_lost) {
        return None;
    }
    let spinning = all.clone().filter(|(_, warp, group)| !warp.at_barrier(group));
    // A warp that holds lanes of its own back explains the others.
    let holds = |(_, warp, _): &(u32, &Warp, &Group)| !warp.live.without(warp.active()).is_empty();
    let (unit, warp, group) = spinning.clone().find(holds).or_else(|| spinning.clone().next())?;
    let (active, held) = (warp.active(), warp.live.without(warp.active()));
    let repeat = format!("{} {}", lanes(active), if active.count() == 1 { "repeats" } else { "repeat" });
    if let Some(lane) = held.lowest() {
        let wait = if held.count() == 1 { "waits" } else { "wait" };
        let reason = format!(
            "{repeat} the same loop and nothing changes, while {} of the same warp {wait} for them to leave it: lock-step \
             keeps the waiting lanes from doing anything until then",
            lanes(held)
        );
        return Some((unit, lane, reason));
    }
    let waits = |(_, other, its): &(u32, &Warp, &Group)| its.linear == group.linear && other.at_barrier(its);
    let behind = match all.clone().filter(waits).count() {
        0 => "".into(),
        1 => "; another warp of the group waits at a barrier".into(),
        count => format!("; {count} other warps of the group wait at a barrier"),
    };
    let reason = format!("{repeat} the same loop and no warp will change what the loop waits for{behind}");
    Some((unit, active.lowest().unwrap_or(0), reason))
}

/// `lane 3`, `lanes 0-2, 5`.
pub(super) fn lanes(mask: LaneMask) -> String {
    format!("{} {}", if mask.count() == 1 { "lane" } else { "lanes" }, spin::ranges(mask.iter()))
}
