//! What will be told, cycle by cycle, by a machine for which it is certain when an instruction issues.

use alloc::vec::Vec;

use crate::trace::{Event, Sink};

/// No instruction.
pub const NO_PC: u32 = u32::MAX;

/// What will be told, by cycle.
#[derive(Clone, Debug)]
pub struct Agenda<E = Event> {
    /// A list for each cycle, the one that is told next at the end: they are few.
    lists: Vec<(u64, Vec<E>)>,
    /// Lists that were told and are empty, to be used again.
    spare: Vec<Vec<E>>,
    /// Does somebody want every event? If not, only states are put on it.
    pub detail: bool,
    /// One past the last cycle of which events were left out.
    pub left_out: u64,
}

impl<E> Default for Agenda<E> {
    /// Nothing, and nobody wants detail.
    fn default() -> Agenda<E> {
        Agenda { lists: Vec::new(), spare: Vec::new(), detail: false, left_out: 0 }
    }
}

impl<E> Agenda<E> {
    /// Takes what is to be told in the first cycle before `cycle`, if there is one.
    #[inline]
    pub fn take(&mut self, cycle: u64) -> Option<(u64, Vec<E>)> {
        self.lists.pop_if(|(next, _)| *next < cycle)
    }

    /// Gives back a list that was told.
    pub fn give_back(&mut self, mut list: Vec<E>) {
        list.clear();
        self.spare.push(list);
    }

    /// Puts an event on it.
    pub fn tell(&mut self, cycle: u64, event: E) {
        let at = self.lists.partition_point(|(other, _)| *other > cycle);
        if let Some((_, list)) = self.lists.get_mut(at).filter(|(other, _)| *other == cycle) {
            return list.push(event);
        }
        let mut list = self.spare.pop().unwrap_or_default();
        list.push(event);
        self.lists.insert(at, (cycle, list));
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

impl Agenda {
    /// Puts events on it that only who wants detail is told, if anybody wants events at all, and tells what is on it before a cycle.
    pub fn deliver<S: Sink>(
        &mut self,
        details: impl Iterator<Item = (u64, Event)>,
        before: u64,
        sink: &mut S,
    ) {
        for (cycle, event) in details {
            if S::ON {
                self.detail(cycle, event);
            }
        }
        while let Some((cycle, mut events)) = self.take(before) {
            events.drain(..).for_each(|event| sink.tell(cycle, event));
            self.give_back(events);
        }
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec;

    use super::*;

    /// Cycles come in order, each with its events in the order in which they were put there, and none before its time; one that
    /// comes late is told all the same.
    #[test]
    fn each_cycle_is_told_once_and_in_order() {
        let mut agenda = Agenda::default();
        for (cycle, event) in [(7, 'a'), (3, 'b'), (7, 'c'), (5, 'd'), (9, 'e'), (3, 'f')] {
            agenda.tell(cycle, event);
        }
        assert_eq!(agenda.take(3), None);
        assert_eq!(agenda.take(4), Some((3, vec!['b', 'f'])));
        agenda.give_back(vec!['b', 'f']);
        agenda.tell(4, 'g');
        agenda.tell(2, 'h');
        let told: Vec<_> = core::iter::from_fn(|| agenda.take(9)).collect();
        assert_eq!(told, [(2, vec!['h']), (4, vec!['g']), (5, vec!['d']), (7, vec!['a', 'c'])]);
        assert_eq!(agenda.take(u64::MAX), Some((9, vec!['e'])));
        assert_eq!(agenda.take(u64::MAX), None);
    }
}
