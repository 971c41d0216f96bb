//! Random programs, written the way a front end does: structured control flow, every variable in a private slot.

extern crate std;

use std::{vec, vec::Vec};

use crate::{
    base::rng::Rng,
    ir::{
        Binary, BlockId, Compare, Convert, Kernel, Math, Op, Param, Slot, SlotId, Space, Type, Unary, Value,
        WorkItem, build::Builder,
    },
    source::Span,
};

const NONE: Span = Span::NONE;
const TYPES: [Type; 5] = [Type::I8, Type::I32, Type::I64, Type::F32, Type::F64];
/// Elements of the private array.
const ARRAY: u64 = 8;
/// Words that each work-item writes.
pub const WORDS: u64 = 8;

/// Writes a random program the way a front end does: every variable in a private slot.
struct Writer {
    rng: Rng,
    b: Builder,
    variables: Vec<(Type, SlotId)>,
    array: SlotId,
    /// Where `break` and `continue` go.
    loops: Vec<(BlockId, BlockId)>,
}

fn param(name: &str) -> Param {
    Param::new(name, Type::Ptr(Space::Global), Type::I64)
}

fn slot(name: &str, bytes: u32, element: Type) -> Slot {
    let (align, dynamic) = (element.bytes(), false);
    Slot { name: name.into(), space: Space::Private, bytes, align, element, dynamic, init: vec![] }
}

/// The program of a seed: a kernel on one buffer, of which each work-item writes [`WORDS`] words of 64 bits.
pub fn program(seed: u64) -> Kernel {
    Writer::program(seed)
}

impl Writer {
    fn program(seed: u64) -> Kernel {
        let kernel = Kernel { name: "random".into(), params: vec![param("out")], ..Kernel::default() };
        let mut b = Builder::new(kernel);
        let variables = (0..8).map(|at| TYPES[at % TYPES.len()]);
        let variables = variables.map(|ty| (ty, b.slot(slot("v", ty.bytes(), ty)))).collect();
        let array = b.slot(slot("array", ARRAY as u32 * 4, Type::I32));
        let mut writer = Writer { rng: Rng::new(seed), b, variables, array, loops: vec![] };
        writer.statements(3);
        for word in 0..WORDS {
            writer.output(word);
        }
        writer.b.terminate(crate::ir::Terminator::Return(None), NONE);
        writer.b.kernel
    }

    fn statements(&mut self, depth: u32) {
        for _ in 0..2 + self.rng.below(5) {
            if self.b.is_terminated() {
                return;
            }
            match self.rng.below(if depth == 0 { 4 } else { 8 }) {
                0..=2 => self.assign(),
                3 => self.assign_element(),
                4 | 5 => self.choice(depth - 1),
                6 => self.repeat(depth - 1),
                _ => self.leave(),
            }
        }
    }

    fn assign(&mut self) {
        let (ty, slot) = self.variables[self.rng.below(self.variables.len() as u64) as usize];
        let value = self.expression(ty, 3);
        let ptr = self.b.emit(Op::Slot(slot), Type::Ptr(Space::Private), NONE);
        self.b.effect(Op::Store { ptr, value, volatile: false }, NONE);
    }

    fn assign_element(&mut self) {
        let (ptr, value) = (self.element(), self.expression(Type::I32, 2));
        self.b.effect(Op::Store { ptr, value, volatile: false }, NONE);
    }

    /// The address of an element of the array, known or computed.
    fn element(&mut self) -> Value {
        let array = self.b.emit(Op::Slot(self.array), Type::Ptr(Space::Private), NONE);
        let index = if self.rng.below(4) > 0 {
            let at = self.rng.below(ARRAY);
            self.b.constant(at, Type::I64, NONE)
        } else {
            let (index, mask) = (self.expression(Type::I64, 1), self.b.constant(ARRAY - 1, Type::I64, NONE));
            self.b.emit(Op::Binary(Binary::And, index, mask), Type::I64, NONE)
        };
        let four = self.b.constant(4, Type::I64, NONE);
        let bytes = self.b.emit(Op::Binary(Binary::Mul, index, four), Type::I64, NONE);
        self.b.emit(Op::PtrAdd(array, bytes), Type::Ptr(Space::Private), NONE)
    }

