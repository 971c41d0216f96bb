//! Writing gathers and scatters.
//!
//! Such an instruction clears its mask as it goes, so each gets a copy; and its three packed registers must be different ones. A
//! gather keeps what was in the elements that its mask leaves out: they are zeros here.

use lanescope_parts::{
    codegen::spmd::{
        access::Base,
        indexed::{Index, Places},
    },
    ir::{Type, Value},
    riscv::{
        abi::Field,
        codegen::{Emit, Sections, Values},
    },
};

use super::{
    code::{Class, Line, Reg, What, ZERO},
    lanes::Cut,
    state::{Generator, Made},
};
use crate::{
    codegen::code::PackedCode,
    isa::{Elem, Form, Op, POp, Shape, build::indexed},
};

impl Generator<'_> {
    /// Reads elements by an index.
    pub fn load_indexed(&mut self, places: &Places, ptr: Value, ty: Type) -> Made<Reg> {
        let (base, index) = self.base_and_index(places, ptr)?;
        let mask = self.consumed_mask(index);
        let (cut, width) = (self.cut(), self.cut().width());
        let rd = self.code.packed_two(width, (POp::Vpxor, Elem::No), [index, index]);
        let ops = [[POp::Vpgatherd, POp::Vpgatherq], [POp::Vgatherd, POp::Vgatherq]];
        let (op, elem) = named(cut, ty, ops);
        let shape = if cut.has_masks() { Shape::KGather } else { Shape::VGather };
        let line = Line { rd, rs1: base, rs2: index, ..self.indexed_line((op, shape, elem), places, mask) };
        self.code.push(if cut.has_masks() { line } else { Line { rs3: mask, ..line } });
        Ok(rd)
    }

    /// Writes elements by an index.
    pub fn store_indexed(&mut self, places: &Places, ptr: Value, value: Value) -> Made<()> {
        let (base, index) = self.base_and_index(places, ptr)?;
        let data = self.vector(value)?;
        let mask = self.consumed_mask(index);
        let ops = [[POp::Vpscatterd, POp::Vpscatterq], [POp::Vscatterd, POp::Vscatterq]];
        let (op, elem) = named(self.cut(), self.ty(value), ops);
        let line = self.indexed_line((op, Shape::VScatter, elem), places, mask);
        self.code.push(Line { rs1: base, rs2: index, rs3: data, ..line });
        Ok(())
    }

    fn indexed_line(&self, (op, shape, elem): (POp, Shape, Elem), places: &Places, mask: Reg) -> Line {
        let guard = self.cut().has_masks().then_some((mask, false));
        let what = What::Machine(Op::Ext(op), Form::Ext(shape.of(elem)));
        Line { imm: indexed(0, 1 << places.shift), width: self.cut().width(), guard, ..Line::new(what) }
    }

    /// The scalar part of the addresses, and the register of the index.
    fn base_and_index(&mut self, places: &Places, ptr: Value) -> Made<(Reg, Reg)> {
        let value = match places.index {
            Index::Line(distance) => return Ok((self.address(ptr)?, self.numbers_by(distance))),
            Index::Each(value) => value,
        };
        let index = self.vector(value)?;
        let mut base = match self.facts.base(ptr) {
            Base::Local => self.field(Field::Local),
            Base::Tables => self.field(Field::Constants),
            _ => ZERO,
        };
        for value in &places.base {
            let part = self.scalar(*value)?;
            base = match (base, part) {
                (ZERO, part) => part,
                (base, ZERO) => base,
                (base, part) => self.code.x(Op::Add, base, part),
            };
        }
        Ok((base, index))
    }

    /// The block's mask in a register of its own. (No plain copy, which could be left out.)
    fn consumed_mask(&mut self, index: Reg) -> Reg {
        let (cut, width, mask) = (self.cut(), self.cut().width(), self.block_mask());
        if cut.has_masks() {
            let mask = mask.unwrap_or_else(|| self.full_mask());
            let rd = self.code.value(Class::M);
            self.code.packed(rd, (POp::Kor, Shape::K2, Elem::No), 0, [mask, ZERO, mask], 0);
            return rd;
        }
        match mask {
            Some(mask) => self.code.packed_two(width, (POp::Vpor, Elem::No), [mask, mask]),
            None => self.code.packed_two(width, (POp::Vpcmpeq, cut.whole()), [index, index]),
        }
    }
}

/// The instruction for elements of a type: whole numbers or floats, with indices as wide as they are.
fn named(cut: Cut, ty: Type, ops: [[POp; 2]; 2]) -> (POp, Elem) {
    let float = cut.float().filter(|_| ty.is_float());
    let op = ops[usize::from(float.is_some())][usize::from(cut.lane == 8)];
    (op, float.unwrap_or(cut.whole()))
}
