//! The memory behind the load/store unit, as far as it takes time (HARP 6.2).
//!
//! A scratchpad answers each line in the next cycle, memory of fixed latency after the cycles of a setting; both take one line in each cycle.
//! DRAM behind a cache, and the vaults of a cube, say when a request can leave and when its answer is there: all of them are
//! [main memory](lanescope_parts::mem::main). The cache keeps what loads have brought; stores go through it and bring nothing.
//!
//! When a request leaves, all that comes of it is certain: requests leave in their order.

use lanescope_parts::{
    keep,
    mem::{
        dram::{channels, controller::Counters as DramCounters, vaults::Sent},
        main::{self, Main, Request},
        vector_cache::{Cache, Found},
    },
    trace::Event,
};
use serde::{Serialize, Serializer};

use super::settings::{Model, Settings};

/// See the module.
#[derive(Clone, Debug, Serialize)]
pub struct Memory {
    #[serde(serialize_with = "numbered")]
    main: Main,
    cache: Option<Cache>,
    /// Lines that loads found in the cache.
    #[serde(skip)]
    pub hits: u64,
    /// Lines that they did not find.
    #[serde(skip)]
    pub misses: u64,
    /// Bytes that went to or came from memory behind the cache.
    #[serde(skip)]
    pub moved: u64,
}

keep!(Memory { cache });

/// For digests: the kinds of memory that this machine has, by number, with what each holds.
fn numbered<S: Serializer>(main: &Main, serializer: S) -> Result<S::Ok, S::Error> {
    let number = match main {
        Main::Ideal | Main::Fixed(_) | Main::Banked(_) => 0,
        Main::Dram(_) => 1,
        Main::Vaults(_) => 2,
    };
    (number, main).serialize(serializer)
}

/// What is behind the cache, if there is one.
pub fn main_memory(settings: &Settings) -> main::Config {
    let mhz = settings.pipeline_mhz;
    match settings.mem_model {
        Model::Scratchpad => main::Config::Fixed(1),
        Model::Fixed => main::Config::Fixed(settings.mem_latency.into()),
        Model::Dram => main::Config::Dram(channels::Config::new(&settings.channel, &settings.home, mhz)),
        Model::Hmc => main::Config::Vaults(settings.vaults.clone(), mhz),
    }
}

impl Memory {
    /// Idle, with an empty cache.
    pub fn new(settings: &Settings) -> Memory {
        let main = Main::new(&main_memory(settings));
        let cache = (settings.mem_model == Model::Dram).then(|| Cache::new(&settings.cache)).flatten();
        Memory { main, cache, hits: 0, misses: 0, moved: 0 }
    }

    /// A request of a core for a line, so many bytes, read or written, that could leave in a cycle.
    pub fn request(&mut self, core: usize, (line, bytes, write): (u64, u64, bool), cycle: u64) -> Sent {
        let Some(cache) = self.cache.as_mut().filter(|_| !write) else {
            return self.reach(core, (line, bytes, write), cycle);
        };
        let (own, length, depth) = (cache.line(line), cache.line_bytes(), cache.depth());
        let mut sent = Sent { leaves: cycle, there: cycle + depth };
        for at in 0..(line + (bytes - 1) - own) / length + 1 {
            let part = own + at * length;
            let there = match self.cache.as_mut().and_then(|cache| cache.find(part)) {
                Some(found) => {
                    self.hits += 1;
                    found.there
                }
                None => {
                    self.misses += 1;
                    let asked = self.reach(core, (part, length, false), sent.leaves);
                    sent.leaves = asked.leaves;
                    let found = Found { there: asked.there, request: 0, sent: asked.leaves };
                    self.cache.iter_mut().for_each(|cache| cache.fill(part, found));
                    asked.there
                }
            };
            sent.there = sent.there.max(there);
        }
        sent
    }

    /// A request goes to memory behind the cache, a piece behind the other.
    fn reach(&mut self, core: usize, (address, bytes, write): (u64, u64, bool), cycle: u64) -> Sent {
        let mut sent = Sent { leaves: cycle, there: cycle };
        for (address, bytes) in self.main.pieces(address, bytes) {
            let answer = self.main.enter(Request { address, bytes, write, core }, sent.leaves);
            self.moved += answer.moved;
            sent = Sent { leaves: answer.enters, there: sent.there.max(answer.there) };
        }
        sent
    }

    /// Time has come to a cycle: no later request leaves before it.
    pub fn catch_up(&mut self, now: u64) {
        self.main.catch_up(now);
    }

    /// Hands out the commands of channels or vaults since the last time, with their cycles.
    pub fn commands(&mut self) -> impl Iterator<Item = (u64, Event)> + '_ {
        self.main.commands()
    }

    /// How many requests channels or vaults have in a cycle, and how many they can have.
    pub fn under_way(&self, now: u64) -> Option<(usize, usize)> {
        self.main.under_way(now)
    }

    /// What channels or vaults have done, if memory has them.
    pub fn dram(&self) -> Option<DramCounters> {
        self.main.counters()
    }

    /// Is there a cache?
    pub const fn has_cache(&self) -> bool {
        self.cache.is_some()
    }

    /// Most bytes of the host's memory that a memory takes, and those of them that its copies share.
    pub fn host_bytes(settings: &Settings) -> (u64, u64) {
        let cache = if settings.mem_model == Model::Dram { settings.cache.host_bytes() } else { 0 };
        let (main, shared) = main_memory(settings).host_bytes();
        (main + cache, shared + cache)
    }
}
