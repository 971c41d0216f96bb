//! Functions that compilers call without being asked, in scalar instructions: what every machine of the family links where a text
//! calls them and does not have them. A machine may have better ones of its own, which go first.
//!
//! There are: `memcpy`, `memmove`, `memset`, `memcmp`, `bcmp`, `strlen`; for `double`, and with an `f` at the end for `float`: the
//! functions of [`DIRECT`] and `ROUNDING`, `ldexp`, `scalbn`, `frexp`, `modf`; `__powidf2`, `__powisf2`, `__bswapsi2`, `__bswapdi2`;
//! `__popcount`, `__parity`, `__clz`, `__ctz` and `__ffs` with `si2` (32 bits) and `di2` (64 bits); `__riscv_save_0` to
//! `__riscv_save_12` and `__riscv_restore_0` to `__riscv_restore_12`.
//!
//! Absent: float functions that need more than the instructions for floats (`sin`, `pow`), unless the machine has them.

use alloc::{format, string::String};

/// Functions with their texts, by name. A machine's own library is one of these, and goes before `SCALAR`.
#[derive(Clone, Copy)]
pub struct Library {
    /// Functions with a text of their own.
    pub whole: &'static [(&'static str, &'static str)],
    /// The body of a function of floats by its name for `double`, with the letter and the bits of their type.
    pub float: fn(name: &str, letter: &str, bits: u32) -> Option<String>,
}

impl Library {
    /// The text of a function, if there is one of this name: with an `f` at the end the one for `float`.
    pub fn text(&self, name: &str) -> Option<String> {
        let whole = self.whole.iter().find(|row| row.0 == name).map(|row| String::from(row.1));
        let single = || (self.float)(name.strip_suffix('f')?, "s", 32);
        let body = whole.or_else(|| (self.float)(name, "d", 64)).or_else(single)?;
        Some(format!("{name}:\n{body}\nret\n"))
    }
}

/// The functions in scalar instructions, without those of [`frame`], [`POWERS`] and [`BITS`].
const SCALAR: Library = Library { whole: &WHOLE, float };

/// Functions that the scalar core has instructions for. `@` is the letter of the type.
pub const DIRECT: [(&str, &str); 11] = [
    ("sqrt", "fsqrt.@ fa0, fa0"),
    ("fabs", "fabs.@ fa0, fa0"),
    ("fmin", "fmin.@ fa0, fa0, fa1"),
    ("fmax", "fmax.@ fa0, fa0, fa1"),
    ("copysign", "fsgnj.@ fa0, fa0, fa1"),
    ("fma", "fmadd.@ fa0, fa0, fa1, fa2"),
    ("fdim", "fle.@ t0, fa0, fa1\nfsub.@ fa0, fa0, fa1\nbeqz t0, 1f\nfcvt.@.w fa0, zero\n1:"),
    ("lround", "fcvt.l.@ a0, fa0, rmm"),
    ("llround", "fcvt.l.@ a0, fa0, rmm"),
    ("lrint", "fcvt.l.@ a0, fa0"),
    ("llrint", "fcvt.l.@ a0, fa0"),
];

/// Functions to whole numbers, and their rounding mode.
const ROUNDING: [(&str, &str); 7] = [
    ("floor", "rdn"),
    ("ceil", "rup"),
    ("trunc", "rtz"),
    ("round", "rmm"),
    ("rint", "rne"),
    ("nearbyint", "rne"),
    ("roundeven", "rne"),
];

/// Functions with a text of their own.
const WHOLE: [(&str, &str); 14] = [
    ("memcpy", MEMCPY),
    ("memmove", MEMMOVE),
    ("memset", MEMSET),
    ("memcmp", MEMCMP),
    ("bcmp", MEMCMP),
    ("strlen", STRLEN),
    ("ldexp", LDEXP),
    ("scalbn", LDEXP),
    ("ldexpf", LDEXPF),
    ("scalbnf", LDEXPF),
    ("frexp", FREXP),
    ("frexpf", FREXPF),
    ("__bswapsi2", BSWAP_SI),
    ("__bswapdi2", BSWAP_DI),
];

