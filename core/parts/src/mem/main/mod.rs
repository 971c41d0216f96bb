//! Main memory: what all cores share behind whatever caches they have, as one part of several kinds.
//!
//! Whoever has an access cuts it into the [pieces](Main::pieces) that go by themselves (words of banks, bursts of channels, blocks of
//! vaults) and lets one after the other [`enter`](Main::enter) at the first possible cycle. The [`Answer`] is certain at once: when the
//! piece has entered, when it is over, and what it has taken there. So a machine that knows the times of a whole instruction when that
//! issues asks ahead of time, and one that asks in the cycle in which it wants to go gets the same answers.
//!
//! What is done with the answers is the asker's: whether pieces enter one behind the other or all at once, the latency of the way to
//! memory and back, and which event tells of it.
//!
//! Used by: `harp`, `packed`, `rvv`.
//!
//! Absent: caches ([`super::vector_cache`] and others stand in front of it), data, an order between the accesses of several cores other
//! than that in which they ask.

#[cfg(test)]
mod tests;

use serde::Serialize;

use super::{
    banked::{self, Banks},
    dram::{
        channels::{self, Channels, Sent},
        controller::Counters,
        vaults::{self, BLOCK, Vaults},
    },
};
use crate::trace::Event;

/// Which kind of memory, and its settings.
#[derive(Clone, Debug, PartialEq)]
pub enum Config {
    /// Takes every access, and it is over at once.
    Ideal,
    /// Takes every access, and it is over after so many cycles.
    Fixed(u64),
    /// Word-interleaved banks.
    Banked(banked::Settings),
    /// Dynamic memory.
    Dram(channels::Config),
    /// The vaults of a cube, for cores of so many MHz.
    Vaults(vaults::Settings, u32),
}

impl Config {
    /// The channels, when memory is DRAM.
    pub const fn channels(&self) -> Option<&channels::Config> {
        if let Config::Dram(channels) = self { Some(channels) } else { None }
    }

    /// Most bytes of the host's memory that it takes, without what is under way, and those of them that copies share.
    pub fn host_bytes(&self) -> (u64, u64) {
        match self {
            Config::Ideal | Config::Fixed(_) => (0, 0),
            Config::Banked(banks) => (banks.host_bytes(), 0),
            Config::Dram(channels) => (channels.host_bytes(), channels.rules_bytes()),
            Config::Vaults(vaults, _) => vaults.host_bytes(),
        }
    }
}

/// Main memory, whichever it is. Of its state a digest knows the contents and not the kind: each machine numbers those that it has.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub enum Main {
    /// Takes every access, and it is over at once.
    Ideal,
    /// Takes every access, and it is over after so many cycles.
    Fixed(u64),
    /// Word-interleaved banks.
    Banked(Banks),
    /// Dynamic memory.
    Dram(Channels),
    /// The vaults of a cube.
    Vaults(Vaults),
}

/// A piece of an access, or all of it where memory has no pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Request {
    /// The first byte.
    pub address: u64,
    /// How many bytes.
    pub bytes: u64,
    /// Does it write?
    pub write: bool,
    /// The number of the core that asks: in a cube its way to a vault depends on it.
    pub core: usize,
}

impl Request {
    /// Of the first core.
    pub const fn new(address: u64, bytes: u64, write: bool) -> Request {
        Request { address, bytes, write, core: 0 }
    }
}

/// What becomes of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The cycle in which memory takes it.
    pub enters: u64,
    /// The first cycle after it: its data is there, or has arrived.
    pub there: u64,
    /// Bytes that move: whole bursts, else those that were asked for.
    pub moved: u64,
    /// What it takes there.
    pub takes: Takes,
}

/// What a piece takes in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Takes {
    /// Nothing that others could miss, or nothing that is told of.
    Nothing,
    /// A bank, in the cycle in which it enters.
    Bank(u32),
    /// A burst of a channel.
    Burst(Sent),
}

impl Main {
    /// Idle.
    pub fn new(config: &Config) -> Main {
        match config {
            Config::Ideal => Main::Ideal,
            Config::Fixed(latency) => Main::Fixed(*latency),
            Config::Banked(banks) => Main::Banked(Banks::new(banks)),
            Config::Dram(channels) => Main::Dram(Channels::new(channels)),
            Config::Vaults(vaults, clock_mhz) => Main::Vaults(Vaults::new(vaults, *clock_mhz)),
        }
    }

