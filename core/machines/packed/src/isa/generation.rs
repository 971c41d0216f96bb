//! Which instructions a machine has: the textbook's RISC-V style, Lee's machine, or one of the x86 style generations, each of
//! which has all that came before it (hp_ch4 3.3 and 3.4, hwacha 3.1).

use lanescope_parts::choice;

use super::{Elem, Form, Inst, Op, PForm, POp, Shape, Work};
use crate::isa::GuardedInst;

choice! {
    /// The instructions that a machine has beside RV64G.
    pub enum Generation {
        /// Textbook style on float registers of 256 bits, with the width in the mnemonic.
        Rvp = "rvp",
        /// The machine of the comparison with vector machines: 4 words of 32 bits, predicates (hwacha 3.1).
        Lee = "lee",
        /// 64 bits in the float registers, bytes and halves only.
        Mmx = "mmx",
        /// 128 bits, words, single precision.
        Sse = "sse",
        /// Double precision and double words, still 128 bits.
        Sse2 = "sse2",
        /// 256 bits for all of it.
        Avx = "avx",
        /// Gather, shifts by element, fused multiply-add.
        Avx2 = "avx2",
        /// 512 bits, mask registers, scatter.
        Avx512 = "avx-512",
        /// Tiles and their products.
        Amx = "amx",
    }
}

/// A style of instructions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    /// Textbook style.
    Rvp,
    /// Lee's machine.
    Lee,
    /// x86 style.
    X86,
}

impl Generation {
    /// Its style.
    #[inline]
    pub const fn family(self) -> Family {
        match self {
            Generation::Rvp => Family::Rvp,
            Generation::Lee => Family::Lee,
            _ => Family::X86,
        }
    }

    /// Its name for people.
    pub const fn title(self) -> &'static str {
        match self {
            Generation::Rvp => "the textbook's RVP",
            Generation::Lee => "Lee's machine",
            Generation::Mmx => "MMX",
            Generation::Sse => "SSE",
            Generation::Sse2 => "SSE2",
            Generation::Avx => "AVX",
            Generation::Avx2 => "AVX2",
            Generation::Avx512 => "AVX-512",
            Generation::Amx => "AMX",
        }
    }

    /// Bytes of its widest registers.
    pub const fn bytes(self) -> u32 {
        match self {
            Generation::Mmx => 8,
            Generation::Lee | Generation::Sse | Generation::Sse2 => 16,
            Generation::Rvp | Generation::Avx | Generation::Avx2 => 32,
            Generation::Avx512 | Generation::Amx => 64,
        }
    }

    /// How many registers of that width it has.
    pub const fn registers(self) -> u32 {
        match self {
            Generation::Mmx => 8,
            Generation::Rvp | Generation::Avx512 | Generation::Amx => 32,
            _ => 16,
        }
    }

    /// Has it all instructions of another one?
    pub fn has_all_of(self, other: Generation) -> bool {
        self == other
            || self.family() == Family::X86 && other.family() == Family::X86 && self.place() > other.place()
    }

    /// Has it mask registers?
    pub fn has_masks(self) -> bool {
        self.has_all_of(Generation::Avx512)
    }

    /// Can it gather?
    pub fn has_gather(self) -> bool {
        self.has_all_of(Generation::Avx2)
    }

    /// Has it tiles?
    pub const fn has_tiles(self) -> bool {
        matches!(self, Generation::Amx)
    }

    fn place(self) -> usize {
        Generation::ALL.iter().position(|other| *other == self).unwrap_or(0)
    }

    /// The later of two x86 style generations; the first if one is of another style.
    fn later(self, other: Generation) -> Generation {
        if other.has_all_of(self) { other } else { self }
    }
}

/// The first x86 style generation with registers of so many bytes.
pub const fn of_bytes(bytes: u8) -> Generation {
    match bytes {
        0..=8 => Generation::Mmx,
        9..=16 => Generation::Sse,
        17..=32 => Generation::Avx,
        _ => Generation::Avx512,
    }
}

/// The first generation that has an instruction on registers of so many bytes, masked or not.
pub fn first(op: POp, form: PForm, bytes: u8, masked: bool) -> Generation {
    let first = op.first();
    if first.family() != Family::X86 {
        return first;
    }
    let of_mask = if masked || form.shape.writes_mask() { Generation::Avx512 } else { Generation::Mmx };
    let splat = form.shape == Shape::VFromX && op.work() == Work::Splat;
    let of_source = if splat { Generation::Avx512 } else { Generation::Mmx };
    first.later(form.elem.first()).later(of_bytes(bytes)).later(of_mask).later(of_source)
}

/// Has an instruction a form on registers of so many bytes? Those on whole halves and quarters need registers that have them, and
/// MMX has neither floats nor what came after it and its extension by SSE (packed_facts B14).
pub fn is_wide_enough(op: POp, form: PForm, bytes: u8) -> bool {
    let is_x86 = op.first().family() == Family::X86;
    match op.work() {
        _ if !is_x86 || bytes == 0 => true,
        Work::PermuteHalves => bytes == 32,
        Work::InsertBlock | Work::ExtractBlock => bytes >= 32,
        Work::PermuteImm if matches!(form.elem, Elem::Xpd | Elem::Xq) => bytes >= 32,
        Work::Permute { .. } => bytes >= 32,
        Work::PermuteImm => bytes >= 16,
        _ => bytes >= 16 || !form.elem.is_float() && Generation::Sse2.has_all_of(op.first()),
    }
}

impl Elem {
    /// The first x86 style generation with elements of this type (hp_ch4 3.4).
    pub const fn first(self) -> Generation {
        match self {
            Elem::Xd | Elem::Xps | Elem::Xss | Elem::UDq => Generation::Sse,
            Elem::Xq | Elem::Xpd | Elem::Xsd | Elem::UQdq => Generation::Sse2,
            _ => Generation::Mmx,
        }
    }
}

impl Generation {
    /// Has it this instruction? Those of RV64G are in all.
    pub fn has(self, inst: &Inst) -> bool {
        match (inst.op, inst.form) {
            (Op::Ext(op), Form::Ext(form)) => {
                let first = first(op, form, inst.width, inst.masked);
                // Registers that only AVX-512 has.
                let narrow = self.family() != Family::X86 || self.has_masks();
                is_wide_enough(op, form, inst.width)
                    && self.has_all_of(first)
                    && (narrow || inst.highest_wide() < self.registers() as u8)
            }
            _ => true,
        }
    }

    /// The generation that an instruction needs, whichever the machine is.
    pub fn of(inst: &Inst) -> Option<Generation> {
        match (inst.op, inst.form) {
            (Op::Ext(op), Form::Ext(form)) => {
                let first = first(op, form, inst.width, inst.masked);
                let high = first.family() == Family::X86 && inst.highest_wide() >= 16;
                Some(if high { first.later(Generation::Avx512) } else { first })
            }
            _ => None,
        }
    }
}
