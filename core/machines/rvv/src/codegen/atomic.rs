//! Atomics. RISC-V V has none, so the scalar core carries them out for one element after another, in element order: the
//! first element of a shrinking mask is found, its operands are moved to scalars, and the old value is put in its place.

use alloc::vec::Vec;

use lanescope_parts::{
    ir::{Op, Type, Value},
    riscv::codegen::{Emit, compare_exchange, modify},
};

use super::{
    code::{Class, Line, Reg, V0, What, ZERO},
    memory::Address,
    state::{Generator, Made},
};
use crate::codegen::code::VectorCode;
use crate::isa::{Form, FormNames, Op as M, OpNames};

impl Generator<'_> {
    /// An atomic or a compare-and-exchange; gives the vector of old values.
    pub fn atomic(&mut self, op: &Op) -> Made<Reg> {
        let [ptr, first, second] = self.operands(op);
        let ty = self.ty(first);
        if ty.bytes() < 4 {
            return Err(self.refuse("atomics on less than 32 bits"));
        }
        let address = self.address(ptr)?;
        let values: &[Value] =
            if matches!(op, Op::CompareExchange(..)) { &[first, second] } else { &[first] };
        if let (true, Address::Same(place)) = (self.element.is_some(), address) {
            let parts: Vec<Reg> = values.iter().map(|value| self.scalar(*value)).collect::<Made<_>>()?;
            return Ok(self.exchange_one(op, ty, place, &parts));
        }
        let sources: Vec<Source> = values.iter().map(|value| self.source(*value)).collect::<Made<_>>()?;
        let old = self.code.value(Class::V);
        self.code.anything(old);
        let left = self.waiting();
        let (again, end) = (self.code.label(), self.code.label());
        self.code.place(again);
        let at = self.code.find(M::VfirstM, left);
        self.code.branch(M::Blt, at, ZERO, end);
        let place = self.element_address(address, at);
        let parts: Vec<Reg> = sources.iter().map(|source| self.element_of(*source, ty, at)).collect();
        let before = self.exchange_one(op, ty, place, &parts);
        self.put(old, left, before, ty);
        self.code.jump(again);
        self.code.place(end);
        self.v0 = None;
        Ok(old)
    }

    /// Carries out the atomic for one element; gives the old value.
    fn exchange_one(&mut self, op: &Op, ty: Type, place: Reg, parts: &[Reg]) -> Reg {
        match (op, parts) {
            (Op::Atomic(op, ..), [value, ..]) => modify(&mut self.code, *op, ty, place, *value),
            (_, [expected, new]) => compare_exchange(&mut self.code, ty, place, *expected, *new),
            _ => ZERO,
        }
    }

    /// A copy of the block's mask, or all elements.
    fn waiting(&mut self) -> Reg {
        match self.block_mask() {
            Some(mask) => self.code.m(M::Vmand, mask, mask),
            None => self.ones(),
        }
    }

    /// A mask of all elements.
    pub fn ones(&mut self) -> Reg {
        let ones = self.code.value(Class::M);
        self.code.fill(ones, true);
        ones
    }

    fn source(&mut self, value: Value) -> Made<Source> {
        Ok(match self.is_scalar(value) {
            true => Source::Scalar(self.scalar(value)?),
            false => Source::Vector(self.vector(value)?),
        })
    }

    /// An element's part of a source.
    fn element_of(&mut self, source: Source, ty: Type, at: Reg) -> Reg {
        match source {
            Source::Scalar(reg) => reg,
            Source::Vector(vector) => {
                let moved = self.code.v(M::Vslidedown, Form::IVX, 8 * ty.bytes(), vector, at);
                self.first(moved, ty)
            }
        }
    }

    fn element_address(&mut self, address: Address, at: Reg) -> Reg {
        match address {
            Address::Same(reg) => reg,
            Address::Line(base, stride) => {
                let stride = self.stride_register(stride);
                let offset = self.code.x(M::Mul, stride, at);
                self.code.x(M::Add, base, offset)
            }
            Address::Each(base, index) => {
                let offset = self.element_of(Source::Vector(index), Type::I64, at);
                if base == ZERO { offset } else { self.code.x(M::Add, base, offset) }
            }
        }
    }

    /// Puts a number where the mask has its first element, and takes that element away.
    fn put(&mut self, into: Reg, left: Reg, number: Reg, ty: Type) {
        let first = self.code.value(Class::M);
        self.code.push(Line { rd: first, rs2: left, ..Line::new(What::Machine(M::VmsofM, Form::MV)) });
        self.code.m_to(V0, M::Vmand, first, first);
        let (op, form) = if ty.is_float() { (M::Vfmerge, Form::FVFM) } else { (M::Vmerge, Form::IVXM) };
        self.code.v_to(into, op, form, 8 * ty.bytes(), into, number);
        self.code.m_to(left, M::Vmandn, left, first);
    }
}

/// An operand of an atomic.
#[derive(Clone, Copy)]
enum Source {
    Scalar(Reg),
    Vector(Reg),
}
