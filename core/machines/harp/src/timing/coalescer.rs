//! The coalescer: which lines of memory the lanes of a load or store need (HARP 6.1).
//!
//! A lane is covered if a lower one needs the same line. The others request theirs, the lowest lane first. A lane whose word lies in two lines
//! needs both, one behind the other.
//!
//! The coalescer that other machines share cuts lines into sectors, and its lines have at most 128 bytes; those of HARP have no
//! sectors and up to 256.

use alloc::vec::Vec;

use crate::exec::Touch;

/// First addresses of the lines that lanes need, in the order of the lowest lanes that need them. `line` is a power of two.
pub fn lines(touches: impl Iterator<Item = Touch>, line: u64) -> Vec<u64> {
    let mut found = Vec::new();
    for touch in touches {
        let last = touch.address.saturating_add(touch.bytes.max(1) - 1);
        for base in [touch.address & !(line - 1), last & !(line - 1)] {
            if !found.contains(&base) {
                found.push(base);
            }
        }
    }
    found
}