/// How many saved registers there are.
const SAVED: usize = 12;

/// The bytes of a word the other way round.
const BSWAP_SI: &str = "
    li t0, 4
    li t1, 0
1:  slli t1, t1, 8
    andi t2, a0, 255
    or t1, t1, t2
    srli a0, a0, 8
    addi t0, t0, -1
    bnez t0, 1b
    sext.w a0, t1";

const BSWAP_DI: &str = "
    li t0, 8
    li t1, 0
1:  slli t1, t1, 8
    andi t2, a0, 255
    or t1, t1, t2
    srli a0, a0, 8
    addi t0, t0, -1
    bnez t0, 1b
    mv a0, t1";

/// Bytes from one place to another that it does not overlap: double words where all are at multiples of eight.
const MEMCPY: &str = "
    mv t0, a0
    or t1, a0, a1
    or t1, t1, a2
    andi t1, t1, 7
    bnez t1, 3f
1:  beqz a2, 2f
    ld t1, 0(a1)
    sd t1, 0(t0)
    addi a1, a1, 8
    addi t0, t0, 8
    addi a2, a2, -8
    j 1b
2:  ret
3:  beqz a2, 2b
    lbu t1, 0(a1)
    sb t1, 0(t0)
    addi a1, a1, 1
    addi t0, t0, 1
    addi a2, a2, -1
    j 3b";

/// From the start to the end, or the other way round where the source lies below: what is stored has been loaded.
const MEMMOVE: &str = "
    mv t0, a0
    bltu a1, a0, 2f
1:  beqz a2, 3f
    lbu t1, 0(a1)
    sb t1, 0(t0)
    addi a1, a1, 1
    addi t0, t0, 1
    addi a2, a2, -1
    j 1b
2:  beqz a2, 3f
    addi a2, a2, -1
    add t2, a1, a2
    add t3, t0, a2
    lbu t1, 0(t2)
    sb t1, 0(t3)
    j 2b
3:";

const MEMSET: &str = "
    add t0, a0, a2
    mv t1, a0
1:  beq t1, t0, 2f
    sb a1, 0(t1)
    addi t1, t1, 1
    j 1b
2:";

/// The difference of the first two bytes that differ.
const MEMCMP: &str = "
    mv t0, a0
    li a0, 0
1:  beqz a2, 2f
    lbu t1, 0(t0)
    lbu t2, 0(a1)
    sub a0, t1, t2
    addi t0, t0, 1
    addi a1, a1, 1
    addi a2, a2, -1
    beqz a0, 1b
2:";

const STRLEN: &str = "
    mv t0, a0
1:  lbu t1, 0(t0)
    addi t0, t0, 1
    bnez t1, 1b
    sub a0, t0, a0
    addi a0, a0, -1";

/// To a whole number: by way of an integer, unless it is one already or none at all. `@` is the letter of the type, `#` that of its
/// bits, `$` the rounding mode; `%` the bits of the least number that has no fraction.
const ROUND: &str = "
    %
    fmv.#.x ft1, t1
    fabs.@ ft0, fa0
    flt.@ t0, ft0, ft1
    beqz t0, 1f
    fcvt.l.@ t0, fa0, $
    fcvt.@.l ft0, t0
    fsgnj.@ fa0, ft0, fa0
1:";

/// The whole part goes to memory, the rest is the result: 0 of an infinite number. `@` is the letter of the type, `!` its store.
const MODF: &str = "
    fmv.@ ft3, fa0
    ROUND
    ! fa0, 0(a0)
    feq.@ t0, ft3, fa0
    fsub.@ ft0, ft3, fa0
    beqz t0, 1f
    fcvt.@.w ft0, zero
1:  fsgnj.@ fa0, ft0, ft3";

/// A number times a power of two. Each step but the last is exact, or what it loses is too small to be seen.
const LDEXP: &str = "
    li t0, 3000
    blt a0, t0, 1f
    mv a0, t0
1:  neg t0, t0
    bgt a0, t0, 1f
    mv a0, t0
1:  li t0, 1023
    li t1, 2023
    slli t1, t1, 52
    fmv.d.x ft0, t1
    j 2f
