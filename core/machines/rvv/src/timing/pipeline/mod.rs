//! Cycle by cycle: the rules of hp_ch4 5.5 for vector instructions and 5.6 for the scalar core that feeds them.
//!
//! Instructions issue in order, at most one in a cycle. A vector instruction begins when its unit is free and the first
//! element group of each source is there (without chaining: all groups); from then on each group follows its sources
//! group by group, and the addresses of a load or store follow what memory takes. Registers are tracked whole: an operand
//! of several registers has the times of the instruction that wrote it. The unit copies scalar operands at issue. Branches
//! cost nothing beyond their cycle.
//!
//! All times of an instruction are certain when it issues, because nothing that comes later goes before it.

use serde::Serialize;

use crate::isa::VectorClass;

mod groups;
mod notes;

use alloc::{sync::Arc, vec, vec::Vec};

use super::{
    Passage, Record, Unit,
    memory::{Path, main_memory},
    register_banks::RegisterBanks,
};
use crate::{
    isa::Class,
    spec::{Chaining, Issue, RegisterFile, Spec},
};
use lanescope_parts::{
    keep,
    mem::{dram::channels::Sent, main::Main, vector_cache::Joined},
    riscv::issue::{Board, Waits},
    trace::Cause,
};

/// When one instruction happens.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Times {
    /// The cycle in which it leaves the front end.
    pub issue: u64,
    /// The cycle in which its first element group enters the unit; of a scalar instruction `issue`.
    pub start: u64,
    /// The cycle in which its last result is there.
    pub complete: u64,
    /// The unit that it uses: kind and number.
    pub unit: Option<(Unit, u32)>,
    /// The cycle in which each element group enters the unit.
    pub groups: Arc<[u64]>,
    /// The cycle in which the result of each group is there; of a reduction only the last one has any.
    pub produced: Arc<[u64]>,
    /// What has held each group of a load or store up longest in its unit: memory, or the unit itself; `None` where that
    /// were its operands.
    #[serde(skip)]
    pub held: Vec<Option<Cause>>,
    /// Bytes that each group of a load or store moves to or from main memory.
    pub bytes: Vec<u64>,
    /// Banks that it takes, and when.
    pub banks: Vec<(u64, u32)>,
    /// Bursts that it asks for, with the address of each.
    #[serde(skip)]
    pub bursts: Vec<(u64, Sent)>,
    /// Lines on their way that it waits for.
    #[serde(skip)]
    pub joined: Vec<Joined>,
    /// Numbers of the instructions whose results it takes while they are being produced.
    pub chained: Vec<u64>,
    /// Do its groups wait for those of a load?
    pub follows_load: bool,
    /// Does its unit need more than a cycle for a group?
    pub partly_pipelined: bool,
    /// Cycles that its groups wait for ports of the banks of the register file.
    pub register_stalls: u64,
}

/// A vector register: its last writer and readers.
#[derive(Clone, Debug, Default, Serialize)]
struct Register {
    /// Place of the writer among vector instructions, from 1.
    order: u64,
    /// Its number.
    id: u64,
    load: bool,
    /// When each group is produced.
    produced: Arc<[u64]>,
    /// When each group has been read last.
    read: Arc<[u64]>,
    complete: u64,
}

/// One functional unit.
#[derive(Clone, Debug, Default, Serialize)]
struct Station {
    free: u64,
    /// When the instructions that wait in its queue begin.
    queue: Vec<u64>,
}

/// Ports of the register file that an instruction takes: how many, and in which cycle last.
#[derive(Clone, Copy, Debug, Serialize)]
struct Ports {
    reads: u32,
    last_read: u64,
    writes: u32,
    last_write: u64,
}

/// A core's pipeline between two instructions.
#[derive(Clone, Debug, Serialize)]
pub struct Pipeline {
    #[serde(skip)]
    spec: Arc<Spec>,
    /// Units by kind.
    stations: [Vec<Station>; Unit::ALL.len()],
    path: Path,
    ports: Vec<Ports>,
    /// The register file, if it has banks.
    banks: Option<RegisterBanks>,
    v: Vec<Register>,
    board: Board,
    vectors: u64,
    end: u64,
}

/// Most bytes of the host's memory that a functional unit takes: its queue, and the ports of what waits in it.
pub fn unit_bytes(spec: &Spec) -> u64 {
    let waiting = 8 + size_of::<Ports>() as u64;
    size_of::<Station>() as u64 + 2 * waiting * (u64::from(spec.queue) + 2)
}

/// Times of a whole list of instructions, and the cycle in which all are complete.
pub fn run(records: &[Record], spec: &Spec) -> (Vec<Times>, u64) {
    let (mut pipeline, mut main) = (Pipeline::new(Arc::new(spec.clone())), Main::new(&main_memory(spec)));
    let mut front = 0;
    let time = |(id, record): (usize, &Record)| {
        let issue = pipeline.waits(record, front).over(front);
        front = issue + 1;
        pipeline.issue(record, id as u64, issue, &mut main)
    };
    let times = records.iter().enumerate().map(time).collect();
    (times, pipeline.end())
}

