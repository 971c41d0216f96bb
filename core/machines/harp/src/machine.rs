//! HARP in time: there is none yet.
//!
//! [`Timed`] has no values, so that no run with timing can begin, and none can be shown: [`Family::start`] refuses each with a sentence. The
//! pipeline (HARP 5) will take its place.
//!
//! [`Family::start`]: lanescope_parts::machines::family::Family::start

use alloc::vec::Vec;

use lanescope_parts::{
    image::Memory,
    keep,
    machines::{
        Halt, Machine, PartSlots, Registers, UnitInfo, UnitState, WellKnown, Work, counters::Reading,
    },
    trace::{Cause, Sink},
};

/// A run with timing, of which there is none.
#[derive(Clone, Debug)]
pub enum Timed {}

keep!(Timed {});

impl Machine for Timed {
    fn cycle(&self) -> u64 {
        match *self {}
    }

    fn finished(&self) -> bool {
        match *self {}
    }

    fn run<S: Sink>(&mut self, _: u64, _: &mut S) -> Result<(), Halt> {
        match *self {}
    }

    fn ticking(self) -> Timed {
        self
    }

    fn memory(&self) -> &Memory {
        match *self {}
    }

    fn counters(&self) -> Vec<Reading> {
        match *self {}
    }

    fn counter_values(&self) -> Vec<u64> {
        match *self {}
    }

    fn well_known(&self) -> WellKnown {
        match *self {}
    }

    fn slot_parts(&self) -> Vec<PartSlots> {
        match *self {}
    }

    fn work(&self) -> Work {
        match *self {}
    }

    fn units(&self) -> Vec<UnitInfo> {
        match *self {}
    }

    fn cause(&self, _: u32) -> Cause {
        match *self {}
    }

    fn unit(&self, _: u32, _: &Timed) -> UnitState {
        match *self {}
    }

    fn registers(&self, _: u32) -> Registers {
        match *self {}
    }

    fn digest(&self) -> u64 {
        match *self {}
    }

    fn clone_bytes(&self) -> usize {
        match *self {}
    }
}
