//! Vector length and type.

use easy_ext::ext;

use super::Hart;
use crate::{
    exec::VectorState,
    isa::{Arg, Inst, Vtype},
};

/// Choosing vector length and type.
#[ext(SetLength)]
impl Hart {
    /// vl = the smaller of the wanted length and VLMAX. A type that the machine does not have makes vl 0, and so does
    /// one with another VLMAX where vl was to stay as it is, which the manual reserves.
    pub(super) fn set_length(&mut self, inst: &Inst) {
        let bits = if inst.has(Arg::X2) { self.get_x(inst.rs2) } else { inst.imm as u64 };
        let vtype =
            Vtype::from_bits(bits).filter(|vtype| vtype.is_supported() && vtype.vlmax(self.vlen()) > 0);
        let most = |vtype: Option<Vtype>| vtype.map_or(0, |vtype| vtype.vlmax(self.vlen()));
        let keeps = !inst.has(Arg::Uimm5) && inst.rs1 == 0 && inst.rd == 0;
        let vtype = vtype.filter(|_| !keeps || most(vtype) == most(self.ext.vtype));
        let most = most(vtype);
        let wanted = if inst.has(Arg::Uimm5) {
            inst.rs1.into()
        } else if inst.rs1 != 0 {
            self.get_x(inst.rs1)
        } else if inst.rd != 0 {
            u64::MAX
        } else {
            self.ext.vl.into()
        };
        self.ext.vtype = vtype;
        self.ext.vl = wanted.min(most.into()) as u32;
        self.ext.vstart = 0;
        self.set_x(inst.rd, self.ext.vl.into());
    }
}
