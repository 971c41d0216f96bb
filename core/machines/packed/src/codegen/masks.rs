//! Masks of a strip: ones and zeros in a packed register, or bits of a mask register where the generation has some; and the
//! blends by which elements keep what they were.

use lanescope_parts::{
    codegen::spmd::variability::Level,
    ir::{Binary, Compare, Type},
    riscv::codegen::{Emit, Sections},
};

use super::{
    code::{Class, Line, Reg, What, ZERO},
    state::{Generator, Made},
};
use crate::{
    codegen::code::PackedCode,
    isa::{Elem, Form, Generation, Op, OpNames, POp, Shape},
};

impl Generator<'_> {
    /// Ones and zeros as a mask.
    pub fn mask_of(&mut self, ones: Reg) -> Reg {
        let cut = self.cut();
        if !cut.has_masks() {
            return ones;
        }
        let zero = self.splat_number(0);
        let rd = self.code.value(Class::M);
        self.code.packed(rd, (POp::Vpcmpgt, Shape::KTest, cut.whole()), cut.width(), [zero, ZERO, ones], 0);
        rd
    }

    /// A mask as ones and zeros.
    pub fn ones_of(&mut self, mask: Reg) -> Reg {
        if !self.cut().has_masks() {
            return mask;
        }
        let ones = self.splat_number(-1);
        let zeros = self.splat_number(0);
        self.blend(mask, ones, zeros)
    }

    /// The elements of `yes` where a mask is, else of `no`.
    pub fn blend(&mut self, mask: Reg, yes: Reg, no: Reg) -> Reg {
        let (cut, width) = (self.cut(), self.cut().width());
        if cut.has_masks() {
            let rd = self.code.value(Class::V);
            self.copy_wide(rd, no, Class::V);
            self.merge_under(rd, yes, mask);
            return rd;
        }
        if cut.is_textbook() {
            return self.code.packed_three(width, (POp::Pblend, Elem::No), [mask, yes, no]);
        }
        if cut.generation.has_all_of(Generation::Avx) && cut.lane >= 4 {
            let elem = if cut.lane == 4 { Elem::Xps } else { Elem::Xpd };
            return self.code.packed_three(width, (POp::Vblendv, elem), [no, yes, mask]);
        }
        let yes = self.code.packed_two(width, (POp::Vpand, Elem::No), [mask, yes]);
        let no = self.code.packed_two(width, (POp::Vpandn, Elem::No), [mask, no]);
        self.code.packed_two(width, (POp::Vpor, Elem::No), [yes, no])
    }

    /// `to` = `from` where a mask register is.
    pub fn merge_under(&mut self, to: Reg, from: Reg, mask: Reg) {
        let cut = self.cut();
        let what = What::Machine(Op::VmovdquE, Form::Ext(Shape::V1.of(cut.named())));
        let line = Line { rd: to, rs1: from, width: cut.width(), ..Line::new(what) };
        self.code.push(Line { guard: Some((mask, false)), ..line });
    }

    /// `to` = `from` for the elements of a mask (`None`: all).
    pub fn put_where(&mut self, to: Reg, from: Reg, ty: Type, mask: Option<Reg>) {
        let class = self.wide_class(ty);
        let Some(mask) = mask else { return self.copy_wide(to, from, class) };
        if class == Class::M {
            let new = self.mask_logic(Binary::And, from, mask);
            let old = self.mask_and_not(mask, to);
            let both = self.mask_logic(Binary::Or, new, old);
            self.copy_wide(to, both, class);
        } else if self.cut().has_masks() {
            self.merge_under(to, from, mask);
        } else {
            let both = self.blend(mask, from, to);
            self.copy_wide(to, both, class);
        }
    }

    /// Two masks to one.
    pub fn mask_logic(&mut self, op: Binary, a: Reg, b: Reg) -> Reg {
        let cut = self.cut();
        if !cut.has_masks() {
            let op = cut.bits(op).unwrap_or((POp::Vpand, Elem::No));
            return self.code.packed_two(cut.width(), op, [a, b]);
        }
        let op = match op {
            Binary::And => POp::Kand,
            Binary::Or => POp::Kor,
            _ => POp::Kxor,
        };
        let rd = self.code.value(Class::M);
        self.code.packed(rd, (op, Shape::K2, Elem::No), 0, [a, ZERO, b], 0);
        rd
    }

    /// Not a, and b, of masks.
    pub fn mask_and_not(&mut self, a: Reg, b: Reg) -> Reg {
        let cut = self.cut();
        if !cut.has_masks() {
            return self.code.packed_two(cut.width(), cut.and_not(), [a, b]);
        }
        let rd = self.code.value(Class::M);
        self.code.packed(rd, (POp::Kandn, Shape::K2, Elem::No), 0, [a, ZERO, b], 0);
        rd
    }

    /// The mask of all elements.
    pub fn full_mask(&mut self) -> Reg {
        self.constant_mask(true)
    }

    /// A mask that is the same in all elements, made once.
    pub fn constant_mask(&mut self, bit: bool) -> Reg {
        if !self.cut().has_masks() {
            return self.splat_number(-i64::from(bit));
        }
        let key = (self.cut().count(), bit);
        if let Some(reg) = self.constant_masks.get(&key) {
            return *reg;
        }
        let reg = self.at(Level::Launch, |this| {
            let number = this.code.number(bit.into());
            this.splat(number, Type::Bool)
        });
        self.constant_masks.insert(key, reg);
        reg
    }

    /// An integer that is 0 if no element is in a mask.
    pub fn any(&mut self, mask: Reg) -> Reg {
        if self.cut().has_masks() {
            let rd = self.code.value(Class::X);
            self.code.packed(rd, (POp::Kmov, Shape::XFromK, Elem::No), 0, [ZERO, ZERO, mask], 0);
            return rd;
        }
        let array = self.array(Type::Bool);
        self.write_array(array, mask);
        let mut all = ZERO;
        for at in (0..self.cut().bytes()).step_by(8) {
            let (base, imm) = self.place_on_stack(array.offset + at);
            let rd = self.code.xi(Op::Ld, base, imm);
            all = if at == 0 { rd } else { self.code.x(Op::Or, all, rd) };
        }
        all
    }

    /// A comparison of two packed registers.
    pub fn compare_wide(&mut self, op: Compare, a: Reg, b: Reg) -> Made<Reg> {
        let cut = self.cut();
        if let Some((test, turned, not)) = cut.test(op) {
            let found = self.test(test, if turned { [b, a] } else { [a, b] });
            return Ok(if not { self.mask_not(found) } else { found });
        }
        let Some([least, equal]) = cut.below() else { return Err(self.refuse("such comparison")) };
        // a < b is not b <= a.
        let (a, b, not) = if op == Compare::LtU { (b, a, true) } else { (a, b, false) };
        let smaller = self.code.packed_two(cut.width(), least, [a, b]);
        let found = self.test(equal, [smaller, a]);
        Ok(if not { self.mask_not(found) } else { found })
    }

    pub fn test(&mut self, (op, elem): (POp, Elem), [a, b]: [Reg; 2]) -> Reg {
        let cut = self.cut();
        if !cut.has_masks() {
            return self.code.packed_two(cut.width(), (op, elem), [a, b]);
        }
        let rd = self.code.value(Class::M);
        self.code.packed(rd, (op, Shape::KTest, elem), cut.width(), [a, ZERO, b], 0);
        rd
    }

    /// The elements that are not in a mask.
    pub fn mask_not(&mut self, mask: Reg) -> Reg {
        let full = self.full_mask();
        self.mask_and_not(mask, full)
    }
}
