//! The state of code generation, and values on demand: as scalars, as vectors, as masks.
//!
//! A value that changes seldom is computed where it changes: at the start of the program, of a group, of a row, of a
//! strip. It is written there when somebody first asks for it, so that nothing is computed in vain.

use alloc::vec::Vec;

use lanescope_parts::{
    base::{OrdMap, num},
    codegen::{
        operands::{innermost_first, is_deep},
        spmd::variability::{Level, Variability},
    },
    ir::{Op, Type, Value, ValueDef},
    riscv::{
        abi::Field,
        codegen::{Emit, Sections},
    },
    source::Diagnostic,
};

use super::{
    code::{Class, Line, Reg, Section, What, ZERO},
    state::{Generator, Made, Stride, scalar_class, vector_class},
};
use crate::codegen::code::VectorCode;
use crate::isa::{Form, FormNames, Op as M, OpNames, V};

impl Sections<V> for Generator<'_> {
    fn section(&self, level: Level) -> Section {
        match level {
            Level::Launch => self.start,
            Level::Group => self.group,
            Level::Row => self.region.row,
            Level::Strip => self.region.strip,
            Level::Block => self.code.current(),
        }
    }

    fn fields(&mut self) -> &mut OrdMap<Field, Reg> {
        &mut self.fields
    }

    fn along_row(&mut self) -> Reg {
        let (size, left) = (self.field(Field::LocalX), self.region.left);
        self.at(Level::Strip, |this| this.code.x(M::Sub, size, left))
    }
}

