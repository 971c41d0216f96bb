//! When things happen: three models of the same executed instructions, which a run works out side by side.
//!
//! - [`chimes`]: convoys and chimes (the coarsest model, L0), and the same with start-up times (L1);
//! - [`packing`]: how few convoys there could be in another order;
//! - [`pipeline`]: cycle by cycle (L2), element group by element group, with the memory of [`memory`];
//! - [`register_banks`]: the register file as banks;
//! - [`under_way`]: how much memory of the host what is under way takes;
//! - `unit_slots`: which slots of a unit took an element group, and why the others did not;
//! - [`core`]: a core that issues instructions to its pipeline one after another, so that a run can stop at any cycle.
//!
//! All of them know an executed instruction by its [`Record`], and none of them a register.

use serde::Serialize;

use crate::isa::ClassNames;

pub mod chimes;
pub mod convoys;
pub mod core;
pub mod counters;
pub mod memory;
pub mod packing;
pub mod pipeline;
pub mod register_banks;
#[cfg(test)]
mod tests;
pub mod under_way;
mod unit_slots;

pub use super::exec::record::{Passage, Record};

use super::{isa::Class, spec::Spec};

/// A kind of functional unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub enum Unit {
    /// Load and store.
    Memory,
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
}

impl Unit {
    /// Every kind, in the order in which they are shown.
    pub const ALL: [Unit; 6] =
        [Unit::Memory, Unit::FpAdd, Unit::FpMul, Unit::FpDiv, Unit::Integer, Unit::Logical];

    /// Its name for people.
    pub const fn name(self) -> &'static str {
        match self {
            Unit::Memory => "load/store",
            Unit::FpAdd => "float add",
            Unit::FpMul => "float multiply",
            Unit::FpDiv => "float divide",
            Unit::Integer => "integer",
            Unit::Logical => "logical",
        }
    }

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

    /// Every unit of a core: kind and number, in the order in which they are shown.
    pub fn all(spec: &Spec) -> impl Iterator<Item = (Unit, u32)> + '_ {
        Unit::ALL.into_iter().flat_map(|unit| (0..unit.count(spec)).map(move |number| (unit, number)))
    }

    /// Place of a unit of this kind in [`Unit::all`].
    pub fn place(self, number: u32, spec: &Spec) -> u32 {
        let before = Unit::ALL.into_iter().take_while(|unit| *unit != self);
        before.map(|unit| unit.count(spec)).sum::<u32>() + number
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
