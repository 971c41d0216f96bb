//! Encodings that the manual reserves though they can be carried out: they end the run or are counted, as
//! [`crate::spec::Reserved`] says. What cannot be carried out always ends it ([`super::arithmetic`]).

use easy_ext::ext;
use lanescope_parts::riscv::{
    hart::float::rounding_mode,
    isa::{Form, Isa as _},
};

use super::{Hart, Outcome, Trap, arithmetic::Group, meaning::Meaning};
use crate::{
    exec::VectorState,
    isa::{Arg, ArgNames, Inst, VOp},
};

/// Categories of vector arithmetic with floats (bits 14 to 12 of the word).
const FLOATS: [u32; 2] = [1 << 12, 5 << 12];
const CATEGORY: u32 = 7 << 12;
/// Vector arithmetic (bits 6 to 0 of the word).
const OP_V: u32 = 0x57;

/// What the specification reserves.
#[ext(Reserved)]
impl Hart {
    pub(super) fn reserved(&mut self, why: &'static str) -> Outcome<()> {
        self.ext.reserved += 1;
        if self.ext.carry_out_reserved { Ok(()) } else { Err(Trap::Illegal(why)) }
    }

    /// What holds for every instruction that depends on the vector type: it begins at an element that there may be. One that
    /// calculates with floats must find a rounding mode, whether it rounds or not; without one it is not carried out.
    pub(super) fn check_reserved(&mut self, op: VOp, inst: &Inst, meaning: &Meaning) -> Outcome<()> {
        if self.ext.vstart > 0 && !meaning.is_whole() {
            let vlmax = self.ext.vtype.map_or(u32::MAX, |vtype| vtype.vlmax(self.vlen()));
            if self.ext.vstart >= vlmax {
                self.reserved(
                    "reserved: `vstart` is not below VLMAX, the elements that an operand can have",
                )?;
            }
        }
        if rounding_mode(self.frm).is_err() && is_float(op, inst) {
            return Err(Trap::Illegal(
                "reserved: `frm` holds no rounding mode, and this calculates with floats",
            ));
        }
        Ok(())
    }

    /// No register is a source with elements of two widths, `v0` as the mask (of one bit) included.
    pub(super) fn check_sources<const N: usize>(
        &mut self,
        inst: &Inst,
        sources: [Option<Group>; N],
    ) -> Outcome<()> {
        let masked = inst.masked || inst.has(Arg::Carry);
        let (mut as_mask, mut two_widths) = (false, false);
        for (at, group) in sources.iter().enumerate() {
            let Some(group) = group else { continue };
            as_mask |= masked && group.register == 0 && group.bits != 1;
            let others = sources.get(at + 1..).unwrap_or_default().iter().flatten();
            two_widths |= others.into_iter().any(|other| other.bits != group.bits && other.overlaps(*group));
        }
        if as_mask {
            self.reserved("reserved: `v0` is the mask and holds elements of another source")?;
        }
        if two_widths {
            self.reserved("reserved: a register is a source with elements of two widths")?;
        }
        Ok(())
    }
}

/// Does it calculate with floats, or move them?
fn is_float(op: VOp, inst: &Inst) -> bool {
    let word = crate::isa::V::row(op).bits;
    let Form::Ext(_) = inst.form else { return false };
    word & 0x7F == OP_V && FLOATS.contains(&(inst.form.row().bits & CATEGORY))
}
