//! Everything behind the first-level caches: request network, second-level slices, memory channels, reply network.
//!
//! Cores send requests and receive replies ([`System::exchange`] does both for a first-level cache); every cycle with an
//! event is one [`System::step`]. An address belongs to a partition, there to a slice, and all slices of a partition
//! share one channel. The channel has a clock of its own, whose cycles are counted from the same zero.
//!
//! With nothing in the way a read that hits the second level takes, from acceptance by the first-level cache to its
//! data: lookup, network latency, slice latency, network latency, fill, replay (gpgpu 6.6). One that goes to memory adds
//! the time of the channel, rounded up to core cycles.
//!
//! Used by: `simt`: it is the GPU's own.

use alloc::vec::Vec;

use serde::Serialize;

use super::{
    NEVER, Request,
    clocks::Clocks,
    dram::{
        Issued,
        controller::{self, Burst, Controller},
        device,
    },
    l1::L1,
    l2::{self, Slice},
    network::{self, Crossbar, MAX_PORTS, reply_flits, request_flits},
    partition::Interleave,
};
use crate::{
    keep,
    trace::{Event, Lookup, MemoryPart, Sink, Station},
};

/// Shape and parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Config {
    /// Number of cores, 1 to [`MAX_PORTS`].
    pub cores: u32,
    /// Number of partitions, each with one channel.
    pub partitions: u32,
    /// Slices of a partition; at most [`MAX_PORTS`] slices in all.
    pub slices: u32,
    /// Consecutive bytes of a partition, at least a line.
    pub granule: u32,
    /// Turn the order of partitions by higher address bits.
    pub hash_partitions: bool,
    /// Cycles through a network.
    pub network_latency: u32,
    /// Packets that wait at a port of a network.
    pub network_queue: u32,
    /// Bytes of a flit.
    pub flit: u32,
    /// Each slice; its burst is the memory's.
    pub slice: l2::Config,
    /// Each channel.
    pub memory: controller::Config,
    /// Core, network and slice clock in MHz.
    pub core_clock: u32,
    /// Command clock of the channels in MHz.
    pub memory_clock: u32,
}

impl Config {
    /// Most bytes of the host's memory that the slices, the networks and the channels of such a system take.
    pub fn host_bytes(&self) -> [u64; 3] {
        let ports = self.partitions.max(1) * self.slices.max(1);
        let crossbar = |inputs, outputs| {
            let Config { network_latency: latency, network_queue: depth, flit, .. } = *self;
            network::Config { inputs, outputs, latency, depth, flit }.host_bytes()
        };
        let slice = size_of::<Slice>() as u64 + self.slice.host_bytes();
        let channel = size_of::<Controller>() as u64 + self.memory.host_bytes();
        [
            u64::from(ports) * slice,
            crossbar(self.cores, ports) + crossbar(ports, self.cores),
            u64::from(self.partitions.max(1)) * channel,
        ]
    }
}

/// The memory system.
#[derive(Clone, Debug, Serialize)]
pub struct System {
    #[serde(skip)]
    config: Config,
    #[serde(skip)]
    clocks: Clocks,
    #[serde(skip)]
    partitions: Interleave,
    #[serde(skip)]
    slices_of_partition: Interleave,
    requests: Crossbar,
    replies: Crossbar,
    slices: Vec<Slice>,
    channels: Vec<Controller>,
    /// Atomics that have come to a slice in this cycle and stand behind others at an address: their senders, their numbers
    /// there, and when they could have been done.
    #[serde(skip)]
    contended: Vec<(u16, u32, u64)>,
}

/// Where a request is on its way through the memory system.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Whereabouts {
    /// In the network of requests or of replies.
    Network,
    /// In a slice of the second-level cache.
    Slice,
    /// At the channel of this number, which has to bring its line.
    Channel(u16),
}

/// A burst's number at its channel: the slice in the partition above, the table entry below.
const ENTRY_BITS: u32 = 16;

keep!(System { slices });