1:  fmul.d fa0, fa0, ft0
    addi a0, a0, -1000
2:  bgt a0, t0, 1b
    li t0, -1022
    li t1, 54
    slli t1, t1, 52
    fmv.d.x ft0, t1
    j 2f
1:  fmul.d fa0, fa0, ft0
    addi a0, a0, 969
2:  blt a0, t0, 1b
    addi a0, a0, 1023
    slli a0, a0, 52
    fmv.d.x ft0, a0
    fmul.d fa0, fa0, ft0";

/// As a double the product is exact, and rounded once.
const LDEXPF: &str = "
    li t0, 300
    blt a0, t0, 1f
    mv a0, t0
1:  neg t0, t0
    bgt a0, t0, 1f
    mv a0, t0
1:  addi a0, a0, 1023
    slli a0, a0, 52
    fmv.d.x ft0, a0
    fcvt.d.s fa0, fa0
    fmul.d fa0, fa0, ft0
    fcvt.s.d fa0, fa0";

/// The number from 1/2 to 1 and the power of two: numbers without one (0, infinity, NaN) are as they are.
const FREXP: &str = "
    sw zero, 0(a0)
    fclass.d t0, fa0
    andi t0, t0, 0x399
    bnez t0, 2f
    li t3, -1022
    fclass.d t0, fa0
    andi t0, t0, 0x24
    beqz t0, 1f
    li t1, 1077
    slli t1, t1, 52
    fmv.d.x ft0, t1
    fmul.d fa0, fa0, ft0
    addi t3, t3, -54
1:  fmv.x.d t1, fa0
    srli t2, t1, 52
    andi t2, t2, 0x7FF
    add t3, t3, t2
    sw t3, 0(a0)
    slli t2, t2, 52
    xor t1, t1, t2
    li t2, 1022
    slli t2, t2, 52
    or t1, t1, t2
    fmv.d.x fa0, t1
2:";

const FREXPF: &str = "
    addi sp, sp, -16
    sd ra, 8(sp)
    fcvt.d.s fa0, fa0
    call frexp
    fcvt.s.d fa0, fa0
    ld ra, 8(sp)
    addi sp, sp, 16";

/// A whole power by squares. `@` is the letter of the type.
const POWI: &str = "
    mv t0, a0
    li t1, 1
    fcvt.@.w ft0, t1
1:  andi t1, t0, 1
    beqz t1, 2f
    fmul.@ ft0, ft0, fa0
2:  li t1, 2
    divw t0, t0, t1
    fmul.@ fa0, fa0, fa0
    bnez t0, 1b
    fmv.@ fa0, ft0
    bgez a0, 3f
    li t1, 1
    fcvt.@.w ft0, t1
    fdiv.@ fa0, ft0, fa0
3:";

/// Functions that count bits, by their names without `si2` (32 bits) and `di2` (64 bits). `@` is by how many places a 32-bit number is
/// moved up to lose what stands above it: 32 or 0; leading and trailing zeros of 0 are left open by those who define them.
const BITS: [(&str, &str); 5] = [
    (
        "__popcount",
        "
    slli t0, a0, @
    li a0, 0
    j 2f
1:  addi t1, t0, -1
    and t0, t0, t1
    addi a0, a0, 1
2:  bnez t0, 1b",
    ),
    (
        "__parity",
        "
    slli t0, a0, @
    li a0, 0
    j 2f
1:  addi t1, t0, -1
    and t0, t0, t1
    xori a0, a0, 1
2:  bnez t0, 1b",
    ),
    (
        "__clz",
        "
    slli t0, a0, @
    li a0, 0
    j 2f
1:  slli t0, t0, 1
    addi a0, a0, 1
2:  bgtz t0, 1b",
    ),
    (
        "__ctz",
        "
    mv t0, a0
    li a0, 0
    beqz t0, 3f
    j 2f
1:  srli t0, t0, 1
    addi a0, a0, 1
2:  andi t1, t0, 1
    beqz t1, 1b
3:",
    ),
    (
        "__ffs",
        "
    slli t0, a0, @
    srli t0, t0, @
    li a0, 0
    beqz t0, 3f
1:  andi t1, t0, 1
    srli t0, t0, 1
    addi a0, a0, 1
    beqz t1, 1b
3:",
    ),
];

