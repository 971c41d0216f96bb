//! Scalar code for operations of the IR, carried out by a thread, against the definition of arithmetic.

use alloc::{collections::BTreeMap, vec, vec::Vec};

use super::finish;
use crate::{
    base::num,
    codegen::lines::Label,
    image::Memory,
    ir::{Binary, Compare, Convert, Op, Type, Unary, Value},
    riscv::{
        codegen::{Emit, Scalar, Values, has, operation},
        hart::Hart,
        isa::{self, Form, Inst, Plain, Program},
    },
    source::{Diagnostic, Span},
};

/// Register of the first operand; the second one is in the next.
const FIRST: u8 = 10;
/// The first register of a result.
const RESULTS: u8 = 12;

/// Code that gives every value the next register.
#[derive(Default)]
struct Plainly {
    code: Vec<Inst<Plain>>,
    /// Values so far.
    values: u8,
    labels: Vec<Option<usize>>,
    branches: BTreeMap<usize, Label>,
}

impl Emit for Plainly {
    type Isa = Plain;
    type Reg = u8;
    type Class = bool;

    const ZERO: u8 = 0;
    const INTEGER: bool = false;
    const FLOAT: bool = true;

    fn value(&mut self, _: bool) -> u8 {
        self.values += 1;
        RESULTS + self.values - 1
    }

    fn emit(&mut self, line: Scalar<Plain, u8>) {
        let Scalar { op, form, rd, rs1, rs2, rs3, imm, rounding, .. } = line;
        self.code.push(Inst { rd, rs1, rs2, rs3, imm, rounding, ..Inst::new(op, form, Span::NONE) });
    }

    fn number(&mut self, number: i64) -> u8 {
        self.xi(isa::Op::Addi, 0, number as i32)
    }

    fn copy(&mut self, rd: u8, rs1: u8, is_float: bool, _: Type) {
        let line = match is_float {
            false => Plainly::blank(isa::Op::Addi, Form::I),
            true => Scalar { rs2: rs1, ..Plainly::blank(isa::Op::Fsgnj, Form::ED) },
        };
        self.emit(Scalar { rd, rs1, ..line });
    }

    fn label(&mut self) -> Label {
        self.labels.push(None);
        Label(self.labels.len() as u32 - 1)
    }

    fn place(&mut self, label: Label) {
        self.labels[label.0 as usize] = Some(self.code.len());
    }

    fn branch(&mut self, op: isa::Op<Plain>, rs1: u8, rs2: u8, to: Label) {
        self.branches.insert(self.code.len(), to);
        self.emit(Scalar { rs1, rs2, ..Plainly::blank(op, Form::Branch) });
    }
}

/// The values of an operation: two operands of a type, of which the second may be a constant.
struct Operands {
    code: Plainly,
    ty: Type,
    constant: Option<i64>,
}

impl Values for Operands {
    type Emit = Plainly;

    fn emit(&mut self) -> &mut Plainly {
        &mut self.code
    }

    fn ty(&self, _: Value) -> Type {
        self.ty
    }

    fn constant(&self, value: Value) -> Option<i64> {
        self.constant.filter(|_| value == Value(1))
    }

    fn scalar(&mut self, value: Value) -> Result<u8, Diagnostic> {
        Ok(FIRST + value.0 as u8)
    }
}

/// The bits of an operation's result, as a thread computes it.
fn computed(op: &Op, (from, to): (Type, Type), bits: [u64; 2], constant: bool) -> u64 {
    let number = num::signed(from, bits[1]);
    let mut values = Operands { code: Plainly::default(), ty: from, constant: constant.then_some(number) };
    let result = operation(&mut values, op, to).unwrap().unwrap();
    let Plainly { mut code, labels, branches, .. } = values.code;
    for (at, label) in branches {
        code[at].imm = 4 * (labels[label.0 as usize].unwrap() as i32 - at as i32);
    }
    code.push(Inst { rs1: 1, ..Inst::new(isa::Op::Jalr, Form::Load, Span::NONE) });
    let program = Program { code, ..Program::default() };
    let mut hart: Hart<Plain> = Hart::with(());
    for (register, bits) in (FIRST..).zip(bits) {
        match from.is_float() {
            true => hart.set_f(register, from, bits),
            false if from == Type::Bool => hart.set_x(register, bits),
            false => hart.set_x(register, num::signed(from, bits) as u64),
        }
    }
    finish(&mut hart, &program, &mut Memory::default()).unwrap();
    let whole = if to.is_float() { hart.get_f(result, to) } else { hart.get_x(result) };
    if !to.is_float() && to != Type::Bool {
        assert_eq!(whole, num::signed(to, whole & to.mask()) as u64, "{op:?} {from}: kept with its sign");
    }
    whole & to.mask()
}

