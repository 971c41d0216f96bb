//! What will be told, cycle by cycle, by a machine for which it is certain when an instruction issues.

use alloc::{collections::BTreeMap, vec::Vec};

use crate::trace::Event;

/// No instruction.
pub const NO_PC: u32 = u32::MAX;

/// What will be told, by cycle.
#[derive(Clone, Debug)]
pub struct Agenda<E = Event> {
    items: BTreeMap<u64, Vec<E>>,
    /// Does somebody want every event? If not, only states are put on it.
    pub detail: bool,
    /// One past the last cycle of which events were left out.
    pub left_out: u64,
}

impl<E> Default for Agenda<E> {
    /// Nothing, and nobody wants detail.
    fn default() -> Agenda<E> {
        Agenda { items: BTreeMap::new(), detail: false, left_out: 0 }
    }
}

impl<E> Agenda<E> {
    /// Takes what is to be told in the first cycle before `cycle`, if there is one.
    pub fn take(&mut self, cycle: u64) -> Option<(u64, Vec<E>)> {
        let entry = self.items.first_entry().filter(|entry| *entry.key() < cycle)?;
        Some(entry.remove_entry())
    }

    /// Puts an event on it.
    pub fn tell(&mut self, cycle: u64, event: E) {
        self.items.entry(cycle).or_default().push(event);
    }

    /// Puts an event on it that only who wants detail is told.
    pub fn detail(&mut self, cycle: u64, event: E) {
        if self.detail {
            self.tell(cycle, event);
        } else {
            self.left_out = self.left_out.max(cycle + 1);
        }
    }
}
