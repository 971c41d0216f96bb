//! The constant cache of a core (gpgpu M35): parameters and constant memory, one distinct address in a pass, which all
//! lanes that name it get at once.
//!
//! A pass that hits is done. A pass that misses requests its line: the request bypasses the tags of the first-level data cache,
//! but uses its miss table and its queue, and goes over the network to the second-level cache. The load continues with its next
//! pass, and its result is there when all of its lines have come. Passes that need a line on its way join the request. If every
//! miss register is taken, the pass is refused and tried again. Nothing is written here, so a line is never stale.
//!
//! Used by: `simt`: it is the GPU's own.

use alloc::vec::Vec;

use serde::Serialize;

use crate::{
    base::LaneMask,
    keep,
    mem::{
        RequestKind,
        cache::{Geometry, Replacement, SetIndex, Tags},
        coalesce::{Block, Grain},
        l1::{Answer, L1, L1Access, Policy, Refusal},
    },
};

/// A bit that is set in the ids of this cache's own requests, and never in those of instructions in flight.
const FILL: u32 = 1 << 31;

/// Bytes of a lane that waits: it can wait in a list that grows by doubling.
const WAITER: u64 = 16;

/// A miss register; free when nobody waits.
#[derive(Clone, Debug, Default, Serialize)]
struct Miss {
    line: u64,
    /// The instructions in flight that wait, once for each pass.
    flights: Vec<u32>,
    /// Number of its request.
    #[serde(skip)]
    request: u64,
}

/// The cache; without storage every pass is a hit.
#[derive(Clone, Debug, Serialize)]
pub struct Constant {
    tags: Option<Tags>,
    misses: Vec<Miss>,
    /// Bytes of lines and sectors of the data caches: the unit of its requests.
    #[serde(skip)]
    grain: Grain,
    /// The request that the last pass made or joined; 0 if it needed none.
    #[serde(skip)]
    needed: u64,
}

keep!(Constant { tags });

/// Size and misses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Config {
    /// Bytes of all lines; 0 makes every pass a hit.
    pub bytes: u32,
    /// Bytes of a line; lines are no longer than those of the data caches.
    pub line: u32,
    /// Lines of a set.
    pub ways: u32,
    /// Lines that can be on their way.
    pub misses: u32,
    /// Bytes of lines and sectors of the data caches: the unit of its requests.
    pub grain: Grain,
}

impl Config {
    fn geometry(&self) -> Geometry {
        let line = self.line.min(self.grain.line);
        let grain = Grain::new(line, line);
        let sets = (self.bytes / grain.line / self.ways.max(1)).max(1);
        let (index, replacement) = (SetIndex::Modulo, Replacement::Lru);
        Geometry { grain, sets, ways: self.ways, index, replacement }
    }

    /// Bytes of it that its tags take.
    pub fn tag_bytes(&self) -> u64 {
        self.geometry().host_bytes()
    }

    /// Most bytes of the host's memory that such a cache takes, if at most so many lanes wait for it.
    pub fn host_bytes(&self, lanes: u64) -> u64 {
        self.tag_bytes() + u64::from(self.misses) * size_of::<Miss>() as u64 + WAITER * lanes
    }
}

impl Constant {
    /// An empty cache.
    pub fn new(config: &Config) -> Constant {
        Constant {
            tags: (config.bytes > 0).then(|| Tags::new(config.geometry(), config.line, 0)),
            misses: (0..config.misses).map(|_| Miss::default()).collect(),
            grain: config.grain,
            needed: 0,
        }
    }

    /// Instructions in flight that wait, once for each pass.
    pub fn waiters(&self) -> usize {
        self.misses.iter().map(|miss| miss.flights.len()).sum()
    }

    /// A pass of an instruction in flight over one address, with the port of the first-level cache.
    pub fn pass(&mut self, now: u64, flight: u32, address: u64, l1: &mut L1) -> Answer {
        self.needed = 0;
        let Some(tags) = &mut self.tags else { return Answer::Hit };
        let bytes = u64::from(tags.geometry().grain.line);
        let line = address / bytes * bytes;
        if let Some(place) = tags.find(line) {
            tags.touch(place);
            return Answer::Hit;
        }
        let on_its_way = |miss: &&mut Miss| miss.line == line && !miss.flights.is_empty();
        if let Some(miss) = self.misses.iter_mut().find(on_its_way) {
            miss.flights.push(flight);
            self.needed = miss.request;
            return Answer::Merged;
        }
        let Some(free) = self.misses.iter().position(|miss| miss.flights.is_empty()) else {
            return Answer::Refused(Refusal::Table);
        };
        let block = block(line, bytes, self.grain);
        let id = FILL | free as u32;
        let answer = l1
            .access(now, &L1Access { id, kind: RequestKind::Read, policy: Policy::Around, block, chain: 0 });
        if !matches!(answer, Answer::Refused(_)) {
            self.needed = l1.needed();
            let miss = &mut self.misses[free];
            (miss.line, miss.request) = (line, self.needed);
            miss.flights.push(flight);
        }
        answer
    }

