//! Memory behind the load/store units, element by element: translation, vector cache, and what all cores share: ideal
//! memory, banks, or DRAM channels. The parts are those of [`lanescope_parts::mem`].
//!
//! All times of an instruction are known when it issues, because instructions that chain to it issue before its last
//! element has entered.
//!
//! A core has its own table of pages and its own vector cache. An access that misses the table waits for the page walk. A
//! load that finds its line in the cache is there sooner, but not before the line; a miss brings the whole line. Stores go
//! through to memory and bring nothing. Consecutive elements of one instruction that lie in the same word of a bank, or in
//! the same burst of DRAM, go together.
//!
//! Absent: scalar accesses (they have the latency of a setting), memory order between cores.

use alloc::vec::Vec;

use lanescope_parts::{
    keep,
    mem::{
        dram::channels,
        main::{self, Answer, Main, Request, Takes},
        tlb::Tlb,
        vector_cache::{Cache, Found, Joined},
    },
};
use serde::Serialize;

use crate::spec::{MemoryModel, Spec};

/// The memory that all cores share.
pub fn main_memory(spec: &Spec) -> main::Config {
    match spec.memory {
        MemoryModel::Ideal => main::Config::Ideal,
        MemoryModel::Banked => main::Config::Banked(spec.banked.clone()),
        MemoryModel::Dram => {
            main::Config::Dram(channels::Config::new(&spec.channel, &spec.home, spec.chip.clock_mhz))
        }
    }
}

/// A core's own part of the way to memory.
#[derive(Clone, Debug, Serialize)]
pub struct Path {
    tlb: Option<Tlb>,
    #[serde(skip)]
    tlb_penalty: u64,
    cache: Option<Cache>,
    /// Accesses that missed the table of pages.
    pub tlb_misses: u64,
    /// Loads that found their line in the vector cache.
    pub cache_hits: u64,
    /// Loads that did not.
    pub cache_misses: u64,
    /// Bytes that went to or came from main memory.
    pub memory_bytes: u64,
}

/// The accesses of one instruction.
#[derive(Clone, Debug)]
pub struct Stream {
    write: bool,
    bytes: u64,
    /// Cycles of the way to memory and back.
    depth: u64,
    /// The word or burst that the last element took, and when that access was over.
    last: Option<(u64, u64)>,
    /// Banks that it takes, and when.
    pub banks: Vec<(u64, u32)>,
    /// Bursts that it asks for, with the address of each.
    pub bursts: Vec<(u64, channels::Sent)>,
    /// Lines on their way that it waits for, by the numbers of their requests: other instructions have asked for them.
    pub joined: Vec<Joined>,
}

/// An access that has entered the memory system.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entered {
    /// When its physical address is known.
    pub translated: u64,
    /// When.
    pub cycle: u64,
    /// When its data is there, or has arrived.
    pub there: u64,
}

impl Stream {
    /// Accesses of so many bytes that take so many cycles to memory and back.
    pub fn new(write: bool, bytes: u32, depth: u64) -> Stream {
        let (banks, bursts, joined) = (Vec::new(), Vec::new(), Vec::new());
        Stream { write, bytes: bytes.into(), depth, last: None, banks, bursts, joined }
    }

    /// An element waits for a line that a request brings. The first one of the instruction says it, unless the request is one
    /// of its own.
    fn join(&mut self, cycle: u64, address: u64, request: u64) {
        // All of an instruction's accesses are made when it issues: its own requests have the highest numbers.
        let own = self.bursts.first().is_some_and(|(_, first)| request >= first.number);
        if request == 0 || own {
            return;
        }
        if let Err(at) = self.joined.binary_search_by_key(&request, |joined| joined.request) {
            self.joined.insert(at, Joined { cycle, address, request });
        }
    }

    /// A piece of memory at the first possible cycle from `cycle` on.
    fn ask(&mut self, main: &mut Main, (address, bytes): (u64, u64), write: bool, cycle: u64) -> Answer {
        let answer = main.enter(Request::new(address, bytes, write), cycle);
        match answer.takes {
            Takes::Nothing => {}
            Takes::Bank(bank) => self.banks.push((answer.enters, bank)),
            Takes::Burst(sent) => self.bursts.push((address, sent)),
        }
        answer
    }
}

keep!(Path { cache });

impl Path {
    /// The table of pages, if there is one.
    pub fn tlb(&self) -> Option<&Tlb> {
        self.tlb.as_ref()
    }

