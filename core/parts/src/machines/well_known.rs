//! Counts that mean the same on every machine. Reports, comparisons and measures take their numbers from this list, so
//! that nothing finds a number by the spelling of its id.
//!
//! A machine gives the counts that it has. What it does not name it declines, because it has no such thing (a machine without branches of
//! lanes has no divergent ones): a new count is a row here and a line in each machine that has it.

use serde::{Deserialize, Serialize};

/// Declares the counts.
macro_rules! well_known {
    ($($(#[doc = $doc:literal])+ $id:ident,)+) => {
        /// Counts that mean the same on every machine; `None` where a machine has no such count.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
        pub struct WellKnown { $($(#[doc = $doc])+ pub $id: Option<u64>,)+ }

        impl WellKnown {
            /// Every count that the machine gives, by name, in the order of the list.
            pub fn given(&self) -> impl Iterator<Item = (&'static str, u64)> {
                [$((stringify!($id), self.$id),)+].into_iter().filter_map(|(name, count)| Some((name, count?)))
            }
        }
    };
}

well_known! {
    /// Float operations done; a fused multiply-add is two.
    flops,
    /// Bytes to and from main memory.
    memory_bytes,
    /// Bytes that writing back the dirty lines of all caches would still move. What a run costs memory is
    /// `memory_bytes` and these; the roofline takes the sum.
    memory_bytes_to_come,
    /// Lanes that executed the instructions issued: active, and the guard held.
    predicated_on,
    /// Elements that were loaded.
    loaded_elements,
    /// Elements that were stored.
    stored_elements,
    /// Elements that vector instructions worked on.
    vector_elements,
    /// Scalar instructions.
    scalar_instructions,
    /// Strips that loops were cut into.
    strips,
    /// Cycles by the chime model (hp_ch4 5.3).
    l0_cycles,
    /// Cycles by the chime model with start-up (hp_ch4 5.4).
    l1_cycles,
    /// Branches that units executed.
    branches,
    /// Branches whose lanes parted ways.
    divergent_branches,
    /// Memory instructions of units that went to global memory.
    memory_accesses,
    /// Cache lines that they needed.
    blocks,
    /// Sectors of 32 bytes that they needed.
    sectors,
    /// Instructions of units that went to work-group memory.
    shared_accesses,
    /// Passes over the banks of work-group memory that they took.
    shared_passes,
    /// Loads that asked the first-level cache.
    l1_loads,
    /// Loads that found their data in it.
    l1_load_hits,
    /// Reads that asked the second-level cache.
    l2_reads,
    /// Reads that found their data in it.
    l2_read_hits,
    /// DRAM bursts read.
    dram_reads,
    /// DRAM bursts written.
    dram_writes,
    /// DRAM bursts whose row was open.
    dram_row_hits,
}
