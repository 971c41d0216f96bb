//! A controller that serves bursts in the order in which it is given them, and says at once when each one's data is over.
//!
//! Column commands go in order; before them banks are made ready as early as the rules allow, so that a row is opened
//! while another bank still sends data. Rows stay open until another one is wanted or their rank is refreshed, which
//! happens as soon as it is due. One command in a cycle.
//!
//! It is for senders that must know all times when they send, like a vector unit that chains. The price is order: a burst
//! that is given later never goes first, even if it arrives earlier.
//!
//! Deliberately absent: queues (senders bound what is under way), reordering, closed pages.

use alloc::{collections::BTreeSet, vec, vec::Vec};

use serde::Serialize;

use super::{
    Command, Issued,
    controller::{Burst, Counters},
    device::Device,
    map::{Location, Map},
    standard::Standard,
};
use crate::mem::NEVER;

/// A controller with its channel.
#[derive(Clone, Debug, Serialize)]
pub struct InOrder {
    #[serde(skip)]
    standard: Standard,
    #[serde(skip)]
    map: Map,
    device: Device,
    /// Cycles that have a command, of those that may still matter.
    taken: BTreeSet<u64>,
    /// When each rank has to be refreshed.
    due: Vec<u64>,
    /// What it has done.
    pub counters: Counters,
}

impl InOrder {
    /// An idle channel at cycle 0.
    pub fn new(standard: Standard, map: Map) -> InOrder {
        let first = if standard.timing.refi == 0 { NEVER } else { standard.timing.refi.into() };
        InOrder {
            device: Device::new(&standard),
            taken: BTreeSet::new(),
            due: vec![first; standard.organization.ranks as usize],
            counters: Counters::default(),
            standard,
            map,
        }
    }

    /// Its banks.
    pub fn banks(&self) -> u32 {
        self.standard.organization.total_banks()
    }

    /// Serves a burst that arrives in a cycle, tells its commands, and gives the first cycle after its data.
    pub fn serve(&mut self, arrival: u64, burst: Burst, tell: &mut impl FnMut(Issued)) -> u64 {
        let Location { bank, row, .. } = self.map.locate(&self.standard.organization, burst.address);
        let (command, latency) = match burst.write {
            true => (Command::Write, self.standard.timing.cwl + self.standard.timing.burst),
            false => (Command::Read, self.standard.read_latency()),
        };
        let request = burst.request;
        let tell = &mut |issued| tell(Issued { request, ..issued });
        let hit = self.open(arrival, bank, row, tell);
        let at = self.send(command, bank, row, arrival, tell);
        let end = at + u64::from(latency);
        self.counters.row_hits += u64::from(hit);
        match burst.write {
            true => self.counters.writes += 1,
            false => {
                self.counters.reads += 1;
                self.counters.read_cycles += end.saturating_sub(arrival);
            }
        }
        end
    }

    /// Refreshes what is due by cycle `now`, and forgets what lies so far back that no later burst can meet it.
    pub fn catch_up(&mut self, now: u64, tell: &mut impl FnMut(Issued)) {
        self.refresh(now, tell);
        self.taken = self.taken.split_off(&now);
    }

    /// Opens a row, after the refreshes that are due before its first command can go. Was it open?
    fn open(&mut self, arrival: u64, bank: u16, row: u32, tell: &mut impl FnMut(Issued)) -> bool {
        let first = match self.device.row(bank) {
            Some(open) if open == row => Command::Read,
            Some(_) => Command::Precharge,
            None => Command::Activate,
        };
        self.refresh(self.device.earliest_ready_at(first, bank).max(arrival), tell);
        match self.device.row(bank) {
            Some(open) if open == row => return true,
            Some(open) => {
                self.send(Command::Precharge, bank, open, arrival, tell);
                self.counters.precharges += 1;
            }
            None => {}
        }
        self.send(Command::Activate, bank, row, arrival, tell);
        self.counters.activates += 1;
        false
    }

    /// Closes and refreshes every rank that is due by a cycle, as often as it is.
    fn refresh(&mut self, until: u64, tell: &mut impl FnMut(Issued)) {
        let organization = self.standard.organization;
        let banks = organization.groups * organization.banks;
        for rank in 0..organization.ranks {
            while self.due[rank as usize] <= until {
                let due = self.due[rank as usize];
                let first = (rank * banks) as u16;
                for bank in first..first + banks as u16 {
                    if let Some(row) = self.device.row(bank) {
                        self.send(Command::Precharge, bank, row, due, tell);
                        self.counters.precharges += 1;
                    }
                }
                self.send(Command::Refresh, first, 0, due, tell);
                self.counters.refreshes += 1;
                self.due[rank as usize] += u64::from(self.standard.timing.refi);
            }
        }
    }

