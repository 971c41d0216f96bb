//! The settings of the packed SIMD machine and its presets.
//!
//! Defaults are those of the textbook's tentative RISC-V style; what the text leaves open is marked `[R]` as in the reference.

use lanescope_parts::{
    choice,
    machines::{
        chassis::settings::{Chip, Code, Watch},
        preset::{self, Correction, Preset},
    },
    mem::{
        dram::{
            self,
            map::FieldOrder,
            standard::{Name as DramStandard, Width as DramWidth},
        },
        partition, vector_cache,
    },
    settings,
};

use super::isa::{Generation, InstructionSet};

choice! {
    /// Where a packed load or store that names no rule of its own may be.
    pub enum Alignment {
        /// At multiples of its width; elsewhere it is a fault.
        Strict = "strict",
        /// Anywhere; one that crosses a line of 64 bytes takes a cycle longer.
        Relaxed = "relaxed",
    }
}

choice! {
    /// What answers accesses of memory.
    pub enum MemoryModel {
        /// Every access takes the latency of a load.
        Ideal = "ideal",
        /// A cache of each core, and dynamic memory behind it.
        Dram = "dram",
    }
}

choice! {
    /// What becomes of a scalar load or store at an address that is not a multiple of its size.
    pub enum Misaligned {
        /// It ends the run.
        Fault = "fault",
        /// It is two accesses, and takes a cycle longer.
        Split = "split",
    }
}

