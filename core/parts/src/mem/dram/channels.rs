//! Several channels that serve bursts in order, with times in the clock of whoever asks.
//!
//! Memory is dealt out over the channels in granules. A channel serves bursts in the order in which it is asked
//! ([`InOrder`]), so that a burst's time is certain at once; it has a clock of its own. Only so many bursts of a channel are
//! under way at a time: the next one enters when the oldest of them is over.

use alloc::{
    collections::{VecDeque, vec_deque::Drain},
    vec::Vec,
};

use serde::Serialize;

use super::{
    Issued,
    controller::{Burst, Counters},
    device,
    in_order::InOrder,
    settings::Settings,
};
use crate::{
    mem::{
        clocks::Clocks,
        partition::{self, Interleave},
    },
    trace::Event,
};

/// How many channels there are, and of which kind.
#[derive(Clone, Debug, PartialEq)]
pub struct Config {
    /// Each channel; its queue bounds the bursts under way.
    pub channel: Settings,
    /// How many; 0 counts as 1.
    pub channels: u32,
    /// Bytes that stay in one channel before the next one's turn; at least a burst.
    pub granule: u32,
    /// Clock of whoever asks, in MHz.
    pub clock_mhz: u32,
}

/// The channels.
#[derive(Clone, Debug, Serialize)]
pub struct Channels {
    #[serde(skip)]
    clocks: Clocks,
    #[serde(skip)]
    interleave: Interleave,
    #[serde(skip)]
    burst_bytes: u64,
    /// Bursts of a channel that can be under way.
    #[serde(skip)]
    queue: usize,
    channels: Vec<Channel>,
    /// Commands that nobody has asked for yet.
    #[serde(skip)]
    commands: VecDeque<(u64, Event)>,
    /// Bursts sent so far: the last one's number.
    #[serde(skip)]
    sent: u64,
}

/// A channel.
#[derive(Clone, Debug, Serialize)]
struct Channel {
    controller: InOrder,
    /// When the bursts under way are over.
    ends: VecDeque<u64>,
}

/// A burst that has entered its channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sent {
    /// When.
    pub cycle: u64,
    /// The first cycle after its data.
    pub end: u64,
    /// Its number in events.
    pub number: u64,
    /// Its channel.
    pub channel: u16,
}

impl Config {
    /// Channels that addresses are dealt out over as a setting says, for an asker of some MHz.
    pub fn new(channel: &Settings, home: &partition::Settings, clock_mhz: u32) -> Config {
        let (channels, granule) = (home.channels, home.channel_bytes);
        Config { channel: channel.clone(), channels, granule, clock_mhz }
    }

    /// Most bytes of the host's memory that the channels take, without the commands that are still to come.
    pub fn host_bytes(&self) -> u64 {
        let channel = size_of::<Channel>() as u64 + device::HOST_BYTES;
        u64::from(self.channels.max(1)) * (channel + 2 * 8 * u64::from(self.channel.dram_queue.max(1)))
    }

    /// Bytes of them that are rules, which copies share.
    pub fn rules_bytes(&self) -> u64 {
        u64::from(self.channels.max(1)) * device::RULES_BYTES
    }
}

impl Channels {
    /// Idle channels.
    pub fn new(config: &Config) -> Channels {
        let Config { channel: kind, channels: count, granule, clock_mhz } = config;
        let standard = kind.standard();
        let channel = Channel { controller: InOrder::new(standard, kind.map()), ends: VecDeque::new() };
        let (count, burst) = ((*count).max(1), standard.organization.burst_bytes.max(1));
        Channels {
            clocks: Clocks::new(*clock_mhz, kind.dram_mhz),
            interleave: Interleave {
                granule: (*granule).max(burst).into(),
                parts: count.into(),
                hash: false,
            },
            burst_bytes: burst.into(),
            queue: kind.dram_queue.max(1) as usize,
            channels: alloc::vec![channel; count as usize],
            commands: VecDeque::new(),
            sent: 0,
        }
    }

    /// Bytes of a burst.
    pub fn burst_bytes(&self) -> u64 {
        self.burst_bytes
    }

    /// Most bursts of a channel that are under way.
    pub fn queue(&self) -> usize {
        self.queue
    }

    /// Banks of a channel.
    pub fn banks(&self) -> u32 {
        self.channels.first().map_or(0, |channel| channel.controller.banks())
    }

