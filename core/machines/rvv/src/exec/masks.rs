//! Vector instructions on masks.

use easy_ext::ext;

use super::{Hart, Outcome, Trap, meaning::FirstMask};
use crate::{
    exec::{VectorState, arithmetic::Arithmetic},
    isa::Inst,
};

/// Instructions whose result is a mask, or that ask one.
#[ext(MaskWork)]
impl Hart {
    /// The tail of a mask is always agnostic.
    pub(super) fn finish_mask(&mut self, register: u8) {
        if self.ext.agnostic_ones && self.ext.vstart < self.ext.vl {
            (self.ext.vl..self.vlen()).for_each(|index| self.set_mask_bit(register, index, true));
        }
    }

    pub(super) fn mask_logic(&mut self, inst: &Inst, f: fn(bool, bool) -> bool) -> Outcome<()> {
        self.legal_type()?;
        for index in self.ext.vstart..self.ext.vl {
            let bit = f(self.mask_bit(inst.rs2, index), self.mask_bit(inst.rs1, index));
            self.set_mask_bit(inst.rd, index, bit);
        }
        self.finish_mask(inst.rd);
        Ok(())
    }

    /// The elements that take part and whose bit in `vs2` is 1.
    pub(super) fn ones<'a>(&'a self, inst: &'a Inst) -> impl Iterator<Item = u32> + 'a {
        (0..self.ext.vl).filter(|index| self.active(inst, *index) && self.mask_bit(inst.rs2, *index))
    }

    pub(super) fn check_start(&self) -> Outcome<()> {
        self.legal_type()?;
        if self.ext.vstart == 0 {
            Ok(())
        } else {
            Err(Trap::Illegal("this instruction cannot begin in the middle"))
        }
    }

    pub(super) fn count_mask(&mut self, inst: &Inst) -> Outcome<()> {
        self.check_start()?;
        let count = self.ones(inst).count();
        self.set_x(inst.rd, count as u64);
        Ok(())
    }

    pub(super) fn find_mask(&mut self, inst: &Inst) -> Outcome<()> {
        self.check_start()?;
        let first = self.ones(inst).next().map_or(u64::MAX, u64::from);
        self.set_x(inst.rd, first);
        Ok(())
    }

    pub(super) fn first_mask(&mut self, inst: &Inst, kind: FirstMask) -> Outcome<()> {
        self.check_start()?;
        let ones = self.ext.agnostic_ones && self.legal_type()?.mask_agnostic;
        self.check_mask(inst)?;
        if inst.rd == inst.rs2 {
            return Err(Trap::Illegal("the destination overlaps a source"));
        }
        let first = self.ones(inst).next().unwrap_or(u32::MAX);
        for index in 0..self.ext.vl {
            if self.active(inst, index) {
                let bit = match kind {
                    FirstMask::Before => index < first,
                    FirstMask::Only => index == first,
                    FirstMask::Including => index <= first,
                };
                self.set_mask_bit(inst.rd, index, bit);
            } else if ones {
                self.set_mask_bit(inst.rd, index, true);
            }
        }
        self.finish_mask(inst.rd);
        Ok(())
    }
}
