//! Operations on whole packed registers, and their loads and stores.

use lanescope_parts::{
    base::num,
    ir::{Binary, Convert, Math, Op as Ir, Type, Unary, Value},
    riscv::codegen::{Emit, Values},
};

use super::{
    code::{Class, Line, Reg, What, ZERO},
    state::{Generator, Made},
    whole::x86_move,
};
use crate::{
    codegen::code::PackedCode,
    isa::{Form, Op, Shape},
};

impl Generator<'_> {
    /// Writes an operation that [`super::lanes::Cut::can`] has said there is packed code for.
    pub fn wide(&mut self, op: &Ir, ty: Type) -> Made<Reg> {
        let (cut, width) = (self.cut(), self.cut().width());
        let bool = ty == Type::Bool;
        if let Some(reg) = self.narrow(op, ty)? {
            return Ok(reg);
        }
        Ok(match op {
            Ir::Unary(Unary::Not, a) if bool => {
                let a = self.vector(*a)?;
                self.mask_not(a)
            }
            Ir::Unary(op, a) => {
                let a = self.vector(*a)?;
                self.wide_unary(*op, ty, a)?
            }
            Ir::Binary(op, a, b) if bool => {
                let (a, b) = (self.vector(*a)?, self.vector(*b)?);
                self.mask_logic(*op, a, b)
            }
            Ir::Binary(op @ (Binary::Shl | Binary::ShrU | Binary::ShrS), a, by) => {
                let a = self.vector(*a)?;
                self.shifted(*op, ty, a, *by)?
            }
            Ir::Binary(op, a, b) => {
                let found = cut.two(*op, ty).ok_or_else(|| self.lacking())?;
                let (a, b) = (self.vector(*a)?, self.vector(*b)?);
                self.code.packed_two(width, found, [a, b])
            }
            Ir::PtrAdd(a, b) => {
                let found = cut.two(Binary::Add, Type::I64).ok_or_else(|| self.lacking())?;
                let (a, b) = (self.vector(*a)?, self.vector(*b)?);
                self.code.packed_two(width, found, [a, b])
            }
            Ir::Compare(op, a, b) => {
                let (a, b) = (self.vector(*a)?, self.vector(*b)?);
                self.compare_wide(*op, a, b)?
            }
            Ir::Select(condition, a, b) => {
                let [mask, a, b] = [self.vector(*condition)?, self.vector(*a)?, self.vector(*b)?];
                if bool {
                    let yes = self.mask_logic(Binary::And, a, mask);
                    let no = self.mask_and_not(mask, b);
                    return Ok(self.mask_logic(Binary::Or, yes, no));
                }
                self.blend(mask, a, b)
            }
            Ir::Fma(a, b, c) => {
                let found = cut.fused().ok_or_else(|| self.lacking())?;
                let sources = [self.vector(*a)?, self.vector(*b)?, self.vector(*c)?];
                self.code.packed_three(width, found, sources)
            }
            Ir::Math(Math::Sqrt, args) if args.len() == 1 => {
                let (found, a) = (cut.root().ok_or_else(|| self.lacking())?, self.vector(args[0])?);
                self.code.packed_one(width, found, a)
            }
            Ir::Convert(Convert::ZExt, a) => {
                let (mask, one, zero) = (self.vector(*a)?, self.splat_number(1), self.splat_number(0));
                self.blend(mask, one, zero)
            }
            Ir::Convert(Convert::Bits, a) => {
                let from = self.vector(*a)?;
                let rd = self.code.value(Class::V);
                self.copy_wide(rd, from, Class::V);
                rd
            }
            _ => return Err(self.lacking()),
        })
    }

    pub fn lacking(&self) -> lanescope_parts::source::Diagnostic {
        self.refuse("packed instruction for this operation")
    }

    fn wide_unary(&mut self, op: Unary, ty: Type, a: Reg) -> Made<Reg> {
        let (cut, width) = (self.cut(), self.cut().width());
        let sign = 1i64 << (8 * cut.lane - 1);
        let sign = num::signed(ty, sign as u64);
        let (op, a, b) = match op {
            Unary::Neg => (Binary::Sub, self.splat_number(0), a),
            Unary::Not => (Binary::Xor, a, self.splat_number(-1)),
            Unary::FNeg => (Binary::Xor, a, self.splat_number(sign)),
            Unary::FAbs => (Binary::And, a, self.splat_number(!sign)),
            _ => return Err(self.lacking()),
        };
        let found = cut.two(op, Type::I32).ok_or_else(|| self.lacking())?;
        Ok(self.code.packed_two(width, found, [a, b]))
    }

    /// Shifts by a value, which is taken modulo the bits of the type.
    pub fn shifted(&mut self, op: Binary, ty: Type, a: Reg, by: Value) -> Made<Reg> {
        let (cut, width) = (self.cut(), self.cut().width());
        let most = i64::from(ty.bits()) - 1;
        if let Some((number, (found, shape, elem))) = self.constant(by).zip(cut.shift(op)) {
            let rd = self.code.value(Class::V);
            self.code.packed(rd, (found, shape, elem), width, [a, ZERO, ZERO], (number & most) as i32);
            return Ok(rd);
        }
        let found = cut.shift_each(op).ok_or_else(|| self.lacking())?;
        let and = cut.bits(Binary::And).ok_or_else(|| self.lacking())?;
        let (by, most) = (self.vector(by)?, self.splat_number(most));
        let by = self.code.packed_two(width, and, [by, most]);
        Ok(self.code.packed_two(width, found, [a, by]))
    }

    /// Reads a whole register, or the elements of the block's mask.
    pub fn load_whole(&mut self, ptr: Value, ty: Type) -> Made<Reg> {
        if self.cut().is_narrow(ty) {
            return self.load_part(ptr, ty);
        }
        let (spot, mask) = (self.spot(ptr)?, self.block_mask());
        let rd = self.code.value(Class::V);
        match mask {
            None => {
                let inst = self.cut().access(Some(ty), false);
                self.code.whole(inst, rd, spot, false);
            }
            Some(mask) => {
                let line = self.masked_move((Shape::V1Mem, ty), (mask, true))?;
                self.code.push(Line { rd, rs1: spot.0, imm: spot.1, ..line });
            }
        }
        Ok(rd)
    }

    /// Writes a whole register, or the elements of the block's mask.
    pub fn store_whole(&mut self, ptr: Value, value: Value) -> Made<()> {
        let ty = self.ty(value);
        if self.cut().is_narrow(ty) {
            return self.store_part(ptr, value);
        }
        let (spot, data, mask) = (self.spot(ptr)?, self.vector(value)?, self.block_mask());
        match mask {
            None => {
                let inst = self.cut().access(Some(ty), true);
                self.code.whole(inst, data, spot, true);
            }
            Some(mask) => {
                let line = self.masked_move((Shape::VStore, ty), (mask, false))?;
                self.code.push(Line { rs1: spot.0, imm: spot.1, rs2: data, ..line });
            }
        }
        Ok(())
    }

    fn masked_move(&self, (shape, ty): (Shape, Type), guard: (Reg, bool)) -> Made<Line> {
        let (op, elem) = x86_move(ty).ok_or_else(|| self.lacking())?;
        let what = What::Machine(Op::Ext(op), Form::Ext(shape.of(elem)));
        Ok(Line { width: self.cut().width(), guard: Some(guard), ..Line::new(what) })
    }
}
