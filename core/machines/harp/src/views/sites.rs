//! The places of the machine: its boxes, and what of the events stands in each. Where there is one core only, it goes without saying.

use lanescope_parts::sites;

sites! {
    /// Warps that wait for their turn.
    READY = "ready", "ready warps", "core{}/ready", [Holds::Stage(Done)];
    /// All warps of a core.
    WARPS = "warps", "warps", "core{}/warps", [];
    /// A warp.
    WARP = "warp", "warp {}", "core{}/warps/warp{}", [];
    /// The predicates of a warp.
    PREDICATES = "predicates", "predicates", "core{}/warps/warp{}/predicates", [];
    /// A predicate of a warp.
    PREDICATE = "predicate", "@p{}", "core{}/warps/warp{}/predicates/p{}", [];
    /// The stack of a warp.
    STACK = "stack", "stack of split and join", "core{}/warps/warp{}/stack", [];
    /// The stages that an instruction goes through, one in each cycle.
    BARREL = "barrel", "barrel", "core{}/barrel", [];
    /// Fetches.
    FETCH = "fetch-stage", "FETCH", "core{}/barrel/FETCH", [Holds::Stage(Fetch)];
    /// Reads predicates.
    PRED = "pred-stage", "PRED", "core{}/barrel/PRED", [Holds::Stage(Decode)];
    /// Reads registers.
    REG = "reg-stage", "REG", "core{}/barrel/REG", [];
    /// Holds what waits for its unit.
    RBUF = "rbuf-stage", "RBUF", "core{}/barrel/RBUF", [Holds::Stage(Wait), Holds::Stage(Issue)];
    /// Operations on words.
    ALU = "alu", "ALU", "core{}/ALU", [Holds::Stage(Execute)];
    /// Operations on predicates.
    PLU = "plu", "PLU", "core{}/PLU", [Holds::Stage(Execute)];
    /// Jumps and what is for no other unit.
    BR = "br", "BR", "core{}/BR", [Holds::Stage(Execute)];
    /// Products.
    MUL = "mul", "MUL", "core{}/MUL", [Holds::Stage(Execute)];
    /// Quotients and remainders.
    DIV = "div", "DIV", "core{}/DIV", [Holds::Stage(Execute)];
    /// Loads and stores.
    LSU = "lsu", "LSU", "core{}/LSU", [Holds::Stage(Execute), Holds::Stage(Memory), Holds::Made];
    /// Requests of the load/store unit that wait for memory that other cores ask as well.
    REQUESTS = "requests", "requests", "core{}/requests", [Holds::Entries];
    /// Real numbers.
    FPU = "fpu", "FPU", "core{}/FPU", [Holds::Stage(Execute)];
    /// Barriers.
    BAR = "bar", "BAR", "core{}/BAR", [Holds::Stage(Execute)];
    /// Takes one result in each cycle.
    ARBITER = "arbiter", "arbiter", "core{}/arbiter", [Holds::Stage(Writeback)];
    /// Memory as a core sees it.
    OWN_MEMORY = "own-memory", "memory", "core{}/memory", [];
}