    fn choice(&mut self, depth: u32) {
        let condition = self.condition();
        let [yes, no, after] = core::array::from_fn(|_| self.b.create_block());
        self.b.branch(condition, yes, no, NONE);
        for arm in [yes, no] {
            self.b.switch_to(arm);
            if self.rng.below(3) > 0 {
                self.statements(depth);
            }
            self.b.jump(after, NONE);
        }
        self.b.switch_to(after);
    }

    /// A loop of a few turns, counted in a variable of its own.
    fn repeat(&mut self, depth: u32) {
        let counter = self.b.slot(slot("counter", 4, Type::I32));
        let turns = self.rng.below(4);
        let [head, body, step, after] = core::array::from_fn(|_| self.b.create_block());
        let ptr = self.b.emit(Op::Slot(counter), Type::Ptr(Space::Private), NONE);
        let zero = self.b.constant(0, Type::I32, NONE);
        self.b.effect(Op::Store { ptr, value: zero, volatile: false }, NONE);
        self.b.jump(head, NONE);

        self.b.switch_to(head);
        let (value, limit) = (self.load(ptr, Type::I32), self.b.constant(turns, Type::I32, NONE));
        let more = self.b.emit(Op::Compare(Compare::LtS, value, limit), Type::Bool, NONE);
        self.b.branch(more, body, after, NONE);

        self.b.switch_to(body);
        self.loops.push((after, step));
        self.statements(depth);
        self.loops.pop();
        self.b.jump(step, NONE);

        self.b.switch_to(step);
        let (value, one) = (self.load(ptr, Type::I32), self.b.constant(1, Type::I32, NONE));
        let value = self.b.emit(Op::Binary(Binary::Add, value, one), Type::I32, NONE);
        self.b.effect(Op::Store { ptr, value, volatile: false }, NONE);
        self.b.jump(head, NONE);
        self.b.switch_to(after);
    }

    /// Maybe leaves or goes on with the loop around.
    fn leave(&mut self) {
        let Some((out, next)) = self.loops.last().copied() else { return };
        let condition = self.condition();
        let [leave, stay] = core::array::from_fn(|_| self.b.create_block());
        self.b.branch(condition, leave, stay, NONE);
        self.b.switch_to(leave);
        let to = if self.rng.below(2) == 0 { out } else { next };
        self.b.jump(to, NONE);
        self.b.switch_to(stay);
    }

    fn condition(&mut self) -> Value {
        let ty = TYPES[self.rng.below(5) as usize];
        let (a, b) = (self.expression(ty, 1), self.expression(ty, 1));
        let pick = self.rng.below(if ty.is_float() { 4 } else { 6 }) as usize;
        let op = Compare::ALL[if ty.is_float() { 6 + pick } else { pick }];
        let condition = self.b.emit(Op::Compare(op, a, b), Type::Bool, NONE);
        if self.rng.below(3) > 0 {
            return condition;
        }
        // As C writes it: an int that is compared with zero.
        let wide = self.b.emit(Op::Convert(Convert::ZExt, condition), Type::I32, NONE);
        let zero = self.b.constant(0, Type::I32, NONE);
        let op = if self.rng.below(2) == 0 { Compare::Eq } else { Compare::Ne };
        self.b.emit(Op::Compare(op, wide, zero), Type::Bool, NONE)
    }

    fn load(&mut self, ptr: Value, ty: Type) -> Value {
        self.b.emit(Op::Load { ptr, volatile: false }, ty, NONE)
    }

    fn expression(&mut self, ty: Type, depth: u32) -> Value {
        match self.rng.below(if depth == 0 { 3 } else { 9 }) {
            0 => self.literal(ty),
            1 | 2 => self.variable(ty),
            3 | 4 => self.conversion(ty, depth - 1),
            5 => {
                let condition = self.condition();
                let (a, b) = (self.expression(ty, depth - 1), self.expression(ty, depth - 1));
                self.b.emit(Op::Select(condition, a, b), ty, NONE)
            }
            _ => self.operation(ty, depth - 1),
        }
    }

