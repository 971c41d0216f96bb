//! The SIMT stack: which lanes of a warp execute, where, and where the others wait.
//!
//! Each entry holds lanes, where they go on (`next`), and where they meet the lanes below them (`rpc`). The warp
//! executes the top entry. A branch whose lanes disagree turns the top entry into the one that waits at the
//! reconvergence point and pushes one entry for each side; an entry that reaches its `rpc` is popped. The order of
//! pushing is a policy.

use alloc::vec::Vec;

use lanescope_parts::base::LaneMask;
use serde::Serialize;

use super::spec::PushOrder;

/// "No reconvergence point": the lanes meet at the exit.
pub const NO_PC: u32 = u32::MAX;

/// One entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Level {
    /// Where the lanes meet those below; [`NO_PC`] at the exit.
    pub rpc: u32,
    /// Where they go on.
    pub next: u32,
    /// The lanes.
    pub lanes: LaneMask,
}

/// What a branch does: its place, where its lanes meet again, its target and the lanes that go there.
#[derive(Clone, Copy, Debug)]
pub struct Split {
    /// The reconvergence point of the branch.
    pub rpc: u32,
    /// Where the taken lanes go.
    pub target: u32,
    /// Where the others go.
    pub fall_through: u32,
    /// The lanes that take the branch; the others of the top entry do not.
    pub taken: LaneMask,
}

/// A push that would pass the limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Overflow;

/// The stack of one warp, bottom first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Stack {
    entries: Vec<Level>,
}

impl Stack {
    /// All `lanes` start at instruction 0.
    pub fn new(lanes: LaneMask) -> Stack {
        let mut stack = Stack { entries: Vec::new() };
        stack.restart(lanes);
        stack
    }

    /// All `lanes` start at instruction 0 again.
    pub fn restart(&mut self, lanes: LaneMask) {
        self.entries.clear();
        self.entries.extend((!lanes.is_empty()).then_some(Level { rpc: NO_PC, next: 0, lanes }));
    }

    /// The entries, bottom first.
    pub fn entries(&self) -> &[Level] {
        &self.entries
    }

    /// The entry that executes; `None` when every lane has ended.
    #[inline]
    pub fn top(&self) -> Option<&Level> {
        self.entries.last()
    }

    /// Where a lane goes on: at the topmost entry that has it.
    pub fn lane_pc(&self, lane: u32) -> Option<u32> {
        self.entries.iter().rev().find(|entry| entry.lanes.has(lane)).map(|entry| entry.next)
    }

    /// The lanes of the top entry go on at `next`.
    #[inline]
    pub fn goto(&mut self, next: u32) {
        if let Some(top) = self.entries.last_mut() {
            top.next = next;
            if next == top.rpc {
                self.reconverge();
            }
        }
    }

    /// The lanes of the top entry part ways: `taken` is neither empty nor all of them.
    ///
    /// # Errors
    /// More than `depth` entries.
    pub fn diverge(&mut self, split: Split, order: PushOrder, depth: u32) -> Result<(), Overflow> {
        let Some(&top) = self.entries.last() else { return Ok(()) };
        let taken = Level { rpc: split.rpc, next: split.target, lanes: split.taken };
        let stay = Level { rpc: split.rpc, next: split.fall_through, lanes: top.lanes.without(split.taken) };
        if top.rpc == split.rpc {
            // The older entry already waits where these lanes meet.
            self.entries.pop();
        } else {
            self.goto_top(split.rpc);
        }
        let taken_on_top = order == PushOrder::MajorityFirst && taken.lanes.count() < stay.lanes.count();
        let (first, second) = if taken_on_top { (stay, taken) } else { (taken, stay) };
        // Lanes whose target is the reconvergence point already wait there.
        self.entries.extend([first, second].into_iter().filter(|entry| entry.next != split.rpc));
        self.reconverge();
        if self.entries.len() > depth as usize { Err(Overflow) } else { Ok(()) }
    }

    /// These lanes end: they leave every entry.
    pub fn exit(&mut self, lanes: LaneMask) {
        for entry in &mut self.entries {
            entry.lanes = entry.lanes.without(lanes);
        }
        self.entries.retain(|entry| !entry.lanes.is_empty());
        self.reconverge();
    }

