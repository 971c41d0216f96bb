//! The table of pending requests: miss status holding registers, called pending request table in first-level caches
//! (gpgpu 6.3, feature M06).
//!
//! An entry stands for one line on its way and holds who waits for it. A table has a fixed number of entries, an entry
//! a fixed number of waiters (the first one included). The number of an entry travels with the request, so that the
//! reply finds it.
//!
//! Used by: `simt`, in [`super::l1`] and [`super::l2`].

use alloc::vec::Vec;

use serde::Serialize;

/// One pending line.
#[derive(Clone, Debug, Serialize)]
pub struct Miss<T> {
    /// First address of the line.
    pub address: u64,
    /// Sectors that have been asked for.
    pub sectors: u8,
    /// Where the line will be, if it has a place in the cache.
    pub place: Option<u32>,
    /// Requests that have been sent and not been answered.
    pub outstanding: u32,
    /// Can others still join? [`Mshr::close`] ends it.
    open: bool,
    /// Who waits, first one first.
    pub waiters: Vec<T>,
    /// The number of its request in events.
    #[serde(skip)]
    pub number: u64,
    used: bool,
}

/// In place of a line: nobody uses the entry. No line begins there.
const FREE: u64 = u64::MAX;
/// In place of a line: nobody can join the entry.
const CLOSED: u64 = u64::MAX - 1;

/// The table.
#[derive(Clone, Debug, Serialize)]
pub struct Mshr<T> {
    entries: Vec<Miss<T>>,
    /// The line of each entry that others can join, side by side: an entry is looked for with every miss.
    #[serde(skip)]
    lines: Vec<u64>,
    #[serde(skip)]
    merges: usize,
    used: usize,
}

impl<T: Clone> Mshr<T> {
    /// An empty table with `entries` entries of `merges` waiters each (at least one of both).
    pub fn new(entries: u32, merges: u32) -> Mshr<T> {
        let merges = merges.max(1) as usize;
        let entry = |_| Miss {
            address: 0,
            sectors: 0,
            place: None,
            outstanding: 0,
            open: false,
            waiters: Vec::with_capacity(merges),
            number: 0,
            used: false,
        };
        let entries: Vec<_> = (0..entries.max(1)).map(entry).collect();
        Mshr { lines: alloc::vec![FREE; entries.len()], entries, merges, used: 0 }
    }

    /// Bytes of the host's memory that such a table takes.
    pub const fn host_bytes(entries: u32, merges: u32) -> u64 {
        let (entries, merges) = (entries as u64 + 1, merges as u64 + 1);
        entries * ((size_of::<Miss<T>>() + size_of::<u64>()) as u64 + merges * size_of::<T>() as u64)
    }

    /// Bytes of unused room for waiters, which a copy does not take.
    pub fn spare_bytes(&self) -> u64 {
        let spare = |entry: &Miss<T>| self.merges.saturating_sub(entry.waiters.len());
        let waiters: usize = self.entries.iter().map(spare).sum();
        (waiters * size_of::<T>()) as u64
    }

    /// Number of entries in use.
    pub fn used(&self) -> usize {
        self.used
    }

    /// Is every entry in use?
    pub fn is_full(&self) -> bool {
        self.used == self.entries.len()
    }

    /// The entry that others can join for a line.
    pub fn find(&self, address: u64) -> Option<u32> {
        if self.used == 0 {
            return None;
        }
        self.lines.iter().position(|line| *line == address).map(|index| index as u32)
    }

    /// Takes a free entry for a line; `None` if the table is full.
    pub fn allocate(&mut self, address: u64, place: Option<u32>, open: bool) -> Option<u32> {
        let index = self.lines.iter().position(|line| *line == FREE)?;
        self.lines[index] = if open { address } else { CLOSED };
        self.used += 1;
        let entry = &mut self.entries[index];
        (entry.address, entry.place, entry.open, entry.used) = (address, place, open, true);
        (entry.sectors, entry.outstanding, entry.number) = (0, 0, 0);
        Some(index as u32)
    }

    /// Nobody joins the entry any more.
    pub fn close(&mut self, index: u32) {
        self.entries[index as usize].open = false;
        self.lines[index as usize] = CLOSED;
    }

    /// Can the entry take another waiter?
    pub fn can_merge(&self, index: u32) -> bool {
        self.entries.get(index as usize).is_some_and(|entry| entry.waiters.len() < self.merges)
    }

    /// Adds a waiter, for which [`Mshr::can_merge`] has made sure there is room.
    pub fn wait(&mut self, index: u32, waiter: T) {
        self.entries[index as usize].waiters.push(waiter);
    }

    /// Who waits for an entry, first one first.
    pub fn waiters(&self, index: u32) -> &[T] {
        self.entries.get(index as usize).map_or(&[], |entry| &entry.waiters)
    }

    /// An entry in use by its number.
    pub fn entry(&mut self, index: u32) -> Option<&mut Miss<T>> {
        self.entries.get_mut(index as usize).filter(|entry| entry.used)
    }

    /// Every entry in use, with its number.
    pub fn in_use(&self) -> impl Iterator<Item = (u32, &Miss<T>)> {
        (0u32..).zip(&self.entries).filter(|(_, entry)| entry.used)
    }

    /// Gives an entry back.
    pub fn free(&mut self, index: u32) {
        let entry = &mut self.entries[index as usize];
        self.used -= usize::from(entry.used);
        entry.used = false;
        entry.waiters.clear();
        self.lines[index as usize] = FREE;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_and_waiters_are_bounded() {
        let mut table = Mshr::new(2, 2);
        let first = table.allocate(0, None, true).unwrap();
        table.wait(first, 'a');
        assert!(table.can_merge(first));
        table.wait(first, 'b');
        assert!(!table.can_merge(first));
        assert_eq!(table.allocate(128, None, true), Some(1));
        assert!(table.is_full() && table.allocate(256, None, true).is_none());
        table.free(first);
        assert_eq!((table.used(), table.find(0), table.find(128)), (1, None, Some(1)));
    }

    #[test]
    fn a_closed_entry_is_not_found() {
        let mut table: Mshr<()> = Mshr::new(2, 1);
        assert_eq!(table.allocate(0, None, false), Some(0));
        assert_eq!(table.find(0), None);
    }
}
