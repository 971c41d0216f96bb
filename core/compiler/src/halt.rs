//! Why a run ends before its work is done, and where: said the same way by the reference interpreter and by every
//! machine.

use alloc::{format, string::String};

use serde::{Deserialize, Serialize};

use crate::{image::Fault, source::Span};

/// Why a run cannot go on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Halt {
    /// An access that cannot be done.
    Fault {
        /// The access.
        fault: Fault,
        /// Where it happened.
        at: Place,
    },
    /// Nothing will ever change again.
    Deadlock {
        /// A sentence that says why.
        reason: String,
        /// A place that waits.
        at: Place,
    },
    /// A barrier that not every work-item of the group can reach.
    Barrier {
        /// A sentence that says who is missing.
        reason: String,
        /// The barrier.
        at: Place,
    },
    /// Lanes of a warp that wait for others which cannot come.
    Lanes {
        /// A sentence that says who is missing.
        reason: String,
        /// Where they wait.
        at: Place,
    },
    /// A limit was passed.
    Limit {
        /// The name of the limit.
        limit: String,
        /// Its value.
        value: u64,
    },
    /// An instruction that the machine cannot execute.
    Illegal {
        /// A few words that say why.
        reason: String,
        /// The instruction.
        at: Place,
    },
}

impl Halt {
    /// Where it happened; a limit is passed nowhere in particular.
    pub fn place(&self) -> Option<&Place> {
        match self {
            Halt::Fault { at, .. }
            | Halt::Deadlock { at, .. }
            | Halt::Barrier { at, .. }
            | Halt::Lanes { at, .. }
            | Halt::Illegal { at, .. } => Some(at),
            Halt::Limit { .. } => None,
        }
    }

    /// Why, in a few words.
    pub fn why(&self) -> String {
        match self {
            Halt::Fault { fault, .. } => format!("{fault}"),
            Halt::Deadlock { reason, .. }
            | Halt::Barrier { reason, .. }
            | Halt::Lanes { reason, .. }
            | Halt::Illegal { reason, .. } => reason.clone(),
            Halt::Limit { limit, value } => format!("limit `{limit}` is {value}"),
        }
    }
}

/// A place in a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Place {
    /// The unit, if the machine has units (the reference interpreter has none).
    pub unit: Option<u32>,
    /// The lane.
    pub lane: u32,
    /// Global id of the work-item.
    pub item: [u32; 3],
    /// The instruction (index in the program), if there is one.
    pub pc: Option<u32>,
    /// The text it comes from.
    pub span: Span,
    /// The cycle.
    pub cycle: u64,
}
