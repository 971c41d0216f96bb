//! Step 7 and 8: from the phases of a group to the bound of a launch (SD-95, SD-96, SD-97; simd 7.6, 7.7; facts 15, 5).
//!
//! Two groups at a time take turns: while one computes, the other's request is served. If each phase lasts as long as it may, a
//! pair costs, phase for phase, the longer of a phase and the one behind it in the circle. The first phase of the first
//! group and the last one of the last stand alone.

use super::phases::{Phase, Resource};

/// The clock of the DRAM, with a refresh, as compute cycles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Refresh {
    /// Compute cycles between the end of a refresh and the next one.
    pub every: u64,
    /// Edges of a refresh, in thousandths of a compute cycle over `mhz`.
    pub edges: u64,
    /// Megahertz of the command clock.
    pub mhz: u64,
}

impl Refresh {
    /// With these timings, in DRAM cycles.
    pub const fn new(length: u64, interval: u64, mhz: u64) -> Refresh {
        let every = interval.saturating_sub(length) * 1000 / mhz;
        Refresh { every, edges: length, mhz }
    }

    /// With all refreshes that fall into so many cycles, as if the world stopped for each.
    pub const fn inflated(&self, cycles: u64) -> u64 {
        if self.every == 0 {
            return cycles;
        }
        let count = cycles.div_ceil(self.every);
        cycles.saturating_add((count * self.edges * 1000).div_ceil(self.mhz))
    }
}

/// What phases cost together.
pub fn sum(phases: &[Phase]) -> u64 {
    phases.iter().map(|phase| phase.cycles).sum()
}

/// What the phases of one resource cost together.
pub fn sum_of(phases: &[Phase], resource: Resource) -> u64 {
    phases.iter().filter(|phase| phase.resource == resource).map(|phase| phase.cycles).sum()
}

/// What a pair of groups costs that take turns.
pub fn pair(phases: &[Phase]) -> u64 {
    let behind = phases.iter().cycle().skip(1);
    phases.iter().zip(behind).map(|(one, next)| one.cycles.max(next.cycles)).sum()
}

/// What stands alone: of an even number of groups the shorter of the first and last phase, else a whole group.
pub fn edge(phases: &[Phase], groups: u64) -> u64 {
    match (phases.first(), phases.last()) {
        (Some(first), Some(last)) if groups.is_multiple_of(2) => first.cycles.min(last.cycles),
        _ => sum(phases),
    }
}

/// Do computing and accesses take turns, from the end of a group to its beginning, too? Only then the two groups of a pair never want
/// the same, and [`pair`] bounds them.
pub fn alternate(phases: &[Phase]) -> bool {
    let computes = |one: &Phase| one.resource == Resource::Compute;
    let behind = phases.iter().cycle().skip(1);
    phases.iter().zip(behind).all(|(one, next)| computes(one) != computes(next))
}

/// All groups, two at a time, without upload and refreshes.
pub fn interleaved(phases: &[Phase], groups: u64) -> u64 {
    (groups / 2).saturating_mul(pair(phases)).saturating_add(edge(phases, groups))
}

/// All groups, one after the other, with the upload and refreshes: an upper bound of every schedule (UB).
pub fn single(phases: &[Phase], groups: u64, upload: u64, refresh: &Refresh) -> u64 {
    refresh.inflated(groups.saturating_mul(sum(phases)).saturating_add(upload))
}

/// The least that the worst case can be: all work of the busiest resource, or half of the groups one after the other (facts 15).
pub fn best(phases: &[Phase], groups: u64, upload: u64, refresh: &Refresh) -> u64 {
    let of = |resource| groups.saturating_mul(sum_of(phases, resource));
    let dram = refresh.inflated(of(Resource::Dram));
    let busiest = dram.max(of(Resource::Scratchpad)).max(of(Resource::Compute)).saturating_add(upload);
    let halves = refresh.inflated(groups.div_ceil(2).saturating_mul(sum(phases))).saturating_add(upload);
    busiest.max(halves)
}

/// UB, LB1 and LB2 of the thesis, with the upload and refreshes (simd 7.6): all groups one after the other; all work of the busiest
/// resource; half of the groups.
pub fn extremes(phases: &[Phase], groups: u64, upload: u64, refresh: &Refresh) -> [u64; 3] {
    let resources = [Resource::Compute, Resource::Dram, Resource::Scratchpad];
    let busiest = resources.map(|resource| sum_of(phases, resource)).into_iter().max().unwrap_or(0);
    let whole = |cycles: u64| refresh.inflated(cycles.saturating_add(upload));
    [
        single(phases, groups, upload, refresh),
        whole(groups.saturating_mul(busiest)),
        whole(groups.div_ceil(2).saturating_mul(sum(phases))),
    ]
}
