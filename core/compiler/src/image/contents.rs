//! The bytes of memory: pages, which clones share until one of them writes.

use alloc::{sync::Arc, vec::Vec};
use core::ops::Range;

use super::{BASE, Buffer, Digest, Memory, PAGE, Page};

impl Memory {
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

    /// Reads words in a row that have been checked.
    pub fn load_words(&self, address: u64, to: &mut [u32]) {
        let mut address = address;
        let mut rest = to;
        while !rest.is_empty() {
            let (page, at) = place(address);
            let words = ((PAGE - at) / 4).clamp(1, rest.len());
            let (now, later) = rest.split_at_mut(words);
            let bytes = self.page(page).and_then(|page| page.get(at..at + 4 * words)).unwrap_or_default();
            let each = now.iter_mut().zip(bytes.as_chunks::<4>().0);
            each.for_each(|(word, bytes)| *word = u32::from_le_bytes(*bytes));
            (rest, address) = (later, address + 4 * words as u64);
        }
    }

    /// Writes words in a row that have been checked.
    pub fn store_words(&mut self, address: u64, words: &[u32]) {
        let mut address = address;
        let mut rest = words;
        while !rest.is_empty() {
            let (page, at) = place(address);
            let (now, later) = rest.split_at(((PAGE - at) / 4).clamp(1, rest.len()));
            let bytes = self.page_mut(page).and_then(|page| page.get_mut(at..at + 4 * now.len()));
            let mut changed = 0;
            for (to, word) in bytes.into_iter().flat_map(|bytes| bytes.as_chunks_mut::<4>().0).zip(now) {
                changed += u64::from(*to != word.to_le_bytes());
                *to = word.to_le_bytes();
            }
            self.changes += changed;
            (rest, address) = (later, address + 4 * now.len() as u64);
        }
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

/// The number of the page that an address is in, and the byte in it.
pub(super) fn place(address: u64) -> (usize, usize) {
    let offset = (address - BASE) as usize;
    (offset / PAGE, offset % PAGE)
}

/// The number of the page that an address is in.
pub(super) fn number(address: u64) -> usize {
    place(address).0
}
