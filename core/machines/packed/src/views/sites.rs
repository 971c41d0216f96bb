//! The places of the machine: its boxes, and what of the events stands in each.

use lanescope_parts::sites;

sites! {
    /// A thread, which issues.
    THREAD = "thread", "thread {}", "core{}/thread{}",
        [Holds::Stage(Fetch), Holds::Stage(Decode), Holds::Stage(Wait)];
    /// The registers of all threads of a core.
    REGISTERS = "registers", "registers", "core{}/registers", [Holds::Stage(Writeback), Holds::Stage(Done)];
    /// Scalar arithmetic and branches.
    SCALAR = "scalar", "scalar unit", "core{}/scalar",
        [Holds::Stage(Issue), Holds::Stage(Execute), Holds::Stage(Memory)];
    /// Integers in vectors.
    INTEGER = "integer", "packed integers", "core{}/integer",
        [Holds::Stage(Issue), Holds::Stage(Execute), Holds::Stage(Memory)];
    /// Elements that change places, and masks.
    SHUFFLE = "shuffle", "shuffle and masks", "core{}/shuffle",
        [Holds::Stage(Issue), Holds::Stage(Execute), Holds::Stage(Memory)];
    /// Floats.
    FLOAT = "float", "floats", "core{}/float",
        [Holds::Stage(Issue), Holds::Stage(Execute), Holds::Stage(Memory)];
    /// Products of tiles.
    TILE = "tile", "tile unit", "core{}/tile",
        [Holds::Stage(Issue), Holds::Stage(Execute), Holds::Stage(Memory)];
    /// The cache of a core.
    CACHE = "cache", "cache", "core{}/cache", [Holds::Made];
    /// The unit that all accesses of memory go to.
    LSU = "memory", "load/store unit", "core{}/memory",
        [Holds::Stage(Issue), Holds::Stage(Execute), Holds::Stage(Memory), Holds::Made];
    /// The cache of all cores.
    SHARED_CACHE = "shared", "shared cache", "shared", [];
}
