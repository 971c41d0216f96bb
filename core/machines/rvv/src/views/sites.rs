//! The places of the machine: its boxes, and what of the events stands in each.

use lanescope_parts::sites;

sites! {
    /// Sends instructions to the units.
    FRONT = "front", "front end", "core{}/front", [Holds::Stage(Fetch), Holds::Stage(Decode), Holds::Stage(Wait)];
    /// Loads, stores and arithmetic of scalars.
    SCALAR = "scalar", "scalar unit", "core{}/scalar",
        [Holds::Stage(Issue), Holds::Stage(Execute), Holds::Stage(Memory)];
    /// The vector registers.
    REGISTERS = "registers", "vector registers", "core{}/registers", [];
    /// The translation of addresses.
    TLB = "tlb", "page table (TLB)", "core{}/tlb", [];
    /// The cache of a core.
    CACHE = "cache", "vector cache", "core{}/cache", [Holds::Made];
    /// A functional unit; which there are is a setting.
    UNIT = "unit", "functional unit {}", "core{}/unit{}",
        [Holds::Stage(Issue), Holds::Stage(Execute), Holds::Stage(Memory), Holds::Made];
}
