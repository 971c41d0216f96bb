//! The settings of the SIMT machine and its presets.
//!
//! Numbers without a source in the literature are defaults of the reference (marked `[F]`): a person can change every
//! one of them. Two dependence mechanisms of real machines, control words and counters with explicit waits, are absent:
//! every preset uses a scoreboard.

use lanescope_parts::{
    choice,
    machines::{
        chassis::settings::{Chip, Code, Watch},
        preset::{self, Correction, Preset},
    },
    mem::{hierarchy, partition},
    pipe, settings,
};

choice! {
    /// Which lanes run first after a branch diverges.
    pub enum PushOrder {
        /// The lanes that did not take the branch run first.
        FallThroughTop = "fallthrough-top",
        /// The smaller set of lanes runs first, which bounds the stack to the logarithm of the warp size.
        MajorityFirst = "majority-first",
    }
}

choice! {
    /// How deep the core's pipeline is modelled.
    pub enum Pipeline {
        /// One scheduling loop: a warp has one instruction on its way and issues the next when that has ended.
        OneLoop = "one-loop",
        /// Two loops: fetch fills instruction buffers, issue takes what a scoreboard says is free of dependences.
        TwoLoop = "two-loop",
    }
}

choice! {
    /// What happens to a decoded instruction that finds no free entry of the Coon scoreboard.
    pub enum ScoreboardFull {
        /// It is thrown away and fetched again after a write-back of its warp.
        Discard = "discard",
        /// It stays in the decoder, and nothing is fetched for any warp.
        Stall = "stall",
    }
}

choice! {
    /// Which global accesses the first-level cache keeps.
    pub enum L1Global {
        /// All of them; cores may see stale data.
        All = "all",
        /// Only reads of buffers that the kernel cannot write.
        ReadOnly = "readonly",
        /// None: global accesses go straight to the second level.
        Off = "none",
    }
}

