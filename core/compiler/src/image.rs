//! The memory image: what global and constant memory holds. (When memory answers is the business of `mem`.)
//!
//! A flat 64-bit address space with regions, ranges of memory that may be read or written as a whole. Buffers are names of
//! parts of them. A buffer that says no place gets a region of its own, at a multiple of 256 bytes with an unmapped gap
//! behind it, so that an access past its end never lands in the next one. Buffers that say where they lie may overlap: those
//! that do share a region. Every access is checked against the regions.
//!
//! A region has a [`Permission`]: what programs may do with it. A name has none, so that a pointer to `const` and one that writes
//! may lead to the same bytes; it is the region that refuses a store, on every machine alike.
//!
//! Contents are kept in pages that clones share until one of them writes, so that a snapshot of a running machine costs
//! little. Pages lie in a row from [`BASE`] on; those of regions far above are found by a search, which is slower.
//!
//! A device behind addresses is no memory: an access that finds no region may be one of the [`Console`]'s, if a machine has
//! attached one and asks for it ([`Memory::read_device`], [`Memory::write_device`]).
//!
//! Deliberately absent: regions that cannot be read (a store of less than a word reads the rest of it, on a machine without
//! narrow stores), and a permission to execute: programs are no data of any machine, so that nothing is fetched from here.

use alloc::{string::String, sync::Arc, vec::Vec};

use serde::{Deserialize, Serialize};

pub mod console;
mod contents;
mod fault;
mod region;

pub use console::Console;
use contents::number;
pub use fault::{Fault, FaultKind};
pub use region::{Misplaced, Permission, Placed, Why};

pub use crate::base::Digest;
use crate::ir::{Space, Type};

/// Address of the first buffer.
pub const BASE: u64 = 0x1_0000;
/// Every buffer starts at a multiple of this, with at least this much unmapped before the next.
pub const ALIGN: u64 = 256;
/// Bytes of a page; a power of two.
pub const PAGE: usize = 4096;
/// Where a buffer with a place of its own ends at the latest: addresses of 32 bits reach all of it.
pub const MOST_ADDRESS: u64 = 1 << 32;

/// A name of data in a program by hand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DataLabel {
    /// The name.
    pub name: String,
    /// Its address.
    pub address: u64,
    /// Behind its data, if the program says where that is; else they go on to the next name.
    pub end: Option<u64>,
    /// The type of what a directive puts there; words of 32 bits if none says it.
    pub element: Type,
}

/// A named range of memory.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Buffer {
    /// The kernel argument it belongs to.
    pub name: String,
    /// First address.
    pub base: u64,
    /// Size in bytes.
    pub bytes: u64,
    /// Scalar type of the elements.
    pub element: Type,
    /// Are the elements unsigned integers (for display)?
    pub unsigned: bool,
}

type Page = [u8; PAGE];

/// A range of memory that is there.
#[derive(Clone, Copy, Debug)]
struct Region {
    base: u64,
    bytes: u64,
    permission: Permission,
    /// Was it put at an address that somebody said?
    placed: bool,
}

/// All buffers and what they hold.
#[derive(Clone, Debug, Default)]
pub struct Memory {
    buffers: Vec<Buffer>,
    /// In ascending order of addresses; none overlaps another.
    regions: Vec<Region>,
    /// The pages from [`BASE`] on.
    pages: Vec<Arc<Page>>,
    /// Pages above them by their numbers, in ascending order.
    far: Vec<(usize, Arc<Page>)>,
    /// How many of the buffers are those of the launch, once that has been said.
    launched: Option<usize>,
    /// How many writes have changed something.
    changes: u64,
    /// Bytes more that stay unmapped in front of the next buffer.
    gap: u64,
    console: Option<Console>,
}

impl Memory {
    /// Adds a buffer of zeros behind the others, in the next room that is free, and returns its index.
    pub fn allocate(
        &mut self,
        name: &str,
        bytes: u64,
        element: Type,
        unsigned: bool,
        writable: bool,
    ) -> usize {
        let last = self.regions.iter().rev().find(|region| !region.placed);
        let end = last.map_or(BASE, |last| last.base + last.bytes + ALIGN);
        let mut base = (end + core::mem::take(&mut self.gap)).next_multiple_of(ALIGN);
        while let Some(other) = self.overlapping(base, bytes + ALIGN) {
            base = (other.base + other.bytes + ALIGN).next_multiple_of(ALIGN);
        }
        let permission = if writable { Permission::ReadWrite } else { Permission::Read };
        self.add_region(Region { base, bytes, permission, placed: false });
        self.grow((base + bytes - BASE).div_ceil(PAGE as u64) as usize);
        self.buffers.push(Buffer { name: name.into(), base, bytes, element, unsigned });
        self.buffers.len() - 1
    }

