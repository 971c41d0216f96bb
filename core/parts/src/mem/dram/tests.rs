//! The device by itself, under a controller of another kind: one that serves a request of a burst in every bank group with
//! rows that it opens and closes for each, in a fixed order, as controllers of real-time machines do. It knows no cache, no line
//! and no queue; the device says when a command may go, and the checker judges the log.

use alloc::{string::String, vec::Vec};

use super::{
    Command::{self, Activate, Precharge, Read, Refresh},
    Issued,
    checker::violations,
    device::Device,
    standard::{DDR4_2400, GDDR5, LPDDR3_1866, Standard},
};
use crate::mem::clocks::Clocks;

struct Toy {
    standard: Standard,
    device: Device,
    log: Vec<Issued>,
    refresh_at: u64,
}

impl Toy {
    fn new(standard: Standard) -> Toy {
        let refresh_at = standard.timing.refi.into();
        Toy { device: Device::new(&standard), log: Vec::new(), refresh_at, standard }
    }

    /// Sends a command as early as the device allows, behind the one before.
    fn send(&mut self, from: u64, command: Command, bank: u16, row: u32) -> u64 {
        let behind = self.log.last().map_or(0, |last| last.cycle + 1);
        let cycle = self.device.earliest_ready_at(command, bank).max(from).max(behind);
        self.device.issue(cycle, command, bank, row);
        self.log.push(Issued { cycle, command, bank, row, request: 0 });
        cycle
    }

    /// Reads a burst of a row in every bank group: the first cycle after the last data.
    fn request(&mut self, from: u64, row: u32) -> u64 {
        if self.refresh_at > 0 && from >= self.refresh_at {
            self.send(from, Refresh, 0, 0);
            self.refresh_at += u64::from(self.standard.timing.refi);
        }
        let organization = self.standard.organization;
        let banks = (0..organization.groups).map(|group| (group * organization.banks) as u16);
        banks.clone().for_each(|bank| _ = self.send(from, Activate, bank, row));
        let last = banks.clone().map(|bank| self.send(from, Read, bank, row)).last().unwrap();
        banks.for_each(|bank| _ = self.send(from, Precharge, bank, row));
        last + u64::from(self.standard.read_latency())
    }
}

#[test]
fn a_request_takes_the_time_on_paper_and_requests_come_in_every_row_cycle() {
    let t = DDR4_2400.timing;
    let mut toy = Toy::new(DDR4_2400);
    let alone = 3 * t.rrd_s.max(t.ccd_s) + t.rcd + t.cl + t.burst;
    let ends: Vec<u64> = (0..20).map(|row| toy.request(0, row)).collect();
    assert_eq!(ends[0], u64::from(alone));
    let apart = u64::from(t.rc.max(t.ras + t.rp));
    assert!(ends.windows(2).all(|pair| pair[1] - pair[0] == apart), "{ends:?}");
    assert_eq!(violations(&DDR4_2400, &toy.log), Vec::<String>::new());
}

#[test]
fn refreshes_come_in_time_and_break_no_rule() {
    for standard in [DDR4_2400, GDDR5, LPDDR3_1866] {
        let mut toy = Toy::new(standard);
        let (mut from, mut end) = (0, 0);
        while end < 20 * 9360 {
            from = end + 100;
            end = toy.request(from, 1);
        }
        assert_eq!(violations(&standard, &toy.log), Vec::<String>::new());
        let refreshes = toy.log.iter().filter(|issued| issued.command == Refresh).count() as u64;
        assert_eq!(refreshes, from.checked_div(standard.timing.refi.into()).unwrap_or(0));
    }
}

/// The device gives the earliest cycle: any command of a request that goes a cycle sooner breaks a rule.
#[test]
fn the_checker_finds_every_command_that_goes_a_cycle_too_early() {
    for standard in [DDR4_2400, LPDDR3_1866] {
        let mut toy = Toy::new(standard);
        (0..3).for_each(|row| _ = toy.request(0, row));
        for at in 1..toy.log.len() {
            let mut early = toy.log.clone();
            early[at].cycle -= 1;
            assert_ne!(violations(&standard, &early), Vec::<String>::new(), "{:?}", toy.log[at]);
        }
    }
}

/// The controller lives in the clock of the channel, who asks in another one.
#[test]
fn times_are_told_in_the_clock_of_whoever_asks() {
    let clocks = Clocks::new(500, 1200);
    let mut toy = Toy::new(DDR4_2400);
    let arrival = clocks.first_memory_cycle(11);
    assert_eq!(arrival, 27, "cycle 26 begins before cycle 11 of 500 MHz");
    let end = toy.request(arrival, 0);
    assert_eq!(clocks.core_time(end), (end * 500).div_ceil(1200));
}
