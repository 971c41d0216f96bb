//! A number type whose operations emit IR: running a function of `elementary` with it writes that function as code.

use alloc::{vec, vec::Vec};
use core::{
    cell::RefCell,
    ops::{Add, BitAnd, BitOr, BitXor, Div, Mul, Neg, Not, Sub},
};

use crate::{
    base::num::elementary::{Mask, Real, Word},
    ir::{
        Binary, BlockId, Compare, Convert, Function, Kernel, Math, Op, Target, Terminator, Type, Unary,
        Value, build::Builder,
    },
    source::Span,
};

/// A function that is being written.
pub(super) struct Writing(RefCell<Builder>);

impl Writing {
    /// Nothing yet.
    pub fn new() -> Writing {
        Writing(RefCell::new(Builder::new(Kernel::default())))
    }

    fn emit(&self, op: Op, ty: Type) -> Value {
        self.0.borrow_mut().emit(op, ty, Span::NONE)
    }

    /// One of its parameters.
    pub fn parameter<const DOUBLE: bool>(&self, at: u32) -> Code<'_, DOUBLE> {
        Code { writing: self, value: self.emit(Op::Param(at), float(DOUBLE)) }
    }

    /// The function that returns a value.
    pub fn finish<const DOUBLE: bool>(self, name: &str, arity: usize, result: Value) -> Function {
        let mut builder = self.0.into_inner();
        builder.terminate(Terminator::Return(Some(result)), Span::NONE);
        let Kernel { blocks, insts, values, .. } = builder.kernel;
        let ty = float(DOUBLE);
        Function { name: name.into(), params: vec![ty; arity], result: Some(ty), blocks, insts, values }
    }

    /// New blocks.
    fn blocks<const N: usize>(&self) -> [BlockId; N] {
        let mut builder = self.0.borrow_mut();
        [(); N].map(|()| builder.create_block())
    }

    /// Parameters of a block.
    fn block_params(&self, block: BlockId, types: &[Type]) -> Vec<Value> {
        let mut builder = self.0.borrow_mut();
        types.iter().map(|ty| builder.block_param(block, *ty)).collect()
    }

    /// Ends the current block, and goes on in another.
    fn end(&self, term: Terminator, next: BlockId) {
        let mut builder = self.0.borrow_mut();
        builder.terminate(term, Span::NONE);
        builder.switch_to(next);
    }
}

fn target(block: BlockId, args: Vec<Value>) -> Target {
    Target { block, args }
}

/// The type of numbers.
const fn float(double: bool) -> Type {
    if double { Type::F64 } else { Type::F32 }
}

/// The type of their bits.
const fn integer(double: bool) -> Type {
    if double { Type::I64 } else { Type::I32 }
}

/// A kind of value that code computes.
macro_rules! code {
    ($(#[$doc:meta])* $name:ident: $ty:expr) => {
        $(#[$doc])*
        #[derive(Clone, Copy)]
        pub(super) struct $name<'w, const DOUBLE: bool> {
            writing: &'w Writing,
            /// The value in the function.
            pub value: Value,
        }

        impl<'w, const DOUBLE: bool> $name<'w, DOUBLE> {
            /// A value of the same kind, computed from this one and others.
            fn then(self, op: Op) -> Self {
                $name { value: self.writing.emit(op, $ty), ..self }
            }

            fn binary(self, op: Binary, other: Self) -> Self {
                self.then(Op::Binary(op, self.value, other.value))
            }
        }
    };
}

code! {
    /// A number.
    Code: float(DOUBLE)
}

code! {
    /// The bits of a number.
    Bits: integer(DOUBLE)
}

code! {
    /// The answer of a comparison.
    Answer: Type::Bool
}

/// Operators of a kind.
macro_rules! operators {
    ($name:ident: $($trait:ident $method:ident = $op:ident),* ; $constant:ty: $($with:ident $with_method:ident),*) => {
        $(impl<const DOUBLE: bool> $trait for $name<'_, DOUBLE> {
            type Output = Self;
            fn $method(self, other: Self) -> Self {
                self.binary(Binary::$op, other)
            }
        })*
        $(impl<const DOUBLE: bool> $with<$constant> for $name<'_, DOUBLE> {
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

impl<const DOUBLE: bool> Neg for Code<'_, DOUBLE> {
    type Output = Self;
    fn neg(self) -> Self {
        self.then(Op::Unary(Unary::FNeg, self.value))
    }
}

impl<const DOUBLE: bool> Not for Answer<'_, DOUBLE> {
    type Output = Self;
    fn not(self) -> Self {
        self.then(Op::Unary(Unary::Not, self.value))
    }
}

impl<const DOUBLE: bool> Mask for Answer<'_, DOUBLE> {}

impl<'w, const DOUBLE: bool> Bits<'w, DOUBLE> {
    fn compare(self, op: Compare, other: Self) -> Answer<'w, DOUBLE> {
        let value = self.writing.emit(Op::Compare(op, self.value, other.value), Type::Bool);
        Answer { writing: self.writing, value }
    }

    fn moved(self, op: Binary, by: u32) -> Self {
        self.binary(op, self.num(by.into()))
    }
}