impl System {
    /// An empty system.
    pub fn new(config: Config) -> System {
        let partitions = config.partitions.clamp(1, MAX_PORTS);
        let slices = config.slices.clamp(1, MAX_PORTS / partitions);
        let config = Config { cores: config.cores.clamp(1, MAX_PORTS), partitions, slices, ..config };
        let line = config.slice.geometry.grain.line;
        let burst = config.memory.standard.organization.burst_bytes;
        let slice = l2::Config { burst, entries: config.slice.entries.min(1 << ENTRY_BITS), ..config.slice };
        let ports = partitions * slices;
        let crossbar = |inputs, outputs| {
            let Config { network_latency: latency, network_queue: depth, flit, .. } = config;
            Crossbar::new(network::Config { inputs, outputs, latency, depth, flit })
        };
        System {
            clocks: Clocks::new(config.core_clock, config.memory_clock),
            partitions: Interleave {
                granule: config.granule.max(line).into(),
                parts: partitions.into(),
                hash: config.hash_partitions,
            },
            slices_of_partition: Interleave { granule: line.into(), parts: slices.into(), hash: false },
            requests: crossbar(config.cores, ports),
            replies: crossbar(ports, config.cores),
            slices: (0..ports)
                .map(|port| Slice::new(l2::Config { seed: slice.seed + u64::from(port), ..slice }))
                .collect(),
            channels: (0..partitions).map(|_| Controller::new(config.memory)).collect(),
            contended: Vec::new(),
            config,
        }
    }

    /// Shape and parts.
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// Sends a request of a core; `false` if its network port refuses.
    pub fn send(&mut self, now: u64, request: Request) -> bool {
        let (port, _) = self.locate(request.address);
        let flits = request_flits(&request, self.config.flit);
        self.requests.offer(now, u32::from(request.source), port, flits, request)
    }

    /// Takes the reply that has arrived at a core.
    pub fn receive(&mut self, now: u64, core: u32) -> Option<Request> {
        self.replies.take(now, core)
    }

    /// Sends what a first-level cache has to send and delivers what has arrived for it: one packet each.
    pub fn exchange<S: Sink>(&mut self, now: u64, cache: &mut L1, sink: &mut S) {
        let core = u32::from(cache.config().source);
        for (_, id, from) in self.contended.iter().filter(|(source, ..)| u32::from(*source) == core) {
            cache.contend(*id, *from);
        }
        if cache.can_deliver()
            && let Some(reply) = self.receive(now, core)
        {
            tell_move(sink, now, &reply, Station::FirstLevel, core);
            cache.deliver(now, reply);
        }
        if let Some(&request) = cache.outgoing(now)
            && self.send(now, request)
        {
            tell_move(sink, now, &request, Station::Network, core);
            cache.sent(now);
        }
    }

    /// One cycle, from the memory to the cores.
    pub fn step<S: Sink>(&mut self, now: u64, sink: &mut S) {
        let time = self.clocks.memory_time(now);
        self.contended.clear();
        for channel in 0..self.channels.len() {
            self.step_channel(now, time, channel, sink);
        }
        self.requests.step(now);
        for port in 0..self.slices.len() {
            self.step_slice(now, time, port, sink);
        }
        self.replies.step(now);
    }

    /// When something can change next.
    pub fn next_event(&self) -> u64 {
        let channels = self.channels.iter().map(Controller::next_event).fold(NEVER, u64::min);
        let slices = self.slices.iter().map(Slice::next_event);
        let networks = [self.requests.next_event(), self.replies.next_event()];
        slices.chain(networks).fold(self.clocks.core_time(channels), u64::min)
    }

    /// Nothing on its way? (Dirty lines may still be in the slices.)
    pub fn is_idle(&self) -> bool {
        self.requests.is_idle()
            && self.replies.is_idle()
            && self.slices.iter().all(Slice::is_idle)
            && self.channels.iter().all(Controller::is_idle)
    }

    /// The slices, partition by partition.
    pub fn slices(&self) -> &[Slice] {
        &self.slices
    }

    /// Bytes of unused room in its networks and slices, and of the channels' rules: a copy does not take them.
    pub fn spare_bytes(&self) -> u64 {
        let slices: u64 = self.slices.iter().map(Slice::spare_bytes).sum();
        let rules = self.channels.len() as u64 * device::RULES_BYTES;
        self.requests.spare_bytes() + self.replies.spare_bytes() + slices + rules
    }

    /// The channels, one to a partition.
    pub fn channels(&self) -> &[Controller] {
        &self.channels
    }

    /// Where the request of a sender for an address is, by its number there.
    pub fn find(&self, source: u16, id: u32, address: u64) -> Whereabouts {
        let (port, _) = self.locate(address);
        match self.slices.get(port as usize).and_then(|slice| slice.holds(source, id)) {
            None => Whereabouts::Network,
            Some(false) => Whereabouts::Slice,
            Some(true) => Whereabouts::Channel((port / self.config.slices) as u16),
        }
    }

    /// The networks of requests and of replies.
    pub fn networks(&self) -> [&Crossbar; 2] {
        [&self.requests, &self.replies]
    }

    /// Counts of all slices together.
    pub fn slice_counters(&self) -> l2::Counters {
        let mut sum = l2::Counters::default();
        self.slices.iter().for_each(|slice| sum.add(&slice.counters));
        sum
    }

