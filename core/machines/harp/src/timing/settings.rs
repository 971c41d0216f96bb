//! What there is to choose of the pipeline and of memory (HARP 5.8).

use lanescope_parts::{
    choice,
    mem::{
        dram::{
            map::FieldOrder,
            settings as dram,
            standard::{Name as DramStandard, Width as DramWidth},
            vaults,
        },
        partition, vector_cache,
    },
    settings,
};

choice! {
    /// Which of the warps that are ready goes into the pipeline.
    pub enum Policy {
        /// The one that came back first.
        Fifo = "fifo",
        /// The next one by number behind the last that went.
        Rr = "rr",
        /// The one that went last, if it is ready; else the one with the lowest number, which began first.
        Gto = "gto",
    }
}

choice! {
    /// How a unit that works serially takes its time.
    pub enum Serial {
        /// As many cycles as its operands need.
        Serial = "serial",
        /// The cycles of a setting.
        Fixed = "fixed",
    }
}

choice! {
    /// What answers a request for a line.
    pub enum Model {
        /// A scratchpad: any line in a cycle.
        Scratchpad = "scratchpad",
        /// Memory that takes a line in each cycle and answers after the cycles of a setting.
        Fixed = "fixed",
        /// DRAM behind a cache of the core.
        Dram = "dram",
        /// The vaults of a Hybrid Memory Cube.
        Hmc = "hmc",
    }
}

settings! {
    /// Every setting of timing.
    pub struct Settings {
        group "Pipeline" {
            /// Which of the warps that are ready goes into the pipeline.
            sched_policy: Policy = Policy::Fifo, source "harp 5.4, 5.8";
            /// After so many others the warp goes that waits longest, whatever the policy says: `gto` alone would let warps that
            /// ask for a lock again and again keep the one that has it from giving it back.
            sched_patience: u32 = 256, range 1..=1000000, unit "instructions", source "[F]";
            /// Barriers that the barrier unit has: their numbers are those below.
            barriers: u32 = 4, range 1..=16, unit "barriers", source "harp 5.5, 5.8";
        }
        group "Functional units" {
            /// Cycles of an operation on words.
            f_alu: u32 = 1, range 1..=8, unit "cycles", source "harp 5.2, 5.8";
            /// Cycles of an operation on predicates.
            f_plu: u32 = 1, range 1..=8, unit "cycles", source "harp 5.2, 5.8";
            /// Cycles of a jump, of `split` and `join`, and of whatever is for no other unit.
            f_br: u32 = 1, range 1..=8, unit "cycles", source "harp 5.2, 5.8";
            /// How the multiplier takes its time: serially it makes two bits of the first operand in a cycle and stops when the others are 0.
            mul_mode: Serial = Serial::Serial, source "harp 5.2, 5.8";
            /// Cycles of a product, if they are fixed.
            f_mul: u32 = 4, range 1..=100, unit "cycles", source "[F]";
            /// How the divider takes its time: serially it makes a bit in a cycle.
            div_mode: Serial = Serial::Serial, source "harp 5.2, 5.8";
            /// Cycles of a quotient or remainder, if they are fixed.
            f_div: u32 = 16, range 1..=100, unit "cycles", source "[F]";
            /// Cycles of a sum or difference of real numbers.
            f_fadd: u32 = 4, range 1..=100, unit "cycles", source "harp 5.2";
            /// Cycles of a product of real numbers.
            f_fmul: u32 = 4, range 1..=100, unit "cycles", source "harp 5.2";
            /// Cycles of a conversion between integers and real numbers.
            f_convert: u32 = 3, range 1..=100, unit "cycles", source "harp 5.2";
            /// Cycles of a quotient of real numbers, during which its unit takes nothing.
            f_fdiv: u32 = 16, range 1..=100, unit "cycles", source "harp 5.2";
            /// Cycles of the negative of a real number.
            f_fneg: u32 = 1, range 1..=100, unit "cycles", source "harp 5.2";
        }
        group "Memory" {
            /// Words of a line, a power of two: lanes that touch the same line share a request.
            line_words: u32 = 16, range 4..=32, unit "words", source "harp 5.8, 6.1";
            /// What answers a request for a line.
            mem_model: Model = Model::Scratchpad, source "harp 5.8, 6.2";
            /// Cycles from a request to its answer, if memory is `fixed`. A vault of a Hybrid Memory Cube takes 17 at 500 MHz.
            mem_latency: u32 = 17, range 1..=10000, unit "cycles", source "harp 6.2";
            /// Loads and stores that the load/store unit has at once.
            lsu_outstanding: u32 = 1, range 1..=256, unit "instructions", source "harp 5.8";
            /// Clock of the pipeline.
            pipeline_mhz: u32 = 500, range 10..=10000, unit "MHz", source "harp 6.2";
        }
        /// The cache in front of DRAM.
        part "Memory" cache: vector_cache::Settings {
            vector_cache = 16, source "[F]";
        }
        /// Channels, when memory is DRAM.
        part "DRAM" home: partition::Settings {}
        /// Each channel.
        part channel: dram::Settings {
            dram = DramStandard::Ddr4, source "JESD79-4";
            dram_map = FieldOrder::RowBankColumnGroup, source "gpgpu 6.6 [F]";
            dram_width = DramWidth::W64, source "JESD79-4 (eight chips of 8 bits)";
            dram_mhz = 1200, source "JESD79-4";
        }
        /// Vaults, when memory is a cube.
        part vaults: vaults::Settings {}
    }
}
