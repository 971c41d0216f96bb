//! Time in chimes, without and with start-up (hp_ch4 5.3, 5.4): a convoy ends before the next one begins.

use alloc::{vec, vec::Vec};

use serde::Serialize;

use super::{
    Record,
    convoys::{Convoys, Member},
    depth,
    packing::{MOST, jobs, pack},
};
use crate::isa::ClassNames;
use crate::{
    isa::{Class, VectorClass},
    spec::Spec,
};

/// The coarse times of instructions, in cycles.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Chimes {
    /// Number of convoys.
    pub convoys: u32,
    /// Each convoy takes as many cycles as it has element groups.
    pub plain: u64,
    /// As `plain`, plus the longest chain of pipeline depths of each convoy, plus the overhead of each strip.
    pub with_start_up: u64,
    /// Upper bound: as `plain`, plus the depths of all instructions.
    pub all_start_ups: u64,
    /// Number of convoys if the instructions of each strip came in the order of a list schedule.
    pub packed: u32,
}

impl Chimes {
    fn add(&mut self, members: &[Member], spec: &Spec) {
        let elements = members.iter().map(|member| member.elements).max().unwrap_or(0);
        let groups = u64::from(elements.div_ceil(spec.lanes.max(1)));
        self.convoys += 1;
        self.plain += groups;
        self.with_start_up += groups + longest_chain(members, spec);
        let depths: u64 = members.iter().map(|member| u64::from(depth(member.class, spec))).sum();
        self.all_start_ups += groups + depths;
    }
}

/// Counts instructions as they come.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Counting {
    closed: Chimes,
    convoys: Convoys,
    /// The instructions of the strip so far, those that have not been packed.
    strip: Vec<Member>,
}

impl Counting {
    /// Takes the next instruction. Gives the number of its convoy.
    pub fn take(&mut self, record: &Record, spec: &Spec) -> u32 {
        if let Some(members) = self.convoys.take(record, spec) {
            self.closed.add(&members, spec);
        }
        if record.class == Class::Config {
            self.closed.with_start_up += u64::from(spec.loop_overhead);
        }
        if record.class == Class::Config || self.strip.len() == MOST {
            self.closed.packed += packed(&self.strip, spec);
            self.strip.clear();
        }
        if record.class.is_vector() {
            self.strip.extend(self.convoys.current().last());
        }
        self.convoys.number()
    }

    /// The times so far, the convoy that is being formed included.
    pub fn total(&self, spec: &Spec) -> Chimes {
        let mut total = self.closed;
        if !self.convoys.current().is_empty() {
            total.add(self.convoys.current(), spec);
        }
        // The schedule is greedy: an order that is better already is kept.
        total.packed = (total.packed + packed(&self.strip, spec)).min(total.convoys);
        total
    }
}

/// Convoys of the instructions in the order of a list schedule.
fn packed(strip: &[Member], spec: &Spec) -> u32 {
    pack(&jobs(strip), spec, &mut ()).len() as u32
}

/// Counts a list of instructions.
pub fn chimes(records: &[Record], spec: &Spec) -> Chimes {
    let mut counting = Counting::default();
    records.iter().for_each(|record| {
        counting.take(record, spec);
    });
    counting.total(spec)
}

/// The largest sum of depths along a path of dependences.
fn longest_chain(members: &[Member], spec: &Spec) -> u64 {
    let mut lengths: Vec<u64> = vec![0; members.len()];
    for (at, member) in members.iter().enumerate() {
        let before = (0..at).filter(|earlier| members[*earlier].feeds(member));
        let longest = before.map(|earlier| lengths[earlier]).max().unwrap_or(0);
        lengths[at] = longest + u64::from(depth(member.class, spec));
    }
    lengths.into_iter().max().unwrap_or(0)
}
