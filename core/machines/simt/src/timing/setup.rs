//! What never changes in a run: program, settings, launch, and what follows from them.

use alloc::{string::String, vec::Vec};

use lanescope_parts::{
    mem::hierarchy::Topology,
    pipe::{constant, dispatch::Resources, lsu, throttle},
};

use super::{
    decode::{Decoded, cost, decode},
    loops::Loops,
    units::Cost,
};
use crate::{
    exec::LaunchState,
    isa::{Class, Program, ops::TABLE},
    spec::Spec,
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
    /// The scheduling loops of a core.
    pub loops: Loops,
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
        Ok(Setup {
            decoded: decode(&program, &spec),
            memory_cost: cost(&spec, Class::Memory),
            loops: Loops::of(&spec),
            fetch_width: spec.fetch.fetch_width * spec.schedulers,
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

/// How large the way to memory is: every core has a port with a first-level cache.
pub fn topology(spec: &Spec) -> Topology {
    Topology {
        ports: spec.chip.cores,
        cached: spec.chip.cores,
        partitions: spec.home.channels,
        granule: spec.home.channel_bytes,
        clock_mhz: spec.chip.clock_mhz,
    }
}

/// What holds the warps of a core back.
pub fn throttle(spec: &Spec) -> throttle::Config {
    spec.scheduling.throttle(spec.warps_per_core, &spec.mem.first.geometry())
}

/// The constant cache of a core.
pub fn constant(spec: &Spec) -> constant::Config {
    spec.constant.config(spec.mem.first.grain())
}

/// The load/store unit of a core.
pub fn lsu(spec: &Spec) -> lsu::Config {
    spec.lsu.config(spec.warps_per_core)
}

/// The longest latency that a core knows in advance.
pub fn horizon(spec: &Spec) -> u64 {
    let others =
        [spec.branch_latency, spec.barrier_latency, spec.shared_latency, spec.constant.constant_latency];
    let classes = TABLE.iter().map(|row| cost(spec, row.class).latency);
    u64::from(classes.chain(others).max().unwrap_or(1)) + 1
}
