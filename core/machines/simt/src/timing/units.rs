//! The kinds of function units of a core and what an instruction costs on one. Control instructions (branch, barrier, exit)
//! use no unit: they only take the issue slot.

use lanescope_parts::pipe::units::{self, Timing};

use crate::spec::Spec;

/// Kinds of function units.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Unit {
    /// Integer arithmetic, logic, moves.
    Int,
    /// Float arithmetic.
    Float,
    /// Special functions.
    Special,
    /// Loads, stores and atomics.
    Memory,
    /// Branches, barriers and exits.
    Control,
}

impl Unit {
    /// Every kind.
    pub const ALL: [Unit; 5] = [Unit::Int, Unit::Float, Unit::Special, Unit::Memory, Unit::Control];
}

/// The units of a core.
pub type Units = units::Units<{ Unit::ALL.len() }>;

/// How long an instruction takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cost {
    /// Where it is done.
    pub unit: Unit,
    /// Cycles until the unit takes the next one; 0 where it keeps none.
    pub busy: u32,
    /// Cycles from issue until its result can be used.
    pub latency: u32,
}

impl Cost {
    /// The cost of a whole warp on a unit of the machine's physical lanes.
    pub fn of_warp(spec: &Spec, unit: Unit, initiation: u32, latency: u32) -> Cost {
        let passes = spec.warp_size.div_ceil(spec.simd_width.max(1));
        let Timing { busy, latency } = Timing::of_passes(passes, initiation, latency);
        Cost { unit, busy, latency }
    }

    /// A unit that is free takes the instruction.
    #[inline]
    pub fn occupy(self, units: &mut Units, now: u64) {
        if self.unit != Unit::Control {
            units.start(self.unit as usize, self.busy, now);
        }
    }

    /// The cost of an instruction that keeps no unit.
    pub fn of_slot(latency: u32) -> Cost {
        Cost { unit: Unit::Control, busy: 0, latency }
    }
}

/// The units of a core, all free.
pub fn units(spec: &Spec) -> Units {
    Units::new(Unit::ALL.map(|unit| match unit {
        Unit::Int => spec.int_units,
        Unit::Float => spec.fp_units,
        Unit::Special => spec.sfu_units,
        Unit::Memory | Unit::Control => 1,
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_warp_goes_in_as_often_as_the_lanes_need() {
        let spec = Spec { warp_size: 32, simd_width: 16, ..Spec::default() };
        let cost = Cost::of_warp(&spec, Unit::Special, 8, 16);
        assert_eq!((cost.busy, cost.latency), (16, 24));
    }

    #[test]
    fn control_uses_no_unit() {
        let mut units = units(&Spec::default());
        Cost { busy: 9, ..Cost::of_slot(1) }.occupy(&mut units, 5);
        assert!(Unit::ALL.iter().all(|unit| units.free_at(*unit as usize) == 0));
    }
}
