//! When an access of memory is over: at once after the latency of a load, or through a core's cache to the channels that all cores
//! share, with a cache in front of them if the settings say so. Stores go through to memory.

use alloc::vec::Vec;

use lanescope_parts::{
    keep,
    mem::{
        dram::{
            channels::{self, Channels, Sent},
            controller,
        },
        vector_cache::{self, Cache, Found, Joined},
    },
    trace::Event,
};
use serde::Serialize;

use super::counters::Counters;
use crate::spec::{MemoryModel, Spec};

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

/// The cache that all cores share, if there is one: loads that a core's own cache does not have ask it. Stores go through.
pub fn shared_cache(spec: &Spec) -> Option<Cache> {
    if spec.main_memory == MemoryModel::Dram { Cache::new(&shared_settings(spec)) } else { None }
}

/// Most bytes of the host's memory that the shared cache takes.
pub fn shared_cache_bytes(spec: &Spec) -> u64 {
    if spec.main_memory == MemoryModel::Dram { shared_settings(spec).host_bytes() } else { 0 }
}

/// Its lines are those of the cores' caches.
fn shared_settings(spec: &Spec) -> vector_cache::Settings {
    vector_cache::Settings {
        vector_cache: spec.shared_cache,
        cache_depth: spec.shared_cache_depth,
        ..spec.cache.clone()
    }
}

/// What all cores have below them.
pub struct Below<'a> {
    /// Main memory.
    pub main: &'a mut Main,
    /// The cache that they share.
    pub shared: &'a mut Option<Cache>,
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
    /// Lines on their way that it waits for: others have asked for them.
    pub joined: Vec<Joined>,
    /// Cycles of it that are for borders which it crosses: it enters so much later.
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
    /// What a cache keeps of the line that comes so: by the last request of it, or the one that it joins.
    fn comes(&self) -> Found {
        let last = self.bursts.iter().max_by_key(|(_, sent)| sent.end);
        let last = last.map(|(_, sent)| (sent.number, sent.cycle));
        let joined = || self.joined.last().map(|joined| (joined.request, joined.cycle));
        let (request, sent) = last.or_else(joined).unwrap_or_default();
        Found { there: self.there, request, sent }
    }

    /// What became of both.
    #[must_use]
    pub fn and(mut self, other: Answer) -> Answer {
        self.bursts.extend(other.bursts);
        self.crossings.extend(other.crossings);
        self.joined.extend(other.joined);
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
    pub fn enter(
        &mut self,
        below: &mut Below<'_>,
        access: Access,
        cycle: u64,
        counters: &mut Counters,
    ) -> Answer {
        let last = access.address.wrapping_add(access.bytes.max(1) - 1);
        let crosses = |border| access.address / border != last / border;
        let (line, page) = (crosses(LINE), crosses(PAGE));
        counters.line_crossings += u64::from(line);
        counters.page_crossings += u64::from(page);
        let late = u64::from(line) + if page { self.page_crossing } else { 0 };
        let mut answer = self.answer(below, access, cycle + late, counters);
        if line {
            let border = if page { PAGE } else { LINE };
            answer.late = late;
            answer.crossings.push(Crossed { cycle, address: access.address, border, late });
        }
        answer
    }

    /// What becomes of an access that enters in a cycle.
    fn answer(
        &mut self,
        below: &mut Below<'_>,
        access: Access,
        cycle: u64,
        counters: &mut Counters,
    ) -> Answer {
        let last = access.address.wrapping_add(access.bytes.max(1) - 1);
        let latency = if access.write { 1 } else { self.load_latency };
        let at_once = Answer { there: cycle + latency, ..Answer::default() };
        let Main::Dram(channels) = &mut *below.main else { return Answer { moved: access.bytes, ..at_once } };
        if access.write {
            return at_once.and(asked(channels, (access.address, access.bytes), true, cycle));
        }
        let mut shared = Shared { cache: below.shared.as_mut(), channels };
        let Some(cache) = &mut self.cache else {
            let read = shared.read((access.address, access.bytes), cycle, counters);
            return at_once.and(Answer { there: read.there + latency, ..read });
        };
        let mut answer = at_once;
        let mut line = cache.line(access.address);
        while line <= last {
            let found = cache.find(line);
            counters.cache_hits += u64::from(found.is_some());
            counters.cache_misses += u64::from(found.is_none());
            answer = answer.and(match found {
                Some(found) => had(cache, line, found, cycle),
                None => {
                    let read = shared.read((line, cache.line_bytes()), cycle, counters);
                    cache.fill(line, read.comes());
                    Answer { there: read.there + cache.depth(), ..read }
                }
            });
            line = line.wrapping_add(cache.line_bytes());
        }
        answer
    }
}

/// What all cores share on the way to memory.
struct Shared<'a> {
    cache: Option<&'a mut Cache>,
    channels: &'a mut Channels,
}

impl Shared<'_> {
    /// Some bytes that a core's own cache does not have: from the cache that all share, or from the channels.
    fn read(&mut self, (first, bytes): (u64, u64), cycle: u64, counters: &mut Counters) -> Answer {
        let Some(cache) = &mut self.cache else { return asked(self.channels, (first, bytes), false, cycle) };
        let last = first.wrapping_add(bytes.max(1) - 1);
        let mut answer = Answer { there: cycle, ..Answer::default() };
        let mut line = cache.line(first);
        while line <= last {
            let found = cache.find(line);
            counters.shared_cache_hits += u64::from(found.is_some());
            counters.shared_cache_misses += u64::from(found.is_none());
            answer = answer.and(match found {
                Some(found) => had(cache, line, found, cycle),
                None => {
                    let read = asked(self.channels, (line, cache.line_bytes()), false, cycle);
                    cache.fill(line, read.comes());
                    Answer { there: read.there + cache.depth(), ..read }
                }
            });
            line = line.wrapping_add(cache.line_bytes());
        }
        answer
    }
}

/// The answer of a cache that has a line, or waits for it.
fn had(cache: &Cache, line: u64, found: Found, cycle: u64) -> Answer {
    let (depth, request) = (cycle + cache.depth(), found.request);
    let joined =
        Some(Joined { cycle: cycle.max(found.sent), address: line, request }).filter(|_| found.there > depth);
    Answer { there: found.there.max(depth), joined: joined.into_iter().collect(), ..Answer::default() }
}

/// Asks the channels for some bytes, in whole bursts.
fn asked(channels: &mut Channels, (first, bytes): (u64, u64), write: bool, cycle: u64) -> Answer {
    let burst = channels.burst_bytes();
    let last = first.wrapping_add(bytes.max(1) - 1);
    let mut answer = Answer { there: cycle, ..Answer::default() };
    for number in first / burst..=last / burst {
        let sent = channels.request(number * burst, write, cycle);
        answer.bursts.push((number * burst, sent));
        answer.there = answer.there.max(sent.end);
        answer.moved += burst;
    }
    answer
}
