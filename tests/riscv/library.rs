//! The functions that assembly by hand calls and does not have are linked on every machine of the RISC-V family, and do what
//! those of the C library do.

use lanescope_core::session::vocabulary::*;
use lanescope_tests::{
    runs,
    shorthand::{buffer, doubles, finish, function, iota},
};

/// Presets of machines that read RISC-V assembly.
fn family() -> Vec<String> {
    runs::presets()
        .into_iter()
        .filter(|preset| preset.starts_with("rvv/") || preset.starts_with("packed/"))
        .collect()
}

/// The bytes of `y` after a call on `x` (0, 1, 2, … 63) and `y` (zeros).
fn moved(preset: &str, call: &str) -> Vec<u8> {
    let text = format!(
        " .globl t\nt: addi sp, sp, -32\n sd ra, 0(sp)\n sd s0, 8(sp)\n sd s1, 16(sp)\n mv s0, a0\n mv s1, a1\n{call}\n \
         ld ra, 0(sp)\n ld s0, 8(sp)\n ld s1, 16(sp)\n addi sp, sp, 32\n ret\n"
    );
    let args = [("x", iota(64, Type::I8)), ("y", buffer(64, Type::I8, Init::Zeros))];
    let mut session = function(&text, preset, &[], &args);
    finish(&mut session);
    session.dump("y").expect("it is an argument")
}

#[test]
fn memory_is_moved_as_the_c_library_moves_it() {
    let source: Vec<u8> = (0..64).collect();
    for preset in family() {
        for (to, from, count) in [(0, 0, 64), (0, 8, 40), (3, 1, 17), (5, 5, 0), (8, 0, 1)] {
            for name in ["memcpy", "memmove"] {
                let call = format!(" addi a0, s1, {to}\n addi a1, s0, {from}\n li a2, {count}\n call {name}");
                let mut expected = vec![0; 64];
                expected[to..to + count].copy_from_slice(&source[from..from + count]);
                assert_eq!(moved(&preset, &call), expected, "{name} {to} {from} {count} on {preset}");
            }
            let call = format!(
                " mv a0, s1\n mv a1, s0\n li a2, 64\n call memcpy\n addi a0, s1, {to}\n addi a1, s1, {from}\n li a2, {count}\n \
                 call memmove"
            );
            let mut expected = source.clone();
            expected.copy_within(from..from + count, to);
            assert_eq!(moved(&preset, &call), expected, "overlapping {to} {from} {count} on {preset}");
            let call = format!(" addi a0, s1, {to}\n li a1, 0x1A5\n li a2, {count}\n call memset");
            let mut expected = vec![0; 64];
            expected[to..to + count].fill(0xA5);
            assert_eq!(moved(&preset, &call), expected, "memset {to} {count} on {preset}");
        }
        // The length of the text behind the first byte of x, and how its bytes compare with zeros.
        let call = " li t0, 0\n sb t0, 40(s0)\n addi a0, s0, 1\n call strlen\n sb a0, 0(s1)\n addi a0, s0, 1\n addi a1, s0, 2\n \
                    li a2, 5\n call memcmp\n sb a0, 1(s1)\n mv a0, s0\n mv a1, s1\n li a2, 1\n sb zero, 0(s0)\n call memcmp\n sb a0, 2(s1)";
        assert_eq!(moved(&preset, call)[..3], [39, 0xFF, (0u8).wrapping_sub(39)], "{preset}");
    }
}

/// A function of the library by its name, and what it computes.
type Named = (&'static str, fn(f64) -> f64);

/// Functions of a double to a double, and what they are here.
const FLOATS: &[Named] = &[
    ("floor", f64::floor),
    ("ceil", f64::ceil),
    ("trunc", f64::trunc),
    ("round", f64::round),
    ("rint", f64::round_ties_even),
    ("fabs", f64::abs),
    ("sqrt", f64::sqrt),
];

const NUMBERS: [f64; 12] = [0.0, -0.0, 0.5, 1.5, 2.5, -2.5, 3.75, -0.25, 1e9, 4.5e15, 9.1e18, f64::INFINITY];

#[test]
fn float_functions_are_those_of_the_c_library() {
    let numbers: Vec<u8> = NUMBERS.iter().flat_map(|number| number.to_le_bytes()).collect();
    let count = NUMBERS.len();
    for preset in family() {
        for (name, of) in FLOATS {
            for single in [false, true] {
                let suffix = if single { "f" } else { "" };
                let (before, after) =
                    if single { ("fcvt.s.d fa0, fa0", "fcvt.d.s fa0, fa0") } else { ("nop", "nop") };
                let text = format!(
                    " .globl t\nt: addi sp, sp, -32\n sd ra, 0(sp)\n sd s0, 8(sp)\n sd s1, 16(sp)\n mv s0, a0\n li s1, {count}\n\
                     1: fld fa0, 0(s0)\n {before}\n call {name}{suffix}\n {after}\n fsd fa0, 0(s0)\n addi s0, s0, 8\n addi s1, s1, -1\n \
                     bnez s1, 1b\n ld ra, 0(sp)\n ld s0, 8(sp)\n ld s1, 16(sp)\n addi sp, sp, 32\n ret\n"
                );
                let args = [("x", buffer(count as u64, Type::F64, Init::Bytes(numbers.clone())))];
                let mut session = function(&text, &preset, &[], &args);
                finish(&mut session);
                let expected =
                    |x: f64| if single { f64::from(of(f64::from(x as f32)) as f32) } else { of(x) };
                for (found, x) in doubles(&session, "x").into_iter().zip(NUMBERS) {
                    let same =
                        found.to_bits() == expected(x).to_bits() || found.is_nan() && expected(x).is_nan();
                    assert!(same, "{name}{suffix}({x}) = {found} on {preset}");
                }
            }
        }
    }
}

/// Powers of two, and the parts of a number.
#[test]
fn numbers_are_taken_apart_and_put_together() {
    for preset in family() {
        let text = " .globl t\nt: addi sp, sp, -32\n sd ra, 0(sp)\n sd s0, 8(sp)\n mv s0, a0\n fld fa0, 0(s0)\n addi a0, s0, 8\n \
                    call frexp\n fsd fa0, 16(s0)\n lw a0, 8(s0)\n call ldexp\n fsd fa0, 24(s0)\n addi a0, s0, 32\n call modf\n \
                    fsd fa0, 40(s0)\n li a0, 3\n fld fa0, 0(s0)\n call __powidf2\n fsd fa0, 48(s0)\n ld ra, 0(sp)\n ld s0, 8(sp)\n \
                    addi sp, sp, 32\n ret\n";
        let first = 6.25f64.to_le_bytes().into_iter().chain([0; 48]).collect();
        let args = [("x", buffer(7, Type::F64, Init::Bytes(first)))];
        let mut session = function(text, &preset, &[], &args);
        finish(&mut session);
        let x = doubles(&session, "x");
        assert_eq!(
            [x[2], x[3], x[4], x[5], x[6]],
            [0.78125, 6.25, 6.0, 0.25, 6.25 * 6.25 * 6.25],
            "{preset}"
        );
    }
}
