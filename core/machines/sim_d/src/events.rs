//! The events that only this machine has: warps of an instruction, requests as the memory controller begins with them, and phases of a
//! group that waits for memory.

use lanescope_parts::events;

/// A rectangle that is moved, whoever takes part: [`Transfer::indexed`].
pub const RECTANGLE: u32 = 0;
/// A rectangle that streams past the index memory.
pub const PAST_INDEXES: u32 = 1;
/// A burst for each index.
pub const EACH_INDEX: u32 = 2;

events! {
    /// A warp of a vector instruction is decoded: some of the group's work-items, side by side in the lanes.
    Warp = "warps", Passing, lasts edges {
        /// The slot.
        unit: u32 = "",
        /// Number of the dynamic instruction, as in `stages`.
        id: u64 = "",
        /// The instruction.
        pc: u32 = "",
        /// Which warp of the group.
        warp: u32 = "",
        /// Cycles that it takes: several where there are fewer units than lanes.
        edges: u32 = "cycles",
    }
    /// The memory controller begins with the request of a slot's group.
    Transfer = "transfers", Standing {
        /// The slot.
        unit: u32 = "",
        /// The group.
        group: u32 = "",
        /// The memory instruction.
        pc: u32 = "",
        /// The cycle of the DRAM in which it begins.
        edge: u64 = "DRAM cycles",
        /// Into main memory (or out of it)?
        write: bool = "",
        /// Who says which words: 0 the rectangle, 1 indexes past which it streams, 2 each index has a burst.
        indexed: u32 = "",
        /// The first byte of the rectangle, or of the buffer that indexes point into.
        address: u32 = "",
        /// Words of a period that are moved; of the whole buffer if each index has a burst.
        words: u32 = "words",
        /// From one period to the next.
        period: u32 = "words",
        /// Periods; 1 if each index has a burst.
        periods: u32 = "",
        /// Bursts that indexes ask for; 0 of a rectangle.
        indexes: u32 = "",
    }
    /// A phase of access has ended: the group of a slot has waited for a transfer.
    Phase = "phases", Standing {
        /// The slot.
        unit: u32 = "",
        /// The group.
        group: u32 = "",
        /// The memory instruction.
        pc: u32 = "",
        /// The cycle in which the instruction was through and the group began to wait.
        from: u64 = "cycle",
        /// The cycle in which the memory began with the transfer.
        begun: u64 = "cycle",
        /// Does it move words of main memory (or of the scratchpad)?
        main: bool = "",
        /// From the beginning of a request until all rows are closed; 0 of a scratchpad.
        edges: u64 = "DRAM cycles",
    }
}