/// Numbers at the ends of a type's range, and some between.
fn numbers(ty: Type) -> Vec<u64> {
    let float = |numbers: [f64; 7]| {
        numbers.map(|number| num::convert(Convert::FToF, Type::F64, ty, number.to_bits())).to_vec()
    };
    match ty {
        Type::F64 => [0.0, -0.0, 1.5, -3.25, 1e300, f64::NAN, f64::INFINITY].map(f64::to_bits).to_vec(),
        ty if ty.is_float() => float([0.0, -0.0, 1.5, -3.25, 300.0, f64::NAN, f64::INFINITY]),
        Type::Bool => vec![0, 1],
        ty => [0, 1, 3, 7, 100, u64::MAX, u64::MAX << (ty.bits() - 1), ty.mask() >> 1]
            .map(|n| n & ty.mask())
            .to_vec(),
    }
}

const INTEGERS: [Type; 4] = [Type::I8, Type::I16, Type::I32, Type::I64];
const FLOATS: [Type; 3] = [Type::F16, Type::F32, Type::F64];

fn each_pair(ty: Type, f: impl Fn([u64; 2])) {
    let numbers = numbers(ty);
    numbers.iter().for_each(|a| numbers.iter().for_each(|b| f([*a, *b])));
}

#[test]
fn operations_on_two_numbers() {
    for ty in INTEGERS.into_iter().chain(FLOATS) {
        for op in Binary::ALL {
            let takes_floats = op.name().starts_with('f');
            if takes_floats != ty.is_float() {
                continue;
            }
            each_pair(ty, |bits| {
                let expected = num::binary(*op, ty, bits[0], bits[1]);
                let written = Op::Binary(*op, Value(0), Value(1));
                for constant in [false, true] {
                    let found = computed(&written, (ty, ty), bits, constant && !ty.is_float());
                    assert_eq!(found, expected, "{} {ty} {bits:x?}", op.name());
                }
            });
        }
    }
}

#[test]
fn comparisons_and_single_operands() {
    for ty in INTEGERS.into_iter().chain(FLOATS) {
        for op in Compare::ALL {
            if op.name().starts_with('f') == ty.is_float() {
                each_pair(ty, |bits| {
                    let written = Op::Compare(*op, Value(0), Value(1));
                    let found = computed(&written, (ty, Type::Bool), bits, false);
                    assert_eq!(
                        found,
                        num::compare(*op, ty, bits[0], bits[1]).into(),
                        "{} {ty} {bits:x?}",
                        op.name()
                    );
                });
            }
        }
        for op in Unary::ALL {
            let written = Op::Unary(*op, Value(0));
            if has(&written, ty) && op.name().starts_with('f') == ty.is_float() {
                for a in numbers(ty) {
                    let found = computed(&written, (ty, ty), [a, 0], false);
                    assert_eq!(found, num::unary(*op, ty, a), "{} {ty} {a:x}", op.name());
                }
            }
        }
    }
}

#[test]
fn conversions() {
    let all: Vec<Type> = INTEGERS.into_iter().chain(FLOATS).collect();
    for (from, to) in all.iter().flat_map(|from| all.iter().map(|to| (*from, *to))) {
        let ops: &[Convert] = match (from.is_float(), to.is_float()) {
            _ if from == to => &[],
            (true, true) => &[Convert::FToF],
            (true, false) => &[Convert::FToS, Convert::FToU],
            (false, true) => &[Convert::SToF, Convert::UToF],
            (false, false) if from.bits() > to.bits() => &[Convert::Trunc],
            (false, false) => &[Convert::ZExt, Convert::SExt],
        };
        for op in ops.iter().filter(|op| has(&Op::Convert(**op, Value(0)), to)) {
            for a in numbers(from) {
                let found = computed(&Op::Convert(*op, Value(0)), (from, to), [a, 0], false);
                assert_eq!(found, num::convert(*op, from, to, a), "{} {from} {to} {a:x}", op.name());
            }
        }
    }
}