settings! {
    /// Every setting of a packed SIMD machine.
    pub struct Spec {
        group "Packed registers" {
            /// The instructions beside RV64G, and with them the width of registers.
            generation: Generation = Generation::Rvp, source "hp_ch4 3.3, 3.4; hwacha 3.1";
            /// Where packed loads and stores may be.
            alignment: Alignment = Alignment::Strict, source "hp_ch4 HS06 [R]";
            /// Are the gathers and scatters of the generation there? Without them a program moves element by element.
            gathers: bool = true, source "hp_ch4 HS08 [R]";
            /// Are the mask registers of the generation there, or its predicates? Without them compiled code blends.
            masks: bool = true, source "hp_ch4 HS08 [R]";
            /// Bytes of a row of a tile.
            tile_row_bytes: u32 = 32, range 4..=64, unit "bytes", source "hp_ch4 3.4 (256 bits; real parts have 64)";
        }
        group "Units" {
            /// Latency of packed whole numbers: add, compare, logic, shift.
            integer_latency: u32 = 1, range 1..=100, unit "cycles", source "hp_ch4 5.6 [R]";
            /// Latency of packed products of whole numbers.
            multiply_latency: u32 = 1, range 1..=100, unit "cycles", source "hp_ch4 5.6 [R]";
            /// Latency of splats and moves across a register.
            shuffle_latency: u32 = 1, range 1..=100, unit "cycles", source "[R]";
            /// Latency of float add, compare, conversion, scalar or packed.
            float_add_latency: u32 = 4, range 1..=100, unit "cycles", source "hp_ch4 5.6 [R]";
            /// Latency of float multiply.
            float_mul_latency: u32 = 4, range 1..=100, unit "cycles", source "hp_ch4 5.6 [R]";
            /// Latency of fused multiply-add.
            float_mad_latency: u32 = 4, range 1..=100, unit "cycles", source "[R]";
            /// Latency of float division and root.
            float_div_latency: u32 = 20, range 1..=200, unit "cycles", source "hp_ch4 5.6 [R]";
            /// Latency of loads that find their data at once.
            load_latency: u32 = 2, range 1..=2000, unit "cycles", source "hp_ch4 5.6 [R]";
            /// Cycles that are lost behind a branch that is taken.
            branch_penalty: u32 = 0, range 0..=100, unit "cycles", source "[R]";
            /// Accesses of memory that are under way at most; the next one waits.
            outstanding: u32 = 16, range 1..=256, unit "accesses", source "[R]";
            /// Float units of a core whose products can be added at once: two operations of an element in a cycle.
            fma_units: u32 = 1, range 1..=8, unit "units", source "hp_ch4 8.2";
            /// Latency of a product of tiles; it takes a cycle for each row of the sum before the next one can begin.
            tile_latency: u32 = 52, range 1..=1000, unit "cycles", source "hp_ch4 5.14 [R]";
            /// Does a product of tiles that adds to the same sum begin at once?
            tile_forwarding: bool = false, source "hp_ch4 5.14 [R]";
            /// What an access of packed registers that crosses a page of 4 KiB takes longer, beside the cycle of the line: its second
            /// page is translated too.
            page_crossing: u32 = 0, range 0..=1000, unit "cycles", source "packed_facts B10 [R]";
        }
        group "Memory" {
            /// Ideal, or caches and DRAM.
            main_memory: MemoryModel = MemoryModel::Ideal, source "hp_ch4 5.6 [R]";
        }
        /// The first cache of each core, when memory is DRAM.
        part "Memory" cache: vector_cache::Settings {
            vector_cache = 32, source "[R]";
            cache_depth = 2, source "hp_ch4 5.6 [R]";
        }
        group "Memory" {
            /// Size of a cache that all cores share, when memory is DRAM; 0 is none. Its lines are those of the cores' caches.
            shared_cache: u32 = 0, range 0..=16384, unit "KiB", source "hp_ch4 8.2 (last-level cache)";
            /// Cycles that the shared cache adds from address to data.
            shared_cache_depth: u32 = 20, range 1..=2000, unit "cycles", source "[R]";
            /// Lines behind each line that a core loads, which it asks for before they are needed, when memory is DRAM and there is a cache.
            prefetch_lines: u32 = 0, range 0..=64, unit "lines", source "hp_ch4 3.8 (latency hiding: caches, prefetch) [R]";
        }
        /// Channels, when memory is DRAM.
        part "DRAM" home: partition::Settings {
            channels = 1, source "[R]";
        }
        /// Each channel.
        part channel: dram::settings::Settings {
            dram = DramStandard::Ddr4, source "JESD79-4";
            dram_map = FieldOrder::RowBankColumnGroup, source "gpgpu 6.6 [F]";
            dram_width = DramWidth::W64, source "JESD79-4 (eight chips of 8 bits)";
            dram_mhz = 1200, source "JESD79-4";
        }
        /// Cores, each with packed registers of its own.
        part "Cores" chip: Chip {
            cores = 1, source "hp_ch4 HS12";
            clock_mhz = 1000, source "[R]";
        }
        group "Cores" {
            /// Threads of a core: one issues in a cycle, and another one's turn comes when it waits.
            threads: u32 = 1, range 1..=4, unit "threads", source "hp_ch4 HS12";
            /// Cycles until the cores other than the first begin, when several have work.
            start_cycles: u32 = 0, range 0..=100000, unit "cycles", source "packed_facts B13 [R]";
            /// Cycles from a core's last result until it is joined with the others, when several have work: a barrier of cores
            /// costs about 100.
            join_cycles: u32 = 0, range 0..=100000, unit "cycles", source "packed_facts B13 [R]";
        }
        group "Scalar core" {
            /// Scalar loads and stores at addresses that are not multiples of their size.
            misaligned: Misaligned = Misaligned::Fault, source "[R]";
            /// First address of the console of a program by hand; 0 for none.
            console_at: u32 = 268435456, range 0..=4294967288, unit "address", source "0x10000000, where QEMU's RISC-V board has its 16550";
            /// Bytes of the stack of a function by hand. (A compiled kernel has what it needs.)
            stack_bytes: u32 = 65536, range 16..=67108864, unit "bytes", source "[R]";
        }
        /// What its compiler may do.
        part code: Code {}
        /// Looks for threads that repeat themselves.
        part "Scalar core" watch: Watch {}
    }
}

/// What was corrected in the presets.
pub const CORRECTIONS: &[Correction] = &[Correction {
    presets: &["i7-920", "i7-960", "xeon-8180"],
    what: "the kind and rate of main memory, which was not that of the source",
    keeps: None,
}];