/// Time of a group: that of the last one where the other operand has fewer.
fn at(times: &[u64], group: usize) -> u64 {
    times.get(group).or(times.last()).copied().unwrap_or(0)
}

/// The different lists of times among those of some registers, each from a group on. (Those of one operand share theirs.)
fn distinct<'a>(lists: impl Iterator<Item = (&'a Arc<[u64]>, usize)>) -> Vec<(Arc<[u64]>, usize)> {
    let mut found: Vec<(Arc<[u64]>, usize)> = Vec::new();
    for (list, shift) in lists {
        let known = |(known, from): &(Arc<[u64]>, usize)| Arc::ptr_eq(known, list) && *from == shift;
        if !list.is_empty() && !found.iter().any(known) {
            found.push((list.clone(), shift));
        }
    }
    found
}

/// A list of times in which those of groups from `from` on are later ones.
fn later(list: &[u64], from: usize, times: &[u64]) -> Arc<[u64]> {
    let count = list.len().max(from + times.len());
    let old = |group: usize| list.get(group).copied().unwrap_or(0);
    let new = |group: usize| group.checked_sub(from).and_then(|group| times.get(group)).copied().unwrap_or(0);
    (0..count).map(|group| old(group).max(new(group))).collect()
}

keep!(Pipeline { path });

impl Pipeline {
    /// An empty pipeline.
    pub fn new(spec: Arc<Spec>) -> Pipeline {
        Pipeline {
            stations: Unit::ALL.map(|unit| vec![Station::default(); unit.count(&spec) as usize]),
            path: Path::new(&spec),
            ports: Vec::new(),
            banks: (spec.register_file == RegisterFile::Banked).then(|| RegisterBanks::new(&spec)),
            v: vec![Register::default(); 32],
            board: Board::default(),
            vectors: 0,
            end: 0,
            spec,
        }
    }

    /// The cycle in which everything so far is complete.
    pub fn end(&self) -> u64 {
        self.end
    }

    /// Bytes of the lists of times that its vector registers keep.
    pub fn list_bytes(&self) -> u64 {
        let entries = |register: &Register| (register.produced.len() + register.read.len()) as u64;
        8 * self.v.iter().map(entries).sum::<u64>()
    }

    /// Its way to memory.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// What an instruction waits for that could issue from `front` on as far as order is concerned.
    pub fn waits(&self, record: &Record, front: u64) -> Waits {
        let scalars = self.board.ready([record.uses.x_read, record.uses.f_read]);
        let Some(unit) = Unit::of(record.class) else { return Waits([scalars; 4]) };
        let free = (self.pick(unit).1, Cause::UNIT_BUSY);
        if !record.class.is_vector() {
            return Waits([scalars, free, free, free]);
        }
        match self.spec.issue {
            Issue::Blocking => {
                let sources = self.sources_ready(record);
                let others = Waits([scalars, sources, free, free]).over(front);
                Waits([scalars, sources, free, self.registers_free(record, others)])
            }
            Issue::Queues => {
                let room = (self.queue_room(unit, front), Cause::UNIT_BUSY);
                Waits([scalars, room, room, room])
            }
        }
    }

    /// Issues an instruction in a cycle in which it waits for nothing.
    pub fn issue(&mut self, record: &Record, id: u64, issue: u64, main: &mut Main) -> Times {
        let times = match Unit::of(record.class) {
            Some(unit) if record.class.is_vector() => self.vector(record, unit, id, issue, main),
            unit => self.scalar(record, unit, issue),
        };
        let load = matches!(record.class, Class::Load | Class::Atomic);
        self.board.write([record.uses.x_written, record.uses.f_written], times.complete, load);
        self.end = self.end.max(times.complete);
        times
    }

    /// The unit of a kind that is free first.
    fn pick(&self, unit: Unit) -> (u32, u64) {
        let stations = self.stations[unit as usize].iter().enumerate();
        let first = stations.min_by_key(|(_, station)| station.free);
        first.map_or((0, 0), |(number, station)| (number as u32, station.free))
    }

    /// When the queue of the unit that would be picked has room.
    fn queue_room(&self, unit: Unit, front: u64) -> u64 {
        let (number, _) = self.pick(unit);
        let Some(station) = self.stations[unit as usize].get(number as usize) else { return front };
        let waiting = station.queue.iter().filter(|start| **start > front);
        let excess = (waiting.clone().count() + 1).saturating_sub(self.spec.queue as usize);
        waiting.copied().nth(excess.wrapping_sub(1)).unwrap_or(front)
    }

