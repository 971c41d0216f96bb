//! Values of a strip: in packed registers, in masks, or (where the elements have another width, or come from scalar code) as arrays
//! in the stack's memory, element by element. Each is made on demand from what there is.

use lanescope_parts::{
    codegen::spmd::variability::{Level, Variability},
    ir::{Binary, Type, Value},
    riscv::codegen::{Emit, Sections, Values, load_at},
};

use super::{
    code::{Class, Reg},
    state::{Array, Generator, Made},
};

impl Generator<'_> {
    /// The class of a value in packed registers.
    pub fn wide_class(&self, ty: Type) -> Class {
        if ty == Type::Bool && self.cut().has_masks() { Class::M } else { Class::V }
    }

    /// Copies a packed register or mask, of whatever type.
    pub fn copy_wide(&mut self, to: Reg, from: Reg, class: Class) {
        self.code.copy(to, from, class, Type::I64);
    }

    /// The register that a value of the strip is written to.
    pub fn own_vector(&mut self, value: Value) -> Reg {
        if let Some(reg) = self.strip.vectors.get(&value) {
            return *reg;
        }
        let class = self.wide_class(self.ty(value));
        let reg = self.code.value(class);
        self.strip.vectors.insert(value, reg);
        reg
    }

    /// What a value was when its elements left a loop.
    pub fn out(&mut self, value: Value, at: usize) -> Reg {
        if let Some(reg) = self.strip.outs.get(&(value, at)) {
            return *reg;
        }
        let class = self.wide_class(self.ty(value));
        let reg = self.code.value(class);
        self.strip.outs.insert((value, at), reg);
        reg
    }

    /// A value in a packed register, a bool as a mask.
    pub fn vector(&mut self, value: Value) -> Made<Reg> {
        let variability = self.facts.variability.of(value);
        let left = || self.facts.left_loop(&self.strip.choice.plan, value, self.block);
        if let Some(at) = (variability == Variability::Vector).then(left).flatten() {
            return Ok(self.out(value, at));
        }
        let known = self.strip.vectors.get(&value).or_else(|| self.strip.copies.get(&value));
        if let Some(reg) = known {
            return Ok(*reg);
        }
        let level = self.facts.variability.level(value);
        match variability {
            Variability::Scalar => {
                let from = self.scalar(value)?;
                let ty = self.ty(value);
                if level == Level::Block {
                    let reg = self.splat(from, ty);
                    self.strip.copies.insert(value, reg);
                    return Ok(reg);
                }
                let reg = self.at(level, |this| this.splat(from, ty));
                self.strip.vectors.insert(value, reg);
                Ok(reg)
            }
            Variability::Affine => {
                let early = level != Level::Block;
                // A line moves on with the strip, if there is an instruction for that; else it is made for each.
                let sum = self.cut().two(Binary::Add, Type::I64).filter(|_| self.cut().holds(self.ty(value)));
                let reg = match early {
                    true if sum.is_some() => {
                        let reg = self.at(Level::Strip, |this| this.line(value))?;
                        self.strip.lines.push((reg, value));
                        reg
                    }
                    true => self.each_strip(|this| this.line(value))?,
                    false => self.line(value)?,
                };
                let memo = if early { &mut self.strip.vectors } else { &mut self.strip.copies };
                memo.insert(value, reg);
                Ok(reg)
            }
            Variability::Vector if self.facts.kept.is_elsewhere(value, self.block) => {
                let array = self.fetched(value);
                let reg = self.each_strip(|this| this.read_array(array));
                self.strip.vectors.insert(value, reg);
                Ok(reg)
            }
            Variability::Vector => {
                if let Some(array) = self.strip.arrays.get(&value).copied() {
                    let reg = self.read_array(array);
                    self.strip.copies.insert(value, reg);
                    return Ok(reg);
                }
                Ok(self.own_vector(value))
            }
        }
    }

    /// A value as an array.
    pub fn array_of(&mut self, value: Value) -> Made<Array> {
        let known = self.strip.arrays.get(&value).or_else(|| self.strip.array_copies.get(&value));
        if let Some(array) = known {
            return Ok(*array);
        }
        if self.facts.kept.is_elsewhere(value, self.block) {
            return Ok(self.fetched(value));
        }
        let (ty, variability) = (self.ty(value), self.facts.variability.of(value));
        let array = if variability == Variability::Vector || self.cut().holds(ty) {
            let from = self.vector(value)?;
            let array = self.array(ty);
            self.write_array(array, from);
            array
        } else {
            self.listed(value, variability)?
        };
        self.strip.array_copies.insert(value, array);
        Ok(array)
    }

    /// A scalar or a line whose numbers are no elements of a register, one by one.
    fn listed(&mut self, value: Value, variability: Variability) -> Made<Array> {
        let array = self.array(self.ty(value));
        for at in 0..self.cut().count() {
            let reg = if variability == Variability::Scalar {
                self.scalar(value)?
            } else {
                self.on_line(value, at)?
            };
            self.write_element(array, at, reg);
        }
        Ok(array)
    }

    /// The array of a value that another region has computed, read at the start of the strip.
    pub fn fetched(&mut self, value: Value) -> Array {
        if let Some(array) = self.strip.arrays.get(&value) {
            return *array;
        }
        let ty = self.ty(value);
        let array = self.array(ty);
        let address = self.kept_address(value);
        self.each_strip(|this| {
            let end = this.code.label();
            for at in 0..this.cut().count() {
                this.stop_rest(at, end);
                let reg = load_at(&mut this.code, (address, (at * ty.bytes()) as i32), ty, None);
                this.write_element(array, at, reg);
            }
            this.code.place(end);
        });
        self.strip.arrays.insert(value, array);
        array
    }
}
