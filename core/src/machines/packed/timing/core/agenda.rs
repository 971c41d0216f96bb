//! What will be told of a core, cycle by cycle: it is certain when an instruction issues.

use alloc::{collections::BTreeMap, vec::Vec};

use crate::trace::Event;

/// No instruction.
pub const NO_PC: u32 = u32::MAX;

/// What will be told, by cycle.
#[derive(Clone, Debug, Default)]
pub struct Agenda {
    items: BTreeMap<u64, Vec<Event>>,
    /// Does somebody want every event? If not, only states are put on it.
    pub detail: bool,
    /// One past the last cycle of which events were left out.
    pub left_out: u64,
}

impl Agenda {
    /// Takes what is to be told in the first cycle before `cycle`, if there is one.
    pub fn take(&mut self, cycle: u64) -> Option<(u64, Vec<Event>)> {
        let entry = self.items.first_entry().filter(|entry| *entry.key() < cycle)?;
        Some(entry.remove_entry())
    }

    /// Puts an event on it.
    pub fn tell(&mut self, cycle: u64, event: Event) {
        self.items.entry(cycle).or_default().push(event);
    }

    /// Puts an event on it that only who wants detail is told.
    pub fn detail(&mut self, cycle: u64, event: Event) {
        if self.detail {
            self.tell(cycle, event);
        } else {
            self.left_out = self.left_out.max(cycle + 1);
        }
    }
}