    /// The vector cache, if there is one.
    pub fn cache(&self) -> Option<&Cache> {
        self.cache.as_ref()
    }

    /// Empty.
    pub fn new(spec: &Spec) -> Path {
        Path {
            tlb: Tlb::new(&spec.translation),
            tlb_penalty: spec.translation.tlb_penalty.into(),
            cache: Cache::new(&spec.cache),
            tlb_misses: 0,
            cache_hits: 0,
            cache_misses: 0,
            memory_bytes: 0,
        }
    }

    /// The least time from entry to result: that of a hit, if there is a cache.
    pub fn least_depth(&self, stream: &Stream) -> u64 {
        let hit = self.cache.as_ref().filter(|_| !stream.write).map(Cache::depth);
        hit.map_or(stream.depth, |hit| hit.min(stream.depth))
    }

    /// An element's access enters at the first possible cycle from `cycle` on.
    pub fn enter(&mut self, main: &mut Main, stream: &mut Stream, address: u64, cycle: u64) -> Entered {
        let cycle = self.translate(address, cycle);
        let least = self.least_depth(stream);
        let Some(cache) = self.cache.as_mut().filter(|_| !stream.write) else {
            let (entered, moved) = reach(main, stream, address, cycle);
            self.memory_bytes += moved;
            return entered;
        };
        let line = cache.line(address);
        if let Some(found) = cache.find(line) {
            self.cache_hits += 1;
            if found.there > cycle + least {
                stream.join(cycle, line, found.request);
            }
            return Entered { translated: cycle, cycle, there: found.there.max(cycle + least) };
        }
        self.cache_misses += 1;
        let (entered, moved) = fetch_line(main, stream, address, (line, cache.line_bytes()), cycle);
        let (request, sent) = stream.bursts.last().map_or((0, 0), |(_, sent)| (sent.number, sent.cycle));
        cache.fill(line, Found { there: entered.there, request, sent });
        self.memory_bytes += moved;
        entered
    }

    /// When the physical address is known.
    fn translate(&mut self, address: u64, cycle: u64) -> u64 {
        let known = self.tlb.as_mut().is_none_or(|tlb| tlb.look_up(address));
        self.tlb_misses += u64::from(!known);
        if known { cycle } else { cycle + self.tlb_penalty }
    }
}

/// An element's access to main memory, and the bytes that it moves. One in the word or burst of the element before needs no
/// access of its own.
fn reach(main: &mut Main, stream: &mut Stream, address: u64, cycle: u64) -> (Entered, u64) {
    let entered = |cycle, end| Entered { translated: cycle, cycle, there: end + stream.depth };
    let piece = main.piece_bytes().map(|bytes| address / bytes);
    if let Some((_, end)) = stream.last.filter(|(last, _)| piece == Some(*last)) {
        let moved = if main.channels().is_some() { 0 } else { stream.bytes };
        return (entered(cycle, end.max(cycle)), moved);
    }
    let answer = stream.ask(main, (address, stream.bytes), stream.write, cycle);
    stream.last = piece.map(|piece| (piece, answer.there));
    let there = answer.there + stream.depth;
    (Entered { translated: cycle, cycle: answer.enters, there }, answer.moved)
}

/// A whole line comes for the element that misses it, in all of its words or bursts; and the bytes that move. Of words that of
/// the element goes first, and the element has entered with it; bursts go in their order, and it has entered with the last.
fn fetch_line(
    main: &mut Main,
    stream: &mut Stream,
    address: u64,
    (line, bytes): (u64, u64),
    cycle: u64,
) -> (Entered, u64) {
    let pieces = main.pieces(line, bytes);
    let (mut enters, mut end, mut moved) = (cycle, cycle, 0);
    if let Main::Banked(banks) = main {
        let word = banks.word();
        let own = |(piece, _): &(u64, u64)| piece / word == address / word;
        let others = pieces.clone().filter(|piece| !own(piece));
        for (at, piece) in pieces.filter(own).chain(others).enumerate() {
            let answer = stream.ask(main, piece, false, cycle);
            enters = if at == 0 { answer.enters } else { enters };
            (end, moved) = (end.max(answer.there), moved + answer.moved);
        }
    } else {
        for piece in pieces {
            let answer = stream.ask(main, piece, false, enters);
            (enters, end, moved) = (answer.enters, answer.there, moved + answer.moved);
        }
    }
    (Entered { translated: cycle, cycle: enters, there: end + stream.depth }, moved)
}
