//! Which group is fetched next, and when slots take new groups (facts 7).

use lanescope_parts::trace::Cause;

use super::{Run, State};
use crate::timing::SLOTS;

impl Run {
    /// Lets the memory work until an edge; transfers that are complete and groups that are taken until then.
    pub fn catch_up(&mut self, until: u64) {
        self.remember(until);
        while let Some(complete) = self.transfers.complete(until) {
            let (slot, since) = (complete.slot, complete.edge);
            let ends = matches!(self.slots[slot], State::Waiting { ends: true, .. });
            if ends {
                self.slots[slot] = State::Idle { since, exited: false };
                self.turn(slot, since, Cause::EMPTY);
                self.tell_end(slot, since);
            } else {
                self.slots[slot] = State::Running { since, fetched: since + 1 };
                self.tell_ready(slot, since);
            }
        }
        while self.group < self.groups
            && let Some((slot, since, exited)) = self.next_idle(until)
        {
            let since = self.taken.map_or(since, |taken| since.max(taken + 1));
            self.taken = Some(since);
            let group = self.cluster.launch().group(self.group);
            self.cluster.start(slot, group);
            self.off[slot] = None;
            self.pipeline.begin(slot);
            self.group += 1;
            if self.pairwise {
                self.open[slot] = None;
            }
            self.slots[slot] = State::Running { since, fetched: since + 1 + u64::from(exited) };
            self.tell_start(slot, group.number, since);
            self.tell_ready(slot, since);
        }
    }

    /// Lets the memory work until an edge, and tells what it did.
    pub fn remember(&mut self, until: u64) {
        self.transfers.work(until);
        self.hear();
    }

    /// Is every group over before an edge to which the memory was let work?
    pub fn is_over(&self, now: u64) -> bool {
        let over = |slot: usize| match self.slots[slot] {
            State::Idle { since, .. } => since < now,
            State::Running { .. } => false,
            State::Waiting { ends, .. } => ends && self.transfers.is_complete(slot, now),
        };
        self.end.is_some() || self.group == self.groups && (0..SLOTS).all(over)
    }

    /// The first edge, not before one, at which something may happen.
    pub fn next_edge(&self, now: u64) -> u64 {
        let memory = self.transfers.next_event().unwrap_or(u64::MAX);
        self.edge().min(memory.max(now))
    }

    /// The slot that takes the next group, and since when it could.
    fn next_idle(&self, until: u64) -> Option<(usize, u64, bool)> {
        let could = |slot: usize| match self.slots[slot] {
            State::Idle { since, exited } => self.open[slot].map(|open| (slot, since.max(open), exited)),
            _ => None,
        };
        (0..SLOTS)
            .filter_map(could)
            .filter(|(_, since, _)| *since <= until)
            .min_by_key(|(_, since, _)| *since)
    }

    /// Chooses the group that is fetched next, looks again later, or finds that there is none any more.
    pub(super) fn choose(&mut self) {
        let edge = self.free;
        self.catch_up(edge - 1);
        let held = self.as_compute && self.transfers.scratchpad_waited_for();
        let could = |slot: usize| match self.slots[slot] {
            State::Running { fetched, .. } if !held => Some((fetched, slot)),
            _ => None,
        };
        let order = [self.current, 1 - self.current];
        let first = order.into_iter().filter_map(could).min_by_key(|(fetched, _)| (*fetched).max(edge));
        match first {
            Some((fetched, slot)) if fetched <= edge => self.fetch(slot, edge),
            Some(_) => {
                self.idles(edge, held);
                self.free = edge + 1;
            }
            None => match self.next_event() {
                Some(event) => {
                    self.idles(edge, held);
                    self.free = (edge + 1).max(event + 1);
                }
                None => self.finish(),
            },
        }
    }

    /// The next edge at which something happens that a choice depends on.
    fn next_event(&self) -> Option<u64> {
        let idle = self.next_idle(u64::MAX).filter(|_| self.group < self.groups).map(|(_, since, _)| since);
        self.transfers.next_event().into_iter().chain(idle).min()
    }

    fn fetch(&mut self, slot: usize, edge: u64) {
        self.tell_fetch(slot, edge);
        self.counted = self.counted.max(edge - 1);
        self.current = slot;
        self.decode = Some(edge + 1);
    }

    /// All groups are over.
    pub fn finish(&mut self) {
        let since = |state: &State| match state {
            State::Idle { since, .. } => *since,
            _ => 0,
        };
        let edge = self.slots.iter().map(since).max().unwrap_or(0);
        self.transfers.finish(edge);
        self.hear();
        self.end = Some(edge);
    }
}
