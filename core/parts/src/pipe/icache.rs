//! The instruction cache of a core (gpgpu F04): a miss holds back only the unit (warp) that missed, of at most 64.
//!
//! A missing line takes a miss register and comes after a fixed time; other warps that miss the same line join it. With
//! no register free the warp asks again. What is behind it is not modelled: instruction lines travel on no network and
//! take no room in the second-level cache.
//!
//! Used by: `simt`: it is the GPU's own.

use alloc::vec::Vec;

use serde::Serialize;

use crate::{
    keep,
    mem::{
        NEVER,
        cache::{Geometry, Replacement, SetIndex, Tags},
        coalesce::Grain,
    },
    trace::Lookup,
};

#[derive(Clone, Copy, Debug, Serialize)]
struct Miss {
    line: u64,
    due: u64,
    warps: u64,
}

/// The cache; without storage every fetch is a hit.
#[derive(Clone, Debug, Serialize)]
pub struct ICache {
    tags: Option<Tags>,
    misses: Vec<Miss>,
    #[serde(skip)]
    registers: usize,
    #[serde(skip)]
    fill: u64,
    #[serde(skip)]
    bytes: u64,
}

keep!(ICache { tags });

/// Size and speed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Config {
    /// Bytes of all lines; 0 makes every fetch a hit.
    pub bytes: u32,
    /// Bytes of a line.
    pub line: u32,
    /// Lines of a set.
    pub ways: u32,
    /// Missing lines that can be on their way.
    pub misses: u32,
    /// Cycles until a missing line is there.
    pub fill: u32,
    /// Bytes of an instruction.
    pub instruction: u32,
}

impl Config {
    fn geometry(&self) -> Geometry {
        let grain = Grain::new(self.line, self.line);
        let sets = self.bytes / grain.line / self.ways.max(1);
        Geometry {
            grain,
            sets: sets.max(1),
            ways: self.ways,
            index: SetIndex::Modulo,
            replacement: Replacement::Lru,
        }
    }

    /// Bytes of it that its tags take.
    pub fn tag_bytes(&self) -> u64 {
        self.geometry().host_bytes()
    }

    /// Most bytes of the host's memory that such a cache takes.
    pub fn host_bytes(&self) -> u64 {
        self.tag_bytes() + u64::from(self.misses) * size_of::<Miss>() as u64
    }
}

impl ICache {
    /// An empty cache.
    pub fn new(config: &Config) -> ICache {
        ICache {
            tags: (config.bytes > 0).then(|| Tags::new(config.geometry(), config.line, 0)),
            misses: Vec::with_capacity(config.misses as usize),
            registers: config.misses as usize,
            fill: u64::from(config.fill),
            bytes: u64::from(config.instruction),
        }
    }

    /// A warp asks for an instruction; also the address of its line.
    pub fn access(&mut self, now: u64, warp: u32, pc: u32) -> (Lookup, u64) {
        let Some(tags) = &mut self.tags else { return (Lookup::Hit, 0) };
        let size = u64::from(tags.geometry().grain.line);
        let line = u64::from(pc) * self.bytes / size * size;
        if let Some(place) = tags.find(line) {
            tags.touch(place);
            return (Lookup::Hit, line);
        }
        if let Some(miss) = self.misses.iter_mut().find(|miss| miss.line == line) {
            miss.warps |= 1 << warp;
            return (Lookup::Merged, line);
        }
        if self.misses.len() >= self.registers {
            return (Lookup::Refused, line);
        }
        self.misses.push(Miss { line, due: now + self.fill, warps: 1 << warp });
        (Lookup::Miss, line)
    }

    /// Lines that arrive in this cycle are filled in; the warps that waited for them.
    pub fn fill(&mut self, now: u64) -> u64 {
        let mut warps = 0;
        while let Some(at) = self.misses.iter().position(|miss| miss.due <= now) {
            let miss = self.misses.remove(at);
            warps |= miss.warps;
            if let Some(tags) = &mut self.tags
                && let Some(place) = tags.victim(miss.line)
            {
                tags.replace(place, miss.line);
            }
        }
        warps
    }

    /// When the next line arrives.
    pub fn next_event(&self) -> u64 {
        self.misses.iter().map(|miss| miss.due).min().unwrap_or(NEVER)
    }

    /// No line on its way?
    pub fn is_idle(&self) -> bool {
        self.misses.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CONFIG: Config = Config { bytes: 2048, line: 128, ways: 4, misses: 1, fill: 20, instruction: 8 };

    #[test]
    fn a_miss_is_there_after_the_fill_time_for_all_who_joined() {
        let mut cache = ICache::new(&CONFIG);
        assert_eq!(cache.access(5, 0, 0), (Lookup::Miss, 0));
        assert_eq!(cache.access(6, 3, 15), (Lookup::Merged, 0));
        assert_eq!(cache.access(7, 1, 16), (Lookup::Refused, 128), "8-byte instructions, 128-byte lines");
        assert_eq!((cache.next_event(), cache.fill(24)), (25, 0));
        assert_eq!(cache.fill(25), 0b1001);
        assert_eq!(cache.access(25, 0, 0), (Lookup::Hit, 0));
        assert!(cache.is_idle());
    }

    #[test]
    fn without_storage_every_fetch_hits() {
        let mut cache = ICache::new(&Config { bytes: 0, ..CONFIG });
        assert_eq!(cache.access(0, 0, 1000), (Lookup::Hit, 0));
    }
}
