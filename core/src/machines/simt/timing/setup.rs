//! What never changes in a run: program, settings, launch, and what follows from them.

use alloc::{string::String, vec::Vec};

use super::{
    decode::{Decoded, cost, decode},
    dispatch::Resources,
    lsu::grain,
    units::Cost,
};
use crate::{
    machines::simt::{
        exec::LaunchState,
        isa::{Class, Program, ops::TABLE},
        spec::{Fill, Pipeline, Spec},
    },
    mem::{
        cache::{Geometry, Replacement, SetIndex},
        dram::{controller, map::Map},
        l1, l2, system,
    },
};

/// The constant part of a machine.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The program.
    pub program: Program,
    /// The settings.
    pub spec: Spec,
    /// The launch.
    pub launch: LaunchState,
    /// The program as the pipeline sees it.
    pub decoded: Vec<Decoded>,
    /// Cost of a memory instruction in the load/store unit's port.
    pub memory_cost: Cost,
    /// Is there a fetch loop?
    pub two_loop: bool,
    /// Instructions fetched in a cycle.
    pub fetch_width: u32,
    /// What a core has.
    pub capacity: Resources,
    /// What a group needs.
    pub need: Resources,
    /// Threads of the launch, lanes without a thread included.
    pub threads: u64,
    /// The longest latency that a core knows in advance.
    pub horizon: u64,
}

impl Setup {
    /// Works everything out.
    ///
    /// # Errors
    /// A sentence: a group does not fit on a core.
    pub fn new(program: Program, spec: Spec, launch: LaunchState) -> Result<Setup, String> {
        let (need, capacity) = (need(&program, &spec, &launch), capacity(&spec));
        let warps = need.warps;
        capacity.occupancy(&need)?;
        let threads = u64::from(launch.group_count()) * u64::from(warps) * u64::from(spec.warp_size);
        let (fetch_width, two_loop) =
            (spec.fetch_width * spec.schedulers, spec.pipeline == Pipeline::TwoLoop);
        Ok(Setup {
            decoded: decode(&program, &spec),
            memory_cost: cost(&spec, Class::Memory),
            two_loop,
            fetch_width,
            capacity,
            need,
            threads,
            horizon: horizon(&spec),
            program,
            spec,
            launch,
        })
    }
}

/// What a group needs of a core.
pub fn need(program: &Program, spec: &Spec, launch: &LaunchState) -> Resources {
    let warps = launch.warps_per_group();
    let words = u64::from(program.registers.words()) * u64::from(spec.warp_size) * u64::from(warps);
    Resources {
        warps,
        groups: 1,
        registers: u32::try_from(words).unwrap_or(u32::MAX),
        local: launch.shared_bytes,
    }
}

/// What a core has.
pub fn capacity(spec: &Spec) -> Resources {
    Resources {
        warps: spec.warps_per_core,
        groups: spec.groups_per_core,
        registers: spec.registers_per_core,
        local: spec.shared_kb.saturating_mul(1024),
    }
}

/// What is behind the first-level caches.
pub fn system(spec: &Spec) -> system::Config {
    let standard = spec.channel();
    system::Config {
        cores: spec.cores,
        partitions: spec.partitions,
        slices: spec.l2_slices,
        granule: spec.partition_bytes,
        hash_partitions: false,
        network_latency: spec.noc_latency,
        network_queue: spec.partition_queue,
        flit: spec.flit_bytes,
        slice: l2::Config {
            geometry: geometry(spec, spec.l2_slice_kb, if spec.l2_slice_kb > 0 { spec.l2_ways } else { 0 }),
            latency: spec.l2_latency,
            entries: spec.l2_mshrs,
            merges: spec.l2_merges,
            queue: spec.partition_queue,
            memory_queue: spec.partition_queue,
            burst: standard.organization.burst_bytes,
            rop_cache: spec.rop_cache,
            seed: 0,
        },
        memory: controller::Config {
            standard,
            map: Map { order: spec.dram_map, hash: false },
            policy: spec.dram_policy,
            page: spec.dram_page,
            reads: spec.dram_queue,
            writes: spec.dram_queue,
            drain_high: spec.dram_drain_high.min(spec.dram_queue),
            drain_low: spec.dram_drain_low.min(spec.dram_queue.saturating_sub(1)),
        },
        core_clock: spec.core_mhz,
        memory_clock: spec.dram_mhz,
    }
}

/// The first-level cache of a core. Without one, requests only pass through.
pub fn l1(spec: &Spec, core: u32) -> l1::Config {
    l1::Config {
        geometry: Geometry {
            index: spec.l1_index,
            replacement: spec.l1_replacement,
            ..geometry(spec, spec.l1_kb, spec.l1_ways)
        },
        hit_latency: spec.l1_hit,
        fill_latency: spec.l1_fill_latency,
        entries: spec.prt_entries,
        merges: spec.prt_merges,
        queue: spec.miss_queue,
        writes: spec.wdb_entries,
        whole_lines: spec.l1_fill == Fill::Line,
        bypass_held_sets: spec.l1_bypass_held,
        source: core as u16,
        seed: u64::from(core),
    }
}

/// A cache of so many kilobytes; at least one set.
fn geometry(spec: &Spec, kilobytes: u32, ways: u32) -> Geometry {
    let grain = grain(spec);
    let lines = kilobytes.saturating_mul(1024) / grain.line;
    let sets = (lines / ways.max(1)).max(1);
    Geometry { grain, sets, ways, index: SetIndex::Modulo, replacement: Replacement::Lru }
}

/// The longest latency that a core knows in advance.
pub fn horizon(spec: &Spec) -> u64 {
    let others = [spec.branch_latency, spec.barrier_latency, spec.shared_latency, spec.constant_latency];
    let classes = TABLE.iter().map(|row| cost(spec, row.class).latency);
    u64::from(classes.chain(others).max().unwrap_or(1)) + 1
}
