//! Code for values that live across regions ([`lanescope_parts::codegen::spmd::kept`]).

use lanescope_parts::{
    codegen::spmd::variability::Level,
    ir::{Type, Value},
    riscv::{
        abi::Field,
        codegen::{Emit, Sections},
    },
};

use super::{
    code::{Class, ITEM, Line, Reg, What},
    state::{Generator, Made},
};
use crate::isa::{Form, FormNames, Op as M, OpNames};

impl Generator<'_> {
    /// The address of the strip's part of a kept value.
    fn kept_address(&mut self, value: Value) -> Reg {
        let base = self.behind_items(self.facts.kept.offset(value));
        let width = self.ty(value).bytes();
        let offset = match width.trailing_zeros() {
            0 => ITEM,
            shift => self.code.xi(M::Slli, ITEM, shift as i32),
        };
        self.code.x(M::Add, base, offset)
    }

    /// The address of the array that lies behind `bytes` of each work-item's memory.
    pub fn behind_items(&mut self, bytes: u64) -> Reg {
        let items = self.field(Field::Items);
        if bytes == 0 {
            return items;
        }
        if let Some(known) = self.arrays.get(&bytes) {
            return *known;
        }
        let count = self.group_items();
        let array = self.at(Level::Launch, |this| {
            let before = match bytes.is_power_of_two() {
                true => this.code.xi(M::Slli, count, bytes.trailing_zeros() as i32),
                false => {
                    let bytes = this.code.number(bytes as i64);
                    this.code.x(M::Mul, count, bytes)
                }
            };
            this.code.x(M::Add, items, before)
        });
        self.arrays.insert(bytes, array);
        array
    }

    /// Work-items of a group.
    pub fn group_items(&mut self) -> Reg {
        if let Some(known) = self.items {
            return known;
        }
        let (x, y, z) = (self.field(Field::LocalX), self.field(Field::LocalY), self.field(Field::LocalZ));
        let items = self.at(Level::Launch, |this| {
            let plane = this.code.x(M::Mul, x, y);
            this.code.x(M::Mul, plane, z)
        });
        self.items = Some(items);
        items
    }

    /// Reads a kept value at the start of the strip.
    pub fn fetch(&mut self, value: Value) -> Made<Reg> {
        let width = 8 * self.ty(value).bytes();
        let bool = self.ty(value) == Type::Bool;
        let reg = self.at(Level::Strip, |this| {
            let address = this.kept_address(value);
            let rd = this.code.value(Class::V);
            let load = Line::new(What::Machine(M::Vle, Form::Unit));
            this.code.push(Line { rd, rs1: address, width: width as u8, ..load });
            if bool { this.not_zero(rd) } else { rd }
        });
        self.region.vectors.insert(value, reg);
        Ok(reg)
    }

    /// Writes a vector (a mask as bytes) to where another value is kept.
    pub fn keep(&mut self, value: Value, from: Reg) {
        let bool = self.ty(value) == Type::Bool;
        let data = if bool { self.bytes_of(from, 8) } else { from };
        let address = self.kept_address(value);
        let width = (8 * self.ty(value).bytes()) as u8;
        let store = Line::new(What::Machine(M::Vse, Form::Unit));
        self.code.push(Line { rd: data, rs1: address, width, ..store });
    }
}
