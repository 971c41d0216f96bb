//! How the instruction set has grown: what each x86 style generation added, by the width of registers (hp_ch4 HA17).
//!
//! Counted are opcodes: an instruction with a type of elements and a width is one, because the opcode says all three. The same
//! operation for a register of twice the width is an opcode more; what works on one element, on masks or on tiles has no width.
//! All numbers follow from the op table and the rules of [`generation`](super::generation).
//!
//! Deliberately absent: instructions of real processors that the table does not have (the textbook counts about 1,400 for all
//! of x86), forms with a mask or a memory operand, which are no opcodes of their own.

use super::{Elem, Family, Form, Generation, PForm, POp, Work, generation::first};

/// Bytes of registers, narrowest first.
pub const WIDTHS: [u8; 4] = [8, 16, 32, 64];

/// The x86 style generations, oldest first, with the year of each (hp_ch4 3.4).
pub const YEARS: [(Generation, u32); 7] = [
    (Generation::Mmx, 1996),
    (Generation::Sse, 1999),
    (Generation::Sse2, 2001),
    (Generation::Avx, 2010),
    (Generation::Avx2, 2013),
    (Generation::Avx512, 2017),
    (Generation::Amx, 2022),
];

/// What a generation added.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Added {
    /// Opcodes for registers of each of [`WIDTHS`].
    pub wide: [u64; WIDTHS.len()],
    /// Opcodes for one element, for masks, and for tiles.
    pub others: u64,
}

impl Added {
    /// All of them.
    pub fn total(&self) -> u64 {
        self.wide.iter().sum::<u64>() + self.others
    }
}

/// What a generation added.
pub fn added(generation: Generation) -> Added {
    let mut added = Added::default();
    for op in POp::ALL.iter().filter(|op| op.first().family() == Family::X86) {
        for form in super::Op::Ext(*op).row().forms {
            let Form::Ext(form) = *form else { continue };
            if !has_width(*op, form) {
                added.others += u64::from(first(*op, form, 0, false) == generation);
                continue;
            }
            for (count, bytes) in added.wide.iter_mut().zip(WIDTHS) {
                let exists = has(*op, form, bytes);
                *count += u64::from(exists && first(*op, form, bytes, false) == generation);
            }
        }
    }
    added
}

/// Does it work on registers that may have several widths?
fn has_width(op: POp, form: PForm) -> bool {
    let narrow =
        matches!(op.work(), Work::Masks(_) | Work::MaskNot | Work::MaskMove | Work::MaskTest | Work::MoveOne);
    let one = matches!(form.elem, Elem::Xss | Elem::Xsd);
    !narrow && !one && op.first() != Generation::Amx
}

/// Is there an opcode for registers of so many bytes? What MMX has not is on registers of its own, of 16 bytes or more.
fn has(op: POp, form: PForm, bytes: u8) -> bool {
    match bytes {
        8 => op.first() == Generation::Mmx && form.elem.first() == Generation::Mmx,
        16 | 32 => !matches!(op.work(), Work::Scatter(_)),
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ha17_a_width_that_doubles_repeats_what_was_there() {
        let of = |generation| added(generation);
        let wide = |generation, at: usize| of(generation).wide[at];
        // All of 128 bits that came before AVX comes again with 256 bits, and with 512.
        let narrow = wide(Generation::Sse, 1) + wide(Generation::Sse2, 1) + wide(Generation::Mmx, 1);
        let own: u64 = wide(Generation::Avx, 1);
        assert_eq!(wide(Generation::Avx, 2), narrow + own);
        let later = wide(Generation::Avx2, 2) + wide(Generation::Avx, 2);
        assert!(wide(Generation::Avx512, 3) >= later && later > narrow);
        // MMX has one width, and two moves of one element.
        assert!(wide(Generation::Mmx, 0) > 0);
        assert_eq!(
            (of(Generation::Mmx).wide[1..].to_vec(), of(Generation::Mmx).others),
            ([0; 3].to_vec(), 2)
        );
        // Tiles have no width; nothing else came with them.
        assert_eq!(of(Generation::Amx), Added { others: of(Generation::Amx).others, ..Added::default() });
        assert!(of(Generation::Amx).others >= 9);
    }

    #[test]
    fn ha17_the_order_of_generations_is_that_of_the_machine() {
        let newer = |pair: &[(Generation, u32)]| pair[1].0.has_all_of(pair[0].0) && pair[1].1 > pair[0].1;
        assert!(YEARS.windows(2).all(newer));
        let x86 = Generation::ALL.iter().filter(|generation| generation.family() == Family::X86);
        assert_eq!(x86.count(), YEARS.len());
    }

    #[test]
    fn ha17_every_opcode_is_added_once() {
        let all: u64 = YEARS.iter().map(|(generation, _)| added(*generation).total()).sum();
        let ops = POp::ALL.iter().filter(|op| op.first().family() == Family::X86);
        let opcodes = ops.flat_map(|op| {
            let forms = super::super::Op::Ext(*op).row().forms.iter();
            forms.map(|form| match *form {
                Form::Ext(form) if has_width(*op, form) => {
                    WIDTHS.iter().filter(|bytes| has(*op, form, **bytes)).count() as u64
                }
                _ => 1,
            })
        });
        assert_eq!(all, opcodes.sum());
    }
}