    fn scalar(&mut self, record: &Record, unit: Option<Unit>, issue: u64) -> Times {
        let latency = match record.class {
            Class::Fp | Class::FpMul | Class::IntMul => self.spec.scalar_fp_latency,
            Class::FpDiv | Class::IntDiv => self.spec.scalar_div_latency,
            Class::Load | Class::Atomic => self.spec.scalar_load_latency,
            _ => 1,
        };
        // A misaligned access is two.
        let accesses = record.addresses.len().max(1) as u64;
        let unit = unit.map(|kind| {
            let (number, _) = self.pick(kind);
            self.stations[kind as usize][number as usize].free = issue + accesses;
            (kind, number)
        });
        let complete = issue + u64::from(latency) + accesses - 1;
        Times { issue, start: issue, complete, unit, ..Times::default() }
    }

    fn vector(&mut self, record: &Record, unit: Unit, id: u64, issue: u64, main: &mut Main) -> Times {
        let (number, free) = self.pick(unit);
        let (sources, _) = self.sources_ready(record);
        self.vectors += 1;
        let (begin, _) = self.registers_free(record, issue.max(free).max(sources));
        let mut times = Times { issue, start: begin, unit: Some((unit, number)), ..Times::default() };
        let produced = self.pass(record, begin, main, &mut times);
        times.start = times.groups.first().copied().unwrap_or(begin);
        times.produced = produced.clone();
        times.complete = produced.last().map_or(begin + 1, |last| last + 1);
        let interval = self.interval(unit);
        times.partly_pipelined = interval > 1;
        let station = &mut self.stations[unit as usize][number as usize];
        if let Some(last) = times.groups.last() {
            station.free = last + interval + u64::from(self.spec.dead_time);
        }
        station.queue.retain(|start| *start > issue);
        station.queue.push(times.start);
        self.note_sources(record, &mut times);
        self.note(record, &times, produced, id);
        main.catch_up(issue);
        if let Some(banks) = &mut self.banks {
            banks.forget_before(issue);
        }
        times
    }

    /// Cycles between two element groups.
    fn interval(&self, unit: Unit) -> u64 {
        let cycles = match unit {
            Unit::FpAdd => self.spec.fp_add_interval,
            Unit::FpMul => self.spec.fp_mul_interval,
            Unit::FpDiv => self.spec.fp_div_interval,
            Unit::Integer => self.spec.integer_interval,
            Unit::Logical => self.spec.logical_interval,
            Unit::Memory => 1,
        };
        cycles.into()
    }

    /// May vector instruction number `order` take the register's groups as they are produced?
    fn chains(&self, register: &Register, order: u64) -> bool {
        match self.spec.chaining {
            Chaining::None => false,
            Chaining::Fixed => register.order + 1 == order,
            Chaining::Flexible => true,
        }
    }

    /// When every source can be begun with, for the vector instruction that comes next.
    fn sources_ready(&self, record: &Record) -> (u64, Cause) {
        let ready = |register: &Register, shift: usize| match record.passage {
            Passage::Groups | Passage::Gather if self.chains(register, self.vectors + 1) => {
                (at(&register.produced, shift), register.load)
            }
            _ => (register.complete, register.load),
        };
        let sources = record.sources(self.spec.lanes);
        let last = sources.map(|(number, shift)| ready(&self.v[number], shift)).max_by_key(|(time, _)| *time);
        let (time, load) = last.unwrap_or_default();
        (time, if load { Cause::MEMORY } else { Cause::ARITHMETIC })
    }

    /// The first cycle from `from` on in which the register file lets the instruction begin, and what it waits for until
    /// then.
    fn registers_free(&self, record: &Record, from: u64) -> (u64, Cause) {
        match &self.banks {
            Some(banks) if record.ports.0 > 0 => (banks.read_port(0, from), Cause::REGISTER_BANK),
            Some(_) => (from, Cause::REGISTER_BANK),
            None => (self.ports_free(record, from), Cause::UNIT_BUSY),
        }
    }

    /// The first cycle from `from` on in which the register file has ports for it until its end.
    fn ports_free(&self, record: &Record, from: u64) -> u64 {
        let (reads, writes) = record.ports;
        let mut at = from;
        loop {
            let busy = |ports: &&Ports| ports.last_read >= at || ports.last_write >= at;
            let (mut read, mut written) = (0, 0);
            for ports in self.ports.iter().filter(busy) {
                read += if ports.last_read >= at { ports.reads } else { 0 };
                written += if ports.last_write >= at { ports.writes } else { 0 };
            }
            let fits = (read == 0 || read + reads <= self.spec.read_ports)
                && (written == 0 || written + writes <= self.spec.write_ports);
            if fits {
                return at;
            }
            let ends = self.ports.iter().flat_map(|ports| [ports.last_read, ports.last_write]);
            at = ends.filter(|end| *end >= at).min().map_or(at, |end| end + 1);
        }
    }
}
