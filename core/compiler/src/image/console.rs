//! A console behind addresses: what a program writes there is text that people read, and what it reads there is what they gave.
//!
//! It has the two registers of a 16550 that programs poll, a byte each: data at 0 (a store writes a byte, a load takes the next one
//! of the input, or 0 when there is none), and line status at 5 (bit 0: there is input; bits 5 and 6: a byte may be written, which is
//! always so). The other six take every store and read as 0, so that code which sets up a real one works. Only scalar loads and
//! stores reach it: it is no memory, so atomics and vectors fault there as they do where nothing is.
//!
//! Deliberately absent: interrupts, speed, and a line that can break.

use alloc::{sync::Arc, vec::Vec};

/// Registers, of a byte each.
pub const BYTES: u64 = 8;
/// Register: a byte to read or write.
const DATA: u64 = 0;
/// Register: what can be done.
const STATUS: u64 = 5;
/// Status: there is input.
const READABLE: u64 = 1;
/// Status: bytes may be written, and all are out.
const WRITABLE: u64 = 0x60;

/// See the module. Clones share what has been written until one of them writes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Console {
    base: u64,
    input: Arc<[u8]>,
    taken: usize,
    output: Arc<Vec<u8>>,
    most: u64,
}

impl Console {
    /// A console at no address, with all of its input and room for `most` bytes of output.
    pub fn new(input: &[u8], most: u64) -> Console {
        Console { input: input.into(), most, ..Console::default() }
    }

    /// The same at an address.
    #[must_use]
    pub fn at(self, base: u64) -> Console {
        Console { base, ..self }
    }

    /// Most bytes of output.
    pub const fn most(&self) -> u64 {
        self.most
    }

    /// Its first address.
    pub const fn base(&self) -> u64 {
        self.base
    }

    /// What has been written.
    pub fn output(&self) -> &[u8] {
        &self.output
    }

    /// Bytes of the input that have been read.
    pub const fn taken(&self) -> usize {
        self.taken
    }

    /// Writes a line, for a machine whose programs show something without a store. What does not fit ends the output with three dots.
    pub(super) fn print(&mut self, line: &str) {
        let room = self.most.saturating_sub(self.output.len() as u64);
        if room == 0 {
            return;
        }
        let fits = room > line.len() as u64;
        let text = if fits { line } else { "..." };
        let output = Arc::make_mut(&mut self.output);
        output.extend_from_slice(text.as_bytes());
        output.push(b'\n');
        self.most = if fits { self.most } else { 0 };
    }

    /// The register at an address.
    pub(super) fn register(&self, address: u64) -> Option<u64> {
        address.checked_sub(self.base).filter(|register| *register < BYTES)
    }

    /// Reads a register. Has that changed anything?
    pub(super) fn read(&mut self, register: u64) -> (u64, bool) {
        let next = self.input.get(self.taken).copied();
        match register {
            DATA => {
                self.taken += usize::from(next.is_some());
                (next.unwrap_or(0).into(), next.is_some())
            }
            STATUS => (WRITABLE | if next.is_some() { READABLE } else { 0 }, false),
            _ => (0, false),
        }
    }

    /// Writes a register. Was there room?
    pub(super) fn write(&mut self, register: u64, value: u64) -> bool {
        let room = register != DATA || (self.output.len() as u64) < self.most;
        if register == DATA && room {
            Arc::make_mut(&mut self.output).push(value as u8);
        }
        room
    }
}
