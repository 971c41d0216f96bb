//! The tag array of a set-associative, sectored cache: the lines that are there, those on their way, and which one is replaced.
//!
//! It only looks up and replaces; when to allocate, forward or write back is the business of [`super::l1`] and
//! [`super::l2`]. Lines are known by the address of their first byte. A line that waits for data (reserved) or for the
//! replay of a filled load (locked) is never replaced (gpgpu 6.3).
//!
//! Used by: `simt`, in [`super::l1`] and [`super::l2`]; `harp`, `packed` and `rvv`, in [`super::vector_cache`].

use serde::Serialize;

use super::coalesce::Grain;
use crate::{
    base::{Bulk, rng::Rng},
    choice, keep,
};

choice! {
    /// Which line of a full set is replaced (gpgpu M37).
    pub enum Replacement {
        /// The one not used for the longest time.
        Lru = "lru",
        /// The one that came first.
        Fifo = "fifo",
        /// Any, by a seeded generator.
        Random = "random",
    }
}

choice! {
    /// How the set of a line is found (gpgpu M26).
    pub enum SetIndex {
        /// Line number modulo number of sets.
        Modulo = "modulo",
        /// Three neighbouring groups of line-number bits, exclusive-ored: strides of the cache's size spread out.
        Xor = "xor",
    }
}

/// Shape and rules of a cache.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Geometry {
    /// Bytes of line and sector.
    pub grain: Grain,
    /// Number of sets; [`SetIndex::Xor`] wants a power of two.
    pub sets: u32,
    /// Lines of a set.
    pub ways: u32,
    /// How the set is found.
    pub index: SetIndex,
    /// Which line of a full set is replaced.
    pub replacement: Replacement,
}

impl Geometry {
    /// Bytes of data that it holds.
    pub fn bytes(&self) -> u64 {
        u64::from(self.sets) * u64::from(self.ways) * u64::from(self.grain.line)
    }

    /// Bytes of the host's memory that its tag array takes.
    pub fn host_bytes(&self) -> u64 {
        u64::from(self.sets.max(1)) * u64::from(self.ways.max(1)) * size_of::<Line>() as u64
    }

    /// The set of a line.
    pub fn set_of(&self, address: u64) -> u64 {
        let line = address / u64::from(self.grain.line);
        let sets = u64::from(self.sets.max(1));
        let bits = sets.ilog2();
        match self.index {
            SetIndex::Modulo => line % sets,
            SetIndex::Xor => (line ^ line >> bits ^ line >> (2 * bits)) % sets,
        }
    }
}

/// The state of one line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Line {
    /// First address, if the way holds a line at all.
    pub address: Option<u64>,
    /// Sectors that hold data; the first is bit 0.
    pub valid: u8,
    /// Bytes that differ from the memory behind; the first is bit 0.
    dirty: u128,
    /// Requests under way that will fill it.
    pub reserved: u16,
    /// Filled loads that still have to read it.
    pub locked: u16,
    /// Order of last use or of arrival.
    stamp: u64,
}

impl Line {
    /// Bytes that differ from the memory behind; the first is bit 0.
    pub fn dirty(&self) -> u128 {
        self.dirty
    }

    /// May it be replaced?
    pub fn free(&self) -> bool {
        self.reserved == 0 && self.locked == 0
    }
}

/// A line that had to go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Evicted {
    /// Its first address.
    pub address: u64,
    /// Bytes that have to be written back.
    pub dirty: u128,
}

/// The tag array.
#[derive(Clone, Debug, Serialize)]
pub struct Tags {
    #[serde(skip)]
    geometry: Geometry,
    lines: Bulk<Line>,
    uses: u64,
    rng: Rng,
    /// Bytes of a burst of the memory behind.
    #[serde(skip)]
    burst: u32,
    /// Bursts with dirty bytes in all lines: follows from the lines, kept because it is asked for again and again.
    #[serde(skip)]
    dirty_bursts: u64,
}

keep!(Tags { lines });

