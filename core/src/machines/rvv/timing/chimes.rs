//! Time in chimes, without and with start-up (hp_ch4 5.3, 5.4): a convoy ends before the next one begins.

use alloc::{vec, vec::Vec};

use super::{
    Record,
    convoys::{convoys, depends},
    depth,
};
use crate::machines::rvv::{isa::Class, spec::Spec};

/// The coarse times of a list of instructions, in cycles.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Chimes {
    /// Number of convoys.
    pub convoys: u32,
    /// Each convoy takes as many cycles as it has element groups.
    pub plain: u64,
    /// As `plain`, plus the longest chain of pipeline depths of each convoy, plus the overhead of each strip.
    pub with_start_up: u64,
    /// Upper bound: as `plain`, plus the depths of all instructions.
    pub all_start_ups: u64,
}

/// Counts a list of instructions.
pub fn chimes(records: &[Record], spec: &Spec) -> Chimes {
    let strips = records.iter().filter(|record| record.class == Class::Config).count() as u64;
    let mut total = Chimes { with_start_up: strips * u64::from(spec.loop_overhead), ..Chimes::default() };
    for convoy in convoys(records, spec) {
        let members: Vec<&Record> = convoy.iter().map(|at| &records[*at]).collect();
        let elements = members.iter().map(|record| record.elements).max().unwrap_or(0);
        let groups = u64::from(elements.div_ceil(spec.lanes.max(1)));
        total.convoys += 1;
        total.plain += groups;
        total.with_start_up += groups + longest_chain(&members, spec);
        let depths: u64 = members.iter().map(|record| u64::from(depth(record.class, spec))).sum();
        total.all_start_ups += groups + depths;
    }
    total
}

/// The largest sum of depths along a path of dependences.
fn longest_chain(members: &[&Record], spec: &Spec) -> u64 {
    let mut lengths = vec![0u64; members.len()];
    for (at, record) in members.iter().enumerate() {
        let before = (0..at).filter(|earlier| depends(members[*earlier], record));
        let longest = before.map(|earlier| lengths[earlier]).max().unwrap_or(0);
        lengths[at] = longest + u64::from(depth(record.class, spec));
    }
    lengths.into_iter().max().unwrap_or(0)
}