    /// Sends a command as soon as the rules and the command bus allow from a cycle on, and gives its cycle.
    fn send(
        &mut self,
        command: Command,
        bank: u16,
        row: u32,
        from: u64,
        tell: &mut impl FnMut(Issued),
    ) -> u64 {
        let mut cycle = self.device.earliest_ready_at(command, bank).max(from);
        while !self.taken.insert(cycle) {
            cycle += 1;
        }
        self.device.issue(cycle, command, bank, row);
        tell(Issued { cycle, command, bank, row, request: 0 });
        cycle
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        base::rng::Rng,
        mem::dram::{
            checker::violations,
            map::FieldOrder,
            standard::{DDR4_2400, GDDR5, LPDDR3_1866},
        },
    };
    use alloc::string::String;

    /// Serves reads of addresses, all there at cycle 0: when their data is over.
    fn ends(order: FieldOrder, addresses: &[u64]) -> Vec<u64> {
        let mut channel = InOrder::new(DDR4_2400, Map { order, hash: false });
        let read = |address: &u64| {
            channel.serve(0, Burst { id: 0, address: *address, write: false, request: 0 }, &mut |_| {})
        };
        addresses.iter().map(read).collect()
    }

    #[test]
    fn times_are_those_of_the_standard() {
        let t = DDR4_2400.timing;
        let first = u64::from(t.rcd + t.cl + t.burst);
        // Another column of the open row; another bank group, which is opened in the meantime.
        let (hit, group) = (64, 4 * 128 * 64);
        assert_eq!(ends(FieldOrder::RowBankColumn, &[0, hit]), [first, first + u64::from(t.ccd_l)]);
        assert_eq!(
            ends(FieldOrder::RowBankColumn, &[0, group]),
            [first, first + u64::from(t.ccd_s.max(t.rrd_s))]
        );
        // Another row of the bank: it is closed when it may be, and opened.
        let conflict = 16 * 128 * 64;
        let closed = u64::from(t.ras.max(t.rcd + t.rtp) + t.rp).max(t.rc.into());
        assert_eq!(ends(FieldOrder::RowBankColumn, &[0, conflict]), [first, closed + first]);
    }

    /// Streams with pauses, writes among them, long enough for refreshes: not a rule is broken.
    #[test]
    fn the_checker_finds_no_violation() {
        for standard in [DDR4_2400, GDDR5, LPDDR3_1866] {
            for &order in FieldOrder::ALL {
                let mut channel = InOrder::new(standard, Map { order, hash: true });
                let (mut rng, mut log, mut arrival) = (Rng::new(7), Vec::new(), 0);
                for _ in 0..6000 {
                    let region = if rng.below(2) == 0 { 1 << 14 } else { 1 << 28 };
                    let burst =
                        Burst { id: 0, address: rng.below(region), write: rng.below(4) == 0, request: 0 };
                    arrival += rng.below(20) * rng.below(3);
                    let end = channel.serve(arrival, burst, &mut |issued| log.push(issued));
                    assert!(end > arrival);
                }
                log.sort_by_key(|issued| issued.cycle);
                assert_eq!(violations(&standard, &log), Vec::<String>::new());
                assert!(standard.timing.refi == 0 || channel.counters.refreshes > 5);
            }
        }
    }

    #[test]
    fn a_long_stream_is_bound_by_the_bus() {
        let linear: Vec<u64> = (0..2000).map(|burst| burst * 64).collect();
        let end = ends(FieldOrder::RowBankColumnGroup, &linear).pop().unwrap();
        let bound = 2000 * u64::from(DDR4_2400.timing.ccd_s);
        assert!(end >= bound && end < bound + bound / 20, "{end} of {bound}");
    }

    #[test]
    fn an_idle_channel_is_refreshed_when_it_is_due() {
        let mut channel = InOrder::new(DDR4_2400, Map { order: FieldOrder::RowBankColumn, hash: false });
        let mut log = Vec::new();
        channel.catch_up(9359, &mut |issued| log.push(issued));
        assert_eq!(log.len(), 0);
        channel.catch_up(9360, &mut |issued| log.push(issued));
        assert_eq!(log, [Issued { cycle: 9360, command: Command::Refresh, bank: 0, row: 0, request: 0 }]);
    }
}