impl Tags {
    /// An empty cache in front of memory with bursts of so many bytes; `seed` is for random replacement.
    pub fn new(geometry: Geometry, burst: u32, seed: u64) -> Tags {
        let burst = burst.clamp(1, geometry.grain.line);
        let geometry = Geometry { sets: geometry.sets.max(1), ways: geometry.ways.max(1), ..geometry };
        let lines = Bulk::filled(Line::default(), geometry.sets as usize * geometry.ways as usize);
        Tags { geometry, lines, uses: 0, rng: Rng::new(seed), burst, dirty_bursts: 0 }
    }

    /// Shape and rules.
    pub fn geometry(&self) -> &Geometry {
        &self.geometry
    }

    /// Every line, set by set.
    pub fn lines(&self) -> &[Line] {
        &self.lines
    }

    /// A line by its place.
    pub fn line(&mut self, place: u32) -> &mut Line {
        &mut self.lines[place as usize]
    }

    /// The place of a line, if its tag is there (even without data).
    pub fn find(&self, address: u64) -> Option<u32> {
        let set = self.set(address);
        let way = self.lines[set.clone()].iter().position(|line| line.address == Some(address))?;
        Some((set.start + way) as u32)
    }

    /// Notes a use of a line, for replacement.
    pub fn touch(&mut self, place: u32) {
        if self.geometry.replacement == Replacement::Lru {
            self.uses += 1;
            self.lines[place as usize].stamp = self.uses;
        }
    }

    /// The place that a new line would get: an empty way, else that of the line to replace; `None` if every way of the set is
    /// reserved or locked.
    pub fn victim(&mut self, address: u64) -> Option<u32> {
        let set = self.set(address);
        let start = set.start;
        let ways = &self.lines[set];
        let way = match ways.iter().position(|line| line.address.is_none()) {
            Some(empty) => Some(empty),
            None => match self.geometry.replacement {
                Replacement::Lru | Replacement::Fifo => oldest(ways),
                Replacement::Random => any(ways, &mut self.rng),
            },
        };
        way.map(|way| (start + way) as u32)
    }

    /// Bursts with bytes that differ from the memory behind: what writing everything back takes.
    pub fn dirty_bursts(&self) -> u64 {
        self.dirty_bursts
    }

    /// Bytes of a line are written: they differ from the memory behind.
    pub fn write(&mut self, place: u32, bytes: u128) {
        let line = &mut self.lines[place as usize];
        let (before, after) = (line.dirty, line.dirty | bytes);
        line.dirty = after;
        self.dirty_bursts += self.bursts_of(after) - self.bursts_of(before);
    }

    /// Puts a new line without data at `place` and says what was there.
    pub fn replace(&mut self, place: u32, address: u64) -> Option<Evicted> {
        self.uses += 1;
        let new = Line { address: Some(address), stamp: self.uses, ..Line::default() };
        let old = core::mem::replace(&mut self.lines[place as usize], new);
        self.dirty_bursts -= self.bursts_of(old.dirty);
        old.address.map(|address| Evicted { address, dirty: old.dirty })
    }

    /// Forgets a line.
    pub fn invalidate(&mut self, place: u32) {
        let old = core::mem::take(&mut self.lines[place as usize]);
        self.dirty_bursts -= self.bursts_of(old.dirty);
    }

    /// Bursts that have any of these bytes of a line.
    fn bursts_of(&self, dirty: u128) -> u64 {
        let chunks = self.geometry.grain.line / self.burst;
        let written = |chunk: &u32| bits_of(dirty, chunk * self.burst, self.burst) != 0;
        if dirty == 0 { 0 } else { (0..chunks).filter(written).count() as u64 }
    }

    /// The places of a set.
    fn set(&self, address: u64) -> core::ops::Range<usize> {
        let ways = self.geometry.ways as usize;
        let start = self.geometry.set_of(address) as usize * ways;
        start..start + ways
    }
}

/// `count` bits from bit `first` on.
pub fn bits_of(mask: u128, first: u32, count: u32) -> u128 {
    mask >> first & (u128::MAX >> (128 - count.clamp(1, 128)))
}

fn oldest(ways: &[Line]) -> Option<usize> {
    let free = ways.iter().enumerate().filter(|(_, line)| line.free());
    free.min_by_key(|(_, line)| line.stamp).map(|(way, _)| way)
}

