//! Cache-conscious scheduling by lost locality (gpgpu W08).
//!
//! Every unit has a small array of tags of lines that it brought into the cache and that had to go. A miss that finds its line there
//! would have been a hit with fewer units: the unit has lost locality. Its score rises to
//!
//! ```text
//! base + hits x factor x cutoff / instructions        (cutoff = live units x base)
//! ```
//!
//! with the hits and instructions of the whole core, and falls by one each cycle until it is `base` again. The scores are stacked,
//! the highest first; a unit whose part of the stack reaches over the cutoff may not load. With no score raised all fit.

use alloc::vec::Vec;

use serde::Serialize;

use crate::{mem::l1::Taken, pipe::scheduler::bits};

/// Sizes and factors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Config {
    /// Units of the core.
    pub units: u32,
    /// Lines of the cache.
    pub lines: u32,
    /// Bytes of a line.
    pub line: u32,
    /// Victim tags of a unit.
    pub tags: u32,
    /// Ways of the array of victim tags.
    pub ways: u32,
    /// Score of a unit that has lost nothing.
    pub base: u32,
    /// How much lost locality counts.
    pub factor: u32,
}

impl Config {
    /// Most bytes of the host's memory that it takes.
    pub fn host_bytes(&self) -> u64 {
        u64::from(self.lines) + u64::from(self.units) * (64 + 96 * u64::from(self.tags))
    }
}

/// Who has lost what.
#[derive(Clone, Debug, Serialize)]
pub struct Locality {
    #[serde(skip)]
    config: Config,
    /// The unit that brought each line of the cache in.
    owners: Vec<u8>,
    units: Vec<Unit>,
    /// Misses that found their line among the victims of their unit.
    hits: u64,
    /// Instructions of all units.
    issued: u64,
    /// From this cycle on no score is raised, if nothing happens until then. It can be worked out from the scores, so it is left
    /// out of the state's digest.
    #[serde(skip)]
    calm: u64,
}

#[derive(Clone, Debug, Default, Serialize)]
struct Unit {
    /// Lines that had to go, by set, the last one first.
    victims: Vec<Vec<u64>>,
    /// Its score in cycle `since`.
    score: u64,
    since: u64,
}

impl Locality {
    /// Nobody has lost anything.
    pub fn new(config: Config) -> Locality {
        let ways = config.ways.clamp(1, config.tags.max(1));
        let config = Config { tags: config.tags.max(1), ways, line: config.line.max(1), ..config };
        let sets = (config.tags / ways).max(1) as usize;
        let unit = Unit { victims: alloc::vec![Vec::new(); sets], score: config.base.into(), since: 0 };
        Locality {
            config,
            owners: alloc::vec![0; config.lines as usize],
            units: alloc::vec![unit; config.units as usize],
            hits: 0,
            issued: 0,
            calm: 0,
        }
    }

    /// A unit has new work and has lost nothing of it.
    pub fn started(&mut self, unit: u32) {
        let base = self.config.base.into();
        if let Some(unit) = self.units.get_mut(unit as usize) {
            unit.victims.iter_mut().for_each(Vec::clear);
            (unit.score, unit.since) = (base, 0);
        }
    }

    /// An instruction was issued.
    pub fn picked(&mut self) {
        self.issued += 1;
    }

    /// A unit missed and took a line's place in the cache.
    pub fn missed(&mut self, now: u64, unit: u32, taken: Taken, live: u64) {
        let set = |line: u64, sets: usize| (line / u64::from(self.config.line)) as usize % sets;
        if let Some(owner) = self.owners.get_mut(taken.place as usize) {
            let old = core::mem::replace(owner, unit as u8);
            if let (Some(line), Some(loser)) = (taken.evicted, self.units.get_mut(usize::from(old))) {
                let at = set(line, loser.victims.len());
                let victims = &mut loser.victims[at];
                victims.retain(|victim| *victim != line);
                victims.insert(0, line);
                victims.truncate(self.config.ways as usize);
            }
        }
        let Some(loser) = self.units.get_mut(unit as usize) else { return };
        let at = set(taken.line, loser.victims.len());
        let victims = &mut loser.victims[at];
        let Some(found) = victims.iter().position(|victim| *victim == taken.line) else { return };
        victims.remove(found);
        self.hits += 1;
        let base = u64::from(self.config.base);
        let cutoff = u64::from(live.count_ones()) * base;
        let lost = self.hits.saturating_mul(self.config.factor.into()).saturating_mul(cutoff);
        let above = lost / self.issued.max(1);
        (loser.score, loser.since) = (base + above, now);
        self.calm = self.calm.max(now.saturating_add(above));
    }

    /// The score of a unit in a cycle.
    pub fn score(&self, now: u64, unit: u32) -> u64 {
        let base = self.config.base.into();
        let fallen = |unit: &Unit| unit.score.saturating_sub(now - unit.since.min(now)).max(base);
        self.units.get(unit as usize).map_or(base, fallen)
    }

    /// May a score be raised in a cycle? If none is, all units may load.
    pub fn is_raised(&self, now: u64) -> bool {
        now < self.calm
    }

    /// The live units that may not load.
    pub fn held(&self, now: u64, live: u64) -> u64 {
        if !self.is_raised(now) {
            return 0;
        }
        let mut places = [(0, 0); u64::BITS as usize];
        let stack = &mut places[..live.count_ones() as usize];
        let scores = bits(live).map(|unit| (self.score(now, unit), unit));
        stack.iter_mut().zip(scores).for_each(|(place, score)| *place = score);
        crate::base::order::sort_by_key(stack, |(score, unit)| (core::cmp::Reverse(*score), *unit));
        let cutoff = u64::from(live.count_ones()) * u64::from(self.config.base);
        let mut height = 0;
        let over = |(score, unit): &(u64, u32)| {
            height += score;
            (height > cutoff).then_some(1u64 << unit)
        };
        stack.iter().filter_map(over).fold(0, |held, unit| held | unit)
    }
}
