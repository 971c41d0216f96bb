//! Function units and how long an instruction keeps one (gpgpu F08, F09).
//!
//! A unit takes an instruction of many lanes in passes: with fewer lanes than the instruction has it needs several, each
//! `initiation` cycles apart, and the result is there `latency` cycles after the last pass went in. Which kinds of units there
//! are is the machine's business: here they are numbers from 0 to `KINDS - 1`.
//!
//! Used by: `simt`: it is the GPU's own.

use serde::Serialize;

use crate::base::digest::array;

/// Most units of one kind in a core.
pub const MAX_COPIES: usize = 8;

/// How long an instruction takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Timing {
    /// Cycles until the unit takes the next one.
    pub busy: u32,
    /// Cycles from issue until its result can be used.
    pub latency: u32,
}

impl Timing {
    /// Of an instruction on a unit that takes a pass each `initiation` cycles and has the result `latency` cycles after a pass
    /// went in.
    pub fn of_passes(passes: u32, initiation: u32, latency: u32) -> Timing {
        let passes = passes.max(1);
        Timing { busy: passes * initiation, latency: (passes - 1) * initiation + latency.max(1) }
    }
}

/// When each unit of a core is free again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Units<const KINDS: usize> {
    #[serde(serialize_with = "array")]
    free_at: [[u64; MAX_COPIES]; KINDS],
    #[serde(skip)]
    copies: [u8; KINDS],
    /// The unit of each kind that is free first, and when: asked for far more often than it changes.
    #[serde(skip)]
    first: [(u8, u64); KINDS],
}

impl<const KINDS: usize> Units<KINDS> {
    /// All free; so many of each kind, 1 to [`MAX_COPIES`].
    pub fn new(copies: [u32; KINDS]) -> Units<KINDS> {
        Units {
            free_at: [[0; MAX_COPIES]; KINDS],
            copies: copies.map(|count| count.clamp(1, MAX_COPIES as u32) as u8),
            first: [(0, 0); KINDS],
        }
    }

    /// The first cycle in which a unit of this kind takes an instruction.
    #[inline]
    pub fn free_at(&self, kind: usize) -> u64 {
        self.first[kind].1
    }

    /// A unit that is free takes an instruction and is busy for so many cycles.
    #[inline]
    pub fn start(&mut self, kind: usize, busy: u32, now: u64) {
        let copy = usize::from(self.first[kind].0);
        self.free_at[kind][copy] = now + u64::from(busy);
        self.first[kind] = self.first_free(kind);
    }

    fn first_free(&self, kind: usize) -> (u8, u64) {
        let times = &self.free_at[kind][..usize::from(self.copies[kind])];
        let mut first = (0, times[0]);
        for (copy, time) in (0..).zip(times).skip(1) {
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
        assert_eq!(Timing::of_passes(2, 1, 5), Timing { busy: 2, latency: 6 });
        assert_eq!(Timing::of_passes(2, 8, 16), Timing { busy: 16, latency: 24 });
        assert_eq!(Timing::of_passes(0, 1, 0), Timing { busy: 1, latency: 1 });
    }

    #[test]
    fn a_unit_is_busy_to_the_edge() {
        let mut units = Units::new([1, 2]);
        units.start(1, 2, 10);
        assert_eq!(units.free_at(1), 0, "the second one is free");
        units.start(1, 2, 10);
        assert_eq!((units.free_at(1), units.free_at(0)), (12, 0));
        units.start(1, 5, 12);
        assert_eq!(units.free_at(1), 12, "the other one");
    }
}
