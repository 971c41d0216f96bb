//! Issue slots and their causes: every slot of every cycle has exactly one.
//!
//! A core that sleeps does not count: it says which causes its slots have from when to when, and an [`Account`] adds them when
//! someone asks, or when they are over.

use alloc::vec::Vec;

use serde::{Serialize, Serializer, ser::SerializeTuple};

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

/// The slots of a core.
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

    /// Counts one slot of one cycle.
    pub fn add(&mut self, cause: Cause) {
        self.0[cause.index()] += 1;
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
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stretches_that_go_on_count_without_being_settled() {
        let stretch = |from, to, cause| Stretch { from, to, cause };
        let mut account = Account::default();
        account.add(Cause::ISSUED);
        account.settle([stretch(1, 4, Cause::MEMORY), stretch(4, 4, Cause::FETCH)]);
        let later = account.with([stretch(4, 9, Cause::MEMORY)]);
        let count = |account: Account, cause: Cause| account.counts(&Causes::SHARED)[cause.index()];
        assert_eq!((count(account, Cause::MEMORY), count(later, Cause::MEMORY)), (3, 8));
        let counts = later.counts(&Causes::SHARED);
        assert_eq!((counts[Cause::ISSUED.index()], counts.iter().sum::<u64>()), (1, 9));
    }
}