/// The presets; the first is the machine a newcomer meets.
pub const PRESETS: &[Preset] = &preset::rows([
    Preset {
        id: "textbook",
        name: "Textbook, 4D",
        doc: "The textbook's RISC-V style: float registers of 256 bits, the width in every mnemonic, addresses at multiples of 32.",
        source: "hp_ch4 3.3, 5.6",
        changes: &[],
    },
    Preset {
        id: "mmx",
        name: "MMX (1996)",
        doc: "64 bits in the float registers: eight bytes or four halves at a time, and no floats.",
        source: "hp_ch4 3.4",
        changes: &[("generation", "mmx")],
    },
    Preset {
        id: "sse",
        name: "SSE (1999)",
        doc: "Registers of 128 bits of their own, with four single precision numbers.",
        source: "hp_ch4 3.4",
        changes: &[("generation", "sse"), ("alignment", "relaxed")],
    },
    Preset {
        id: "sse2",
        name: "SSE2 (2001)",
        doc: "128 bits with double precision: two numbers at a time.",
        source: "hp_ch4 3.4",
        changes: &[("generation", "sse2"), ("alignment", "relaxed")],
    },
    Preset {
        id: "avx",
        name: "AVX (2010)",
        doc: "256 bits for every operation of the generations before.",
        source: "hp_ch4 3.4",
        changes: &[("generation", "avx"), ("alignment", "relaxed")],
    },
    Preset {
        id: "avx2",
        name: "AVX2 (2013)",
        doc: "256 bits with gathers, shifts by element and fused multiply-add.",
        source: "hp_ch4 3.4",
        changes: &[("generation", "avx2"), ("alignment", "relaxed")],
    },
    Preset {
        id: "avx-512",
        name: "AVX-512 (2017)",
        doc: "32 registers of 512 bits, mask registers and scatters.",
        source: "hp_ch4 3.4",
        changes: &[("generation", "avx-512"), ("alignment", "relaxed")],
    },
    Preset {
        id: "amx",
        name: "AMX (2022)",
        doc: "AVX-512 with eight tiles of 16 rows, which are multiplied whole.",
        source: "hp_ch4 3.4, 5.14",
        changes: &[("generation", "amx"), ("alignment", "relaxed")],
    },
    Preset {
        id: "i7-920",
        name: "Core i7-920-like",
        doc: "Four cores at 2.66 GHz with 128 bits, a multiplier and an adder each, and three channels of DDR3-1066: 25.6 GB/s at the pins.",
        source: "hp_ch4 8.2 (16.4 GB/s with Stream); JESD79-3",
        changes: &[
            ("generation", "sse2"),
            ("alignment", "relaxed"),
            ("cores", "4"),
            ("clock_mhz", "2667"),
            ("main_memory", "dram"),
            ("channels", "3"),
            ("dram", "ddr3-1066"),
            ("dram_mhz", "533"),
        ],
    },
    Preset {
        id: "i7-960",
        name: "Core i7-960-like",
        doc: "Four cores at 3.2 GHz with 128 bits, a multiplier and an adder each, and three channels of DDR3-1333: 32 GB/s at the pins.",
        source: "hp_ch4 8.2; JESD79-3",
        changes: &[
            ("generation", "sse2"),
            ("alignment", "relaxed"),
            ("cores", "4"),
            ("clock_mhz", "3200"),
            ("main_memory", "dram"),
            ("channels", "3"),
            ("dram", "ddr3-1333"),
            ("dram_mhz", "667"),
        ],
    },
    Preset {
        id: "xeon-8180",
        name: "Xeon 8180-like",
        doc: "28 cores at 2.5 GHz with 512 bits and two units for fused multiply-add, and 199 GB/s of main memory at the pins.",
        source: "hp_ch4 8.2; the rate as twelve channels of DDR4 at 1037 MHz [R]",
        changes: &[
            ("generation", "avx-512"),
            ("alignment", "relaxed"),
            ("cores", "28"),
            ("clock_mhz", "2500"),
            ("fma_units", "2"),
            ("main_memory", "dram"),
            ("channels", "12"),
            ("dram_mhz", "1037"),
        ],
    },
    Preset {
        id: "lee",
        name: "Packed SIMD of the comparison",
        doc: "Four words of 32 bits and predicates: the machine that vector machines are compared with.",
        source: "hwacha 3.1",
        changes: &[("generation", "lee")],
    },
]);

/// The settings of a preset.
pub fn preset(id: &str) -> Option<Spec> {
    preset::find(PRESETS, id)
}

impl Spec {
    /// The instructions of the machine.
    pub const fn instructions(&self) -> InstructionSet {
        InstructionSet { generation: self.generation, gathers: self.gathers, masks: self.masks }
    }

    /// May packed accesses that name no rule of their own be anywhere?
    pub fn is_relaxed(&self) -> bool {
        self.alignment == Alignment::Relaxed
    }

    /// Single precision operations of a core in a cycle: a unit that fuses counts two for each element, as do a multiplier and an
    /// adder side by side (hp_ch4 8.2).
    pub fn flops_per_core(&self) -> u64 {
        2 * u64::from(self.fma_units) * u64::from(self.generation.bytes() / 4)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ha15_presets_have_the_printed_peaks() {
        let peak = |id: &str| {
            let spec = preset(id).unwrap();
            u64::from(spec.chip.cores) * spec.flops_per_core() * u64::from(spec.chip.clock_mhz)
        };
        // In millions of operations a second; 2,667 MHz is rounded.
        assert!(peak("i7-920").abs_diff(85_330) < 20);
        assert_eq!([peak("i7-960"), peak("xeon-8180")], [102_400, 4_480_000]);
    }
}
