//! The events that only HARP has: lines, stacks, warps that begin, barriers.

use lanescope_parts::{base::LaneMask, events};

events! {
    /// The load/store unit accepts an instruction, and a line that it needs has its turn to leave.
    Line = "lines", Passing, lasts until {
        /// The warp.
        unit: u32 = "",
        /// Number of the dynamic instruction, as in `stages`.
        id: u64 = "",
        /// The instruction.
        pc: u32 = "",
        /// Address of the line.
        address: u64 = "",
        /// Cycles until its request has left.
        until: u32 = "cycles",
    }
    /// The stack of a warp has changed.
    Stack = "ipdom", Standing {
        /// The warp.
        unit: u32 = "",
        /// Entries.
        depth: u32 = "entries",
        /// The thread mask from now on.
        mask: LaneMask = "",
        /// The split or join.
        pc: u32 = "",
    }
    /// A warp has begun another one.
    Spawn = "spawns", Passing {
        /// The warp.
        unit: u32 = "",
        /// The other one.
        child: u32 = "",
    }
    /// The barrier unit accepts a warp.
    Arrival = "barriers", Passing {
        /// The warp.
        unit: u32 = "",
        /// The barrier.
        barrier: u64 = "",
        /// Is it the last one?
        last: bool = "",
    }
}
