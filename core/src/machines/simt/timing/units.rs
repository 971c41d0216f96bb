//! The function units of a core and how long an instruction keeps one (gpgpu F08, F09).
//!
//! A unit takes an instruction of a whole warp in passes: a unit with fewer lanes than the warp needs
//! `warp_size / simd_width` passes, each `initiation` cycles apart, and the result is there `latency` cycles after the
//! last pass went in. Control instructions (branch, barrier, exit) use no unit: they only take the issue slot.

use crate::machines::simt::spec::Spec;

/// Most units of one kind in a core.
pub const MAX_COPIES: usize = 8;

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

/// How long an instruction takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cost {
    /// Where it is done.
    pub unit: Unit,
    /// Cycles until the unit takes the next one.
    pub busy: u32,
    /// Cycles from issue until its result can be used.
    pub latency: u32,
}

impl Cost {
    /// The cost of a warp on a unit that takes a pass each `initiation` cycles and has the result `latency` cycles after
    /// a pass went in.
    pub fn of_passes(unit: Unit, passes: u32, initiation: u32, latency: u32) -> Cost {
        Cost { unit, busy: passes * initiation, latency: (passes - 1) * initiation + latency.max(1) }
    }
}

/// Passes of a warp through a unit.
pub fn passes(spec: &Spec) -> u32 {
    spec.warp_size.div_ceil(spec.simd_width.max(1)).max(1)
}

/// When each unit of a core is free again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Units {
    free_at: [[u64; MAX_COPIES]; Unit::ALL.len()],
    copies: [u8; Unit::ALL.len()],
}

impl Units {
    /// All free.
    pub fn new(spec: &Spec) -> Units {
        let copies = Unit::ALL.map(|unit| match unit {
            Unit::Int => spec.int_units,
            Unit::Float => spec.fp_units,
            Unit::Special => spec.sfu_units,
            Unit::Memory | Unit::Control => 1,
        });
        Units {
            free_at: [[0; MAX_COPIES]; Unit::ALL.len()],
            copies: copies.map(|count| count.clamp(1, MAX_COPIES as u32) as u8),
        }
    }

    /// The first cycle in which a unit of this kind takes an instruction.
    #[inline]
    pub fn free_at(&self, unit: Unit) -> u64 {
        self.first_free(unit).1
    }

    /// A unit that is free takes an instruction.
    #[inline]
    pub fn start(&mut self, cost: Cost, now: u64) {
        if cost.unit != Unit::Control {
            let copy = self.first_free(cost.unit).0;
            self.free_at[cost.unit as usize][copy] = now + u64::from(cost.busy);
        }
    }

    fn first_free(&self, unit: Unit) -> (usize, u64) {
        let times = &self.free_at[unit as usize][..usize::from(self.copies[unit as usize])];
        let mut first = (0, times[0]);
        for (copy, time) in times.iter().enumerate().skip(1) {
            if *time < first.1 {
                first = (copy, *time);
            }
        }
        first
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_narrow_unit_takes_a_warp_in_passes() {
        let cost = Cost::of_passes(Unit::Float, 2, 1, 5);
        assert_eq!((cost.busy, cost.latency), (2, 6));
        let cost = Cost::of_passes(Unit::Special, 2, 8, 16);
        assert_eq!((cost.busy, cost.latency), (16, 24));
    }

    #[test]
    fn a_unit_is_busy_to_the_edge() {
        let spec = Spec { fp_units: 2, ..Spec::default() };
        let mut units = Units::new(&spec);
        let cost = Cost { unit: Unit::Float, busy: 2, latency: 5 };
        units.start(cost, 10);
        assert_eq!(units.free_at(Unit::Float), 0, "the second one is free");
        units.start(cost, 10);
        assert_eq!(units.free_at(Unit::Float), 12);
        assert_eq!(units.free_at(Unit::Int), 0);
    }

    #[test]
    fn control_uses_no_unit() {
        let mut units = Units::new(&Spec::default());
        units.start(Cost { unit: Unit::Control, busy: 9, latency: 1 }, 5);
        assert_eq!(units.free_at(Unit::Control), 0);
    }
}