impl<'w, const DOUBLE: bool> Word for Bits<'w, DOUBLE> {
    type Mask = Answer<'w, DOUBLE>;

    fn num(self, value: i64) -> Self {
        self.then(Op::Const(value as u64 & integer(DOUBLE).mask()))
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

    fn lt(self, other: Self) -> Answer<'w, DOUBLE> {
        self.compare(Compare::LtS, other)
    }

    fn below(self, other: Self) -> Answer<'w, DOUBLE> {
        self.compare(Compare::LtU, other)
    }

    fn pick(mask: Answer<'w, DOUBLE>, yes: Self, no: Self) -> Self {
        yes.then(Op::Select(mask.value, yes.value, no.value))
    }

    /// A loop whose header has what is left to do and the word.
    fn times(self, start: Self, step: impl Fn(Self) -> Self) -> Self {
        let writing = self.writing;
        let [header, body, exit] = writing.blocks();
        let params = writing.block_params(header, &[integer(DOUBLE); 2]);
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

impl<'w, const DOUBLE: bool> Code<'w, DOUBLE> {
    fn compare(self, op: Compare, other: Self) -> Answer<'w, DOUBLE> {
        let value = self.writing.emit(Op::Compare(op, self.value, other.value), Type::Bool);
        Answer { writing: self.writing, value }
    }
}

impl<'w, const DOUBLE: bool> Real for Code<'w, DOUBLE> {
    type Word = Bits<'w, DOUBLE>;

    const DOUBLE: bool = DOUBLE;

    fn num(self, value: f64) -> Self {
        let bits = if DOUBLE { value.to_bits() } else { u64::from((value as f32).to_bits()) };
        self.then(Op::Const(bits))
    }

    fn bits(self) -> Bits<'w, DOUBLE> {
        let value = self.writing.emit(Op::Convert(Convert::Bits, self.value), integer(DOUBLE));
        Bits { writing: self.writing, value }
    }

    fn of(bits: Bits<'w, DOUBLE>) -> Self {
        let value = bits.writing.emit(Op::Convert(Convert::Bits, bits.value), float(DOUBLE));
        Code { writing: bits.writing, value }
    }

    fn abs(self) -> Self {
        self.then(Op::Unary(Unary::FAbs, self.value))
    }

    fn sqrt(self) -> Self {
        self.then(Op::Math(Math::Sqrt, vec![self.value]))
    }

    fn lt(self, other: Self) -> Answer<'w, DOUBLE> {
        self.compare(Compare::FLt, other)
    }

    fn le(self, other: Self) -> Answer<'w, DOUBLE> {
        self.compare(Compare::FLe, other)
    }

    fn eq(self, other: Self) -> Answer<'w, DOUBLE> {
        self.compare(Compare::FEq, other)
    }

    fn pick(mask: Answer<'w, DOUBLE>, yes: Self, no: Self) -> Self {
        yes.then(Op::Select(mask.value, yes.value, no.value))
    }

    /// Two blocks, and one behind them that has the numbers as parameters.
    fn choose<const N: usize>(
        mask: Answer<'w, DOUBLE>,
        yes: impl FnOnce() -> [Self; N],
        no: impl FnOnce() -> [Self; N],
    ) -> [Self; N] {
        let writing = mask.writing;
        let [first, second, join] = writing.blocks();
        let params = writing.block_params(join, &[float(DOUBLE); N]);
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
