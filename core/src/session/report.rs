//! The numbers of a run, at the cursor or at the frontier; with them what its text says.

use alloc::vec::Vec;

use super::{
    bench::{Numbers, Running},
    data::{Report, SlotCounts},
};
use crate::{
    analysis::Intensity,
    machines::registry::{Dimensions, SlotGroup},
    report::{
        Roofline, derive,
        derived::{Run, of_text},
    },
};

/// Reads everything off the machine at the cursor.
pub fn at_cursor(run: &dyn Running, dimensions: &Dimensions, text: Option<Intensity>) -> Report {
    make(run.numbers(), run.cycle(), run, run.memory().digest(), dimensions, text)
}

/// The same at the frontier, wherever the cursor is.
pub fn at_frontier(run: &dyn Running, dimensions: &Dimensions, text: Option<Intensity>) -> Report {
    make(run.final_numbers(), run.frontier(), run, run.final_memory().digest(), dimensions, text)
}

fn make(
    numbers: Numbers,
    cycles: u64,
    run: &dyn Running,
    memory_digest: u64,
    dimensions: &Dimensions,
    text: Option<Intensity>,
) -> Report {
    let Numbers { work, slots, slot_groups, counters, well_known, digest } = numbers;
    let summary = run.summary();
    let idle = (summary.slots() - summary.busy_slots().len()) as u64;
    let clock = dimensions.hertz();
    Report {
        cycles,
        seconds: cycles as f64 / clock,
        work,
        causes: summary.causes().clone(),
        slots_total: slots.iter().sum(),
        slots_idle: idle.saturating_mul(cycles),
        derived: derive(&Run::new(cycles, work, &slots), &well_known)
            .into_iter()
            .chain(text.and_then(of_text))
            .collect(),
        slots,
        slot_groups: dimensions.slots.iter().zip(slot_groups).map(counted).collect(),
        counters,
        well_known,
        peak_gflops: dimensions.flops_per_cycle as f64 * clock / 1e9,
        peak_gbytes: dimensions.memory_mb as f64 / 1e3,
        memory_digest,
        state_digest: digest,
    }
}

fn counted((group, causes): (&SlotGroup, Vec<u64>)) -> SlotCounts {
    SlotCounts { name: group.name.clone(), slots: group.slots.len() as u32, causes }
}

impl Report {
    /// Where the run is below the roofs of its machine; `None` for machines that do not count what it takes.
    ///
    /// Results that are still in caches count as traffic, and with the least time that writing them back takes: a kernel
    /// whose output fits into a cache is not better for that.
    pub fn roofline(&self) -> Option<Roofline> {
        let (flops, moved) = (self.well_known.flops? as f64, self.well_known.memory_bytes? as f64);
        let to_come = self.well_known.memory_bytes_to_come.unwrap_or(0) as f64;
        let seconds = self.seconds + to_come / (self.peak_gbytes.max(f64::MIN_POSITIVE) * 1e9);
        Some(Roofline::new(self.peak_gflops, self.peak_gbytes, flops, moved + to_come, seconds))
    }
}