    /// How many bursts of each channel are under way in a cycle, those included that wait for their turn.
    pub fn under_way(&self, now: u64) -> impl Iterator<Item = usize> + '_ {
        self.channels.iter().map(move |channel| channel.ends.iter().filter(|end| **end > now).count())
    }

    /// Sends the burst that has an address at the first possible cycle from `cycle` on.
    pub fn request(&mut self, address: u64, write: bool, cycle: u64) -> Sent {
        let Channels { clocks, interleave, queue, channels, commands, sent, .. } = self;
        *sent += 1;
        let (place, address) = interleave.split(address);
        let entry = |cycle, end| Sent { cycle, end, number: *sent, channel: place as u16 };
        let Some(channel) = channels.get_mut(place as usize) else { return entry(cycle, cycle) };
        let oldest = channel.ends.len().checked_sub(*queue).and_then(|at| channel.ends.get(at));
        let cycle = oldest.map_or(cycle, |end| cycle.max(*end));
        while channel.ends.len() >= *queue {
            channel.ends.pop_front();
        }
        let arrival = clocks.first_memory_cycle(cycle);
        let burst = Burst { id: 0, address, write, request: *sent };
        let end = channel.controller.serve(arrival, burst, &mut |issued| {
            commands.push_back(told(*clocks, place, issued));
        });
        let end = clocks.core_time(end);
        channel.ends.push_back(end);
        entry(cycle, end)
    }

    /// Does what is due by a cycle, although nobody asks for data.
    pub fn catch_up(&mut self, now: u64) {
        let Channels { clocks, channels, commands, .. } = self;
        let time = clocks.memory_time(now);
        for (number, channel) in (0..).zip(channels) {
            let tell = &mut |issued| commands.push_back(told(*clocks, number, issued));
            channel.controller.catch_up(time, tell);
        }
    }

    /// The commands since somebody asked last, with their cycles: none lies before the last cycle that was caught up with.
    pub fn commands(&mut self) -> Drain<'_, (u64, Event)> {
        self.commands.drain(..)
    }

    /// Counts of all channels together.
    pub fn counters(&self) -> Counters {
        let mut sum = Counters::default();
        self.channels.iter().for_each(|channel| sum.add(&channel.controller.counters));
        sum
    }
}

/// A command as an event of the core cycle that sees it.
fn told(clocks: Clocks, channel: u32, issued: Issued) -> (u64, Event) {
    let Issued { cycle, command, bank, row, request } = issued;
    (
        clocks.core_time(cycle),
        Event::Dram { channel: channel as u16, bank, command, row, request, time: cycle },
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mem::dram::{
        map::FieldOrder,
        standard::{DDR4_2400, Name},
    };

    /// Core and memory clock are the same.
    fn config() -> Config {
        let channel = Settings {
            dram: Name::Ddr4,
            dram_map: FieldOrder::RowBankColumnGroup,
            dram_mhz: 1200,
            ..Settings::default()
        };
        Config { channel, channels: 1, granule: 256, clock_mhz: 1200 }
    }

    #[test]
    fn a_burst_takes_the_time_of_the_standard_in_core_cycles() {
        let t = DDR4_2400.timing;
        let closed = u64::from(t.rcd + t.cl + t.burst);
        let times = |config: &Config| {
            let entry = Channels::new(config).request(0, false, 100);
            (entry.cycle, entry.end)
        };
        assert_eq!(times(&config()), (100, 100 + closed));
        let slow = Config { clock_mhz: 500, ..config() };
        let end = 100 + (closed * 500).div_ceil(1200);
        assert_eq!(times(&slow), (100, end));
    }

    #[test]
    fn only_so_many_bursts_are_under_way() {
        let channel = Settings { dram_queue: 2, ..config().channel };
        let mut channels = Channels::new(&Config { channel, ..config() });
        let first = channels.request(0, false, 0);
        let second = channels.request(64, false, 1);
        let third = channels.request(128, false, 2);
        assert_eq!((first.cycle, second.cycle, third.cycle), (0, 1, first.end));
    }

    #[test]
    fn granules_are_dealt_out_over_the_channels() {
        let mut channels = Channels::new(&Config { channels: 2, ..config() });
        let ends = [0, 256, 512].map(|address| channels.request(address, false, 0).end);
        let t = DDR4_2400.timing;
        assert_eq!((ends[1], ends[2] > ends[0]), (u64::from(t.rcd + t.cl + t.burst), true));
        let used: Vec<Event> = channels.commands().map(|(_, event)| event).collect();
        let of = |wanted: u16| {
            let here = |event: &&Event| matches!(event, Event::Dram { channel, .. } if *channel == wanted);
            used.iter().filter(here).count()
        };
        assert_eq!((of(0), of(1)), (3, 2));
    }
}