    /// The lanes of the top entry have to wait for others of their warp. Entries whose lanes no entry above has are free
    /// to run: nobody has to reach them first, and the order of pushing was a choice. One that is at the same place and
    /// meets the others where the top entry does joins it, else the topmost that does not `wait` itself runs first.
    /// `false`: there is none.
    pub fn give_way(&mut self, waits: impl Fn(u32) -> bool) -> bool {
        let Some(&top) = self.entries.last() else { return false };
        let free = self.free();
        let others = free.get(1..).unwrap_or(&[]);
        if let Some((at, peer)) = others.iter().find(|(_, e)| (e.next, e.rpc) == (top.next, top.rpc)) {
            self.entries.pop();
            self.entries.remove(*at);
            self.entries.push(Level { lanes: top.lanes | peer.lanes, ..top });
            return true;
        }
        let Some((at, _)) = others.iter().find(|(_, entry)| !waits(entry.next)) else { return false };
        let first = self.entries.remove(*at);
        self.entries.push(first);
        true
    }

    /// Lanes that wait where they meet those above them go on by themselves, if from there on they wait for nobody (`ends`): then nobody
    /// has to meet them. The topmost such lanes go to the top. `false`: there are none, or there is no room for one more of `depth` entries.
    pub fn release(&mut self, depth: u32, ends: impl Fn(u32) -> bool) -> bool {
        if self.entries.len() >= depth as usize {
            return false;
        }
        let mut above = LaneMask::NONE;
        for at in (0..self.entries.len()).rev() {
            let entry = self.entries[at];
            let arrived = entry.lanes.without(above);
            above |= entry.lanes;
            if arrived != entry.lanes && !arrived.is_empty() && ends(entry.next) {
                self.entries[at].lanes = entry.lanes.without(arrived);
                self.entries.push(Level { lanes: arrived, ..entry });
                return true;
            }
        }
        false
    }

    /// The entries whose lanes no entry above has, with their places, the top first: all lanes that could run now.
    pub fn free(&self) -> Vec<(usize, Level)> {
        let mut above = LaneMask::NONE;
        let mut free = Vec::new();
        for (at, entry) in self.entries.iter().enumerate().rev() {
            if (entry.lanes & above).is_empty() {
                free.push((at, *entry));
            }
            above |= entry.lanes;
        }
        free
    }

    /// The topmost free entry at an instruction runs first.
    pub fn raise(&mut self, next: u32) {
        if let Some((at, _)) = self.free().into_iter().find(|(_, entry)| entry.next == next) {
            let first = self.entries.remove(at);
            self.entries.push(first);
        }
    }

    /// The free entries at an instruction that have none but these lanes go on at the next one.
    pub fn pass(&mut self, from: u32, lanes: LaneMask) {
        let goes = |entry: &Level| entry.next == from && entry.lanes.without(lanes).is_empty();
        for (at, _) in self.free().into_iter().filter(|(_, entry)| goes(entry)) {
            let entry = &mut self.entries[at];
            entry.next = from + 1;
            if entry.next == entry.rpc {
                self.entries.remove(at);
            }
        }
        self.reconverge();
    }

    fn goto_top(&mut self, next: u32) {
        if let Some(top) = self.entries.last_mut() {
            top.next = next;
        }
    }