fn any(ways: &[Line], rng: &mut Rng) -> Option<usize> {
    let free = ways.iter().filter(|line| line.free()).count();
    let pick = rng.below(free as u64) as usize;
    ways.iter().enumerate().filter(|(_, line)| line.free()).nth(pick).map(|(way, _)| way)
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    fn tags(sets: u32, ways: u32, replacement: Replacement) -> Tags {
        let grain = Grain::new(128, 32);
        Tags::new(Geometry { grain, sets, ways, index: SetIndex::Modulo, replacement }, 32, 1)
    }

    /// Uses a line; was it there?
    fn use_line(tags: &mut Tags, number: u64) -> bool {
        let address = number * 128;
        let found = tags.find(address);
        match found {
            Some(place) => tags.touch(place),
            None => {
                let place = tags.victim(address).unwrap();
                tags.replace(place, address);
            }
        }
        found.is_some()
    }

    #[test]
    fn lru_keeps_what_was_used_and_fifo_does_not() {
        for (replacement, third_is_hit) in [(Replacement::Lru, true), (Replacement::Fifo, false)] {
            let mut tags = tags(1, 2, replacement);
            assert!(!use_line(&mut tags, 0) && !use_line(&mut tags, 1) && use_line(&mut tags, 0));
            assert!(!use_line(&mut tags, 2));
            assert_eq!(use_line(&mut tags, 0), third_is_hit, "{replacement:?}");
        }
    }

    #[test]
    fn random_replacement_follows_from_its_seed_and_spares_held_lines() {
        let mut tags = tags(1, 4, Replacement::Random);
        (0..4).for_each(|line| assert!(!use_line(&mut tags, line)));
        tags.line(0).reserved = 1;
        tags.line(2).locked = 1;
        let mut twin = tags.clone();
        for _ in 0..50 {
            let place = tags.victim(9 * 128);
            assert!(place == Some(1) || place == Some(3));
            assert_eq!(place, twin.victim(9 * 128));
        }
    }

    #[test]
    fn a_set_of_held_lines_has_no_victim() {
        let mut tags = tags(2, 1, Replacement::Lru);
        assert!(!use_line(&mut tags, 0));
        tags.line(0).reserved = 1;
        assert_eq!(tags.victim(2 * 128), None);
        assert_eq!(tags.victim(3 * 128), Some(1));
    }

    #[test]
    fn the_evicted_line_says_what_to_write_back() {
        let mut tags = tags(1, 1, Replacement::Lru);
        tags.replace(0, 128);
        tags.write(0, 0xF);
        assert_eq!(tags.replace(0, 256), Some(Evicted { address: 128, dirty: 0xF }));
    }

    /// Clean, wholly dirty and partly dirty lines of 128 bytes in bursts of 32 and 64 bytes, written twice, replaced and
    /// forgotten.
    #[test]
    fn bursts_to_write_back_are_those_with_a_dirty_byte() {
        for (burst, [wholly, partly, last]) in [(32, [4, 2, 1]), (64, [2, 1, 1])] {
            let mut tags = Tags::new(*tags(4, 4, Replacement::Lru).geometry(), burst, 1);
            for (place, dirty) in (0..).zip([0, u128::MAX, 1 << 31 | 1 << 32, 1 << 127]) {
                tags.write(place, dirty & u128::MAX << 32);
                tags.write(place, dirty);
            }
            assert_eq!(tags.dirty_bursts(), wholly + partly + last);
            tags.replace(1, 128);
            assert_eq!(tags.dirty_bursts(), partly + last);
            tags.invalidate(2);
            assert_eq!(tags.dirty_bursts(), last);
        }
    }

    /// Lines one cache size apart share a set by modulo and do not by exclusive or.
    #[test]
    fn hashing_spreads_strides_of_the_cache_size() {
        let mut geometry = *tags(32, 4, Replacement::Lru).geometry();
        let apart = |geometry: &Geometry| {
            let mut sets: Vec<u64> = (0..32).map(|i| geometry.set_of(i * 32 * 128)).collect();
            sets.sort_unstable();
            sets.dedup();
            sets.len()
        };
        assert_eq!(apart(&geometry), 1);
        geometry.index = SetIndex::Xor;
        assert_eq!(apart(&geometry), 32);
        assert_eq!(geometry.bytes(), 16 * 1024);
    }
}
