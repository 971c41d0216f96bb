//! The ArchID: what a HARP is, as a short text (HARP 3.1).
//!
//! `4w8/8/16/16` is a machine with words of 4 bytes, instructions of a word each, 8 registers and 8 predicates per lane, 16 lanes per
//! warp and 16 warps. `b` in the place of `w` means instructions of as many bytes as they need. Object files do not depend on lanes and
//! warps, so that an ArchID may end before them.
//!
//! An [`ArchId`] is the text with what it leaves out; an [`Arch`] has a number for everything.

use alloc::{
    format,
    string::{String, ToString},
};
use core::fmt;

/// Most lanes of a warp: a set of lanes is a word of the host.
pub const MAX_LANES: u16 = 64;
/// Most warps of a core.
pub const MAX_WARPS: u16 = 256;
/// Most registers of a lane: the byte encoding numbers them with a byte.
pub const MAX_REGISTERS: u16 = 256;
/// Most predicates of a lane: the byte encoding has one number for "no guard".
pub const MAX_PREDICATES: u16 = 255;
/// Most bytes of a word.
pub const MAX_WORD_BYTES: u8 = 8;

/// How instructions lie in memory (HARP 3.5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Encoding {
    /// Each is a word.
    Word,
    /// Each is as many bytes as it needs.
    Byte,
}

impl Encoding {
    /// As an ArchID has it.
    pub const fn letter(self) -> char {
        match self {
            Encoding::Word => 'w',
            Encoding::Byte => 'b',
        }
    }
}

/// See the module. What is left out is `None`; behind it everything is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ArchId {
    /// Bytes of a word.
    pub word_bytes: u8,
    /// How instructions lie in memory.
    pub encoding: Encoding,
    /// Registers of a lane.
    pub registers: Option<u16>,
    /// Predicates of a lane.
    pub predicates: Option<u16>,
    /// Lanes of a warp.
    pub lanes: Option<u16>,
    /// Warps of a core.
    pub warps: Option<u16>,
}

/// A machine of which everything is said.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Arch {
    /// Bytes of a word.
    pub word_bytes: u8,
    /// How instructions lie in memory.
    pub encoding: Encoding,
    /// Registers of a lane.
    pub registers: u16,
    /// Predicates of a lane.
    pub predicates: u16,
    /// Lanes of a warp.
    pub lanes: u16,
    /// Warps of a core.
    pub warps: u16,
}

impl ArchId {
    /// Reads an ArchID.
    ///
    /// # Errors
    /// A sentence that names what is wrong with it.
    pub fn parse(text: &str) -> Result<ArchId, String> {
        let wrong = |what: &str| format!("ArchID `{text}`: {what}");
        let letter = text.find(|one: char| !one.is_ascii_digit()).ok_or_else(|| wrong("no `w` or `b`"))?;
        let (bytes, rest) = text.split_at(letter);
        let encoding = match rest.chars().next() {
            Some('w') => Encoding::Word,
            Some('b') => Encoding::Byte,
            _ => return Err(wrong("behind the bytes of a word stands `w` or `b`")),
        };
        let word_bytes = bytes.parse::<u8>().ok().filter(|bytes| (1..=MAX_WORD_BYTES).contains(bytes));
        let word_bytes = word_bytes.ok_or_else(|| wrong("a word has 1 to 8 bytes"))?;
        let mut counts = [None; COUNTS.len()];
        let mut parts = rest[1..].split('/').filter(|_| rest.len() > 1);
        for ((what, most), count) in COUNTS.into_iter().zip(&mut counts) {
            let Some(part) = parts.next() else { break };
            let value = Some(part).filter(|part| part.bytes().all(|digit| digit.is_ascii_digit()));
            let value = value.and_then(|part| part.parse().ok()).filter(|value| (1..=most).contains(value));
            *count = Some(value.ok_or_else(|| wrong(&format!("{what} are 1 to {most}, not `{part}`")))?);
        }
        if parts.next().is_some() {
            return Err(wrong("nothing follows the warps"));
        }
        let [registers, predicates, lanes, warps] = counts;
        let id = ArchId { word_bytes, encoding, registers, predicates, lanes, warps };
        match id.complete().map(Arch::spare_bits) {
            Some(spare) if encoding == Encoding::Word && spare < 0 => {
                Err(wrong("a word has no room for an instruction with three registers"))
            }
            _ => Ok(id),
        }
    }

    /// The machine; a lane and a warp where nothing is said. `None` without registers or predicates.
    pub fn complete(self) -> Option<Arch> {
        Some(Arch {
            word_bytes: self.word_bytes,
            encoding: self.encoding,
            registers: self.registers?,
            predicates: self.predicates?,
            lanes: self.lanes.unwrap_or(1),
            warps: self.warps.unwrap_or(1),
        })
    }

