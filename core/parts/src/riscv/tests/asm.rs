//! What the text part of the assembler does with code, and what it says, as GNU as 2.40 with `-mno-relax` has it.

use alloc::{format, string::ToString, vec::Vec};

use super::program;
use crate::{
    riscv::{
        asm::assemble,
        encode::encode,
        isa::{Plain, Program},
    },
    source::Diagnostic,
};

/// The words of a program, data among its instructions as they are.
fn words(text: &str) -> Vec<u32> {
    let program: Program<Plain> = program(text);
    let word = |(at, inst)| program.words.get(&at).copied().unwrap_or_else(|| encode(inst));
    (0..).zip(&program.code).map(word).collect()
}

fn said(text: &str) -> Diagnostic {
    let (_, diagnostics): (Program<Plain>, _) = assemble(text);
    diagnostics.first().unwrap_or_else(|| panic!("{text}")).clone()
}

const NOP: u32 = 0x13;

/// A byte that is given fills code, too; where too many are missing nothing does.
#[test]
fn code_is_filled_as_it_says() {
    let rows: [(&str, &[u32]); 7] = [
        ("nop\n.balign 16\nnop", &[NOP; 5]),
        ("nop\n.balign 16, 0x13\nnop", &[NOP, 0x1313_1313, 0x1313_1313, 0x1313_1313, NOP]),
        ("nop\n.balign 16, 0\nnop", &[NOP, 0, 0, 0, NOP]),
        ("nop\n.balign 16,, 11\nnop", &[NOP; 2]),
        ("nop\n.balign 16,, 12\nnop", &[NOP; 5]),
        ("nop\n.p2align 4, 0xab, 8\nnop", &[NOP; 2]),
        (".byte 1\n.balign 8, 7\nnop", &[0x0707_0701, 0x0707_0707, NOP]),
    ];
    for (text, wanted) in rows {
        assert_eq!(words(text), wanted, "{text}");
    }
    // Places behind it are where they are said to be.
    assert_eq!(words("j f\n.balign 16, 0, 4\nf: nop"), words("j f\nf: nop"));
    assert_eq!(words("j f\n.balign 16, 1\nf: nop")[0], words("j f\n.balign 16\nf: nop")[0]);
}

/// A number that is missing at a comma is 0, and that is said; a text is none.
#[test]
fn what_is_missing_at_a_comma_is_said() {
    for text in [".word 1,", ".word 1,,2", ".byte ,1", ".byte 1, ,"] {
        let found = said(text);
        assert!(!found.is_error() && found.message.contains("is missing at a comma"), "{text}: {found:?}");
    }
    let data = |text: &str| {
        let (program, _): (Program<Plain>, _) = assemble(&format!(".data\n{text}"));
        program.data
    };
    assert_eq!(data(".byte 1,,2,"), [1, 0, 2, 0]);
    assert_eq!(data(".ascii \"a\",,\"b\","), *b"ab");
    assert_eq!(data(".zero 2,\n.fill 2,1,\n.byte 1"), [0, 0, 0, 0, 1]);
    for text in ["add a0, a1, a2,", "ret ,", ".globl ,a", ".globl", ".set x,"] {
        assert!(said(text).is_error(), "{text}");
    }
}

/// Slips that the words of a message should find.
#[test]
fn messages_say_what_was_meant() {
    let help = |text: &str| said(text).help.unwrap_or_default().to_string();
    for text in ["ret ret", "nop nop", "add a0, a1, a2 ret", "li a0, 1 li a1, 2"] {
        assert!(help(text).contains("at `;`"), "{text}: {:?}", said(text));
    }
    assert!(said("ret ret").message.contains("`ret` does not take"), "{:?}", said("ret ret"));
    assert_eq!(help(".wrod 4"), "Did you mean `.word`?");
    assert_eq!(help(".glboal x"), "Did you mean `.global`?");
    assert!(said(".byte foo").message.contains("`foo` has no value"), "{:?}", said(".byte foo"));
    assert!(said("a: .byte a").message.contains("4 or 8 bytes"), "{:?}", said("a: .byte a"));
    assert!(words(".word 1\n.end\nfoo bar").len() == 1);
}
