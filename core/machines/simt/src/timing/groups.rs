//! Work-groups on a core: they start when there is room, wait for each other at barriers, and give back what they had.

use lanescope_parts::{
    base::LaneMask,
    keep,
    pipe::{scheduler::bits, scoreboard::Scoreboard},
    trace::{Event, Sink},
};
use serde::Serialize;

use super::{
    core::{Core, Env, next},
    warp::Slot,
};
use crate::exec;

/// A work-group on a core.
#[derive(Clone, Debug, Serialize)]
pub struct GroupSlot {
    /// What it computes with.
    pub group: exec::Group,
    /// Its warps.
    pub warps: u64,
    /// Those that have not ended, or have instructions in flight.
    pub busy: u64,
}

keep!(GroupSlot { group });

impl Core {
    /// Starts a group; there is room for it.
    pub fn start<S: Sink>(&mut self, env: &mut Env<S>, number: u32) {
        let setup = env.setup;
        let Some(at) = self.groups.iter().position(Option::is_none) else { return };
        self.free.take(&setup.need);
        let dependences = &setup.spec.dependences;
        let scoreboard = Scoreboard::new(dependences.scoreboard, dependences.scoreboard_entries);
        let mut warps = 0;
        for part in 0..setup.need.warps {
            let Some(warp) = self.warps.iter().position(Option::is_none) else { break };
            let first = (u64::from(number) * u64::from(setup.need.warps) + u64::from(part))
                * u64::from(setup.spec.warp_size);
            let state = setup.launch.warp(&setup.program, part);
            self.next[warp] = next(&state);
            self.warps[warp] = Some(Slot::new(state, at, first, scoreboard));
            self.age[warp] = self.launched;
            self.launched += 1;
            warps |= 1 << warp;
        }
        self.groups[at] = Some(GroupSlot { group: setup.launch.group(number), warps, busy: warps });
        for warp in bits(warps) {
            self.started(warp);
            self.refresh(env, warp);
            self.refresh_fetch(env, warp);
        }
        self.wake = self.wake.min(env.now);
        self.counters.group_starts += 1;
        if S::DETAIL {
            env.tell(Event::Group { group: number, core: self.index as u16, start: true });
        }
    }

    pub(super) fn open<S: Sink>(&mut self, env: &mut Env<S>, group: usize) {
        let warps = self.groups[group].as_ref().map_or(0, |group| group.warps);
        for warp in bits(warps) {
            if let Some(slot) = self.warps[warp as usize].as_mut() {
                let waits = self.groups[group].as_ref().is_some_and(|g| slot.warp.at_barrier(&g.group));
                slot.barred = waits;
                self.refresh(env, warp);
            }
        }
    }

    /// If a warp has ended, and with it its group, gives back what the group had.
    pub(super) fn retire<S: Sink>(&mut self, env: &mut Env<S>, warp: u32) {
        let Some(slot) = &self.warps[warp as usize] else { return };
        if !slot.warp.finished() || slot.flight > 0 {
            return;
        }
        let at = slot.group;
        let Some(group) = self.groups[at].as_mut() else { return };
        group.busy &= !(1 << warp);
        if group.busy != 0 {
            return;
        }
        let (warps, number) = (group.warps, group.group.linear);
        self.groups[at] = None;
        for warp in bits(warps) {
            self.warps[warp as usize] = None;
            self.next[warp as usize] = (0, LaneMask::NONE);
            self.refresh(env, warp);
            self.refresh_fetch(env, warp);
        }
        self.free.give(&env.setup.need);
        self.retired = true;
        self.counters.groups += 1;
        if S::DETAIL {
            env.tell(Event::Group { group: number, core: self.index as u16, start: false });
        }
    }

    /// The warps on this core with their groups and unit numbers.
    pub fn residents(&self) -> impl Iterator<Item = (u32, &exec::Warp, &exec::Group)> + Clone {
        self.warps.iter().zip(0..).filter_map(|(slot, warp)| {
            let slot = slot.as_ref()?;
            let group = self.groups[slot.group].as_ref()?;
            Some((self.unit(warp), &slot.warp, &group.group))
        })
    }
}
