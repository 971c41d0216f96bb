//! Slots and their causes: every slot of every cycle has exactly one.
//!
//! A *part* of a core has so many slots in each cycle: a scheduler or a front end takes an instruction in a slot
//! ([`SlotKind`]), a functional unit of a vector machine a group of elements. Slots of different kinds are never added.
//!
//! A core that sleeps does not count: it says which causes its slots have from when to when, and an [`Account`] adds them when
//! someone asks, or when they are over.

use alloc::vec::Vec;

use serde::{Deserialize, Serialize, Serializer, ser::SerializeTuple};

use crate::trace::{Cause, Causes};

/// A stretch of cycles in which slots have a cause.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stretch {
    /// The first cycle.
    pub from: u64,
    /// One past the last.
    pub to: u64,
    /// The cause.
    pub cause: Cause,
}

/// What a slot takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum SlotKind {
    /// An instruction: an issue slot. A slot in which several issue together counts once.
    Instructions,
    /// A group of elements, of an instruction that has issued before.
    ElementGroups,
}

impl SlotKind {
    /// What it takes, for people.
    pub const fn takes(self) -> &'static str {
        match self {
            SlotKind::Instructions => "instructions",
            SlotKind::ElementGroups => "element groups",
        }
    }
}

/// The slots of a part so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PartSlots {
    /// What they take.
    pub kind: SlotKind,
    /// How many have each cause of the machine's list; those that took something have `ISSUED`.
    pub causes: Vec<u64>,
}

/// The slots of a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Account([u64; Cause::MOST]);

/// For digests: the shared causes, and those of its own as far as the machine has had them. A cause more in a list changes no
/// digest.
impl Serialize for Account {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let used = self.0.iter().rposition(|slots| *slots > 0).map_or(0, |last| last + 1);
        let counts = &self.0[..used.max(Cause::SHARED)];
        let mut tuple = serializer.serialize_tuple(counts.len())?;
        counts.iter().try_for_each(|slots| tuple.serialize_element(slots))?;
        tuple.end()
    }
}

impl Default for Account {
    /// Nothing counted.
    fn default() -> Account {
        Account([0; Cause::MOST])
    }
}

impl Account {
    /// Counts stretches that are over.
    pub fn settle(&mut self, stretches: impl IntoIterator<Item = Stretch>) {
        for Stretch { from, to, cause } in stretches {
            self.0[cause.index()] += to.saturating_sub(from);
        }
    }

    /// Counts so many slots.
    pub fn add(&mut self, cause: Cause, slots: u64) {
        self.0[cause.index()] += slots;
    }

    /// The account with stretches that go on.
    #[must_use]
    pub fn with(&self, stretches: impl IntoIterator<Item = Stretch>) -> Account {
        let mut account = *self;
        account.settle(stretches);
        account
    }

    /// The slots of each cause of the machine's list.
    pub fn counts(&self, causes: &Causes) -> Vec<u64> {
        self.0[..causes.count()].to_vec()
    }

    /// The same, with what the slots take.
    pub fn of(&self, kind: SlotKind, causes: &Causes) -> PartSlots {
        PartSlots { kind, causes: self.counts(causes) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stretches_that_go_on_count_without_being_settled() {
        let stretch = |from, to, cause| Stretch { from, to, cause };
        let mut account = Account::default();
        account.add(Cause::ISSUED, 1);
        account.settle([stretch(1, 4, Cause::MEMORY), stretch(4, 4, Cause::FETCH)]);
        let later = account.with([stretch(4, 9, Cause::MEMORY)]);
        let count = |account: Account, cause: Cause| account.counts(&Causes::SHARED)[cause.index()];
        assert_eq!((count(account, Cause::MEMORY), count(later, Cause::MEMORY)), (3, 8));
        let counts = later.counts(&Causes::SHARED);
        assert_eq!((counts[Cause::ISSUED.index()], counts.iter().sum::<u64>()), (1, 9));
    }
}