settings! {
    /// Every setting of a SIMT machine.
    pub struct Spec {
        /// SIMT cores (streaming multiprocessors, compute units), network and L2.
        part chip: Chip {
            cores = 15, source "gpgpu 5.0 Fermi-like [F]";
            clock_mhz = 700, source "gpgpu 5.0 [F]";
        }
        /// Partitions of memory: each has L2 slices and one channel.
        part "Chip" home: partition::Settings {
            channels = 6, source "gpgpu 5.0 Fermi-like [F]";
        }
        group "Warps" {
            /// Lanes of a warp.
            warp_size: u32 = 32, range 1..=64, unit "lanes", source "gpgpu 5.0";
            /// Physical lanes of a unit: a warp takes warp_size / simd_width cycles to go in.
            simd_width: u32 = 16, range 1..=64, unit "lanes", source "gpgpu 5.0 Fermi";
            /// Warp slots of a core.
            warps_per_core: u32 = 48, range 1..=64, unit "warps", source "gpgpu 5.0 Fermi-like";
            /// Work-group slots of a core.
            groups_per_core: u32 = 8, range 1..=64, unit "groups", source "gpgpu 5.0 Fermi-like";
            /// 32-bit registers of a core, for all its threads.
            registers_per_core: u32 = 32768, range 64..=1048576, unit "registers", source "gpgpu 5.0 Fermi-like (128 KB)";
            /// Most 32-bit registers of one thread; more values than that are kept in local memory.
            registers_per_thread: u32 = 63, range 16..=255, unit "registers", source "gpgpu 5.0 [F]";
            /// Predicate registers of one thread.
            predicates_per_thread: u32 = 7, range 4..=63, unit "registers", source "gpgpu C02 (P0 to P6)";
            /// Work-group memory of a core.
            shared_kb: u32 = 48, range 0..=1024, unit "KB", source "gpgpu 5.0";
            /// Most local (private) memory of one thread.
            local_bytes_per_thread: u32 = 65536, range 0..=1048576, unit "bytes", source "limit [F]";
        }
        group "Fetch and issue" {
            /// One or two scheduling loops.
            pipeline: Pipeline = Pipeline::TwoLoop, source "gpgpu F01, F02";
            /// Warp schedulers of a core; warps are dealt out to them in turn.
            schedulers: u32 = 2, range 1..=8, unit "schedulers", source "gpgpu 5.0 Fermi-like [F]";
        }
        /// How its schedulers pick, and what holds warps back.
        part "Fetch and issue" scheduling: pipe::settings::Scheduling {}
        /// Fetch and instruction buffers.
        part "Fetch and issue" fetch: pipe::settings::Fetch {}
        /// The scoreboard of a warp.
        part "Fetch and issue" dependences: pipe::settings::Dependences {}
        group "Fetch and issue" {
            /// What a full Coon scoreboard does to a decoded instruction.
            scoreboard_full: ScoreboardFull = ScoreboardFull::Discard, source "gpgpu F02";
        }
        /// The instruction cache of a core.
        part "Fetch and issue" icache: pipe::settings::ICache {}
        group "Divergence" {
            /// Order in which the sides of a divergent branch run.
            push_order: PushOrder = PushOrder::FallThroughTop, source "gpgpu D02";
            /// Most entries of a warp's stack.
            stack_depth: u32 = 64, range 1..=1024, unit "entries", source "gpgpu D01 (2n - 1 holds any structured code)";
            /// Largest arm of an `if`, in instructions, that is guarded instead of branched around; 0 turns it off.
            ifcvt_max: u32 = 4, range 0..=32, unit "instructions", source "gpgpu C03 (Fermi code guards 9) [F]";
        }
        /// What its compiler may do.
        part code: Code {}
        /// Looks for warps that wait for their own lanes.
        part "Divergence" watch: Watch {}
        group "Function units" {
            /// Branch and exit: cycles until the warp knows where it goes on.
            branch_latency: u32 = 4, range 1..=1000, unit "cycles", source "as an integer add [F]";
            /// Cycles from the last arrival at a barrier until its warps go on.
            barrier_latency: u32 = 2, range 1..=1000, unit "cycles", source "gpgpu F12 [F]";
            /// Integer add, logic, moves: cycles to the result.
            int_latency: u32 = 4, range 1..=1000, unit "cycles", source "gpgpu 5.0 [F]";
            /// Integer add, logic, moves: cycles between two warps.
            int_initiation: u32 = 1, range 1..=1000, unit "cycles", source "gpgpu 5.0 [F]";
            /// Integer multiply: cycles to the result.
            int_mul_latency: u32 = 4, range 1..=1000, unit "cycles", source "gpgpu 5.0 [F]";
            /// Integer multiply: cycles between two warps.
            int_mul_initiation: u32 = 2, range 1..=1000, unit "cycles", source "gpgpu 5.0 [F]";
            /// Integer multiply-add: cycles to the result.
            int_mad_latency: u32 = 5, range 1..=1000, unit "cycles", source "gpgpu 5.0 [F]";
            /// Integer multiply-add: cycles between two warps.
            int_mad_initiation: u32 = 1, range 1..=1000, unit "cycles", source "gpgpu 5.0 [F]";
            /// Integer division and remainder: cycles to the result.
            int_div_latency: u32 = 145, range 1..=1000, unit "cycles", source "gpgpu 5.0 [F]";
            /// Integer division and remainder: cycles between two warps.
            int_div_initiation: u32 = 8, range 1..=1000, unit "cycles", source "gpgpu 5.0 [F]";
            /// Float add, compare and conversion: cycles to the result.
            fp_latency: u32 = 4, range 1..=1000, unit "cycles", source "gpgpu 5.0 [F]";
            /// Float add, compare and conversion: cycles between two warps.
            fp_initiation: u32 = 1, range 1..=1000, unit "cycles", source "gpgpu 5.0 [F]";
            /// Float multiply: cycles to the result.
            fp_mul_latency: u32 = 4, range 1..=1000, unit "cycles", source "gpgpu 5.0 [F]";
            /// Float multiply: cycles between two warps.
            fp_mul_initiation: u32 = 1, range 1..=1000, unit "cycles", source "gpgpu 5.0 [F]";
            /// Fused multiply-add: cycles to the result.
            fp_mad_latency: u32 = 5, range 1..=1000, unit "cycles", source "gpgpu 5.0 [F]";
            /// Fused multiply-add: cycles between two warps.
            fp_mad_initiation: u32 = 1, range 1..=1000, unit "cycles", source "gpgpu 5.0 [F]";
            /// Float division: cycles to the result.
            fp_div_latency: u32 = 39, range 1..=1000, unit "cycles", source "gpgpu 5.0 [F]";
            /// Float division: cycles between two warps.
            fp_div_initiation: u32 = 4, range 1..=1000, unit "cycles", source "gpgpu 5.0 [F]";
            /// Special functions: cycles to the result.
            sfu_latency: u32 = 16, range 1..=1000, unit "cycles", source "gpgpu 5.0 [F]";
            /// Special functions: cycles between two warps.
            sfu_initiation: u32 = 8, range 1..=1000, unit "cycles", source "gpgpu 5.0 [F]";
            /// Library functions (a sequence on the special function unit): cycles to the result.
            math_latency: u32 = 64, range 1..=10000, unit "cycles", source "four special functions [F]";
            /// Library functions: cycles between two warps.
            math_initiation: u32 = 32, range 1..=10000, unit "cycles", source "four special functions [F]";
            /// Shuffles and matches of lanes, on the way to the load/store unit: cycles to the result.
            shfl_latency: u32 = 24, range 1..=1000, unit "cycles", source "gpgpu_modern 2.5 [F]";
            /// Shuffles and matches of lanes: cycles between two warps.
            shfl_initiation: u32 = 1, range 1..=1000, unit "cycles", source "as an access to work-group memory [F]";
            /// Votes of lanes, on an integer unit: cycles to the result.
            vote_latency: u32 = 4, range 1..=1000, unit "cycles", source "as an integer add [F]";
            /// Votes of lanes: cycles between two warps.
            vote_initiation: u32 = 1, range 1..=1000, unit "cycles", source "gpgpu_modern 2.5 [F]";
            /// Integer units of a core.
            int_units: u32 = 2, range 1..=8, unit "units", source "Fermi: two groups of 16 lanes";
            /// Float units of a core.
            fp_units: u32 = 2, range 1..=8, unit "units", source "Fermi: two groups of 16 lanes";
            /// Special function units of a core.
            sfu_units: u32 = 1, range 1..=8, unit "units", source "gpgpu F08";
        }
        /// The load/store unit of a core.
        part lsu: pipe::settings::LoadStore {}
        /// The constant cache of a core.
        part "Load/store unit" constant: pipe::settings::Constants {}
        group "Load/store unit" {
            /// Banks of work-group memory.
            shared_banks: u32 = 32, range 1..=64, unit "banks", source "gpgpu 5.0";
            /// Cycles from the last pass to the result of a work-group memory access.
            shared_latency: u32 = 20, range 1..=1000, unit "cycles", source "gpgpu 6.3 [F]";
        }
        group "L1 data cache" {
            /// Which global accesses it keeps.
            l1_global: L1Global = L1Global::All, source "gpgpu M10";
        }
        /// Caches, networks and channels.
        part mem: hierarchy::Settings {}
    }
}

