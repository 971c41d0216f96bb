//! The write data buffer of a first-level cache (gpgpu 6.4, feature M09): the data of stores that were accepted and are
//! not yet where they go.
//!
//! An entry holds one line's worth of data with a mask of the bytes that are written. It is taken when a store is
//! accepted and given back when its data has left: into the network, into the line that was there, or into the line
//! that had to be fetched first. Stores are not combined: two to the same line take two entries.
//!
//! Used by: `simt`, in [`super::l1`].

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

impl Held {
    /// Does it go into a line that is there?
    const fn is_written(&self) -> bool {
        matches!(self.leaves, Leaves::Written(_))
    }
}

/// The buffer.
#[derive(Clone, Debug, Serialize)]
pub struct WriteBuffer {
    entries: Vec<Option<Held>>,
    /// How many are in use, and how many of those are written into a line: asked for in every cycle.
    #[serde(skip)]
    used: usize,
    #[serde(skip)]
    written: usize,
}

impl WriteBuffer {
    /// An empty buffer of `entries` entries (at least one).
    pub fn new(entries: u32) -> WriteBuffer {
        WriteBuffer { entries: vec![None; entries.max(1) as usize], used: 0, written: 0 }
    }

    /// The number of an entry that is free.
    pub fn vacant(&self) -> Option<u32> {
        self.entries.iter().position(Option::is_none).map(|at| at as u32)
    }

    /// Puts data into a free entry.
    pub fn hold(&mut self, at: u32, entry: Held) {
        self.release(at);
        self.entries[at as usize] = Some(entry);
        self.used += 1;
        self.written += usize::from(entry.is_written());
    }

    /// Gives an entry back and says what was in it; `None` if there is no such entry.
    pub fn release(&mut self, at: u32) -> Option<Held> {
        let held = self.entries.get_mut(at as usize)?.take()?;
        self.used -= 1;
        self.written -= usize::from(held.is_written());
        Some(held)
    }

    /// Gives back the entries whose data has been written into its line.
    pub fn step(&mut self, now: u64) {
        if self.written == 0 {
            return;
        }
        let is_over = |entry: &Option<Held>| matches!(entry, Some(Held { leaves: Leaves::Written(at), .. }) if *at <= now);
        for entry in self.entries.iter_mut().filter(|entry| is_over(entry)) {
            *entry = None;
            self.used -= 1;
            self.written -= 1;
        }
    }

    /// When data is written into a line next.
    pub fn next_event(&self) -> u64 {
        if self.written == 0 {
            return NEVER;
        }
        let time = |entry: &Held| if let Leaves::Written(at) = entry.leaves { at } else { NEVER };
        self.entries.iter().flatten().map(time).min().unwrap_or(NEVER)
    }

    /// Number of entries in use.
    pub fn used(&self) -> usize {
        self.used
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
