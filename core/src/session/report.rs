//! The numbers of a run, at the cursor or at the frontier; with them what its text says.

use alloc::{format, vec::Vec};

use super::data::{Report, SlotCounts, SlotGroupCounts};
use crate::{
    machines::{
        PartSlots, SlotKind,
        family::{Dimensions, SlotGroup, SlotPart},
    },
    report::{
        Roofline, derive,
        derived::{Run, Text, of_room, of_text},
    },
    run::{Numbers, Running},
    trace::Causes,
};

/// Reads everything off the machine at the cursor.
pub fn at_cursor(run: &dyn Running, dimensions: &Dimensions, text: &Text) -> Report {
    make(run.numbers(), run.cycle(), run, dimensions, text)
}

/// The same at the frontier, wherever the cursor is.
pub fn at_frontier(run: &dyn Running, dimensions: &Dimensions, text: &Text) -> Report {
    make(run.final_numbers(), run.frontier(), run, dimensions, text)
}

fn make(numbers: Numbers, cycles: u64, run: &dyn Running, dimensions: &Dimensions, text: &Text) -> Report {
    let Numbers { work, slots, slot_parts, counters, well_known } = numbers;
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
            .chain(run.occupancy().iter().flat_map(of_room))
            .chain(of_text(text))
            .collect(),
        slots,
        slot_groups: grouped(&dimensions.slots, slot_parts),
        counters,
        well_known,
        peak_gflops: dimensions.flops_per_cycle as f64 * clock / 1e9,
        peak_gbytes: dimensions.memory_mb as f64 / 1e3,
    }
}

/// The slots of the parts, each in its core.
fn grouped(groups: &[SlotGroup], counts: Vec<PartSlots>) -> Vec<SlotGroupCounts> {
    let mut counts = counts.into_iter();
    let part = |(part, PartSlots { kind, causes }): (&SlotPart, PartSlots)| SlotCounts {
        name: part.name.clone(),
        kind,
        slots: part.slots.len() as u32,
        causes,
    };
    let mut group = |group: &SlotGroup| {
        let parts: Vec<SlotCounts> = group.parts.iter().zip(counts.by_ref()).map(part).collect();
        SlotGroupCounts { issue: together(&group.name, &parts), parts }
    };
    groups.iter().map(&mut group).collect()
}

impl SlotGroupCounts {
    /// The core if more than one of its parts takes instructions or it is a part by itself, and its parts.
    fn rows(&self) -> Vec<SlotCounts> {
        let name = |part: &SlotCounts| SlotCounts {
            name: format!("{} · {}", self.issue.name, part.name),
            ..part.clone()
        };
        let issuing = self.parts.iter().filter(|part| part.kind == SlotKind::Instructions).count();
        let parts = self.parts.iter().filter(|_| self.parts.len() > 1).map(name);
        let core = Some(&self.issue).filter(|_| issuing > 1 || self.parts.len() < 2);
        core.cloned().into_iter().chain(parts).collect()
    }
}

/// The parts of a core that take instructions, as one.
fn together(core: &str, parts: &[SlotCounts]) -> SlotCounts {
    let kind = SlotKind::Instructions;
    let mut sum = SlotCounts { name: core.into(), kind, slots: 0, causes: Vec::new() };
    for part in parts.iter().filter(|part| part.kind == kind) {
        sum.slots += part.slots;
        sum.causes.resize(part.causes.len(), 0);
        sum.causes.iter_mut().zip(&part.causes).for_each(|(sum, more)| *sum += more);
    }
    sum
}

impl Report {
    /// The same without the words of the causes that only this machine has, for whoever has them already
    /// ([`MachineInfo::causes`](crate::machines::info::MachineInfo)): they are sent with the machine, not again with every cycle.
    #[must_use]
    pub fn without_words(self) -> Report {
        Report { causes: Causes::SHARED, ..self }
    }

    /// Share of so many issue slots in percent. There is one whole that all shares are of: the slots of all parts of the
    /// machine in all cycles, also of those that have had no work.
    pub fn share(&self, slots: u64) -> f64 {
        100.0 * slots as f64 / self.slots_total.max(1) as f64
    }

    /// The slots of the cores that have had work, for a table: a row for each core, and below it one for each of its parts, idle
    /// or not, so that they add up. Empty for a machine that is a single part.
    pub fn slot_rows(&self) -> Vec<SlotCounts> {
        if let [SlotGroupCounts { parts, .. }] = &*self.slot_groups
            && parts.len() < 2
        {
            return Vec::new();
        }
        let worked = self.slot_groups.iter().filter(|group| group.issue.has_worked());
        worked.flat_map(SlotGroupCounts::rows).collect()
    }

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
