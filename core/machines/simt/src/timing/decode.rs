//! What the pipeline needs to know of an instruction before it executes, worked out once for a program: which registers
//! it reads and writes, which unit it needs and for how long. The op class is the key of every latency, so a new
//! instruction of the table needs nothing here.

use alloc::vec::Vec;

use lanescope_parts::pipe::{operands::Operands, scoreboard::Producer};

use super::units::{Cost, Unit};
use crate::{
    isa::{Class, Inst, Op, Program, Space},
    spec::Spec,
};

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
    /// Does it read memory, so that cache-conscious throttling may hold it back?
    pub load: bool,
    /// Does it go to memory behind the caches, so that who waits for it waits long?
    pub far: bool,
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
        load: inst.op == Op::Ld,
        far: class == Class::Memory && matches!(inst.space, Space::Global | Space::Local),
        barrier: class == Class::Barrier,
        fence: class == Class::Fence,
        flops: inst.op.flops(),
    }
}

/// What an instruction of a class costs.
pub fn cost(spec: &Spec, class: Class) -> Cost {
    let of = |unit, initiation, latency| Cost::of_warp(spec, unit, initiation, latency);
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
        Class::Shuffle => of(Unit::Memory, spec.shfl_initiation, spec.shfl_latency),
        Class::Vote => of(Unit::Int, spec.vote_initiation, spec.vote_latency),
        Class::Control => Cost::of_slot(spec.branch_latency),
        Class::Barrier | Class::Fence => Cost::of_slot(1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_class_costs_at_least_a_cycle() {
        let spec = Spec::default();
        for row in crate::isa::ops::TABLE {
            assert!(cost(&spec, row.class).latency >= 1, "{:?}", row.op);
        }
    }
}
