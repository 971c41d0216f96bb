//! The scalar copy of a piece of the kernel, which is carried out for each element of a mask in turn (see `fallback`).
//!
//! Vectors have no elements that a register number could name, so what goes in and out takes the way through memory: each
//! vector of either kind has an array behind the private memory of the work-items (masks as bytes), where scalar loads
//! and stores find the element.
//!
//! ```text
//!          vectors that go in or out to their arrays; list = numbers of the elements of the mask, packed
//! turn:    number = the next of the list; what goes in from its array
//!          … the piece: every value a scalar, every branch one of the machine …
//!          what goes out to its array, and a byte for the mask of where it goes
//! done:    go on at turn while there are numbers
//!          vectors that go out from their arrays
//! ```
//!
//! What is the same in all elements outside of the piece is used as it is; an affine value is that of element 0 plus the
//! element's number times the stride. The launch block says whose turn it is, for those who ask when something goes wrong.

use alloc::vec;

use lanescope_parts::{
    base::OrdMap,
    codegen::spmd::{
        masks::Own,
        piece::Piece,
        variability::{Level, Variability},
    },
    ir::{BlockId, Target, Terminator, Type, Value},
    riscv::{
        abi::{Field, NO_ELEMENT},
        codegen::{Emit, cut, load, store},
    },
};

use super::{
    code::{BLOCK, Class, ITEM, Label, Line, Reg, Section, What, ZERO},
    state::{Array, Element, Generator, Made, Stride, scalar_class},
};
use crate::codegen::code::VectorCode;
use crate::isa::{Form, FormNames, Op as M, OpNames};

/// The type of element numbers in the list: there are at most 65,536 elements.
const NUMBER: Type = Type::I16;

