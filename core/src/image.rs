//! The memory image: what global and constant memory holds. (When memory answers is the business of [`crate::mem`].)
//!
//! A flat 64-bit address space with named buffers, each at a multiple of 256 bytes with an unmapped gap behind it, so
//! that an access past the end of a buffer never lands in the next one. Every access is checked against the buffers.
//! Contents are kept in pages that clones share until one of them writes, so that a snapshot of a running machine
//! costs little.

use alloc::{string::String, sync::Arc, vec::Vec};
use core::{fmt, ops::Range};

use serde::{Deserialize, Serialize};

pub use crate::base::Digest;
use crate::ir::{Space, Type};

/// Address of the first buffer.
pub const BASE: u64 = 0x1_0000;
/// Every buffer starts at a multiple of this, with at least this much unmapped before the next.
pub const ALIGN: u64 = 256;
/// Bytes of a page; a power of two.
pub const PAGE: usize = 4096;

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
}

type Page = [u8; PAGE];

/// All buffers and what they hold.
#[derive(Clone, Debug, Default)]
pub struct Memory {
    buffers: Vec<Buffer>,
    pages: Vec<Arc<Page>>,
    /// How many of the buffers are those of the launch, once that has been said.
    launched: Option<usize>,
    /// How many writes have changed something.
    changes: u64,
    /// Bytes more that stay unmapped in front of the next buffer.
    gap: u64,
}

impl Memory {
    /// Adds a buffer of zeros behind the others and returns its index.
    pub fn allocate(
        &mut self,
        name: &str,
        bytes: u64,
        element: Type,
        unsigned: bool,
        writable: bool,
    ) -> usize {
        let end = self.buffers.last().map_or(BASE, |last| last.base + last.bytes + ALIGN);
        let base = (end + core::mem::take(&mut self.gap)).next_multiple_of(ALIGN);
        self.buffers.push(Buffer { name: name.into(), base, bytes, element, unsigned, writable });
        let pages = (base + bytes - BASE).div_ceil(PAGE as u64) as usize;
        let zero = Arc::new([0; PAGE]);
        self.pages.resize_with(pages.max(self.pages.len()), || zero.clone());
        self.buffers.len() - 1
    }

    /// Leaves so many bytes more unmapped in front of the next buffer: what runs out of it downwards meets no other.
    pub const fn leave_gap(&mut self, bytes: u64) {
        self.gap = bytes;
    }