/// What was corrected in the presets (docs/decisions/0011 has the cycles before and after).
pub const CORRECTIONS: &[Correction] = &[
    Correction {
        presets: &["teaching", "fermi", "gcn64"],
        what: "the address map of main memory, the spacing of GDDR5 commands and when rows are closed",
        keeps: None,
    },
    Correction {
        presets: &["fermi", "gcn64"],
        what: "the width of a memory channel, which had half its bandwidth",
        keeps: None,
    },
];

/// The presets; the first is the machine a newcomer meets.
pub const PRESETS: &[Preset] = &preset::rows([
    Preset {
        id: "teaching",
        name: "Teaching machine",
        doc: "One core with 8 lanes and 4 warps: every lane of every warp fits on one screen.",
        source: "gpgpu 5.0 teaching column, with 8 lanes; latencies short enough to count [F]",
        changes: &[
            ("cores", "1"),
            ("channels", "1"),
            ("warp_size", "8"),
            ("simd_width", "8"),
            ("warps_per_core", "4"),
            ("groups_per_core", "4"),
            ("registers_per_core", "2048"),
            ("shared_kb", "4"),
            ("schedulers", "1"),
            ("policy", "lrr"),
            ("ifcvt_max", "0"),
            ("icache_bytes", "0"),
            ("scoreboard", "one-bit"),
            ("branch_latency", "1"),
            ("barrier_latency", "1"),
            ("int_latency", "1"),
            ("int_mul_latency", "2"),
            ("int_mul_initiation", "1"),
            ("int_mad_latency", "2"),
            ("int_div_latency", "12"),
            ("int_div_initiation", "4"),
            ("fp_latency", "2"),
            ("fp_mul_latency", "2"),
            ("fp_mad_latency", "2"),
            ("fp_div_latency", "8"),
            ("sfu_latency", "4"),
            ("sfu_initiation", "2"),
            ("math_latency", "16"),
            ("math_initiation", "8"),
            ("shfl_latency", "3"),
            ("vote_latency", "1"),
            ("int_units", "1"),
            ("fp_units", "1"),
            ("constant_latency", "2"),
            ("shared_banks", "8"),
            ("shared_latency", "3"),
            ("l1_kb", "1"),
            ("line_bytes", "32"),
            ("dram_width", "32"),
            ("l1_hit", "4"),
            ("prt_entries", "8"),
            ("noc_latency", "2"),
            ("l2_slices", "1"),
            ("l2_slice_kb", "8"),
            ("l2_latency", "8"),
        ],
    },
    Preset {
        id: "fermi",
        name: "Fermi-like",
        doc: "15 cores with 32-lane warps on 16 physical lanes, two greedy schedulers, L1 and L2 caches.",
        source: "gpgpu 5.0 Fermi-like column",
        changes: &[("constant_bytes", "8192")],
    },
    Preset {
        id: "gcn64",
        name: "64-wide waves",
        doc: "32 cores with 64-lane waves that take four cycles on 16 lanes, four schedulers in round robin.",
        source: "gpgpu 5.0 GCN-like column, with a scoreboard and a stack in place of waits and exec masks",
        changes: &[
            ("cores", "32"),
            ("warp_size", "64"),
            ("warps_per_core", "40"),
            ("groups_per_core", "16"),
            ("registers_per_core", "65536"),
            ("registers_per_thread", "255"),
            ("shared_kb", "64"),
            ("schedulers", "4"),
            ("policy", "lrr"),
            ("scoreboard", "one-bit"),
            ("stack_depth", "128"),
            ("int_units", "4"),
            ("fp_units", "4"),
            ("clock_mhz", "1000"),
        ],
    },
]);

/// The settings of a preset; `None` if there is no preset of this name.
pub fn preset(id: &str) -> Option<Spec> {
    preset::find(PRESETS, id)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_preset_is_a_machine() {
        for row in PRESETS {
            let spec = preset(row.id).unwrap_or_else(|| panic!("{} has a bad value", row.id));
            assert!(spec.warp_size.is_multiple_of(spec.simd_width), "{}", row.id);
            assert!(spec.lsu.lsu_threshold <= spec.lsu.lsu_entries, "{}", row.id);
        }
    }

    #[test]
    fn the_teaching_machine_fits_on_one_screen() {
        let spec = preset("teaching").unwrap();
        assert_eq!((spec.chip.cores, spec.warp_size, spec.simd_width, spec.warps_per_core), (1, 8, 8, 4));
    }
}
