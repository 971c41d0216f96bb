//! The memory image: what global and constant memory holds. (When memory answers is the business of [`crate::mem`].)
//!
//! A flat 64-bit address space with regions, ranges of memory that may be read or written as a whole. Buffers are names of
//! parts of them. A buffer that says no place gets a region of its own, at a multiple of 256 bytes with an unmapped gap
//! behind it, so that an access past its end never lands in the next one. Buffers that say where they lie may overlap: those
//! that do share a region. Every access is checked against the regions.
//!
//! Contents are kept in pages that clones share until one of them writes, so that a snapshot of a running machine costs
//! little. Pages lie in a row from [`BASE`] on; those of regions far above are found by a search, which is slower.
//!
//! A device behind addresses is no memory: an access that finds no region may be one of the [`Console`]'s, if a machine has
//! attached one and asks for it ([`Memory::read_device`], [`Memory::write_device`]).
//!
//! Deliberately absent: regions that cannot be read, and code as memory. No machine has them.

use alloc::{string::String, sync::Arc, vec::Vec};
use core::{fmt, ops::Range};

use serde::{Deserialize, Serialize};

pub mod console;

pub use console::Console;

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
    /// May the kernel write it?
    pub writable: bool,
}

/// An access that cannot be done.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fault {
    /// What is wrong.
    pub kind: FaultKind,
    /// The space it was made in.
    pub space: Space,
    /// Its address.
    pub address: u64,
    /// Its size in bytes.
    pub bytes: u32,
    /// Was it a write (or an atomic)?
    pub write: bool,
    /// The buffer that is nearest below the address, if any: name and distance from its base in bytes.
    pub near: Option<(String, u64)>,
}

/// What is wrong with an access.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum FaultKind {
    /// Not inside any buffer (or slot).
    OutOfBounds,
    /// Not a multiple of its size.
    Misaligned,
    /// A write to a read-only buffer.
    ReadOnly,
    /// A write to a console whose output is as long as limit `console_bytes` allows.
    Full,
}

type Page = [u8; PAGE];

