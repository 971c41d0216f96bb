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
        banked::Banks,
        dram::{
            channels::{self, Channels},
            controller::Counters,
        },
        tlb::Tlb,
        vector_cache::{Cache, Found, Joined},
    },
    trace::Event,
};
use serde::Serialize;

use crate::spec::{MemoryModel, Spec};

/// The memory that all cores share.
#[derive(Clone, Debug, Serialize)]
pub enum Main {
    /// Takes every access.
    Ideal,
    /// Word-interleaved banks.
    Banked(Banks),
    /// Dynamic memory.
    Dram(Channels),
}

impl Main {
    /// Idle.
    pub fn new(spec: &Spec) -> Main {
        match spec.memory {
            MemoryModel::Ideal => Main::Ideal,
            MemoryModel::Banked => Main::Banked(Banks::new(&spec.banked)),
            MemoryModel::Dram => Main::Dram(Channels::new(&channels(spec))),
        }
    }

    /// The bank of an address, if there are banks.
    pub fn bank(&self, address: u64) -> Option<u32> {
        match self {
            Main::Banked(banks) => banks.bank(address),
            Main::Ideal | Main::Dram(_) => None,
        }
    }

    /// Time has come to a cycle: no later access begins before it.
    pub fn catch_up(&mut self, now: u64) {
        match self {
            Main::Ideal => {}
            Main::Banked(banks) => banks.forget_before(now),
            Main::Dram(channels) => channels.catch_up(now),
        }
    }

    /// Hands out the DRAM commands since the last time, with their cycles.
    pub fn commands(&mut self) -> impl Iterator<Item = (u64, Event)> + '_ {
        let channels = if let Main::Dram(channels) = self { Some(channels) } else { None };
        channels.into_iter().flat_map(Channels::commands)
    }

    /// What the channels have done, if there are any.
    pub fn counters(&self) -> Counters {
        if let Main::Dram(channels) = self { channels.counters() } else { Counters::default() }
    }
}

/// The channels, when memory is DRAM.
fn channels(spec: &Spec) -> channels::Config {
    channels::Config {
        channel: spec.channel.clone(),
        channels: spec.home.channels,
        granule: spec.home.channel_bytes,
        clock_mhz: spec.chip.clock_mhz,
    }
}

/// Most bytes of the host's memory that the memory of all cores takes, without what is under way.
pub fn shared_bytes(spec: &Spec) -> u64 {
    match spec.memory {
        MemoryModel::Ideal => 0,
        MemoryModel::Banked => spec.banked.host_bytes(),
        MemoryModel::Dram => channels(spec).host_bytes(),
    }
}

/// Bytes of it that copies share: the rules of DRAM.
pub fn rules_bytes(spec: &Spec) -> u64 {
    if spec.memory == MemoryModel::Dram { channels(spec).rules_bytes() } else { 0 }
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

/// When an access has the bank or channel that it takes, and when that is over.
#[derive(Clone, Copy)]
struct Turn {
    cycle: u64,
    end: u64,
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

    /// Takes the bank of a word at the first possible cycle from `cycle` on.
    fn take_bank(&mut self, banks: &mut Banks, address: u64, cycle: u64) -> Turn {
        let cycle = banks.access(address, cycle);
        self.banks.extend(banks.bank(address).map(|bank| (cycle, bank)));
        Turn { cycle, end: cycle }
    }

    /// Asks for the burst that has an address at the first possible cycle from `cycle` on.
    fn ask(&mut self, channels: &mut Channels, address: u64, write: bool, cycle: u64) -> Turn {
        let entry = channels.request(address, write, cycle);
        self.bursts.push((address, entry));
        Turn { cycle: entry.cycle, end: entry.end }
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
    let (size, moved) = match main {
        Main::Ideal => {
            return (Entered { translated: cycle, cycle, there: cycle + stream.depth }, stream.bytes);
        }
        Main::Banked(banks) => (banks.word(), stream.bytes),
        Main::Dram(channels) => (channels.burst_bytes(), channels.burst_bytes()),
    };
    if let Some((_, end)) = stream.last.filter(|(number, _)| *number == address / size) {
        let moved = if matches!(main, Main::Dram(_)) { 0 } else { moved };
        return (Entered { translated: cycle, cycle, there: end.max(cycle) + stream.depth }, moved);
    }
    let entry = match main {
        Main::Dram(channels) => stream.ask(channels, address, stream.write, cycle),
        Main::Banked(banks) => stream.take_bank(banks, address, cycle),
        Main::Ideal => Turn { cycle, end: cycle },
    };
    stream.last = Some((address / size, entry.end));
    (Entered { translated: cycle, cycle: entry.cycle, there: entry.end + stream.depth }, moved)
}

/// A whole line comes for the element that misses it, in all of its words or bursts; and the bytes that move. The element
/// has entered with the word of its own bank.
fn fetch_line(
    main: &mut Main,
    stream: &mut Stream,
    address: u64,
    (line, bytes): (u64, u64),
    cycle: u64,
) -> (Entered, u64) {
    match main {
        Main::Ideal => (reach(main, stream, address, cycle).0, bytes),
        Main::Banked(banks) => {
            let own = stream.take_bank(banks, address, cycle);
            let word = banks.word();
            let others = (0..bytes.div_ceil(word)).map(|number| line + number * word);
            let others = others.filter(|other| other / word != address / word);
            let end = others.fold(own.end, |end, other| end.max(stream.take_bank(banks, other, cycle).end));
            (Entered { translated: cycle, cycle: own.cycle, there: end + stream.depth }, bytes)
        }
        Main::Dram(channels) => {
            let step = channels.burst_bytes();
            let mut last = Turn { cycle, end: cycle };
            let bursts = bytes.div_ceil(step);
            for burst in 0..bursts {
                last = stream.ask(channels, line + burst * step, false, last.cycle);
            }
            (Entered { translated: cycle, cycle: last.cycle, there: last.end + stream.depth }, bursts * step)
        }
    }
}
