//! Which group is fetched next, and when slots take new groups (facts 7).

use super::{Run, State};
use crate::machines::sim_d::timing::SLOTS;

impl Run {
    /// Transfers that are complete and groups that are taken until an edge.
    fn settle(&mut self, until: u64) {
        while let Some(complete) = self.transfers.complete(until) {
            let (slot, since) = (complete.slot, complete.edge);
            let ends = matches!(self.slots[slot], State::Waiting { ends: true, .. });
            self.slots[slot] = if ends {
                State::Idle { since, exited: false }
            } else {
                State::Running { since, fetched: since + 1 }
            };
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
        }
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

    /// Chooses the group that is fetched next, or finds that there is none any more.
    pub(super) fn choose(&mut self) {
        let mut edge = self.free;
        loop {
            self.settle(edge - 1);
            let held = self.as_compute && self.transfers.scratchpad_waited_for();
            let could = |slot: usize| match self.slots[slot] {
                State::Running { fetched, .. } if !held => Some((fetched, slot)),
                _ => None,
            };
            let order = [self.current, 1 - self.current];
            let first = order.into_iter().filter_map(could).min_by_key(|(fetched, _)| (*fetched).max(edge));
            if let Some((_, slot)) = first.filter(|(fetched, _)| *fetched <= edge) {
                self.fetch(slot, edge);
                return;
            }
            edge = match first {
                Some(_) => edge + 1,
                None => match self.next_event() {
                    Some(event) => edge.max(event + 1),
                    None => return self.finish(),
                },
            };
        }
    }

    /// The next edge at which something happens that a choice depends on.
    fn next_event(&mut self) -> Option<u64> {
        let idle = self.next_idle(u64::MAX).filter(|_| self.group < self.groups).map(|(_, since, _)| since);
        self.transfers.next_complete(idle.unwrap_or(u64::MAX)).or(idle)
    }

    fn fetch(&mut self, slot: usize, edge: u64) {
        self.counted = self.counted.max(edge - 1);
        self.current = slot;
        self.decode = Some(edge + 1);
    }

    fn finish(&mut self) {
        let since = |state: &State| match state {
            State::Idle { since, .. } => *since,
            _ => 0,
        };
        let edge = self.slots.iter().map(since).max().unwrap_or(0);
        self.transfers.end(edge);
        self.end = Some(edge);
    }
}
