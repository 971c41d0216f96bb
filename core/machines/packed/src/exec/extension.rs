//! Packed instructions as an extension of the scalar core.

use alloc::vec::Vec;

use lanescope_parts::{
    image::{Digest, Memory},
    riscv::{
        hart::{Answer, Executed, Extension},
        isa::Never,
    },
};

use super::{
    Hart, PState, Uses,
    state::TILE_ROWS,
    uses::{MASKS, OWN, SHAPES, TILES},
};
use crate::exec::work::PackedWork;
use crate::isa::{Class, ClassNames, Inst, P, PackedArg, Program};

impl Extension for P {
    type State = PState;

    #[inline(always)]
    fn execute(hart: &mut Hart, inst: &Inst, program: &Program, memory: &mut Memory) -> Executed<Answer> {
        Ok(Answer::Done(hart.execute_packed(inst, (program, memory))?))
    }

    fn read_csr(_: &Hart, csr: Never) -> u64 {
        match csr {}
    }

    fn write_csr(_: &mut Hart, csr: Never, _: u64) {
        match csr {}
    }

    fn float_written(state: &mut PState, register: u8) {
        state.clear_above(register);
    }

    const REGISTERS: u32 = OWN;

    fn register(state: &PState, number: u32, digest: &mut Digest) {
        match number {
            SHAPES => state.shapes.iter().flatten().for_each(|shape| {
                digest.bytes(&[shape.rows, shape.row_bytes]);
            }),
            TILES.. => {
                (0..TILE_ROWS).for_each(|row| digest.bytes(state.row((number - TILES) as u8, row)));
            }
            MASKS.. => digest.word(state.masks[(number - MASKS) as usize & 7]),
            _ => digest.bytes(state.whole_register(number as u8)),
        }
    }

    fn uses(inst: &Inst, _: u32) -> [Vec<u32>; 2] {
        let uses = Uses::of(inst);
        [uses.read, uses.written].map(|bits| (0..OWN).filter(|at| bits >> at & 1 == 1).collect())
    }

    /// Addresses come from integer registers, except those of gathers and scatters; masks decide what is touched.
    fn decides(inst: &Inst) -> bool {
        matches!(
            inst.class(),
            Class::PLoad
                | Class::PStore
                | Class::PGather
                | Class::PScatter
                | Class::TConfig
                | Class::TLoad
                | Class::TStore
        ) || inst.form.row().args.iter().any(|arg| arg.names_memory())
    }
}
