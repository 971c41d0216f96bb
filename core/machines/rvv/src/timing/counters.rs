//! What a core counts. Times of the coarse models and of memory are added when someone asks.

lanescope_parts::counters! {
    /// Counts of a core.
    pub struct Counters {
        /// Vector instructions issued.
        vector_instructions: "instructions",
        /// Scalar instructions issued, those that set the vector length included.
        scalar_instructions: "instructions",
        /// Elements that took part in vector instructions; of segment accesses each field.
        vector_elements: "elements",
        /// Element groups that went through a unit.
        element_groups: "groups",
        /// Lanes of element groups, with or without an element that took part.
        group_lanes: "lanes",
        /// Vector lengths set.
        strips: "strips",
        /// Vector instructions that took a result while it was being produced.
        chained: "instructions",
        /// Vector instructions whose encoding the manual reserves, which were carried out all the same.
        reserved_encodings: "instructions",
        /// Float operations of elements that took part and of scalars; a fused multiply-add is two.
        flops: "operations",
        /// Elements and scalars that were loaded.
        loaded_elements: "elements",
        /// Elements and scalars that were stored.
        stored_elements: "elements",
        /// Bytes to and from main memory: what a vector cache had is not among them, whole lines and bursts are.
        memory_bytes: "bytes",
        /// Cycles in which a load/store unit waited for a bank, a page or an operand within an instruction.
        access_stalls: "cycles",
        /// Cycles that element groups waited for a bank of the register file, to read operands or to write a result.
        register_stalls: "cycles",
        /// Ends of time slices, at each of which registers are saved.
        context_switches: "switches",
        /// Bytes of registers saved at them: the vector registers only if one was written in the time slice.
        context_bytes: "bytes",
        /// Bytes of vector registers that were not saved because none was written.
        context_bytes_spared: "bytes",
        /// Convoys (L0).
        convoys: "convoys",
        /// Convoys if the instructions of each strip came in the best order that a list schedule finds.
        packed_convoys: "convoys",
        /// Cycles by the chime model (L0): element groups of the longest instruction of each convoy.
        l0_cycles: "cycles",
        /// Cycles by the chime model with start-up (L1): the longest chain of pipeline depths of each convoy is added.
        l1_cycles: "cycles",
        /// Upper bound of L1: the depths of all vector instructions are added.
        l1_bound: "cycles",
        /// Accesses that missed the translation table.
        tlb_misses: "accesses",
        /// Loads that found their line in the vector cache.
        vector_cache_hits: "accesses",
        /// Loads that did not.
        vector_cache_misses: "accesses",
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
