//! Accesses that cannot be done.

use alloc::string::String;
use core::fmt;

use serde::{Deserialize, Serialize};

use super::BASE;
use crate::ir::Space;

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
    /// A write to a read-only region.
    ReadOnly,
    /// A write to a console whose output is as long as limit `console_bytes` allows.
    Full,
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
            Some((name, offset)) if (*offset as i64) < 0 => {
                write!(f, ", {} bytes before the start of `{name}`", offset.wrapping_neg())
            }
            Some((name, offset)) => write!(f, ", byte {offset} of `{name}`"),
            None if self.space == Space::Global && self.address < BASE => {
                write!(f, ", {} bytes from the null pointer", self.address)
            }
            None => Ok(()),
        }
    }
}
