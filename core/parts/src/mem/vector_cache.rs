//! A cache for the elements of vectors (hp_ch4 HM07): tags, and the cycle from which each line's data is there.
//!
//! Loads that find their line get it after the depth of the cache, but not before the line itself has come. Lines come
//! whole; whoever asks brings them. Absent: stores (they go through to memory and bring nothing), a bound on the lines under
//! way.
//!
//! Used by: `harp`, `packed`, `rvv`.

use serde::Serialize;

use super::{
    cache::{Geometry, Replacement, SetIndex, Tags},
    coalesce::Grain,
};
use crate::{base::Bulk, keep, settings};

/// Lines of a set.
const WAYS: u32 = 4;

settings! {
    /// Size and depth.
    pub struct Settings {
        group "Vector cache" {
            /// Size of a core's vector cache; 0 is none.
            vector_cache: u32 = 0, range 0..=16384, unit "KiB", source "hp_ch4 HM07";
            /// Bytes of its lines.
            cache_line: u32 = 64, range 8..=128, unit "bytes", source "hp_ch4 HM07 [R]";
            /// Cycles from address to data of a load that finds all its data in it.
            cache_depth: u32 = 4, range 1..=2000, unit "cycles", source "hp_ch4 HM07 [R]";
        }
    }
}

impl Settings {
    fn geometry(&self) -> Geometry {
        let line = Grain::new(self.cache_line, self.cache_line).line;
        let lines = self.vector_cache.saturating_mul(1024) / line.max(1);
        Geometry {
            grain: Grain::new(line, line),
            sets: (lines / WAYS).max(1),
            ways: WAYS,
            index: SetIndex::Modulo,
            replacement: Replacement::Lru,
        }
    }

    /// Bytes of the host's memory that a cache takes.
    pub fn host_bytes(&self) -> u64 {
        let geometry = self.geometry();
        let lines = u64::from(geometry.sets) * u64::from(geometry.ways);
        if self.vector_cache > 0 { geometry.host_bytes() + 24 * lines } else { 0 }
    }
}

/// The lines, and when the data of each is there.
#[derive(Clone, Debug, Serialize)]
pub struct Cache {
    tags: Tags,
    there: Bulk<u64>,
    /// The request that brings the last of each line: for people, time does not depend on it.
    #[serde(skip)]
    brings: Bulk<u64>,
    /// The cycle in which that was sent: for people, too.
    #[serde(skip)]
    sent: Bulk<u64>,
    #[serde(skip)]
    depth: u64,
}

keep!(Cache { tags, there, brings, sent });

/// A line that a load finds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found {
    /// The cycle from which its data is there.
    pub there: u64,
    /// The number of the request that brings the last of it, or did; 0 if memory has no requests.
    pub request: u64,
    /// The cycle in which that was sent. It may be later than the one that finds it: an instruction's accesses enter one after the
    /// other, and what becomes of them is worked out when it issues.
    pub sent: u64,
}

/// A line on its way that an access waits for: another one has asked for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Joined {
    /// The cycle in which it comes to wait.
    pub cycle: u64,
    /// The line.
    pub address: u64,
    /// The request that brings the last of it.
    pub request: u64,
}

impl Cache {
    /// An empty cache; `None` if its size is 0.
    pub fn new(settings: &Settings) -> Option<Cache> {
        let empty = || {
            let tags = Tags::new(settings.geometry(), settings.cache_line, 0);
            let lines = || Bulk::filled(0, tags.lines().len());
            let depth = settings.cache_depth.into();
            Cache { there: lines(), brings: lines(), sent: lines(), depth, tags }
        };
        (settings.vector_cache > 0).then(empty)
    }

    /// The tag array, to look at.
    pub fn tags(&self) -> &Tags {
        &self.tags
    }

    /// Cycles from address to data of a load whose line is there.
    pub fn depth(&self) -> u64 {
        self.depth
    }

    /// Bytes of a line.
    pub fn line_bytes(&self) -> u64 {
        self.tags.geometry().grain.line.max(1).into()
    }

    /// First address of the line of an address.
    pub fn line(&self, address: u64) -> u64 {
        address - address % self.line_bytes()
    }

    /// A load finds its line. `None` if it is not in the cache, nor on its way.
    pub fn find(&mut self, line: u64) -> Option<Found> {
        let place = self.tags.find(line)?;
        self.tags.touch(place);
        let at = place as usize;
        Some(Found { there: self.there[at], request: self.brings[at], sent: self.sent[at] })
    }

    /// A line comes, and drives another one out.
    pub fn fill(&mut self, line: u64, comes: Found) {
        if let Some(place) = self.tags.victim(line) {
            self.tags.replace(place, line);
            self.there[place as usize] = comes.there;
            self.brings[place as usize] = comes.request;
            self.sent[place as usize] = comes.sent;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Four lines of 64 bytes in each of four sets.
    fn cache() -> Cache {
        Cache::new(&Settings { vector_cache: 1, ..Settings::default() }).unwrap()
    }

    #[test]
    fn a_line_is_there_from_its_cycle_on_and_whole() {
        let mut cache = cache();
        let line = cache.line(100);
        assert_eq!((line, cache.find(line)), (64, None));
        let comes = Found { there: 30, request: 7, sent: 5 };
        cache.fill(line, comes);
        assert_eq!((cache.find(cache.line(127)), cache.find(cache.line(128))), (Some(comes), None));
    }

    #[test]
    fn the_line_not_used_for_the_longest_time_goes() {
        let mut cache = cache();
        let of_set = |number: u64| number * 4 * 64;
        let comes = |there| Found { there, request: 0, sent: 0 };
        (0..4).for_each(|number| cache.fill(of_set(number), comes(number)));
        assert_eq!(cache.find(of_set(0)), Some(comes(0)));
        cache.fill(of_set(4), comes(9));
        assert_eq!(
            [0, 1, 4].map(|number| cache.find(of_set(number))),
            [Some(comes(0)), None, Some(comes(9))]
        );
    }

    #[test]
    fn no_size_is_no_cache() {
        assert!(Cache::new(&Settings::default()).is_none());
        assert_eq!(Settings::default().host_bytes(), 0);
    }
}
