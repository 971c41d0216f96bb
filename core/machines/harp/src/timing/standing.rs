//! What every warp does in a cycle, and why the scheduler took none: it holds until something moves.
//!
//! The slot of the scheduler has the first cause of [`ORDER`] that a warp has: that of the warp which is nearest to being ready again.

use alloc::vec::Vec;

use lanescope_parts::trace::Cause;
use serde::Serialize;

use super::{
    counters::Counters,
    units::{UNITS, Unit},
};
use crate::causes::{ARBITER, CIRCULATING, HEAD_OF_LINE};

/// The causes of the slot, the one that counts first in front.
pub const ORDER: &[Cause] = &[
    Cause::ISSUED,
    Cause::NOT_PICKED,
    HEAD_OF_LINE,
    Cause::UNIT_BUSY,
    Cause::MEMORY_FULL,
    CIRCULATING,
    ARBITER,
    Cause::ARITHMETIC,
    Cause::MEMORY,
    Cause::BARRIER,
    Cause::DRAINING,
    Cause::EMPTY,
];

/// See the module.
#[derive(Clone, Debug, Serialize)]
pub struct Standing {
    /// The cause of each warp.
    pub warps: Vec<Cause>,
    /// The cause of the slot.
    pub slot: Cause,
    /// Is no warp ready?
    pub no_warp: bool,
    /// Warps that wait at a barrier.
    pub at_barriers: u64,
    /// The unit for which an instruction waits in RBUF.
    pub stall: Option<Unit>,
    /// The units that have something as the cycle begins.
    pub busy: [bool; UNITS],
}

impl Standing {
    /// Before the first cycle.
    pub fn new(warps: usize) -> Standing {
        let warps = alloc::vec![Cause::EMPTY; warps];
        Standing {
            warps,
            slot: Cause::EMPTY,
            no_warp: true,
            at_barriers: 0,
            stall: None,
            busy: [false; UNITS],
        }
    }

    /// The slot has what the warps say.
    pub fn settle_slot(&mut self) {
        let set = self.warps.iter().fold(0_u64, |set, cause| set | 1 << cause.index());
        let has = |cause: &&Cause| set >> cause.index() & 1 == 1;
        self.slot = ORDER.iter().find(has).copied().unwrap_or(Cause::EMPTY);
        let waits = has(&&Cause::BARRIER);
        let all = || self.warps.iter().filter(|cause| **cause == Cause::BARRIER).count() as u64;
        self.at_barriers = if waits { all() } else { 0 };
    }

    /// Counts so many cycles in which it holds.
    pub fn count(&self, cycles: u64, to: &mut Counters) {
        let yes = |holds: bool| u64::from(holds) * cycles;
        let Counters {
            stall_alu,
            stall_plu,
            stall_br,
            stall_mul,
            stall_div,
            stall_lsu,
            stall_fpu,
            stall_bar,
            ..
        } = to;
        let stalls = [stall_alu, stall_plu, stall_br, stall_mul, stall_div, stall_lsu, stall_fpu, stall_bar];
        stalls.into_iter().zip(Unit::ALL).for_each(|(count, unit)| *count += yes(self.stall == Some(*unit)));
        let Counters {
            busy_alu, busy_plu, busy_br, busy_mul, busy_div, busy_lsu, busy_fpu, busy_bar, ..
        } = to;
        let busy = [busy_alu, busy_plu, busy_br, busy_mul, busy_div, busy_lsu, busy_fpu, busy_bar];
        busy.into_iter().zip(self.busy).for_each(|(count, busy)| *count += yes(busy));
        to.fifo_empty += yes(self.no_warp);
        to.barrier_wait += self.at_barriers * cycles;
    }
}
