//! The events that only this machine has: warps of an instruction, and phases of a group that waits for memory.

use crate::events;

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
    /// A phase of access has ended: the group of a slot has waited for a transfer.
    Phase = "phases", Passing {
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
    }
}
