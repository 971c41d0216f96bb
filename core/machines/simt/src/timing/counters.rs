//! What a core counts. The memory parts count for themselves; the machine puts all together.

lanescope_parts::counters! {
    /// Counts of one core (or, added up, of all).
    pub struct Counters {
        /// Instructions of warps that were issued.
        warp_instructions: "instructions",
        /// Instructions times active lanes, whether the guard held there or not.
        thread_instructions: "lane operations",
        /// Instructions times lanes that executed them: active, and predicated on, which is that the guard held. A branch
        /// is executed by all active lanes.
        predicated_on: "lane operations",
        /// Instructions times lanes of a warp: what it could have been.
        lane_slots: "lane slots",
        /// Float operations of all lanes; a fused multiply-add is two.
        flops: "operations",
        /// Parts of memory instructions after the first, and refused tries.
        replays: "parts",
        /// Branches issued.
        branches: "instructions",
        /// Branches whose lanes parted ways.
        divergent_branches: "instructions",
        /// The most entries that a divergence stack has had.
        max_stack_depth: "entries",
        /// Barriers issued.
        barriers: "instructions",
        /// Instructions fetched.
        fetched: "instructions",
        /// Fetched instructions that were thrown away because the warp went on elsewhere.
        flushed: "instructions",
        /// Fetched instructions that were thrown away because the scoreboard was full.
        discarded: "instructions",
        /// Instruction fetches that missed the instruction cache.
        icache_misses: "fetches",
        /// Accesses to work-group memory.
        shared_accesses: "instructions",
        /// Passes that they took.
        shared_passes: "passes",
        /// Passes more than one for each access: bank conflicts.
        bank_conflicts: "passes",
        /// Constant and parameter loads.
        constant_accesses: "instructions",
        /// Passes that they took, one for each distinct address.
        constant_passes: "passes",
        /// Passes whose line was not in the constant cache and had to be asked for.
        constant_misses: "passes",
        /// Passes whose line was already on its way to the constant cache.
        constant_merges: "passes",
        /// Accesses to global and private memory.
        memory_accesses: "instructions",
        /// Lines that they needed.
        blocks: "blocks",
        /// Sectors that they needed.
        sectors: "sectors",
        /// Atomic instructions on global memory.
        atomics: "instructions",
        /// Work-groups that started.
        group_starts: "groups",
        /// Work-groups that ended.
        groups: "groups",
    }
}
