//! Caches one behind the other in front of main memory, each of which may be missing.
//!
//! A read of some bytes asks the first level line by line; a line that is not there is read whole from the next one, and at last in all
//! pieces of main memory at once. What comes late holds back who waits for it and nobody else: all times are certain when the read is
//! made. Writes go through to main memory and leave nothing in a cache. Lines behind those that are read may be [asked for](ahead), too:
//! nobody waits for them, and who reads on finds them there or on their way.
//!
//! Used by: `packed`.
//!
//! Absent: levels that keep what is written, a bound on the lines under way, coherence (a line is the time when data was there, never the
//! data).

use alloc::vec::Vec;

use super::{
    dram::channels::Sent,
    main::{Main, Request, Takes},
    vector_cache::{Cache, Found, Joined},
};

/// A level of caches, and what it counts.
#[derive(Debug)]
pub struct Level<'a> {
    /// The cache, if the level is there.
    pub cache: Option<&'a mut Cache>,
    /// Reads of lines that it has.
    pub hits: &'a mut u64,
    /// Reads of lines that it has not.
    pub misses: &'a mut u64,
}

/// Which lines behind a read are asked for before their time, and what that counts.
#[derive(Debug)]
pub struct Ahead<'a> {
    /// How many.
    pub lines: u64,
    /// Those that were asked for: not in the first level and not on their way.
    pub asked: &'a mut u64,
}

/// What becomes of a read or a write.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Came {
    /// The cycle in which all of it is there, or has arrived.
    pub there: u64,
    /// Bytes that main memory moves.
    pub moved: u64,
    /// Bursts that it asks the channels for, with the address of each.
    pub bursts: Vec<(u64, Sent)>,
    /// Lines on their way that it waits for: others have asked for them.
    pub joined: Vec<Joined>,
}

impl Came {
    /// There in a cycle, without anything that moves.
    pub fn at(there: u64) -> Came {
        Came { there, ..Came::default() }
    }

    /// What becomes of both.
    #[must_use]
    pub fn and(mut self, other: Came) -> Came {
        self.bursts.extend(other.bursts);
        self.joined.extend(other.joined);
        Came { there: self.there.max(other.there), moved: self.moved + other.moved, ..self }
    }

    /// The same so many cycles later.
    #[must_use]
    pub fn later(self, cycles: u64) -> Came {
        Came { there: self.there + cycles, ..self }
    }

    /// What a cache keeps of the line that comes so: by the last request of it, or the one that it joins.
    fn comes(&self) -> Found {
        let last = self.bursts.iter().max_by_key(|(_, sent)| sent.end);
        let last = last.map(|(_, sent)| (sent.number, sent.cycle));
        let joined = || self.joined.last().map(|joined| (joined.request, joined.cycle));
        let (request, sent) = last.or_else(joined).unwrap_or_default();
        Found { there: self.there, request, sent }
    }
}