    fn literal(&mut self, ty: Type) -> Value {
        let small = [0, 1, 2, 4, 8, 7, u64::MAX][self.rng.below(7) as usize];
        let bits = match ty {
            Type::F32 => f64_bits_as(small as i64 as f64, ty),
            Type::F64 => (small as i64 as f64 / 2.0).to_bits(),
            _ => small,
        };
        self.b.constant(bits, ty, NONE)
    }

    fn variable(&mut self, ty: Type) -> Value {
        if ty == Type::I32 {
            match self.rng.below(4) {
                0 => return self.b.emit(Op::WorkItem(WorkItem::GlobalId, 0), ty, NONE),
                1 => {
                    let ptr = self.element();
                    return self.load(ptr, ty);
                }
                _ => {}
            }
        }
        let candidates: Vec<SlotId> = self.variables.iter().filter(|v| v.0 == ty).map(|v| v.1).collect();
        let slot = candidates[self.rng.below(candidates.len() as u64) as usize];
        let ptr = self.b.emit(Op::Slot(slot), Type::Ptr(Space::Private), NONE);
        self.load(ptr, ty)
    }

    fn conversion(&mut self, ty: Type, depth: u32) -> Value {
        let from = TYPES[self.rng.below(5) as usize];
        let op = match (from.is_float(), ty.is_float()) {
            _ if from == ty => return self.expression(ty, depth),
            (true, true) => Convert::FToF,
            (true, false) => [Convert::FToS, Convert::FToU][self.rng.below(2) as usize],
            (false, true) => [Convert::SToF, Convert::UToF][self.rng.below(2) as usize],
            (false, false) if from.bits() > ty.bits() => Convert::Trunc,
            (false, false) => [Convert::SExt, Convert::ZExt][self.rng.below(2) as usize],
        };
        let value = self.expression(from, depth);
        self.b.emit(Op::Convert(op, value), ty, NONE)
    }

    fn operation(&mut self, ty: Type, depth: u32) -> Value {
        let a = self.expression(ty, depth);
        let b = self.expression(ty, depth);
        let pick = self.rng.below(20) as usize;
        let op = match (ty.is_float(), pick) {
            (true, 0) => Op::Unary(Unary::FNeg, a),
            (true, 1) => Op::Unary(Unary::FAbs, a),
            (true, 2) => Op::Math(Math::Sqrt, vec![a]),
            (true, 3) => Op::Fma(a, b, a),
            (true, _) => Op::Binary(Binary::ALL[19 + pick % 6], a, b),
            (false, 0) => Op::Unary(Unary::Not, a),
            (false, _) => Op::Binary(Binary::ALL[pick - 1], a, b),
        };
        self.b.emit(op, ty, NONE)
    }

    /// `out[global_id * WORDS + word] = ` something of 64 bits.
    fn output(&mut self, word: u64) {
        let value = self.expression([Type::I64, Type::F64][(word % 2) as usize], 2);
        let id = self.b.emit(Op::WorkItem(WorkItem::GlobalId, 0), Type::I32, NONE);
        let id = self.b.emit(Op::Convert(Convert::ZExt, id), Type::I64, NONE);
        let (stride, at) =
            (self.b.constant(8 * WORDS, Type::I64, NONE), self.b.constant(8 * word, Type::I64, NONE));
        let bytes = self.b.emit(Op::Binary(Binary::Mul, id, stride), Type::I64, NONE);
        let out = self.b.emit(Op::Arg(0), Type::Ptr(Space::Global), NONE);
        let ptr = self.b.emit(Op::PtrAdd(out, bytes), Type::Ptr(Space::Global), NONE);
        let ptr = self.b.emit(Op::PtrAdd(ptr, at), Type::Ptr(Space::Global), NONE);
        self.b.effect(Op::Store { ptr, value, volatile: false }, NONE);
    }
}

fn f64_bits_as(value: f64, ty: Type) -> u64 {
    crate::base::num::convert(Convert::FToF, Type::F64, ty, value.to_bits())
}
