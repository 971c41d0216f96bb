//! A request as plain data: what a memory instruction asks of the DRAM (facts 8, 9; simd 6.3.1).

use alloc::vec::Vec;
use core::fmt;

use serde::Serialize;

/// Bytes of the 32-bit address space.
pub const ADDRESS_SPACE: u64 = 1 << 32;

/// A rectangle of words: periods of `period` words, of which the first `words` are transferred. A scalar, a row of
/// scalars, a line of a buffer, a whole buffer for snoopy indexes and a tile for the scratchpad all have this form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Stride {
    /// Address of the first word, in bytes; a multiple of 4.
    pub address: u64,
    /// Words transferred of a period.
    pub words: u64,
    /// From the beginning of a period to the next, in words.
    pub period: u64,
    /// Periods.
    pub periods: u64,
}

/// How indexes reach the front end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub enum Feed {
    /// The register file handles one work-item per cycle, in their order.
    Serial,
    /// All are there when the request starts: the controller alone, without a register file.
    AtOnce,
}

/// What is transferred.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub enum Transfer {
    /// A rectangle.
    Stride(Stride),
    /// One word for each index; a work-item that is off has none.
    Indexed {
        /// Address of index 0, in bytes.
        base: u64,
        /// The index of each work-item, in words.
        indexes: Vec<Option<u32>>,
        /// How they come.
        feed: Feed,
    },
}

/// A request.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Request {
    /// Who asks: told again when the request is complete.
    pub tag: u64,
    /// Into the DRAM, or out of it.
    pub write: bool,
    /// What.
    pub transfer: Transfer,
}

/// Why a request cannot be served.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Error {
    /// A period of no words, or no period at all.
    Empty,
    /// The address is not that of a word.
    Unaligned,
    /// It is longer than the address space, or begins beyond it.
    TooFar,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Error::Empty => {
                "nothing says how far it is from a row of this request to the next: the width of the buffer, the number of words or \
                 `sc.sd_period` is 0"
            }
            Error::Unaligned => "this request does not begin at a word",
            Error::TooFar => {
                "from its first word to its last this request is longer than the address space of 4 GiB: fewer or \
                 shorter rows are possible"
            }
        })
    }
}

impl Stride {
    /// Words in a row.
    pub const fn line(address: u64, words: u64) -> Stride {
        Stride { address, words, period: words, periods: 1 }
    }

    /// Bytes from its first to beyond its last; none if no number says it.
    pub fn bytes(&self) -> Option<u64> {
        let words = self.periods.saturating_sub(1).checked_mul(self.period)?.checked_add(self.words)?;
        words.checked_mul(4)
    }

    /// Can the sequencer work on it? Addresses have 32 bits: what begins in front of address 0 goes on behind it.
    pub fn check(&self) -> Result<(), Error> {
        match self.bytes() {
            _ if self.period == 0 || self.periods == 0 => Err(Error::Empty),
            _ if !self.address.is_multiple_of(4) => Err(Error::Unaligned),
            Some(bytes) if bytes <= ADDRESS_SPACE && self.address < ADDRESS_SPACE => Ok(()),
            _ => Err(Error::TooFar),
        }
    }
}

impl Transfer {
    /// Can the controller serve it?
    pub fn check(&self) -> Result<(), Error> {
        match self {
            Transfer::Stride(stride) => stride.check(),
            Transfer::Indexed { base, .. } if !base.is_multiple_of(4) => Err(Error::Unaligned),
            Transfer::Indexed { base, .. } if *base >= ADDRESS_SPACE => Err(Error::TooFar),
            Transfer::Indexed { .. } => Ok(()),
        }
    }
}