impl Generator<'_> {
    pub fn ty(&self, value: Value) -> Type {
        self.facts.kernel.ty(value)
    }

    pub fn is_scalar(&self, value: Value) -> bool {
        self.variability(value) == Variability::Scalar
    }

    /// The number that a value always has.
    pub fn constant(&self, value: Value) -> Option<i64> {
        self.facts
            .kernel
            .constant(value)
            .map(|bits| num::signed(self.ty(value), bits))
            .map(|number| if self.ty(value) == Type::Bool { number & 1 } else { number })
    }

    /// A constant that is an integer in a range.
    pub fn small(&self, value: Value, range: core::ops::RangeInclusive<i64>) -> Option<i32> {
        let number = self.constant(value).filter(|number| range.contains(number))?;
        (!self.ty(value).is_float()).then_some(number as i32)
    }

    /// A scalar, or element 0 of an affine value; in code for one element what any value is for that.
    pub fn scalar(&mut self, value: Value) -> Made<Reg> {
        if self.element.is_some() {
            return self.scalar_for_one(value);
        }
        let known = self.region.scalars.get(&value).or_else(|| self.scalars.get(&value));
        if let Some(reg) = known {
            return Ok(*reg);
        }
        let level = self.facts.variability.level(value);
        let (kernel, ty) = (&self.facts.kernel, self.ty(value));
        let reg = match kernel.values[value.index()].def {
            // Parameters, and what is computed where it stands, get their register before they are written.
            _ if level == Level::Block => self.code.value(scalar_class(ty)),
            ValueDef::Inst(inst) => {
                self.deep_operands(value, Self::is_known, |this, inner| this.scalar(inner).map(drop))?;
                let op = &kernel.insts[inst.index()].op;
                self.deeper(|this| this.at(level, |this| this.computed(op, value)))?
            }
            ValueDef::BlockParam(..) => self.code.value(scalar_class(ty)),
        };
        let lasting = level <= Level::Group || level == Level::Block && self.facts.uniform.is_uniform(value);
        let memo = if lasting { &mut self.scalars } else { &mut self.region.scalars };
        memo.insert(value, reg);
        Ok(reg)
    }

    /// Whether a scalar has its register.
    fn is_known(&self, value: Value) -> bool {
        self.scalars.contains_key(&value)
            || self.region.scalars.contains_key(&value)
            || self.facts.variability.level(value) == Level::Block
    }

    /// Computes what a value is made of, where values on demand would go too deep.
    fn deep_operands(
        &mut self,
        value: Value,
        is_known: impl Fn(&Self, Value) -> bool,
        compute: impl Fn(&mut Self, Value) -> Made<()>,
    ) -> Made<()> {
        if !is_deep(self.nested) {
            return Ok(());
        }
        let list = innermost_first(&self.facts.kernel, value, |inner| is_known(self, inner));
        let mut inner = list.into_iter().filter(|inner| *inner != value);
        self.deeper(|this| inner.try_for_each(|inner| compute(this, inner)))
    }

    /// Works on the operands of a value.
    fn deeper<T>(&mut self, work: impl FnOnce(&mut Self) -> Made<T>) -> Made<T> {
        self.nested += 1;
        let made = work(self);
        self.nested -= 1;
        made
    }

    /// Computes a scalar here.
    fn computed(&mut self, op: &Op, value: Value) -> Made<Reg> {
        Ok(match op {
            Op::Const(bits) => self.number(self.ty(value), *bits),
            Op::Arg(at) => self.argument(*at, self.ty(value)),
            Op::Slot(slot) => self.code.number(self.facts.layout.offsets[slot.index()] as i64),
            Op::WorkItem(what, dim) => self.place(*what, *dim),
            op => self.scalar_op(op, value)?,
        })
    }

    /// The vector of a value that is no bool.
    pub fn vector(&mut self, value: Value) -> Made<Reg> {
        match self.variability(value) {
            Variability::Vector => self.varying(value),
            Variability::Affine => self.spread(value),
            Variability::Scalar => {
                if let Some(reg) = self.copies.get(&value) {
                    return Ok(*reg);
                }
                let from = self.scalar(value)?;
                let reg = self.broadcast(from, self.ty(value));
                self.copies.insert(value, reg);
                Ok(reg)
            }
        }
    }

    /// Copies of a scalar in all elements.
    pub fn broadcast(&mut self, from: Reg, ty: Type) -> Reg {
        let rd = self.code.value(Class::V);
        self.broadcast_to(rd, from, ty);
        rd
    }

    pub fn broadcast_to(&mut self, rd: Reg, from: Reg, ty: Type) {
        let (op, form) = if ty.is_float() { (M::VfmvV, Form::MoveF) } else { (M::VmvV, Form::MoveX) };
        self.code.v_to(rd, op, form, 8 * ty.bytes(), ZERO, from);
    }

    /// The mask of a bool.
    pub fn mask(&mut self, value: Value) -> Made<Reg> {
        if !self.is_scalar(value) {
            return self.varying(value);
        }
        if let Some(reg) = self.copies.get(&value) {
            return Ok(*reg);
        }
        // Any width will do for both.
        let from = self.scalar(value)?;
        let all = self.code.v(M::VmvV, Form::MoveX, 0, ZERO, from);
        let reg = self.code.value(Class::M);
        self.code.push(Line { rd: reg, rs2: all, ..Line::new(What::Machine(M::Vmsne, Form::IVI)) });
        self.copies.insert(value, reg);
        Ok(reg)
    }

    /// The mask of the bytes that are not 0.
    pub fn not_zero(&mut self, bytes: Reg) -> Reg {
        let rd = self.code.value(Class::M);
        self.code.push(Line { rd, rs2: bytes, sew: 8, ..Line::new(What::Machine(M::Vmsne, Form::IVI)) });
        rd
    }

    /// Bytes that are 1 where a mask is.
    pub fn bytes_of(&mut self, mask: Reg, sew: u32) -> Reg {
        let zeros = self.code.vi(M::VmvV, Form::MoveI, sew, ZERO, 0);
        self.set_v0(mask);
        self.code.vi(M::Vmerge, Form::IVIM, sew, zeros, 1)
    }

    /// A value that is a vector (or mask): its register, or what it was when its elements left a loop.
    pub fn varying(&mut self, value: Value) -> Made<Reg> {
        if let Some(at) = self.facts.left_loop(&self.region.plan, value, self.block) {
            return Ok(self.out(value, at));
        }
        if let Some(reg) = self.region.vectors.get(&value) {
            return Ok(*reg);
        }
        if self.facts.kept.is_elsewhere(value, self.block) {
            return self.fetch(value);
        }
        Ok(self.own_vector(value))
    }

    /// The register that a vector is written to.
    pub fn own_vector(&mut self, value: Value) -> Reg {
        let class = vector_class(self.ty(value));
        let code = &mut self.code;
        *self.region.vectors.entry(value).or_insert_with(|| code.value(class))
    }

    pub fn out(&mut self, value: Value, at: usize) -> Reg {
        let class = vector_class(self.ty(value));
        let code = &mut self.code;
        *self.region.outs.entry((value, at)).or_insert_with(|| code.value(class))
    }

    /// The stride of an affine value, or of a scalar.
    pub fn stride(&mut self, value: Value) -> Made<Stride> {
        if self.is_scalar(value) {
            return Ok(Stride::Number(0));
        }
        if let Some(stride) = self.region.strides.get(&value) {
            return Ok(*stride);
        }
        let (kernel, level) = (&self.facts.kernel, self.facts.variability.level(value));
        let stride = match kernel.values[value.index()].def {
            ValueDef::BlockParam(..) => Stride::Number(match self.facts.uniform.shape(value) {
                lanescope_parts::analysis::uniformity::Shape::Affine(Some(stride)) => stride,
                _ => 0,
            }),
            ValueDef::Inst(inst) => {
                let is_known =
                    |this: &Self, value| this.is_scalar(value) || this.region.strides.contains_key(&value);
                self.deep_operands(value, is_known, |this, inner| this.stride(inner).map(drop))?;
                let op = &kernel.insts[inst.index()].op;
                self.deeper(|this| this.at(level, |this| this.stride_of(op)))?
            }
        };
        self.region.strides.insert(value, stride);
        Ok(stride)
    }

    /// The vector of an affine value.
    fn spread(&mut self, value: Value) -> Made<Reg> {
        let hoisted = self.facts.variability.level(value) != Level::Block;
        let known = if hoisted { self.region.vectors.get(&value) } else { self.copies.get(&value) };
        if let Some(reg) = known {
            return Ok(*reg);
        }
        let level = if hoisted { Level::Strip } else { Level::Block };
        let (base, stride) = (self.scalar(value)?, self.stride(value)?);
        let width = 8 * self.ty(value).bytes();
        let index = self.index(width);
        let reg = self.at(level, |this| this.line_of(index, base, stride, width));
        let memo = if hoisted { &mut self.region.vectors } else { &mut self.copies };
        memo.insert(value, reg);
        Ok(reg)
    }

    /// base + stride * element number.
    pub fn line_of(&mut self, index: Reg, base: Reg, stride: Stride, sew: u32) -> Reg {
        let scaled = match stride {
            Stride::Number(1) => index,
            Stride::Number(n) if n > 0 && n.count_ones() == 1 && n.trailing_zeros() < sew.min(32) => {
                self.code.vi(M::Vsll, Form::IVU, sew, index, n.trailing_zeros() as i32)
            }
            Stride::Number(n) => {
                let factor = self.code.number(n);
                self.code.v(M::Vmul, Form::MVX, sew, index, factor)
            }
            Stride::Register(factor) => self.code.v(M::Vmul, Form::MVX, sew, index, factor),
        };
        if base == ZERO { scaled } else { self.code.v(M::Vadd, Form::IVX, sew, scaled, base) }
    }

    /// The number of each element.
    pub fn index(&mut self, width: u32) -> Reg {
        if let Some(reg) = self.region.indices.get(&width) {
            return *reg;
        }
        let reg = self.at(Level::Strip, |this| this.code.v(M::VidV, Form::Id, width, ZERO, ZERO));
        self.region.indices.insert(width, reg);
        reg
    }

    /// Makes `v0` a copy of a mask.
    pub fn set_v0(&mut self, mask: Reg) {
        if self.v0 != Some(mask) {
            self.code.m_to(super::code::V0, M::Vmand, mask, mask);
            self.v0 = Some(mask);
        }
    }

    /// Takes note that a mask changes in place.
    pub fn mask_changes(&mut self, mask: Reg) {
        if self.v0 == Some(mask) {
            self.v0 = None;
        }
    }

    /// A message that the kernel cannot be compiled.
    pub fn refuse(&self, what: &str) -> Diagnostic {
        let message =
            alloc::format!("Kernel `{}`: the vector machine has no {what}.", self.facts.kernel.name);
        Diagnostic::error("rvv::operation", self.code.span, message)
    }

    /// The operands of an operation.
    pub fn operands<const N: usize>(&self, op: &Op) -> [Value; N] {
        let list: Vec<Value> = op.operands();
        core::array::from_fn(|at| list.get(at).copied().unwrap_or(Value(0)))
    }
}
