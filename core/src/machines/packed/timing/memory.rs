//! When an access of memory is over: at once after the latency of a load, or through a core's cache to the channels that all cores
//! share. Stores go through to memory.

use alloc::vec::Vec;

use serde::Serialize;

use super::counters::Counters;
use crate::{
    keep,
    machines::packed::spec::{MemoryModel, Spec},
    mem::{
        dram::{
            channels::{self, Channels, Sent},
            controller,
        },
        vector_cache::Cache,
    },
    trace::Event,
};

/// Bytes of a line, where an access that crosses its border takes a cycle longer.
const LINE: u64 = 64;
/// Bytes of a page, where an access that crosses its border is translated twice.
const PAGE: u64 = 4096;

/// The memory that all cores share.
#[derive(Clone, Debug, Serialize)]
pub enum Main {
    /// Takes every access.
    Ideal,
    /// Dynamic memory.
    Dram(Channels),
}

impl Main {
    /// Idle.
    pub fn new(spec: &Spec) -> Main {
        match spec.main_memory {
            MemoryModel::Ideal => Main::Ideal,
            MemoryModel::Dram => Main::Dram(Channels::new(&config(spec))),
        }
    }

    /// Time has come to a cycle: no later access begins before it.
    pub fn catch_up(&mut self, now: u64) {
        if let Main::Dram(channels) = self {
            channels.catch_up(now);
        }
    }

    /// Hands out the DRAM commands since the last time, with their cycles.
    pub fn commands(&mut self) -> impl Iterator<Item = (u64, Event)> + '_ {
        let channels = if let Main::Dram(channels) = self { Some(channels) } else { None };
        channels.into_iter().flat_map(Channels::commands)
    }

    /// What the channels have done, if there are any.
    pub fn counters(&self) -> controller::Counters {
        if let Main::Dram(channels) = self { channels.counters() } else { controller::Counters::default() }
    }
}

fn config(spec: &Spec) -> channels::Config {
    channels::Config {
        channel: spec.channel.clone(),
        channels: spec.home.channels,
        granule: spec.home.channel_bytes,
        clock_mhz: spec.chip.clock_mhz,
    }
}

/// Most bytes of the host's memory that the memory of all cores takes, without what is under way.
pub fn shared_bytes(spec: &Spec) -> u64 {
    if spec.main_memory == MemoryModel::Dram { config(spec).host_bytes() } else { 0 }
}

/// Bytes of it that copies share: the rules of DRAM.
pub fn rules_bytes(spec: &Spec) -> u64 {
    if spec.main_memory == MemoryModel::Dram { config(spec).rules_bytes() } else { 0 }
}

/// A core's own part of the way to memory.
#[derive(Clone, Debug, Serialize)]
pub struct Path {
    cache: Option<Cache>,
    #[serde(skip)]
    load_latency: u64,
    /// What a crossing of pages takes longer.
    #[serde(skip)]
    page_crossing: u64,
}

keep!(Path { cache });

/// An access as the way to memory sees it: bytes one after another.
#[derive(Clone, Copy, Debug)]
pub struct Access {
    /// The first byte.
    pub address: u64,
    /// How many.
    pub bytes: u64,
    /// Does it write?
    pub write: bool,
}

/// What became of an access, or of all accesses of an instruction.
#[derive(Clone, Debug, Default)]
pub struct Answer {
    /// The cycle in which its data is there, or has arrived.
    pub there: u64,
    /// Bytes that main memory moved.
    pub moved: u64,
    /// Bursts that it asked the channels for, with the address of each.
    pub bursts: Vec<(u64, Sent)>,
    /// How many cycles earlier it would be over if nothing crossed a border.
    pub late: u64,
    /// What crossed one.
    pub crossings: Vec<Crossed>,
}

/// An access that crosses a border.
#[derive(Clone, Copy, Debug)]
pub struct Crossed {
    /// The cycle in which it enters.
    pub cycle: u64,
    /// Its first byte.
    pub address: u64,
    /// Bytes behind the border: those of a line or of a page.
    pub border: u64,
    /// How much longer it takes.
    pub late: u64,
}

impl Answer {
    /// What became of both.
    #[must_use]
    pub fn and(mut self, other: Answer) -> Answer {
        self.bursts.extend(other.bursts);
        self.crossings.extend(other.crossings);
        let there = self.there.max(other.there);
        let without = (self.there - self.late).max(other.there - other.late);
        Answer { there, moved: self.moved + other.moved, late: there - without, ..self }
    }
}

impl Path {
    /// The cache, if there is one.
    pub fn cache(&self) -> Option<&Cache> {
        self.cache.as_ref()
    }

    /// Empty.
    pub fn new(spec: &Spec) -> Path {
        let cache = if spec.main_memory == MemoryModel::Dram { Cache::new(&spec.cache) } else { None };
        Path { cache, load_latency: spec.load_latency.into(), page_crossing: spec.page_crossing.into() }
    }

    /// An access that enters in a cycle; one that crosses a border enters later.
    pub fn enter(&mut self, main: &mut Main, access: Access, cycle: u64, counters: &mut Counters) -> Answer {
        let last = access.address.wrapping_add(access.bytes.max(1) - 1);
        let crosses = |border| access.address / border != last / border;
        let (line, page) = (crosses(LINE), crosses(PAGE));
        counters.line_crossings += u64::from(line);
        counters.page_crossings += u64::from(page);
        let late = u64::from(line) + if page { self.page_crossing } else { 0 };
        let mut answer = self.answer(main, access, cycle + late, counters);
        if line {
            let border = if page { PAGE } else { LINE };
            answer.late = late;
            answer.crossings.push(Crossed { cycle, address: access.address, border, late });
        }
        answer
    }

    /// What becomes of an access that enters in a cycle.
    fn answer(&mut self, main: &mut Main, access: Access, cycle: u64, counters: &mut Counters) -> Answer {
        let last = access.address.wrapping_add(access.bytes.max(1) - 1);
        let latency = if access.write { 1 } else { self.load_latency };
        let Main::Dram(channels) = main else {
            return Answer { there: cycle + latency, moved: access.bytes, ..Answer::default() };
        };
        let mut answer = Answer { there: cycle + latency, ..Answer::default() };
        let mut bursts = Vec::new();
        let mut fetch = |first: u64, bytes: u64, write: bool| {
            let burst = channels.burst_bytes();
            let end = first.wrapping_add(bytes.max(1) - 1);
            let (mut there, mut moved) = (cycle, 0);
            for number in first / burst..=end / burst {
                let sent = channels.request(number * burst, write, cycle);
                bursts.push((number * burst, sent));
                there = there.max(sent.end);
                moved += burst;
            }
            (there, moved)
        };
        let Some(cache) = self.cache.as_mut().filter(|_| !access.write) else {
            let (there, moved) = fetch(access.address, access.bytes, access.write);
            let there = answer.there.max(there + if access.write { 0 } else { latency });
            return Answer { there, moved, bursts, ..Answer::default() };
        };
        let mut line = cache.line(access.address);
        while line <= last {
            match cache.find(line) {
                Some(there) => {
                    counters.cache_hits += 1;
                    answer.there = answer.there.max(there).max(cycle + cache.depth());
                }
                None => {
                    counters.cache_misses += 1;
                    let (there, moved) = fetch(line, cache.line_bytes(), false);
                    cache.fill(line, there);
                    answer.there = answer.there.max(there + cache.depth());
                    answer.moved += moved;
                }
            }
            line = line.wrapping_add(cache.line_bytes());
        }
        Answer { bursts, ..answer }
    }
}
