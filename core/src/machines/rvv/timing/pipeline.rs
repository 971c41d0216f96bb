//! Cycle by cycle: the rules of hp_ch4 5.5 for vector instructions and 5.6 for the scalar core that feeds them.
//!
//! Instructions issue in order, at most one in a cycle. A vector instruction begins when its unit is free and the first
//! element group of each source is there (without chaining: all groups); from then on each group follows its sources
//! group by group. Registers are tracked whole: an operand of several registers has the times of the instruction that
//! wrote it. Branches cost nothing beyond their cycle.

use alloc::{vec, vec::Vec};

use super::{Record, Unit, banks::Banks, depth};
use crate::machines::rvv::{
    isa::Class,
    spec::{Chaining, Issue, Spec},
};

/// When one instruction happens.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Times {
    /// The cycle in which it issues (a vector instruction: in which its first group enters the unit).
    pub start: u64,
    /// The cycle in which its last result is there.
    pub complete: u64,
    /// The unit that it used: kind and number.
    pub unit: Option<(Unit, u32)>,
    /// The cycle in which each element group enters the unit.
    pub groups: Vec<u64>,
}

/// Times of a vector register's last writer and readers.
#[derive(Clone, Debug, Default)]
struct Register {
    /// Place of the writer among vector instructions.
    writer: u64,
    /// When each group is produced.
    produced: Vec<u64>,
    /// When each group has been read last.
    read: Vec<u64>,
    complete: u64,
}

/// The machine between two instructions.
#[derive(Clone, Debug)]
pub struct Pipeline {
    spec: Spec,
    /// First cycle in which the next instruction can issue.
    front: u64,
    /// When each unit is free, by kind.
    free: Vec<Vec<u64>>,
    banks: Banks,
    v: Vec<Register>,
    x: [u64; 32],
    f: [u64; 32],
    vectors: u64,
    end: u64,
}

/// Times of a whole list of instructions.
pub fn run(records: &[Record], spec: &Spec) -> (Vec<Times>, u64) {
    let mut pipeline = Pipeline::new(spec);
    let times = records.iter().map(|record| pipeline.issue(record)).collect();
    (times, pipeline.end())
}

/// The numbers of the ones of a word.
fn ones(bits: u32) -> impl Iterator<Item = usize> {
    (0..32).filter(move |number| bits >> number & 1 == 1)
}

/// Time of a group: that of the last one where the other operand has fewer.
fn at(times: &[u64], group: usize) -> u64 {
    times.get(group).or(times.last()).copied().unwrap_or(0)
}

impl Pipeline {
    /// An empty machine.
    pub fn new(spec: &Spec) -> Pipeline {
        Pipeline {
            spec: spec.clone(),
            front: 0,
            free: Unit::ALL.iter().map(|unit| vec![0; unit.count(spec) as usize]).collect(),
            banks: Banks::new(spec),
            v: vec![Register::default(); 32],
            x: [0; 32],
            f: [0; 32],
            vectors: 0,
            end: 0,
        }
    }

    /// The cycle in which everything so far is complete.
    pub fn end(&self) -> u64 {
        self.end
    }

    /// Adds the next instruction.
    pub fn issue(&mut self, record: &Record) -> Times {
        let times = if record.class.is_vector() { self.vector(record) } else { self.scalar(record) };
        ones(record.uses.x_written).for_each(|number| self.x[number] = times.complete);
        ones(record.uses.f_written).for_each(|number| self.f[number] = times.complete);
        self.end = self.end.max(times.complete);
        times
    }

    /// When the scalar operands are there.
    fn scalars_ready(&self, record: &Record) -> u64 {
        let x = ones(record.uses.x_read).map(|number| self.x[number]);
        let f = ones(record.uses.f_read).map(|number| self.f[number]);
        x.chain(f).max().unwrap_or(0)
    }

    /// The unit of a kind that is free first.
    fn pick(&self, unit: Unit) -> (u32, u64) {
        let free = self.free[unit as usize].iter().enumerate();
        free.min_by_key(|(_, free)| **free).map_or((0, 0), |(number, free)| (number as u32, *free))
    }

    fn scalar(&mut self, record: &Record) -> Times {
        let latency = match record.class {
            Class::Fp | Class::FpMul | Class::IntMul => self.spec.scalar_fp_latency,
            Class::FpDiv | Class::IntDiv => self.spec.scalar_div_latency,
            Class::Load | Class::Atomic => self.spec.scalar_load_latency,
            _ => 1,
        };
        let mut start = self.front.max(self.scalars_ready(record));
        let mut unit = None;
        if let Some(kind) = Unit::of(record.class) {
            let (number, free) = self.pick(kind);
            start = start.max(free);
            self.free[kind as usize][number as usize] = start + 1;
            unit = Some((kind, number));
        }
        self.front = start + 1;
        Times { start, complete: start + u64::from(latency), unit, groups: Vec::new() }
    }

