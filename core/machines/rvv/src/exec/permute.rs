//! Vector instructions that move elements to other places.

use easy_ext::ext;
use lanescope_parts::{
    base::num,
    riscv::hart::arithmetic::{float, integer},
};

use super::{Hart, Outcome, Trap, meaning::Permute};
use crate::{
    exec::{VectorState, arithmetic::Arithmetic, masks::MaskWork, reserved::Reserved},
    isa::{Arg, Inst, Second, VectorForm, Vtype},
};

/// Instructions that move elements.
#[ext(Permutes)]
impl Hart {
    pub(super) fn permute(&mut self, inst: &Inst, kind: Permute) -> Outcome<()> {
        match kind {
            Permute::CopyWhole => return self.copy_whole(inst),
            Permute::First => return self.write_first(inst),
            Permute::FirstOut => return self.read_first(inst),
            _ => {}
        }
        let vtype = self.legal_type()?;
        let to = self.group(vtype, inst.rd, vtype.sew)?;
        self.check_mask(inst)?;
        self.check_scalar(inst, vtype)?;
        if matches!(kind, Permute::Compress | Permute::Iota) {
            self.check_start()?;
        }
        let from = match kind {
            Permute::Index => None,
            Permute::Iota => Some(self.single(inst.rs2, 1)),
            _ => Some(self.group(vtype, inst.rs2, vtype.sew)?),
        };
        let moves_down = matches!(kind, Permute::SlideDown | Permute::SlideDownOne);
        if !moves_down && from.is_some_and(|from| to.overlaps(from)) {
            return Err(Trap::Illegal("the destination overlaps a source"));
        }
        let mut other = None;
        if inst.form.second() == Second::Vector {
            let bits = if kind == Permute::GatherShort { 16 } else { vtype.sew };
            let second = match kind {
                Permute::Compress => self.single(inst.rs1, 1),
                _ => self.group(vtype, inst.rs1, bits)?,
            };
            if to.overlaps(second) {
                return Err(Trap::Illegal("the destination overlaps a source"));
            }
            other = Some(second);
        }
        self.check_sources(inst, [from, other])?;
        let end = match kind {
            Permute::Compress => self.compress(inst, to.bytes()),
            _ => {
                self.move_elements(inst, kind, vtype);
                self.ext.vl
            }
        };
        self.finish_tail(vtype, to, end);
        Ok(())
    }

    pub(super) fn move_elements(&mut self, inst: &Inst, kind: Permute, vtype: Vtype) {
        let (bytes, vlmax) = (vtype.sew / 8, vtype.vlmax(self.vlen()));
        let scalar = self.scalar_source(inst, vtype.sew);
        let amount = match inst.form.second() {
            Second::Integer => self.get_x(inst.rs1),
            _ => inst.rs1.into(),
        };
        let below = |hart: &Hart, index: u64| match u32::try_from(index) {
            Ok(index) if index < vlmax => hart.element(inst.rs2, index, bytes),
            _ => 0,
        };
        let mut count = 0;
        for index in self.ext.vstart..self.ext.vl {
            if kind == Permute::Iota && index > 0 {
                count += u64::from(self.counts(inst, index - 1));
            }
            // What lies below the amount stays, masked off or not.
            if kind == Permute::SlideUp && u64::from(index) < amount {
                continue;
            }
            if !self.active(inst, index) {
                if self.ext.agnostic_ones && vtype.mask_agnostic {
                    self.set_element(inst.rd, index, bytes, u64::MAX);
                }
                continue;
            }
            let place = u64::from(index);
            let value = match kind {
                Permute::SlideUp => below(self, place - amount),
                Permute::SlideDown => below(self, place.saturating_add(amount)),
                Permute::SlideUpOne if index == 0 => scalar,
                Permute::SlideUpOne => below(self, place - 1),
                Permute::SlideDownOne if index + 1 == self.ext.vl => scalar,
                Permute::SlideDownOne => below(self, place + 1),
                Permute::Gather if inst.form.second() == Second::Vector => {
                    below(self, self.element(inst.rs1, index, bytes))
                }
                Permute::Gather => below(self, amount),
                Permute::GatherShort => below(self, self.element(inst.rs1, index, 2)),
                Permute::Iota => count,
                Permute::Index => place,
                Permute::Compress | Permute::CopyWhole | Permute::First | Permute::FirstOut => continue,
            };
            self.set_element(inst.rd, index, bytes, value);
        }
    }

    /// Is it a one that `viota.m` counts, for the elements behind it?
    pub(super) fn counts(&self, inst: &Inst, index: u32) -> bool {
        self.active(inst, index) && self.mask_bit(inst.rs2, index)
    }

    /// A float that is put among elements needs a float type of their width.
    pub(super) fn check_scalar(&self, inst: &Inst, vtype: Vtype) -> Outcome<()> {
        if inst.form.second() == Second::Float && vtype.sew < 16 {
            return Err(Trap::Illegal("there are no floats of 8 bits"));
        }
        Ok(())
    }

    /// Gives the number of elements that were packed.
    pub(super) fn compress(&mut self, inst: &Inst, bytes: u32) -> u32 {
        let mut end = 0;
        for index in 0..self.ext.vl {
            if self.mask_bit(inst.rs1, index) {
                let value = self.element(inst.rs2, index, bytes);
                self.set_element(inst.rd, end, bytes, value);
                end += 1;
            }
        }
        end
    }

    pub(super) fn copy_whole(&mut self, inst: &Inst) -> Outcome<()> {
        let count = inst.count;
        if !inst.rd.is_multiple_of(count) || !inst.rs2.is_multiple_of(count) {
            return Err(Trap::Illegal("a register number is not a multiple of the registers of the operand"));
        }
        // In elements of the vector type if the copy goes on in the middle.
        let bits = self.ext.vtype.filter(|_| self.ext.vstart > 0).map_or(64, |vtype| vtype.sew);
        for index in self.ext.vstart..u32::from(count) * self.vlen() / bits {
            let value = self.element(inst.rs2, index, bits / 8);
            self.set_element(inst.rd, index, bits / 8, value);
        }
        Ok(())
    }

    pub(super) fn write_first(&mut self, inst: &Inst) -> Outcome<()> {
        let vtype = self.legal_type()?;
        self.check_scalar(inst, vtype)?;
        if self.ext.vstart < self.ext.vl {
            let value = self.scalar_source(inst, vtype.sew);
            self.set_element(inst.rd, 0, vtype.sew / 8, value);
            self.finish_tail(vtype, self.single(inst.rd, vtype.sew), 1);
        }
        Ok(())
    }

    pub(super) fn read_first(&mut self, inst: &Inst) -> Outcome<()> {
        let vtype = self.legal_type()?;
        let value = self.element(inst.rs2, 0, vtype.sew / 8);
        if inst.has(Arg::Xd) {
            self.set_x(inst.rd, num::signed(integer(vtype.sew), value) as u64);
        } else if vtype.sew < 16 {
            return Err(Trap::Illegal("there are no floats of 8 bits"));
        } else {
            self.set_f(inst.rd, float(vtype.sew), value);
        }
        Ok(())
    }
}
