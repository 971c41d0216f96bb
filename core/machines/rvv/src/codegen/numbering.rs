//! Integers that are computed once: what a straight way computes again is what it was before, and a copy of a value that
//! never changes is that value. Address arithmetic of a strip gathers here from several blocks of the kernel.
//!
//! Only values that are written in one place count; their writing comes before every reading, on every way. Vectors
//! are left alone: a longer life of an operand may cost LMUL.

use lanescope_parts::base::OrdMap;

use super::{
    code::{BLOCK, Class, Line, Reg, What, ZERO},
    logic::single_defs,
};
use crate::isa::{Class as Unit, Form, Op};

/// What a line computes: operation, form, sources, number.
type Key = (Option<(Op, Form)>, Reg, Reg, i64);

/// Replaces what is computed again.
pub(super) fn number(lines: &mut [Line], classes: &[Class]) {
    let defs = single_defs(lines);
    let steady = |reg: Reg| match reg {
        Reg::Value(value) => defs.contains_key(&value),
        fixed => fixed == ZERO || fixed == BLOCK,
    };
    let mut known: OrdMap<Key, u32> = OrdMap::new();
    let mut same: OrdMap<u32, u32> = OrdMap::new();
    for line in lines.iter_mut() {
        replace(line, &same);
        if matches!(line.what, What::Place(_)) {
            known.clear();
        }
        let is_integer = |value: &u32| classes[*value as usize] == Class::X && defs.contains_key(value);
        let Some(value) = line.def().filter(is_integer) else { continue };
        let Some(key) = key(line).filter(|_| steady(line.rs1) && steady(line.rs2)) else { continue };
        match line.copy() {
            Some((_, from)) => same.insert(value, from),
            None => known.get(&key).and_then(|before| same.insert(value, *before)),
        };
        known.entry(key).or_insert(value);
    }
    // A loop may read above what it writes below.
    lines.iter_mut().for_each(|line| replace(line, &same));
}

fn key(line: &Line) -> Option<Key> {
    match line.what {
        What::Machine(op, form) => {
            // What a control register holds may change.
            let computes = matches!(op.class(), Unit::Int | Unit::IntMul | Unit::IntDiv) && form != Form::Csr;
            let again = computes || op == Op::Ld && line.rs1 == BLOCK;
            again.then_some((Some((op, form)), line.rs1, line.rs2, line.imm.into()))
        }
        What::Number(number) => Some((None, ZERO, ZERO, number)),
        _ => None,
    }
}

fn replace(line: &mut Line, same: &OrdMap<u32, u32>) {
    line.for_each_use(|reg| {
        if let Reg::Value(value) = reg {
            *value = same.get(value).copied().unwrap_or(*value);
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codegen::code::{Code, Label};
    use lanescope_parts::riscv::codegen::{Emit, tidy};

    /// The number of the lines whose results are needed, when `keep` are.
    fn left(code: Code, keep: &[Reg]) -> usize {
        let classes = code.classes.clone();
        let mut lines = code.finish();
        let branch = |reg: &Reg| Line {
            rs1: *reg,
            target: Some(Label(99)),
            ..Line::new(What::Machine(Op::Beq, crate::isa::Form::Branch))
        };
        lines.extend(keep.iter().map(branch));
        number(&mut lines, &classes);
        tidy(&mut lines);
        lines.len() - keep.len()
    }

    #[test]
    fn what_is_computed_again_is_computed_once() {
        let mut code = Code::new(());
        let a = code.field(lanescope_parts::riscv::abi::Field::LocalX);
        let (b, c) = (code.xi(Op::Slli, a, 2), code.xi(Op::Slli, a, 2));
        let (d, e) = (code.x(Op::Add, a, b), code.x(Op::Add, a, c));
        assert_eq!(left(code, &[d, e]), 3);
    }

    #[test]
    fn the_clock_is_read_each_time() {
        let mut code = Code::new(());
        let read = |code: &mut Code| {
            let rd = code.value(Class::X);
            code.push(Line { rd, imm: 0xC00, ..Line::new(What::Machine(Op::Csrrs, Form::Csr)) });
            rd
        };
        let (a, b) = (read(&mut code), read(&mut code));
        assert_eq!(left(code, &[a, b]), 2);
    }

    #[test]
    fn who_comes_from_elsewhere_computes_again() {
        let mut code = Code::new(());
        let a = code.field(lanescope_parts::riscv::abi::Field::LocalX);
        let b = code.xi(Op::Slli, a, 2);
        code.place(Label(0));
        let c = code.xi(Op::Slli, a, 2);
        assert_eq!(left(code, &[b, c]), 4, "the place counts too");
    }

    #[test]
    fn a_sum_with_zero_is_the_other_number_unless_that_changes() {
        for changes in [false, true] {
            let mut code = Code::new(());
            let a = code.field(lanescope_parts::riscv::abi::Field::LocalX);
            let b = code.x(Op::Add, ZERO, a);
            if changes {
                code.xi_to(a, Op::Addi, a, 1);
            }
            assert_eq!(left(code, &[a, b]), if changes { 3 } else { 1 });
        }
    }
}
