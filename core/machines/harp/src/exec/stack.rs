//! The stack on which lanes wait for the place where they come together again (HARP 3.6).

use alloc::{format, string::String, vec::Vec};

use super::lanes::row;

/// What an entry is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// The group that goes second, and where it begins.
    Else {
        /// Its first instruction: the jump behind the split.
        pc: u64,
    },
    /// All lanes, when both groups have come.
    FallThrough,
    /// All lanes: they agreed.
    Uni,
}

/// An entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Entry {
    /// What it is for.
    pub kind: Kind,
    /// The lanes that are on when it is popped.
    pub mask: u64,
}

impl Entry {
    /// As the reference writes it: `F1111`, `U1111`, `E1010@12`.
    pub fn text(&self, lanes: u16) -> String {
        let mask = row(self.mask, lanes);
        match self.kind {
            Kind::Else { pc } => format!("E{mask}@{pc}"),
            Kind::FallThrough => format!("F{mask}"),
            Kind::Uni => format!("U{mask}"),
        }
    }
}

/// A stack from its bottom.
pub fn text(stack: &[Entry], lanes: u16) -> String {
    let entries: Vec<String> = stack.iter().map(|entry| entry.text(lanes)).collect();
    entries.join(" ")
}
