//! The whole way to memory, put together from its parts: first-level caches, networks, second-level slices, channels.
//!
//! A machine takes it whole, or takes parts of it. Some ports of the network have a first-level cache, the others speak to
//! the second level themselves ([`System::send`], [`System::receive`]); what is behind the network is a [`System`], which
//! stands alone as well. A machine that times its accesses in another way takes [`super::banked`], [`super::tlb`],
//! [`super::vector_cache`] or [`super::dram`] and none of this.
//!
//! In each cycle with an event: [`System::step`] before the cores, then for each port the core with its cache (step, collect,
//! access), then [`System::exchange`] with that cache.
//!
//! Used by: `simt`: it is the GPU's own.

use alloc::vec::Vec;

use serde::Serialize;

use super::{
    dram::{
        controller,
        settings::{Scheduling, Settings as Channel},
    },
    l1::{self, L1},
    l2, network,
    settings::{FirstLevel, Network, SecondLevel},
    system::{self, System},
};
use crate::{
    keep,
    machines::counters::{CounterTable, TO_COME},
    settings,
};

settings! {
    /// Every setting of a hierarchy.
    pub struct Settings {
        /// The cache of a core.
        part first: FirstLevel {}
        /// The networks.
        part network: Network {}
        /// The slices.
        part second: SecondLevel {}
        /// The channel of a partition.
        part channel: Channel {}
        /// Its controller.
        part scheduling: Scheduling {}
    }
}

/// How large a hierarchy is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Topology {
    /// Ports of the network: cores, or other units that send requests.
    pub ports: u32,
    /// Ports with a first-level cache, counted from port 0.
    pub cached: u32,
    /// Memory partitions, each with one channel.
    pub partitions: u32,
    /// Consecutive bytes of a partition.
    pub granule: u32,
    /// Clock of cores, network and slices, in MHz.
    pub clock_mhz: u32,
}

/// Most bytes of the host's memory that a hierarchy takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HostBytes {
    /// All first-level caches.
    pub first: u64,
    /// All slices.
    pub slices: u64,
    /// Both networks.
    pub networks: u64,
    /// All channels.
    pub channels: u64,
}

impl Settings {
    /// What is behind the network.
    pub fn system(&self, topology: Topology) -> system::Config {
        let Settings { first, network, second, channel, scheduling } = self;
        let queue = network.partition_queue;
        let memory = channel.controller(scheduling);
        system::Config {
            cores: topology.ports,
            partitions: topology.partitions,
            slices: second.l2_slices,
            granule: topology.granule,
            hash_partitions: false,
            network_latency: network.noc_latency,
            network_queue: queue,
            flit: network.flit_bytes,
            slice: second.config(first.grain(), queue, memory.standard.organization.burst_bytes),
            memory,
            core_clock: topology.clock_mhz,
            memory_clock: channel.dram_mhz,
        }
    }

    /// Most bytes of the host's memory that a hierarchy takes.
    pub fn host_bytes(&self, topology: Topology) -> HostBytes {
        let [slices, networks, channels] = self.system(topology).host_bytes();
        HostBytes {
            first: u64::from(topology.cached)
                * (size_of::<L1>() as u64 + self.first.config(0, 1).host_bytes()),
            slices,
            networks,
            channels,
        }
    }
}

/// What a hierarchy has counted.
#[derive(Clone, Copy, Debug)]
pub struct Counts {
    /// All first-level caches.
    pub first: l1::Counters,
    /// All slices.
    pub second: l2::Counters,
    /// All channels.
    pub channels: controller::Counters,
    /// Bytes read from and written to DRAM.
    pub moved: u64,
    /// Bytes that writing back the dirty lines of all caches would still move.
    pub to_come: u64,
}

/// First-level caches and what is behind them.
#[derive(Clone, Debug, Serialize)]
pub struct Hierarchy {
    caches: Vec<L1>,
    system: System,
}

keep!(Hierarchy { caches, system });

impl Hierarchy {
    /// Empty caches and idle channels.
    pub fn new(settings: &Settings, topology: Topology) -> Hierarchy {
        let cached = topology.cached.min(topology.ports);
        let system = settings.system(topology);
        let burst = system.slice.burst;
        Hierarchy {
            caches: (0..cached).map(|port| L1::new(settings.first.config(port, burst))).collect(),
            system: System::new(system),
        }
    }

    /// The first-level caches, port by port.
    pub fn caches(&self) -> &[L1] {
        &self.caches
    }

    /// What is behind the network, to look at.
    pub fn system(&self) -> &System {
        &self.system
    }

    /// The first-level caches, port by port, and what is behind them.
    pub fn parts_mut(&mut self) -> (&mut [L1], &mut System) {
        (&mut self.caches, &mut self.system)
    }

    /// When something behind the network can change next.
    pub fn next_event(&self) -> u64 {
        self.system.next_event()
    }

    /// Nothing on its way? (Dirty lines may still be in the caches.)
    pub fn is_idle(&self) -> bool {
        self.system.is_idle() && self.caches.iter().all(L1::is_idle)
    }

    /// What all parts of a kind have counted, and what went to memory.
    pub fn counts(&self) -> Counts {
        let mut first = l1::Counters::default();
        self.caches.iter().for_each(|cache| first.add(&cache.counters));
        let channels = self.system.channel_counters();
        let burst = self.system.config().memory.standard.organization.burst_bytes;
        Counts {
            first,
            second: self.system.slice_counters(),
            channels,
            moved: (channels.reads + channels.writes) * u64::from(burst),
            to_come: self.dirty_bursts() * u64::from(burst),
        }
    }

    /// Every counter, with the name of its part in front, and the bytes that went to memory.
    pub const COUNTERS: [CounterTable; 6] = [
        CounterTable::of_part("l1", l1::Counters::ROWS),
        CounterTable::of_part("l2", l2::Counters::ROWS),
        CounterTable::of_part("dram", controller::Counters::ROWS),
        CounterTable::of_part("network", network::Counters::ROWS),
        CounterTable::of(&[("memory_bytes", "Bytes read from and written to DRAM.", "bytes")]),
        TO_COME,
    ];

    /// Appends the values of [`Hierarchy::COUNTERS`] in the same order.
    pub fn add_values(&self, values: &mut Vec<u64>) {
        let Counts { first, second, channels, moved, to_come } = self.counts();
        values.extend(first.values());
        values.extend(second.values());
        values.extend(channels.values());
        values.extend(self.system.network_counters().values());
        values.extend([moved, to_come]);
    }

    /// Bytes of the host's memory that the tags of all caches take.
    pub fn tag_bytes(&self) -> u64 {
        let second = self.system.slices().iter().map(|slice| slice.tags());
        self.caches.iter().map(L1::tags).chain(second).map(|tags| tags.geometry().host_bytes()).sum()
    }

    /// Bytes of unused room in its queues and tables, which a copy does not take.
    pub fn spare_bytes(&self) -> u64 {
        self.caches.iter().map(L1::spare_bytes).sum::<u64>() + self.system.spare_bytes()
    }

    /// Bursts that writing back all caches takes.
    fn dirty_bursts(&self) -> u64 {
        let first = self.caches.iter().map(L1::tags);
        let second = self.system.slices().iter().map(|slice| slice.tags());
        first.chain(second).map(|tags| tags.dirty_bursts()).sum()
    }
}

#[cfg(test)]
mod tests;
