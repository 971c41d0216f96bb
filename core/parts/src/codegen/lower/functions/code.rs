//! A number type whose operations emit IR: running a function of `elementary` with it writes that function as code.

use alloc::{vec, vec::Vec};
use core::{
    cell::RefCell,
    ops::{Add, BitAnd, BitOr, BitXor, Div, Mul, Neg, Not, Sub},
};

use crate::{
    base::num::elementary::{Formatted, Mask, Real, Word},
    ir::{
        Binary, BlockId, Compare, Convert, Function, Kernel, Math, Op, Target, Terminator, Type, Unary,
        Value, build::Builder,
    },
    source::Span,
};

/// A function that is being written.
pub(super) struct Writing {
    builder: RefCell<Builder>,
    /// The type of numbers.
    float: Type,
    /// The type of their bits.
    integer: Type,
}

impl Writing {
    /// Nothing yet, in a format: `F64`, or else `F32`.
    pub fn new(float: Type) -> Writing {
        let integer = if float == Type::F64 { Type::I64 } else { Type::I32 };
        Writing { builder: RefCell::new(Builder::new(Kernel::default())), float, integer }
    }

    fn emit(&self, op: Op, ty: Type) -> Value {
        self.builder.borrow_mut().emit(op, ty, Span::NONE)
    }

    /// One of its parameters.
    pub fn parameter(&self, at: u32) -> Code<'_> {
        Code { writing: self, value: self.emit(Op::Param(at), self.float) }
    }

    /// The function that returns a value.
    pub fn finish(self, name: &str, arity: usize, result: Value) -> Function {
        let ty = self.float;
        let mut builder = self.builder.into_inner();
        builder.terminate(Terminator::Return(Some(result)), Span::NONE);
        let Kernel { blocks, insts, values, .. } = builder.kernel;
        Function { name: name.into(), params: vec![ty; arity], result: Some(ty), blocks, insts, values }
    }

    /// New blocks.
    fn blocks<const N: usize>(&self) -> [BlockId; N] {
        let mut builder = self.builder.borrow_mut();
        [(); N].map(|()| builder.create_block())
    }

    /// Parameters of a block.
    fn block_params(&self, block: BlockId, types: &[Type]) -> Vec<Value> {
        let mut builder = self.builder.borrow_mut();
        types.iter().map(|ty| builder.block_param(block, *ty)).collect()
    }

    /// Ends the current block, and goes on in another.
    fn end(&self, term: Terminator, next: BlockId) {
        let mut builder = self.builder.borrow_mut();
        builder.terminate(term, Span::NONE);
        builder.switch_to(next);
    }
}

fn target(block: BlockId, args: Vec<Value>) -> Target {
    Target { block, args }
}

/// A kind of value that code computes.
macro_rules! code {
    ($(#[$doc:meta])* $name:ident: |$writing:ident| $ty:expr) => {
        $(#[$doc])*
        #[derive(Clone, Copy)]
        pub(super) struct $name<'w> {
            writing: &'w Writing,
            /// The value in the function.
            pub value: Value,
        }

        impl $name<'_> {
            /// A value of the same kind, computed from this one and others.
            fn then(self, op: Op) -> Self {
                let $writing = self.writing;
                $name { value: $writing.emit(op, $ty), ..self }
            }

            fn binary(self, op: Binary, other: Self) -> Self {
                self.then(Op::Binary(op, self.value, other.value))
            }
        }

        impl Formatted for $name<'_> {
            fn is_double(self) -> bool {
                self.writing.float == Type::F64
            }
        }
    };
}

code! {
    /// A number.
    Code: |writing| writing.float
}

code! {
    /// The bits of a number.
    Bits: |writing| writing.integer
}

code! {
    /// The answer of a comparison.
    Answer: |_writing| Type::Bool
}

/// Operators of a kind.
macro_rules! operators {
    ($name:ident: $($trait:ident $method:ident = $op:ident),* ; $constant:ty: $($with:ident $with_method:ident),*) => {
        $(impl $trait for $name<'_> {
            type Output = Self;
            fn $method(self, other: Self) -> Self {
                self.binary(Binary::$op, other)
            }
        })*
        $(impl $with<$constant> for $name<'_> {
            type Output = Self;
            fn $with_method(self, other: $constant) -> Self {
                self.$with_method(self.num(other))
            }
        })*
    };
}

operators! { Code: Add add = FAdd, Sub sub = FSub, Mul mul = FMul, Div div = FDiv; f64: Add add, Sub sub, Mul mul }
operators! {
    Bits: Add add = Add, Sub sub = Sub, Mul mul = Mul, BitAnd bitand = And, BitOr bitor = Or, BitXor bitxor = Xor;
    i64: Add add, Sub sub, BitAnd bitand
}
operators! { Answer: BitAnd bitand = And, BitOr bitor = Or; (): }

impl Neg for Code<'_> {
    type Output = Self;
    fn neg(self) -> Self {
        self.then(Op::Unary(Unary::FNeg, self.value))
    }
}

