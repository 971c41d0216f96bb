//! The instruction buffer of one unit (gpgpu F05): decoded instructions in program order, the oldest first.
//!
//! Used by: `simt`: it is the GPU's own.

use serde::Serialize;

use super::scoreboard::Tag;

/// Largest number of instructions in a buffer.
pub const MAX_ENTRIES: usize = 16;

/// A buffered instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize)]
pub struct Buffered {
    /// The instruction.
    pub pc: u32,
    /// Number of the dynamic instruction.
    pub id: u64,
    /// Its dependences, if the scoreboard tags buffered instructions.
    pub tag: Tag,
}

/// A queue of at most [`MAX_ENTRIES`] instructions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize)]
pub struct IBuffer {
    entries: [Buffered; MAX_ENTRIES],
    len: u8,
}

impl IBuffer {
    /// The oldest instruction.
    #[inline]
    pub fn head(&self) -> Option<&Buffered> {
        self.entries().first()
    }

    /// All instructions, the oldest first.
    #[inline]
    pub fn entries(&self) -> &[Buffered] {
        &self.entries[..usize::from(self.len)]
    }

    /// Appends an instruction; the caller keeps the machine's own limit.
    pub fn push(&mut self, entry: Buffered) {
        let at = usize::from(self.len);
        if at < MAX_ENTRIES {
            self.entries[at] = entry;
            self.len += 1;
        }
    }

    /// Takes the oldest instruction out.
    pub fn pop(&mut self) -> Option<Buffered> {
        let head = *self.head()?;
        self.entries.copy_within(1..usize::from(self.len), 0);
        self.len -= 1;
        Some(head)
    }

    /// Throws every instruction away.
    pub fn clear(&mut self) {
        self.len = 0;
    }

    /// A scoreboard entry was written: nobody waits for it any more.
    pub fn written(&mut self, holds: u32) {
        for entry in &mut self.entries[..usize::from(self.len)] {
            entry.tag.waits &= !holds;
        }
    }

    /// Number of instructions.
    #[inline]
    pub fn len(&self) -> u32 {
        u32::from(self.len)
    }

    /// Nothing buffered?
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn instructions_leave_in_order() {
        let mut buffer = IBuffer::default();
        for pc in 0..3 {
            buffer.push(Buffered { pc, id: u64::from(pc), tag: Tag { waits: 0b11, holds: 0 } });
        }
        assert_eq!(buffer.pop().map(|entry| entry.pc), Some(0));
        buffer.written(0b01);
        assert!(buffer.entries().iter().all(|entry| entry.tag.waits == 0b10));
        assert_eq!(buffer.head().map(|entry| entry.pc), Some(1));
        buffer.clear();
        assert_eq!((buffer.pop(), buffer.len()), (None, 0));
    }

    #[test]
    fn a_full_buffer_takes_no_more() {
        let mut buffer = IBuffer::default();
        (0..20).for_each(|pc| buffer.push(Buffered { pc, ..Buffered::default() }));
        assert_eq!(buffer.len() as usize, MAX_ENTRIES);
    }
}