    /// Takes away the buffers from number `count` on.
    pub fn truncate(&mut self, count: usize) {
        self.buffers.truncate(count);
        let end = self.buffers.last().map_or(BASE, |last| last.base + last.bytes);
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

    /// The buffers in ascending address order.
    pub fn buffers(&self) -> &[Buffer] {
        &self.buffers
    }

    /// Checks an access of `bytes` bytes (a power of two) at `address`.
    ///
    /// # Errors
    /// Out of bounds, misaligned, or a write to a read-only buffer.
    #[inline]
    pub fn check(&self, address: u64, bytes: u32, write: bool) -> Result<(), Fault> {
        let at = self.buffers.partition_point(|buffer| buffer.base <= address);
        let inside =
            at > 0 && address - self.buffers[at - 1].base + u64::from(bytes) <= self.buffers[at - 1].bytes;
        if !inside {
            return Err(self.fault(FaultKind::OutOfBounds, address, bytes, write));
        }
        if address & u64::from(bytes - 1) != 0 {
            return Err(self.fault(FaultKind::Misaligned, address, bytes, write));
        }
        if write && !self.buffers[at - 1].writable {
            return Err(self.fault(FaultKind::ReadOnly, address, bytes, write));
        }
        Ok(())
    }

    /// Is the whole range `address..address + bytes` in one buffer (that may be written, if `write`)? One question for
    /// a warp's unit-stride access; on `false` check lane by lane.
    #[inline]
    pub fn contains(&self, address: u64, bytes: u64, write: bool) -> bool {
        let at = self.buffers.partition_point(|buffer| buffer.base <= address);
        at > 0 && {
            let buffer = &self.buffers[at - 1];
            address - buffer.base <= buffer.bytes
                && bytes <= buffer.bytes - (address - buffer.base)
                && (buffer.writable || !write)
        }
    }

    #[cold]
    fn fault(&self, kind: FaultKind, address: u64, bytes: u32, write: bool) -> Fault {
        let at = self.buffers.partition_point(|buffer| buffer.base <= address);
        let near =
            at.checked_sub(1).map(|at| (self.buffers[at].name.clone(), address - self.buffers[at].base));
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
        let page = &self.pages[page];
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
        let word = &mut Arc::make_mut(&mut self.pages[page])[at..at + bytes];
        self.changes += u64::from(*word != value[..bytes]);
        word.copy_from_slice(&value[..bytes]);
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
        self.pages.get(page)?.get(at..at + bytes)
    }

    /// As [`Memory::span`], to write.
    #[inline]
    pub fn span_mut(&mut self, address: u64, bytes: usize) -> Option<&mut [u8]> {
        let (page, at) = place(address);
        Arc::make_mut(self.pages.get_mut(page)?).get_mut(at..at + bytes)
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
            (bytes > 0).then(|| &self.pages[page][start..start + bytes])
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
            match rest[..n].try_into() {
                Ok(whole) => self.pages[page] = Arc::new(whole),
                Err(_) => {
                    Arc::make_mut(&mut self.pages[page])[start..start + n].copy_from_slice(&rest[..n]);
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
        self.pages.iter().enumerate().filter(|page| own(*page)).count() * PAGE
    }

    /// A 64-bit digest of the contents of the launch's buffers (FNV-1a over 8-byte words).
    pub fn digest(&self) -> u64 {
        self.digest_of(self.launched().len())
    }

    /// As [`Memory::digest`], with what a machine has added.
    pub fn whole_digest(&self) -> u64 {
        self.digest_of(self.buffers.len())
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

fn place(address: u64) -> (usize, usize) {
    let offset = (address - BASE) as usize;
    (offset / PAGE, offset % PAGE)
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let verb = if self.write { "write" } else { "read" };
        let what = match self.kind {
            FaultKind::OutOfBounds => "out of bounds",
            FaultKind::Misaligned => "misaligned",
            FaultKind::ReadOnly => "to read-only memory",
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
mod tests {
    use super::*;

    fn two_buffers() -> Memory {
        let mut memory = Memory::default();
        memory.allocate("a", 5000, Type::I32, false, true);
        memory.allocate("b", 16, Type::I32, false, false);
        memory
    }

    #[test]
    fn an_access_past_the_end_is_a_fault_that_names_the_buffer() {
        let memory = two_buffers();
        assert!(memory.read(BASE + 4996, 4).is_ok());
        let fault = memory.read(BASE + 5000, 4).unwrap_err();
        assert_eq!((fault.kind, fault.near), (FaultKind::OutOfBounds, Some(("a".into(), 5000))));
        assert_eq!(memory.read(BASE + 2, 4).unwrap_err().kind, FaultKind::Misaligned);
        assert_eq!(memory.read(0, 4).unwrap_err().near, None);
    }

    #[test]
    fn read_only_buffers_refuse_writes() {
        let mut memory = two_buffers();
        let base = memory.buffers()[1].base;
        assert_eq!(memory.write(base, 4, 1).unwrap_err().kind, FaultKind::ReadOnly);
        assert!(memory.contains(base, 16, false) && !memory.contains(base, 16, true));
        assert!(!memory.contains(base, 17, false));
    }

    #[test]
    fn only_writes_of_other_values_are_changes() {
        let mut memory = two_buffers();
        for (value, changes) in [(0, 0), (7, 1), (7, 1), (0x107, 1), (8, 2)] {
            memory.write(BASE + 3, 1, value).unwrap();
            assert_eq!(memory.changes(), changes);
        }
    }

    #[test]
    fn an_access_before_a_space_says_how_far() {
        let (kind, space) = (FaultKind::OutOfBounds, Space::Private);
        let near = Some(("u".into(), 0_u64.wrapping_sub(36)));
        let fault = Fault { kind, space, address: 0_u64.wrapping_sub(4), bytes: 4, write: true, near };
        let text = alloc::format!("{fault}");
        assert!(text.ends_with("private address 0xfffffffffffffffc, 4 bytes before its start"), "{text}");
    }

    #[test]
    fn clones_do_not_see_later_writes() {
        let mut memory = two_buffers();
        let before = memory.clone();
        memory.write(BASE + 4096, 8, 0x0102_0304_0506_0708).unwrap();
        assert_eq!((memory.unshared_bytes(&before), memory.unshared_bytes(&memory)), (PAGE, 0));
        assert_eq!(before.load(BASE + 4096, 8), 0);
        assert_eq!(memory.load(BASE + 4100, 2), 0x0304);
        assert_ne!(memory.digest(), before.digest());
    }

    #[test]
    fn the_digest_is_that_of_each_buffer_as_one_piece() {
        let mut memory = two_buffers();
        memory.copy_in(0, &(0..5000u32).map(|i| (i * 7) as u8).collect::<Vec<_>>());
        let mut whole = Digest::default();
        (0..2).for_each(|buffer| whole.bytes(&memory.copy_out(buffer, 0, u64::MAX)));
        assert_eq!(memory.digest(), whole.0);
    }

    #[test]
    fn copies_cross_pages() {
        let mut memory = two_buffers();
        let data: Vec<u8> = (0..5000u32).map(|i| i as u8).collect();
        memory.copy_in(0, &data);
        assert_eq!(memory.copy_out(0, 0, 9999), data);
        assert_eq!(memory.copy_out(0, 4090, 10), data[4090..4100]);
    }
}
