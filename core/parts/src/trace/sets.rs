//! The states of many units at once.
//!
//! A machine that keeps its units in sets, one for each cause, tells the sets to who does not want detail: a few words for
//! all units of a part instead of an event for each unit whose state changes.

use super::Cause;

/// The units of a part of the machine (a core), at most 64 of them, by cause.
#[derive(Clone, Copy, Debug)]
pub struct Sets<'a> {
    /// The number of the part, from 0 on.
    pub part: u32,
    /// Its first unit: unit `first + i` is bit `i` of each set.
    pub first: u32,
    /// The units with each of the shared causes, the only ones that a unit may have here. A unit is in exactly one.
    pub causes: &'a [u64; Cause::SHARED],
    /// The units that issue in this cycle with other lanes than the last time that they issued. Instructions in which no lane takes part
    /// do not count.
    pub diverged: u64,
}
