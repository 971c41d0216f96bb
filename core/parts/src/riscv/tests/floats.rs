//! Floats of three formats in every rounding mode, and `fflags`, against results of `qemu-riscv64` 7.2 (`floats.txt`).

use alloc::{format, vec::Vec};

use super::run;
use crate::riscv::hart::{Hart, Trap};
use crate::riscv::isa::Plain;

/// Instruction, bits of the sources, bits of the result, flags: a line or two for every instruction, mode and set of flags that
/// random operands came upon.
const KNOWN: &str = include_str!("floats.txt");

struct Case<'a> {
    text: &'a str,
    operands: [u64; 3],
    result: u64,
    flags: u8,
}

fn cases() -> impl Iterator<Item = Case<'static>> {
    KNOWN.lines().map(|line| {
        let (text, rest) = line.split_once(" : ").unwrap();
        let (operands, rest) = rest.split_once(" = ").unwrap();
        let (result, flags) = rest.split_once(' ').unwrap();
        let number = |text: &str| u64::from_str_radix(text, 16).unwrap();
        let mut numbers = operands.split(' ').map(number);
        Case {
            text,
            operands: [(); 3].map(|()| numbers.next().unwrap()),
            result: number(result),
            flags: flags.parse().unwrap(),
        }
    })
}

/// The bits of a format's letter; 0 of a whole number.
fn bits(letter: &str) -> u32 {
    match letter {
        "h" => 16,
        "s" => 32,
        "d" => 64,
        _ => 0,
    }
}

/// The bits of the float sources and of the result of an instruction; 0 where these are whole numbers.
fn widths(text: &str) -> (u32, u32) {
    let name: Vec<&str> = text.split(' ').next().unwrap().split('.').collect();
    match name[..] {
        ["fcvt", to, from] => (bits(from), bits(to)),
        ["feq" | "flt" | "fle", of] => (bits(of), 0),
        [_, of] => (bits(of), bits(of)),
        _ => panic!("{text}"),
    }
}

/// The thread after an instruction whose sources are `ft0` to `ft2` or `a0`. Narrow numbers have ones above them.
fn after(
    text: &str,
    operands: [u64; 3],
    prepare: impl FnOnce(&mut Hart<Plain>),
) -> Result<Hart<Plain>, Trap> {
    let boxed = |value: u64| value | u64::MAX.checked_shl(widths(text).0).unwrap_or(0);
    run(text, |hart| {
        operands.iter().enumerate().for_each(|(at, value)| hart.f[at] = boxed(*value));
        hart.x[10] = operands[0];
        prepare(hart);
    })
}

/// The bits of the result: of a float in `ft3`, of a whole number in `a3`.
fn result(text: &str, hart: &Hart<Plain>) -> u64 {
    match widths(text).1 {
        0 => hart.x[13],
        bits => hart.f[3] & (u64::MAX >> (64 - bits)),
    }
}

#[test]
fn results_and_flags_are_those_of_qemu() {
    for case in cases() {
        let hart = after(case.text, case.operands, |_| {}).unwrap();
        assert_eq!(result(case.text, &hart), case.result, "{} of {:x?}", case.text, case.operands);
        assert_eq!(hart.fflags, case.flags, "flags: {} of {:x?}", case.text, case.operands);
    }
}

#[test]
fn the_short_way_gives_the_same() {
    for case in cases() {
        let hart = after(case.text, case.operands, |hart| hart.fflags = 1).unwrap();
        assert_eq!(result(case.text, &hart), case.result, "{} of {:x?}", case.text, case.operands);
        assert_eq!(hart.fflags, case.flags | 1, "flags: {} of {:x?}", case.text, case.operands);
    }
}

#[test]
fn the_control_register_gives_the_mode_that_an_instruction_does_not_name() {
    for case in cases() {
        let Some((text, mode)) = case.text.rsplit_once(", ") else { continue };
        let Some(mode) = ["rne", "rtz", "rdn", "rup", "rmm"].iter().position(|name| *name == mode) else {
            continue;
        };
        let dynamic = format!("{text}, dyn");
        let hart = after(&dynamic, case.operands, |hart| hart.frm = mode as u8).unwrap();
        assert_eq!(result(case.text, &hart), case.result, "{} of {:x?}", case.text, case.operands);
    }
}

#[test]
fn a_mode_that_is_none_is_illegal() {
    for frm in 5..8 {
        let refused = |text: &str| run(text, |hart| hart.frm = frm).is_err();
        assert!(refused("fadd.s ft0, ft1, ft2") && refused("fcvt.w.d a0, ft1"));
        assert!(!refused("fadd.s ft0, ft1, ft2, rtz") && !refused("fmin.s ft0, ft1, ft2"));
    }
}

#[test]
fn minimum_and_comparisons_raise_invalid() {
    let (one, quiet, signals) = (0x3F80_0000, 0x7FC0_0000, 0x7F80_0001);
    let flags = |text: &str, a: u64| after(text, [a, one, 0], |_| {}).unwrap().fflags;
    for (text, of_quiet) in [
        ("fmin.s ft3, ft0, ft1", 0),
        ("fmax.s ft3, ft0, ft1", 0),
        ("feq.s a3, ft0, ft1", 0),
        ("flt.s a3, ft0, ft1", 16),
        ("fle.s a3, ft0, ft1", 16),
    ] {
        assert_eq!([one, quiet, signals].map(|a| flags(text, a)), [0, of_quiet, 16], "{text}");
    }
}

#[test]
fn control_registers_of_floats() {
    let hart =
        run("csrwi fcsr, 31\ncsrwi frm, 3\nfrcsr a0\nfsflagsi a1, 4\nfrflags a2\nfrrm a3", |_| {}).unwrap();
    assert_eq!([10, 11, 12, 13].map(|at| hart.x[at]), [3 << 5 | 31, 31, 4, 3]);
}
