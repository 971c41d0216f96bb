//! When an access of memory is over: at once after the latency of a load, or through the [levels] of a
//! core's own cache and one that all cores share to the channels. Stores go through to memory. A core may ask for the lines behind one
//! that it loads (`prefetch_lines`).

use alloc::vec::Vec;

use lanescope_parts::{
    keep,
    mem::{
        dram::channels,
        levels::{self, Ahead, Came, Level},
        main::{self, Main},
        vector_cache::{self, Cache},
    },
};
use serde::Serialize;

use super::counters::Counters;
use crate::spec::{MemoryModel, Spec};

/// Bytes of a line, where an access that crosses its border takes a cycle longer.
const LINE: u64 = 64;
/// Bytes of a page, where an access that crosses its border is translated twice.
const PAGE: u64 = 4096;

/// The memory that all cores share.
pub fn main_memory(spec: &Spec) -> main::Config {
    match spec.main_memory {
        MemoryModel::Ideal => main::Config::Ideal,
        MemoryModel::Dram => {
            main::Config::Dram(channels::Config::new(&spec.channel, &spec.home, spec.chip.clock_mhz))
        }
    }
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
    /// Lines behind a load that are asked for, too.
    #[serde(skip)]
    prefetch_lines: u64,
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
    /// What has come, and when.
    pub came: Came,
    /// What comes of lines behind it, for which nobody waits.
    pub ahead: Came,
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
    /// What became of both.
    #[must_use]
    pub fn and(mut self, other: Answer) -> Answer {
        self.crossings.extend(other.crossings);
        let without = (self.came.there - self.late).max(other.came.there - other.late);
        let came = self.came.and(other.came);
        Answer { late: came.there - without, came, ahead: self.ahead.and(other.ahead), ..self }
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
        Path {
            cache,
            load_latency: spec.load_latency.into(),
            page_crossing: spec.page_crossing.into(),
            prefetch_lines: spec.prefetch_lines.into(),
        }
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
        let (came, ahead) = self.come(below, access, cycle + late, counters);
        let mut answer = Answer { came, ahead, ..Answer::default() };
        if line {
            let border = if page { PAGE } else { LINE };
            answer.late = late;
            answer.crossings.push(Crossed { cycle, address: access.address, border, late });
        }
        answer
    }

    /// What becomes of an access that enters in a cycle, and of the lines behind it. At least the latency of a load passes before its data
    /// is there, also behind whatever comes through no cache of the core.
    fn come(
        &mut self,
        below: &mut Below<'_>,
        access: Access,
        cycle: u64,
        counters: &mut Counters,
    ) -> (Came, Came) {
        let (main, range) = (&mut *below.main, (access.address, access.bytes));
        if access.write {
            return (Came::at(cycle + 1).and(levels::write(main, range, cycle)), Came::default());
        }
        let behind = if self.cache.is_some() { 0 } else { self.load_latency };
        let Counters { cache_hits, cache_misses, shared_cache_hits, shared_cache_misses, prefetches, .. } =
            counters;
        let mut levels = [
            Level { cache: self.cache.as_mut(), hits: cache_hits, misses: cache_misses },
            Level { cache: below.shared.as_mut(), hits: shared_cache_hits, misses: shared_cache_misses },
        ];
        let came = levels::read(&mut levels, main, range, cycle);
        let more = Ahead { lines: self.prefetch_lines, asked: prefetches };
        let ahead = levels::ahead(&mut levels, main, range, more, cycle);
        (Came::at(cycle + self.load_latency).and(came.later(behind)), ahead)
    }
}