impl Not for Answer<'_> {
    type Output = Self;
    fn not(self) -> Self {
        self.then(Op::Unary(Unary::Not, self.value))
    }
}

impl Mask for Answer<'_> {}

impl<'w> Bits<'w> {
    fn compare(self, op: Compare, other: Self) -> Answer<'w> {
        let value = self.writing.emit(Op::Compare(op, self.value, other.value), Type::Bool);
        Answer { writing: self.writing, value }
    }

    fn moved(self, op: Binary, by: u32) -> Self {
        self.binary(op, self.num(by.into()))
    }
}

impl<'w> Word for Bits<'w> {
    type Mask = Answer<'w>;

    fn num(self, value: i64) -> Self {
        self.then(Op::Const(value as u64 & self.writing.integer.mask()))
    }

    fn shl(self, by: u32) -> Self {
        self.moved(Binary::Shl, by)
    }

    fn shr(self, by: u32) -> Self {
        self.moved(Binary::ShrU, by)
    }

    fn sar(self, by: u32) -> Self {
        self.moved(Binary::ShrS, by)
    }

    fn shl_by(self, by: Self) -> Self {
        self.binary(Binary::Shl, by)
    }

    fn shr_by(self, by: Self) -> Self {
        self.binary(Binary::ShrU, by)
    }

    fn mul_high(self, other: Self) -> Self {
        self.binary(Binary::MulHiU, other)
    }

    fn rem(self, other: Self) -> Self {
        self.binary(Binary::RemU, other)
    }

    fn lt(self, other: Self) -> Answer<'w> {
        self.compare(Compare::LtS, other)
    }

    fn below(self, other: Self) -> Answer<'w> {
        self.compare(Compare::LtU, other)
    }

    fn pick(mask: Answer<'w>, yes: Self, no: Self) -> Self {
        yes.then(Op::Select(mask.value, yes.value, no.value))
    }

    /// A loop whose header has what is left to do and the word.
    fn times(self, start: Self, step: impl Fn(Self) -> Self) -> Self {
        let writing = self.writing;
        let [header, body, exit] = writing.blocks();
        let params = writing.block_params(header, &[writing.integer; 2]);
        let [left, state] = [params[0], params[1]].map(|value| Bits { writing, value });
        writing.end(Terminator::Jump(target(header, vec![self.value, start.value])), header);
        let more = self.num(0).lt(left);
        let branch = Terminator::Branch(more.value, target(body, vec![]), target(exit, vec![]));
        writing.end(branch, body);
        let args = vec![(left - 1).value, step(state).value];
        writing.end(Terminator::Jump(target(header, args)), exit);
        state
    }
}

impl<'w> Code<'w> {
    fn compare(self, op: Compare, other: Self) -> Answer<'w> {
        let value = self.writing.emit(Op::Compare(op, self.value, other.value), Type::Bool);
        Answer { writing: self.writing, value }
    }
}

impl<'w> Real for Code<'w> {
    type Word = Bits<'w>;

    fn num(self, value: f64) -> Self {
        let bits = self.by(u64::from((value as f32).to_bits()), value.to_bits());
        self.then(Op::Const(bits))
    }

    fn bits(self) -> Bits<'w> {
        let value = self.writing.emit(Op::Convert(Convert::Bits, self.value), self.writing.integer);
        Bits { writing: self.writing, value }
    }

    fn of(bits: Bits<'w>) -> Self {
        let value = bits.writing.emit(Op::Convert(Convert::Bits, bits.value), bits.writing.float);
        Code { writing: bits.writing, value }
    }

    fn abs(self) -> Self {
        self.then(Op::Unary(Unary::FAbs, self.value))
    }

    fn sqrt(self) -> Self {
        self.then(Op::Math(Math::Sqrt, vec![self.value]))
    }

    fn lt(self, other: Self) -> Answer<'w> {
        self.compare(Compare::FLt, other)
    }

    fn le(self, other: Self) -> Answer<'w> {
        self.compare(Compare::FLe, other)
    }

    fn eq(self, other: Self) -> Answer<'w> {
        self.compare(Compare::FEq, other)
    }

    fn pick(mask: Answer<'w>, yes: Self, no: Self) -> Self {
        yes.then(Op::Select(mask.value, yes.value, no.value))
    }

    /// Two blocks, and one behind them that has the numbers as parameters.
    fn choose<const N: usize>(
        mask: Answer<'w>,
        yes: impl FnOnce() -> [Self; N],
        no: impl FnOnce() -> [Self; N],
    ) -> [Self; N] {
        let writing = mask.writing;
        let [first, second, join] = writing.blocks();
        let params = writing.block_params(join, &[writing.float; N]);
        let values = |codes: [Self; N]| codes.map(|code| code.value).to_vec();
        let branch = Terminator::Branch(mask.value, target(first, vec![]), target(second, vec![]));
        writing.end(branch, first);
        let args = values(yes());
        writing.end(Terminator::Jump(target(join, args)), second);
        let args = values(no());
        writing.end(Terminator::Jump(target(join, args)), join);
        core::array::from_fn(|at| Code { writing, value: params[at] })
    }
}
