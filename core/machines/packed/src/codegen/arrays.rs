//! Arrays in the stack's memory: the values of a strip element by element, for what has no packed instruction, and for numbers that
//! are made by way of memory.

use lanescope_parts::{
    ir::Type,
    riscv::codegen::{Emit, load_at, store_at},
};

use super::{
    code::{Class, Reg, SP, ZERO},
    lanes::Cut,
    state::{Array, Generator},
};
use crate::{codegen::code::PackedCode, isa::Op};

impl Generator<'_> {
    pub fn cut(&self) -> Cut {
        self.strip.choice.cut
    }

    /// Room for an array of the strip.
    pub fn array(&mut self, ty: Type) -> Array {
        let cut = self.cut();
        let align = cut.bytes().max(8);
        let offset = self.frame.next_multiple_of(align);
        self.frame = offset + (self.element_type(ty).bytes() * cut.count()).next_multiple_of(align);
        self.frame_arrays.push(offset..self.frame);
        Array { offset, ty }
    }

    /// The type of an array's elements in memory: bools and narrow numbers take a whole element of a register.
    pub fn element_type(&self, ty: Type) -> Type {
        let cut = self.cut();
        match cut.lane {
            _ if ty != Type::Bool && !cut.is_narrow(ty) => ty,
            1 => Type::I8,
            2 => Type::I16,
            4 => Type::I32,
            _ => Type::I64,
        }
    }

    /// A place on the stack as a base and an offset that fits into an instruction.
    pub fn place_on_stack(&mut self, offset: u32) -> (Reg, i32) {
        if offset < 2048 {
            return (SP, offset as i32);
        }
        let far = self.code.number(i64::from(offset & !1023));
        (self.code.x(Op::Add, SP, far), (offset & 1023) as i32)
    }

    /// Reads an element of an array.
    pub fn read_element(&mut self, array: Array, at: u32) -> Reg {
        let ty = self.element_type(array.ty);
        let place = self.place_on_stack(array.offset + at * ty.bytes());
        // Of a narrow number the low bytes, which come first.
        let read = if array.ty == Type::Bool { ty } else { array.ty };
        let reg = load_at(&mut self.code, place, read, None);
        if array.ty == Type::Bool { self.code.xi(Op::Andi, reg, 1) } else { reg }
    }

    /// Writes an element of an array; a bool is 0 or 1.
    pub fn write_element(&mut self, array: Array, at: u32, from: Reg) {
        let ty = self.element_type(array.ty);
        let from = if array.ty == Type::Bool { self.code.x(Op::Sub, ZERO, from) } else { from };
        let place = self.place_on_stack(array.offset + at * ty.bytes());
        store_at(&mut self.code, place, from, ty, None);
    }

    /// Reads a packed register from an array.
    pub fn read_array(&mut self, array: Array) -> Reg {
        let at = self.place_on_stack(array.offset);
        let rd = self.code.value(Class::V);
        let elements = Some(self.element_type(array.ty));
        self.code.whole(self.cut().access(elements, false), rd, at, false);
        if array.ty == Type::Bool { self.mask_of(rd) } else { rd }
    }

    /// Writes a packed register (a mask as ones and zeros) to an array.
    pub fn write_array(&mut self, array: Array, from: Reg) {
        let from = if array.ty == Type::Bool { self.ones_of(from) } else { from };
        let at = self.place_on_stack(array.offset);
        let elements = Some(self.element_type(array.ty));
        self.code.whole(self.cut().access(elements, true), from, at, true);
    }
}
