//! The vector unit as an extension of the scalar core.

use alloc::vec::Vec;

use easy_ext::ext;
use lanescope_parts::{
    image::{Digest, Memory},
    riscv::hart::{Answer, Executed, Extension, float::rounding_mode},
};

use super::{
    Hart, Outcome, Trap, Uses, VState,
    meaning::{Meaning, meaning},
    rounded::rounded,
};
use crate::exec::arithmetic::Arithmetic;
use crate::{
    exec::{
        VectorState, config::SetLength, masks::MaskWork, memory::VectorMemory, permute::Permutes,
        reserved::Reserved,
    },
    isa::{Class, ClassNames, Inst, Op, Program, V, VCsr, VOp, VectorClass, Vtype, rounding},
};

/// The vector type that is none.
const NO_TYPE: u32 = 1 << 8;

impl Extension for V {
    type State = VState;

    fn execute(hart: &mut Hart, inst: &Inst, program: &Program, memory: &mut Memory) -> Executed<Answer> {
        let Op::Ext(op) = inst.op else {
            return Err(Trap::Illegal("a scalar instruction in the vector unit").into());
        };
        if !inst.class().is_vector() {
            hart.set_length(inst);
            return Ok(Answer::Done(0));
        }
        let elements = hart.ext.vl.saturating_sub(hart.ext.vstart);
        hart.vector(op, inst, program, memory)?;
        (hart.ext.vstart, hart.ext.begins) = (0, [0; 3]);
        Ok(Answer::Done(elements))
    }

    fn read_csr(hart: &Hart, csr: VCsr) -> u64 {
        hart.read_vector_csr(csr)
    }

    fn write_csr(hart: &mut Hart, csr: VCsr, value: u64) {
        hart.write_vector_csr(csr, value);
    }

    /// Was a fixed-point result ever cut?
    fn is_clock(csr: VCsr) -> bool {
        matches!(csr, VCsr::Vxsat | VCsr::Vcsr)
    }

    const MODE_BITS: u32 = 9;

    /// The vector type.
    fn mode(state: &VState) -> u32 {
        state.vtype.map_or(NO_TYPE, Vtype::bits)
    }

    fn control(state: &VState, digest: &mut Digest) {
        [state.vl, V::mode(state), state.vstart, state.vxrm.into()]
            .into_iter()
            .chain(state.begins)
            .for_each(|word| digest.word(word.into()));
    }

    const REGISTERS: u32 = 32;

    fn register(state: &VState, number: u32, digest: &mut Digest) {
        digest.bytes(state.whole_register(number));
    }

    fn uses(inst: &Inst, mode: u32) -> [Vec<u32>; 2] {
        let vtype = Vtype::from_bits(mode.into()).filter(|_| mode & NO_TYPE == 0);
        let uses = Uses::of(inst, vtype);
        [uses.v_read, uses.v_written].map(|bits| (0..32).filter(|at| bits >> at & 1 == 1).collect())
    }

    fn decides(inst: &Inst) -> bool {
        matches!(inst.class(), Class::Config | Class::VLoad | Class::VStore)
    }
}

/// One vector instruction.
#[ext(VectorStep)]
impl Hart {
    /// What an instruction means in the rounding mode that `frm` holds.
    fn meaning(&self, op: VOp) -> Outcome<Meaning> {
        if self.frm == rounding::NEAREST {
            return Ok(meaning(op));
        }
        match rounded(op) {
            Some(meaning) => rounding_mode(self.frm).map(|_| meaning),
            None => Ok(meaning(op)),
        }
    }

    fn vector(&mut self, op: VOp, inst: &Inst, program: &Program, memory: &mut Memory) -> Outcome<()> {
        let meaning = self.meaning(op)?;
        self.check_reserved(op, inst, &meaning)?;
        if self.ext.begins != [0; 3] && !matches!(meaning, Meaning::Lanes(..)) {
            return Err(Trap::Illegal(
                "only arithmetic of each element has operands that begin at an element",
            ));
        }
        match meaning {
            Meaning::Lanes(widths, floats, f) => self.lanes(inst, widths, floats, f),
            Meaning::Tests(floats, f) => self.tests(inst, floats, f),
            Meaning::Reduce(widths, floats, f) => self.reduce(inst, widths, floats, f),
            Meaning::Masks(f) => self.mask_logic(inst, f),
            Meaning::CountMask => self.count_mask(inst),
            Meaning::FindMask => self.find_mask(inst),
            Meaning::FirstMask(kind) => self.first_mask(inst, kind),
            Meaning::Permute(kind) => self.permute(inst, kind),
            Meaning::VectorLoad(pattern) => self.vector_memory(inst, pattern, false, (program, memory)),
            Meaning::VectorStore(pattern) => self.vector_memory(inst, pattern, true, (program, memory)),
            Meaning::SetLength => {
                self.set_length(inst);
                Ok(())
            }
        }
    }
}
