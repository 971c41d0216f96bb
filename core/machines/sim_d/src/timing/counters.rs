//! What is counted, by the names that the author's simulator gives its counters where it has them (facts 13).

use lanescope_parts::machines::family::OwnCount;

use super::run::Counts;

/// Counts by the names of the author's simulator and of published tables (facts 13, 17).
pub const OWN: &[OwnCount] = &[
    ("upload", &["upload"]),
    ("groups", &["groups"]),
    ("compute_active", &["compute_active"]),
    ("dram_active", &["dram_active"]),
    ("sp0", &["sp0"]),
    ("sp1", &["sp1"]),
    ("raw", &["raw"]),
    ("sidiv", &["sidiv"]),
    ("nop", &["nop"]),
    ("vector_sub_instructions", &["vector_sub_instructions"]),
    ("scalar_instructions", &["scalar_instructions"]),
    ("dram.cas", &["dram_reads", "dram_writes"]),
    ("dram.act", &["dram_activates"]),
    ("dram.pre", &["dram_precharges"]),
    ("dram.ref", &["dram_refreshes"]),
    ("dram.bytes", &["memory_bytes"]),
    ("lid", &["lid"]),
    ("lda", &["lda"]),
];

lanescope_parts::counters! {
    /// Counts of a run.
    pub struct Counters {
        /// Cycles of the upload of the program.
        upload: "cycles",
        /// Groups that were started.
        groups: "groups",
        /// Cycles in which a group could be fetched.
        compute_active: "cycles",
        /// Cycles in which a group waited for its own request, and the memory controller worked on that.
        dram_active: "cycles",
        /// Cycles in which the group of slot 0 waited for its scratchpad.
        sp0: "cycles",
        /// Cycles in which the group of slot 1 waited for its scratchpad.
        sp1: "cycles",
        /// Cycles in which the decoder waited for a register.
        raw: "cycles",
        /// Cycles in which the decoder waited for the divider of scalars, or a pop for a push.
        sidiv: "cycles",
        /// Cycles in which nothing was committed, or a `nop`; known when the launch is over.
        nop: "cycles",
        /// Parts of vector instructions that were committed: a warp, or what the special units take of it at once.
        vector_sub_instructions: "warps",
        /// Scalar instructions that were committed, without `nop`.
        scalar_instructions: "instructions",
        /// Instructions that were decoded, each once for its group.
        instructions: "instructions",
        /// Float operations of work-items that were on; a multiply-add is two.
        flops: "operations",
        /// Bytes of main memory that requests wanted.
        memory_bytes: "bytes",
        /// DRAM bursts read.
        dram_reads: "bursts",
        /// DRAM bursts written.
        dram_writes: "bursts",
        /// DRAM rows opened.
        dram_activates: "commands",
        /// DRAM rows closed by a command of their own.
        dram_precharges: "commands",
        /// Refreshes of the DRAM.
        dram_refreshes: "commands",
        /// Commands that were held against the rules of the part, with the setting `check_commands`.
        dram_checked: "commands",
        /// Rules that they broke.
        dram_violations: "violations",
        /// Energy of the DRAM, by the coefficients of the settings.
        dram_energy: "pJ",
        /// Instructions on floats, and conversions to them.
        mix_float: "instructions",
        /// Reciprocals, roots and sines.
        mix_special: "instructions",
        /// Instructions on integers and bits, and conversions to integers.
        mix_integer: "instructions",
        /// Copies.
        mix_copy: "instructions",
        /// Loads and stores of main memory.
        mix_main: "instructions",
        /// Loads and stores of a scratchpad.
        mix_scratchpad: "instructions",
        /// Control flow, with the comparisons that make predicates.
        mix_control: "instructions",
        /// Least-issue delay: the DRAM cycle at which a request behind all so far could start.
        lid: "DRAM cycles",
        /// The DRAM cycle in which the last word moved.
        lda: "DRAM cycles",
    }
}

impl From<Counts> for Counters {
    fn from(counts: Counts) -> Counters {
        let (pipeline, transfers) = (counts.pipeline, counts.transfers);
        let [columns, activates, precharges, refreshes] = transfers.commands;
        let [sp0, sp1] = transfers.scratchpad_active;
        let [mix_float, mix_special, mix_integer, mix_copy, mix_main, mix_scratchpad, mix_control] =
            counts.mix;
        Counters {
            upload: counts.upload,
            groups: counts.groups,
            compute_active: counts.compute_active,
            dram_active: transfers.dram_active,
            sp0,
            sp1,
            raw: pipeline.register_stalls + pipeline.vain_stalls,
            sidiv: pipeline.divider_stalls,
            nop: counts.empty,
            vector_sub_instructions: pipeline.warps,
            scalar_instructions: pipeline.scalars,
            instructions: counts.instructions,
            flops: counts.flops,
            memory_bytes: transfers.bytes,
            dram_reads: columns - transfers.writes,
            dram_writes: transfers.writes,
            dram_activates: activates,
            dram_precharges: precharges,
            dram_refreshes: refreshes,
            dram_checked: transfers.checked,
            dram_violations: transfers.violations,
            dram_energy: 0,
            mix_float,
            mix_special,
            mix_integer,
            mix_copy,
            mix_main,
            mix_scratchpad,
            mix_control,
            lid: counts.closed,
            lda: transfers.last_data,
        }
    }
}
