//! When things happen: three models of the same list of executed instructions.
//!
//! - [`chimes`]: convoys and chimes (the coarsest model), and the same with start-up times;
//! - [`pipeline`]: cycle by cycle, element group by element group, with memory banks ([`banks`]).
//!
//! The list ([`Record`]) comes from a run ([`trace`]) or is written by hand. Simulating while running, so that a run can
//! be stopped at a cycle, is absent.

pub mod banks;
pub mod chimes;
pub mod convoys;
pub mod pipeline;
#[cfg(test)]
mod tests;

use alloc::vec::Vec;

use super::{
    exec::{Flow, Hart, Trap, Uses},
    isa::{Class, Program},
    spec::Spec,
};
use crate::image::Memory;

/// An executed instruction, as far as timing must know it.
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    /// The instruction.
    pub pc: u32,
    /// What it occupies.
    pub class: Class,
    /// Elements in its range; 0 for scalar instructions.
    pub elements: u32,
    /// Registers.
    pub uses: Uses,
    /// Addresses of a memory access, in element order.
    pub addresses: Vec<u64>,
}

/// Runs a program to its end and keeps a record of each instruction.
///
/// # Errors
/// What stops the program; `None` if it has more than `limit` instructions.
pub fn trace(
    hart: &mut Hart,
    program: &Program,
    memory: &mut Memory,
    limit: usize,
) -> Result<Vec<Record>, Option<Trap>> {
    let mut records = Vec::new();
    while records.len() < limit {
        let inst = program.pc(hart.pc).and_then(|pc| program.code.get(pc as usize));
        let uses = inst.map(|inst| hart.uses(inst)).unwrap_or_default();
        let done = hart.step(program, memory).map_err(Some)?;
        let class = inst.map_or(Class::Int, |inst| inst.class());
        let addresses = hart.accesses().to_vec();
        records.push(Record { pc: done.pc, class, elements: done.elements, uses, addresses });
        if done.flow == Flow::End {
            return Ok(records);
        }
    }
    Err(None)
}

/// A kind of functional unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Unit {
    /// Float add.
    FpAdd,
    /// Float multiply.
    FpMul,
    /// Float divide.
    FpDiv,
    /// Integer.
    Integer,
    /// Logical.
    Logical,
    /// Load and store.
    Memory,
}

impl Unit {
    /// Every kind.
    pub const ALL: [Unit; 6] =
        [Unit::FpAdd, Unit::FpMul, Unit::FpDiv, Unit::Integer, Unit::Logical, Unit::Memory];

    /// The kind that an instruction needs; `None` for scalar ones other than loads and stores.
    pub const fn of(class: Class) -> Option<Unit> {
        match class {
            Class::VFpAdd | Class::VFpReduce => Some(Unit::FpAdd),
            Class::VFpMul | Class::VFpMad => Some(Unit::FpMul),
            Class::VFpDiv => Some(Unit::FpDiv),
            Class::VInt | Class::VMul | Class::VDiv | Class::VReduce => Some(Unit::Integer),
            Class::VLogic | Class::VPermute => Some(Unit::Logical),
            Class::VLoad | Class::VStore | Class::Load | Class::Store | Class::Atomic => Some(Unit::Memory),
            Class::Int | Class::IntMul | Class::IntDiv | Class::Fp | Class::FpMul | Class::FpDiv => None,
            Class::Branch | Class::Config => None,
        }
    }

    /// How many there are.
    pub const fn count(self, spec: &Spec) -> u32 {
        match self {
            Unit::FpAdd => spec.fp_add_units,
            Unit::FpMul => spec.fp_mul_units,
            Unit::FpDiv => spec.fp_div_units,
            Unit::Integer => spec.integer_units,
            Unit::Logical => spec.logical_units,
            Unit::Memory => spec.memory_units,
        }
    }
}

/// Pipeline depth of a vector instruction.
pub const fn depth(class: Class, spec: &Spec) -> u32 {
    match class {
        Class::VFpAdd | Class::VFpReduce => spec.fp_add_depth,
        Class::VFpMul => spec.fp_mul_depth,
        Class::VFpMad => spec.fp_mad_depth,
        Class::VFpDiv => spec.fp_div_depth,
        Class::VLoad => spec.load_depth,
        Class::VStore => spec.store_depth,
        _ => spec.integer_depth,
    }
}
