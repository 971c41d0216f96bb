//! How the value of a register is best written: as the instruction says that wrote it.

use crate::figure::{Code, code::mnemonic, number::Radix};

/// How a register's value is best written: as the instruction that wrote it last (before `pc`, in program order) says by
/// the type in its name. Addresses are hexadecimal.
pub fn of_register(code: &Code, register: &str, pc: u32, bits: u32) -> Radix {
    let (all, at) = (code.all(), code.all().partition_point(|instruction| instruction.pc < pc));
    let (before, behind) = all.split_at(at);
    let writer = before.iter().rev().chain(all.iter()).chain(behind);
    let writer =
        writer.map(|instruction| &*instruction.text).find(|text| destination(text) == Some(register));
    let kind = writer.and_then(|text| mnemonic(text).split('.').find(|part| is_type(part)));
    match kind {
        Some(kind) if kind.starts_with('f') => Radix::Float,
        None if is_float_register(register) => Radix::Float,
        _ if bits == 64 => Radix::Hex,
        _ => Radix::Decimal,
    }
}

/// How the elements of a vector register are best written: as the arithmetic says that wrote it last, or, if it was
/// loaded or moved, as the arithmetic that reads it next.
pub fn of_elements(code: &Code, register: &str, pc: u32) -> Radix {
    let all = code.all();
    let at = all.partition_point(|instruction| instruction.pc < pc);
    let mut before = (0..at).rev().chain((at..all.len()).rev());
    let writer = before.find(|at| destination(&all[*at].text) == Some(register)).unwrap_or(0);
    let mut on = (writer..all.len()).chain(0..writer);
    on.find_map(|at| element_kind(&all[at].text, register)).unwrap_or(Radix::Decimal)
}

/// Is there an instruction that works under a mask?
pub fn has_masks(code: &Code) -> bool {
    code.all().iter().any(|at| at.text.ends_with(", v0") || at.text.ends_with("v0.t"))
}

/// The predicate that decides which lanes an instruction is for, if it has one.
pub fn guard(text: &str) -> Option<&str> {
    let first = text.split_whitespace().find_map(|word| word.strip_prefix('@'))?;
    Some(first.trim_start_matches('!'))
}

/// The first operand of an instruction, without punctuation.
pub fn destination(text: &str) -> Option<&str> {
    let mut words = text.split_whitespace().skip_while(|word| word.starts_with('@') || word.ends_with(':'));
    words.nth(1).map(|word| word.trim_end_matches([',', ';']))
}

/// `f32`, `s64`, `b8`, …
fn is_type(part: &str) -> bool {
    let mut letters = part.chars();
    let kind = letters.next().is_some_and(|letter| "fsub".contains(letter));
    kind && !letters.as_str().is_empty() && letters.all(|digit| digit.is_ascii_digit())
}

/// `fa0`, `ft11`, `fs2`: the float registers of RISC-V by the names of the calling convention.
pub fn is_float_register(name: &str) -> bool {
    let digits = ["fa", "fs", "ft"].iter().find_map(|start| name.strip_prefix(start));
    digits.is_some_and(|digits| !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()))
}

/// What a vector instruction takes the elements of one of its operands for; none if it only moves them or has no such
/// operand.
fn element_kind(text: &str, register: &str) -> Option<Radix> {
    const MOVES: &[&str] =
        &["vset", "vl", "vse", "vss", "vsu", "vso", "vmv", "vmerge", "vslide", "vrg", "vcompress", "vfirst"];
    let name = mnemonic(text);
    let arithmetic = name.starts_with('v') && !MOVES.iter().any(|start| name.starts_with(start));
    let rest = text.split_once(name)?.1;
    let mut operands = rest.split([',', ' ', '(', ')']).filter(|word| !word.is_empty());
    let place = operands.position(|operand| operand == register).filter(|_| arithmetic)?;
    let (is_float, converts) = (name.starts_with("vf") || name.starts_with("vmf"), name.contains("cvt"));
    let integer = match place {
        0 => !is_float || name.starts_with("vmf") || name.contains(".x") || name.starts_with("vfclass"),
        _ => !is_float || (converts && name.contains(".f.x")),
    };
    Some(if integer { Radix::Decimal } else { Radix::Float })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figure::code::Instruction;

    fn code(texts: &[&str]) -> Code {
        let one = |(pc, text): (u32, &&str)| Instruction { pc, text: (*text).into(), line: None, hue: None };
        Code::of((0..).zip(texts).map(one).collect())
    }

    #[test]
    fn elements_are_what_arithmetic_takes_them_for() {
        let code = code(&[
            "vle64.v v0, (a1)",
            "vfmul.vf v8, v0, fa0",
            "vle64.v v4, (a2)",
            "vsll.vi v4, v4, 3",
            "vluxei64.v v16, (a1), v4",
            "vfadd.vv v24, v8, v16",
            "vfcvt.rtz.x.f.v v28, v24",
            "vse64.v v24, (a2)",
        ]);
        let kinds = ["v0", "v8", "v4", "v16", "v24", "v28", "v30"].map(|name| of_elements(&code, name, 7));
        use Radix::{Decimal, Float, Hex};
        assert_eq!(kinds, [Float, Float, Decimal, Float, Float, Decimal, Decimal]);
        assert_eq!((of_register(&code, "fa0", 7, 64), of_register(&code, "a0", 7, 64)), (Float, Hex));
        assert!(!has_masks(&code));
    }

    #[test]
    fn registers_are_written_as_their_last_writer_says() {
        let code = code(&[
            "ld.param.f32 %r0, [a];",
            "cvt.rn.f32.s32 %r1, %r2;",
            "mov.u32 %r1, %tid.x;",
            "@%p0 add.s64 %rd1, %rd1, 8;",
        ]);
        let radix = |name, pc, bits| of_register(&code, name, pc, bits);
        assert_eq!(radix("%r0", 4, 32), Radix::Float);
        assert_eq!((radix("%r1", 2, 32), radix("%r1", 3, 32)), (Radix::Float, Radix::Decimal));
        assert_eq!((radix("%rd1", 4, 64), radix("%r9", 0, 32)), (Radix::Hex, Radix::Decimal));
    }
}
