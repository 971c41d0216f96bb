//! A queue between two parts: bounded, first in, first out, each entry not before its time. Delays, buffers and pipelines are made of it.
//!
//! What is before the queue offers an entry and is refused if there is no room; what is behind it asks what is ready and takes it. Entries
//! leave in the order in which they came, also if a later one is ready sooner.
//!
//! A queue that a machine shows is a place of its table ([`crate::trace::site`]). Then whoever offers and takes tells the
//! moves ([`Queue::came`], [`Queue::left`]): diagram and course of an instruction are read off these events. A queue in the innermost loops tells
//! nothing, and costs nothing for it: which place it is, is not part of its state.
//!
//! Deliberately absent: entries that leave out of order, and priorities.
//!
//! Used by: `simt`, whose caches, network and memory channels are made of it; `harp`, whose requests for memory that cores share wait in it.

use alloc::collections::VecDeque;

use serde::Serialize;

use crate::trace::{Event, Site};

/// The time of an event that will not come by itself.
pub const NEVER: u64 = u64::MAX;

/// See the module.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Queue<T> {
    entries: VecDeque<(u64, T)>,
    #[serde(skip)]
    capacity: usize,
}

impl<T> Queue<T> {
    /// An empty one for at most `capacity` entries (at least one).
    pub fn new(capacity: usize) -> Queue<T> {
        let capacity = capacity.max(1);
        Queue { entries: VecDeque::with_capacity(capacity), capacity }
    }

    /// The same, which takes the host's memory only as it fills: for one that could hold much and seldom does.
    pub const fn growing(capacity: usize) -> Queue<T> {
        Queue { entries: VecDeque::new(), capacity: if capacity == 0 { 1 } else { capacity } }
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
    pub fn offer(&mut self, at: u64, item: T) -> bool {
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
    pub fn occupancy(&self) -> usize {
        self.entries.len()
    }

    /// The most entries that it can have.
    pub const fn capacity(&self) -> usize {
        self.capacity
    }

    /// No entry at all?
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The entries, first one first.
    pub fn iter(&self) -> impl Iterator<Item = &T> {
        self.entries.iter().map(|(_, item)| item)
    }

    /// That something with this number has just come to it, which is one of the queues of a place.
    pub fn came(&self, (queue, index): (Site, u16), number: u64) -> Event {
        Event::Queue { queue, index, number, comes: true, held: self.occupancy() as u16 }
    }

    /// That something with this number has just left it.
    pub fn left(&self, (queue, index): (Site, u16), number: u64) -> Event {
        Event::Queue { queue, index, number, comes: false, held: self.occupancy() as u16 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_is_there_at_its_time_and_not_before() {
        let mut queue = Queue::new(2);
        assert!(queue.offer(5, 'a') && queue.offer(3, 'b') && !queue.offer(0, 'c'));
        assert_eq!(queue.take(4), None);
        assert_eq!(queue.take(5), Some('a'));
        assert_eq!(queue.next_event(), 3);
        assert_eq!(queue.take(5), Some('b'));
        assert_eq!((queue.next_event(), queue.is_empty()), (NEVER, true));
    }

    #[test]
    fn it_is_full_with_as_many_entries_as_it_has_room_for_and_not_with_one_less() {
        for capacity in [1, 2, 7] {
            let mut queue = Queue::new(capacity);
            for at in 0..capacity {
                assert_eq!((queue.has_room(), queue.room()), (true, capacity - at), "{at} of {capacity}");
                assert!(queue.offer(0, at));
            }
            assert!(!queue.has_room() && !queue.offer(0, capacity), "{capacity} of {capacity}");
            assert_eq!(
                (queue.occupancy(), queue.capacity()),
                (capacity, capacity),
                "what is refused is not in it"
            );
            assert_eq!(queue.take(0), Some(0));
            assert!(queue.has_room() && queue.offer(0, capacity), "who leaves makes room");
        }
        assert_eq!((Queue::<u8>::new(0).room(), Queue::<u8>::growing(0).room()), (1, 1));
        assert_eq!(Queue::growing(7), Queue::<u8>::new(7));
    }

    #[test]
    fn its_moves_say_how_many_it_holds_then() {
        let (mut queue, which) = (Queue::new(4), (Site::CHANNEL, 3));
        let held = |event| match event {
            Event::Queue { queue: Site::CHANNEL, index: 3, number, comes, held } => (number, comes, held),
            other => panic!("{other:?}"),
        };
        assert!(queue.offer(0, 'a'));
        assert_eq!(held(queue.came(which, 8)), (8, true, 1));
        assert!(queue.offer(0, 'b'));
        assert_eq!(held(queue.came(which, 9)), (9, true, 2));
        assert_eq!(queue.take(0), Some('a'));
        assert_eq!(held(queue.left(which, 8)), (8, false, 1));
    }
}
