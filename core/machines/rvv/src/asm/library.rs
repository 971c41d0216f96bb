//! Functions that compilers call without being asked: moves of memory and mathematics, as assembly.
//!
//! They are linked where a text calls them and does not have them. The calling convention lets a function change every vector
//! register with length and type, so the ones here may work in these. Float functions are those of the machine's own
//! instructions, one element each, so that a loop by hand and a kernel compute the same.
//!
//! There are, for `double`, and with an `f` at the end for `float`: the functions of [`ONE`] and [`TWO`], and `sincos`; and what is in
//! [`lanescope_parts::riscv::asm::library`], of which those of [`WHOLE`], `modf` and the ones to whole numbers are better here.
//!
//! Absent: all else of the C library (`asinh`, `tgamma`, input and output), `long double`, the error variable `errno`.

use alloc::{format, string::String};

use lanescope_parts::riscv::asm::library::{self, Library};

/// Functions of one number, and their instruction.
const ONE: [(&str, &str); 27] = [
    ("sin", "xl.vsin.v"),
    ("cos", "xl.vcos.v"),
    ("tan", "xl.vtan.v"),
    ("asin", "xl.vasin.v"),
    ("acos", "xl.vacos.v"),
    ("atan", "xl.vatan.v"),
    ("sinh", "xl.vsinh.v"),
    ("cosh", "xl.vcosh.v"),
    ("tanh", "xl.vtanh.v"),
    ("exp", "xl.vexp.v"),
    ("exp2", "xl.vexp2.v"),
    ("exp10", "xl.vexp10.v"),
    ("expm1", "xl.vexpm1.v"),
    ("log", "xl.vlog.v"),
    ("log2", "xl.vlog2.v"),
    ("log10", "xl.vlog10.v"),
    ("log1p", "xl.vlog1p.v"),
    ("cbrt", "xl.vcbrt.v"),
    ("erf", "xl.verf.v"),
    ("erfc", "xl.verfc.v"),
    ("floor", "xl.vfloor.v"),
    ("ceil", "xl.vceil.v"),
    ("trunc", "xl.vtrunc.v"),
    ("round", "xl.vround.v"),
    ("rint", "xl.vrint.v"),
    ("nearbyint", "xl.vrint.v"),
    ("roundeven", "xl.vrint.v"),
];

/// Functions of two numbers, and their instruction.
const TWO: [(&str, &str); 4] =
    [("atan2", "xl.vatan2.vv"), ("pow", "xl.vpow.vv"), ("hypot", "xl.vhypot.vv"), ("fmod", "xl.vfmod.vv")];

/// Functions with a text of their own.
const WHOLE: [(&str, &str); 6] = [
    ("memcpy", MEMCPY),
    ("memmove", MEMMOVE),
    ("memset", MEMSET),
    ("memcmp", MEMCMP),
    ("bcmp", MEMCMP),
    ("strlen", STRLEN),
];

/// Bytes from one place to another that it does not overlap.
const MEMCPY: &str = "
    mv t0, a0
1:  vsetvli t1, a2, e8, m8, ta, ma
    vle8.v v8, (a1)
    vse8.v v8, (t0)
    add a1, a1, t1
    add t0, t0, t1
    sub a2, a2, t1
    bnez a2, 1b";

/// As `memcpy`, but from the end to the start where the source lies below: what is stored has been loaded.
const MEMMOVE: &str = "
    mv t0, a0
    bltu a1, a0, 2f
1:  vsetvli t1, a2, e8, m8, ta, ma
    vle8.v v8, (a1)
    vse8.v v8, (t0)
    add a1, a1, t1
    add t0, t0, t1
    sub a2, a2, t1
    bnez a2, 1b
    ret
2:  vsetvli t1, a2, e8, m8, ta, ma
    sub a2, a2, t1
    add t2, a1, a2
    add t3, t0, a2
    vle8.v v8, (t2)
    vse8.v v8, (t3)
    bnez a2, 2b";

const MEMSET: &str = "
    mv t0, a0
    vsetvli t1, zero, e8, m8, ta, ma
    vmv.v.x v8, a1
1:  vsetvli t1, a2, e8, m8, ta, ma
    vse8.v v8, (t0)
    add t0, t0, t1
    sub a2, a2, t1
    bnez a2, 1b";

/// The difference of the first two bytes that differ.
const MEMCMP: &str = "
1:  vsetvli t1, a2, e8, m4, ta, ma
    vle8.v v8, (a0)
    vle8.v v12, (a1)
    vmsne.vv v0, v8, v12
    vfirst.m t0, v0
    bgez t0, 2f
    add a0, a0, t1
    add a1, a1, t1
    sub a2, a2, t1
    bnez a2, 1b
    li a0, 0
    ret
2:  add a0, a0, t0
    add a1, a1, t0
    lbu a0, 0(a0)
    lbu a1, 0(a1)
    sub a0, a0, a1";

const STRLEN: &str = "
    mv t0, a0
1:  vsetvli t1, zero, e8, m8, ta, ma
    vle8ff.v v8, (t0)
    csrr t1, vl
    vmseq.vi v0, v8, 0
    vfirst.m t2, v0
    add t0, t0, t1
    bltz t2, 1b
    sub t0, t0, t1
    add t0, t0, t2
    sub a0, t0, a0";

/// The whole part goes to memory, the rest is the result: 0 of an infinite number. The number is in `v8`; `@` is the letter of the
/// type, `#` its store.
const MODF: &str = "xl.vtrunc.v v8, v8
    vfmv.f.s ft0, v8
    # ft0, 0(a0)
    feq.@ t0, fa0, ft0
    fsub.@ ft0, fa0, ft0
    beqz t0, 1f
    fcvt.@.w ft0, zero
1:  fsgnj.@ fa0, ft0, fa0";

/// The text of a function, if there is one of this name.
pub(super) fn text(name: &str) -> Option<String> {
    VECTOR.text(name).or_else(|| library::text(name))
}

/// The functions in vector instructions.
const VECTOR: Library = Library { whole: &WHOLE, float };

/// The body of a function of floats with the letter and the bits of their type.
fn float(name: &str, letter: &str, bits: u32) -> Option<String> {
    let start = format!("vsetivli zero, 1, e{bits}, m1, ta, ma\nvfmv.s.f v8, fa0\n");
    let find = |table: &[(&str, &'static str)]| table.iter().find(|row| row.0 == name).map(|row| row.1);
    if let Some(op) = find(&ONE) {
        return Some(format!("{start}{op} v8, v8\nvfmv.f.s fa0, v8"));
    }
    if let Some(op) = find(&TWO) {
        return Some(format!("{start}vfmv.s.f v9, fa1\n{op} v8, v8, v9\nvfmv.f.s fa0, v8"));
    }
    let store = if bits == 64 { "fsd" } else { "fsw" };
    if name == "modf" {
        return Some(start + &MODF.replace('@', letter).replace('#', store));
    }
    if name == "sincos" {
        let one = |op: &str, to: &str| format!("{op} v9, v8\nvfmv.f.s fa0, v9\n{store} fa0, 0({to})\n");
        return Some(start + &one("xl.vsin.v", "a0") + &one("xl.vcos.v", "a1"));
    }
    None
}

/// Every function.
#[cfg(test)]
pub(super) fn names() -> alloc::vec::Vec<String> {
    let float = ONE.iter().chain(&TWO).map(|row| row.0).chain(["sincos", "modf"]);
    let both = float.flat_map(|name| [String::from(name), format!("{name}f")]);
    both.chain(WHOLE.iter().map(|row| row.0.into())).chain(library::names()).collect()
}
