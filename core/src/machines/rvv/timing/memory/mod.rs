//! Memory behind the load/store units, element by element: translation, vector cache, banks.
//!
//! A core has its own table of pages and its own vector cache; the banks are shared by all cores. An access that misses
//! the table waits for the page walk. A load that finds its line in the cache needs no bank and is there sooner; a miss
//! takes its bank and brings the whole line. Stores go through to the banks and bring nothing.
//!
//! Absent: DRAM with rows behind the banks; scalar accesses (they have the latency of a setting).

mod banks;
mod tlb;

pub use banks::Banks;
pub use tlb::Tlb;

use crate::{
    machines::rvv::spec::Spec,
    mem::{
        cache::{Geometry, Replacement, SetIndex, Tags},
        coalesce::Grain,
    },
};

/// Lines of a set of the vector cache.
const WAYS: u32 = 4;

/// A core's own part of the way to memory.
#[derive(Clone, Debug)]
pub struct Path {
    tlb: Option<Tlb>,
    tlb_penalty: u64,
    cache: Option<Tags>,
    /// Accesses that missed the table of pages.
    pub tlb_misses: u64,
    /// Loads that found their line in the vector cache.
    pub cache_hits: u64,
    /// Loads that did not.
    pub cache_misses: u64,
}

/// An access that has entered the memory system.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entered {
    /// When.
    pub cycle: u64,
    /// Did the cache have it?
    pub hit: bool,
    /// The bank that it took.
    pub bank: Option<u32>,
}

impl Path {
    /// Empty.
    pub fn new(spec: &Spec) -> Path {
        let line = Grain::new(spec.cache_line, spec.cache_line).line;
        let lines = spec.vector_cache.saturating_mul(1024) / line.max(1);
        let geometry = Geometry {
            grain: Grain::new(line, line),
            sets: (lines / WAYS).max(1),
            ways: WAYS,
            index: SetIndex::Modulo,
            replacement: Replacement::Lru,
        };
        Path {
            tlb: (spec.tlb_entries > 0).then(|| Tlb::new(spec.tlb_entries, spec.page_bytes)),
            tlb_penalty: spec.tlb_penalty.into(),
            cache: (spec.vector_cache > 0).then(|| Tags::new(geometry, 0)),
            tlb_misses: 0,
            cache_hits: 0,
            cache_misses: 0,
        }
    }

    /// Is there a vector cache?
    pub fn has_cache(&self) -> bool {
        self.cache.is_some()
    }

    /// An element's access enters at the first possible cycle from `cycle` on.
    pub fn enter(&mut self, banks: &mut Banks, address: u64, write: bool, cycle: u64) -> Entered {
        let known = self.tlb.as_mut().is_none_or(|tlb| tlb.look_up(address));
        self.tlb_misses += u64::from(!known);
        let cycle = if known { cycle } else { cycle + self.tlb_penalty };
        let hit = self.find(address, write);
        if hit && !write {
            return Entered { cycle, hit, bank: None };
        }
        Entered { cycle: banks.access(address, cycle), hit, bank: banks.bank(address) }
    }

    /// Is the line in the cache? A load that does not find it brings it.
    fn find(&mut self, address: u64, write: bool) -> bool {
        let Some(cache) = &mut self.cache else { return false };
        let line = address & !(u64::from(cache.geometry().grain.line) - 1);
        let found = cache.find(line);
        if let Some(place) = found {
            cache.touch(place);
        } else if !write && let Some(place) = cache.victim(line) {
            cache.replace(place, line);
        }
        if !write {
            self.cache_hits += u64::from(found.is_some());
            self.cache_misses += u64::from(found.is_none());
        }
        found.is_some()
    }
}
