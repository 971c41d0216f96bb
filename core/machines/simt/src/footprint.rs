//! The memory of the host that a machine takes, part by part: an upper bound, from the settings, the program and the launch.

use alloc::vec::Vec;

use lanescope_parts::{
    machines::footprint::{Footprint, total},
    mem::hierarchy::HostBytes,
};

use super::{
    exec::{AccessInfo, LaunchState},
    isa::Program,
    spec::Spec,
    stack,
    timing::{core, groups, setup, warp},
};

/// The settings that decide how many groups are on a core.
const RESIDENT: &[&str] = &["cores", "groups_per_core", "warps_per_core", "registers_per_core", "shared_kb"];
/// Bytes that an instruction in flight takes in the lists that grow by doubling.
const FLIGHT: u64 = 256;

/// The parts of a machine that runs this launch.
pub fn parts(program: &Program, spec: &Spec, launch: &LaunchState) -> Vec<Footprint> {
    let cores = u64::from(spec.chip.cores);
    let part = |what, bytes, lower| Footprint { what, bytes, lower, raise: &[] };
    let mut parts = Vec::from([
        part("warps and groups on the cores", resident(program, spec, launch), RESIDENT),
        part("warp slots", cores * slots(program, spec), &["cores", "warps_per_core", "stack_depth"]),
        part(
            "load/store units",
            cores * setup::lsu(spec).host_bytes(spec.warp_size),
            &["cores", "lsu_entries"],
        ),
    ]);
    parts.extend(memory(spec));
    parts
}

/// What takes memory whatever is run: caches, networks and channels.
fn memory(spec: &Spec) -> [Footprint; 6] {
    let cores = u64::from(spec.chip.cores);
    let part = |what, bytes, lower, raise| Footprint { what, bytes, lower, raise };
    let HostBytes { first, slices, networks, channels } = spec.mem.host_bytes(setup::topology(spec));
    [
        part("first-level caches", first, &["cores", "l1_kb", "prt_entries"], &["line_bytes"]),
        part(
            "constant caches",
            cores * setup::constant(spec).host_bytes(lanes(spec)),
            &["cores", "constant_bytes"],
            &["constant_line"],
        ),
        part(
            "instruction caches",
            cores * spec.icache.config().host_bytes(),
            &["cores", "icache_bytes"],
            &["icache_line"],
        ),
        part("second-level caches", slices, &["channels", "l2_slices", "l2_slice_kb"], &["line_bytes"]),
        part("networks", networks, &["cores", "partition_queue"], &[]),
        part("memory channels", channels, &["channels", "dram_queue"], &[]),
    ]
}

/// Bytes of a machine without groups in which nobody waits for constants, less the tags of the cores' instruction and
/// constant caches.
pub fn idle(spec: &Spec) -> u64 {
    let cores = u64::from(spec.chip.cores);
    let constant = setup::constant(spec);
    let waiters = constant.host_bytes(lanes(spec)) - constant.host_bytes(0);
    let tags = constant.tag_bytes() + spec.icache.config().tag_bytes();
    total(&memory(spec)) + cores * core(spec) - cores * (waiters + tags)
}

/// Lanes of a core.
fn lanes(spec: &Spec) -> u64 {
    u64::from(spec.warps_per_core) * u64::from(spec.warp_size)
}

/// A core and its slots, without what is in them.
fn core(spec: &Spec) -> u64 {
    let warps = u64::from(spec.warps_per_core) * size_of::<Option<warp::Slot>>() as u64;
    let groups = u64::from(spec.groups_per_core) * size_of::<Option<groups::GroupSlot>>() as u64;
    let wheel = 16 * (setup::horizon(spec) + 1).next_power_of_two().max(64);
    // A policy may count for each of 64 warps.
    let policies = u64::from(spec.schedulers) * 1024 + setup::throttle(spec).host_bytes();
    size_of::<core::Core>() as u64 + warps + groups + wheel + policies
}

/// Registers, private memory and work-group memory of all groups that are on cores at a time.
fn resident(program: &Program, spec: &Spec, launch: &LaunchState) -> u64 {
    let fits = setup::capacity(spec).occupancy(&setup::need(program, spec, launch));
    let each = fits.map_or(0, |(count, _)| u64::from(count));
    let groups = (each * u64::from(spec.chip.cores)).min(launch.group_count().into());
    let predicates = 8 * u64::from(program.registers.p) * u64::from(launch.warps_per_group());
    groups * (launch.group_bytes(program) + predicates)
}

/// A core without its groups: its slots, with the stack, the last access and the instructions in flight of each warp, and
/// what the deadlock detector keeps of it.
fn slots(program: &Program, spec: &Spec) -> u64 {
    let registers = u64::from(program.registers.all());
    let stack = 2 * u64::from(spec.stack_depth) * size_of::<stack::Level>() as u64;
    let access = 8 * u64::from(spec.warp_size) + size_of::<AccessInfo>() as u64;
    let flights = FLIGHT * (registers + u64::from(spec.dependences.scoreboard_entries) + 16);
    let watch = 24 * registers + 8 * program.code.len() as u64;
    core(spec) + (16 << 10) + u64::from(spec.warps_per_core) * (stack + access + flights + watch)
}