    /// What to say where registers or predicates must be said.
    pub fn incomplete(self) -> String {
        format!("ArchID `{self}`: the numbers of registers and predicates must be said")
    }

    /// Do programs for one run on the other? All that both say must be equal, and both must say at least their predicates
    /// (HARP 3.1).
    pub fn fits(self, other: ArchId) -> bool {
        let same = |one: Option<u16>, two: Option<u16>| one.is_none() || two.is_none() || one == two;
        let said = |id: ArchId| id.registers.is_some() && id.predicates.is_some();
        said(self)
            && said(other)
            && (self.word_bytes, self.encoding) == (other.word_bytes, other.encoding)
            && (self.registers, self.predicates) == (other.registers, other.predicates)
            && same(self.lanes, other.lanes)
            && same(self.warps, other.warps)
    }
}

impl ArchId {
    /// What programs for both run on: all that one of them says. `None` if they do not fit.
    pub fn with(self, other: ArchId) -> Option<ArchId> {
        self.fits(other).then(|| ArchId {
            lanes: self.lanes.or(other.lanes),
            warps: self.warps.or(other.warps),
            ..self
        })
    }
}

/// What an ArchID counts, in its order, and most of each.
const COUNTS: [(&str, u16); 4] = [
    ("registers", MAX_REGISTERS),
    ("predicates", MAX_PREDICATES),
    ("lanes", MAX_LANES),
    ("warps", MAX_WARPS),
];

impl fmt::Display for ArchId {
    fn fmt(&self, to: &mut fmt::Formatter) -> fmt::Result {
        write!(to, "{}{}", self.word_bytes, self.encoding.letter())?;
        let counts = [self.registers, self.predicates, self.lanes, self.warps];
        let counts: alloc::vec::Vec<String> =
            counts.into_iter().map_while(|count| Some(count?.to_string())).collect();
        to.write_str(&counts.join("/"))
    }
}

impl fmt::Display for Arch {
    fn fmt(&self, to: &mut fmt::Formatter) -> fmt::Result {
        self.id().fmt(to)
    }
}

/// The least number of bits that tell so many things apart.
const fn bits_for(count: u16) -> u32 {
    (count as u32).next_power_of_two().trailing_zeros()
}

impl Arch {
    /// Reads an ArchID that says at least registers and predicates.
    ///
    /// # Errors
    /// A sentence that names what is wrong with it.
    pub fn parse(text: &str) -> Result<Arch, String> {
        let id = ArchId::parse(text)?;
        id.complete().ok_or_else(|| id.incomplete())
    }

    /// As an ArchID that leaves nothing out.
    pub const fn id(self) -> ArchId {
        ArchId {
            word_bytes: self.word_bytes,
            encoding: self.encoding,
            registers: Some(self.registers),
            predicates: Some(self.predicates),
            lanes: Some(self.lanes),
            warps: Some(self.warps),
        }
    }

    /// Bits of a word.
    #[inline]
    pub const fn bits(self) -> u32 {
        self.word_bytes as u32 * 8
    }

    /// A word of ones.
    #[inline]
    pub const fn mask(self) -> u64 {
        u64::MAX >> (64 - self.bits())
    }

    /// The set of all lanes.
    #[inline]
    pub const fn all_lanes(self) -> u64 {
        u64::MAX >> (64 - self.lanes as u32)
    }

    /// A value of a word's bits with its sign.
    #[inline]
    pub const fn signed(self, value: u64) -> i64 {
        let spare = 64 - self.bits();
        (value << spare) as i64 >> spare
    }

    /// Bits of the number of a guard in the word encoding: *p* of HARP 3.5.
    #[inline]
    pub const fn guard_bits(self) -> u32 {
        bits_for(self.predicates)
    }

    /// Bits of the number of a register or predicate in the word encoding: *f* of HARP 3.5.
    #[inline]
    pub const fn field_bits(self) -> u32 {
        let (registers, predicates) = (bits_for(self.registers), self.guard_bits());
        if registers > predicates { registers } else { predicates }
    }

    /// Bits of a word that an instruction with three registers leaves.
    const fn spare_bits(self) -> i32 {
        self.bits() as i32 - (1 + self.guard_bits() + 6 + 3 * self.field_bits()) as i32
    }

    /// Address of the console: the most significant bit alone (HARP 3.9).
    #[inline]
    pub const fn console(self) -> u64 {
        1 << (self.bits() - 1)
    }
}
