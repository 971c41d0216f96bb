//! Memory of word-interleaved banks (hp_ch4 6.1). Independent banks each take an access by themselves and then none for
//! some cycles. With simple interleaving all banks work together on one row of words, one word of each: within the row a
//! word comes every cycle, another row waits until the banks are free.
//!
//! A part with a book of reservations: an access is given the first cycle that is free, also between accesses that begin
//! later. So it serves senders who know the times of a whole instruction at once as well as those who ask in the cycle in
//! which they want to go.
//!
//! Used by: `rvv`, in [`super::main`].

use alloc::{collections::VecDeque, vec, vec::Vec};

use serde::Serialize;

use crate::{choice, settings};

choice! {
    /// How the banks of memory work together.
    pub enum Interleaving {
        /// Each takes accesses by itself.
        Independent = "independent",
        /// All work on one row of words at a time.
        Simple = "simple",
    }
}

settings! {
    /// Number and kind of banks.
    pub struct Settings {
        group "Banked memory" {
            /// Banks.
            banks: u32 = 8, range 1..=4096, unit "banks", source "hp_ch4 6.1";
            /// Cycles that a bank is busy with an access.
            bank_busy: u32 = 6, range 1..=1000, unit "cycles", source "hp_ch4 6.1";
            /// Bytes of a bank's word.
            bank_bytes: u32 = 8, range 1..=64, unit "bytes", source "hp_ch4 6.1";
            /// Do banks work by themselves?
            interleaving: Interleaving = Interleaving::Independent, source "hp_ch4 6.1";
        }
    }
}

/// The banks with the cycles in which they were or will be accessed.
#[derive(Clone, Debug, Serialize)]
pub struct Banks {
    /// For each bank, in ascending order.
    taken: Vec<VecDeque<u64>>,
    #[serde(skip)]
    busy: u64,
    #[serde(skip)]
    word: u64,
    #[serde(skip)]
    interleaving: Interleaving,
    /// With simple interleaving: the row that is there, and since when.
    row: Option<(u64, u64)>,
}

impl Settings {
    /// Bytes of the host's memory that banks take, without the accesses that are still to come.
    pub fn host_bytes(&self) -> u64 {
        u64::from(self.banks) * (size_of::<VecDeque<u64>>() as u64 + 64)
    }

    /// Bytes that all banks together move in a cycle.
    pub fn bytes_per_cycle(&self) -> u64 {
        u64::from(self.banks) * u64::from(self.bank_bytes) / u64::from(self.bank_busy.max(1))
    }
}

impl Banks {
    /// All free.
    pub fn new(settings: &Settings) -> Banks {
        Banks {
            taken: vec![VecDeque::new(); settings.banks as usize],
            busy: settings.bank_busy.max(1).into(),
            word: settings.bank_bytes.max(1).into(),
            interleaving: settings.interleaving,
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

    /// How many there are.
    pub fn count(&self) -> u32 {
        self.taken.len() as u32
    }

    /// Is a bank busy in a cycle? Where a row is served together, all are.
    pub fn is_busy(&self, bank: u32, cycle: u64) -> bool {
        let own = self.taken.get(bank as usize).into_iter().flatten();
        own.chain(self.row.as_ref().map(|(_, since)| since)).any(|at| *at <= cycle && cycle < at + self.busy)
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
        let mut place = match taken.back() {
            Some(last) if last + self.busy > at => taken.partition_point(|other| other + self.busy <= at),
            _ => taken.len(),
        };
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Four banks of eight-byte words, busy for three cycles.
    fn banks(interleaving: Interleaving) -> Banks {
        Banks::new(&Settings { banks: 4, bank_busy: 3, bank_bytes: 8, interleaving })
    }

    #[test]
    fn a_bank_is_busy_to_the_edge_and_its_neighbour_is_not() {
        let mut banks = banks(Interleaving::Independent);
        assert_eq!([0, 8, 32, 32].map(|address| banks.access(address, 10)), [10, 10, 13, 16]);
        assert_eq!((banks.access(0, 19), banks.access(0, 19)), (19, 22));
        assert_eq!([7, 8, 32, 56].map(|address| banks.bank(address)), [Some(0), Some(1), Some(0), Some(3)]);
    }

    #[test]
    fn an_access_fits_into_a_gap_of_exactly_its_time() {
        let mut banks = banks(Interleaving::Independent);
        assert_eq!([banks.access(0, 10), banks.access(0, 16)], [10, 16]);
        assert_eq!(banks.access(0, 10), 13, "13, 14 and 15 are free");
        let mut banks = self::banks(Interleaving::Independent);
        assert_eq!([banks.access(0, 10), banks.access(0, 15)], [10, 15]);
        assert_eq!(banks.access(0, 10), 18, "two free cycles are too few");
    }

    #[test]
    fn what_can_still_be_met_is_not_forgotten() {
        let mut banks = banks(Interleaving::Independent);
        banks.access(0, 10);
        banks.forget_before(12);
        assert_eq!(banks.access(0, 12), 13);
    }

    #[test]
    fn a_row_is_served_together_and_another_one_waits() {
        let mut banks = banks(Interleaving::Simple);
        assert_eq!([0, 8, 24, 32, 0].map(|address| banks.access(address, 10)), [10, 10, 10, 13, 16]);
    }

    #[test]
    fn all_banks_together_move_a_word_each_in_every_busy_time() {
        let settings = Settings { banks: 8, bank_busy: 2, bank_bytes: 8, ..Settings::default() };
        assert_eq!(settings.bytes_per_cycle(), 32);
    }
}
