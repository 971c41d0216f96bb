//! The places of the GPU: its boxes, and what of the events stands in each.

use lanescope_parts::sites;

sites! {
    /// Gives work-groups to cores.
    DISPATCHER = "dispatcher", "dispatcher", "dispatcher", [Holds::Waiting];
    /// Fetches and decodes.
    FRONT = "fetch", "fetch and decode", "core{}/fetch", [Holds::Stage(Fetch), Holds::Stage(Decode)];
    /// Decoded instructions of all warps.
    BUFFERS = "ibuffer", "instruction buffers", "core{}/ibuffer", [Holds::Stage(Wait)];
    /// Registers that wait for results.
    SCOREBOARD = "scoreboard", "scoreboard", "core{}/scoreboard", [];
    /// Where lanes that have parted come together again.
    STACK = "stack", "SIMT stack", "core{}/stack", [];
    /// Picks a warp.
    SCHEDULER = "scheduler", "scheduler {}", "core{}/scheduler{}", [Holds::Stage(Issue)];
    /// The register file.
    REGISTERS = "registers", "registers", "core{}/registers", [Holds::Stage(Writeback)];
    /// Units for integers.
    INT = "int", "integer units", "core{}/int", [Holds::Stage(Execute), Holds::Stage(Memory)];
    /// Units for floats.
    FLOAT = "float", "float units", "core{}/float", [Holds::Stage(Execute), Holds::Stage(Memory)];
    /// Units for elementary functions.
    SPECIAL = "special", "special units", "core{}/special", [Holds::Stage(Execute), Holds::Stage(Memory)];
    /// Branches and barriers.
    CONTROL = "control", "branches, barriers", "core{}/control", [Holds::Stage(Execute), Holds::Stage(Memory)];
    /// The load/store unit.
    LSU = "lsu", "load/store unit", "core{}/lsu",
        [Holds::Stage(Execute), Holds::Stage(Memory), Holds::Station(Sender)];
    /// Work-group memory.
    SCRATCHPAD = "scratchpad", "work-group memory", "core{}/scratchpad", [];
    /// The constant cache.
    CONSTANT = "constant", "constant cache", "core{}/constant", [];
    /// The first-level data cache.
    L1 = "l1", "L1 cache", "core{}/l1", [Holds::Made, Holds::Station(FirstLevel)];
}
