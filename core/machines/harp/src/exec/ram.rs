//! Memory and the console behind its highest bit (HARP 3.9, facts C25, C26).
//!
//! Memory begins at 0 with the image. It has at least as many bytes as the core is built with, or, as in the original emulator, ends at
//! the power of two above the image. Bytes that nobody wrote are zeros; they take no room of the host.
//!
//! Deliberately absent: permissions of chunks, which the original emulator does not look at either.

use alloc::{collections::VecDeque, vec::Vec};

use super::{
    super::isa::{Arch, little_endian},
    config::{Config, MAX_RAM},
};

/// Why memory cannot be accessed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Refused {
    /// There is no memory.
    Outside,
    /// The console has as much output as is kept.
    ConsoleFull(usize),
}

/// See the module.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Ram {
    arch: Arch,
    in_word: bool,
    bytes: Vec<u8>,
    most: u64,
    console_bytes: usize,
    /// What was written to the console.
    pub output: Vec<u8>,
    /// What waits to be read from the console.
    pub input: VecDeque<u8>,
}

impl Ram {
    /// Memory with an image.
    pub fn new(config: &Config, image: &[u8]) -> Ram {
        let mut bytes = image.to_vec();
        let mut most = config.ram_bytes.max(image.len() as u64);
        if config.rules.tool_memory {
            bytes.push(0xff);
            bytes.resize(bytes.len().next_multiple_of(config.arch.word_bytes.into()), 0);
            most = (bytes.len() as u64 + 1).next_power_of_two();
        }
        Ram {
            arch: config.arch,
            in_word: config.rules.access_in_word,
            bytes,
            most: most.min(MAX_RAM),
            console_bytes: config.console_bytes,
            output: Vec::new(),
            input: VecDeque::new(),
        }
    }

    /// Bytes that memory may have.
    pub const fn size(&self) -> u64 {
        self.most
    }

    /// The bytes up to the last that was written.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Puts bytes where they belong before a run. What lies outside of memory is left out.
    pub fn write(&mut self, address: u64, bytes: &[u8]) {
        if let Ok((start, end)) = self.range(address, bytes.len() as u64) {
            self.bytes.resize(self.bytes.len().max(end), 0);
            self.bytes[start..end].copy_from_slice(bytes);
        }
    }

    /// Bytes of an access at an address: those of a word, or up to the next word.
    pub(super) const fn span(&self, address: u64) -> u64 {
        let word = self.arch.word_bytes as u64;
        if !self.in_word {
            return word;
        }
        // A division takes longer than all else of an access.
        let within = if word.is_power_of_two() { address & (word - 1) } else { address % word };
        word - within
    }

    /// Is it an address of the console?
    const fn is_console(&self, address: u64) -> bool {
        address.wrapping_sub(self.arch.console()) < 2 * self.arch.word_bytes as u64
    }

    /// The range of an access; `None` outside of memory.
    fn range(&self, address: u64, length: u64) -> Result<(usize, usize), Refused> {
        let end = address.checked_add(length).filter(|end| *end <= self.most).ok_or(Refused::Outside)?;
        Ok((address as usize, end as usize))
    }

    /// Reads a word.
    #[inline]
    pub fn load(&mut self, address: u64) -> Result<u64, Refused> {
        if self.is_console(address) {
            return Ok(self.input.pop_front().unwrap_or(0).into());
        }
        self.peek(address, self.span(address))
    }

    /// Reads up to 8 bytes that are no console.
    #[inline]
    pub fn peek(&self, address: u64, length: u64) -> Result<u64, Refused> {
        let (start, end) = self.range(address, length)?;
        Ok(match self.bytes.get(start..end) {
            Some(bytes) => little_endian(bytes),
            None => little_endian(self.bytes.get(start..).unwrap_or_default()),
        })
    }

    /// Writes a word.
    #[inline]
    pub fn store(&mut self, address: u64, value: u64) -> Result<(), Refused> {
        if self.is_console(address) {
            if self.output.len() >= self.console_bytes {
                return Err(Refused::ConsoleFull(self.console_bytes));
            }
            self.output.push(value as u8);
            return Ok(());
        }
        let length = self.span(address);
        let (start, end) = self.range(address, length)?;
        if end > self.bytes.len() {
            self.bytes.resize(end, 0);
        }
        let value = value.to_le_bytes();
        // A copy whose length is known needs no call, and nearly all words have four bytes.
        if length == 4 {
            self.bytes[start..start + 4].copy_from_slice(&value[..4]);
        } else {
            self.bytes[start..end].copy_from_slice(&value[..length as usize]);
        }
        Ok(())
    }
}
