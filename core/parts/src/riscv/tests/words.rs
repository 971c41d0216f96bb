//! Known words: the GNU assembler's, both ways.

use alloc::{format, vec::Vec};

use super::program;
use crate::riscv::{
    asm::print_inst,
    encode::{decode, encode},
    isa::{Op, Plain},
};

/// Words and their assembly, every instruction in every form: the words that the GNU assembler 2.40 makes of the texts
/// (`-march=rv64gc_zfh_zba_zbb_zbs`, with `.option norvc` and `.option norelax` in front).
const KNOWN: &str = include_str!("known.txt");

/// The same for Zacas and Zicond, put together by hand from the fields in their manuals.
const BY_HAND: &str = "28b6252f amocas.w a0, a1, (a2)
28b6352f amocas.d a0, a1, (a2)
0ec5d533 czero.eqz a0, a1, a2
0ec5f533 czero.nez a0, a1, a2";

#[test]
fn known_words_are_assembled_and_disassembled() {
    let mut seen = Vec::new();
    for line in KNOWN.lines().chain(BY_HAND.lines()) {
        let (word, text) = line.split_once(' ').unwrap();
        let word = u32::from_str_radix(word, 16).unwrap();
        let words: Vec<u32> = program::<Plain>(text).code.iter().map(encode).collect();
        assert_eq!(words, [word], "{text}");
        let inst = decode::<Plain>(word).unwrap();
        seen.push((inst.op, inst.form));
        assert_eq!(print_inst(&inst, 0, |pc| Some(format!(".{:+}", i64::from(pc as i32) * 4))), text);
    }
    for row in Op::<Plain>::rows() {
        for form in row.forms {
            assert!(seen.contains(&(row.op, *form)), "{:?} {form:?} has no known word", row.op);
        }
    }
}

#[test]
fn clang_names_the_mode_of_conversions_from_whole_numbers() {
    for text in ["fcvt.s.w fa0, a0, dyn", "fcvt.d.w fa0, a0, rne", "fcvt.s.lu fa0, a0, rtz"] {
        let inst = program::<Plain>(text).code[0];
        assert_eq!(decode::<Plain>(encode(&inst)).unwrap().rounding, inst.rounding, "{text}");
    }
}