    /// Makes memory of zeros for buffers at addresses that somebody said: one region for those that touch each other. Its
    /// permission is what one of them says, or else the most that one of them needs.
    ///
    /// # Errors
    /// A range that is not memory, or where memory is already, or that says another permission than one that it touches.
    pub fn place(&mut self, ranges: &[Placed]) -> Result<(), Misplaced> {
        let mut ranges = ranges.to_vec();
        ranges.retain(|range| range.bytes > 0);
        crate::base::order::sort_by_key(&mut ranges, |range| range.at);
        let mut joined: Vec<Placed> = Vec::new();
        for range in ranges {
            let wrong = |why| Misplaced { range, why };
            let end = range.at.checked_add(range.bytes).filter(|end| *end <= MOST_ADDRESS);
            let end = end.ok_or(wrong(Why::NoMemory))?;
            if range.at < BASE || self.overlapping(range.at, range.bytes).is_some() {
                return Err(wrong(Why::NoMemory));
            }
            match joined.last_mut().filter(|last| range.at <= last.at + last.bytes) {
                Some(last) => {
                    last.bytes = last.bytes.max(end - last.at);
                    last.need = last.need.or(range.need);
                    if last.said.zip(range.said).is_some_and(|(one, other)| one != other) {
                        return Err(wrong(Why::Contrary));
                    }
                    last.said = last.said.or(range.said);
                }
                None => joined.push(range),
            }
        }
        let zero = Arc::new([0; PAGE]);
        for Placed { at: base, bytes, need, said } in joined {
            let region = Region { base, bytes, permission: said.unwrap_or(need), placed: true };
            let pages = number(region.base)..number(region.base + region.bytes - 1) + 1;
            for page in pages.filter(|page| *page >= self.pages.len()) {
                if let Err(at) = self.far.binary_search_by_key(&page, |(page, _)| *page) {
                    self.far.insert(at, (page, zero.clone()));
                }
            }
            self.add_region(region);
        }
        Ok(())
    }

    /// Gives a name to memory that is there, and returns the index of the buffer.
    pub fn name(&mut self, buffer: Buffer) -> usize {
        self.buffers.push(buffer);
        self.buffers.len() - 1
    }

    /// Attaches a console. Is nothing else at its addresses?
    pub fn attach(&mut self, console: Console) -> bool {
        let base = console.base();
        let free = self.overlapping(base, console::BYTES).is_none();
        self.console = Some(console).filter(|_| free);
        free
    }

    /// The console, if there is one.
    pub const fn console(&self) -> Option<&Console> {
        self.console.as_ref()
    }

    /// Writes a line to the console, if there is one.
    pub fn print(&mut self, line: &str) {
        self.changes += u64::from(self.console.is_some());
        if let Some(console) = &mut self.console {
            console.print(line);
        }
    }

    /// Reads a register of a device, for an access that found no memory; `fault` is what it found.
    ///
    /// # Errors
    /// The fault, if no device is there.
    #[cold]
    pub fn read_device(&mut self, fault: Fault) -> Result<u64, Fault> {
        let found =
            self.console.as_mut().and_then(|console| Some((console.register(fault.address)?, console)));
        let Some((register, console)) = found else { return Err(fault) };
        let (value, changed) = console.read(register);
        self.changes += u64::from(changed);
        Ok(value)
    }

    /// As [`Memory::read_device`], to write.
    ///
    /// # Errors
    /// The fault, if no device is there; [`FaultKind::Full`].
    #[cold]
    pub fn write_device(&mut self, fault: Fault, value: u64) -> Result<(), Fault> {
        let found =
            self.console.as_mut().and_then(|console| Some((console.register(fault.address)?, console)));
        let Some((register, console)) = found else { return Err(fault) };
        self.changes += 1;
        if console.write(register, value) { Ok(()) } else { Err(Fault { kind: FaultKind::Full, ..fault }) }
    }

    fn add_region(&mut self, region: Region) {
        let at = self.regions.partition_point(|other| other.base <= region.base);
        self.regions.insert(at, region);
    }

    /// A region that was placed and overlaps a range.
    fn overlapping(&self, base: u64, bytes: u64) -> Option<Region> {
        let end = base.saturating_add(bytes);
        let overlaps = |region: &&Region| region.base < end && base < region.base + region.bytes;
        self.regions.iter().find(overlaps).copied()
    }

    /// Makes the row of pages at least so long. Pages above it that it reaches move into it.
    fn grow(&mut self, count: usize) {
        let zero = Arc::new([0; PAGE]);
        if self.far.is_empty() {
            self.pages.resize_with(count.max(self.pages.len()), || zero.clone());
            return;
        }
        while self.pages.len() < count {
            let known = self.far.binary_search_by_key(&self.pages.len(), |(page, _)| *page);
            self.pages.push(known.map_or_else(|_| zero.clone(), |at| self.far.remove(at).1));
        }
    }

