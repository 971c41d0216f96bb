//! Random kernels: every operation on every type, nested `if`s and loops. Each work-item reads and writes its own part
//! of one buffer.

use alloc::{vec, vec::Vec};

use super::BYTES;
use lanescope_core::{
    base::rng::Rng,
    ir::{
        AtomicOp, Binary, BlockId, Compare, Convert, Kernel, Math, Op, Param, Space, Target, Terminator,
        Type, Unary, Value, WorkItem, build::Builder,
    },
    source::Span,
};

const TYPES: [Type; 8] =
    [Type::Bool, Type::I8, Type::I16, Type::I32, Type::I64, Type::F16, Type::F32, Type::F64];
const PTR: Type = Type::Ptr(Space::Global);
const PASSED: [Type; 9] =
    [Type::Bool, Type::I8, Type::I16, Type::I32, Type::I64, Type::F16, Type::F32, Type::F64, PTR];
const STORED: [Type; 7] = [Type::I8, Type::I16, Type::I32, Type::I64, Type::F16, Type::F32, Type::F64];

struct Author {
    rng: Rng,
    builder: Builder,
    /// Values that can be used here.
    pool: Vec<Value>,
    base: Value,
    /// Statements that may still be written.
    budget: u32,
}

fn param(name: &str, ty: Type) -> Param {
    Param::new(name, ty, if ty.space().is_some() { Type::I32 } else { ty })
}

/// The kernel of a seed.
pub fn kernel(seed: u64) -> Kernel {
    let params = vec![param("data", Type::Ptr(Space::Global)), param("n", Type::I32), param("m", Type::I64)];
    let kernel = Kernel { name: "random".into(), params, ..Kernel::default() };
    let mut builder = Builder::new(kernel);
    let data = builder.emit(Op::Arg(0), Type::Ptr(Space::Global), Span::NONE);
    let n = builder.emit(Op::Arg(1), Type::I32, Span::NONE);
    let m = builder.emit(Op::Arg(2), Type::I64, Span::NONE);
    let id = builder.emit(Op::WorkItem(WorkItem::GlobalId, 0), Type::I32, Span::NONE);
    let lane = builder.emit(Op::WorkItem(WorkItem::LocalId, 0), Type::I32, Span::NONE);
    let wide = builder.emit(Op::Convert(Convert::SExt, id), Type::I64, Span::NONE);
    let size = builder.constant(BYTES, Type::I64, Span::NONE);
    let offset = builder.emit(Op::Binary(Binary::Mul, wide, size), Type::I64, Span::NONE);
    let base = builder.emit(Op::PtrAdd(data, offset), Type::Ptr(Space::Global), Span::NONE);
    let mut author =
        Author { rng: Rng::new(seed), builder, pool: vec![n, m, id, lane, wide], base, budget: 60 };
    author.statements(3);
    for at in 0..6 {
        author.store_somewhere(at * 64);
    }
    author.builder.terminate(Terminator::Return(None), Span::NONE);
    author.builder.kernel
}

