//! The settings of the vector machine and its presets.
//!
//! Defaults are those of the textbook's teaching machine; what the text leaves open is marked `[R]` as in the reference.
//! Absent: TLB, vector cache, register-file ports, other memory behind the banks.

use crate::{choice, settings};

choice! {
    /// When a vector instruction may use what another one is still computing.
    pub enum Chaining {
        /// Never: sources must be complete.
        None = "none",
        /// Only by the instruction that directly follows.
        Fixed = "fixed",
        /// Element group by element group, at any time.
        Flexible = "flexible",
    }
}

choice! {
    /// What waits behind a vector instruction that cannot start.
    pub enum Issue {
        /// Everything.
        Blocking = "blocking",
        /// Only instructions for the same unit or with its results: each unit has a queue.
        Queues = "queues",
    }
}

choice! {
    /// What memory does with the addresses of a load/store unit.
    pub enum MemoryModel {
        /// Takes an address per lane and cycle.
        Ideal = "ideal",
        /// Has word-interleaved banks that are busy for some cycles after each access.
        Banked = "banked",
    }
}

choice! {
    /// Where the code generator puts the short piece of a row of work-items that is no multiple of the vector length.
    pub enum Strips {
        /// Last: `vsetvli` asks for what is left.
        Last = "short-last",
        /// First, so that all others are full.
        First = "short-first",
    }
}

choice! {
    /// How the code generator passes over code whose mask is empty.
    pub enum Skip {
        /// Not at all: it is carried out with all elements masked off.
        None = "none",
        /// With `vfirst.m` and a branch.
        First = "vfirst",
        /// With `vcpop.m` and a branch.
        Count = "vcpop",
    }
}

settings! {
    /// Every setting of a vector machine.
    pub struct Spec {
        group "Vector registers" {
            /// Bits of a vector register; a power of two.
            vlen: u32 = 256, range 128..=65536, unit "bits", source "hp_ch4 3.1 (1024 bytes in 32 registers)";
        }
        group "Vector unit" {
            /// Lanes: element e is in lane e modulo this.
            lanes: u32 = 1, range 1..=64, unit "lanes", source "hp_ch4 5.1";
            /// When results are passed on.
            chaining: Chaining = Chaining::Flexible, source "hp_ch4 5.1";
            /// What waits behind a waiting vector instruction.
            issue: Issue = Issue::Blocking, source "hp_ch4 5.5";
            /// Cycles that a unit rests between two instructions.
            dead_time: u32 = 0, range 0..=64, unit "cycles", source "hp_ch4 5.5 [R]";
            /// Scalar cycles of each strip in the start-up model.
            loop_overhead: u32 = 0, range 0..=1000, unit "cycles", source "hp_ch4 5.4";
        }
        group "Functional units" {
            /// Float adders.
            fp_add_units: u32 = 1, range 1..=16, unit "units", source "hp_ch4 5.1";
            /// Float multipliers; they also do multiply-adds.
            fp_mul_units: u32 = 1, range 1..=16, unit "units", source "hp_ch4 5.1";
            /// Float dividers; they also do roots.
            fp_div_units: u32 = 1, range 1..=16, unit "units", source "hp_ch4 5.1";
            /// Integer units.
            integer_units: u32 = 1, range 1..=16, unit "units", source "hp_ch4 5.1";
            /// Logical units; they also move elements.
            logical_units: u32 = 1, range 1..=16, unit "units", source "hp_ch4 5.1";
            /// Load/store units.
            memory_units: u32 = 1, range 1..=16, unit "units", source "hp_ch4 5.1";
            /// Cycles between element groups in a divider: 1 is fully pipelined.
            fp_div_interval: u32 = 1, range 1..=64, unit "cycles", source "hp_ch4 5.1";
        }
        group "Start-up" {
            /// Pipeline depth of float add, compare, minimum, conversion.
            fp_add_depth: u32 = 6, range 1..=200, unit "cycles", source "hp_ch4 5.1";
            /// Pipeline depth of float multiply.
            fp_mul_depth: u32 = 7, range 1..=200, unit "cycles", source "hp_ch4 5.1";
            /// Pipeline depth of float multiply-add: both, one after the other.
            fp_mad_depth: u32 = 13, range 1..=200, unit "cycles", source "hp_ch4 5.1 [R]";
            /// Pipeline depth of float division.
            fp_div_depth: u32 = 20, range 1..=200, unit "cycles", source "hp_ch4 5.1";
            /// Pipeline depth of integer, logical and mask instructions.
            integer_depth: u32 = 4, range 1..=200, unit "cycles", source "hp_ch4 5.1 [R]";
            /// Cycles from address to data of a load.
            load_depth: u32 = 12, range 1..=2000, unit "cycles", source "hp_ch4 5.1";
            /// Cycles until a store has reached memory.
            store_depth: u32 = 12, range 1..=2000, unit "cycles", source "hp_ch4 5.1 [R]";
        }
        group "Code generation" {
            /// Most registers of one operand (LMUL); the code generator takes as many as there are without spills.
            lmul: u32 = 8, range 1..=8, unit "registers", source "hp_ch4 4.12";
            /// Where the short strip is.
            strips: Strips = Strips::Last, source "hp_ch4 4.12";
            /// What happens to code whose mask is empty.
            skip: Skip = Skip::First, source "hp_ch4 4.13";
        }
        group "Memory" {
            /// Ideal or with banks.
            memory: MemoryModel = MemoryModel::Ideal, source "hp_ch4 6.1";
            /// Banks.
            banks: u32 = 8, range 1..=4096, unit "banks", source "hp_ch4 6.1";
            /// Cycles that a bank is busy with an access.
            bank_busy: u32 = 6, range 1..=1000, unit "cycles", source "hp_ch4 6.1";
            /// Bytes of a bank's word.
            bank_bytes: u32 = 8, range 1..=64, unit "bytes", source "hp_ch4 6.1";
        }
        group "Scalar core" {
            /// Latency of float add, multiply and compare.
            scalar_fp_latency: u32 = 4, range 1..=100, unit "cycles", source "hp_ch4 5.6 [R]";
            /// Latency of float division.
            scalar_div_latency: u32 = 20, range 1..=100, unit "cycles", source "hp_ch4 5.6 [R]";
            /// Latency of loads.
            scalar_load_latency: u32 = 2, range 1..=2000, unit "cycles", source "hp_ch4 5.6 [R]";
        }
    }
}

impl Spec {
    /// Names and settings of the presets: the teaching machine of hp_ch4 5.1 with 1 to 8 lanes, the same with 64-element
    /// registers and the banks of hp_ch4 6.1 or twice as many, and a long and a short vector length.
    pub fn presets() -> [(&'static str, Spec); 8] {
        let textbook = Spec::default;
        let lanes = |lanes| Spec { lanes, ..textbook() };
        let banks = |banks| Spec { vlen: 4096, memory: MemoryModel::Banked, banks, ..textbook() };
        [
            ("textbook", textbook()),
            ("textbook-2-lanes", lanes(2)),
            ("textbook-4-lanes", lanes(4)),
            ("textbook-8-lanes", lanes(8)),
            ("textbook-8-banks", banks(8)),
            ("textbook-16-banks", banks(16)),
            ("long-vector", Spec { vlen: 16_384, lanes: 8, ..textbook() }),
            ("short-vector", Spec { vlen: 128, lanes: 2, ..textbook() }),
        ]
    }
}
