//! The types of the IR: what one work-item's values can be. Vectors, structs and arrays are gone by now: the front end
//! lowers them to scalars and to memory.

use core::fmt;

use serde::{Deserialize, Serialize};

/// An address space. A pointer's space is part of its type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Space {
    /// Buffers, seen by every work-item (`__global`; CUDA device memory).
    Global,
    /// Read-only data, the same for every work-item (`__constant`).
    Constant,
    /// Memory of one work-group (`__local`, CUDA `__shared__`). Addresses start at 0 in every group.
    Local,
    /// Memory of one work-item (arrays and spilled values). Addresses start at 0 in every work-item.
    Private,
}

/// The type of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Type {
    /// A condition. In memory it does not exist: the front end stores a byte.
    Bool,
    /// 8 bits; signedness is in the operations.
    I8,
    /// 16 bits.
    I16,
    /// 32 bits.
    I32,
    /// 64 bits.
    I64,
    /// IEEE binary16.
    F16,
    /// IEEE binary32.
    F32,
    /// IEEE binary64.
    F64,
    /// An address, 64 bits.
    Ptr(Space),
}

impl Type {
    /// Size in memory and in a register, in bytes (`Bool` counts as 1).
    pub const fn bytes(self) -> u32 {
        match self {
            Type::Bool | Type::I8 => 1,
            Type::I16 | Type::F16 => 2,
            Type::I32 | Type::F32 => 4,
            Type::I64 | Type::F64 | Type::Ptr(_) => 8,
        }
    }

    /// Width in bits: 1 for `Bool`.
    pub const fn bits(self) -> u32 {
        if matches!(self, Type::Bool) { 1 } else { self.bytes() * 8 }
    }

    /// `f16`, `f32` or `f64`?
    pub const fn is_float(self) -> bool {
        matches!(self, Type::F16 | Type::F32 | Type::F64)
    }

    /// `i8` to `i64`?
    pub const fn is_int(self) -> bool {
        matches!(self, Type::I8 | Type::I16 | Type::I32 | Type::I64)
    }

    /// The space of a pointer.
    pub const fn space(self) -> Option<Space> {
        if let Type::Ptr(space) = self { Some(space) } else { None }
    }

    /// The bits that a value of this type can have.
    pub const fn mask(self) -> u64 {
        if self.bits() == 64 { u64::MAX } else { (1 << self.bits()) - 1 }
    }
}

impl Space {
    /// The name in IR text and in messages.
    pub const fn name(self) -> &'static str {
        match self {
            Space::Global => "global",
            Space::Constant => "constant",
            Space::Local => "local",
            Space::Private => "private",
        }
    }
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Type::Bool => f.write_str("bool"),
            Type::I8 => f.write_str("i8"),
            Type::I16 => f.write_str("i16"),
            Type::I32 => f.write_str("i32"),
            Type::I64 => f.write_str("i64"),
            Type::F16 => f.write_str("f16"),
            Type::F32 => f.write_str("f32"),
            Type::F64 => f.write_str("f64"),
            Type::Ptr(space) => write!(f, "ptr.{}", space.name()),
        }
    }
}
