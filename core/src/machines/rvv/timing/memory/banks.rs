//! Memory of word-interleaved banks (hp_ch4 6.1). Independent banks each take an access by themselves and then none for
//! some cycles. With simple interleaving all banks work together on one row of words, one word of each: within the row a
//! word comes every cycle, another row waits until the banks are free.

use alloc::{collections::VecDeque, vec, vec::Vec};

use crate::machines::rvv::spec::{Interleaving, Spec};

/// The banks with the cycles in which they were or will be accessed.
#[derive(Clone, Debug)]
pub struct Banks {
    /// For each bank, in ascending order.
    taken: Vec<VecDeque<u64>>,
    busy: u64,
    word: u64,
    interleaving: Interleaving,
    /// With simple interleaving: the row that is there, and since when.
    row: Option<(u64, u64)>,
}

/// Bytes of the host's memory that banks take, without the accesses that are still to come.
pub fn host_bytes(spec: &Spec) -> u64 {
    u64::from(spec.banks) * (size_of::<VecDeque<u64>>() as u64 + 64)
}

impl Banks {
    /// All free.
    pub fn new(spec: &Spec) -> Banks {
        Banks {
            taken: vec![VecDeque::new(); spec.banks as usize],
            busy: spec.bank_busy.max(1).into(),
            word: spec.bank_bytes.max(1).into(),
            interleaving: spec.interleaving,
            row: None,
        }
    }

    /// Bytes of a word.
    pub fn word(&self) -> u64 {
        self.word
    }

    /// The bank of an address.
    pub fn bank(&self, address: u64) -> Option<u32> {
        let count = self.taken.len() as u64;
        (count > 0).then(|| ((address / self.word) % count) as u32)
    }

    /// Accesses an address at the first possible cycle from `cycle` on, and gives that cycle.
    pub fn access(&mut self, address: u64, cycle: u64) -> u64 {
        let Some(bank) = self.bank(address) else { return cycle };
        match self.interleaving {
            Interleaving::Independent => self.access_bank(bank as usize, cycle),
            Interleaving::Simple => self.access_row(address, cycle),
        }
    }

    fn access_bank(&mut self, bank: usize, cycle: u64) -> u64 {
        let taken = &mut self.taken[bank];
        let mut at = cycle;
        // Earlier instructions may have taken cycles that are still to come.
        let mut place = taken.partition_point(|other| other + self.busy <= at);
        while let Some(other) = taken.get(place).filter(|other| **other < at + self.busy) {
            at = other + self.busy;
            place += 1;
        }
        taken.insert(place, at);
        at
    }

    fn access_row(&mut self, address: u64, cycle: u64) -> u64 {
        let row = address / self.word / self.taken.len().max(1) as u64;
        match self.row {
            Some((open, since)) if open == row => cycle.max(since),
            before => {
                let at = before.map_or(cycle, |(_, since)| cycle.max(since + self.busy));
                self.row = Some((row, at));
                at
            }
        }
    }

    /// Forgets what lies so far back that no access from `cycle` on can meet it.
    pub fn forget_before(&mut self, cycle: u64) {
        for taken in &mut self.taken {
            while taken.front().is_some_and(|oldest| oldest + self.busy <= cycle) {
                taken.pop_front();
            }
        }
    }
}