/// Bytes from `first` on are read from the levels that are there, the one nearest the core first, and from main memory.
pub fn read(levels: &mut [Level<'_>], main: &mut Main, (first, bytes): (u64, u64), cycle: u64) -> Came {
    let Some((level, below)) = levels.split_first_mut() else {
        return reach(main, (first, bytes), false, cycle);
    };
    let Some(cache) = &mut level.cache else { return read(below, main, (first, bytes), cycle) };
    let last = first.saturating_add(bytes.max(1) - 1);
    let mut came = Came::at(cycle);
    let mut next = Some(cache.line(first));
    while let Some(line) = next.filter(|line| *line <= last) {
        came = came.and(match cache.find(line) {
            Some(found) => {
                *level.hits += 1;
                had(cache, line, found, cycle)
            }
            None => {
                *level.misses += 1;
                let whole = read(below, main, (line, cache.line_bytes()), cycle);
                cache.fill(line, whole.comes());
                whole.later(cache.depth())
            }
        });
        next = line.checked_add(cache.line_bytes());
    }
    came
}

/// The lines behind bytes from `first` on come into the first level that is there, as far as they are not in it.
pub fn ahead(
    levels: &mut [Level<'_>],
    main: &mut Main,
    (first, bytes): (u64, u64),
    Ahead { lines, asked }: Ahead<'_>,
    cycle: u64,
) -> Came {
    let mut came = Came::at(cycle);
    let Some((level, below)) = levels.split_first_mut() else { return came };
    let Some(cache) = &mut level.cache else {
        return ahead(below, main, (first, bytes), Ahead { lines, asked }, cycle);
    };
    let (bytes_of_line, last) = (cache.line_bytes(), cache.line(first.saturating_add(bytes.max(1) - 1)));
    for line in (1..=lines).map_while(|turn| last.checked_add(turn * bytes_of_line)) {
        if cache.find(line).is_none() {
            *asked += 1;
            let whole = read(below, main, (line, cache.line_bytes()), cycle);
            cache.fill(line, whole.comes());
            came = came.and(whole);
        }
    }
    came
}

/// Bytes from `first` on are written to main memory.
pub fn write(main: &mut Main, range: (u64, u64), cycle: u64) -> Came {
    reach(main, range, true, cycle)
}

/// The answer of a cache that has a line, or waits for it.
fn had(cache: &Cache, line: u64, found: Found, cycle: u64) -> Came {
    let (depth, request) = (cycle + cache.depth(), found.request);
    let joined = Joined { cycle: cycle.max(found.sent), address: line, request };
    let joined = Some(joined).filter(|_| found.there > depth);
    Came { joined: joined.into_iter().collect(), ..Came::at(found.there.max(depth)) }
}

/// Asks main memory for some bytes: all pieces enter as soon as they can, each at its first byte, so that a piece goes to the same place whichever
/// of its bytes is asked for.
fn reach(main: &mut Main, (first, bytes): (u64, u64), write: bool, cycle: u64) -> Came {
    let mut came = Came::at(cycle);
    for (address, bytes) in main.pieces(first, bytes) {
        let piece = main.piece_bytes().map_or(address, |size| address - address % size.max(1));
        let answer = main.enter(Request::new(piece, bytes, write), cycle);
        if let Takes::Burst(sent) = answer.takes {
            came.bursts.push((piece, sent));
        }
        came.there = came.there.max(answer.there);
        came.moved += answer.moved;
    }
    came
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mem::{main::Config, vector_cache::Settings};

    /// A cache of 4 KiB with lines of 64 bytes.
    fn cache(cache_depth: u32) -> Cache {
        Cache::new(&Settings { vector_cache: 4, cache_line: 64, cache_depth }).expect("it has a size")
    }

    /// Reads bytes through two levels, either of which may be missing, in front of memory that takes 100 cycles.
    struct Two {
        first: Option<Cache>,
        second: Option<Cache>,
        main: Main,
        counts: [u64; 4],
    }

    impl Two {
        fn new(first: Option<u32>, second: Option<u32>) -> Two {
            let main = Main::new(&Config::Fixed(100));
            Two { first: first.map(cache), second: second.map(cache), main, counts: [0; 4] }
        }

        fn read(&mut self, range: (u64, u64), cycle: u64) -> (u64, u64) {
            let Two { first, second, main, counts: [a, b, c, d] } = self;
            let mut levels = [
                Level { cache: first.as_mut(), hits: a, misses: b },
                Level { cache: second.as_mut(), hits: c, misses: d },
            ];
            let came = read(&mut levels, main, range, cycle);
            (came.there, came.moved)
        }
    }

    impl Two {
        /// How many lines are asked for, and the bytes that move.
        fn ahead(&mut self, range: (u64, u64), lines: u64, cycle: u64) -> (u64, u64) {
            let Two { first, second, main, counts: [a, b, c, d] } = self;
            let mut levels = [
                Level { cache: first.as_mut(), hits: a, misses: b },
                Level { cache: second.as_mut(), hits: c, misses: d },
            ];
            let mut asked = 0;
            let came = ahead(&mut levels, main, range, Ahead { lines, asked: &mut asked }, cycle);
            (asked, came.moved)
        }
    }

    #[test]
    fn each_level_that_is_there_adds_its_depth_to_what_comes_through_it() {
        for (first, second, miss, hit) in [
            (None, None, 100, 100),
            (Some(2), None, 102, 2),
            (None, Some(20), 120, 20),
            (Some(2), Some(20), 122, 2),
        ] {
            let mut two = Two::new(first, second);
            let whole = if first.or(second).is_some() { 64 } else { 8 };
            assert_eq!(two.read((8, 8), 10), (10 + miss, whole));
            let moved = if first.or(second).is_some() { 0 } else { 8 };
            assert_eq!(two.read((16, 8), 1000), (1000 + hit, moved));
        }
    }

    #[test]
    fn a_line_on_its_way_is_waited_for_and_asked_for_once() {
        let mut two = Two::new(Some(2), Some(20));
        assert_eq!(two.read((0, 8), 10).0, 10 + 100 + 20 + 2);
        // The line is in the first level when it has come through the second.
        assert_eq!(
            [two.read((32, 8), 50), two.read((32, 8), 128), two.read((32, 8), 129)],
            [(130, 0), (130, 0), (131, 0)]
        );
        assert_eq!(two.counts, [3, 1, 0, 1]);
    }

    #[test]
    fn an_access_that_lies_in_two_lines_asks_for_both() {
        let mut two = Two::new(Some(2), None);
        assert_eq!(two.read((60, 8), 0), (102, 128));
        assert_eq!(two.counts, [0, 2, 0, 0]);
        // The end of all addresses is no reason to go round.
        assert_eq!(two.read((u64::MAX - 3, 16), 0).1, 64);
    }

    #[test]
    fn lines_ahead_are_asked_for_once_and_nobody_waits_for_them() {
        let mut two = Two::new(Some(2), Some(20));
        assert_eq!(two.read((0, 8), 0), (122, 64));
        assert_eq!(two.ahead((0, 8), 2, 0), (2, 2 * 64), "the two behind it");
        // The second is there a cycle after it has come through the second level, and not before.
        assert_eq!(
            [two.read((64, 8), 117).0, two.read((64, 8), 118).0, two.read((64, 8), 119).0],
            [120, 120, 121]
        );
        assert_eq!(two.ahead((64, 8), 2, 130), (1, 64), "one of them is on its way or there");
        assert_eq!(two.read((256, 8), 140), (262, 64), "the fourth behind it was not asked for");
        assert_eq!(two.ahead((u64::MAX - 3, 16), 4, 0), (0, 0), "behind the last address is nothing");
        // Without a first level they come into the second; without any there is nowhere to put them.
        let mut one = Two::new(None, Some(20));
        assert_eq!(one.ahead((0, 8), 1, 0), (1, 64));
        assert_eq!(one.read((64, 8), 200), (220, 0));
        assert_eq!(Two::new(None, None).ahead((0, 8), 1, 0), (0, 0));
    }

    #[test]
    fn what_is_written_goes_through_and_stays_nowhere() {
        let mut two = Two::new(Some(2), Some(20));
        assert_eq!(write(&mut two.main, (0, 8), 5), Came { moved: 8, ..Came::at(105) });
        assert_eq!(two.read((0, 8), 200), (200 + 122, 64));
    }
}