    /// The number of the request that the last pass made or joined; 0 if it needed none.
    pub fn needed(&self) -> u64 {
        self.needed
    }

    /// If this is the number of a line that was asked for, it has come: the instructions in flight that waited, once for
    /// each pass.
    pub fn fill(&mut self, id: u32) -> Option<Vec<u32>> {
        let miss = (id & FILL != 0).then(|| self.misses.get_mut((id & !FILL) as usize)).flatten()?;
        if let Some(tags) = &mut self.tags
            && let Some(place) = tags.victim(miss.line)
        {
            tags.replace(place, miss.line);
        }
        Some(core::mem::take(&mut miss.flights))
    }

    /// The numbers of the lines that an instruction in flight waits for.
    pub fn waiting(&self, flight: u32) -> impl Iterator<Item = u32> + '_ {
        let missing = (0..).zip(&self.misses).filter(move |(_, miss)| miss.flights.contains(&flight));
        missing.map(|(at, _): (u32, &Miss)| FILL | at)
    }
}

/// What holds a line of this cache, as the data caches cut memory.
fn block(line: u64, bytes: u64, grain: Grain) -> Block {
    let base = line / u64::from(grain.line) * u64::from(grain.line);
    let touched = (u128::MAX >> (128 - bytes.min(128))) << (line - base);
    Block { base, lanes: LaneMask::NONE, sectors: grain.touched_sectors(touched), bytes: touched }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mem::{Request, settings::FirstLevel};

    /// 4 lines of 64 bytes in 2 sets, 2 miss registers.
    fn config() -> Config {
        Config { bytes: 256, line: 64, ways: 2, misses: 2, grain: Grain::new(128, 32) }
    }

    fn l1() -> L1 {
        let settings = FirstLevel { l1_kb: 0, l1_hit: 1, l1_fill_latency: 0, ..FirstLevel::default() };
        L1::new(settings.config(0, 64))
    }

    /// The request that the first-level cache sends on.
    fn sent(l1: &mut L1, now: u64) -> Request {
        let request = *l1.outgoing(now).expect("a request");
        l1.sent(now);
        request
    }

    #[test]
    fn a_missing_line_is_asked_for_once_and_stays() {
        let (mut cache, mut l1) = (Constant::new(&config()), l1());
        assert_eq!(cache.pass(0, 5, 72, &mut l1), Answer::Miss);
        assert_eq!(cache.pass(1, 6, 127, &mut l1), Answer::Merged);
        assert_eq!(cache.waiting(6).collect::<Vec<_>>(), [FILL]);
        let request = sent(&mut l1, 1);
        assert_eq!((request.address, request.sectors), (0, 0b1100), "the second half of a 128-byte line");
        assert!(l1.outgoing(9).is_none());
        assert!(l1.deliver(9, request));
        l1.step(9);
        let id = l1.collect(9).expect("the line");
        assert_eq!(cache.fill(id), Some(Vec::from([5, 6])));
        assert_eq!(cache.pass(10, 7, 64, &mut l1), Answer::Hit);
        assert_eq!(cache.fill(5), None, "an instruction's own number");
    }

    #[test]
    fn the_last_miss_register_refuses_the_next_line() {
        let (mut cache, mut l1) = (Constant::new(&config()), l1());
        assert_eq!(cache.pass(0, 1, 0, &mut l1), Answer::Miss);
        assert_eq!(cache.pass(0, 1, 64, &mut l1), Answer::Refused(Refusal::Port), "the port was used");
        assert_eq!(cache.pass(1, 1, 64, &mut l1), Answer::Miss);
        assert_eq!(cache.pass(2, 1, 128, &mut l1), Answer::Refused(Refusal::Table));
    }

    #[test]
    fn without_storage_every_pass_hits() {
        let (mut cache, mut l1) = (Constant::new(&Config { bytes: 0, ..config() }), l1());
        assert_eq!(cache.pass(0, 1, 1 << 20, &mut l1), Answer::Hit);
    }
}
