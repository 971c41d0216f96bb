//! The settings of the parts of a pipeline: a machine takes those of the parts that it has into its table.
//!
//! Used by: `simt`: it is the GPU's own.

use super::{
    constant, icache,
    lsu::{self, ReplayFrom},
    scheduler::{self, Policy},
    scoreboard,
    throttle::{self, locality},
};
use crate::{mem::cache::Geometry, mem::coalesce::Grain, settings};

settings! {
    /// The schedulers of a core.
    pub struct Scheduling {
        group "Scheduling" {
            /// How a scheduler picks a warp.
            policy: Policy = Policy::Gto, source "gpgpu 5.0 Fermi-like";
            /// Warps of the active pool of two-level scheduling, or of a fetch group.
            pool_warps: u32 = 8, range 1..=64, unit "warps", source "gpgpu W06, W07 [F]";
            /// What holds warps back, whatever the policy.
            throttle: throttle::ThrottleKind = throttle::ThrottleKind::None, source "gpgpu W08, W09";
            /// Warps of a core that may issue when their number is limited.
            warp_limit: u32 = 8, range 1..=64, unit "warps", source "gpgpu W09 [F]";
            /// Victim tags of a warp, for cache-conscious throttling.
            victim_tags: u32 = 16, range 1..=256, unit "tags", source "gpgpu W08 [F]";
            /// Ways of the victim tags.
            victim_ways: u32 = 8, range 1..=256, unit "ways", source "gpgpu W08 [F]";
            /// Score of a warp that has lost no locality.
            locality_base: u32 = 100, range 1..=10000, source "gpgpu W08 [F]";
            /// How much lost locality raises the score.
            locality_factor: u32 = 8, range 0..=1000, source "gpgpu W08 [F]";
        }
    }
}

settings! {
    /// Fetch and instruction buffers.
    pub struct Fetch {
        group "Fetch" {
            /// Decoded instructions that wait for issue, for each warp.
            ibuffer_entries: u32 = 2, range 1..=16, unit "instructions", source "gpgpu 5.0 [F]";
            /// Instructions fetched and decoded in a cycle, for each scheduler.
            fetch_width: u32 = 1, range 1..=8, unit "instructions", source "gpgpu F02 [F]";
        }
    }
}

settings! {
    /// What finds out whether the operands of an instruction are there.
    pub struct Dependences {
        group "Dependences" {
            /// Dependence mechanism.
            scoreboard: scoreboard::ScoreboardKind = scoreboard::ScoreboardKind::Coon, source "gpgpu 5.0 Fermi-like";
            /// Entries of a warp, for the Coon scoreboard.
            scoreboard_entries: u32 = 4, range 1..=32, unit "entries", source "gpgpu 5.0";
        }
    }
}

settings! {
    /// An instruction cache.
    pub struct ICache {
        group "Instruction cache" {
            /// Bytes of an instruction in memory.
            instruction_bytes: u32 = 8, range 4..=16, unit "bytes", source "gpgpu 3.5";
            /// Size of the instruction cache; 0 makes every fetch a hit.
            icache_bytes: u32 = 2048, range 0..=1048576, unit "bytes", source "gpgpu 5.0 [F]";
            /// Line of the instruction cache.
            icache_line: u32 = 128, range 16..=128, unit "bytes", source "gpgpu 5.0 [F]";
            /// Ways of the instruction cache.
            icache_ways: u32 = 4, range 1..=64, unit "ways", source "gpgpu 5.0 [F]";
            /// Instruction cache misses that can be on their way.
            icache_mshrs: u32 = 4, range 1..=64, unit "misses", source "gpgpu 5.0 [F]";
            /// Cycles until a missing line of instructions is there.
            icache_fill: u32 = 20, range 1..=1000, unit "cycles", source "gpgpu 5.0 [F]";
        }
    }
}

settings! {
    /// A load/store unit.
    pub struct LoadStore {
        group "Load/store unit" {
            /// Where a rejected access waits.
            replay_from: ReplayFrom = ReplayFrom::Lsu, source "gpgpu F10";
            /// Entries of the load/store unit's replay buffer.
            lsu_entries: u32 = 4, range 1..=64, unit "instructions", source "gpgpu F10 [F]";
            /// The issue stage holds memory instructions back at this many entries.
            lsu_threshold: u32 = 3, range 1..=64, unit "instructions", source "gpgpu F10 [F]";
        }
    }
}

settings! {
    /// A constant cache.
    pub struct Constants {
        group "Constant cache" {
            /// Cycles of a parameter or constant load that hits (one distinct address in a pass).
            constant_latency: u32 = 4, range 1..=1000, unit "cycles", source "gpgpu M35 [F]";
            /// Size of the constant cache, which holds parameters too; 0 makes every pass a hit.
            constant_bytes: u32 = 0, range 0..=1048576, unit "bytes", source "gpgpu 5.0 [F]: 8192";
            /// Line of the constant cache; at most a line of the L1.
            constant_line: u32 = 64, range 16..=128, unit "bytes", source "gpgpu 5.0 [F]";
            /// Ways of the constant cache.
            constant_ways: u32 = 2, range 1..=64, unit "ways", source "gpgpu 5.0 [F]";
            /// Lines of constants that can be on their way to a core.
            constant_mshrs: u32 = 4, range 1..=64, unit "misses", source "as the instruction cache [F]";
        }
    }
}

impl Scheduling {
    /// A scheduler.
    pub fn scheduler(&self) -> scheduler::Config {
        scheduler::Config { policy: self.policy, pool: self.pool_warps }
    }

    /// What holds the warps of a core back that has so many, in front of this first-level cache.
    pub fn throttle(&self, units: u32, cache: &Geometry) -> throttle::Config {
        let locality = locality::Config {
            units,
            lines: cache.sets.saturating_mul(cache.ways),
            line: cache.grain.line,
            tags: self.victim_tags,
            ways: self.victim_ways,
            base: self.locality_base,
            factor: self.locality_factor,
        };
        throttle::Config { kind: self.throttle, limit: self.warp_limit, locality }
    }
}

impl ICache {
    /// The cache.
    pub fn config(&self) -> icache::Config {
        icache::Config {
            bytes: self.icache_bytes,
            line: self.icache_line,
            ways: self.icache_ways,
            misses: self.icache_mshrs,
            fill: self.icache_fill,
            instruction: self.instruction_bytes,
        }
    }
}

impl LoadStore {
    /// The unit of a core with so many warps.
    pub fn config(&self, warps: u32) -> lsu::Config {
        lsu::Config {
            entries: self.lsu_entries,
            threshold: self.lsu_threshold,
            replay: self.replay_from,
            warps,
        }
    }
}

impl Constants {
    /// The cache of a core whose data caches cut memory like this.
    pub fn config(&self, grain: Grain) -> constant::Config {
        constant::Config {
            bytes: self.constant_bytes,
            line: self.constant_line,
            ways: self.constant_ways,
            misses: self.constant_mshrs,
            grain,
        }
    }
}
