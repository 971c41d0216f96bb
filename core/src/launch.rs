//! A launch: how many work-items, in which groups, with which arguments, and the data in the buffers.
//!
//! Data are described, not stored: zeros, a ramp, seeded random numbers, a list, or bytes of a file. The same
//! description gives the same bytes on every platform.

use alloc::{string::String, vec::Vec};

use serde::{Deserialize, Serialize};

use crate::ir::Type;

/// A number as a person writes it, before it has the parameter's type.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Number {
    /// An integer.
    Int(i64),
    /// Anything with a point or an exponent.
    Float(f64),
}

/// What a buffer holds when the kernel starts.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Init {
    /// All zero.
    Zeros,
    /// start, start + step, start + 2 step, …
    Iota {
        /// First element.
        start: Number,
        /// Difference of neighbours.
        step: Number,
    },
    /// Seeded uniform random numbers: floats in `[low, high)`, integers in `low..=high`.
    Random {
        /// The seed; the sequence follows from it.
        seed: u64,
        /// Lower end.
        low: Number,
        /// Upper end.
        high: Number,
    },
    /// A seeded random permutation of 0..len.
    Permutation {
        /// The seed.
        seed: u64,
    },
    /// The same number in every element.
    Fill(Number),
    /// These numbers, then again from the start until the buffer is full.
    List(Vec<Number>),
    /// Raw little-endian bytes (from a file); zeros behind them.
    Bytes(Vec<u8>),
}

/// The value of one kernel argument.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum ArgValue {
    /// A scalar.
    Scalar(Number),
    /// A buffer in global or constant memory.
    Buffer {
        /// Number of elements (scalars).
        len: u64,
        /// Overrides the element type of the signature (for `void*` and unions).
        element: Option<Type>,
        /// Contents.
        init: Init,
    },
    /// Work-group memory whose size the host sets (`__local` argument): bytes.
    Local(u64),
}

/// One argument by name.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Arg {
    /// Name of the kernel's parameter.
    pub name: String,
    /// Its value.
    pub value: ArgValue,
}

/// A launch.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Launch {
    /// Work-items in each dimension; a multiple of `local`.
    pub global: [u32; 3],
    /// Work-items of a group in each dimension.
    pub local: [u32; 3],
    /// Bytes of dynamic work-group memory (CUDA's third launch parameter).
    pub dynamic_local: u32,
    /// Arguments; a parameter that is not named here gets a default.
    pub args: Vec<Arg>,
}

impl Default for Launch {
    fn default() -> Launch {
        Launch { global: [64, 1, 1], local: [16, 1, 1], dynamic_local: 0, args: Vec::new() }
    }
}

impl Launch {
    /// Number of groups in each dimension.
    pub fn groups(&self) -> [u32; 3] {
        core::array::from_fn(|d| self.global[d].checked_div(self.local[d]).unwrap_or(0))
    }

    /// Work-items of a group.
    pub fn group_items(&self) -> u64 {
        self.local.iter().fold(1, |items, n| items.saturating_mul((*n).into()))
    }

    /// Work-items in all.
    pub fn items(&self) -> u64 {
        self.global.iter().fold(1, |items, n| items.saturating_mul((*n).into()))
    }
}
