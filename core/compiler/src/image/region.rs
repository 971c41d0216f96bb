//! What is said of regions of memory: where they lie, and what programs may do with them.

use serde::{Deserialize, Serialize};

/// What programs may do with a region of memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Permission {
    /// Loads alone; a store is a fault.
    Read,
    /// Loads, stores and atomics.
    ReadWrite,
}

impl Permission {
    /// Every permission with the word for it in a text.
    pub const NAMES: [(Permission, &str); 2] =
        [(Permission::Read, "read"), (Permission::ReadWrite, "read-write")];

    /// The permission that a word stands for.
    pub fn named(word: &str) -> Option<Permission> {
        Permission::NAMES.iter().find(|(_, name)| *name == word).map(|(permission, _)| *permission)
    }

    /// The permission of a region in which some may write and some not.
    pub(super) fn or(self, other: Permission) -> Permission {
        if self == Permission::Read { other } else { self }
    }
}

/// A range in which somebody wants a buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placed {
    /// First address.
    pub at: u64,
    /// Size in bytes.
    pub bytes: u64,
    /// What the program's declaration of the buffer needs.
    pub need: Permission,
    /// What somebody said that programs may do there.
    pub said: Option<Permission>,
}

/// A range that cannot be where somebody wants it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Misplaced {
    /// The range.
    pub range: Placed,
    /// What is wrong with it.
    pub why: Why,
}

/// Why a range cannot be where somebody wants it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// There is no memory for buffers, or something else is there.
    NoMemory,
    /// It touches a range that says another permission.
    Contrary,
}