    fn vector(&mut self, record: &Record) -> Times {
        self.vectors += 1;
        let unit = Unit::of(record.class).unwrap_or(Unit::Logical);
        let (number, free) = self.pick(unit);
        let start = self.front.max(free).max(self.scalars_ready(record)).max(self.sources_ready(record));
        let groups = self.group_times(record, start);
        let start = groups.first().copied().unwrap_or(start);
        let interval = self.interval(unit);
        let last = groups.last().map_or(start, |last| last + interval);
        self.free[unit as usize][number as usize] = last + u64::from(self.spec.dead_time);
        let depth = u64::from(depth(record.class, &self.spec));
        let complete = groups.last().map_or(start, |last| last + 1) + depth;
        self.note(record, &groups, depth, complete);
        self.front = match self.spec.issue {
            Issue::Blocking => start + 1,
            Issue::Queues => self.front + 1,
        };
        self.banks.forget_before(self.front);
        Times { start, complete, unit: Some((unit, number)), groups }
    }

    fn interval(&self, unit: Unit) -> u64 {
        if unit == Unit::FpDiv { self.spec.fp_div_interval.into() } else { 1 }
    }

    /// May the instruction that comes now take the register's groups as they are produced?
    fn chains(&self, register: &Register) -> bool {
        match self.spec.chaining {
            Chaining::None => false,
            Chaining::Fixed => register.writer + 1 == self.vectors,
            Chaining::Flexible => true,
        }
    }

    /// When every source can be begun with.
    fn sources_ready(&self, record: &Record) -> u64 {
        let registers = ones(record.uses.v_read).map(|number| &self.v[number]);
        let ready =
            registers.map(
                |register| {
                    if self.chains(register) { at(&register.produced, 0) } else { register.complete }
                },
            );
        ready.max().unwrap_or(0)
    }

    /// When each element group enters the unit.
    fn group_times(&mut self, record: &Record, start: u64) -> Vec<u64> {
        let lanes = self.spec.lanes.max(1) as usize;
        let depth = u64::from(depth(record.class, &self.spec));
        let interval = Unit::of(record.class).map_or(1, |unit| self.interval(unit));
        let banked = matches!(record.class, Class::VLoad | Class::VStore) && !record.addresses.is_empty();
        let count = if banked { record.addresses.len() } else { record.elements as usize };
        let mut groups = Vec::with_capacity(count.div_ceil(lanes));
        let (mut cycle, mut in_cycle) = (start, 0);
        for group in 0..count.div_ceil(lanes) {
            let earliest = self.group_ready(record, group, depth);
            if !banked {
                cycle = if group == 0 { start } else { cycle + interval }.max(earliest);
                groups.push(cycle);
                continue;
            }
            for address in record.addresses.iter().skip(group * lanes).take(lanes) {
                if in_cycle == lanes {
                    (cycle, in_cycle) = (cycle + 1, 0);
                }
                let taken = self.banks.access(*address, cycle.max(earliest));
                in_cycle = if taken > cycle { 1 } else { in_cycle + 1 };
                cycle = taken;
            }
            groups.push(cycle);
        }
        groups
    }

    /// The first cycle in which a group can enter: its sources are produced, and its result comes after earlier reads
    /// and writes of the same place.
    fn group_ready(&self, record: &Record, group: usize, depth: u64) -> u64 {
        let sources = ones(record.uses.v_read).map(|number| &self.v[number]);
        let produced = sources.map(|register| at(&register.produced, group)).max().unwrap_or(0);
        let targets = ones(record.uses.v_written).map(|number| &self.v[number]);
        let used = targets.map(|register| at(&register.read, group).max(at(&register.produced, group)));
        produced.max(used.max().map_or(0, |used| (used + 1).saturating_sub(depth)))
    }

    /// Keeps the times for later instructions.
    fn note(&mut self, record: &Record, groups: &[u64], depth: u64, complete: u64) {
        for number in ones(record.uses.v_read) {
            let register = &mut self.v[number];
            register.read.resize(register.read.len().max(groups.len()), 0);
            for (read, group) in register.read.iter_mut().zip(groups) {
                *read = (*read).max(*group);
            }
        }
        for number in ones(record.uses.v_written) {
            let produced = groups.iter().map(|group| group + depth).collect();
            self.v[number] = Register { writer: self.vectors, produced, read: Vec::new(), complete };
        }
    }
}
