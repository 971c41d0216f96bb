//! What cores count (HARP 5.7, 7.1). What its warps count themselves is added when someone asks.

use lanescope_parts::machines::family::OwnCount;

use super::memory::Memory;

/// Counts by the names of the thesis and of the original emulator, as programs that run the laboratory ask for them (HARP 7.1, facts C10).
pub const OWN: &[OwnCount] = &[
    ("kdic", &["kdic"]),
    ("ldic", &["ldic"]),
    ("lane_slots", &["lane_slots"]),
    ("lane_instructions", &["lane_instructions"]),
    ("loads", &["loads"]),
    ("stores", &["stores"]),
    ("splits", &["splits"]),
    ("divergent_splits", &["divergent_splits"]),
    ("stack_max", &["stack_max"]),
    ("spawns", &["spawns"]),
    ("clones", &["clones"]),
];

lanescope_parts::counters! {
    /// Counts of cores.
    pub struct Counters {
        /// Instructions of warps: KDIC.
        kdic: "instructions",
        /// Lanes that took part in them, and at split and join those that were live: LDIC.
        ldic: "lanes",
        /// Instructions times lanes of a warp.
        lane_slots: "lanes",
        /// Cycles in which no warp was ready.
        fifo_empty: "cycles",
        /// Cycles in which an instruction waited in RBUF for the ALU.
        stall_alu: "cycles",
        /// Cycles in which one waited for the PLU.
        stall_plu: "cycles",
        /// Cycles in which one waited for BR.
        stall_br: "cycles",
        /// Cycles in which one waited for the multiplier.
        stall_mul: "cycles",
        /// Cycles in which one waited for the divider.
        stall_div: "cycles",
        /// Cycles in which one waited for the load/store unit.
        stall_lsu: "cycles",
        /// Cycles in which one waited for the FPU.
        stall_fpu: "cycles",
        /// Cycles in which one waited for the barrier unit.
        stall_bar: "cycles",
        /// Cycles in which the ALU had an instruction.
        busy_alu: "cycles",
        /// Cycles in which the PLU had one.
        busy_plu: "cycles",
        /// Cycles in which BR had one.
        busy_br: "cycles",
        /// Cycles in which the multiplier had one.
        busy_mul: "cycles",
        /// Cycles in which the divider had one.
        busy_div: "cycles",
        /// Cycles in which the load/store unit had one.
        busy_lsu: "cycles",
        /// Cycles in which the FPU had one.
        busy_fpu: "cycles",
        /// Cycles in which the barrier unit wrote, released or cleared.
        busy_bar: "cycles",
        /// Results that did not go in a cycle because another one did.
        arbiter_conflicts: "results",
        /// Requests that did not leave for memory in a cycle because one of another core did.
        memory_conflicts: "requests",
        /// Cycles that warps waited at barriers, each warp by itself.
        barrier_wait: "cycles",
        /// Loads and stores of warps.
        memory_instructions: "instructions",
        /// Lines that they requested.
        lines: "lines",
        /// Loads of lanes.
        loads: "words",
        /// Stores of lanes.
        stores: "words",
        /// Guarded jumps, each time that a warp came to one.
        branches: "branches",
        /// Lane instructions as the original emulator counts them: at split and join all lanes that exist, at halt one.
        lane_instructions: "instructions",
        /// Splits.
        splits: "splits",
        /// Splits on whose guard the lanes of a warp disagreed.
        divergent_splits: "splits",
        /// Entries that a stack had at most.
        stack_max: "entries",
        /// Warps that were spawned.
        spawns: "warps",
        /// Lanes whose registers went over the clone bus.
        clones: "lanes",
        /// Barriers that a warp came to while some of its lanes waited on its stack.
        divergent_barriers: "barriers",
        /// Operations on real numbers of lanes, conversions not among them.
        flops: "operations",
        /// Bytes that moved to and from memory, behind the cache if there is one: whole lines, bursts and blocks.
        memory_bytes: "bytes",
        /// Lines that loads found in the cache.
        cache_hits: "lines",
        /// Lines that they did not find.
        cache_misses: "lines",
        /// DRAM bursts read, or accesses of vaults.
        dram_reads: "bursts",
        /// DRAM bursts written, or accesses of vaults.
        dram_writes: "bursts",
        /// DRAM bursts whose row was open from an earlier burst.
        dram_row_hits: "bursts",
    }
}

impl Counters {
    /// With what memory counts.
    #[must_use]
    pub fn of_memory(self, memory: &Memory) -> Counters {
        let dram = memory.dram().unwrap_or_default();
        Counters {
            memory_bytes: memory.moved,
            cache_hits: memory.hits,
            cache_misses: memory.misses,
            dram_reads: dram.reads,
            dram_writes: dram.writes,
            dram_row_hits: dram.row_hits,
            ..self
        }
    }
}