    /// Bytes of a piece, which begins at a multiple of them: those of a word, a burst or a block. `None` if it takes any number
    /// at once.
    pub fn piece_bytes(&self) -> Option<u64> {
        match self {
            Main::Ideal | Main::Fixed(_) => None,
            Main::Banked(banks) => Some(banks.word()),
            Main::Dram(channels) => Some(channels.burst_bytes()),
            Main::Vaults(_) => Some(BLOCK),
        }
    }

    /// The pieces of an access to some bytes in ascending order: the first byte of each, and how many it has.
    pub fn pieces(&self, address: u64, bytes: u64) -> impl Iterator<Item = (u64, u64)> + Clone + use<> {
        let last = address.saturating_add(bytes.max(1) - 1);
        let size = self.piece_bytes();
        let number = |address| size.map_or(0, |size: u64| address / size.max(1));
        (number(address)..=number(last)).map(move |number| {
            let Some(size) = size else { return (address, bytes) };
            let first = address.max(number * size);
            (first, last.min((number * size).saturating_add(size - 1)) - first + 1)
        })
    }

    /// A piece enters at the first possible cycle from `cycle` on.
    #[inline]
    pub fn enter(&mut self, request: Request, cycle: u64) -> Answer {
        let Request { address, bytes, write, core } = request;
        let at_once = Answer { enters: cycle, there: cycle, moved: bytes, takes: Takes::Nothing };
        match self {
            Main::Ideal => at_once,
            Main::Fixed(latency) => Answer { there: cycle + *latency, ..at_once },
            Main::Banked(banks) => {
                let enters = banks.access(address, cycle);
                let takes = banks.bank(address).map_or(Takes::Nothing, Takes::Bank);
                Answer { enters, there: enters, takes, ..at_once }
            }
            Main::Dram(channels) => {
                let sent = channels.request(address, write, cycle);
                let (there, moved) = (sent.end, channels.burst_bytes());
                Answer { enters: sent.cycle, there, moved, takes: Takes::Burst(sent) }
            }
            Main::Vaults(vaults) => {
                let sent = vaults.enter(core, (address, bytes, write), cycle);
                Answer { enters: sent.leaves, there: sent.there, ..at_once }
            }
        }
    }

    /// The bank of an address, if there are banks.
    pub fn bank(&self, address: u64) -> Option<u32> {
        if let Main::Banked(banks) = self { banks.bank(address) } else { None }
    }

    /// The channels, if there are any.
    pub const fn channels(&self) -> Option<&Channels> {
        if let Main::Dram(channels) = self { Some(channels) } else { None }
    }

    /// Time has come to a cycle: no later access begins before it.
    pub fn catch_up(&mut self, now: u64) {
        match self {
            Main::Ideal | Main::Fixed(_) => {}
            Main::Banked(banks) => banks.forget_before(now),
            Main::Dram(channels) => channels.catch_up(now),
            Main::Vaults(vaults) => vaults.catch_up(now),
        }
    }

    /// Hands out the commands of channels or vaults since the last time, with their cycles.
    pub fn commands(&mut self) -> impl Iterator<Item = (u64, Event)> + '_ {
        match self {
            Main::Ideal | Main::Fixed(_) | Main::Banked(_) => None,
            Main::Dram(channels) => Some(channels.commands()),
            Main::Vaults(vaults) => Some(vaults.commands()),
        }
        .into_iter()
        .flatten()
    }

    /// How many bursts or accesses are under way in a cycle, and how many can be, if there are channels or vaults.
    pub fn under_way(&self, now: u64) -> Option<(usize, usize)> {
        match self {
            Main::Ideal | Main::Fixed(_) | Main::Banked(_) => None,
            Main::Dram(channels) => {
                let each = channels.under_way(now);
                Some(each.fold((0, 0), |(all, room), one| (all + one, room + channels.queue())))
            }
            Main::Vaults(vaults) => {
                let each = vaults.under_way(now);
                Some(each.fold((0, 0), |(all, room), one| (all + one, room + vaults.queue())))
            }
        }
    }

    /// What channels or vaults have done, if there are any.
    pub fn counters(&self) -> Option<Counters> {
        match self {
            Main::Ideal | Main::Fixed(_) | Main::Banked(_) => None,
            Main::Dram(channels) => Some(channels.counters()),
            Main::Vaults(vaults) => Some(vaults.counters),
        }
    }
}