impl Generator<'_> {
    /// What a value is for the code that is being written.
    pub fn variability(&self, value: Value) -> Variability {
        if self.element.is_some() { Variability::Scalar } else { self.facts.variability.of(value) }
    }

    /// Carries out a piece for each element of a mask that has `count` (at least one), and goes on at `behind`.
    pub fn one_by_one(&mut self, piece: &Piece, (mask, count): (Reg, Reg), behind: Label) -> Made<()> {
        let before = self.code.current();
        // The list comes last: what has gone to its array leaves registers to it.
        let [list, start, body, after, rest] = core::array::from_fn(|_| self.code.section());
        let [turn, done] = core::array::from_fn(|_| self.code.label());
        self.code.switch(list);
        let [next, end] = self.list(mask, count);
        self.code.switch(start);
        self.code.place(turn);
        let number = self.code.value(Class::X);
        self.code.push(Line { rd: number, rs1: next, ..Line::new(What::Machine(M::Lhu, Form::Load)) });
        self.works_for(number);
        self.code.switch(body);
        let labels = piece.blocks.iter().map(|block| (*block, self.code.label())).collect();
        let (offsets, values, arrays) = (OrdMap::new(), OrdMap::new(), OrdMap::new());
        self.element = Some(Element { labels, number, offsets, values, arrays, before, start, done });
        self.take_params(piece.entry)?;
        let block = self.block;
        for block in &piece.blocks {
            self.emit_for_one(*block)?;
        }
        self.block = block;
        self.code.place(done);
        self.code.xi_to(next, M::Addi, next, NUMBER.bytes() as i32);
        self.code.branch(M::Bltu, next, end, turn);
        self.code.switch(after);
        let none = self.code.number(NO_ELEMENT as i64);
        self.works_for(none);
        let arrays = self.element.take().map(|element| element.arrays).unwrap_or_default();
        arrays
            .iter()
            .filter(|(_, array)| array.written)
            .for_each(|(vector, array)| self.refill(*vector, *array));
        self.code.jump(behind);
        self.code.switch(rest);
        self.forget_v0();
        self.copies.clear();
        Ok(())
    }

    /// Writes the numbers of a mask's elements one after another; gives where they begin and end.
    fn list(&mut self, mask: Reg, count: Reg) -> [Reg; 2] {
        let (width, list) = (8 * NUMBER.bytes(), self.array_address(0, NUMBER));
        let length = self.vector_length();
        let numbers = self.code.v(M::VidV, Form::Id, width, ZERO, ZERO);
        let packed = self.code.v(M::Vcompress, Form::VM_, width, numbers, mask);
        self.set_length(ZERO, count);
        self.unit_store(packed, list, NUMBER);
        self.set_length(ZERO, length);
        let next = self.code.value(Class::X);
        self.code.copy(next, list, Class::X, Type::I64);
        let bytes = self.code.xi(M::Slli, count, NUMBER.bytes().trailing_zeros() as i32);
        [next, self.code.x(M::Add, list, bytes)]
    }

    /// Says in the launch block for which element the code works.
    fn works_for(&mut self, number: Reg) {
        let (rs2, imm) = (number, Field::Element.offset());
        self.code.push(Line { rs1: BLOCK, rs2, imm, ..Line::new(What::Machine(M::Sd, Form::Store)) });
    }

    /// The parameters of the first block; a loop changes them.
    fn take_params(&mut self, entry: BlockId) -> Made<()> {
        for param in self.facts.kernel.blocks[entry.index()].params.clone() {
            let (from, ty) = (self.take(param)?, self.ty(param));
            let own = self.code.value(scalar_class(ty));
            self.at_start(|this| this.code.copy(own, from, scalar_class(ty), ty));
            self.note(|element| element.define(param, own));
        }
        Ok(())
    }

    fn emit_for_one(&mut self, block: BlockId) -> Made<()> {
        let kernel = &self.facts.kernel;
        self.block = block;
        if let Some(label) = self.label_for_one(block) {
            self.code.place(label);
        }
        for inst in &kernel.blocks[block.index()].insts {
            let inst = &kernel.insts[inst.index()];
            self.code.span = inst.span;
            self.instruction(&inst.op, inst.result)?;
        }
        self.code.span = kernel.blocks[block.index()].term_span;
        match &kernel.blocks[block.index()].term {
            Terminator::Return(_) => self.end_turn(),
            Terminator::Jump(target) => self.go_for_one(target)?,
            Terminator::Branch(condition, yes, no) => {
                let other = self.code.label();
                self.branch_if(block, *condition, false, other)?;
                self.go_for_one(yes)?;
                self.code.place(other);
                self.go_for_one(no)?;
            }
        }
        Ok(())
    }

    /// Goes to another block of the piece, or out of it.
    fn go_for_one(&mut self, target: &Target) -> Made<()> {
        let Some(label) = self.label_for_one(target.block) else { return self.leave(target) };
        let params = self.facts.kernel.blocks[target.block.index()].params.clone();
        let mut pairs = vec![];
        for (param, arg) in params.into_iter().zip(target.args.iter().copied()) {
            let ty = self.ty(param);
            pairs.push((self.scalar(param)?, self.scalar(arg)?, ty, scalar_class(ty), None));
        }
        self.move_all(&pairs);
        self.code.jump(label);
        Ok(())
    }

    /// Leaves the piece: the element takes its values along.
    fn leave(&mut self, target: &Target) -> Made<()> {
        let to = target.block;
        for (value, at) in self.facts.left_values(&self.region.plan, self.block, to) {
            let stays = self.facts.stays(value, at);
            if !stays || self.is_for_one(value) {
                let into = if stays { self.own_vector(value) } else { self.out(value, at) };
                let from = self.scalar(value)?;
                self.put_for_one(into, self.ty(value), from);
            }
        }
        let params = self.facts.kernel.blocks[to.index()].params.clone();
        for (param, arg) in params.into_iter().zip(target.args.iter().copied()) {
            let ty = self.ty(param);
            if self.facts.variability.of(param) == Variability::Vector {
                let (into, from) = (self.own_vector(param), self.scalar(arg)?);
                self.put_for_one(into, ty, from);
            } else {
                let (into, from) = self.outside(|this| (this.scalar(param), this.scalar(arg)));
                self.code.copy(into?, from?, scalar_class(ty), ty);
            }
        }
        if self.region.plan.masks.own(to) == Own::Join {
            let (into, yes) = (self.block_register(to), self.code.number(1));
            self.put_for_one(into, Type::Bool, yes);
        }
        self.end_turn();
        Ok(())
    }

    fn end_turn(&mut self) {
        if let Some(done) = self.element.as_ref().map(|element| element.done) {
            self.code.jump(done);
        }
    }

    fn label_for_one(&self, block: BlockId) -> Option<Label> {
        self.element.as_ref().and_then(|element| element.labels.get(&block)).copied()
    }

    /// Does the piece compute the value for each element?
    fn is_for_one(&self, value: Value) -> bool {
        let home = self.facts.kept.home(value).and_then(|home| self.label_for_one(home));
        self.facts.variability.level(value) == Level::Block && home.is_some()
    }

    fn note(&mut self, f: impl FnOnce(&mut Element)) {
        if let Some(element) = &mut self.element {
            f(element);
        }
    }

    /// Writes code as it stands outside of the piece.
    fn outside<T>(&mut self, f: impl FnOnce(&mut Self) -> T) -> T {
        let element = self.element.take();
        let result = f(self);
        self.element = element;
        result
    }

    fn in_section<T>(&mut self, pick: impl Fn(&Element) -> Section, f: impl FnOnce(&mut Self) -> T) -> T {
        let section = self.element.as_ref().map_or(self.code.current(), pick);
        let back = self.code.switch(section);
        let result = f(self);
        self.code.switch(back);
        result
    }

    /// Writes code at the start of a turn.
    fn at_start<T>(&mut self, f: impl FnOnce(&mut Self) -> T) -> T {
        self.in_section(|element| element.start, f)
    }

    /// What a value is for the element whose turn it is.
    pub fn scalar_for_one(&mut self, value: Value) -> Made<Reg> {
        let known = self.element.as_ref().and_then(|element| element.values.get(&value));
        if let Some(reg) = known {
            return Ok(*reg);
        }
        let reg = match self.is_for_one(value) {
            true => self.code.value(scalar_class(self.ty(value))),
            false => self.take(value)?,
        };
        self.note(|element| element.define(value, reg));
        Ok(reg)
    }

    /// Takes the element's part of a value from outside.
    fn take(&mut self, value: Value) -> Made<Reg> {
        let ty = self.ty(value);
        match self.facts.variability.of(value) {
            Variability::Scalar => self.outside(|this| this.scalar(value)),
            Variability::Affine => {
                let (base, stride) = self.outside(|this| Ok((this.scalar(value)?, this.stride(value)?)))?;
                Ok(self.at_start(|this| this.on_line(ty, base, stride)))
            }
            Variability::Vector => {
                let vector = self.outside(|this| this.varying(value))?;
                let array = self.array(vector, ty);
                Ok(self.at_start(|this| {
                    let at = this.element_of_array(array);
                    load(&mut this.code, at, ty, None)
                }))
            }
        }
    }

    /// base + stride * number of the element.
    pub fn on_line(&mut self, ty: Type, base: Reg, stride: Stride) -> Reg {
        let number = self.element.as_ref().map_or(ZERO, |element| element.number);
        let distance = match stride {
            Stride::Number(n) if n > 0 && n.count_ones() == 1 => self.element_offset(n.trailing_zeros()),
            stride => {
                let stride = self.stride_register(stride);
                self.code.x(M::Mul, number, stride)
            }
        };
        let sum = self.code.x(M::Add, base, distance);
        cut(&mut self.code, ty, sum)
    }

    /// The number of the element, shifted.
    fn element_offset(&mut self, shift: u32) -> Reg {
        let Some(element) = &self.element else { return ZERO };
        let (number, known) = (element.number, element.offsets.get(&shift));
        if shift == 0 {
            return number;
        }
        if let Some(reg) = known {
            return *reg;
        }
        let reg = self.at_start(|this| this.code.xi(M::Slli, number, shift as i32));
        self.note(|element| {
            element.offsets.insert(shift, reg);
        });
        reg
    }

    /// Puts what the element takes along into an array.
    fn put_for_one(&mut self, into: Reg, ty: Type, from: Reg) {
        let array = self.array(into, ty);
        self.note(|element| {
            element.arrays.insert(into, Array { written: true, ..array });
        });
        let at = self.element_of_array(array);
        store(&mut self.code, at, from, ty, None);
    }

    fn element_of_array(&mut self, array: Array) -> Reg {
        let offset = self.element_offset(array.ty.bytes().trailing_zeros());
        self.code.x(M::Add, array.address, offset)
    }

    /// The array of a vector or mask, which is filled before the first turn.
    fn array(&mut self, vector: Reg, ty: Type) -> Array {
        let arrays = self.element.as_ref().map(|element| &element.arrays);
        if let Some(array) = arrays.and_then(|arrays| arrays.get(&vector)) {
            return *array;
        }
        let number = 1 + arrays.map_or(0, OrdMap::len) as u64;
        let address = self.in_section(
            |element| element.before,
            |this| {
                let address = this.array_address(number, ty);
                this.forget_v0();
                let data = if ty == Type::Bool { this.bytes_of(vector, 8) } else { vector };
                this.forget_v0();
                this.unit_store(data, address, ty);
                address
            },
        );
        let array = Array { address, ty, written: false };
        self.note(|element| {
            element.arrays.insert(vector, array);
        });
        array
    }

    /// The address of the strip's part of an array.
    fn array_address(&mut self, number: u64, ty: Type) -> Reg {
        self.arrays_of_elements = self.arrays_of_elements.max(number + 1);
        let base = self.outside(|this| this.behind_items(this.facts.kept.bytes + ARRAY_BYTES * number));
        let offset = match ty.bytes().trailing_zeros() {
            0 => ITEM,
            shift => self.code.xi(M::Slli, ITEM, shift as i32),
        };
        self.code.x(M::Add, base, offset)
    }

    fn unit_store(&mut self, data: Reg, address: Reg, ty: Type) {
        let width = (8 * ty.bytes()) as u8;
        let store = Line::new(What::Machine(M::Vse, Form::Unit));
        self.code.push(Line { rd: data, rs1: address, width, ..store });
    }

    /// Reads a vector or mask from its array again.
    fn refill(&mut self, vector: Reg, array: Array) {
        let width = (8 * array.ty.bytes()) as u8;
        let load = Line { rs1: array.address, width, ..Line::new(What::Machine(M::Vle, Form::Unit)) };
        if array.ty != Type::Bool {
            self.code.push(Line { rd: vector, ..load });
            return;
        }
        let bytes = self.code.value(Class::V);
        self.code.push(Line { rd: bytes, ..load });
        let mask = self.not_zero(bytes);
        self.code.copy(vector, mask, Class::M, Type::Bool);
    }
}

/// Bytes of a work-item in an array: enough for any type, so that each array is aligned.
pub(super) const ARRAY_BYTES: u64 = 8;