    fn reconverge(&mut self) {
        while self.entries.last().is_some_and(|top| top.next == top.rpc) {
            self.entries.pop();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Lanes 0 and 1 at 5, lanes 2 and 3 at 9, meeting only at the exit.
    fn parted() -> Stack {
        let mut stack = Stack::new(LaneMask(0b1111));
        let split = Split { rpc: NO_PC, target: 9, fall_through: 5, taken: LaneMask(0b1100) };
        stack.diverge(split, PushOrder::FallThroughTop, 8).unwrap();
        stack
    }

    #[test]
    fn who_does_not_wait_runs_first() {
        let mut stack = parted();
        assert!(stack.give_way(|pc| pc == 5));
        assert_eq!(stack.top(), Some(&Level { rpc: NO_PC, next: 9, lanes: LaneMask(0b1100) }));
        assert!(!stack.give_way(|_| true), "both wait, at different places");
    }

    #[test]
    fn who_waits_at_the_same_place_joins() {
        let mut stack = parted();
        stack.goto(9);
        assert!(stack.give_way(|_| true));
        assert_eq!(stack.entries(), [Level { rpc: NO_PC, next: 9, lanes: LaneMask(0b1111) }]);
        assert!(!stack.give_way(|_| false), "nobody else");
    }

    #[test]
    fn a_side_that_has_not_run_yet_may_run_first() {
        let mut stack = Stack::new(LaneMask(0b111));
        let split = Split { rpc: 7, target: 3, fall_through: 1, taken: LaneMask(0b010) };
        stack.diverge(split, PushOrder::FallThroughTop, 8).unwrap();
        // The other side is below, the place where they meet still waits for both.
        assert!(stack.give_way(|pc| pc == 1));
        let rows: Vec<_> = stack.entries().iter().map(|entry| (entry.next, entry.lanes.0)).collect();
        assert_eq!(rows, [(7, 0b111), (1, 0b101), (3, 0b010)]);
        stack.exit(LaneMask(0b010));
        let rows: Vec<_> = stack.entries().iter().map(|entry| (entry.next, entry.lanes.0)).collect();
        assert_eq!(rows, [(7, 0b101), (1, 0b101)]);
    }

    /// Both sides of a branch at one instruction, which is the last before they meet.
    #[test]
    fn entries_at_one_place_pass_it_together() {
        let mut stack = Stack::new(LaneMask(0b111));
        let split = Split { rpc: 7, target: 6, fall_through: 1, taken: LaneMask(0b010) };
        stack.diverge(split, PushOrder::FallThroughTop, 8).unwrap();
        stack.goto(6);
        let mut one = stack.clone();
        one.pass(6, LaneMask(0b101));
        let rows = |stack: &Stack| stack.entries().iter().map(|e| (e.next, e.lanes.0)).collect::<Vec<_>>();
        assert_eq!(rows(&one), [(7, 0b111), (6, 0b010)]);
        stack.pass(6, LaneMask(0b111));
        assert_eq!(rows(&stack), [(7, 0b111)]);
    }

    /// Lane 0 waits at 7 for the others, which wait at 1 for it: it goes on if it only ends there.
    #[test]
    fn lanes_that_only_end_are_released() {
        let mut stack = Stack::new(LaneMask(0b111));
        let split = Split { rpc: 7, target: 7, fall_through: 1, taken: LaneMask(0b001) };
        stack.diverge(split, PushOrder::FallThroughTop, 8).unwrap();
        assert!(!stack.give_way(|pc| pc == 1) && !stack.release(8, |_| false));
        assert!(!stack.release(2, |pc| pc == 7), "two entries are all that there is room for");
        assert!(stack.release(3, |pc| pc == 7));
        let rows: Vec<_> = stack.entries().iter().map(|entry| (entry.next, entry.lanes.0)).collect();
        assert_eq!(rows, [(7, 0b110), (1, 0b110), (7, 0b001)]);
        assert!(!stack.release(8, |_| true), "nobody waits any more");
        stack.exit(LaneMask(0b001));
        assert_eq!(stack.top(), Some(&Level { rpc: 7, next: 1, lanes: LaneMask(0b110) }));
    }

    #[test]
    fn a_waiting_side_is_raised() {
        let mut stack = parted();
        stack.raise(9);
        assert_eq!(stack.top().map(|top| top.next), Some(9));
        stack.raise(3);
        assert_eq!(stack.top().map(|top| top.next), Some(9), "nobody is there");
    }

    #[test]
    fn lanes_that_wait_where_others_meet_them_give_no_way() {
        let mut stack = Stack::new(LaneMask(0b11));
        let split = Split { rpc: 7, target: 7, fall_through: 1, taken: LaneMask(0b10) };
        stack.diverge(split, PushOrder::FallThroughTop, 8).unwrap();
        assert!(!stack.give_way(|pc| pc == 1));
    }
}