/// A range of memory that is there.
#[derive(Clone, Copy, Debug)]
struct Region {
    base: u64,
    bytes: u64,
    writable: bool,
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
        self.add_region(Region { base, bytes, writable, placed: false });
        self.grow((base + bytes - BASE).div_ceil(PAGE as u64) as usize);
        self.buffers.push(Buffer { name: name.into(), base, bytes, element, unsigned, writable });
        self.buffers.len() - 1
    }

    /// Makes memory of zeros for buffers at addresses that somebody said: one region for those that touch each other, which
    /// may be written if one of them may.
    ///
    /// # Errors
    /// A range that is not memory, or where memory is already.
    pub fn place(&mut self, ranges: &[Placed]) -> Result<(), Placed> {
        let mut ranges = ranges.to_vec();
        ranges.retain(|range| range.bytes > 0);
        crate::base::order::sort_by_key(&mut ranges, |range| range.at);
        let mut regions: Vec<Region> = Vec::new();
        for range in ranges {
            let end = range.at.checked_add(range.bytes).filter(|end| *end <= MOST_ADDRESS).ok_or(range)?;
            if range.at < BASE || self.overlapping(range.at, range.bytes).is_some() {
                return Err(range);
            }
            match regions.last_mut().filter(|last| range.at <= last.base + last.bytes) {
                Some(last) => {
                    last.bytes = last.bytes.max(end - last.base);
                    last.writable |= range.writable;
                }
                None => regions.push(Region {
                    base: range.at,
                    bytes: range.bytes,
                    writable: range.writable,
                    placed: true,
                }),
            }
        }
        let zero = Arc::new([0; PAGE]);
        for region in regions {
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
    /// Out of bounds, misaligned, or a write to a read-only buffer.
    #[inline]
    pub fn check(&self, address: u64, bytes: u32, write: bool) -> Result<(), Fault> {
        let at = self.regions.partition_point(|region| region.base <= address);
        let inside =
            at > 0 && address - self.regions[at - 1].base + u64::from(bytes) <= self.regions[at - 1].bytes;
        if !inside {
            return Err(self.fault(FaultKind::OutOfBounds, address, bytes, write));
        }
        if address & u64::from(bytes - 1) != 0 {
            return Err(self.fault(FaultKind::Misaligned, address, bytes, write));
        }
        if write && !self.regions[at - 1].writable {
            return Err(self.fault(FaultKind::ReadOnly, address, bytes, write));
        }
        Ok(())
    }

    /// Is the whole range `address..address + bytes` in one region (that may be written, if `write`)? One question for
    /// a warp's unit-stride access; on `false` check lane by lane.
    #[inline]
    pub fn contains(&self, address: u64, bytes: u64, write: bool) -> bool {
        let at = self.regions.partition_point(|region| region.base <= address);
        at > 0 && {
            let region = &self.regions[at - 1];
            address - region.base <= region.bytes
                && bytes <= region.bytes - (address - region.base)
                && (region.writable || !write)
        }
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

    /// Reads an aligned access that has been checked.
    #[inline]
    pub fn load(&self, address: u64, bytes: u32) -> u64 {
        let (page, at) = place(address);
        let Some(page) = self.page(page) else { return 0 };
        match bytes {
            1 => u64::from(page[at]),
            2 => u64::from(u16::from_le_bytes(page[at..at + 2].try_into().unwrap_or_default())),
            4 => u64::from(u32::from_le_bytes(page[at..at + 4].try_into().unwrap_or_default())),
            _ => u64::from_le_bytes(page[at..at + 8].try_into().unwrap_or_default()),
        }
    }

    /// Writes an aligned access that has been checked.
    #[inline]
    pub fn store(&mut self, address: u64, bytes: u32, value: u64) {
        let (page, at) = place(address);
        let (bytes, value) = (bytes as usize, value.to_le_bytes());
        let Some(page) = self.page_mut(page) else { return };
        let word = &mut page[at..at + bytes];
        let changed = *word != value[..bytes];
        word.copy_from_slice(&value[..bytes]);
        self.changes += u64::from(changed);
    }

    /// A page by its number.
    #[inline]
    fn page(&self, number: usize) -> Option<&Page> {
        match self.pages.get(number) {
            Some(page) => Some(page),
            None => self.far_page(number),
        }
    }

    #[cold]
    fn far_page(&self, number: usize) -> Option<&Page> {
        let at = self.far.binary_search_by_key(&number, |(page, _)| *page).ok()?;
        Some(&self.far[at].1)
    }

    /// As [`Memory::page`], to write.
    #[inline]
    fn page_mut(&mut self, number: usize) -> Option<&mut Page> {
        if number < self.pages.len() {
            return Some(Arc::make_mut(&mut self.pages[number]));
        }
        self.far_page_mut(number)
    }

    #[cold]
    fn far_page_mut(&mut self, number: usize) -> Option<&mut Page> {
        let at = self.far.binary_search_by_key(&number, |(page, _)| *page).ok()?;
        Some(Arc::make_mut(&mut self.far[at].1))
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

    /// The bytes from `address` to the end of its page at most `bytes`: for a warp's unit-stride access that was
    /// checked. `None` if the range crosses a page.
    #[inline]
    pub fn span(&self, address: u64, bytes: usize) -> Option<&[u8]> {
        let (page, at) = place(address);
        self.page(page)?.get(at..at + bytes)
    }

    /// As [`Memory::span`], to write.
    #[inline]
    pub fn span_mut(&mut self, address: u64, bytes: usize) -> Option<&mut [u8]> {
        let (page, at) = place(address);
        self.page_mut(page)?.get_mut(at..at + bytes)
    }

    /// Copies `bytes` bytes of a buffer from `offset` (cut at the buffer's end).
    pub fn copy_out(&self, buffer: usize, offset: u64, bytes: u64) -> Vec<u8> {
        let end = offset.saturating_add(bytes).min(self.buffers[buffer].bytes);
        let mut out = Vec::with_capacity(end.saturating_sub(offset) as usize);
        self.pieces(buffer, offset..end).for_each(|piece| out.extend_from_slice(piece));
        out
    }

    /// A range of a buffer, page by page. Pieces begin at multiples of [`ALIGN`], except the first.
    fn pieces(&self, buffer: usize, range: Range<u64>) -> impl Iterator<Item = &[u8]> {
        let base = self.buffers[buffer].base;
        let mut at = range.start;
        core::iter::from_fn(move || {
            let (page, start) = place(base + at);
            let bytes = (PAGE - start).min(range.end.checked_sub(at)? as usize);
            at += bytes as u64;
            (bytes > 0).then(|| self.page(page)?.get(start..start + bytes)).flatten()
        })
    }

    /// Fills a buffer from its start with `data` (cut at the buffer's end).
    pub fn copy_in(&mut self, buffer: usize, data: &[u8]) {
        let Buffer { base, bytes, .. } = self.buffers[buffer];
        let mut rest = &data[..data.len().min(bytes as usize)];
        let mut address = base;
        while !rest.is_empty() {
            let (page, start) = place(address);
            let n = (PAGE - start).min(rest.len());
            match (rest[..n].try_into(), self.pages.get_mut(page)) {
                (Ok(whole), Some(page)) => *page = Arc::new(whole),
                _ => {
                    let page = self.page_mut(page).and_then(|page| page.get_mut(start..start + n));
                    page.into_iter().for_each(|to| to.copy_from_slice(&rest[..n]));
                }
            }
            rest = &rest[n..];
            address += n as u64;
        }
    }

    /// Bytes of the pages that these two do not share: what one of them takes while the other is kept too.
    pub fn unshared_bytes(&self, other: &Memory) -> usize {
        let own = |(at, page): (usize, &Arc<Page>)| {
            other.pages.get(at).is_none_or(|theirs| !Arc::ptr_eq(page, theirs))
        };
        let far = |(number, page): &&(usize, Arc<Page>)| {
            let at = other.far.binary_search_by_key(number, |(number, _)| *number);
            at.map_or(true, |at| !Arc::ptr_eq(page, &other.far[at].1))
        };
        let near = self.pages.iter().enumerate().filter(|page| own(*page)).count();
        (near + self.far.iter().filter(far).count()) * PAGE
    }

    /// A 64-bit digest of the contents of the launch's buffers (FNV-1a over 8-byte words).
    pub fn digest(&self) -> u64 {
        self.digest_of(self.launched().len())
    }

    /// As [`Memory::digest`], with what a machine has added, and with the console.
    pub fn whole_digest(&self) -> u64 {
        let memory = self.digest_of(self.buffers.len());
        let Some(console) = &self.console else { return memory };
        let mut hash = Digest(memory);
        hash.word(console.taken() as u64);
        hash.words(console.output());
        hash.0
    }

    fn digest_of(&self, count: usize) -> u64 {
        let mut hash = Digest::default();
        for (index, buffer) in self.buffers.iter().enumerate().take(count) {
            hash.word(buffer.bytes);
            self.pieces(index, 0..buffer.bytes).for_each(|piece| hash.words(piece));
        }
        hash.0
    }
}

/// A range in which somebody wants a buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placed {
    /// First address.
    pub at: u64,
    /// Size in bytes.
    pub bytes: u64,
    /// May the kernel write it?
    pub writable: bool,
}

/// The number of the page that an address is in, and the byte in it.
fn place(address: u64) -> (usize, usize) {
    let offset = (address - BASE) as usize;
    (offset / PAGE, offset % PAGE)
}

/// The number of the page that an address is in.
fn number(address: u64) -> usize {
    place(address).0
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let verb = if self.write { "write" } else { "read" };
        let what = match self.kind {
            FaultKind::OutOfBounds => "out of bounds",
            FaultKind::Misaligned => "misaligned",
            FaultKind::ReadOnly => "to read-only memory",
            FaultKind::Full => "to a console that takes no more (limit `console_bytes`)",
        };
        write!(
            f,
            "{verb} of {} bytes {what}: {} address {:#x}",
            self.bytes,
            self.space.name(),
            self.address
        )?;
        match &self.near {
            // Spaces other than global memory begin at 0: a negative distance has led here.
            _ if self.space != Space::Global && (self.address as i64) < 0 => {
                write!(f, ", {} bytes before its start", self.address.wrapping_neg())
            }
            Some((name, offset)) => write!(f, ", byte {offset} of `{name}`"),
            None if self.space == Space::Global && self.address < BASE => {
                write!(f, ", {} bytes from the null pointer", self.address)
            }
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests;
