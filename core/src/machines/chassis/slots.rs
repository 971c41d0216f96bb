//! Issue slots and their causes: every slot of every cycle has exactly one.
//!
//! A core that sleeps does not count: it says which causes its slots have from when to when, and an [`Account`] adds them when
//! someone asks, or when they are over.

use serde::Serialize;

use crate::trace::Cause;

/// How many slots each cause has had, by `Cause as usize`.
pub type Counts = [u64; Cause::COUNT];

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
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Account(Counts);

impl Default for Account {
    /// Nothing counted.
    fn default() -> Account {
        Account([0; Cause::COUNT])
    }
}

impl Account {
    /// Counts stretches that are over.
    pub fn settle(&mut self, stretches: impl IntoIterator<Item = Stretch>) {
        for Stretch { from, to, cause } in stretches {
            self.0[cause as usize] += to.saturating_sub(from);
        }
    }

    /// Counts one slot of one cycle.
    pub fn add(&mut self, cause: Cause) {
        self.0[cause as usize] += 1;
    }

    /// The account with stretches that go on.
    #[must_use]
    pub fn with(&self, stretches: impl IntoIterator<Item = Stretch>) -> Account {
        let mut account = *self;
        account.settle(stretches);
        account
    }

    /// The slots of several cores together.
    pub fn total(cores: impl IntoIterator<Item = Account>) -> Counts {
        cores.into_iter().fold([0; Cause::COUNT], |mut sum, core| {
            sum.iter_mut().zip(core.0).for_each(|(sum, more)| *sum += more);
            sum
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stretches_that_go_on_count_without_being_settled() {
        let stretch = |from, to, cause| Stretch { from, to, cause };
        let mut account = Account::default();
        account.add(Cause::Issued);
        account.settle([stretch(1, 4, Cause::Memory), stretch(4, 4, Cause::Fetch)]);
        let later = account.with([stretch(4, 9, Cause::Memory)]);
        let count = |account: Account, cause| Account::total([account])[cause as usize];
        assert_eq!((count(account, Cause::Memory), count(later, Cause::Memory)), (3, 8));
        let total = Account::total([account, later]);
        assert_eq!((total[Cause::Issued as usize], total.iter().sum::<u64>()), (2, 4 + 9));
    }
}
