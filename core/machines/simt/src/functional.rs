//! A run without timing: groups one after another, the warps of a group in turns. The result is that of any timing,
//! unless the kernel leaves the order of atomics open.

use alloc::{sync::Arc, vec::Vec};

use lanescope_parts::{
    image::{Digest, Memory},
    machines::{Halt, Work, chassis::look::Look},
};

use super::exec::{Group, LaunchState, Scratch, Spaces, Stopped, Warp, deadlock, place, step, straight};
use super::isa::Program;

/// Instructions of one warp before the next one's turn, so that a warp that waits for another one does not wait for
/// ever. The deadlock detector sees at least one turn of a loop in each.
const TURN: u64 = 65_536;

/// Most bytes of registers and memory of one group. Cores set no limit here: nothing has to fit on one.
pub const GROUP_BYTES: u64 = 1 << 28;

/// A run, which can be carried out piece by piece.
#[derive(Clone, Debug)]
pub struct Functional {
    program: Arc<Program>,
    launch: LaunchState,
    memory: Memory,
    scratch: Scratch,
    work: Work,
    /// Linear number of the next group to begin.
    next: u32,
    /// The group that runs, and the warp whose turn it is.
    group: Option<(Group, Vec<Warp>, usize)>,
    /// Warps of a group that has ended, for their memory.
    spare: Vec<Warp>,
}

impl Functional {
    /// At the start.
    pub fn new(program: Arc<Program>, launch: LaunchState, memory: Memory) -> Functional {
        Functional {
            program,
            launch,
            memory,
            scratch: Scratch::default(),
            work: Work::default(),
            next: 0,
            group: None,
            spare: Vec::new(),
        }
    }

    /// Goes on for about `budget` warp instructions. Says whether the kernel has ended.
    ///
    /// # Errors
    /// What stops a warp, a deadlock, or a group that takes more than [`GROUP_BYTES`]. Memory is left as it was then, and the run is over.
    pub fn advance(&mut self, budget: u64) -> Result<bool, Halt> {
        if self.launch.group_bytes(&self.program) > GROUP_BYTES {
            return Err(Halt::Limit {
                limit: "bytes of registers and memory of a group".into(),
                value: GROUP_BYTES,
            });
        }
        let end = self.work.instructions.saturating_add(budget);
        while self.work.instructions < end {
            let Some((mut group, mut warps, turn)) = self.group.take().or_else(|| self.begin()) else {
                return Ok(true);
            };
            let left = (end - self.work.instructions).min(TURN);
            self.turn(&mut group, &mut warps, turn, left)?;
            let count = warps.len();
            let ready = |at: &usize| !warps[*at].finished() && !warps[*at].at_barrier(&group);
            // An endless loop of one warp is over when the others have had their say.
            if let Some(next) = (1..=count).map(|step| (turn + step) % count).find(ready) {
                self.check_progress(&group, &warps)?;
                self.group = Some((group, warps, next));
            } else {
                self.spare = warps;
            }
        }
        Ok(self.group.is_none() && self.groups_left() == 0)
    }

    /// Digests the registers of the group that runs, and its memory.
    pub fn contents(&self, digest: &mut Digest) {
        let Some((group, warps, _)) = &self.group else { return };
        digest.bytes(&group.shared);
        for warp in warps {
            let registers = warp.look().registers(&self.program);
            registers.classes.iter().for_each(|class| digest.bytes(&class.bytes));
        }
    }

    fn groups_left(&self) -> u32 {
        if self.launch.group_items() == 0 { 0 } else { self.launch.group_count().saturating_sub(self.next) }
    }

    /// The next group.
    fn begin(&mut self) -> Option<(Group, Vec<Warp>, usize)> {
        if self.groups_left() == 0 {
            return None;
        }
        let group = self.launch.group(self.next);
        self.next += 1;
        let mut warps = core::mem::take(&mut self.spare);
        for (number, warp) in warps.iter_mut().enumerate() {
            self.launch.restart(&self.program, warp, number as u32);
        }
        let missing = warps.len() as u32..self.launch.warps_per_group();
        warps.extend(missing.map(|number| self.launch.warp(&self.program, number)));
        Some((group, warps, 0))
    }

    /// Runs one warp until it waits, ends, or has executed `most` instructions.
    fn turn(&mut self, group: &mut Group, warps: &mut [Warp], at: usize, most: u64) -> Result<(), Halt> {
        let warp = &mut warps[at];
        let end = self.work.instructions + most;
        while self.work.instructions < end && !warp.finished() && !warp.at_barrier(group) {
            self.go_on(group, warp, end).map_err(|stopped| {
                stopped.halt(&self.program, &self.launch, group, warp, at as u32, self.work.instructions)
            })?;
            if warp.is_stuck(self.scratch.changes) {
                break;
            }
        }
        Ok(())
    }

    /// A stretch of instructions, and the one behind it that decides how the warp goes on, up to `end` in all.
    fn go_on(&mut self, group: &mut Group, warp: &mut Warp, end: u64) -> Result<(), Stopped> {
        let Functional { program, launch, memory, scratch, work, .. } = self;
        let spaces = &mut Spaces { program, launch, group, memory, scratch };
        straight(spaces, warp, end - work.instructions, work)?;
        if work.instructions < end {
            scratch.clock = work.instructions;
            let done = step(program, launch, warp, group, memory, scratch)?;
            work.instructions += 1;
            work.lane_operations += u64::from(done.active.count());
            work.lane_slots += u64::from(warp.lanes);
        }
        Ok(())
    }

    fn check_progress(&self, group: &Group, warps: &[Warp]) -> Result<(), Halt> {
        let all = warps.iter().enumerate().map(|(number, warp)| (number as u32, warp, group));
        let Some((number, lane, reason)) = deadlock(&self.program, all, self.scratch.changes) else {
            return Ok(());
        };
        let warp = &warps[number as usize];
        let pc = warp.stack.lane_pc(lane);
        let at = place(&self.program, &self.launch, group, warp, (number, lane, pc), self.work.instructions);
        Err(Halt::Deadlock { reason, at })
    }

    /// Memory as it is.
    pub fn memory(&self) -> &Memory {
        &self.memory
    }

    /// Gives memory away.
    pub fn into_memory(self) -> Memory {
        self.memory
    }

    /// What has been done.
    pub fn work(&self) -> Work {
        self.work
    }
}