/// Names of [`POWI`] with the letter of the type.
const POWERS: [(&str, &str); 2] = [("__powidf2", "d"), ("__powisf2", "s")];

/// The text of a function, if there is one of this name.
pub fn text(name: &str) -> Option<String> {
    if let Some(frame) = frame(name) {
        return Some(format!("{name}:\n{frame}"));
    }
    let power = || {
        let body = POWERS.iter().find(|row| row.0 == name).map(|row| POWI.replace('@', row.1))?;
        Some(format!("{name}:\n{body}\nret\n"))
    };
    SCALAR.text(name).or_else(power).or_else(|| bits(name))
}

/// The text of a function that counts bits.
fn bits(name: &str) -> Option<String> {
    let stem = name.strip_suffix("i2")?;
    let (stem, up) =
        stem.strip_suffix('s').map(|stem| (stem, "32")).or(stem.strip_suffix('d').map(|stem| (stem, "0")))?;
    let body = BITS.iter().find(|row| row.0 == stem).map(|row| row.1.replace('@', up))?;
    Some(format!("{name}:\n{body}\nret\n"))
}

/// The body of a function of floats with the letter and the bits of their type.
fn float(name: &str, letter: &str, bits: u32) -> Option<String> {
    let find = |table: &[(&str, &'static str)]| table.iter().find(|row| row.0 == name).map(|row| row.1);
    let double = bits == 64;
    let round = |mode: &str| {
        let least = if double { "li t1, 1075\n slli t1, t1, 52" } else { "li t1, 150\n slli t1, t1, 23" };
        let text = ROUND.replace('%', least).replace('#', if double { "d" } else { "w" });
        text.replace('$', mode).replace('@', letter)
    };
    if let Some(mode) = find(&ROUNDING) {
        return Some(round(mode));
    }
    if name == "modf" {
        let text = MODF.replace('!', if double { "fsd" } else { "fsw" }).replace('@', letter);
        return Some(text.replace("ROUND", &round("rtz")));
    }
    find(&DIRECT).map(|body| body.replace('@', letter))
}

/// What saves and restores `ra` and the first so many saved registers, below each other from the top of a frame of a multiple of
/// 16 bytes. Compilers call it with `-msave-restore` (the RISC-V calling convention has the size of the frame by their number).
/// A call to save has its return address in `t0`; to restore is the last that a function does.
fn frame(name: &str) -> Option<String> {
    let number = |prefix: &str| {
        let digits = name.strip_prefix(prefix)?;
        (0..=SAVED).find(|count| format!("{count}") == digits)
    };
    let (saves, count) = match number("__riscv_save_") {
        Some(count) => (true, count),
        None => (false, number("__riscv_restore_")?),
    };
    let bytes = (count + 1).next_multiple_of(2) * 8;
    let op = if saves { "sd" } else { "ld" };
    let registers = core::iter::once(String::from("ra")).chain((0..count).map(|at| format!("s{at}")));
    let moves: String = registers
        .enumerate()
        .map(|(at, name)| format!("{op} {name}, {}(sp)\n", bytes - 8 * (at + 1)))
        .collect();
    Some(match saves {
        true => format!("addi sp, sp, -{bytes}\n{moves}jr t0\n"),
        false => format!("{moves}addi sp, sp, {bytes}\nret\n"),
    })
}

/// Every function.
pub fn names() -> alloc::vec::Vec<String> {
    let float = DIRECT.iter().chain(&ROUNDING).map(|row| row.0).chain(["modf"]);
    let both = float.flat_map(|name| [String::from(name), format!("{name}f")]);
    let frames = (0..=SAVED).flat_map(|n| [format!("__riscv_save_{n}"), format!("__riscv_restore_{n}")]);
    both.chain(WHOLE.iter().chain(&POWERS).map(|row| row.0.into())).chain(frames).collect()
}