    /// Leaves so many bytes more unmapped in front of the next buffer: what runs out of it downwards meets no other.
    pub const fn leave_gap(&mut self, bytes: u64) {
        self.gap = bytes;
    }

    /// Takes away the buffers from number `count` on, which say no place.
    pub fn truncate(&mut self, count: usize) {
        for buffer in self.buffers.drain(count.min(self.buffers.len())..) {
            self.regions.retain(|region| region.placed || region.base != buffer.base);
        }
        let end = self.regions.iter().map(|region| region.base + region.bytes).max().unwrap_or(BASE);
        self.pages.truncate((end - BASE).div_ceil(PAGE as u64) as usize);
    }

    /// Says that all buffers of the launch are there: what a machine adds behind them is no result.
    pub fn close_launch(&mut self) {
        self.launched = Some(self.buffers.len());
    }

    /// The buffers of the launch.
    pub fn launched(&self) -> &[Buffer] {
        let count = self.launched.unwrap_or(self.buffers.len());
        self.buffers.get(..count).unwrap_or(&self.buffers)
    }

    /// The buffers, in the order in which they came.
    pub fn buffers(&self) -> &[Buffer] {
        &self.buffers
    }

    /// Checks an access of `bytes` bytes (a power of two) at `address`.
    ///
    /// # Errors
    /// Out of bounds, misaligned, or a write to a read-only region.
    #[inline]
    pub fn check(&self, address: u64, bytes: u32, write: bool) -> Result<(), Fault> {
        let region = self.region(address);
        let inside = |region: &&Region| address - region.base + u64::from(bytes) <= region.bytes;
        let Some(region) = region.filter(inside) else {
            return Err(self.fault(FaultKind::OutOfBounds, address, bytes, write));
        };
        if address & u64::from(bytes - 1) != 0 {
            return Err(self.fault(FaultKind::Misaligned, address, bytes, write));
        }
        if write && region.permission == Permission::Read {
            return Err(self.fault(FaultKind::ReadOnly, address, bytes, write));
        }
        Ok(())
    }

    /// Is the whole range `address..address + bytes` in one region (that may be written, if `write`)? One question for
    /// a warp's unit-stride access; on `false` check lane by lane.
    #[inline]
    pub fn contains(&self, address: u64, bytes: u64, write: bool) -> bool {
        self.region(address).is_some_and(|region| {
            address - region.base <= region.bytes
                && bytes <= region.bytes - (address - region.base)
                && (region.permission == Permission::ReadWrite || !write)
        })
    }

    /// Bytes from an address to the end of its region; 0 if it is in none.
    pub fn bytes_from(&self, address: u64) -> u64 {
        self.region(address).map_or(0, |region| (region.base + region.bytes).saturating_sub(address))
    }

    /// The last region that begins at an address or below it. A launch has few, and then looking at each is quickest.
    #[inline]
    fn region(&self, address: u64) -> Option<&Region> {
        if self.regions.len() <= 8 {
            return self.regions.iter().rev().find(|region| region.base <= address);
        }
        let at = self.regions.partition_point(|region| region.base <= address);
        self.regions.get(at.checked_sub(1)?)
    }

    #[cold]
    fn fault(&self, kind: FaultKind, address: u64, bytes: u32, write: bool) -> Fault {
        // The one that holds the address if there is one, else the nearest below.
        let below = self.buffers.iter().filter(|buffer| buffer.base <= address);
        let nearest = below.max_by_key(|buffer| (address - buffer.base < buffer.bytes, buffer.base));
        let near = nearest.map(|buffer| (buffer.name.clone(), address - buffer.base));
        Fault { kind, space: Space::Global, address, bytes, write, near }
    }

    /// Reads 1, 2, 4 or 8 bytes, little-endian, zero-extended.
    ///
    /// # Errors
    /// As [`Memory::check`].
    #[inline]
    pub fn read(&self, address: u64, bytes: u32) -> Result<u64, Fault> {
        self.check(address, bytes, false)?;
        Ok(self.load(address, bytes))
    }

    /// Writes the low 1, 2, 4 or 8 bytes of `value`.
    ///
    /// # Errors
    /// As [`Memory::check`].
    #[inline]
    pub fn write(&mut self, address: u64, bytes: u32, value: u64) -> Result<(), Fault> {
        self.check(address, bytes, true)?;
        self.store(address, bytes, value);
        Ok(())
    }

    /// How many writes have put another value in the place of the one that was there, for who looks whether anything
    /// still changes. Whoever writes through [`Memory::span_mut`] says so with [`Memory::note_change`].
    pub const fn changes(&self) -> u64 {
        self.changes
    }

    /// Counts a write that has changed something.
    pub const fn note_change(&mut self) {
        self.changes += 1;
    }
}

#[cfg(test)]
mod tests;
