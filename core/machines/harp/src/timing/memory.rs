//! The memory behind the load/store unit, as far as it takes time (HARP 6.2).
//!
//! A scratchpad answers each line in the next cycle, memory of fixed latency after the cycles of a setting; both take one line in each cycle.
//! DRAM behind a cache, and the vaults of a cube, all of them parts that any machine can use, say when a request can leave and when its
//! answer is there. The cache keeps what loads have brought; stores go through it and bring nothing.
//!
//! When a request leaves, all that comes of it is certain: requests leave in their order.

use lanescope_parts::{
    keep,
    mem::{
        dram::{
            channels::{self, Channels},
            controller::Counters as DramCounters,
            vaults::{BLOCK, Sent, Vaults},
        },
        vector_cache::{Cache, Found},
    },
};
use serde::Serialize;

use super::settings::{Model, Settings};

/// See the module.
#[derive(Clone, Debug, Serialize)]
pub struct Memory {
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

#[derive(Clone, Debug, Serialize)]
enum Main {
    Fixed(u64),
    Dram(Channels),
    Vaults(Vaults),
}

keep!(Memory { cache });

/// The channels, when memory is DRAM.
fn channels(settings: &Settings) -> channels::Config {
    channels::Config {
        channel: settings.channel.clone(),
        channels: settings.home.channels,
        granule: settings.home.channel_bytes,
        clock_mhz: settings.pipeline_mhz,
    }
}

impl Memory {
    /// Idle, with an empty cache.
    pub fn new(settings: &Settings) -> Memory {
        let main = match settings.mem_model {
            Model::Scratchpad => Main::Fixed(1),
            Model::Fixed => Main::Fixed(settings.mem_latency.into()),
            Model::Dram => Main::Dram(Channels::new(&channels(settings))),
            Model::Hmc => Main::Vaults(Vaults::new(&settings.vaults, settings.pipeline_mhz)),
        };
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

    /// A request goes to memory behind the cache.
    fn reach(&mut self, core: usize, (address, bytes, write): (u64, u64, bool), cycle: u64) -> Sent {
        let mut sent = Sent { leaves: cycle, there: cycle };
        match &mut self.main {
            Main::Fixed(latency) => {
                self.moved += bytes;
                sent.there = cycle + *latency;
            }
            Main::Dram(channels) => {
                let step = channels.burst_bytes().max(1);
                let first = address - address % step;
                for burst in 0..(address + (bytes - 1) - first) / step + 1 {
                    let asked = channels.request(first + burst * step, write, sent.leaves);
                    self.moved += step;
                    sent = Sent { leaves: asked.cycle, there: sent.there.max(asked.end) };
                }
            }
            Main::Vaults(vaults) => {
                for block in 0..bytes.div_ceil(BLOCK) {
                    let access = (address + BLOCK * block, bytes.min(BLOCK), write);
                    let asked = vaults.request_from(core, access, sent.leaves, &mut |_| {});
                    sent = Sent { leaves: asked.leaves, there: sent.there.max(asked.there) };
                }
                self.moved += bytes;
            }
        }
        sent
    }

    /// Time has come to a cycle: no later request leaves before it.
    pub fn catch_up(&mut self, now: u64) {
        if let Main::Dram(channels) = &mut self.main {
            channels.catch_up(now);
            // Commands are counted, not told.
            channels.commands().for_each(drop);
        }
    }

    /// What channels or vaults have done, if memory has them.
    pub fn dram(&self) -> Option<DramCounters> {
        match &self.main {
            Main::Fixed(_) => None,
            Main::Dram(channels) => Some(channels.counters()),
            Main::Vaults(vaults) => Some(vaults.counters),
        }
    }

    /// Is there a cache?
    pub const fn has_cache(&self) -> bool {
        self.cache.is_some()
    }

    /// Most bytes of the host's memory that a memory takes, and those of them that its copies share.
    pub fn host_bytes(settings: &Settings) -> (u64, u64) {
        match settings.mem_model {
            Model::Scratchpad | Model::Fixed => (0, 0),
            Model::Dram => {
                let (channels, cache) = (channels(settings), settings.cache.host_bytes());
                (channels.host_bytes() + cache, channels.rules_bytes() + cache)
            }
            Model::Hmc => settings.vaults.host_bytes(),
        }
    }
}
