//! Scalars in all elements, and lines: values that grow by the same stride from element to element.

use lanescope_parts::{
    base::num,
    codegen::spmd::variability::{Level, Variability},
    ir::{Binary, Convert, Op as Ir, Type, Unary, Value, ValueDef},
    riscv::codegen::{Emit, Sections, Values, bits_of, cut, float_of},
};

use super::{
    code::{Class, Reg, ZERO},
    state::{Generator, Made, Stride},
};
use crate::{
    codegen::code::PackedCode,
    isa::{Elem, Generation as G, Op, POp, Shape},
};

/// Chooses elements 0 and 1 of both sources of a shuffle.
const LOW_PAIR: i32 = 0x44;

impl Generator<'_> {
    /// A scalar in all elements; a bool as a mask.
    pub fn splat(&mut self, from: Reg, ty: Type) -> Reg {
        if ty == Type::Bool {
            let bits = self.code.x(Op::Sub, ZERO, from);
            if !self.cut().has_masks() {
                return self.splat(bits, self.element_type(Type::Bool));
            }
            let limit = u64::MAX >> (64 - self.cut().count());
            let all = self.code.number(limit as i64);
            let bits = self.code.x(Op::And, bits, all);
            let rd = self.code.value(Class::M);
            self.code.packed(rd, (POp::Kmov, Shape::KFromX, Elem::No), 0, [ZERO, ZERO, bits], 0);
            return rd;
        }
        let cut = self.cut();
        if cut.is_textbook() {
            let low = if ty.is_float() { from } else { float_of(&mut self.code, from, Type::F64) };
            return self.code.packed_one(0, (POp::Splat, cut.whole()), low);
        }
        let bits = if ty.is_float() { bits_of(&mut self.code, from, ty) } else { from };
        self.splat_bits(bits)
    }

    /// An integer register in all elements of an x86 style register.
    pub fn splat_bits(&mut self, bits: Reg) -> Reg {
        let (cut, width) = (self.cut(), self.cut().width());
        let generation = cut.generation;
        if generation.has_masks() {
            let rd = self.code.value(Class::V);
            self.code.packed(
                rd,
                (POp::Vpbroadcast, Shape::VFromX, cut.whole()),
                width,
                [ZERO, ZERO, bits],
                0,
            );
            return rd;
        }
        // A double word of MMX is the whole register.
        let repeats = cut.lane < 4 || generation == G::Mmx;
        let (bits, lane) = if repeats { (self.repeated(bits), 4) } else { (bits, cut.lane) };
        let narrow = self.code.value(Class::V);
        let bytes = if generation == G::Mmx { 8 } else { 16 };
        self.code.packed(narrow, (POp::Vmovq, Shape::VFromX, Elem::No), bytes, [ZERO, ZERO, bits], 0);
        if generation == G::Mmx {
            return narrow;
        }
        let (one, pair) = if lane == 4 { (Elem::Xss, POp::Vshuf) } else { (Elem::Xsd, POp::Vpunpckl) };
        if generation.has_all_of(G::Avx) {
            return self.code.packed_one(width, (POp::Vbroadcast, one), narrow);
        }
        if lane == 4 {
            return self.code.packed_two(width, (pair, Elem::Xps), [narrow, narrow]);
        }
        if generation.has_all_of(G::Sse2) {
            return self.code.packed_two(width, (pair, Elem::UQdq), [narrow, narrow]);
        }
        // SSE has no instruction on pairs: two single elements are one of them.
        let rd = self.code.value(Class::V);
        self.code.packed(
            rd,
            (POp::Vshuf, POp::Vshuf.shape(), Elem::Xps),
            width,
            [narrow, ZERO, narrow],
            LOW_PAIR,
        );
        rd
    }

    /// A narrow number side by side in a double word.
    pub fn repeated(&mut self, bits: Reg) -> Reg {
        let lane = 8 * self.cut().lane;
        let up = self.code.xi(Op::Slli, bits, 64 - lane as i32);
        let low = self.code.xi(Op::Srli, up, 64 - lane as i32);
        let factor = (0..64).step_by(lane as usize).fold(0u64, |sum, at| sum | 1 << at);
        let factor = self.code.number(factor as i64);
        self.code.x(Op::Mul, low, factor)
    }

    /// A number in all elements, made once.
    pub fn splat_number(&mut self, number: i64) -> Reg {
        let key = (self.cut().key(), number);
        if let Some(reg) = self.numbers.get(&key) {
            return *reg;
        }
        let ty = self.element_type(Type::Bool);
        let reg = self.at(Level::Launch, |this| {
            let number = this.code.number(number);
            this.splat(number, ty)
        });
        self.numbers.insert(key, reg);
        reg
    }

    /// An affine value in a packed register: its first element and a line of numbers.
    pub fn line(&mut self, value: Value) -> Made<Reg> {
        let (ty, cut, stride) = (self.ty(value), self.cut(), self.stride(value)?);
        let sum = cut.two(Binary::Add, Type::I64).filter(|_| cut.holds(ty));
        let (Some(sum), Stride::Number(stride)) = (sum, stride) else {
            let array = self.array(ty);
            for at in 0..cut.count() {
                let reg = self.on_line(value, at)?;
                self.write_element(array, at, reg);
            }
            return Ok(self.read_array(array));
        };
        let base = self.scalar(value)?;
        let base = self.splat(base, ty);
        let line = self.numbers_by(stride);
        Ok(self.code.packed_two(cut.width(), sum, [base, line]))
    }

    /// 0, a stride, twice the stride, …: made once, by way of memory.
    pub fn numbers_by(&mut self, stride: i64) -> Reg {
        let key = (self.cut().key(), stride);
        if let Some(reg) = self.lines.get(&key) {
            return *reg;
        }
        let ty = self.element_type(Type::Bool);
        let array = self.array(ty);
        let reg = self.at(Level::Launch, |this| {
            for at in 0..this.cut().count() {
                let number =
                    this.code.number(num::signed(ty, (stride.wrapping_mul(at.into())) as u64 & ty.mask()));
                this.write_element(array, at, number);
            }
            this.read_array(array)
        });
        self.lines.insert(key, reg);
        reg
    }

    /// An element of an affine value.
    pub fn on_line(&mut self, value: Value, at: u32) -> Made<Reg> {
        let before = core::mem::take(&mut self.strip.element);
        let (base, stride) = (self.scalar(value)?, self.stride(value)?);
        self.strip.element = before;
        let ty = self.ty(value);
        let sum = match stride {
            _ if at == 0 => return Ok(base),
            Stride::Number(stride) => {
                let distance = stride.wrapping_mul(at.into());
                if (-2048..2048).contains(&distance) {
                    self.code.xi(Op::Addi, base, distance as i32)
                } else {
                    let distance = self.code.number(distance);
                    self.code.x(Op::Add, base, distance)
                }
            }
            Stride::Register(stride) => {
                let at = self.code.number(at.into());
                let distance = self.code.x(Op::Mul, stride, at);
                self.code.x(Op::Add, base, distance)
            }
        };
        Ok(cut(&mut self.code, ty, sum))
    }

    /// The distance from element to element of a scalar or an affine value.
    pub fn stride(&mut self, value: Value) -> Made<Stride> {
        if self.facts.variability.is_scalar(value) {
            return Ok(Stride::Number(0));
        }
        if let Some(stride) = self.facts.distance(value) {
            return Ok(Stride::Number(stride));
        }
        if let Some(stride) = self.strip.strides.get(&value) {
            return Ok(*stride);
        }
        let level = self.facts.variability.level(value);
        let ValueDef::Inst(inst) = self.facts.kernel.values[value.index()].def else {
            return Err(self.refuse("distance from element to element of this value"));
        };
        let is_known = |this: &Self, value| {
            this.facts.variability.is_scalar(value)
                || this.facts.distance(value).is_some()
                || this.strip.strides.contains_key(&value)
        };
        self.deep_operands(value, is_known, |this, inner| this.stride(inner).map(drop))?;
        let op = self.facts.kernel.insts[inst.index()].op.clone();
        let reg = self.deeper(|this| this.at(level, |this| this.stride_of(&op)))?;
        self.strip.strides.insert(value, Stride::Register(reg));
        Ok(Stride::Register(reg))
    }

    pub fn stride_register(&mut self, value: Value) -> Made<Reg> {
        let stride = self.stride(value)?;
        Ok(self.in_register(stride))
    }

    pub fn stride_of(&mut self, op: &Ir) -> Made<Reg> {
        let (op, a, b) = match op {
            Ir::Binary(Binary::Add, a, b) | Ir::PtrAdd(a, b) => (Op::Add, *a, *b),
            Ir::Binary(Binary::Sub, a, b) => (Op::Sub, *a, *b),
            Ir::Binary(Binary::Mul, a, b) => {
                let first = self.facts.variability.of(*a) == Variability::Affine;
                let (line, factor) = if first { (*a, *b) } else { (*b, *a) };
                let (stride, factor) = (self.stride_register(line)?, self.scalar(factor)?);
                return Ok(self.code.x(Op::Mul, stride, factor));
            }
            Ir::Binary(Binary::Shl, a, by) => {
                let bits = self.ty(*a).bits() as i32;
                let (stride, by) = (self.stride_register(*a)?, self.scalar(*by)?);
                let by = self.code.xi(Op::Andi, by, bits - 1);
                return Ok(self.code.x(Op::Sll, stride, by));
            }
            Ir::Unary(Unary::Neg, a) => {
                let stride = self.stride_register(*a)?;
                return Ok(self.code.x(Op::Sub, ZERO, stride));
            }
            Ir::Convert(Convert::Trunc | Convert::Bits | Convert::SExt | Convert::ZExt, a) => {
                return self.stride_register(*a);
            }
            _ => return Err(self.refuse("distance from element to element of this value")),
        };
        let (a, b) = (self.stride_register(a)?, self.stride_register(b)?);
        Ok(self.code.x(op, a, b))
    }
}