impl Author {
    fn pick<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.rng.below(list.len() as u64) as usize]
    }

    /// A value of a type: one that is there, or a constant.
    fn value(&mut self, ty: Type) -> Value {
        if ty == PTR {
            return self.pointer();
        }
        let kernel = &self.builder.kernel;
        let fitting: Vec<Value> = self.pool.iter().copied().filter(|v| kernel.ty(*v) == ty).collect();
        if fitting.is_empty() || self.rng.below(6) == 0 {
            let bits = match self.rng.below(4) {
                3 => 1 << self.rng.below(64),
                0 => self.rng.below(4),
                1 => u64::MAX - self.rng.below(4),
                _ => self.rng.next_u64(),
            };
            return self.builder.constant(bits, ty, Span::NONE);
        }
        // Recent values more often than old ones.
        let recent = fitting.len().saturating_sub(6);
        if self.rng.below(3) > 0 { self.pick(&fitting[recent..]) } else { self.pick(&fitting) }
    }

    /// A pointer to the start of some 8 bytes of the work-item's part.
    fn pointer(&mut self) -> Value {
        let kernel = &self.builder.kernel;
        let mut known: Vec<Value> = self.pool.iter().copied().filter(|v| kernel.ty(*v) == PTR).collect();
        known.push(self.base);
        if self.rng.below(2) == 0 {
            return self.pick(&known);
        }
        let offset = self.builder.constant(self.rng.below(BYTES / 8) * 8, Type::I64, Span::NONE);
        let from = self.base;
        self.emit(Op::PtrAdd(from, offset), PTR)
    }

    fn emit(&mut self, op: Op, ty: Type) -> Value {
        let value = self.builder.emit(op, ty, Span::NONE);
        self.pool.push(value);
        value
    }

    fn address(&mut self, ty: Type) -> Value {
        let offset = self.rng.below(BYTES / 8 - 1) * 8
            + self.rng.below(8 / u64::from(ty.bytes())) * u64::from(ty.bytes());
        let offset = self.builder.constant(offset, Type::I64, Span::NONE);
        let ptr = Type::Ptr(Space::Global);
        match self.rng.below(4) {
            0 => return self.pointer(),
            1 => return self.builder.emit(Op::PtrAdd(self.base, offset), ptr, Span::NONE),
            _ => {}
        }
        // A position that each work-item computes.
        let index = self.value(Type::I32);
        let mask = self.builder.constant(BYTES / 8 - 1, Type::I32, Span::NONE);
        let index = self.builder.emit(Op::Binary(Binary::And, index, mask), Type::I32, Span::NONE);
        let convert = self.pick(&[Convert::SExt, Convert::ZExt]);
        let index = self.builder.emit(Op::Convert(convert, index), Type::I64, Span::NONE);
        let three = self.builder.constant(3, Type::I64, Span::NONE);
        let index = self.builder.emit(Op::Binary(Binary::Shl, index, three), Type::I64, Span::NONE);
        self.builder.emit(Op::PtrAdd(self.base, index), ptr, Span::NONE)
    }

    fn store_somewhere(&mut self, offset: u64) {
        let ty = self.pick(&STORED);
        let value = self.value(ty);
        let offset = self.builder.constant(offset, Type::I64, Span::NONE);
        let ptr = self.builder.emit(Op::PtrAdd(self.base, offset), Type::Ptr(Space::Global), Span::NONE);
        self.builder.effect(Op::Store { ptr, value, volatile: false }, Span::NONE);
    }

    fn statements(&mut self, depth: u32) {
        for _ in 0..2 + self.rng.below(8) {
            if self.budget == 0 {
                return;
            }
            self.budget -= 1;
            match self.rng.below(20) {
                0 | 1 if depth > 0 => self.branch(depth - 1),
                2 if depth > 0 => self.repeat(depth - 1),
                3 => self.memory(),
                _ => self.compute(),
            }
        }
    }

    fn memory(&mut self) {
        let ty = self.pick(&STORED);
        let ptr = self.address(ty);
        match self.rng.below(4) {
            0 => {
                let value = self.value(ty);
                self.builder.effect(Op::Store { ptr, value, volatile: false }, Span::NONE);
            }
            1 => {
                let ty = self.pick(&[Type::I32, Type::I64]);
                let ptr = self.address(ty);
                let ops: Vec<AtomicOp> =
                    AtomicOp::ALL.iter().copied().filter(|op| *op != AtomicOp::FAdd).collect();
                let (op, value) = (self.pick(&ops), self.value(ty));
                self.emit(Op::Atomic(op, ptr, value), ty);
            }
            _ => {
                self.emit(Op::Load { ptr, volatile: false }, ty);
            }
        }
    }

    fn compute(&mut self) {
        let ty = self.pick(&TYPES);
        match self.rng.below(12) {
            0 => self.unary(ty),
            1 | 2 => self.convert(ty),
            11 => {
                let (a, b) = (self.pointer(), self.pointer());
                let op = self.pick(&[Compare::Eq, Compare::LtU]);
                self.emit(Op::Compare(op, a, b), Type::Bool);
                self.emit(Op::Convert(Convert::Bits, a), Type::I64);
            }
            3 => {
                let ty = self.pick(&PASSED);
                let (c, a, b) = (self.value(Type::Bool), self.value(ty), self.value(ty));
                self.emit(Op::Select(c, a, b), ty);
            }
            4 | 5 => self.compare(ty),
            6 if ty.is_float() => {
                let (a, b, c) = (self.value(ty), self.value(ty), self.value(ty));
                self.emit(Op::Fma(a, b, c), ty);
            }
            7 if ty.is_float() => {
                let op = self.pick(Math::ALL);
                let args = (0..op.arity()).map(|_| self.value(ty)).collect();
                self.emit(Op::Math(op, args), ty);
            }
            _ => self.binary(ty),
        }
    }

    fn unary(&mut self, ty: Type) {
        let ops = match ty {
            Type::Bool => &[Unary::Not][..],
            ty if ty.is_float() => &[Unary::FNeg, Unary::FAbs],
            _ => &[Unary::Neg, Unary::Not, Unary::PopCount, Unary::Clz, Unary::Ctz],
        };
        let (op, a) = (self.pick(ops), self.value(ty));
        self.emit(Op::Unary(op, a), ty);
    }

    fn binary(&mut self, ty: Type) {
        let floats = &[Binary::FAdd, Binary::FSub, Binary::FMul, Binary::FDiv, Binary::FMin, Binary::FMax];
        let op = match ty {
            Type::Bool => self.pick(&[Binary::And, Binary::Or, Binary::Xor]),
            ty if ty.is_float() => self.pick(floats),
            _ => {
                let ints: Vec<Binary> =
                    Binary::ALL.iter().copied().filter(|op| !floats.contains(op)).collect();
                self.pick(&ints)
            }
        };
        let (a, b) = (self.value(ty), self.value(ty));
        self.emit(Op::Binary(op, a, b), ty);
    }

    fn compare(&mut self, ty: Type) {
        let ops = match ty {
            Type::Bool => &[Compare::Eq, Compare::Ne][..],
            ty if ty.is_float() => &[Compare::FEq, Compare::FNe, Compare::FLt, Compare::FLe],
            _ => &[Compare::Eq, Compare::Ne, Compare::LtS, Compare::LeS, Compare::LtU, Compare::LeU],
        };
        let (op, a, b) = (self.pick(ops), self.value(ty), self.value(ty));
        self.emit(Op::Compare(op, a, b), Type::Bool);
    }

    fn convert(&mut self, from: Type) {
        let to = self.pick(&TYPES);
        let op = match (from, to) {
            (Type::Bool, to) if to.is_int() => Convert::ZExt,
            (Type::Bool, _) | (_, Type::Bool) => return,
            (a, b) if a.is_float() && b.is_float() => {
                if a == b {
                    return;
                }
                Convert::FToF
            }
            (a, _) if a.is_float() && to.bits() == a.bits() && self.rng.below(2) == 0 => Convert::Bits,
            (a, _) if a.is_float() => self.pick(&[Convert::FToS, Convert::FToU]),
            (_, b) if b.is_float() && b.bits() == from.bits() && self.rng.below(2) == 0 => Convert::Bits,
            (_, b) if b.is_float() => self.pick(&[Convert::SToF, Convert::UToF]),
            (a, b) if a.bits() > b.bits() => Convert::Trunc,
            (a, b) if a.bits() < b.bits() => self.pick(&[Convert::ZExt, Convert::SExt]),
            _ => return,
        };
        let a = self.value(from);
        self.emit(Op::Convert(op, a), to);
    }

    /// An `if` with or without `else` that passes values on.
    fn branch(&mut self, depth: u32) {
        let condition = self.value(Type::Bool);
        let (yes, no, join) =
            (self.builder.create_block(), self.builder.create_block(), self.builder.create_block());
        let types: Vec<Type> = (0..self.rng.below(3)).map(|_| self.pick(&PASSED)).collect();
        let with_else = self.rng.below(2) == 0;
        let direct = types.iter().map(|ty| self.value(*ty)).collect();
        let other =
            if with_else { Target { block: no, args: vec![] } } else { Target { block: join, args: direct } };
        let swap = self.rng.below(4) == 0;
        let first = Target { block: yes, args: vec![] };
        let (first, other) = if swap { (other, first) } else { (first, other) };
        self.builder.terminate(Terminator::Branch(condition, first, other), Span::NONE);
        self.arm(yes, join, &types, depth);
        if with_else {
            self.arm(no, join, &types, depth);
        } else {
            self.builder.switch_to(no);
            self.builder.terminate(Terminator::Return(None), Span::NONE);
        }
        self.builder.switch_to(join);
        for ty in types {
            let value = self.builder.block_param(join, ty);
            self.pool.push(value);
        }
    }

    fn arm(&mut self, block: BlockId, join: BlockId, types: &[Type], depth: u32) {
        self.builder.switch_to(block);
        let kept = self.pool.len();
        self.statements(depth);
        let args = types.iter().map(|ty| self.value(*ty)).collect();
        self.builder.terminate(Terminator::Jump(Target { block: join, args }), Span::NONE);
        self.pool.truncate(kept);
    }

    /// A loop of a few turns, as many as the work-item's data say, that carries values around.
    fn repeat(&mut self, depth: u32) {
        let (body, done) = (self.builder.create_block(), self.builder.create_block());
        let types: Vec<Type> = (0..1 + self.rng.below(3)).map(|_| self.pick(&PASSED)).collect();
        let zero = self.builder.constant(0, Type::I32, Span::NONE);
        let mut args = vec![zero];
        args.extend(types.iter().map(|ty| self.value(*ty)).collect::<Vec<_>>());
        self.builder.terminate(Terminator::Jump(Target { block: body, args }), Span::NONE);
        self.builder.switch_to(body);
        let counter = self.builder.block_param(body, Type::I32);
        self.pool.push(counter);
        for ty in &types {
            let value = self.builder.block_param(body, *ty);
            self.pool.push(value);
        }
        self.statements(depth);
        let one = self.builder.constant(1, Type::I32, Span::NONE);
        let next = self.builder.emit(Op::Binary(Binary::Add, counter, one), Type::I32, Span::NONE);
        let data = self.value(Type::I32);
        let three = self.builder.constant(3, Type::I32, Span::NONE);
        let bound = self.builder.emit(Op::Binary(Binary::And, data, three), Type::I32, Span::NONE);
        let again = self.builder.emit(Op::Compare(Compare::LtS, next, bound), Type::Bool, Span::NONE);
        let mut args = vec![next];
        args.extend(types.iter().map(|ty| self.value(*ty)).collect::<Vec<_>>());
        let around = Target { block: body, args };
        let out = Target { block: done, args: vec![] };
        self.builder.terminate(Terminator::Branch(again, around, out), Span::NONE);
        self.builder.switch_to(done);
    }
}
