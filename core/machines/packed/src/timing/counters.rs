//! What a core counts.

use lanescope_parts::machines::counters::is_nothing;

lanescope_parts::counters! {
    /// Counts of a core.
    pub struct Counters {
        /// Packed instructions issued.
        packed_instructions: "instructions",
        /// Scalar instructions issued.
        scalar_instructions: "instructions",
        /// Elements that took part in packed instructions; of tiles each row.
        packed_elements: "elements",
        /// Elements of packed instructions, with those that a mask left out.
        packed_lanes: "elements",
        /// Float operations of elements that took part and of scalars; a fused multiply-add is two.
        flops: "operations",
        /// Elements and scalars that were loaded; of tiles words of 32 bits.
        loaded_elements: "elements",
        /// Elements and scalars that were stored; of tiles words of 32 bits.
        stored_elements: "elements",
        /// Bytes to and from main memory: what a cache had is not among them, whole lines and bursts are.
        memory_bytes: "bytes",
        /// Packed accesses that crossed a line of 64 bytes, once each however many lines they take.
        line_crossings: "accesses",
        /// Packed accesses that crossed a page of 4 KiB, each of them a line, too.
        page_crossings: "accesses",
        /// Accesses whose address was not a multiple of their width.
        unaligned_accesses: "accesses",
        /// Branches and jumps that were taken.
        taken_branches: "branches",
        /// Loads that found their line in the cache.
        cache_hits: "accesses",
        /// Loads that did not.
        cache_misses: "accesses",
        /// Loads of lines that were in the cache that all cores share.
        shared_cache_hits: "lines",
        /// Loads of lines that were not.
        shared_cache_misses: "lines",
        /// Lines that were asked for before their time.
        prefetches: "lines" #[serde(skip_serializing_if = "is_nothing")],
        /// DRAM rows opened.
        dram_activates: "commands",
        /// DRAM bursts read.
        dram_reads: "bursts",
        /// DRAM bursts written.
        dram_writes: "bursts",
        /// DRAM bursts whose row was open from an earlier burst.
        dram_row_hits: "bursts",
    }
}
