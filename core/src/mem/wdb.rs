//! The write data buffer of a first-level cache (gpgpu 6.4, feature M09): the data of stores that were accepted and are
//! not yet where they go.
//!
//! An entry holds one line's worth of data with a mask of the bytes that are written. It is taken when a store is
//! accepted and given back when its data has left: into the network, into the line that was there, or into the line
//! that had to be fetched first. Stores are not combined: two to the same line take two entries.

use alloc::{vec, vec::Vec};

use serde::Serialize;

use super::NEVER;

/// When the data of an entry leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Leaves {
    /// With the request that takes it to the second level.
    Sent,
    /// In this cycle, through the data crossbar into its line.
    Written(u64),
    /// When its line has been fetched and it is merged into it.
    Filled,
}

/// The data of one store.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Held {
    /// First address of the line.
    pub address: u64,
    /// The bytes that are written; the first of the line is bit 0.
    pub bytes: u128,
    /// When they leave.
    pub leaves: Leaves,
}

/// The buffer.
#[derive(Clone, Debug, Serialize)]
pub struct WriteBuffer {
    entries: Vec<Option<Held>>,
}

impl WriteBuffer {
    /// An empty buffer of `entries` entries (at least one).
    pub fn new(entries: u32) -> WriteBuffer {
        WriteBuffer { entries: vec![None; entries.max(1) as usize] }
    }

    /// The number of an entry that is free.
    pub fn vacant(&self) -> Option<u32> {
        self.entries.iter().position(Option::is_none).map(|at| at as u32)
    }

    /// Puts data into a free entry.
    pub fn hold(&mut self, at: u32, entry: Held) {
        self.entries[at as usize] = Some(entry);
    }

    /// Gives an entry back and says what was in it; `None` if there is no such entry.
    pub fn release(&mut self, at: u32) -> Option<Held> {
        self.entries.get_mut(at as usize)?.take()
    }

    /// Gives back the entries whose data has been written into its line.
    pub fn step(&mut self, now: u64) {
        let written = |entry: &Held| matches!(entry.leaves, Leaves::Written(at) if at <= now);
        self.entries
            .iter_mut()
            .filter(|entry| entry.is_some_and(|e| written(&e)))
            .for_each(|entry| *entry = None);
    }

    /// When data is written into a line next.
    pub fn next_event(&self) -> u64 {
        let time = |entry: &Held| if let Leaves::Written(at) = entry.leaves { at } else { NEVER };
        self.entries.iter().flatten().map(time).min().unwrap_or(NEVER)
    }

    /// Number of entries in use.
    pub fn used(&self) -> usize {
        self.entries.iter().flatten().count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn data_leaves_at_its_time_or_when_it_is_released() {
        let mut buffer = WriteBuffer::new(2);
        let entry = |leaves| Held { address: 128, bytes: 0xF, leaves };
        buffer.hold(0, entry(Leaves::Written(9)));
        buffer.hold(1, entry(Leaves::Sent));
        assert_eq!((buffer.vacant(), buffer.next_event(), buffer.used()), (None, 9, 2));
        buffer.step(8);
        assert_eq!(buffer.vacant(), None);
        buffer.step(9);
        assert_eq!((buffer.vacant(), buffer.next_event()), (Some(0), NEVER));
        assert_eq!(buffer.release(1), Some(entry(Leaves::Sent)));
        assert_eq!((buffer.release(1), buffer.release(u32::MAX), buffer.used()), (None, None, 0));
    }
}
