//! Memory with independent word-interleaved banks (hp_ch4 6.1): a bank that has taken an access takes no other one for
//! some cycles.

use alloc::{collections::BTreeSet, vec, vec::Vec};

use crate::machines::rvv::spec::{MemoryModel, Spec};

/// The banks with the cycles in which they were or will be accessed.
#[derive(Clone, Debug)]
pub struct Banks {
    taken: Vec<BTreeSet<u64>>,
    busy: u64,
    word: u64,
}

impl Banks {
    /// All free. Ideal memory has no banks.
    pub fn new(spec: &Spec) -> Banks {
        let count = if spec.memory == MemoryModel::Banked { spec.banks } else { 0 };
        Banks {
            taken: vec![BTreeSet::new(); count as usize],
            busy: spec.bank_busy.into(),
            word: spec.bank_bytes.max(1).into(),
        }
    }

    /// The bank of an address.
    pub fn bank(&self, address: u64) -> Option<usize> {
        let count = self.taken.len() as u64;
        (count > 0).then(|| ((address / self.word) % count) as usize)
    }

    /// Accesses an address at the first possible cycle from `cycle` on, and gives that cycle.
    pub fn access(&mut self, address: u64, cycle: u64) -> u64 {
        let Some(bank) = self.bank(address) else { return cycle };
        let taken = &mut self.taken[bank];
        let mut at = cycle;
        // Earlier instructions may have taken cycles that are still to come.
        while let Some(other) = taken.range(at.saturating_sub(self.busy - 1)..at + self.busy).next_back() {
            at = other + self.busy;
        }
        taken.insert(at);
        at
    }

    /// Forgets what lies so far back that no access from `cycle` on can meet it.
    pub fn forget_before(&mut self, cycle: u64) {
        let first = cycle.saturating_sub(self.busy);
        for taken in &mut self.taken {
            if taken.first().is_some_and(|oldest| *oldest < first) {
                *taken = taken.split_off(&first);
            }
        }
    }
}
