//! What the pipeline needs to know of an instruction before it executes, worked out once for a program: which registers
//! it reads and writes, which unit it needs and for how long. The op class is the key of every latency, so a new
//! instruction of the table needs nothing here.

use alloc::vec::Vec;

use super::{
    scoreboard::Producer,
    units::{Cost, Unit, passes},
};
use crate::machines::simt::{
    isa::{Class, Inst, Program},
    spec::Spec,
};

/// Most registers that an instruction names: three sources, a guard, a destination.
const MAX_OPERANDS: usize = 5;

/// Registers by their flat number (`isa::Registers::flat`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Operands {
    registers: [u16; MAX_OPERANDS],
    writes: u8,
    all: u8,
}

impl Operands {
    /// Registers written, then registers read; what is beyond the most that an instruction names is dropped.
    pub fn new(reads: impl IntoIterator<Item = u16>, writes: impl IntoIterator<Item = u16>) -> Operands {
        let mut operands = Operands { registers: [0; MAX_OPERANDS], writes: 0, all: 0 };
        writes.into_iter().for_each(|register| operands.push(register));
        operands.writes = operands.all;
        reads.into_iter().for_each(|register| operands.push(register));
        operands
    }

    fn push(&mut self, register: u16) {
        if let Some(place) = self.registers.get_mut(usize::from(self.all)) {
            *place = register;
            self.all += 1;
        }
    }

    /// The registers that it writes.
    #[inline]
    pub fn writes(&self) -> &[u16] {
        &self.registers[..usize::from(self.writes)]
    }

    /// The registers that it reads or writes.
    #[inline]
    pub fn all(&self) -> impl Iterator<Item = u16> + '_ {
        self.registers[..usize::from(self.all)].iter().copied()
    }
}

/// An instruction as the pipeline sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decoded {
    /// Its registers.
    pub operands: Operands,
    /// Where it executes, and for how long (memory: the latency is the memory system's).
    pub cost: Cost,
    /// What those who need its result wait for.
    pub producer: Producer,
    /// Can it send the warp elsewhere, so that fetch waits until it is resolved?
    pub control: bool,
    /// Does the warp wait for others here?
    pub barrier: bool,
    /// Does it wait for every earlier memory access of its warp?
    pub fence: bool,
    /// Float operations of a lane.
    pub flops: u8,
}

/// Every instruction of a program.
pub fn decode(program: &Program, spec: &Spec) -> Vec<Decoded> {
    program.code.iter().map(|inst| decode_one(program, spec, inst)).collect()
}

fn decode_one(program: &Program, spec: &Spec, inst: &Inst) -> Decoded {
    let flat = |reg| program.registers.flat(reg) as u16;
    let class = inst.class();
    let producer = if class == Class::Memory { Producer::Memory } else { Producer::Arithmetic };
    Decoded {
        operands: Operands::new(inst.sources().map(flat), inst.dst_reg().map(flat)),
        cost: cost(spec, class),
        producer,
        control: class == Class::Control,
        barrier: class == Class::Barrier,
        fence: class == Class::Fence,
        flops: inst.op.flops(),
    }
}

/// What an instruction of a class costs.
pub fn cost(spec: &Spec, class: Class) -> Cost {
    let of = |unit, initiation, latency| Cost::of_passes(unit, passes(spec), initiation, latency);
    match class {
        Class::Int => of(Unit::Int, spec.int_initiation, spec.int_latency),
        Class::IntMul => of(Unit::Int, spec.int_mul_initiation, spec.int_mul_latency),
        Class::IntMad => of(Unit::Int, spec.int_mad_initiation, spec.int_mad_latency),
        Class::IntDiv => of(Unit::Int, spec.int_div_initiation, spec.int_div_latency),
        Class::Fp => of(Unit::Float, spec.fp_initiation, spec.fp_latency),
        Class::FpMul => of(Unit::Float, spec.fp_mul_initiation, spec.fp_mul_latency),
        Class::FpMad => of(Unit::Float, spec.fp_mad_initiation, spec.fp_mad_latency),
        Class::FpDiv => of(Unit::Float, spec.fp_div_initiation, spec.fp_div_latency),
        Class::Sfu => of(Unit::Special, spec.sfu_initiation, spec.sfu_latency),
        Class::Math => of(Unit::Special, spec.math_initiation, spec.math_latency),
        Class::Memory => of(Unit::Memory, 1, 1),
        Class::Control => Cost { unit: Unit::Control, busy: 0, latency: spec.branch_latency },
        Class::Barrier | Class::Fence => Cost { unit: Unit::Control, busy: 0, latency: 1 },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operands_keep_writes_apart_from_reads() {
        let operands = Operands::new([1, 2, 3], [9]);
        assert_eq!(operands.writes(), [9]);
        assert_eq!(operands.all().collect::<Vec<_>>(), [9, 1, 2, 3]);
    }

    #[test]
    fn every_class_costs_at_least_a_cycle() {
        let spec = Spec::default();
        for row in crate::machines::simt::isa::ops::TABLE {
            assert!(cost(&spec, row.class).latency >= 1, "{:?}", row.op);
        }
    }
}
