//! Zba, Zbb, Zbs against results of `qemu-riscv64` 7.2 (`bits.txt`), Zicond against its definition.
//!
//! `ctzw` of a low word that is 0 is 32, as the manual has it; that version of qemu goes on counting in the high word.

use super::run;

/// Instruction, `a0`, `a1`, `a2` afterwards.
const KNOWN: &str = include_str!("bits.txt");

fn result(text: &str, a: u64, b: u64) -> u64 {
    run(text, |hart| (hart.x[10], hart.x[11]) = (a, b)).unwrap().x[12]
}

#[test]
fn results_are_those_of_qemu() {
    let number = |text: &str| u64::from_str_radix(text.trim(), 16).unwrap();
    for line in KNOWN.lines() {
        let (text, rest) = line.split_once(':').unwrap();
        let (operands, expected) = rest.split_once('=').unwrap();
        let (a, b) = operands.trim().split_once(' ').unwrap();
        assert_eq!(result(text, number(a), number(b)), number(expected), "{line}");
    }
}

#[test]
fn conditional_zero() {
    for (a, b) in [(7, 0), (7, 1), (7, 1 << 63), (u64::MAX, 0)] {
        assert_eq!(result("czero.eqz a2, a0, a1", a, b), if b == 0 { 0 } else { a });
        assert_eq!(result("czero.nez a2, a0, a1", a, b), if b == 0 { a } else { 0 });
    }
}

#[test]
fn a_number_chooses_the_form_with_a_number() {
    assert_eq!(result("ror a2, a0, 4", 0xF, 0), 0xF << 60);
    assert_eq!(result("bset a2, a0, 63", 0, 0), 1 << 63);
}
