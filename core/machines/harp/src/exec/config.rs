//! What the cores are built as.

use super::super::{isa::Arch, rules::Rules};

/// Most entries of a stack that is said to have no end.
pub const MAX_STACK: usize = 1 << 16;
/// Most pages that are known at once.
pub const MAX_PAGES: usize = 1 << 16;
/// Most bytes that memory may have.
pub const MAX_RAM: u64 = 64 << 20;

/// See the module.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Config {
    /// Word, registers, lanes, warps of each core, encoding.
    pub arch: Arch,
    /// Cores, which share memory (HARP 5.8).
    pub cores: u16,
    /// Whose word counts.
    pub rules: Rules,
    /// Are addresses translated?
    pub vm: bool,
    /// Entries of a warp's stack, if it is not boundless.
    pub stack_entries: usize,
    /// Bytes that memory has at least.
    pub ram_bytes: u64,
    /// Lanes with which the first warp begins.
    pub start_lanes: u16,
    /// Do R0 and R1 begin as the numbers of lane and warp, as in the hardware description (HARP 3.2)?
    pub reset_ids: bool,
    /// Bytes of output that are kept.
    pub console_bytes: usize,
    /// Barriers that a compiled kernel may use: those below this number.
    pub barriers: u32,
}

impl Config {
    /// A core as the reference has it.
    pub const fn reference(arch: Arch) -> Config {
        Config {
            arch,
            cores: 1,
            rules: Rules::REFERENCE,
            vm: false,
            stack_entries: 16,
            ram_bytes: 1 << 16,
            start_lanes: 1,
            reset_ids: false,
            console_bytes: 1 << 20,
            barriers: 4,
        }
    }

    /// A core as the original emulator has it; `vm` is off with its option `-b`.
    pub const fn harptool(arch: Arch, vm: bool) -> Config {
        Config { rules: Rules::HARPTOOL, vm, ..Config::reference(arch) }
    }

    /// Warps of all cores.
    pub const fn warps(&self) -> u32 {
        self.cores as u32 * self.arch.warps as u32
    }

    /// Entries that a stack may have.
    pub const fn most_entries(&self) -> usize {
        if self.rules.boundless_stack { MAX_STACK } else { self.stack_entries }
    }
}
