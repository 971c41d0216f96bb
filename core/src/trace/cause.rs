//! Why an issue slot was used or lost, and why a unit of work (warp, strip, work-group) did or did not issue.
//!
//! Each cycle, each issue slot has exactly one cause; the causes of a run add up to all its slots. The same names label
//! the cells of the timeline. One cause has one colour token and one pattern in the whole page.

use serde::{Deserialize, Serialize};

/// Declares the table of causes.
macro_rules! causes {
    ($($(#[doc = $doc:literal])+ $variant:ident = $id:literal, $label:literal;)+) => {
        /// One cause. The number of variants is [`Cause::COUNT`].
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[repr(u8)]
        pub enum Cause { $($(#[doc = $doc])+ $variant,)+ }

        impl Cause {
            /// Every cause, in the order of legends and stacks.
            pub const ALL: &'static [Cause] = &[$(Cause::$variant,)+];
            /// How many there are.
            pub const COUNT: usize = Cause::ALL.len();

            /// Permanent id: key in JSON and CSV, name of the colour token `--cause-<id>`.
            pub const fn id(self) -> &'static str {
                match self { $(Cause::$variant => $id,)+ }
            }

            /// Short name for legends.
            pub const fn label(self) -> &'static str {
                match self { $(Cause::$variant => $label,)+ }
            }

            /// What it means, in a sentence.
            pub const fn doc(self) -> &'static str {
                match self { $(Cause::$variant => concat!($($doc),+),)+ }
            }
        }
    };
}

causes! {
    /// An instruction was issued.
    Issued = "issued", "issued";
    /// The issue slot was spent on a part of an instruction that had to be repeated.
    Replay = "replay", "replay";
    /// Ready, but another unit was picked in this cycle.
    NotPicked = "not-picked", "ready, not picked";
    /// Waits for a register that an arithmetic instruction will write.
    Arithmetic = "arithmetic", "waits for arithmetic";
    /// Waits for a register that a memory instruction will write.
    Memory = "memory", "waits for memory";
    /// The function unit that the instruction needs is busy.
    UnitBusy = "unit-busy", "unit busy";
    /// The load/store unit takes no more: its queue, the miss registers or the ways of a set are full.
    MemoryFull = "memory-full", "memory queue full";
    /// The next instruction has not been fetched or decoded yet.
    Fetch = "fetch", "waits for fetch";
    /// Waits at a barrier for the rest of its group.
    Barrier = "barrier", "at barrier";
    /// No operand collector unit was free.
    Collector = "collector", "no collector";
    /// The bank of the register file that holds the operands, or takes the result, has no free port.
    RegisterBank = "register-bank", "register bank busy";
    /// Held back by the scheduling policy.
    Throttled = "throttled", "throttled";
    /// All its instructions are issued; the last results are on their way.
    Draining = "draining", "draining";
    /// No unit of work is there: not started yet, or all have ended.
    Empty = "empty", "no work";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_unique_and_in_order() {
        for (at, cause) in Cause::ALL.iter().enumerate() {
            assert_eq!(*cause as usize, at);
            assert!(Cause::ALL[..at].iter().all(|other| other.id() != cause.id()));
        }
    }
}
