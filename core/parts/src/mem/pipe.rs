//! A bounded queue whose entries can be taken from a certain cycle on: what delays, buffers and pipelines are made of.
//!
//! Entries leave in the order they came, also if a later one is ready sooner.
//!
//! Used by: `simt`, in [`super::l1`], [`super::l2`] and [`super::network`].

use alloc::collections::VecDeque;

use serde::Serialize;

use super::NEVER;

/// First in, first out, each entry not before its time.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Pipe<T> {
    entries: VecDeque<(u64, T)>,
    #[serde(skip)]
    capacity: usize,
}

impl<T> Pipe<T> {
    /// An empty one for at most `capacity` entries (at least one).
    pub fn new(capacity: usize) -> Pipe<T> {
        let capacity = capacity.max(1);
        Pipe { entries: VecDeque::with_capacity(capacity), capacity }
    }

    /// Bytes of the host's memory that one for `capacity` entries takes.
    pub const fn host_bytes(capacity: usize) -> u64 {
        let capacity = if capacity == 0 { 1 } else { capacity };
        capacity as u64 * size_of::<(u64, T)>() as u64
    }

    /// Bytes of its unused room, which a copy does not take.
    pub fn spare_bytes(&self) -> u64 {
        (self.room() * size_of::<(u64, T)>()) as u64
    }

    /// Can it take another entry?
    pub fn has_room(&self) -> bool {
        self.room() > 0
    }

    /// How many more entries it can take.
    pub fn room(&self) -> usize {
        self.capacity - self.entries.len()
    }

    /// Appends an entry that can be taken from cycle `at` on; `false` if there is no room.
    pub fn push(&mut self, at: u64, item: T) -> bool {
        let room = self.has_room();
        if room {
            self.entries.push_back((at, item));
        }
        room
    }

    /// The first entry, if its time has come.
    pub fn ready(&self, now: u64) -> Option<&T> {
        self.entries.front().filter(|(at, _)| *at <= now).map(|(_, item)| item)
    }

    /// Takes the first entry, if its time has come.
    pub fn take(&mut self, now: u64) -> Option<T> {
        self.ready(now)?;
        self.entries.pop_front().map(|(_, item)| item)
    }

    /// When the first entry can be taken.
    pub fn next_event(&self) -> u64 {
        self.entries.front().map_or(NEVER, |(at, _)| *at)
    }

    /// Number of entries.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// No entry at all?
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The entries, first one first.
    pub fn iter(&self) -> impl Iterator<Item = &T> {
        self.entries.iter().map(|(_, item)| item)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_is_there_at_its_time_and_not_before() {
        let mut pipe = Pipe::new(2);
        assert!(pipe.push(5, 'a') && pipe.push(3, 'b') && !pipe.push(0, 'c'));
        assert_eq!(pipe.take(4), None);
        assert_eq!(pipe.take(5), Some('a'));
        assert_eq!(pipe.next_event(), 3);
        assert_eq!(pipe.take(5), Some('b'));
        assert_eq!((pipe.next_event(), pipe.is_empty()), (NEVER, true));
    }
}
