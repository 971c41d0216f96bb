//! The way of an instruction's element groups through its unit: when each of them enters, and when its results are there.

use alloc::{sync::Arc, vec::Vec};

use lanescope_parts::{mem::main::Main, trace::Cause};

use super::{Pipeline, Times, at, distinct};
use crate::isa::ClassNames;
use crate::{
    causes,
    exec::record::ones,
    isa::Class,
    timing::{Passage, Record, Unit, depth, memory::Stream, register_banks::Walk},
};

impl Pipeline {
    /// Sends the groups through the unit from `begin` on; gives the cycles in which their results are there.
    pub(super) fn pass(
        &mut self,
        record: &Record,
        begin: u64,
        main: &mut Main,
        times: &mut Times,
    ) -> Arc<[u64]> {
        let depth = u64::from(depth(record.class, &self.spec))
            + if record.indexed { u64::from(self.spec.gather_latency) } else { 0 };
        let lanes = self.spec.lanes.max(1);
        let sources = record.sources(lanes);
        let sources = distinct(sources.map(|(number, shift)| (&self.v[number].produced, shift)));
        let behind = record.begins.map_or(0, |[to, ..]| to.1.div_ceil(lanes) as usize);
        let targets = ones(record.uses.v_written).map(|number| &self.v[number]);
        let used =
            distinct(targets.flat_map(|register| [(&register.read, behind), (&register.produced, behind)]));
        // A group's sources are produced, and its result comes after earlier reads and writes of the same place.
        let ready = |group: usize| {
            let produced = sources.iter().map(|(times, shift)| at(times, group + shift)).max().unwrap_or(0);
            let used = used.iter().map(|(times, shift)| at(times, group + shift)).max();
            begin.max(produced).max(used.map_or(0, |used| (used + 1).saturating_sub(depth)))
        };
        let mut banks = self.banks.take();
        let mut walk = Walk::new(banks.as_mut(), record.ports.0);
        let produced = if record.is_access() && !record.addresses.is_empty() {
            let stream = Stream::new(record.class == Class::VStore, record.access_bytes, depth);
            self.pass_addresses(record, &ready, main, stream, &mut walk, times)
        } else {
            self.pass_operands(record, &ready, depth, &mut walk, times)
        };
        times.register_stalls = walk.stalls;
        self.banks = banks;
        produced.into()
    }

    /// As `pass`, for everything but accesses.
    fn pass_operands(
        &self,
        record: &Record,
        ready: &impl Fn(usize) -> u64,
        depth: u64,
        walk: &mut Walk,
        times: &mut Times,
    ) -> Vec<u64> {
        let interval = Unit::of(record.class).map_or(1, |unit| self.interval(unit));
        let mut entered: Vec<u64> = Vec::new();
        let mut next = times.start;
        for group in 0..record.groups(self.spec.lanes) {
            let (own, again) = self.own_results(record, &entered, depth);
            let first = ready(group as usize).max(own) + again;
            let read = walk.read(group.into(), first, next);
            let cycle = match record.passage {
                Passage::Gather => next.max(read),
                Passage::Groups | Passage::Whole => walk.enter(group.into(), next.max(read), depth),
            };
            next = cycle + interval;
            entered.push(cycle);
        }
        times.groups = entered.into();
        match record.passage {
            Passage::Gather => {
                times.groups.last().map(|last| walk.write(0, last + depth)).into_iter().collect()
            }
            Passage::Groups | Passage::Whole => times.groups.iter().map(|cycle| cycle + depth).collect(),
        }
    }

    /// What the next group of a recurrence waits for: when the results of its own groups before are there, and the time of
    /// the results that its elements need of each other, if lanes are more than the distance.
    fn own_results(&self, record: &Record, entered: &[u64], depth: u64) -> (u64, u64) {
        let Some(distance) = record.recurrence() else { return (0, 0) };
        let lanes = u64::from(self.spec.lanes.max(1));
        let last = (entered.len() as u64 + 1) * lanes - 1;
        let needed = last.checked_sub(distance.into()).map(|element| (element / lanes) as usize);
        let group = needed.and_then(|group| entered.get(group).or(entered.last()));
        let turns = lanes.div_ceil(distance.into());
        (group.map_or(0, |cycle| cycle + depth), (turns - 1) * depth)
    }

    /// As `pass`, for addresses: in a cycle memory takes them in element order, at most one for each lane (of a gather or
    /// scatter, as many as its unit has), until one has to wait. What a load brings waits in its unit until it is written.
    fn pass_addresses(
        &mut self,
        record: &Record,
        ready: &impl Fn(usize) -> u64,
        main: &mut Main,
        mut stream: Stream,
        walk: &mut Walk,
        times: &mut Times,
    ) -> Vec<u64> {
        let lanes = self.spec.lanes.max(1);
        let width = if record.indexed { self.spec.gather_width.clamp(1, lanes) } else { lanes };
        let least = self.path.least_depth(&stream);
        let mut addresses = record.addresses.iter();
        let (mut cycle, mut in_cycle, mut before) = (times.start, 0, 0);
        let (mut groups, mut produced) = (Vec::new(), Vec::new());
        for group in 0..record.groups(lanes) {
            let free = cycle + u64::from(in_cycle == width);
            let earliest = walk.read(group.into(), ready(group as usize), free);
            let mut there = 0;
            let moved = self.path.memory_bytes;
            let mut held = Held { operands: earliest.saturating_sub(free), ..Held::default() };
            for element in group * lanes..(group * lanes + lanes).min(record.elements) {
                if in_cycle == width {
                    (cycle, in_cycle) = (cycle + 1, 0);
                    held.unit += u64::from(element > group * lanes);
                }
                let mut entered = cycle.max(earliest);
                let address = if record.is_active(element) { addresses.next() } else { None };
                if let Some(address) = address {
                    let access = self.path.enter(main, &mut stream, *address, entered);
                    held.page += access.translated - entered;
                    held.memory += access.cycle - access.translated;
                    (entered, there) = (access.cycle, there.max(access.there));
                }
                in_cycle = if entered > cycle { 1 } else { in_cycle + 1 };
                cycle = entered;
            }
            before = there.max(cycle + least).max(before + 1);
            if record.ports.1 > 0 {
                before = walk.write(group.into(), before);
            }
            groups.push(cycle);
            produced.push(before);
            times.held.push(held.longest(main));
            times.bytes.push(self.path.memory_bytes - moved);
        }
        times.groups = groups.into();
        (times.banks, times.bursts, times.joined) = (stream.banks, stream.bursts, stream.joined);
        produced
    }
}

/// Cycles that a group of a load or store waits for this and that.
#[derive(Clone, Copy, Default)]
struct Held {
    /// For its operands, and ports to read them.
    operands: u64,
    /// For the unit, which takes only so many addresses in a cycle.
    unit: u64,
    /// For the tables of pages.
    page: u64,
    /// For a bank of memory, or room in the queue of a channel.
    memory: u64,
}

impl Held {
    /// The cause of what took longest, if that is none of its operands.
    fn longest(self, main: &Main) -> Option<Cause> {
        let memory = if matches!(main, Main::Banked(_)) { causes::BANK_BUSY } else { Cause::MEMORY_FULL };
        let others = [(self.unit, Cause::UNIT_BUSY), (self.page, causes::PAGE_WALK), (self.memory, memory)];
        let longest = others.into_iter().max_by_key(|(cycles, _)| *cycles);
        longest.filter(|(cycles, _)| *cycles > self.operands).map(|(_, cause)| cause)
    }
}
