//! Settings that every machine with cores has: declared once, so that they have one id, one meaning and one range wherever
//! they are. A machine takes them into its table with its own defaults.

use crate::{choice, settings};

choice! {
    /// How quotients of floats are computed.
    pub enum Division {
        /// Rounded correctly, each by itself.
        Exact = "exact",
        /// Those by a divisor that divides again are products with its reciprocal: two roundings.
        Reciprocal = "reciprocal",
    }
}

choice! {
    /// Work-items of a sub-group.
    pub enum Subgroup {
        /// One.
        One = "1",
        /// Two.
        Two = "2",
        /// Four.
        Four = "4",
        /// Eight.
        Eight = "8",
        /// Sixteen.
        Sixteen = "16",
        /// 32: a warp.
        Warp = "32",
    }
}

impl Subgroup {
    /// How many work-items.
    pub const fn lanes(self) -> u32 {
        1 << self as u32
    }
}

settings! {
    /// What the compiler may do that is cheaper and not exact, and what a kernel leaves open.
    pub struct Code {
        group "Compiler" {
            /// Quotients of floats in compiled kernels. Several by one divisor can be products with its reciprocal: within 2 units in
            /// the last place, unless the reciprocal is subnormal or infinite; comparisons with the reference allow for `check_ulps`.
            division: Division = Division::Exact, source "[F]";
            /// Work-items of a sub-group in OpenCL C, where a kernel does not say how many it needs. (A warp of CUDA has 32.)
            subgroup: Subgroup = Subgroup::Warp, source "[F]";
        }
    }
}

settings! {
    /// The cores of a chip and their clock.
    pub struct Chip {
        group "Chip" {
            /// Cores, each with its own front end; they share the work-groups of a launch and memory.
            cores: u32 = 1, range 1..=64, unit "cores", source "[F]";
            /// Clock of the cores and of what they share on the chip.
            clock_mhz: u32 = 1000, range 1..=10000, unit "MHz", was "core_mhz", source "[F]";
        }
    }
}

settings! {
    /// The deadlock detector.
    pub struct Watch {
        group "Deadlock detector" {
            /// Turns of loops without a change of memory after which it looks whether a unit repeats itself.
            spin_limit: u32 = 64, range 16..=100000000, unit "turns", source "gpgpu D03";
        }
    }
}
