//! The instructions of a program as bytes, both ways.
//!
//! A binary has the words of the instructions, little-endian, from the first one on, without names and without data sections: what
//! `objcopy -O binary -j .text` leaves. Read back, it is a program whose listing assembles to the same bytes. A word that is no
//! instruction of the tables, that has another word as its usual form, that names a control register which is not there, or that goes to a
//! place outside, is read as data.

use alloc::vec::Vec;

use super::{
    encode::{decode, encode},
    isa::{Arg, Csr, Inst, Isa, Program},
};

/// The bytes of the instructions.
pub fn bytes<X: Isa>(program: &Program<X>) -> Vec<u8> {
    let word = |(pc, inst)| program.words.get(&pc).copied().unwrap_or_else(|| encode(inst));
    (0..).zip(&program.code).flat_map(|numbered| word(numbered).to_le_bytes()).collect()
}

/// The program of these bytes; `None` if they are no whole number of words.
pub fn program<X: Isa>(bytes: &[u8]) -> Option<Program<X>> {
    let (words, rest) = bytes.as_chunks::<4>();
    if !rest.is_empty() {
        return None;
    }
    let mut program = Program::default();
    for (pc, word) in (0..).zip(words) {
        let word = u32::from_le_bytes(*word);
        let usual = |inst: &Inst<X>| {
            let named = !inst.has(Arg::Csr) || Csr::<X>::find(inst.imm).is_some();
            encode(inst) == word && named && stays(inst, pc, words.len())
        };
        let inst = decode(word).filter(usual);
        if inst.is_none() {
            program.words.insert(pc, word);
        }
        program.code.push(inst.unwrap_or(Inst::NO_INSTRUCTION));
    }
    Some(program)
}

/// Does an instruction go on inside of a program of so many?
fn stays<X: Isa>(inst: &Inst<X>, pc: u32, count: usize) -> bool {
    let goes = inst.has(Arg::Branch) || inst.has(Arg::Jump);
    let target = i64::from(pc) + i64::from(inst.imm / 4);
    !goes || inst.imm % 4 == 0 && (0..=count as i64).contains(&target)
}
