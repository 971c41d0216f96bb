//! What a person chooses of the caches and the network: a table for each part, which machines take whole
//! ([`super::hierarchy::Settings`]) or one by one.
//!
//! Used by: `simt`, in [`super::hierarchy`].

use super::{
    cache::{Geometry, Replacement, SetIndex},
    coalesce::Grain,
    l1, l2,
};
use crate::{choice, settings};

/// Bytes of a sector of a cache line.
const SECTOR: u32 = 32;

choice! {
    /// What a load that misses asks for.
    pub enum Fill {
        /// Only the 32-byte sectors that lanes need.
        Sectored = "sectored",
        /// Whole lines.
        Line = "line",
    }
}

settings! {
    /// A first-level data cache.
    pub struct FirstLevel {
        group "L1 data cache" {
            /// Size; 0 turns it off.
            l1_kb: u32 = 16, range 0..=1024, unit "KB", source "gpgpu 5.0";
            /// Line (block) of L1 and L2, and the size that accesses are coalesced to.
            line_bytes: u32 = 128, range 32..=128, unit "bytes", source "gpgpu 5.0";
            /// Ways.
            l1_ways: u32 = 4, range 1..=64, unit "ways", source "gpgpu 5.0 [F]";
            /// How the set of a line is found.
            l1_index: SetIndex = SetIndex::Modulo, source "gpgpu M26";
            /// Which line of a full set has to go.
            l1_replacement: Replacement = Replacement::Lru, source "gpgpu M37";
            /// Cycles from the arbiter to the registers on a hit.
            l1_hit: u32 = 20, range 1..=1000, unit "cycles", source "gpgpu 6.3 [F]";
            /// Cycles to write a reply into the line, before the waiting loads are replayed: one at least, so that 0 is as 1.
            l1_fill_latency: u32 = 2, range 0..=1000, unit "cycles", source "gpgpu 6.6 [F]";
            /// A load that finds every way of its set waiting for data goes around the cache instead of being refused.
            l1_bypass_held: bool = false, source "gpgpu M24";
            /// Entries of the pending request table.
            prt_entries: u32 = 32, range 1..=256, unit "entries", source "gpgpu 5.0";
            /// Requests of one entry.
            prt_merges: u32 = 2, range 1..=32, unit "requests", source "gpgpu 5.0";
            /// What a miss asks for.
            l1_fill: Fill = Fill::Line, source "gpgpu 6.2";
            /// Misses that wait to enter the network.
            miss_queue: u32 = 8, range 1..=64, unit "requests", source "gpgpu 6.6 [F]";
            /// Stores whose data has not yet gone to the network or into its line, each with a line of data and a byte mask.
            wdb_entries: u32 = 8, range 1..=64, unit "entries", source "gpgpu M09 [F]";
        }
    }
}

settings! {
    /// The networks between first-level caches and slices.
    pub struct Network {
        group "Network and L2" {
            /// Cycles through the crossbar, each way.
            noc_latency: u32 = 8, range 1..=1000, unit "cycles", source "gpgpu M15 [F]";
            /// Bytes that a port moves in a cycle.
            flit_bytes: u32 = 32, range 1..=128, unit "bytes", source "gpgpu M15";
            /// Requests that wait at a partition.
            partition_queue: u32 = 8, range 1..=256, unit "requests", source "gpgpu 6.6 [F]";
        }
    }
}

settings! {
    /// The slices of the second-level cache.
    pub struct SecondLevel {
        group "Network and L2" {
            /// L2 slices of a partition.
            l2_slices: u32 = 2, range 1..=4, unit "slices", source "gpgpu 5.0";
            /// Size of a slice; 0 passes every request on to memory.
            l2_slice_kb: u32 = 64, range 0..=4096, unit "KB", source "gpgpu 5.0 [F]";
            /// Ways of a slice.
            l2_ways: u32 = 8, range 1..=64, unit "ways", source "gpgpu 5.0 [F]";
            /// Cycles through raster-operation unit and L2.
            l2_latency: u32 = 120, range 1..=1000, unit "cycles", source "gpgpu 5.0 [F]";
            /// The atomic unit keeps the lines it works on, so that atomics on one address follow each other every cycle.
            rop_cache: bool = true, source "gpgpu M19";
            /// Requests that one of a slice's misses holds.
            l2_merges: u32 = 8, range 1..=64, unit "requests", source "[F]";
            /// Misses that a slice can have on their way.
            l2_mshrs: u32 = 32, range 1..=256, unit "misses", source "[F]";
        }
    }
}

impl FirstLevel {
    /// Lines and sectors.
    pub fn grain(&self) -> Grain {
        Grain::new(self.line_bytes, SECTOR)
    }

    /// Shape and rules of its tag array.
    pub fn geometry(&self) -> Geometry {
        Geometry {
            index: self.l1_index,
            replacement: self.l1_replacement,
            ..geometry(self.grain(), self.l1_kb, self.l1_ways)
        }
    }

    /// The cache at a port of the network, in front of memory with bursts of so many bytes. Without a size, requests only
    /// pass through.
    pub fn config(&self, port: u32, burst: u32) -> l1::Config {
        l1::Config {
            geometry: self.geometry(),
            hit_latency: self.l1_hit,
            fill_latency: self.l1_fill_latency,
            entries: self.prt_entries,
            merges: self.prt_merges,
            queue: self.miss_queue,
            writes: self.wdb_entries,
            whole_lines: self.l1_fill == Fill::Line,
            bypass_held_sets: self.l1_bypass_held,
            burst,
            source: port as u16,
            seed: u64::from(port),
        }
    }
}

impl SecondLevel {
    /// A slice with lines of this grain, whose queues take `queue` requests, in front of memory with bursts of so many bytes.
    pub fn config(&self, grain: Grain, queue: u32, burst: u32) -> l2::Config {
        let ways = if self.l2_slice_kb > 0 { self.l2_ways } else { 0 };
        l2::Config {
            geometry: geometry(grain, self.l2_slice_kb, ways),
            latency: self.l2_latency,
            entries: self.l2_mshrs,
            merges: self.l2_merges,
            queue,
            memory_queue: queue,
            burst,
            rop_cache: self.rop_cache,
            seed: 0,
        }
    }
}

/// A cache of so many kilobytes; at least one set.
fn geometry(grain: Grain, kilobytes: u32, ways: u32) -> Geometry {
    let lines = kilobytes.saturating_mul(1024) / grain.line;
    let sets = (lines / ways.max(1)).max(1);
    Geometry { grain, sets, ways, index: SetIndex::Modulo, replacement: Replacement::Lru }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_make_sets_and_no_size_makes_one() {
        let first = FirstLevel { l1_kb: 16, l1_ways: 4, line_bytes: 128, ..FirstLevel::default() };
        assert_eq!((first.config(3, 64).geometry.sets, first.config(3, 64).source), (32, 3));
        assert_eq!(FirstLevel { l1_kb: 0, ..first }.geometry().sets, 1);
        let second = SecondLevel { l2_slice_kb: 0, ..SecondLevel::default() };
        assert_eq!(second.config(Grain::new(128, 32), 8, 64).geometry.ways, 0);
    }
}
