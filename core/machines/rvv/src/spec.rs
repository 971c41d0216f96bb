//! The settings of the vector machine and its presets.
//!
//! Defaults are those of the textbook's teaching machine; what the text leaves open is marked `[R]` as in the reference.

use lanescope_parts::{
    choice,
    machines::{
        chassis::settings::{Chip, Code, Watch},
        preset::{self, Preset},
    },
    mem::{
        banked,
        dram::{
            self,
            map::FieldOrder,
            standard::{Name as DramStandard, Width as DramWidth},
        },
        partition, tlb, vector_cache,
    },
    settings,
};

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
    /// How vector registers are built.
    pub enum RegisterFile {
        /// One memory with many ports, which all units share.
        Ports = "ports",
        /// Banks with few ports each: element group g of every register is in bank g modulo their number.
        Banked = "banked",
    }
}

choice! {
    /// What memory does with the addresses of a load/store unit.
    pub enum MemoryModel {
        /// Takes an address per lane and cycle.
        Ideal = "ideal",
        /// Has word-interleaved banks that are busy for some cycles after each access.
        Banked = "banked",
        /// Is dynamic memory: channels whose banks have open rows.
        Dram = "dram",
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
    /// How the code generator passes over code whose mask is empty, or nearly so.
    pub enum Skip {
        /// Not at all: it is carried out with all elements masked off.
        None = "none",
        /// With `vfirst.m` and a branch.
        First = "vfirst",
        /// With `vcpop.m` and a branch.
        Count = "vcpop",
        /// With `vcpop.m` and branches: for few elements there is a loop of scalar code over these.
        Sparse = "sparse",
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

choice! {
    /// What becomes of a vector instruction whose encoding the manual reserves though it can be carried out: one that reads a
    /// register as elements of two widths (a mask has elements of one bit), or begins at or behind VLMAX. (Overlaps of a
    /// destination with sources, groups of registers, widths and rounding modes that there are not always end the run.)
    pub enum Reserved {
        /// It ends the run.
        Halt = "halt",
        /// It is carried out and counted.
        Count = "count",
    }
}

choice! {
    /// In which order the code generator writes the instructions of straight code.
    pub enum Schedule {
        /// As the kernel has them.
        Program = "program",
        /// As fills convoys: a list schedule, with no more spills.
        Convoys = "convoys",
    }
}

settings! {
    /// Every setting of a vector machine.
    pub struct Spec {
        group "Vector registers" {
            /// Bits of a vector register; a power of two.
            vlen: u32 = 256, range 128..=65536, unit "bits", source "hp_ch4 3.1 (1024 bytes in 32 registers)";
            /// One memory with many ports, or banks with few.
            register_file: RegisterFile = RegisterFile::Ports, source "hp_ch4 5.1";
            /// Vector operands that all units together can read in a cycle.
            read_ports: u32 = 16, range 4..=64, unit "ports", source "hp_ch4 5.1";
            /// Vector results that all units together can write in a cycle.
            write_ports: u32 = 8, range 1..=64, unit "ports", source "hp_ch4 5.1";
            /// Banks of the register file, if it has any.
            register_banks: u32 = 4, range 1..=64, unit "banks", source "hwacha 5.1";
            /// Operands of an element group that a bank can read in a cycle.
            bank_reads: u32 = 1, range 1..=16, unit "ports", source "hwacha 5.1";
            /// Results of an element group that a bank can write in a cycle.
            bank_writes: u32 = 1, range 1..=16, unit "ports", source "hwacha 5.1";
            /// Elements that an agnostic policy leaves open are overwritten with ones: shows programs that rely on them.
            agnostic_ones: bool = false, source "hp_ch4 3.1 [R]";
            /// Encodings that the manual reserves and that can be carried out all the same.
            reserved: Reserved = Reserved::Halt, source "RISC-V V 1.0, 3.7 and 5.2";
        }
        group "Vector unit" {
            /// Lanes: element e is in lane e modulo this.
            lanes: u32 = 1, range 1..=64, unit "lanes", source "hp_ch4 5.1";
            /// When results are passed on.
            chaining: Chaining = Chaining::Flexible, source "hp_ch4 5.1";
            /// What waits behind a waiting vector instruction.
            issue: Issue = Issue::Blocking, source "hp_ch4 5.5";
            /// Instructions that issue in a cycle at most, in order; none behind a jump or a new vector length.
            issue_width: u32 = 1, range 1..=8, unit "instructions", source "hp_ch4 HV21";
            /// Vector instructions that wait in the queue of a unit.
            queue: u32 = 8, range 1..=64, unit "instructions", source "hp_ch4 5.5 [R]";
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
            /// Cycles between element groups in a float adder: 1 is fully pipelined.
            fp_add_interval: u32 = 1, range 1..=64, unit "cycles", source "hp_ch4 5.1";
            /// Cycles between element groups in a float multiplier.
            fp_mul_interval: u32 = 1, range 1..=64, unit "cycles", source "hp_ch4 5.1";
            /// Cycles between element groups in a divider.
            fp_div_interval: u32 = 1, range 1..=64, unit "cycles", source "hp_ch4 5.1";
            /// Cycles between element groups in an integer unit.
            integer_interval: u32 = 1, range 1..=64, unit "cycles", source "hp_ch4 5.1";
            /// Cycles between element groups in a logical unit.
            logical_interval: u32 = 1, range 1..=64, unit "cycles", source "hp_ch4 5.1";
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
            /// Share of the elements below which scalar code does what a mask guards, with `skip = sparse`.
            sparse_below: u32 = 20, range 1..=100, unit "%", source "hp_ch4 4.13, 5.7";
            /// The order of instructions in straight code.
            schedule: Schedule = Schedule::Convoys, source "hp_ch4 4.11";
        }
        group "Memory" {
            /// Ideal, with banks, or DRAM.
            memory: MemoryModel = MemoryModel::Ideal, source "hp_ch4 6.1";
        }
        /// Banks, when memory has them.
        part "Memory" banked: banked::Settings {}
        group "Memory" {
            /// Cycles that gathers and scatters take longer than other accesses.
            gather_latency: u32 = 0, range 0..=1000, unit "cycles", source "hp_ch4 6.3";
            /// Addresses of a gather or scatter that enter in a cycle, if there are so many lanes.
            gather_width: u32 = 64, range 1..=64, unit "addresses", source "hp_ch4 6.3 [R]";
        }
        /// Address translation of each core.
        part "Memory" translation: tlb::Settings {}
        /// The vector cache of each core.
        part "Memory" cache: vector_cache::Settings {}
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
        /// Cores, each with a vector unit.
        part "Cores" chip: Chip {
            cores = 1, source "hp_ch4 HV28";
            clock_mhz = 1000, source "[R]";
        }
        group "Cores" {
            /// Cycles after which another program has its turn, as far as saved registers are counted; 0 is never.
            time_slice: u32 = 0, range 0..=1000000000, unit "cycles", source "hp_ch4 3.1";
        }
        group "Scalar core" {
            /// Latency of float add, multiply and compare.
            scalar_fp_latency: u32 = 4, range 1..=100, unit "cycles", source "hp_ch4 5.6 [R]";
            /// Latency of float division.
            scalar_div_latency: u32 = 20, range 1..=100, unit "cycles", source "hp_ch4 5.6 [R]";
            /// Latency of loads.
            scalar_load_latency: u32 = 2, range 1..=2000, unit "cycles", source "hp_ch4 5.6 [R]";
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

const TEXTBOOK: &str = "hp_ch4 5.1";

/// The presets; the first is the machine a newcomer meets.
pub const PRESETS: &[Preset] = &preset::rows([
    Preset {
        id: "textbook",
        name: "Textbook",
        doc: "One lane, one unit of each kind, flexible chaining, ideal memory, 32 registers of 256 bits.",
        source: TEXTBOOK,
        changes: &[],
    },
    Preset {
        id: "textbook-2-lanes",
        name: "Textbook, 2 lanes",
        doc: "The textbook machine with two elements in each cycle.",
        source: TEXTBOOK,
        changes: &[("lanes", "2")],
    },
    Preset {
        id: "textbook-4-lanes",
        name: "Textbook, 4 lanes",
        doc: "The textbook machine with four elements in each cycle.",
        source: TEXTBOOK,
        changes: &[("lanes", "4")],
    },
    Preset {
        id: "textbook-8-lanes",
        name: "Textbook, 8 lanes",
        doc: "The textbook machine with eight elements in each cycle.",
        source: TEXTBOOK,
        changes: &[("lanes", "8")],
    },
    Preset {
        id: "textbook-8-banks",
        name: "Textbook, 8 banks",
        doc: "64 elements in a register and eight banks that are busy for six cycles: strides of 2, 4 and 8 conflict.",
        source: "hp_ch4 6.1",
        changes: &[("vlen", "4096"), ("memory", "banked"), ("banks", "8")],
    },
    Preset {
        id: "textbook-16-banks",
        name: "Textbook, 16 banks",
        doc: "As with eight banks, but twice as many: a stride of 2 no longer conflicts.",
        source: "hp_ch4 6.1",
        changes: &[("vlen", "4096"), ("memory", "banked"), ("banks", "16")],
    },
    Preset {
        id: "textbook-dram",
        name: "Textbook, DRAM",
        doc: "64 elements in a register, four lanes, and a channel of DDR4 memory: rows that are open, and a bus that is full.",
        source: "hp_ch4 5.1; JESD79-4; VLEN and lanes [R]",
        changes: &[("vlen", "4096"), ("lanes", "4"), ("memory", "dram")],
    },
    Preset {
        id: "cray-8-banks",
        name: "Cray-like, 8 banks",
        doc: "The 64-element machine of the 1970s with fixed-slot chaining, one load/store unit, and half of its banks.",
        source: "hp_ch4 8.2; R. M. Russell, The CRAY-1 Computer System, CACM 21(1), 1978; banks halved",
        changes: &[
            ("vlen", "4096"),
            ("chaining", "fixed"),
            ("fp_div_depth", "14"),
            ("integer_depth", "3"),
            ("load_depth", "11"),
            ("store_depth", "11"),
            ("memory", "banked"),
            ("banks", "8"),
            ("bank_busy", "4"),
            ("scalar_load_latency", "11"),
            ("clock_mhz", "80"),
        ],
    },
    Preset {
        id: "cray-16-banks",
        name: "Cray-like, 16 banks",
        doc: "The 64-element machine of the 1970s with fixed-slot chaining, one load/store unit, and 16 banks.",
        source: "hp_ch4 8.2; R. M. Russell, The CRAY-1 Computer System, CACM 21(1), 1978",
        changes: &[
            ("vlen", "4096"),
            ("chaining", "fixed"),
            ("fp_div_depth", "14"),
            ("integer_depth", "3"),
            ("load_depth", "11"),
            ("store_depth", "11"),
            ("memory", "banked"),
            ("banks", "16"),
            ("bank_busy", "4"),
            ("scalar_load_latency", "11"),
            ("clock_mhz", "80"),
        ],
    },
    Preset {
        id: "sx-9",
        name: "SX-9-like",
        doc: "256 elements in a register, eight lanes at 3.2 GHz with 102.4 GFLOP/s, a vector cache and many banks.",
        source: "hp_ch4 8.2 (peak); 256 elements, 8 pipes and 256 KB of cache from NEC's SX-9 descriptions (2008); depths and banks [R]",
        changes: &[
            ("vlen", "16384"),
            ("lanes", "8"),
            ("fp_add_units", "2"),
            ("issue", "queues"),
            ("memory", "banked"),
            ("banks", "512"),
            ("bank_busy", "64"),
            ("load_depth", "100"),
            ("store_depth", "100"),
            ("vector_cache", "256"),
            ("cache_depth", "20"),
            ("clock_mhz", "3200"),
        ],
    },
    Preset {
        id: "long-vector",
        name: "Long vectors",
        doc: "The textbook machine with eight lanes and 256 doubles in a register: start-up hardly matters.",
        source: "hp_ch4 5.2; VLEN and lanes [R]",
        changes: &[("vlen", "16384"), ("lanes", "8")],
    },
    Preset {
        id: "short-vector",
        name: "Short vectors (mobile)",
        doc: "Two doubles in a register, as in small cores of phones: two lanes, shallow units, quick memory.",
        source: "RISC-V V 1.0 with the least VLEN of the application profile; depths [R]",
        changes: &[
            ("vlen", "128"),
            ("lanes", "2"),
            ("fp_add_depth", "4"),
            ("fp_mul_depth", "4"),
            ("fp_mad_depth", "4"),
            ("integer_depth", "2"),
            ("load_depth", "4"),
            ("store_depth", "4"),
            ("clock_mhz", "2000"),
        ],
    },
    Preset {
        id: "memory-memory",
        name: "Memory-memory",
        doc: "Vectors stream from memory through the units and back, three streams at a time: long vectors, and a start-up of 158 cycles for DAXPY.",
        source: "hp_ch4 4.8 and 8.5 (CYBER 205, its start-up); the parts of the start-up and the clock [R]; registers stand for streams",
        changes: &[
            ("vlen", "65536"),
            ("issue", "queues"),
            ("memory_units", "3"),
            ("load_depth", "60"),
            ("store_depth", "60"),
            ("fp_add_depth", "19"),
            ("fp_mul_depth", "19"),
            ("fp_mad_depth", "38"),
            ("clock_mhz", "50"),
        ],
    },
]);

/// The settings of a preset.
pub fn preset(id: &str) -> Option<Spec> {
    preset::find(PRESETS, id)
}