    /// Counts of all channels together.
    pub fn channel_counters(&self) -> controller::Counters {
        let mut sum = controller::Counters::default();
        self.channels.iter().for_each(|channel| sum.add(&channel.counters));
        sum
    }

    /// Counts of both networks together.
    pub fn network_counters(&self) -> network::Counters {
        let mut sum = self.requests.counters;
        sum.add(&self.replies.counters);
        sum
    }

    /// The partition, and so the channel, that has an address, and its address there.
    pub fn home(&self, address: u64) -> (u32, u64) {
        self.partitions.split(address)
    }

    /// The slice that has an address, and its address there.
    fn locate(&self, address: u64) -> (u32, u64) {
        let (partition, local) = self.partitions.split(address);
        let (slice, local) = self.slices_of_partition.split(local);
        (partition * self.config.slices + slice, local)
    }

    /// The address that a slice knows as `local`.
    fn global(&self, port: u32, local: u64) -> u64 {
        let (partition, slice) = (port / self.config.slices, port % self.config.slices);
        self.partitions.join(partition, self.slices_of_partition.join(slice, local))
    }

    /// Lets a channel catch up with the core clock and hands out the data that has come.
    fn step_channel<S: Sink>(&mut self, now: u64, time: u64, index: usize, sink: &mut S) {
        let channel = &mut self.channels[index];
        channel.run(time, |Issued { cycle: time, command, bank, row, request }| {
            if S::DETAIL {
                sink.tell(now, Event::Dram { channel: index as u16, bank, command, row, request, time });
            }
        });
        while let Some(id) = channel.collect(time) {
            let slice = index as u32 * self.config.slices + (id >> ENTRY_BITS);
            for request in self.slices[slice as usize].fill(id & ((1 << ENTRY_BITS) - 1)) {
                tell_move(sink, now, request, Station::SecondLevel, slice);
            }
        }
    }

    /// Brings a request into a slice, looks one up, and takes a burst and a reply out.
    fn step_slice<S: Sink>(&mut self, now: u64, time: u64, index: usize, sink: &mut S) {
        let port = index as u32;
        if self.slices[index].can_push()
            && let Some(request) = self.requests.take(now, port)
        {
            let (_, address) = self.locate(request.address);
            tell_move(sink, now, &request, Station::SecondLevel, port);
            let local = Request { address, ..request };
            if self.slices[index].contends(&local) {
                let from = now + u64::from(self.slices[index].config().latency).max(1);
                self.contended.push((request.source, request.id, from));
            }
            self.slices[index].push(now, local);
        }
        if let Some((request, lookup)) = self.slices[index].step(now)
            && S::DETAIL
        {
            let address = self.global(port, request.address);
            sink.tell(now, Event::Cache { part: MemoryPart::L2, index: index as u16, address, lookup });
            if lookup == Lookup::Merged
                && let Some(first) = self.slices[index].first_waiter(request.address)
            {
                sink.tell(now, Event::Join { number: request.number, first: first.number });
            }
        }
        if let Some(&burst) = self.slices[index].burst(now) {
            self.move_burst(now, time, (index, burst), sink);
        }
        if let Some(&reply) = self.slices[index].reply(now)
            && self.replies.can_offer(port)
        {
            let sector = self.config.slice.geometry.grain.sector;
            let flits = reply_flits(&reply, sector, self.config.flit);
            let address = self.global(port, reply.address);
            tell_move(sink, now, &reply, Station::Network, port);
            self.replies.offer(now, port, u32::from(reply.source), flits, Request { address, ..reply });
            self.slices[index].reply_taken(now);
        }
    }

    /// From a slice to its channel, if that has room.
    fn move_burst<S: Sink>(&mut self, now: u64, time: u64, (index, burst): (usize, Burst), sink: &mut S) {
        let (partition, slice) = (index as u32 / self.config.slices, index as u32 % self.config.slices);
        let channel = &mut self.channels[partition as usize];
        if channel.can_push(burst.write) {
            let address = self.slices_of_partition.join(slice, burst.address);
            let id = slice << ENTRY_BITS | burst.id;
            channel.push(time, Burst { id, address, ..burst });
            self.slices[index].burst_taken(now);
            if S::DETAIL && burst.request != 0 {
                let (number, index) = (burst.request, partition as u16);
                sink.tell(now, Event::Move { number, to: Station::Channel, index });
            }
        }
    }
}

/// Tells where a request has come to, if it has a number.
fn tell_move<S: Sink>(sink: &mut S, now: u64, request: &Request, to: Station, index: u32) {
    if S::DETAIL && request.number != 0 {
        sink.tell(now, Event::Move { number: request.number, to, index: index as u16 });
    }
}

#[cfg(test)]
mod tests;
