//! A launch: how many work-items, in which groups, with which arguments, and the data in the buffers.
//!
//! Data are described, not stored: zeros, a ramp, seeded random numbers, a list, or bytes of a file. The same
//! description gives the same bytes on every platform.
//!
//! A person rarely says all of it. [`complete`] fills in what the document leaves open: first from the header in the
//! text ([`header`]), then from host code, then from the signature. [`bind`] checks the complete launch against the
//! limits and turns it into memory and argument values.

pub mod bind;
pub mod complete;
pub mod data;
pub mod extent;
pub mod grid;
mod guess;
pub mod header;
pub mod images;
mod interval;
pub mod open;
mod range;
mod stored;
pub mod usage;
mod vary;

use alloc::{string::String, vec::Vec};
use core::fmt;

use serde::{Deserialize, Serialize};

pub use grid::{Grid, Size};

use crate::{
    base::decimal,
    image::Permission,
    ir::{Param, Type},
};

/// A number as a person writes it, before it has the parameter's type.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Number {
    /// An integer; what a person writes is at least -2^63 and below 2^64.
    Int(i128),
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

/// The value of one kernel argument. (Links hold the number of a kind: new kinds go to the end.)
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum ArgValue {
    /// A scalar.
    Scalar(Number),
    /// A buffer in global or constant memory.
    Buffer {
        /// Number of elements (scalars); 0 with [`Init::Bytes`]: as many as the bytes are.
        len: u64,
        /// Overrides the element type of the signature (for `void*` and unions).
        element: Option<Type>,
        /// Contents.
        init: Init,
    },
    /// Work-group memory whose size the host sets (`__local` argument): bytes.
    Local(u64),
    /// A scalar of a type, for a program that does not say its parameters; else the signature's type counts.
    Typed(Number, Type),
    /// An image: memory whose elements are pixels.
    Image(images::Image),
}

impl ArgValue {
    /// The number of a scalar.
    pub const fn number(&self) -> Option<Number> {
        match self {
            ArgValue::Scalar(number) | ArgValue::Typed(number, _) => Some(*number),
            ArgValue::Buffer { .. } | ArgValue::Image(_) | ArgValue::Local(_) => None,
        }
    }

    /// The same argument with another number.
    pub const fn with_number(&self, number: Number) -> ArgValue {
        match self {
            ArgValue::Typed(_, ty) => ArgValue::Typed(number, *ty),
            _ => ArgValue::Scalar(number),
        }
    }
}

/// The memory that an argument is.
struct Contents<'a> {
    /// Number of elements.
    len: u64,
    /// Their type.
    element: Type,
    /// Are they unsigned integers?
    unsigned: bool,
    /// Its address is a multiple of so many bytes.
    align: u64,
    /// What it holds.
    init: &'a Init,
}

impl Contents<'_> {
    /// Its bytes.
    fn bytes(&self) -> u64 {
        self.len.saturating_mul(self.element.bytes().into())
    }
}

impl ArgValue {
    /// The memory that it is, as an argument for this parameter.
    fn contents(&self, param: &Param) -> Option<Contents<'_>> {
        match self {
            ArgValue::Buffer { len, element, init } => {
                let element = element.unwrap_or(param.element);
                let (unsigned, align) = (param.unsigned, element.bytes().into());
                Some(Contents { len: *len, element, unsigned, align, init })
            }
            ArgValue::Image(image) => {
                let (element, unsigned) = (image.format.element(), image.format.unsigned());
                let (len, align) = (image.scalars(), image.format.bytes().into());
                Some(Contents { len, element, unsigned, align, init: &image.init })
            }
            ArgValue::Scalar(_) | ArgValue::Typed(..) | ArgValue::Local(_) => None,
        }
    }
}

/// One argument by name. (Links hold it as `stored` says.)
#[derive(Clone, Debug, PartialEq)]
pub struct Arg {
    /// Name of the kernel's parameter.
    pub name: String,
    /// Its value.
    pub value: ArgValue,
    /// Where in memory a buffer lies; `None`: behind the one before.
    pub at: Option<u64>,
    /// What programs may do with the memory of a buffer; `None`: what the parameter's declaration says.
    pub permission: Option<Permission>,
}

impl Arg {
    /// An argument that lies anywhere, with the permission that its parameter's declaration says.
    pub fn new(name: impl Into<String>, value: ArgValue) -> Arg {
        Arg { name: name.into(), value, at: None, permission: None }
    }
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
    /// The sizes of a grid of the program's own kind, by name.
    pub sizes: Vec<(String, u64)>,
}

impl Default for Launch {
    fn default() -> Launch {
        Launch {
            global: [64, 1, 1],
            local: [16, 1, 1],
            dynamic_local: 0,
            args: Vec::new(),
            sizes: Vec::new(),
        }
    }
}

impl Launch {
    /// The size of a group where nobody says it: up to 64 work-items in the first dimension, or what the machine chooses.
    pub const OPEN: [u32; 3] = [0; 3];

    /// The bytes of dynamic work-group memory where nobody says them: what host code, header or signature give.
    pub const OPEN_BYTES: u32 = u32::MAX;

    /// Number of groups in each dimension.
    pub fn groups(&self) -> [u32; 3] {
        core::array::from_fn(|d| self.global[d].checked_div(self.local[d]).unwrap_or(0))
    }

    /// Work-items of a group.
    pub fn group_items(&self) -> u64 {
        volume(self.local)
    }

    /// Work-items in all.
    pub fn items(&self) -> u64 {
        volume(self.global)
    }
}

/// Product of three sizes; stays at the largest number instead of overflowing.
pub fn volume(size: [u32; 3]) -> u64 {
    size.iter().fold(1, |product: u64, n| product.saturating_mul(u64::from(*n)))
}

impl Number {
    /// An integer that has a type of 64 bits.
    pub fn integer(value: i128) -> Option<Number> {
        (i128::from(i64::MIN)..=i128::from(u64::MAX)).contains(&value).then_some(Number::Int(value))
    }

    /// As a number of a type: `2` has a fraction too if its type is a float.
    pub fn of(self, ty: Type) -> Number {
        if ty.is_float() { Number::Float(self.as_f64()) } else { self }
    }

    /// As a float.
    pub fn as_f64(self) -> f64 {
        match self {
            Number::Int(value) => value as f64,
            Number::Float(value) => value,
        }
    }

    /// From text as in C: decimal or hexadecimal integer, or float, with an optional sign and suffix.
    pub fn parse(text: &str) -> Option<Number> {
        let text = text.trim();
        let (negative, digits) = match text.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, text.strip_prefix('+').unwrap_or(text)),
        };
        if !digits.starts_with(|c: char| c.is_ascii_digit() || c == '.') {
            return None;
        }
        if let Some(hex) = digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X")) {
            let value = i128::from(u64::from_str_radix(hex.trim_end_matches(['u', 'U', 'l', 'L']), 16).ok()?);
            return Number::integer(if negative { -value } else { value });
        }
        let whole = digits.trim_end_matches(['u', 'U', 'l', 'L']);
        if whole.bytes().all(|b| b.is_ascii_digit()) {
            let value = whole.parse::<i128>().ok()?;
            return Number::integer(if negative { -value } else { value });
        }
        let value = decimal::f64(digits.trim_end_matches(['f', 'F']))?;
        Some(Number::Float(if negative { -value } else { value }))
    }
}

/// As a person would write it: a float always has a point or an exponent.
impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Number::Int(value) => write!(f, "{value}"),
            Number::Float(value) => write!(f, "{value:?}"),
        }
    }
}
